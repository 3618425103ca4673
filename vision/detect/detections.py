"""Cards found in a photo, as parallel arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Placement
from vision.geometry.quads import Quads

#: The kinds of cards: a STRIP shows only its upper part, in a pile; a CATEGORY card is not a book card.
FACE_UP, FACE_DOWN, STRIP, CATEGORY = range(4)
#: What a detection may be: a card of one of the kinds, or nothing.
OUTCOMES = (FACE_UP, FACE_DOWN, STRIP, CATEGORY, NOTHING := 4)
#: The shapes of a card's fields; those of the others are numbers.
_SHAPES = {"corners": (4, 2), "contrasts": (4,), "colour": (3,), "belief": (len(OUTCOMES),)}


@dataclass(frozen=True, slots=True)
class Detections:
    """Cards in a photo, as parallel arrays.

    ``corners``: float32 [n, 4, 2], photo pixels, top-left, top-right, bottom-right, bottom-left as printed;
    of a STRIP the corners of the part that shows.
    ``kind``: int8 [n], FACE_UP, FACE_DOWN, STRIP or CATEGORY.
    ``score``: float32 [n], 0 to 1.
    ``corner_error``: float32 [n], the expected error of the worst corner, in card widths
    (`vision.detect.edges`).
    ``verifier_odds``: float32 [n], the log odds of a card by the verifier (`vision.detect.verifier`).
    ``contrasts``: float32 [n, 4], the contrast over each side (`vision.detect.contrast`).
    ``colour``: float32 [n, 3], the median colour inside, CIELAB of 8 bits.
    ``seen``: float32 [n], the detector's own score, which the judge's ``score`` replaces
    (`vision.cards.judge`).
    ``belief``: float32 [n, 5], the judge's probability of each of the `OUTCOMES`.
    The last six are NaN where they were not measured.

    >>> square = np.array([[0, 0], [9, 0], [9, 9], [0, 9]])
    >>> corners, kind = np.stack([square, square + 20]), np.array([FACE_UP, STRIP])
    >>> found = Detections.of(corners, kind, np.array([0.9, 0.4]))
    >>> len(found), found[found.score > 0.5].kind.tolist()
    (2, [0])

    Raises ValueError when the arrays do not fit together.
    """

    corners: NDArray[np.float32]
    kind: NDArray[np.int8]
    score: NDArray[np.float32]
    corner_error: NDArray[np.float32]
    verifier_odds: NDArray[np.float32]
    contrasts: NDArray[np.float32]
    colour: NDArray[np.float32]
    seen: NDArray[np.float32]
    belief: NDArray[np.float32]

    def __post_init__(self) -> None:
        n = len(self.corners)
        for field in fields(self):
            shape = getattr(self, field.name).shape
            if shape != (n, *_SHAPES.get(field.name, ())):
                raise ValueError(f"{field.name} has shape {shape} beside {n} cards")

    def __len__(self) -> int:
        return len(self.corners)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Detections:
        """The detections that a mask or a list of indices picks."""
        return Detections(*(getattr(self, field.name)[which] for field in fields(self)))

    @staticmethod
    def of(corners: Quads, kind: NDArray[np.integer], score: NDArray[np.floating]) -> Detections:
        """Detections of which the detector alone has said something: the other fields are NaN."""
        quads, scores = np.asarray(corners, np.float32).reshape(-1, 4, 2), np.asarray(score, np.float32)
        names = ("corner_error", "verifier_odds", "contrasts", "colour", "belief")
        unknown = {name: np.full((len(quads), *_SHAPES.get(name, ())), np.nan, np.float32) for name in names}
        return Detections(quads, np.asarray(kind, np.int8), scores, seen=scores, **unknown)


def joined(parts: Sequence[Detections]) -> Detections:
    """The detections of several parts, at least one, with doubles."""
    names = [field.name for field in fields(Detections)]
    return Detections(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def face_kinds(up: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The kinds of whole book cards, int8 [n]: FACE_UP where ``up`` [n], otherwise FACE_DOWN."""
    return np.where(up, FACE_UP, FACE_DOWN).astype(np.int8)


class KindTally:
    """What the detector saw of each kind of card, in all its looks at a photo.

    >>> tally = KindTally()
    >>> tally.add(np.array([[0.9, 0, 0, 0], [0, 0, 0.8, 0], [0, 0, 0.3, 0]], np.float32))
    >>> tally.share(STRIP)
    0.5
    """

    #: A row of the network's output counts from this score on.
    sure = 0.5

    def __init__(self) -> None:
        self.rows = np.zeros(4, np.int64)

    def add(self, scores: NDArray[np.float32]) -> None:
        """The scores [n, 4] of the kinds in one look; each card has several rows."""
        sure = scores[scores.max(axis=1, initial=0) >= self.sure]
        self.rows += np.bincount(sure.argmax(axis=1), minlength=4) if len(sure) else 0

    def share(self, kind: int) -> float:
        """The share of this kind in all that was seen, 0 where nothing was."""
        return float(self.rows[kind] / max(self.rows.sum(), 1))


@dataclass(frozen=True)
class Placed:
    """The n cards of a photo and where they lie.

    ``cards``: whole, their corners as printed. ``places``: their shelf, row and column; a pile is shelf 0.
    ``hidden`` [n, 2]: the share of each card's width that other cards hide on the left and on the right.
    """

    cards: Detections
    places: Placement
    hidden: NDArray[np.float64]
