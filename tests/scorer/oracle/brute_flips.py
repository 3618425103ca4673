"""Best flips by trying every subset of cards: all subsets side by side in NumPy arrays."""

from __future__ import annotations

import numpy as np

from scorer.cards import Category
from scorer.flips import Stakes
from scorer.shelf import Shelf


def brute_force(shelf: Shelf, stakes: Stakes) -> tuple[int, int]:
    """The highest B2 + B3 + B4 + B5, and the fewest turns that reach it. Takes time and memory ∝ 2^cards."""
    cards = [cell.card for _, _, cell in shelf.cells() if cell.face_up and cell.card is not None]
    subsets = np.arange(1 << len(cards))
    last = np.zeros(
        len(subsets), dtype=np.int64
    )  # the last card still face up, as a number that sorts like A1
    books = {category: np.zeros(len(subsets), dtype=np.int64) for category in Category}
    turns = np.zeros(len(subsets), dtype=np.int64)
    for i, card in enumerate(cards):
        turned = (subsets >> i & 1).astype(bool)
        number = ord(card.letter) * 100 + card.order
        stays = ~turned & (number > last)
        last = np.where(stays, number, last)
        turns += turned
        for category in card.categories:
            books[category] += stays
    smallest = np.min([books[category] for category in Category if category != stakes.banned], axis=0)
    awards = np.array(stakes.awards)[np.minimum(books[stakes.prominent], len(stakes.awards) - 1)]
    points = awards - books[stakes.banned] + 3 * smallest + 2 * books[stakes.focus]
    best = int(points.max())
    return best, int(turns[points == best].min())
