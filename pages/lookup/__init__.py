"""What does this tile do: all locations and assistants, one tap from every page, and on a sheet to print."""
