"""Joins the cards that several photos show: a card that two photos show is one card."""
