"""What is learned from the owner's corrections."""
