"""A reader and a legend that need no models, for the tests of the app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Category
from scorer.errors import phrase
from vision.common.deadline import Deadline
from vision.photo.errors import PhotoError, SlipError
from vision.photo.load import load_photo
from vision.reading import CardReading, HoleReading, PhotoReading, ShelfReading


def card_reading(row: int, column: int, text: str, review: tuple[str, ...] = ()) -> CardReading:
    """A card as it is read: "E2:HS", or "" for a card face down."""
    name, _, books = text.partition(":")
    return CardReading(
        row=row,
        column=column,
        face_up=bool(name),
        letter=name[:1] or None,
        order=int(name[1:]) if name else None,
        of=9 if name else None,
        categories=[Category.from_code(code) for code in books],
        review=list(review),
        corners=[(40 * column + x, 60 * row + y) for x, y in ((2, 2), (38, 2), (38, 58), (2, 58))],
    )


#: The shade of a photo in which two pieces lie that may be one shelf.
LOOSE = 200
#: The shade of a photo in which the second shelf has a hole where a card may lie.
HOLED = 230


def two_shelves() -> list[ShelfReading]:
    first = [card_reading(0, 0, "A1:RR"), card_reading(0, 1, "A2:FH"), card_reading(1, 0, "B1:MS")]
    first.append(card_reading(1, 1, "B2:SSS", ("order",)))
    first[-1].second = {"order": 7}
    second = [
        card_reading(0, 4, "C1:FHM"),
        card_reading(0, 5, "C2:R"),
        card_reading(1, 4, "D1:S", ("letter",)),
    ]
    return [ShelfReading.of_cards(first), ShelfReading.of_cards(second)]


class StandInLegend:
    """Stands in for vision.Legend: any photo is one."""

    pictures = tuple(np.full((32, 32, 3), 40 * n, np.uint8) for n in range(6))

    @classmethod
    def from_photo(cls, source: Path) -> StandInLegend:
        load_photo(source)
        return cls()

    @classmethod
    def load(cls, path: Path) -> StandInLegend:
        if path.read_text() != "legend":
            raise PhotoError("no legend")
        return cls()

    def save(self, path: Path) -> None:
        path.write_text("legend")


@dataclass(frozen=True)
class StandInSeen:
    """What the stand-in reader saw in a photo: how light it is, where its cards lie, and what it was told."""

    shade: float
    corners: NDArray[np.float64]
    shelves: range | None = None
    slip: SlipError | None = None

    @property
    def seen(self) -> StandInSeen:
        """The same: the stand-in takes no steps."""
        return self


class StandInReader:
    """Stands in for vision.PhotoReader: two shelves in any photo but a dark one.

    In a photo of the shade `LOOSE` they may be one shelf, and are where the reader is told so. Photos about
    as light show the same table.
    """

    def __init__(
        self,
        legend: Any = None,
        deck: Any = None,
        register: Any = None,
        adaptation: Any = None,
        detector: Any = None,
    ) -> None:
        self.legend = legend

    def look(
        self,
        source: Any,
        kind: str = "shelf",
        progress: Callable[[str], None] | None = None,
        deadline: Deadline | None = None,
        shelves: range | None = None,
    ) -> StandInSeen:
        if progress:
            progress("propose")
        shade = float(load_photo(source).mean())
        if shade < 10:
            raise PhotoError(
                phrase(
                    "No cards were found in {which}: take it from above, closer, "
                    "with the whole {kind} in view.",
                    which=phrase("the photo"),
                    kind=phrase(kind),
                )
            )
        reading = self.read_table([StandInSeen(shade, np.zeros(0), shelves)], kind)
        cards = [*(card for shelf in reading.shelves for card in shelf.cards), *reading.pile]
        return StandInSeen(shade, np.array([card.corners for card in cards], np.float64), shelves)

    def read_table(
        self, sources: Sequence[StandInSeen], kind: str = "shelf", deadline: Deadline | None = None
    ) -> PhotoReading:
        reading = PhotoReading()
        same: dict[int, list[int]] = {}
        for number, seen in enumerate(sources):
            alike = (n for n in same if abs(sources[n].shade - seen.shade) < 5)
            same.setdefault(next(alike, number), []).append(number)
        for first, *others in same.values():
            pile = [card_reading(0, 0, "E1:HH"), card_reading(1, 0, "F1:MR")] if kind == "pile" else []
            shelves = [] if kind == "pile" else two_shelves()
            if shelves and abs(sources[first].shade - LOOSE) < 5:
                told = sources[first].shelves
                together = ShelfReading.of_cards([card for shelf in shelves for card in shelf.cards])
                if told == range(1, 2):
                    shelves = [together]
                elif told != range(2, 3):
                    shelves = [ShelfReading.of_cards(shelf.cards, {"parted"}) for shelf in shelves]
            for card in [*pile, *(card for shelf in shelves for card in shelf.cards)]:
                card.photo, card.elsewhere = first, dict.fromkeys(others, card.corners)
                card.categories = card.categories if self.legend else []
            if shelves and abs(sources[first].shade - HOLED) < 5:
                corners = ((202, 62), (238, 62), (238, 118), (202, 118))
                hole = HoleReading(row=1, column=5, photo=first, corners=corners)
                shelves[1] = ShelfReading.of_cards(shelves[1].cards, (), [hole])
            reading.pile += pile
            reading.shelves += shelves
        return reading
