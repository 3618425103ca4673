"""What helps at a table: how to play, what choices change, a replay of the others' moves, a guide."""
