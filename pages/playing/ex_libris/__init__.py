"""How Ex Libris is shown on screen, with others or alone."""
