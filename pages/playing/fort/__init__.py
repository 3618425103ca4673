"""The parts of Fort's page on which the game is played."""
