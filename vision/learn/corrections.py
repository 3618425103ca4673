"""The correction store: strips of confirmed or mended cards, and small photos with their cards' places.

It stays on this machine, in one SQLite file in the user's data folder. The oldest strips and photos make room
for new strips and photos, and everything can be forgotten.
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
from vision.arrays import Picture

#: The file's name in the data folder.
FILE = "corrections.sqlite"
#: The fields that a reading can have wrong, in the order in which people check them.
FIELDS = ("letter", "order", "of", "categories")

_TABLES = """
CREATE TABLE IF NOT EXISTS corrections (
    photo TEXT NOT NULL, place INTEGER NOT NULL, moment TEXT NOT NULL, letter TEXT NOT NULL,
    number INTEGER NOT NULL, of INTEGER, books TEXT NOT NULL, read TEXT NOT NULL, strip BLOB NOT NULL,
    PRIMARY KEY (photo, place));
CREATE TABLE IF NOT EXISTS photos (
    photo TEXT PRIMARY KEY, moment TEXT NOT NULL, kinds TEXT NOT NULL, corners TEXT NOT NULL,
    picture BLOB NOT NULL)
"""


class CorrectionError(RefusedInput):
    """A correction store that cannot be opened or written."""


@dataclass(frozen=True)
class Correction:
    """A card as it looked in a photo, what it is, and how it was read.

    ``photo`` names the photo and ``place`` the card in it; the same card of the same photo is kept once.
    ``strip``: as `vision.strips.rectify.strips` cuts it, uint8 [152, 344, 3]. ``read``: field to the value
    read.
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
class ConfirmedPhoto:
    """A photo, as small as the detector first sees it, and all its cards as people confirmed them.

    ``photo`` names it, as in a `Correction`. ``picture``: uint8 BGR [h, w, 3]. ``kinds`` int64 [n] and
    ``corners`` float32 [n, 4, 2], in pixels of ``picture``: see `vision.detect.detections.Detections`.
    """

    photo: str
    picture: Picture
    kinds: NDArray[np.int64]
    corners: NDArray[np.float32]
    when: datetime


@dataclass(frozen=True)
class CorrectionStore:
    """The corrections in the file ``path``, which need not exist yet.

    >>> len(CorrectionStore(Path("new.sqlite")))
    0
    """

    path: Path
    #: How many cards are kept.
    most: int = 2000
    #: How many photos are kept.
    most_photos: int = 60
    #: Of the strips' and photos' JPEGs, 0 to 100.
    quality: int = 95

    def record(self, *corrections: Correction) -> None:
        """Keeps corrections; of all, the newest `most` stay.

        Raises:
            CorrectionError: the file cannot be written.
            ValueError: a strip is not a picture of uint8 [h, w, 3].
        """
        rows = [_row(each, self.quality) for each in corrections]
        with self._open() as base:
            # the first reading of a card stays
            base.executemany(
                "INSERT INTO corrections VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "moment = excluded.moment, letter = excluded.letter, number = excluded.number, "
                "of = excluded.of, books = excluded.books",
                rows,
            )
            _keep_newest(base, "corrections", self.most)

    def record_photos(self, *photos: ConfirmedPhoto) -> None:
        """Keeps photos; of all, the newest `most_photos` stay. A photo that is already kept is replaced.

        Raises:
            CorrectionError: the file cannot be written.
            ValueError: a picture is not uint8 [h, w, 3], or kinds and corners do not fit together.
        """
        rows = [_photo_row(each, self.quality) for each in photos]
        with self._open() as base:
            base.executemany("INSERT OR REPLACE INTO photos VALUES (?, ?, ?, ?, ?)", rows)
            _keep_newest(base, "photos", self.most_photos)

    def photos(self) -> list[ConfirmedPhoto]:
        """Every photo, oldest first. Raises CorrectionError where the file is not a correction store."""
        return [_photo(row) for row in self._rows("photos")]

    def photo_count(self) -> int:
        """How many photos are kept."""
        return self._count("photos")

    def all(self) -> list[Correction]:
        """Every correction, oldest first. Raises CorrectionError where the file is not a correction store."""
        return [_correction(row) for row in self._rows("corrections")]

    def __len__(self) -> int:
        return self._count("corrections")

    def forget(self, photo: str | None = None, place: int | None = None) -> None:
        """Forgets one card and its photo, all cards of a photo, or everything.

        No trace stays in the file.
        """
        if photo is None:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            with self._open() as base:
                base.execute(
                    "DELETE FROM corrections WHERE photo = ? AND (? IS NULL OR place = ?)",
                    (photo, place, place),
                )
                base.execute("DELETE FROM photos WHERE photo = ?", (photo,))

    def _rows(self, table: str) -> list[tuple[Any, ...]]:
        """Every row of a table, oldest first; reading makes no file."""
        if not self.path.exists():
            return []
        with self._open() as base:
            return base.execute(f"SELECT * FROM {table} ORDER BY moment, rowid").fetchall()

    def _count(self, table: str) -> int:
        if not self.path.exists():
            return 0
        with self._open() as base:
            return int(base.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=20)) as base, base:
                base.execute("PRAGMA secure_delete = ON")  # deleted rows are overwritten
                base.executescript(_TABLES)
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


def _keep_newest(base: sqlite3.Connection, table: str, most: int) -> None:
    base.execute(
        f"DELETE FROM {table} WHERE rowid NOT IN "
        f"(SELECT rowid FROM {table} ORDER BY moment DESC, rowid DESC LIMIT ?)",
        (most,),
    )


def _row(each: Correction, quality: int) -> tuple[Any, ...]:
    card = each.card
    books = "".join(category.code for category in card.categories)
    read = json.dumps(dict(each.read))
    when, jpeg = _moment(each.when), _jpeg(each.strip, quality, "a strip")
    return (each.photo, each.place, when, card.letter, card.order, card.of, books, read, jpeg)


def _correction(row: tuple[Any, ...]) -> Correction:
    photo, place, when, letter, order, of, books, read, jpeg = row
    card = BookCard(letter, order, of, tuple(Category.from_code(code) for code in books))
    return Correction(photo, place, card, _picture(jpeg), json.loads(read), datetime.fromisoformat(when))


def _photo_row(each: ConfirmedPhoto, quality: int) -> tuple[Any, ...]:
    kinds, corners = np.asarray(each.kinds), np.asarray(each.corners, np.float64)
    if kinds.ndim != 1 or corners.shape != (len(kinds), 4, 2):
        raise ValueError(f"{list(kinds.shape)} kinds do not fit {list(corners.shape)} corners")
    jpeg = _jpeg(each.picture, quality, "a photo")
    told = json.dumps(kinds.tolist()), json.dumps(corners.round(2).tolist())
    return (each.photo, _moment(each.when), *told, jpeg)


def _photo(row: tuple[Any, ...]) -> ConfirmedPhoto:
    photo, when, kinds, corners, jpeg = row
    quads = np.array(json.loads(corners), np.float32).reshape(-1, 4, 2)
    known = np.array(json.loads(kinds), np.int64)
    return ConfirmedPhoto(photo, _picture(jpeg), known, quads, datetime.fromisoformat(when))


def _moment(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def _jpeg(picture: Picture, quality: int, what: str) -> bytes:
    picture = np.asarray(picture)
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        raise ValueError(f"{what} is uint8 [h, w, 3], not {picture.dtype} {list(picture.shape)}")
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def _picture(jpeg: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
