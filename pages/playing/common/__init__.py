"""What the table, its aids and Fort share: it imports no other part of the game on screen."""
