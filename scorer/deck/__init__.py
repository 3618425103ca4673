"""The house deck: made, and printed to play with."""
