"""The parts of the pages on which the game is played: Play, and Solo practice."""
