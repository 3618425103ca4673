"""Corners made exact: a small network looks at each side of a card and says how far the true edge lies from
it.

The detector's corners are some per cent of a card off. Each side is cut out of the photo at a fixed scale,
the outside upwards, and the network gives the edge's distance at the side's two ends and how sure it is of
each. Where two corrected sides meet is the corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import opened, side_by_side
from vision.pyramid import Pyramid
from vision.quads import Quads, heights, is_card_like, moved, widths

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
    it.
    """

    matrix: NDArray[np.float64]
    size: tuple[float, float]

    @staticmethod
    def of(quad: NDArray[np.float32]) -> Frame:
        """The frame of one card, float32 [4, 2] in photo pixels."""
        ratio = float(heights(quad[None])[0] / max(widths(quad[None])[0], 1e-6))
        height = float(np.clip(round(CARD * ratio), 8, CARD * TALLEST))
        target = box(CARD, height)
        matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
        return Frame(np.asarray(matrix, np.float64), (CARD, height))


def box(width: float, height: float) -> NDArray[np.float32]:
    """The four corners of a card in its cut-out."""
    right, bottom = BAND + width, BAND + height
    return np.array([[BAND, BAND], [right, BAND], [right, bottom], [BAND, bottom]], np.float32) - 0.5


def side_patches(pyramid: Pyramid, frame: Frame) -> NDArray[np.uint8]:
    """Pictures of a card's upper, right, lower and left side, uint8 [4, PATCH, PATCH, 3], the outside
    upwards.
    """
    width, height = round(frame.size[0]) + 2 * BAND, round(frame.size[1]) + 2 * BAND
    shrink = CARD / max(_width_in_photo(frame), 1e-6)
    # from cut-out pixels to along and across a side, clockwise from the upper one
    turns = (
        (width, [[1, 0, 0], [0, 1, 0]]),
        (height, [[0, 1, 0], [-1, 0, width - 1]]),
        (width, [[-1, 0, width - 1], [0, -1, height - 1]]),
        (height, [[0, -1, height - 1], [1, 0, 0]]),
    )
    patches = np.empty((4, PATCH, PATCH, 3), np.uint8)
    for patch, (length, turn) in zip(patches, turns, strict=True):
        matrix = np.array([*turn, [0, 0, 1]], np.float64)
        matrix[0] *= ALONG / length
        matrix[0, 2] += ALONG / length / 2 - 0.5
        band = pyramid.picture(matrix @ frame.matrix, (ALONG, PATCH), shrink)
        cv2.resize(band, (PATCH, PATCH), patch, interpolation=cv2.INTER_AREA)
    return patches


def _width_in_photo(frame: Frame) -> float:
    return float(widths(moved(box(*frame.size)[None], np.linalg.inv(frame.matrix)))[0])


def corrected(frame: Frame, offsets: NDArray[np.float64]) -> NDArray[np.float32]:
    """The corners, float32 [4, 2] in photo pixels, with each side moved outwards by ``offsets``, [4, 2]
    cut-out pixels.

    ``offsets[i]`` is how far out the edge lies at the side's first and last corner, going round clockwise
    from the top-left.
    """
    corners = box(*frame.size).astype(np.float64)
    outward = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float64)
    start = corners + offsets[:, :1] * outward
    end = np.roll(corners, -1, axis=0) + offsets[:, 1:] * outward
    lines = np.cross(np.column_stack([start, np.ones(4)]), np.column_stack([end, np.ones(4)]))
    meets = np.cross(np.roll(lines, 1, axis=0), lines)
    points = meets[:, :2] / np.where(np.abs(meets[:, 2:]) < 1e-9, 1e-9, meets[:, 2:])
    return moved(points[None].astype(np.float32), np.linalg.inv(frame.matrix))[0]


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

    def corrected(
        self, pyramid: Pyramid, quads: Quads, strip: NDArray[np.bool_]
    ) -> tuple[Quads, NDArray[np.float32]]:
        """One round: what the network says, before anything is checked."""

        def part(which: slice) -> tuple[Quads, NDArray[np.float32]]:
            frames = [Frame.of(q) for q in quads[which]]
            patches = np.concatenate([side_patches(pyramid, f) for f in frames])
            (output,) = self._session.run(None, {"sides": patches})
            cases = np.tile(np.arange(4), len(frames)) + 4 * np.repeat(strip[which], 4)
            said = output[np.arange(len(patches)), :, cases].reshape(-1, 4, 2, 2).astype(np.float64)
            better = np.stack([corrected(f, s[..., 0]) for f, s in zip(frames, said, strict=True)])
            return better, (np.exp(said[..., 1]).max(axis=(1, 2)) / CARD).astype(np.float32)

        corners, spreads = zip(*side_by_side(part, len(quads)), strict=True)
        return np.concatenate(corners), np.concatenate(spreads)


def _moved(quads: Quads, before: Quads) -> NDArray[np.float64]:
    """How far the corner that moved most did, in card widths, [n]."""
    return np.asarray(np.linalg.norm(quads - before, axis=2).max(axis=1) / widths(before), np.float64)
