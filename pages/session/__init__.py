"""What a browser session keeps, and where it is."""
