"""Corners made exact: a small network looks at each side of a card and says how far the true edge lies from
it.

The detector's corners are some per cent of a card off. Each side is cut out of the photo at a fixed scale,
the outside upwards, and the network gives the edge's distance at the side's two ends and how sure it is of
each. Where two corrected sides meet is the corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.quads import Quads, heights, is_card_like, moved, widths
from vision.networks.sessions import ahead, opened
from vision.photo.pyramid import Pyramid

#: Pixels that a card is wide when its sides are cut out.
CARD = 192
#: How far a cut reaches to either side of the edge, in those pixels: an eighth of a card.
BAND = 24
#: Height and width of a side's picture: across the edge, 1 pixel each; along it, scaled to fit.
PATCH = 48
#: The printed height of a card, or of the strip that shows, is at most this many widths.
TALLEST = 2.0
#: Corners are not moved further than this share of the card's width: the cut would not show an edge there.
FARTHEST = 0.16
#: A card whose corners moved by no more than this share of its width needs no second round.
STILL = 0.03

#: Along a side a picture is taken at this many pixels before it is halved: what is averaged has less noise.
ALONG = 2 * PATCH


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a card lies in its cut-out: ``matrix`` from photo to cut-out pixels, and the card's ``size`` in
    it; ``width``: how wide it is in the photo.
    """

    matrix: NDArray[np.float64]
    size: tuple[float, float]
    width: float

    @staticmethod
    def of(quad: NDArray[np.float32]) -> Frame:
        """The frame of one card, float32 [4, 2] in photo pixels."""
        return frames(quad[None])[0]


def frames(quads: Quads) -> list[Frame]:
    """The frames of cards."""
    out = []
    for quad, width, height in zip(quads.astype(np.float32), widths(quads), heights(quads), strict=True):
        size = CARD, float(np.clip(round(CARD * float(height / max(width, 1e-6))), 8, CARD * TALLEST))
        matrix = np.asarray(cv2.getPerspectiveTransform(quad, box(*size)), np.float64)
        out.append(Frame(matrix, size, float(width)))
    return out


def box(width: float, height: float) -> NDArray[np.float32]:
    """The four corners of a card in its cut-out."""
    right, bottom = BAND + width, BAND + height
    return np.array([[BAND, BAND], [right, BAND], [right, bottom], [BAND, bottom]], np.float32) - 0.5


def side_patches(pyramid: Pyramid, frame: Frame) -> NDArray[np.uint8]:
    """Pictures of a card's upper, right, lower and left side, uint8 [4, PATCH, PATCH, 3], the outside
    upwards.
    """
    shrink = CARD / max(frame.width, 1e-6)
    patches = np.empty((4, PATCH, PATCH, 3), np.uint8)
    for patch, matrix in zip(patches, onto_sides(*frame.size) @ frame.matrix, strict=True):
        band = pyramid.picture(matrix, (ALONG, PATCH), shrink)
        cv2.resize(band, (PATCH, PATCH), patch, interpolation=cv2.INTER_AREA)
    return patches


@lru_cache(maxsize=512)
def onto_sides(card_width: float, card_height: float) -> NDArray[np.float64]:
    """The matrices [4, 3, 3] from the pixels of a cut-out to along and across each side, clockwise from the
    upper one.
    """
    width, height = round(card_width) + 2 * BAND, round(card_height) + 2 * BAND
    turns = (
        (width, [[1, 0, 0], [0, 1, 0]]),
        (height, [[0, 1, 0], [-1, 0, width - 1]]),
        (width, [[-1, 0, width - 1], [0, -1, height - 1]]),
        (height, [[0, -1, height - 1], [1, 0, 0]]),
    )
    matrices = np.array([[*turn, [0, 0, 1]] for _, turn in turns], np.float64)
    for matrix, (length, _) in zip(matrices, turns, strict=True):
        matrix[0] *= ALONG / length
        matrix[0, 2] += ALONG / length / 2 - 0.5
    return matrices


