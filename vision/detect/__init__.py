"""Cards found in a photo, with their corners."""
