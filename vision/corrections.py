"""The correction store: strips of cards that somebody confirmed or mended, with what they are.

It stays on this machine, in one SQLite file in the user's data folder; the oldest strips make room for new
ones, and everything can be forgotten.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard, Category
from scorer.errors import RefusedInput, phrase

Picture = NDArray[np.uint8]

#: The file's name in the data folder.
FILE = "corrections.sqlite"
#: So many cards are kept, about 12 kB each.
MOST = 2000
QUALITY = 95  #: of the strips' JPEGs
#: What a reading can have wrong about a card, in the order in which people check it.
FIELDS = ("letter", "order", "of", "categories")

_TABLE = """
CREATE TABLE IF NOT EXISTS corrections (
    photo TEXT NOT NULL, place INTEGER NOT NULL, moment TEXT NOT NULL, letter TEXT NOT NULL,
    number INTEGER NOT NULL, of INTEGER, books TEXT NOT NULL, read TEXT NOT NULL, strip BLOB NOT NULL,
    PRIMARY KEY (photo, place))
"""


class CorrectionError(RefusedInput):
    """A correction store that cannot be opened or written."""


@dataclass(frozen=True)
class Correction:
    """A card as it looked in a photo, what it is, and what was read.

    ``photo`` names the photo and ``place`` the card in it; the same card of the same photo is kept once.
    ``strip``: as `vision.rectify.strips` cuts it, uint8 [112, 260, 3]. ``read``: field to the value read.
    """

    photo: str
    place: int
    card: BookCard
    strip: Picture
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
        return tuple(name for name in FIELDS if name in self.read and true[name] and seen[name] != true[name])


@dataclass(frozen=True)
class CorrectionStore:
    """The corrections in the file ``path``, which need not exist yet; ``most``: how many it keeps."""

    path: Path
    most: int = MOST

    def record(self, *corrections: Correction) -> None:
        """Keeps corrections, the newest `most` of all.

        Raises:
            CorrectionError: the file cannot be written.
            ValueError: a strip is no picture of uint8 [h, w, 3].
        """
        rows = [_row(each) for each in corrections]
        with self._open() as base:
            # what was read stays as it was when the card was first corrected
            base.executemany(
                "INSERT INTO corrections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "moment = excluded.moment, letter = excluded.letter, number = excluded.number, "
                "of = excluded.of, books = excluded.books",
                rows,
            )
            base.execute(
                "DELETE FROM corrections WHERE rowid NOT IN "
                "(SELECT rowid FROM corrections ORDER BY moment DESC, rowid DESC LIMIT ?)",
                (self.most,),
            )

    def all(self) -> list[Correction]:
        """Every correction, oldest first. Raises CorrectionError where the file is none of ours."""
        if not self.path.exists():
            return []
        with self._open() as base:
            rows = base.execute("SELECT * FROM corrections ORDER BY moment, rowid").fetchall()
        return [_correction(row) for row in rows]

    def __len__(self) -> int:
        if not self.path.exists():
            return 0
        with self._open() as base:
            return int(base.execute("SELECT count(*) FROM corrections").fetchone()[0])

    def forget(self, photo: str | None = None, place: int | None = None) -> None:
        """Forgets one card of a photo, a whole photo, or everything; nothing of it stays in the file."""
        if photo is None:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            with self._open() as base:
                base.execute("PRAGMA secure_delete = ON")
                base.execute(
                    "DELETE FROM corrections WHERE photo = ? AND (? IS NULL OR place = ?)",
                    (photo, place, place),
                )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=20)) as base, base:
                base.execute(_TABLE)
                yield base
        except (sqlite3.Error, OSError) as error:
            raise CorrectionError(
                phrase(
                    "{path} cannot be used as the store of corrections ({error}): free some room, or delete "
                    "it and correct anew.",
                    path=self.path,
                    error=error,
                )
            ) from error


def _row(each: Correction) -> tuple[Any, ...]:
    strip = np.asarray(each.strip)
    if strip.dtype != np.uint8 or strip.ndim != 3 or strip.shape[2] != 3:
        raise ValueError(f"a strip is uint8 [h, w, 3], not {strip.dtype} {list(strip.shape)}")
    jpeg = cv2.imencode(".jpg", strip, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    card = each.card
    books = "".join(category.code for category in card.categories)
    read = json.dumps(dict(each.read))
    when = each.when.astimezone(UTC).isoformat(timespec="microseconds")
    return (each.photo, each.place, when, card.letter, card.order, card.of, books, read, jpeg)


def _correction(row: tuple[Any, ...]) -> Correction:
    photo, place, when, letter, order, of, books, read, jpeg = row
    strip = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    card = BookCard(letter, order, of, tuple(Category.from_code(code) for code in books))
    return Correction(photo, place, card, strip, json.loads(read), datetime.fromisoformat(when))
