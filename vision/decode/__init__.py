"""All readings of a table decided together."""
