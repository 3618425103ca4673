"""Strips: the upper part of each card, cut out of the photo, and the print found on it."""
