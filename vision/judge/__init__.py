"""Judges each detection once: a card face up, face down, a strip, a category card, or nothing."""
