"""The cards of several photos put together."""
