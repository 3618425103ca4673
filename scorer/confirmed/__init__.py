"""What people confirmed of the owner's copy: cards, titles and strips, kept beside the archive."""
