"""Categories, book cards and decks (RULES 1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from scorer.errors import RefusedInput, phrase, several
from scorer.files import limited, read_json, shown
from scorer.limits import DECK
from scorer.titles import begins, disorders

#: RULES 1: numbers that all printings of the deck share.
CARDS_IN_DECK = 152
BOOKS_PER_CATEGORY = 85
BOOKS_ON_A_CARD = range(2, 5)
#: The most cards of one letter that a known deck has; what people confirm and photos show keeps to it.
MOST_OF_A_LETTER = 14
#: No printing has this many cards of one letter; the bound keeps nonsense out of files.
HIGHEST_ORDER = 99

HOUSE_DECK = Path(__file__).parent / "data" / "house_deck.json"
#: The house deck until the printed deck's letters were known; games that were played with it are replayed.
FIRST_HOUSE_DECK = HOUSE_DECK.with_name("first_house_deck.json")


class Category(StrEnum):
    """The six kinds of books, in the order of the official form."""

    CORRUPTED_CODICES = "corrupted_codices"
    FANTASTICAL_FICTIONS = "fantastical_fictions"
    HISTORIC_VOLUMES = "historic_volumes"
    MONSTER_MANUALS = "monster_manuals"
    REFERENCE_TEXTS = "reference_texts"
    SPELLS_POTIONS = "spells_potions"

    @property
    def code(self) -> str:
        """The letter that stands for the category in the shelf notation.

        >>> Category.SPELLS_POTIONS.code
        'S'
        """
        return self.value[0].upper()

    @classmethod
    def from_code(cls, code: str) -> Category:
        """The category of a notation letter.

        >>> Category.from_code("H")
        <Category.HISTORIC_VOLUMES: 'historic_volumes'>

        Raises:
            KeyError: ``code`` is not C, F, H, M, R or S.
        """
        return _BY_CODE[code]


#: The categories in the order in which tables and networks count them.
CATEGORIES = tuple(Category)
_BY_CODE = {category.code: category for category in CATEGORIES}
CATEGORY_CODES = "".join(_BY_CODE)


@dataclass(frozen=True, slots=True)
class BookCard:
    """A book card: its letter, its number within the letter, and a category for each book on it.

    ``of`` is how many cards share the letter; the notation does not write it, so equality ignores it.

    >>> BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS))
    BookCard('E2:HS')
    >>> BookCard("M", 3) < BookCard("M", 8) < BookCard("N", 1)
    True
    """

    letter: str
    order: int
    of: int | None = field(default=None, compare=False)
    categories: tuple[Category, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """The card's place in the alphabet, and its identity: no two cards of a deck share it (A1)."""
        return self.letter, self.order

    def __lt__(self, other: BookCard) -> bool:
        return self.key < other.key  # A1: the letter first, then the order number

    def __str__(self) -> str:
        books = "".join(category.code for category in self.categories)
        return f"{self.letter}{self.order}:{books}" if books else f"{self.letter}{self.order}"

    def __repr__(self) -> str:
        return f"BookCard({str(self)!r})"


