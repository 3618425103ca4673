"""The game Ex Libris: cards, shelves, the inspection and its forms. Knows no image and no screen."""
