"""What people confirmed of the owner's copy: cards, titles, strips and photos, kept beside the archive."""
