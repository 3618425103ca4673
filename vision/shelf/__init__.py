"""The cards of shelves in their rows and columns."""
