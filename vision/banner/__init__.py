"""A card's banner read: letter, order and count."""
