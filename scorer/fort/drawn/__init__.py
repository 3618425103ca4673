"""Fort drawn: the symbols on its cards, and its house set to print."""
