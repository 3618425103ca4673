"""The printed game's deck, as far as it is known: its letters and numbers, and the books of a few cards.

``scorer/data/printed_deck.toml`` holds the facts with their sources. The books of the other cards are not
known, so this is no deck file.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scorer.cards import BookCard, Category

#: On every card: the middle of the first icon, from one icon to the next, and their radius, in card widths.
FIRST_ICON, ICON_PITCH, ICON_RADIUS = 0.33, 0.166, 0.094
FILE = Path(__file__).parents[1] / "data" / "printed_deck.toml"


@dataclass(frozen=True)
class PrintedDeck:
    """The printed game's cards.

    >>> deck = printed_deck()
    >>> deck.letters["E"], sum(deck.letters.values())
    (7, 152)
    >>> deck.known[1], deck.known[1].of
    (BookCard('E2:HFS'), 7)

    ``letters``: how many cards each letter has. ``known``: the cards whose books are known, with them.
    """

    letters: dict[str, int]
    known: tuple[BookCard, ...]


@cache
def printed_deck() -> PrintedDeck:
    """The printed game's deck, read once."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    letters: dict[str, int] = data["letters"]
    known = [
        BookCard(name[0], int(name[1:]), letters[name[0]], tuple(map(Category.from_code, books)))
        for name, books in data["cards"].items()
    ]
    return PrintedDeck(letters, tuple(sorted(known)))
