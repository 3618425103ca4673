"""The commands of ``shelfmark`` that read photos."""
