"""The house deck: the printed game's letters and numbers, the books of its known cards, our titles.

The printed list of books is not ours to ship, and most of it is not known. ``scorer/data/house_titles.txt``
has 510 titles of our own, 85 of each category; here they are cut into the 152 cards of RULES 1.
``python -m scorer.deck.house`` writes ``scorer/data/house_deck.json`` afresh.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, NamedTuple

from scorer.cards import BOOKS_ON_A_CARD, HOUSE_DECK, Category
from scorer.deck.printed import PrintedDeck, printed_deck
from scorer.whole import write_whole

HOUSE_SEED = 201825


class Book(NamedTuple):
    """A book of the house deck."""

    category: Category
    title: str


def titles() -> dict[str, list[Book]]:
    """The books of each letter in alphabetical order.

    They stand in ``data/house_titles.txt``, a book a line: ``E H Title``.
    """
    found: dict[str, list[Book]] = {}
    source = resources.files("scorer").joinpath("data/house_titles.txt")
    for line in source.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        letter, code, title = line.split(maxsplit=2)
        found.setdefault(letter, []).append(Book(Category.from_code(code), title))
    return found


def generate(books: dict[str, list[Book]], seed: int = HOUSE_SEED) -> dict[str, Any]:
    """A deck in the deck-file format, the same for the same seed.

    It has the printed deck's letters and known cards. No card carries three books of one category, so that
    every card is useful to a player.

    Raises:
        ValueError: the books of a letter do not fit its cards.
    """
    rng, printed = random.Random(seed), printed_deck()
    cards = [
        {
            "letter": letter,
            "order": order,
            "of": of,
            "categories": [book.category.value for book in hand],
            "titles": [book.title for book in hand],
        }
        for letter, of in printed.letters.items()
        for order, hand in enumerate(_cut(books[letter], letter, printed, rng), 1)
    ]
    return {"letters": dict(printed.letters), "cards": cards}


def _cut(books: Sequence[Book], letter: str, printed: PrintedDeck, rng: random.Random) -> list[list[Book]]:
    """The books of a letter cut into its cards, in order."""
    known = {card.order: card.categories for card in printed.known if card.letter == letter}
    cards = printed.letters[letter]

    def rest(start: int, order: int) -> list[list[Book]] | None:
        """The cards from ``order`` on, whose books begin at ``start``; None if there is no cut."""
        left = cards - order + 1
        if not left * min(BOOKS_ON_A_CARD) <= len(books) - start <= left * max(BOOKS_ON_A_CARD):
            return None
        if not left:
            return []
        for size in rng.sample(BOOKS_ON_A_CARD, len(BOOKS_ON_A_CARD)):
            hand = list(books[start : start + size])
            categories = tuple(book.category for book in hand)
            if categories == known[order] if order in known else _useful(categories):
                after = rest(start + size, order + 1)
                if after is not None:
                    return [hand, *after]
        return None

    if (found := rest(0, 1)) is None:
        raise ValueError(f"{len(books)} books of {letter} do not fit {cards} cards")
    return found


def _useful(categories: Iterable[Category]) -> bool:
    return max(Counter(categories).values()) <= 2


def dumps(deck: dict[str, Any]) -> str:
    """The deck as JSON with a card a line, so that a change to one card is one line in a diff."""
    cards = ",\n".join("  " + json.dumps(card, ensure_ascii=False) for card in deck["cards"])
    return f'{{"letters": {json.dumps(deck["letters"])},\n "cards": [\n{cards}\n]}}\n'


if __name__ == "__main__":
    write_whole(HOUSE_DECK, dumps(generate(titles())).encode("utf-8"))
