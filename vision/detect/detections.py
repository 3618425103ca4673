"""Cards found in a photo, as parallel arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.quads import Quads

#: What a card shows: of a STRIP the upper part alone, in a pile; a CATEGORY card is none of the books.
FACE_UP, FACE_DOWN, STRIP, CATEGORY = range(4)


@dataclass(frozen=True, slots=True)
class Detections:
    """Cards in a photo, as parallel arrays.

    ``corners``: float32 [n, 4, 2], photo pixels, top-left, top-right, bottom-right, bottom-left as printed.
    ``kind``: int8 [n], FACE_UP, FACE_DOWN, STRIP (the corners are those of what shows) or CATEGORY.
    ``score``: float32 [n], 0 to 1. ``spread``: float32 [n], expected error of the worst corner in card
    widths. ``checked``: float32 [n], log odds of a second look (``vision.detect.verifier``). ``steps``:
    float32 [n, 4], how much each side is a step in colour, and ``colour``: float32 [n, 3], inside it (CIELAB,
    8 bit; ``vision.detect.contrast``). They are NaN where nothing was looked at.

    Raises ValueError when the arrays do not fit together.
    """

    corners: NDArray[np.float32]
    kind: NDArray[np.int8]
    score: NDArray[np.float32]
    spread: NDArray[np.float32]
    checked: NDArray[np.float32]
    steps: NDArray[np.float32]
    colour: NDArray[np.float32]

    def __post_init__(self) -> None:
        n = len(self.corners)
        flat = (self.kind, self.score, self.spread, self.checked)
        if (
            self.corners.shape != (n, 4, 2)
            or self.steps.shape != (n, 4)
            or self.colour.shape != (n, 3)
            or not all(a.shape == (n,) for a in flat)
        ):
            raise ValueError(
                "corners must be [n, 4, 2], steps [n, 4], colour [n, 3], and kind, score, spread and checked "
                "[n]."
            )

    def __len__(self) -> int:
        return len(self.corners)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Detections:
        """The detections that a mask or a list of indices picks."""
        return Detections(
            self.corners[which],
            self.kind[which],
            self.score[which],
            self.spread[which],
            self.checked[which],
            self.steps[which],
            self.colour[which],
        )

    @staticmethod
    def of(corners: Quads, kind: NDArray[np.integer], score: NDArray[np.floating]) -> Detections:
        """Detections at which nobody has looked closely yet."""
        n = len(corners)
        return Detections(
            np.asarray(corners, np.float32).reshape(n, 4, 2),
            np.asarray(kind, np.int8),
            np.asarray(score, np.float32),
            np.full(n, np.nan, np.float32),
            np.full(n, np.nan, np.float32),
            np.full((n, 4), np.nan, np.float32),
            np.full((n, 3), np.nan, np.float32),
        )


def joined(parts: Sequence[Detections]) -> Detections:
    """All of several looks, one at least; what two of them show is there twice.

    ``spread``, ``checked`` and ``steps`` are NaN: they are of a close look, which comes after.
    """
    corners, kind, score = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("corners", "kind", "score")
    )
    return Detections.of(corners, kind, score)


def face_kinds(up: NDArray[np.bool_]) -> NDArray[np.int8]:
    """The kind, int8 [n], of whole book cards: FACE_UP where ``up`` [n], else FACE_DOWN."""
    return np.where(up, FACE_UP, FACE_DOWN).astype(np.int8)
