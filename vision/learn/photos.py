"""Labels a photo's cards for the detector, from the shelves as people mended them.

A find that people took off is not a card. A card that they turned is of the other kind. A card that they put
down by hand lies where the grid of the shelf has its cell, moved onto the edges seen there.
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

from scorer.confirmed.corrections import ConfirmedPhoto
from vision.arrays import Bools, Floats, Floats32, Ints
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP
from vision.detect.edges import EdgeRefiner
from vision.geometry.grid import Grid
from vision.geometry.quads import Quads, area, common_area, heights, overlap, widths
from vision.learn.pictures import to_keep
from vision.networks.files import model_path
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid


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
    return to_keep(name, picture, np.array(kinds, np.int64), corners, when)


def placed_by_hand(
    pyramid: Pyramid, known: Quads, cells: Ints, added: Ints, removed: Quads
) -> tuple[Quads, Bools]:
    """The corners [m, 4, 2] of the cards at cells ``added`` [m, 2] (row, column), and whether in the photo.

    The cards ``known`` [n, 4, 2] lie at ``cells`` [n, 2]; n is at least 1 if m is. A find that was
    ``removed`` and lies at an added cell is the card there.
    """
    there = np.zeros(len(added), bool)
    if len(added) == 0:
        return known[:0], there
    grid = Grid.fit(cells[:, ::-1], known.astype(np.float64))
    quads = grid.corners(added[:, ::-1]).astype(np.float32)
    for i, quad in enumerate(quads):
        same = [old for old in removed if common_area(old, quad) > CONFIRMED.overlap * area(old)]
        there[i] = bool(same) or _share_inside(quad, pyramid) >= CONFIRMED.inside
        if same:
            quads[i] = same[0]
        elif there[i]:
            better, spread = _refiner().refine(pyramid, quad[None], np.zeros(1, bool))
            quads[i] = better[0] if spread[0] <= CONFIRMED.most_spread else quad
    return quads, there


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
