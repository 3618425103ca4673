"""The command ``shelfmark``."""