class DeckError(RefusedInput):
    """A deck file that is not a deck; ``problems`` holds a sentence for each violation."""

    def __init__(self, message: str, problems: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.problems = list(problems)


class Deck:
    """A full deck of 152 book cards, checked against RULES 1.

    >>> deck = Deck.house()
    >>> len(deck.cards), deck.letters["E"]
    (152, 7)
    """

    def __init__(
        self, cards: Iterable[BookCard], titles: Mapping[tuple[str, int], tuple[str, ...]] | None = None
    ):
        """Takes cards on trust; `from_dict` and `load` check them first."""
        self.cards: tuple[BookCard, ...] = tuple(sorted(cards))
        self.letters: dict[str, int] = dict(Counter(card.letter for card in self.cards))
        self._by_key = {card.key: card for card in self.cards}
        self._titles = dict(titles or {})

    @classmethod
    def load(cls, path: str | Path) -> Deck:
        """Reads a deck file.

        Raises:
            DeckError: the file cannot be read or breaks RULES 1; its ``problems`` name every violation.
        """
        data = read_json(Path(path), DECK, DeckError)
        return cls.from_dict(data, phrase("the deck file {path}", path=path))

    @classmethod
    def from_dict(cls, data: Any, where: str = phrase("the deck")) -> Deck:
        """The deck that a parsed deck file describes.

        Raises:
            DeckError: as `load`.
        """
        limited(data, where, DeckError)
        problems = cls.problems(data)
        if problems:
            raise DeckError(
                phrase(
                    "{where:capital} breaks the rules of a deck: {problems}.",
                    where=where,
                    problems=several(problems),
                ),
                problems,
            )
        cards = [_card(entry) for entry in data["cards"]]
        titles = {
            card.key: tuple(entry.get("titles", ())) for card, entry in zip(cards, data["cards"], strict=True)
        }
        return cls(cards, titles)

    @classmethod
    def house(cls) -> Deck:
        """The deck that comes with Shelfmark."""
        return _shipped(HOUSE_DECK)

    @classmethod
    def first_house(cls) -> Deck:
        """The house deck of games that were saved before it had the printed deck's counts.

        >>> Deck.first_house().letters["B"], Deck.house().letters["B"]
        (8, 10)
        """
        return _shipped(FIRST_HOUSE_DECK)

    def get(self, letter: str, order: int) -> BookCard | None:
        """The card of that letter and number; None if the deck has no such card."""
        return self._by_key.get((letter, order))

    def titles(self, card: BookCard) -> tuple[str, ...]:
        """A title for each book of the card, in the order of its categories; empty without titles."""
        return self._titles.get(card.key, ())

    def __iter__(self) -> Iterator[BookCard]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def to_dict(self) -> dict[str, Any]:
        """The deck as its file holds it; `from_dict` reads it back."""
        cards = []
        for card in self.cards:
            entry: dict[str, Any] = {
                "letter": card.letter,
                "order": card.order,
                "of": self.letters[card.letter],
                "categories": [category.value for category in card.categories],
            }
            if self.titles(card):
                entry["titles"] = list(self.titles(card))
            cards.append(entry)
        return {"letters": dict(self.letters), "cards": cards}

    @staticmethod
    def problems(data: Any) -> list[str]:
        """Every way in which a parsed deck file breaks RULES 1, a phrase each; empty when it is a deck."""
        if not isinstance(data, dict) or not isinstance(data.get("cards"), list):
            return [phrase('it must be an object with a list "cards"')]
        if len(data["cards"]) > 2 * CARDS_IN_DECK:  # what each of them is matters no more
            return [_too_many_or_few(data["cards"])]
        shaped = [
            problem for i, entry in enumerate(data["cards"], 1) for problem in _shape_problems(entry, i)
        ]
        if shaped:
            return shaped
        entries = data["cards"]
        return [
            *_letter_problems(entries, data.get("letters")),
            *_count_problems(entries),
            *_title_problems(entries),
        ]


@cache
def _shipped(file: Path) -> Deck:
    return Deck.load(file)


def _card(entry: dict[str, Any]) -> BookCard:
    return BookCard(entry["letter"], entry["order"], entry["of"], tuple(map(Category, entry["categories"])))


def _shape_problems(entry: Any, number: int) -> Iterator[str]:
    """The problem that keeps an entry of "cards" from being a card."""
    if not isinstance(entry, dict):
        yield phrase("card {number} is not an object", number=number)
        return
    letter, order, of = entry.get("letter"), entry.get("order"), entry.get("of")
    categories, titles = entry.get("categories"), entry.get("titles", [])
    if not (isinstance(letter, str) and re.fullmatch("[A-Z]", letter)):
        yield phrase('card {number} needs a "letter" from A to Z', number=number)
    for name, value in (("order", order), ("of", of)):
        if type(value) is not int or not 1 <= value <= HIGHEST_ORDER:
            yield phrase(
                'card {number} needs a number from 1 to {most} as "{name}"',
                number=number,
                most=HIGHEST_ORDER,
                name=name,
            )
    if not isinstance(categories, list) or not set(map(str, categories)) <= set(Category):
        yield phrase(
            'card {number} needs "categories" from the list {categories}',
            number=number,
            categories=", ".join(Category),
        )
    if not isinstance(titles, list) or not all(isinstance(title, str) and title for title in titles):
        yield phrase('the "titles" of card {number} must be a list of texts', number=number)


def _letter_problems(entries: list[dict[str, Any]], letters: Any) -> Iterator[str]:
    """Orders run from 1 to ``of`` without holes or repeats, the same ``of`` on every card of a letter."""
    by_letter: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        by_letter.setdefault(entry["letter"], []).append(entry)
    for letter, cards in sorted(by_letter.items()):
        counts = Counter(entry["order"] for entry in cards)
        stated = sorted({entry["of"] for entry in cards})
        if len(stated) > 1:
            yield phrase(
                'the cards of {letter} disagree on "of" ({stated})',
                letter=letter,
                stated=", ".join(map(str, stated)),
            )
        last = max(stated)
        yield from (
            phrase("{letter}{order} is missing", letter=letter, order=order)
            for order in range(1, last + 1)
            if order not in counts
        )
        yield from (
            phrase("{letter}{order} is there {n} times", letter=letter, order=order, n=n)
            for order, n in sorted(counts.items())
            if n > 1
        )
        yield from (
            phrase(
                "{letter}{order} is beyond the {last} cards of {letter}",
                letter=letter,
                order=order,
                last=last,
            )
            for order in sorted(counts)
            if order > last
        )
    if letters is None:
        return
    if not isinstance(letters, dict):
        yield phrase('"letters" must give the number of cards of each letter')
        return
    for letter in sorted({*map(str, letters), *by_letter}):
        there = len(by_letter.get(letter, []))
        if letters.get(letter, 0) != there:
            yield phrase(
                '"letters" says {listed} cards of {letter}, there are {there}',
                listed=shown(letters.get(letter, 0)),
                letter=letter,
                there=there,
            )


def _too_many_or_few(entries: list[Any]) -> str:
    return phrase("it has {cards} cards, a deck has {most}", cards=len(entries), most=CARDS_IN_DECK)


def _count_problems(entries: list[dict[str, Any]]) -> Iterator[str]:
    if len(entries) != CARDS_IN_DECK:
        yield _too_many_or_few(entries)
    for entry in entries:
        if len(entry["categories"]) not in BOOKS_ON_A_CARD:
            name, books = f"{entry['letter']}{entry['order']}", len(entry["categories"])
            yield phrase("{name} has {books} books, a card has 2, 3 or 4", name=name, books=books)
    totals = Counter(category for entry in entries for category in entry["categories"])
    if totals.total() != BOOKS_PER_CATEGORY * len(Category):
        yield phrase(
            "it has {books} books, a deck has {most}",
            books=totals.total(),
            most=BOOKS_PER_CATEGORY * len(Category),
        )
    for category in Category:
        if totals[category] != BOOKS_PER_CATEGORY:
            yield phrase(
                "it has {books} books of {category}, a deck has {most}",
                books=totals[category],
                category=category,
                most=BOOKS_PER_CATEGORY,
            )


def _title_problems(entries: list[dict[str, Any]]) -> Iterator[str]:
    """RULES 1: a title for each book, beginning with the card's letter, alphabetical over the numbers."""
    titled = sorted((e for e in entries if e.get("titles")), key=lambda e: (e["letter"], e["order"]))
    for entry in titled:
        name = f"{entry['letter']}{entry['order']}"
        if len(entry["titles"]) != len(entry["categories"]):
            yield phrase(
                "{name} has {titles} titles for {books} books",
                name=name,
                titles=len(entry["titles"]),
                books=len(entry["categories"]),
            )
        yield from (
            phrase(
                'the title "{title}" of {name} does not begin with {letter}',
                title=title,
                name=name,
                letter=entry["letter"],
            )
            for title in entry["titles"]
            if not begins(title, entry["letter"])
        )
    books = {(entry["letter"], entry["order"]): entry["titles"] for entry in titled}
    for each in disorders(books):
        yield phrase(
            '"{last}" of {letter}{order} does not come before "{first}" of {after_letter}{after_order}',
            last=each.last,
            letter=each.card[0],
            order=each.card[1],
            first=each.first,
            after_letter=each.other[0],
            after_order=each.other[1],
        )
