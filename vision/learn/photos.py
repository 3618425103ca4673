"""Labels a photo's cards for the detector, from the shelves as people mended them.

A find that people took off is not a card. A card that they turned is of the other kind. A card that they put
down by hand lies where the grid of its neighbours leads (K1: edge to edge), moved onto the edges seen there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Bools, Floats, Floats32, Ints
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP
from vision.detect.edges import EdgeRefiner
from vision.geometry.quads import Quads, area, common_area, heights, overlap, widths
from vision.learn.corrections import ConfirmedPhoto
from vision.networks.files import model_path
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid

#: A card's corners from the upper left of its cell, in cells (column, row): cards lie edge to edge.
SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


@dataclass(frozen=True)
class ConfirmedSettings:
    """How the cards of a confirmed photo are placed, and how large the photo is kept."""

    #: Longest side of a kept photo, in pixels: the detector's passes see no more.
    side: int = 1024
    #: A card of a pile that is lower than this share of its width shows only its strip.
    strip: float = 0.6
    #: A card with less than this share inside the photo is on another photo.
    inside: float = 0.5
    #: Two cards that share more than this part of the smaller card cannot both lie there.
    overlap: float = 0.3
    #: A neighbour weighs this many times as much as a card one cell further away.
    nearer: float = 4.0
    #: Edges with a larger expected error, in card widths, are not followed.
    most_spread: float = 0.06


CONFIRMED = ConfirmedSettings()


@dataclass(frozen=True)
class ShelfCard:
    """A card of a shelf as people confirmed it: its row and column, and where the photo shows it.

    ``corners``: [4][2] in the photo's pixels, as found; None for a card that was put down by hand.
    """

    row: int
    column: int
    face_up: bool
    corners: Sequence[Sequence[float]] | None

    @property
    def kind(self) -> int:
        """The detector's kind of a card that shows wholly."""
        return FACE_UP if self.face_up else FACE_DOWN


def confirmed_photo(
    name: str,
    source: str | Path | bytes,
    size: tuple[int, int],
    shelves: Sequence[Sequence[ShelfCard]],
    removed: Sequence[Sequence[Sequence[float]]],
    when: datetime,
    pile: bool = False,
) -> ConfirmedPhoto | None:
    """A photo with all its cards; None where the cards' places are not clear.

    Args:
        name: the photo's name in its corrections.
        source: the photo, ``size`` (width, height) pixels large when it was read.
        shelves: for each player, the cards that the photo shows, and the cards put down by hand.
        removed: corners [n][4][2], in pixels of that size, of the finds that people took off.
        when: the moment of confirmation.
        pile: whether it shows the solo discard pile.

    Raises:
        PhotoError: the file is not a photo.
        ModelError: a model's file is missing.
    """
    picture = load_photo(source, CONFIRMED.side)
    shrink = min(1.0, CONFIRMED.side / max(picture.shape[:2]))
    if shrink < 1:
        picture = np.asarray(
            cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    scale = np.array([picture.shape[1] / size[0], picture.shape[0] / size[1]])
    pyramid = Pyramid(picture)
    off = _shrunk(removed, scale)
    quads, kinds = list[Floats32](), list[int]()
    for cards in shelves:
        shown = [card for card in cards if card.corners is not None]
        added = [card for card in cards if card.corners is None]
        if added and (pile or not shown):
            return None
        known = _shrunk([card.corners for card in shown if card.corners is not None], scale)
        strip = pile & (heights(known) < CONFIRMED.strip * widths(known))
        put, there = placed_by_hand(pyramid, known, _cells(shown), _cells(added), off)
        quads += [*known, *put[there]]
        kinds += [STRIP if low else card.kind for card, low in zip(shown, strip, strict=True)]
        kinds += [card.kind for card, seen in zip(added, there, strict=True) if seen]
    corners = np.array(quads, np.float32).reshape(-1, 4, 2)
    if not _apart(corners, CONFIRMED.overlap):
        return None
    return ConfirmedPhoto(name, picture, np.array(kinds, np.int64), corners, when)


def placed_by_hand(
    pyramid: Pyramid, known: Quads, cells: Ints, added: Ints, removed: Quads
) -> tuple[Quads, Bools]:
    """The corners [m, 4, 2] of the cards at cells ``added`` [m, 2] (row, column), and whether in the photo.

    The cards ``known`` [n, 4, 2] lie at ``cells`` [n, 2]; n is at least 1 if m is. A find that was
    ``removed`` and lies at an added cell is the card there.
    """
    quads, there = np.zeros((len(added), 4, 2), np.float32), np.zeros(len(added), bool)
    todo = list(range(len(added)))
    while todo:
        # the nearest cell first: distant cards say little
        steps = [int(np.abs(cells - added[which]).sum(axis=1).min()) for which in todo]
        which = todo.pop(int(np.argmin(steps)))
        quad = beside_neighbours(known, cells, added[which])
        same = [old for old in removed if common_area(old, quad) > CONFIRMED.overlap * area(old)]
        if same:
            quad = same[0]
        there[which] = bool(same) or _share_inside(quad, pyramid) >= CONFIRMED.inside
        if there[which] and not same:
            better, spread = _refiner().refine(pyramid, quad[None], np.zeros(1, bool))
            quad = better[0] if spread[0] <= CONFIRMED.most_spread else quad
        quads[which] = quad
        known, cells = np.concatenate([known, quad[None]]), np.concatenate([cells, added[which][None]])
    return quads, there


def beside_neighbours(known: Quads, cells: Ints, cell: Ints) -> Floats32:
    """The corners [4, 2] of a card at ``cell``, by an affine map of the grid (weighted least squares)."""
    at = cells[:, None, ::-1] + SQUARE[None]
    # a row of a least-squares problem weighs the square of its factor
    weight = np.sqrt(CONFIRMED.nearer) ** -np.abs(cells - cell).max(axis=1)
    left = np.concatenate([at, np.ones((len(at), 4, 1))], axis=2) * weight[:, None, None]
    right = known.astype(np.float64) * weight[:, None, None]
    matrix = np.linalg.lstsq(left.reshape(-1, 3), right.reshape(-1, 2), rcond=None)[0]
    return np.asarray(np.concatenate([cell[::-1] + SQUARE, np.ones((4, 1))], axis=1) @ matrix, np.float32)


@cache
def _refiner() -> EdgeRefiner:
    return EdgeRefiner(model_path("card_edges.onnx"))


def _cells(cards: Sequence[ShelfCard]) -> Ints:
    return np.array([(card.row, card.column) for card in cards], np.int64).reshape(-1, 2)


def _shrunk(quads: Sequence[Sequence[Sequence[float]]], scale: Floats) -> Quads:
    """The corners in pixels of the small picture; whole numbers are the middles of pixels."""
    corners = np.array(quads, np.float64).reshape(-1, 4, 2)
    return np.asarray((corners + 0.5) * scale - 0.5, np.float32)


def _share_inside(quad: Floats32, pyramid: Pyramid) -> float:
    right, bottom = pyramid.width, pyramid.height
    frame = np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], np.float32)
    return common_area(quad, frame) / max(area(quad), 1.0)


def _apart(quads: Quads, most: float) -> bool:
    """Whether no two cards share more than ``most`` of the smaller card."""
    return not any(overlap(one, other, most) for one, other in combinations(quads, 2))
