"""The correction store: strips of confirmed or mended cards.

It lies in the archive's database. The oldest strips make room for new strips. Everything can be forgotten.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select

from scorer.archive.rows import update_or_insert
from scorer.cards import BookCard, Category
from scorer.confirmed.tables import corrections, leave_no_trace, transaction_at
from scorer.errors import RefusedInput, phrase
from scorer.folders import user_folder

#: The file in the data folder that held all of this before; it is taken over once.
FILE = "corrections.sqlite"


class CorrectionError(RefusedInput):
    """A correction store that cannot be opened or written."""


@dataclass(frozen=True)
class Correction:
    """A card as it looked in a photo, what it is, and how it was read.

    ``photo`` names the photo and ``place`` the card in it; the same card of the same photo is kept once.
    ``strip``: a JPEG, see `vision.strips.rectify`. ``read``: field to the value read.
    """

    photo: str
    place: int
    card: BookCard
    strip: bytes
    read: Mapping[str, Any]
    when: datetime

    @property
    def mended(self) -> tuple[str, ...]:
        """The fields that had been read wrongly."""
        true = {
            "letter": self.card.letter,
            "order": self.card.order,
            "of": self.card.of,
            "categories": sorted(self.card.categories),
        }
        seen = {**self.read, "categories": sorted(self.read.get("categories", ()))}
        return tuple(name for name in true if name in self.read and true[name] and seen[name] != true[name])


@dataclass(frozen=True)
class CorrectionStore:
    """The corrections in the archive's database, or in a SQLite file of their own at ``path``.

    Any number of programs may write at once.

    >>> store = CorrectionStore(getfixture("tmp_path") / "corrections.db")
    >>> card = BookCard("E", 2, 7, (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS))
    >>> store.record(Correction("a photo", 0, card, b"JPEG", {"letter": "F"}, datetime.now().astimezone()))
    >>> [(each.card, each.mended) for each in store.all()]
    [(BookCard('E2:HS'), ('letter',))]
    >>> store.forget()
    >>> len(store)
    0
    """

    path: Path | None = None
    #: How many cards are kept.
    most: int = 2000

    def record(self, *confirmed: Correction) -> None:
        """Keeps corrections; of all, the newest `most` stay.

        Raises:
            CorrectionError: the database cannot be written.
        """
        rows = [_row(each) for each in confirmed]
        with self._open() as base:
            _keep(base, rows)
            _keep_newest(base, self.most)

    def all(self) -> list[Correction]:
        """Every correction, oldest first. Raises CorrectionError: the database cannot be used."""
        order = (corrections.c.moment, *corrections.primary_key)
        with self._open() as base:
            return [_correction(row) for row in base.execute(select(corrections).order_by(*order))]

    def __len__(self) -> int:
        with self._open() as base:
            return base.scalar(select(func.count()).select_from(corrections)) or 0

    def forget(self, photo: str | None = None, place: int | None = None) -> None:
        """Forgets one card, all cards of a photo, or everything.

        No trace stays in the file of a SQLite database.

        Raises:
            CorrectionError: the database cannot be written.
        """
        if photo is None and self.path is None:
            (user_folder() / FILE).unlink(missing_ok=True)
        with self._open() as base:
            statement = delete(corrections)
            if photo is not None:
                statement = statement.where(corrections.c.photo == photo)
            if place is not None:
                statement = statement.where(corrections.c.place == place)
            base.execute(statement)
        leave_no_trace(self.path)

    def _open(self) -> AbstractContextManager[Connection]:
        if self.path is None:
            take_over(user_folder() / FILE)
        return transaction_at(self.path, CorrectionError)


def take_over(old: Path, path: Path | None = None) -> None:
    """Takes over a file of before, once, and deletes it; what is here already stays.

    Raises:
        CorrectionError: it is not a correction store, or the database cannot be written.
    """
    if not old.is_file():
        return
    rows: list[dict[str, Any]] = []
    try:
        with closing(sqlite3.connect(old, timeout=20)) as base:
            there = {name for (name,) in base.execute("SELECT name FROM sqlite_master")}
            if "corrections" in there:
                found = base.execute("SELECT * FROM corrections ORDER BY moment, rowid")
                names = [column[0] for column in found.description]
                rows = [dict(zip(names, row, strict=True)) for row in found]
        rows = [row | {"moment": datetime.fromisoformat(row["moment"])} for row in rows]
    except (sqlite3.Error, ValueError) as error:
        raise CorrectionError(
            phrase(
                "{path} cannot be used as the store of corrections ({error}): free some room, or delete "
                "it and correct anew.",
                path=old,
                error=error,
            )
        ) from error
    with transaction_at(path, CorrectionError) as base:
        _keep(base, rows, newer=False)
    old.unlink(missing_ok=True)


def _keep(base: Connection, rows: Iterable[dict[str, Any]], newer: bool = True) -> None:
    """Writes strips. The first reading of a card stays; what the card is counts anew if it is ``newer``."""
    fields = ("moment", "letter", "number", "of", "books")
    for row in rows:
        here = (corrections.c.photo == row["photo"]) & (corrections.c.place == row["place"])
        values = {name: row[name] for name in fields} if newer else {"photo": row["photo"]}
        update_or_insert(base, corrections, here, values, row)


def _keep_newest(base: Connection, most: int) -> None:
    key = corrections.c.photo, corrections.c.place
    order = [column.desc() for column in (corrections.c.moment, *key)]
    for photo, place in base.execute(select(*key).order_by(*order).offset(most)).all():
        base.execute(delete(corrections).where(key[0] == photo, key[1] == place))


def _row(each: Correction) -> dict[str, Any]:
    card = each.card
    return {
        "photo": each.photo,
        "place": each.place,
        "moment": each.when,
        "letter": card.letter,
        "number": card.order,
        "of": card.of,
        "books": "".join(category.code for category in card.categories),
        "read": json.dumps(dict(each.read)),
        "strip": each.strip,
    }


def _correction(row: Row[Any]) -> Correction:
    photo, place, when, letter, order, of, books, read, jpeg = tuple(row)
    card = BookCard(letter, order, of, tuple(Category.from_code(code) for code in books))
    return Correction(photo, place, card, jpeg, json.loads(read), when)
