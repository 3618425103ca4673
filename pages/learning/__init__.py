"""What the owner confirms, and what is learned from it."""
