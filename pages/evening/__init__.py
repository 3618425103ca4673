"""The evening of a game, as people tell it."""
