"""PhotoReader: from a photo to a reading, every step in order."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Deck
from vision import rectify
from vision.decode import Calibration, Decoded, Evidence, decode, most_cards, review_fields
from vision.detect import CATEGORY, FACE_DOWN, Detections, Detector
from vision.faces import face_confidence, face_evidence
from vision.icons import IconEvidence, Legend, read_icons
from vision.lattice import DOUBTFUL, place_cards
from vision.models import FOLDER
from vision.networks import scales
from vision.photo import PhotoError, load_photo
from vision.pile import columns_of_pile
from vision.read import BannerEvidence, read_banners
from vision.reading import CardReading, PhotoReading, ShelfReading
from vision.whole import most_likely, whole_cards

Picture = NDArray[np.uint8]
Kind = Literal["shelf", "pile"]


@dataclass
class Stopwatch:
    """Seconds by step; a step may run several times."""

    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - began, 4)


@dataclass(frozen=True)
class Table:
    """The cards of a photo with their places, as parallel arrays over ``n`` cards."""

    found: Detections
    shelf: NDArray[np.int64]
    row: NDArray[np.int64]
    column: NDArray[np.int64]
    sure: NDArray[np.float64]


class PhotoReader:
    """Reads photos of shelves and discard piles; make one and use it for many photos.

    Args:
        legend: the category icons of this printing; without one (and without a deck) categories stay empty.
        deck: the cards of this printing; with one, letter, number and icons are read together.
        calibration: how sure is sure enough (default: the fitted one that comes with the models).
    """

    def __init__(
        self, legend: Legend | None = None, deck: Deck | None = None, calibration: Calibration | None = None
    ) -> None:
        self.legend = legend
        self.deck = deck
        file = FOLDER / "calibration.json"
        self.calibration = calibration or (Calibration.load(file) if file.is_file() else Calibration())

    def read(self, source: str | Path | bytes | Picture, kind: Kind = "shelf") -> PhotoReading:
        """Reads one photo.

        Args:
            source: a path, the file's bytes, or a BGR picture, uint8 ``[H, W, 3]``.
            kind: ``"shelf"`` for one or more players' shelves, ``"pile"`` for the solo discard pile spread in
                columns.

        Raises:
            PhotoError: ``source`` is no photo, or no card was found in it.
            ModelError: a model file is missing or damaged.
        """
        clock = Stopwatch()
        with clock.step("decode photo"):
            photo = load_photo(source)
        with clock.step("find cards"):
            found = Detector.default().detect(photo)
        found = _cards_of(found)
        if len(found) == 0:
            raise PhotoError(
                "No cards were found in the photo: take it from above and from near, "
                f"with the whole {kind} in the picture."
            )
        with clock.step("place cards"):
            table = _placed(most_likely(found, most_cards(self.deck)), kind)
        up = table.found.kind != FACE_DOWN
        with clock.step("cut strips"):
            strips = rectify.strips(photo, table.found.corners)
        with clock.step("read banners"):
            banners = read_banners(strips[up])
        with clock.step("match icons"):
            icons = read_icons(strips, self.legend, up)
        with clock.step("decide together"):
            decoded = decode(evidence_of(banners, icons, up, self.deck), self.calibration)
            faces = face_confidence(face_evidence(table.found, icons.shown), scales().face)
        cards = self._readings(table, up, faces, decoded)
        reading = PhotoReading(seconds=clock.seconds)
        if kind == "pile":
            reading.pile = sorted(cards, key=lambda c: (c.column, c.row))
        else:
            shelves = [
                [c for c, s in zip(cards, table.shelf, strict=True) if s == i]
                for i in range(int(table.shelf.max()) + 1)
            ]
            reading.shelves = [ShelfReading.of_cards(shelf) for shelf in shelves if shelf]
        return reading

    def _readings(
        self, table: Table, up: NDArray[np.bool_], faces: NDArray[np.float64], decoded: Decoded
    ) -> list[CardReading]:
        cards = []
        order_of = {int(card): place for place, card in enumerate(np.flatnonzero(up))}
        for i in range(len(table.found)):
            card = CardReading(
                row=int(table.row[i]),
                column=int(table.column[i]),
                face_up=i in order_of,
                confidence={"face_up": round(float(faces[i]), 4)},
                corners=[(round(float(x), 2), round(float(y), 2)) for x, y in table.found.corners[i]],
            )
            if i in order_of:
                k = order_of[i]
                card.letter, card.order, card.of = decoded.letter[k], decoded.order[k], decoded.of[k]
                card.categories = list(decoded.categories[k])
                known = [
                    f for f in ("letter", "order", "of", "categories") if f != "categories" or card.categories
                ]
                card.confidence |= {f: round(float(decoded.confidence[f][k]), 4) for f in known}
            card.review = review_fields(card.confidence, self.calibration.thresholds_for(self.deck))
            if table.sure[i] < DOUBTFUL and "face_up" not in card.review:
                card.review.insert(0, "face_up")  # its place is doubtful: somebody should look at the card
            cards.append(card)
        return cards


def _cards_of(found: Detections) -> Detections:
    """The detections that count: all but category cards."""
    return found[found.kind != CATEGORY]


def _placed(found: Detections, kind: Kind) -> Table:
    if kind == "pile":
        columns = columns_of_pile(found.corners, found.kind)
        one = np.zeros(len(found), np.int64)
        return Table(found, one, columns.place, columns.column, np.ones(len(found)))
    found = whole_cards(found)
    placed = place_cards(found.corners, found.kind != FACE_DOWN)
    corners = np.stack(
        [np.roll(c, -int(t), axis=0) for c, t in zip(found.corners, placed.turned, strict=True)]
    )
    turned = Detections(corners.astype(np.float32), found.kind, found.score, found.spread)
    return Table(turned, placed.shelf, placed.row, placed.column, placed.confidence)


def evidence_of(
    banners: BannerEvidence, icons: IconEvidence, up: NDArray[np.bool_], deck: Deck | None
) -> Evidence:
    """What was seen of the ``up`` cards: ``banners`` are of these alone, ``icons`` of all cards [n]."""
    return Evidence(
        letter=banners.letter.astype(np.float64),
        order=banners.order.astype(np.float64),
        of=banners.of.astype(np.float64),
        count=icons.count[up].astype(np.float64),
        icons=None if icons.category is None else icons.category[up].astype(np.float64),
        deck=deck,
    )
