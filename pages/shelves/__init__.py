"""Shelves shown and mended by hand."""
