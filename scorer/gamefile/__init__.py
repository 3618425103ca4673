"""The game file, input of ``shelfmark score``."""
