"""Reads the titles of books with the program Tesseract, which people install themselves."""
