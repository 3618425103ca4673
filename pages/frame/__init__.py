"""What stands around every page, and what loads behind it."""
