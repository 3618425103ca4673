"""Corners refined by the edge network, which looks at each side of a card and says where the true edge lies.

The detector's corners are some per cent of a card off. Each side is cut out of the photo at a fixed scale,
the outside upwards. The network says how far the edge lies from the side at its two ends, with an expected
error of each. The corners are where two corrected sides meet.
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

#: The format that the network was trained on: the width of a card, in pixels, in the cut-out of its sides.
CUTOUT_CARD_WIDTH = 192
#: How far a cut-out reaches outside and inside an edge, in its pixels.
BAND = 24
#: Height and width of a side's picture: a pixel of the cut-out across the edge, and scaled to fit along it.
PATCH = 48
#: The most that a card, or a strip, is high in its cut-out, in widths.
TALLEST = 2.0
#: The pixels of a picture along the side before it is halved: averages have less noise.
ALONG = 2 * PATCH


# How far corners may move, and how often.
#: Corners move no further than this share of a card's width: beyond, a cut-out does not show the edge.
MOST_MOVE = 0.16
#: A card whose corners moved by at most this share of its width needs no further round.
LEAST_MOVE = 0.03
#: The most rounds of cutting out and correcting.
EDGE_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a card lies in its cut-out.

    ``matrix``: from photo to cut-out pixels. ``size``: the card's width and height in the cut-out. ``width``:
    its width in the photo.
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
        tall = round(CUTOUT_CARD_WIDTH * float(height / max(width, 1e-6)))
        size = CUTOUT_CARD_WIDTH, float(np.clip(tall, 8, CUTOUT_CARD_WIDTH * TALLEST))
        matrix = np.asarray(cv2.getPerspectiveTransform(quad, box(*size)), np.float64)
        out.append(Frame(matrix, size, float(width)))
    return out


def box(width: float, height: float) -> NDArray[np.float32]:
    """The four corners of a card in its cut-out."""
    right, bottom = BAND + width, BAND + height
    return np.array([[BAND, BAND], [right, BAND], [right, bottom], [BAND, bottom]], np.float32) - 0.5


def side_patches(pyramid: Pyramid, frame: Frame) -> NDArray[np.uint8]:
    """Pictures of the upper, right, lower and left side, uint8 [4, PATCH, PATCH, 3], the outside upwards."""
    shrink = CUTOUT_CARD_WIDTH / max(frame.width, 1e-6)
    patches = np.empty((4, PATCH, PATCH, 3), np.uint8)
    for patch, matrix in zip(patches, onto_sides(*frame.size) @ frame.matrix, strict=True):
        band = pyramid.picture(matrix, (ALONG, PATCH), shrink)
        cv2.resize(band, (PATCH, PATCH), patch, interpolation=cv2.INTER_AREA)
    return patches


@lru_cache(maxsize=512)
def onto_sides(card_width: float, card_height: float) -> NDArray[np.float64]:
    """The matrices [4, 3, 3] from a cut-out to the picture of each side, clockwise from the upper side."""
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
    """The corners of n cards, float32 [n, 4, 2] in photo pixels, with each side moved outwards.

    ``offsets`` [n, 4, 2]: how far out the edge lies, in cut-out pixels, at the first and the last corner of
    each side, clockwise from the top-left corner.
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

    Its input: pictures of sides, uint8 BGR [n, PATCH, PATCH, 3]. Its output, float32 [n, 2, 8, 2]: for each
    end of a side and each of eight cases (four sides of a whole card, four of a strip) the offset and the log
    of its expected error.

    >>> from vision.networks.files import model_path
    >>> refiner = EdgeRefiner(model_path("card_edges.onnx"))
    >>> refiner.run(np.zeros((4, PATCH, PATCH, 3), np.uint8)).shape
    (4, 2, 8, 2)
    """

    def __init__(self, path: str | Path) -> None:
        self._session = opened(path, threads=1)

    def refine(
        self, pyramid: Pyramid, quads: Quads, strip: NDArray[np.bool_]
    ) -> tuple[Quads, NDArray[np.float32]]:
        """Refined corners, float32 [n, 4, 2], and the expected error of the worst corner in card widths, [n].

        ``strip`` [n]: whether only the upper strip of the card shows. Corners stay where they are when the
        new corners are not card-like or too far away. Only cards that moved go into the next round.
        """
        corner_error = np.zeros(len(quads), np.float32)
        start, quads = quads, quads.copy()
        todo = np.arange(len(quads))
        for _ in range(EDGE_ROUNDS):
            if len(todo) == 0:
                break
            before = quads[todo]
            better, corner_error[todo] = self.corrected(pyramid, before, strip[todo])
            far = _moved(better, start[todo]) > MOST_MOVE
            keep = far | ~is_card_like(better)
            quads[todo] = np.where(keep[:, None, None], before, better)
            todo = todo[_moved(better, before) > LEAST_MOVE]
        return quads, corner_error

    def run(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The network's output for pictures of sides, uint8 [n, PATCH, PATCH, 3]: float32 [n, 2, 8, 2]."""
        return np.asarray(self._session.run(None, {"sides": patches})[0], np.float32)

    def corrected(
        self, pyramid: Pyramid, quads: Quads, strip: NDArray[np.bool_]
    ) -> tuple[Quads, NDArray[np.float32]]:
        """One round: corners and expected errors as the network has them, unchecked."""
        cards = frames(quads)
        output = ahead(
            # one thread cuts: its many short calls would make two threads wait for the interpreter
            lambda some: np.concatenate([side_patches(pyramid, card) for card in cards[some]]),
            self.run,
            len(cards),
        )
        sides, cases = np.arange(4 * len(cards)), np.tile(np.arange(4), len(cards)) + 4 * np.repeat(strip, 4)
        predicted = np.concatenate(output)[sides, :, cases].reshape(-1, 4, 2, 2).astype(np.float64)
        corner_error = np.exp(predicted[..., 1]).max(axis=(1, 2)) / CUTOUT_CARD_WIDTH
        return corrected(cards, predicted[..., 0]), corner_error.astype(np.float32)


def _moved(quads: Quads, before: Quads) -> NDArray[np.float64]:
    """The longest way that a corner of each card moved, in card widths, [n]."""
    return np.asarray(np.linalg.norm(quads - before, axis=2).max(axis=1) / widths(before), np.float64)
