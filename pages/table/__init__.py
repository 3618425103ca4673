"""The players at the table and the cards before them."""
