"""The cards of a solo pile in their columns."""
