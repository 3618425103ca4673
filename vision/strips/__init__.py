"""The upper strip of each card, cut out, and what is printed on it."""
