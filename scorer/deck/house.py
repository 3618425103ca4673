"""The house deck: a deck with the counts of RULES 1, dealt from a seed.

The printed card list is not ours to ship, so the app brings its own: the same numbers (152 cards,
510 books, two to four a card, 85 of each category), and the one card the rulebook shows, E 2/7.
``python -m scorer.deck.house`` writes ``scorer/data/house_deck.json`` afresh.
"""

from __future__ import annotations

import json
import random
from importlib import resources
from typing import Any

from scorer.cards import BOOKS_PER_CATEGORY, HOUSE_DECK, Category
from scorer.whole import write_whole

HOUSE_SEED = 201825
CATEGORIES = tuple(category.value for category in Category)

#: Cards of each letter, like a shelf of English titles: few for Q and X, many for S.
LETTERS = {
    "A": 7, "B": 8, "C": 9, "D": 7, "E": 7, "F": 7, "G": 6, "H": 7, "I": 5, "J": 3, "K": 3, "L": 7, "M": 9,
    "N": 5, "O": 5, "P": 8, "Q": 2, "R": 6, "S": 10, "T": 8, "U": 4, "V": 4, "W": 7, "X": 2, "Y": 3, "Z": 3,
}  # fmt: skip

#: How many cards carry two, three and four books: 26 + 46 + 80 = 152 cards, 510 books.
CARDS_BY_SIZE = {2: 26, 3: 46, 4: 80}

#: The only card of the real deck whose books the rulebooks print.
PRINTED: dict[tuple[str, int], tuple[str, ...]] = {
    ("E", 2): ("historic_volumes", "fantastical_fictions", "spells_potions")
}


def generate(seed: int = HOUSE_SEED) -> dict[str, Any]:
    """A deck in the deck-file format (without titles), the same for the same seed.

    No card carries three books of one category, so that every card is useful to a player.
    """
    rng = random.Random(seed)
    keys = [(letter, order) for letter, of in LETTERS.items() for order in range(1, of + 1)]
    free = [key for key in keys if key not in PRINTED]
    sizes = [size for size, cards in CARDS_BY_SIZE.items() for _ in range(cards)]
    books = [category for category in CATEGORIES for _ in range(BOOKS_PER_CATEGORY)]
    for categories in PRINTED.values():
        sizes.remove(len(categories))
        for category in categories:
            books.remove(category)
    rng.shuffle(sizes)
    cards = dict(PRINTED)
    for key, hand in zip(free, _deal(books, sizes, rng), strict=True):
        cards[key] = tuple(hand)
    return {
        "letters": dict(LETTERS),
        "cards": [
            {
                "letter": letter,
                "order": order,
                "of": LETTERS[letter],
                "categories": list(cards[letter, order]),
            }
            for letter, order in keys
        ],
    }


def _deal(books: list[str], sizes: list[int], rng: random.Random) -> list[list[str]]:
    """Deal all books into hands of the given sizes, at most two of a category in each."""
    rng.shuffle(books)
    hands, start = [], 0
    for size in sizes:
        hands.append(books[start : start + size])
        start += size
    for hand in hands:
        while triple := next((c for c in hand if hand.count(c) > 2), None):
            # a random swap with a hand that stays sound; there are always many
            other = rng.choice(hands)
            give, take = hand.index(triple), rng.randrange(len(other))
            if hand.count(other[take]) < 2 and other.count(triple) < 2:
                hand[give], other[take] = other[take], hand[give]
    return hands


def titles() -> dict[tuple[str, int], list[str]]:
    """The house titles of each card (letter, order), in the order of its icons.

    They stand in ``data/house_titles.txt``, a book a line: ``E2 H  Title``.
    """
    found: dict[tuple[str, int], list[str]] = {}
    source = resources.files("scorer").joinpath("data/house_titles.txt")
    for line in source.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        card, _category, title = line.split(maxsplit=2)
        found.setdefault((card[0], int(card[1:])), []).append(title)
    return found


def house_deck() -> dict[str, Any]:
    """The deck the app ships: the house seed with its titles."""
    deck = generate(HOUSE_SEED)
    written = titles()
    for card in deck["cards"]:
        if own := written.get((card["letter"], card["order"])):
            card["titles"] = own
    return deck


def dumps(deck: dict[str, Any]) -> str:
    """The deck as JSON with a card a line, so that a change to one card is one line in a diff."""
    cards = ",\n".join("  " + json.dumps(card, ensure_ascii=False) for card in deck["cards"])
    return f'{{"letters": {json.dumps(deck["letters"])},\n "cards": [\n{cards}\n]}}\n'


if __name__ == "__main__":
    write_whole(HOUSE_DECK, dumps(house_deck()).encode("utf-8"))
