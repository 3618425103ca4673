"""Decides all cards of a table together."""
