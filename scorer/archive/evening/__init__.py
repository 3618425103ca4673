"""What the archive keeps of the evening of a game beside the game itself."""
