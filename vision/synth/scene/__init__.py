"""Cards laid on a table, lit and photographed."""
