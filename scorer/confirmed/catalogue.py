"""The titles of the owner's copy, book by book, in the archive's database.

They are read on photos or typed. Of several readings of a book the surest stays, and no reading replaces what
was typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, select

from scorer.archive.rows import update_or_insert
from scorer.cards import BookCard
from scorer.confirmed.register import Register, RegisterError
from scorer.confirmed.tables import titles, transaction_at
from scorer.limits import MOST_TITLE
from scorer.names import tidy
from scorer.titles import Disorder, disorders

Key = tuple[str, int]
#: A title that is less sure than this should be looked at.
DOUBTFUL = 0.88


@dataclass(frozen=True)
class KeptTitle:
    """A book's title, how sure its reading was (0 to 1), and whether a person typed it."""

    text: str
    sure: float = 1.0
    typed: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at it."""
        return not self.typed and self.sure < DOUBTFUL


@dataclass(frozen=True)
class TitleStore:
    """The titles in the archive's database, or in a SQLite file of their own at ``path``.

    >>> store = TitleStore(getfixture("tmp_path") / "titles.db")
    >>> store.write({("E", 2): ["Eating the Evidence", ""]})
    >>> store.all()
    {('E', 2): {0: KeptTitle(text='Eating the Evidence', sure=1.0, typed=True)}}
    """

    path: Path | None = None

    def all(self) -> dict[Key, dict[int, KeptTitle]]:
        """The titles of each card by the book's place on it.

        Raises:
            RegisterError: the database cannot be used.
        """
        with transaction_at(self.path, RegisterError) as base:
            return _all(base)

    def keep(self, read: Mapping[Key, Sequence[KeptTitle]]) -> int:
        """Keeps titles as they were read, where they are new or surer; gives how many.

        Raises:
            RegisterError: the database cannot be written.
        """
        with transaction_at(self.path, RegisterError) as base:
            known = _all(base)
            better = [
                (key, place, title)
                for key, books in read.items()
                for place, title in enumerate(books)
                if title.text and _better(title, known.get(key, {}).get(place))
            ]
            _put(base, better)
        return len(better)

    def write(self, typed: Mapping[Key, Sequence[str]]) -> None:
        """Keeps the titles of cards as a person typed them; an empty text forgets a title.

        Raises:
            RegisterError: the database cannot be written; all titles are then as before.
        """
        with transaction_at(self.path, RegisterError) as base:
            for key, texts in typed.items():
                base.execute(delete(titles).where(_of(key)))
                clean = [tidy(text)[:MOST_TITLE].strip() for text in texts]
                _put(base, [(key, at, KeptTitle(text, 1.0, True)) for at, text in enumerate(clean) if text])

    def take(self, data: dict[str, Any]) -> None:
        """Takes the titles of a deck file, as typed: those of cards that have a text for each book.

        Raises:
            RegisterError: the database cannot be written.
        """
        typed = {}
        for entry in data["cards"]:
            order, books, texts = (entry.get(name) for name in ("order", "categories", "titles"))
            if (
                type(order) is int
                and isinstance(texts, list)
                and all(isinstance(text, str) for text in texts)
                and len(texts) == len(books or ())
            ):
                typed[entry["letter"], order] = texts
        self.write(typed)

    def forget(self, key: Key | None = None) -> None:
        """Forgets the titles of one card, or all.

        Raises:
            RegisterError: the database cannot be written.
        """
        gone = delete(titles)
        with transaction_at(self.path, RegisterError) as base:
            base.execute(gone if key is None else gone.where(_of(key)))


def _of(key: Key) -> ColumnElement[bool]:
    """The rows of a card."""
    return (titles.c.letter == key[0]) & (titles.c.number == key[1])


def _all(base: Connection) -> dict[Key, dict[int, KeptTitle]]:
    found: dict[Key, dict[int, KeptTitle]] = {}
    for row in base.execute(select(titles).order_by(*titles.primary_key)).mappings():
        kept = KeptTitle(row["text"], row["sure"], row["typed"])
        found.setdefault((row["letter"], row["number"]), {})[row["place"]] = kept
    return found


def _put(base: Connection, each: Iterable[tuple[Key, int, KeptTitle]]) -> None:
    for key, place, kept in each:
        values = {"text": kept.text, "sure": kept.sure, "typed": kept.typed}
        new = {"letter": key[0], "number": key[1], "place": place, **values}
        update_or_insert(base, titles, _of(key) & (titles.c.place == place), values, new)


def _better(read: KeptTitle, known: KeptTitle | None) -> bool:
    return known is None or (not known.typed and read.sure > known.sure)


@dataclass(frozen=True)
class Catalogue:
    """The confirmed cards of the owner's copy and the titles of their books."""

    cards: tuple[BookCard, ...]
    titles: Mapping[Key, Mapping[int, KeptTitle]]

    @classmethod
    def load(cls) -> Catalogue:
        """The catalogue of the archive.

        Raises:
            RegisterError: the database cannot be used.
        """
        return cls(Register.load().cards, TitleStore().all())

    def books(self, card: BookCard) -> list[KeptTitle]:
        """A title a book of the card, from the left; without text where none is known."""
        known = self.titles.get(card.key, {})
        return [known.get(place, KeptTitle("", 0.0)) for place in range(len(card.categories))]

    def whole(self) -> dict[Key, tuple[str, ...]]:
        """The titles of the cards of which every book has one, as `scorer.cards.Deck` takes them."""
        titles = {card.key: tuple(book.text for book in self.books(card)) for card in self.cards}
        return {key: texts for key, texts in titles.items() if all(texts)}

    def deck_file(self, data: dict[str, Any]) -> dict[str, Any]:
        """The deck file ``data`` with titles, without titles that break the order of a deck (RULES 1)."""
        wrong = {key for each in self.disorders() for key in (each.card, each.other)}
        titles = {key: texts for key, texts in self.whole().items() if key not in wrong}
        cards = [
            entry
            | ({"titles": list(titles[key])} if (key := (entry["letter"], entry["order"])) in titles else {})
            for entry in data["cards"]
        ]
        return data | {"cards": cards}

    def disorders(self) -> list[Disorder]:
        """Cards whose titles are not in alphabetical order: a title was misread, or a number."""
        known = {card.key: [book.text for book in self.books(card) if book.text] for card in self.cards}
        return list(disorders(known))