def corrected(frames: Sequence[Frame], offsets: NDArray[np.float64]) -> Quads:
    """The corners of n cards, float32 [n, 4, 2] in photo pixels, with each side moved outwards by
    ``offsets``, [n, 4, 2] cut-out pixels.

    ``offsets[:, i]`` is how far out the edge lies at the side's first and last corner, going round clockwise
    from the top-left.
    """
    corners = np.stack([box(*frame.size) for frame in frames]).astype(np.float64)
    outward = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
    start = corners + offsets[..., :1] * outward
    end = np.roll(corners, -1, axis=1) + offsets[..., 1:] * outward
    one = np.ones((len(frames), 4, 1))
    lines = np.cross(np.concatenate([start, one], axis=2), np.concatenate([end, one], axis=2))
    meets = np.cross(np.roll(lines, 1, axis=1), lines)
    points = meets[..., :2] / np.where(np.abs(meets[..., 2:]) < 1e-9, 1e-9, meets[..., 2:])
    back = np.linalg.inv(np.stack([frame.matrix for frame in frames]))
    each = zip(points.astype(np.float32)[:, None], back, strict=True)
    return np.concatenate([moved(quad, matrix) for quad, matrix in each])


class EdgeRefiner:
    """Runs the edge network.

    The model: input uint8 [n, PATCH, PATCH, 3] BGR pictures of sides; output float32 [n, 2, 8, 2]: for each
    of the two ends and each of eight cases (four sides of a whole card, four of a strip) the offset and the
    log of its expected error.
    """

    def __init__(self, path: str | Path) -> None:
        self._session = opened(path, threads=1)

    def refine(
        self, pyramid: Pyramid, quads: Quads, strip: NDArray[np.bool_], rounds: int = 2
    ) -> tuple[Quads, NDArray[np.float32]]:
        """Better corners, float32 [n, 4, 2], and the expected error of each card's worst corner in card
        widths, [n].

        ``strip``, [n]: whether only the upper strip of the card shows. Corners that would leave a card's
        shape or move by more than FARTHEST keep their place. Only cards that moved are looked at again.
        """
        spread = np.zeros(len(quads), np.float32)
        start, quads = quads, quads.copy()
        todo = np.arange(len(quads))
        for _ in range(rounds):
            if len(todo) == 0:
                break
            before = quads[todo]
            better, spread[todo] = self.corrected(pyramid, before, strip[todo])
            far = _moved(better, start[todo]) > FARTHEST
            keep = far | ~is_card_like(better)
            quads[todo] = np.where(keep[:, None, None], before, better)
            todo = todo[_moved(better, before) > STILL]
        return quads, spread

    def run(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """What the network says of pictures of sides, uint8 [n, PATCH, PATCH, 3]: float32 [n, 2, 8, 2]."""
        return np.asarray(self._session.run(None, {"sides": patches})[0], np.float32)

    def corrected(
        self, pyramid: Pyramid, quads: Quads, strip: NDArray[np.bool_]
    ) -> tuple[Quads, NDArray[np.float32]]:
        """One round: what the network says, before anything is checked."""

        cards = frames(quads)
        output = ahead(
            # cutting is many short calls: two threads would wait for the interpreter most of the time
            lambda some: np.concatenate([side_patches(pyramid, card) for card in cards[some]]),
            self.run,
            len(cards),
        )
        sides, cases = np.arange(4 * len(cards)), np.tile(np.arange(4), len(cards)) + 4 * np.repeat(strip, 4)
        said = np.concatenate(output)[sides, :, cases].reshape(-1, 4, 2, 2).astype(np.float64)
        spread = np.exp(said[..., 1]).max(axis=(1, 2)) / CARD
        return corrected(cards, said[..., 0]), spread.astype(np.float32)


def _moved(quads: Quads, before: Quads) -> NDArray[np.float64]:
    """How far the corner that moved most did, in card widths, [n]."""
    return np.asarray(np.linalg.norm(quads - before, axis=2).max(axis=1) / widths(before), np.float64)
