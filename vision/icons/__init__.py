"""Category icons found, and matched to a legend."""
