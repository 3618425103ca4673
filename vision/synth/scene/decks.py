"""Decks of cards for scenes: random decks, and decks with the printed game's letters."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scorer.cards import BOOKS_PER_CATEGORY, CARDS_IN_DECK, BookCard, Category
from scorer.deck.printed import printed_deck
from vision.common.fields import LETTERS
from vision.decode.deck_prior import DECK_PRIOR

Rng = np.random.Generator

#: Fewest and most cards a letter in random decks; the printed decks stay within.
LETTER_COUNTS = (2, 12)
#: A rare letter has few cards (`vision.decode.deck_prior`): beyond the fewest, this share of the cards of
#: another letter, in this share of the decks. Other decks differ by language and edition (RULES 1).
RARE_SHARE, ENGLISH = 0.15, 0.75
#: How even letters' shares are (of a Dirichlet distribution): in decks with rare letters, and in other decks.
EVENNESS = (6.0, 2.5)


def random_deck(rng: Rng) -> list[BookCard]:
    """152 cards with 510 books, 85 a category, 2 to 12 cards a letter and 2 to 4 books a card (RULES 1)."""
    low, high = LETTER_COUNTS
    english = rng.random() < ENGLISH
    share = rng.dirichlet(np.full(26, EVENNESS[0] if english else EVENNESS[1])) + 1e-6
    if english:
        share[[LETTERS.index(letter) for letter in DECK_PRIOR.rare]] *= RARE_SHARE
    # the places for cards beyond the fewest of a letter, then for books beyond two a card: fill some of them
    common = np.repeat(share, high - low)
    letters = np.repeat(np.arange(26), high - low)
    more = rng.choice(letters, CARDS_IN_DECK - 26 * low, replace=False, p=common / common.sum())
    counts = low + np.bincount(more, minlength=26)
    return _with_books(rng, dict(zip(LETTERS, counts.tolist(), strict=True)))


def deck_as_printed(rng: Rng) -> list[BookCard]:
    """The printed game's letters and orders, its known cards, and the other books at random (RULES 1)."""
    deck = printed_deck()
    return _with_books(rng, deck.letters, {card.key: card for card in deck.known})


def _with_books(
    rng: Rng, letters: Mapping[str, int], known: Mapping[tuple[str, int], BookCard] | None = None
) -> list[BookCard]:
    """A deck with so many cards of each letter: 510 books, 85 a category, 2 to 4 a card (RULES 1).

    ``known``: cards with their books, by letter and order.
    """
    known = known or {}
    pool = list(Category) * BOOKS_PER_CATEGORY
    for card in known.values():
        for category in card.categories:
            pool.remove(category)
    cards = CARDS_IN_DECK - len(known)
    more = rng.permutation(np.repeat(np.arange(cards), 2))[: len(pool) - 2 * cards]
    sizes = iter(2 + np.bincount(more, minlength=cards))
    shuffled = iter([pool[i] for i in rng.permutation(len(pool))])
    return [
        known.get((letter, order))
        or BookCard(letter, order, count, tuple(next(shuffled) for _ in range(int(next(sizes)))))
        for letter, count in letters.items()
        for order in range(1, count + 1)
    ]
