"""Photos handed in and read."""
