"""Many people at once: in browsers, and without."""
