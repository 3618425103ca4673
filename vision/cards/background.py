"""The table's colours tell cards from patches of the table.

A find with the table's colours is a part of the table; a find with other colours lies on it. The table is
looked at around a card, at free places of the card's size.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32
from vision.cards.backs import BackSettings, without_edges
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.neighbours import place_distance
from vision.detect.score import CARD_THRESHOLD
from vision.detect.verifier import cutouts
from vision.geometry.quads import Quads
from vision.photo.colours import colour_distances, colour_quantiles
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify


@dataclass(frozen=True)
class BackgroundSettings:
    """When a find has the colours of the table.

    Differences of colours are in levels of CIELAB (`vision.photo.colours.colour_distances`).
    """

    #: Backs from this probability on are clear.
    clear_back: float = BackSettings.clear
    #: A find within this difference of a free place has the table's colours.
    like_table: float = 1.4
    #: A find this far from every clear back has other colours than the backs; so has the table.
    unlike_backs: float = 5.0
    #: Without clear backs, only finds below this probability can be patches of the table.
    unlikely: float = 0.9


@dataclass(frozen=True)
class FaintBackSettings:
    """Which improbable backs count as cards, because nothing on the table looks like them."""

    #: Backs from this probability on are clear.
    clear_back: float = BackSettings.clear
    #: Backs below this probability are not looked at.
    least: float = 0.1
    #: The detector's own score must be at least this.
    score: float = 0.5
    #: The expected error of the sides, in card widths, may be at most this.
    side_error: float = 0.055
    #: The find may lie this far off its place in the grid of the others, in cards.
    off_grid: float = 0.17
    #: The find must differ from the clear backs by less than this.
    like_backs: float = 5.0
    #: The find must differ from every free place around by more than this.
    unlike_table: float = 6.0
    #: The table is looked at up to this many cards away, across and down.
    reach: float = 3.0
    #: The steps between these places, in cards.
    step: float = 0.5


@dataclass(frozen=True)
class StripColourSettings:
    """The part of a strip whose colours are compared."""

    #: How far down the card it reaches, in card widths.
    depth: float = 0.2
    #: One in so many pixels is looked at, across and down.
    every: int = 4


#: Points of a place, across and down: a card that holds one of them covers the place.
POINTS = (7, 3)


def patches_of_table(
    photo: Photo,
    cards: Detections,
    up: NDArray[np.bool_],
    table: Quads,
    settings: BackgroundSettings = BackgroundSettings(),
) -> NDArray[np.bool_]:
    """Which of the finds of a photo, uint8 BGR [H, W, 3], are patches of the table, [n].

    A patch is a faint back that looks like no clear back. It has the table's colours, or it was taken for a
    face although it shows no print. ``up`` [n]: which finds lie face up. ``table`` [m, 4, 2]: free places
    around the cards.
    """
    out = np.zeros(len(cards), np.bool_)
    clear = ~up & (cards.kind == FACE_DOWN) & (cards.score >= settings.clear_back)
    asked = ~up & (cards.score < settings.clear_back)
    if not asked.any():
        return out
    pyramid = Pyramid.of(photo)
    places = cards.corners[asked], cards.corners[clear], table
    own, backs, around = (_colours(pyramid, quads) for quads in places)
    if clear.any():
        tells = np.full(len(own), colour_distances(backs, around).min(initial=np.inf) > settings.unlike_backs)
    else:
        tells = cards.score[asked] < settings.unlikely
    patch = (colour_distances(own, around).min(axis=1, initial=np.inf) < settings.like_table) & tells
    unlike = colour_distances(own, backs).min(axis=1, initial=np.inf) > settings.unlike_backs
    out[asked] = unlike & (patch | (cards.kind[asked] == FACE_UP))
    return out


def unlike_the_table(
    photo: Photo,
    cards: Detections,
    likely: NDArray[np.floating],
    settings: FaintBackSettings = FaintBackSettings(),
) -> NDArray[np.bool_]:
    """Which improbable finds of a photo, uint8 BGR [H, W, 3], are backs by their colours, [n].

    Such a back lies in the grid of the others, looks like the clear backs if there are any, and unlike the
    table all around. ``likely`` [n]: how probable each find is by all other evidence.
    """
    out = np.zeros(len(cards), np.bool_)
    asked = (cards.kind == FACE_DOWN) & (likely >= settings.least) & (likely < CARD_THRESHOLD)
    asked &= (cards.score >= settings.score) & ~(cards.corner_error > settings.side_error)
    if not asked.any():
        return out
    asked &= place_distance(cards, likely.astype(np.float64)) < settings.off_grid
    pyramid = Pyramid.of(photo)
    there = cards.corners[(likely >= CARD_THRESHOLD) & np.isin(cards.kind, (FACE_UP, FACE_DOWN))]
    backs = _colours(pyramid, cards.corners[(likely >= settings.clear_back) & (cards.kind == FACE_DOWN)])
    steps = np.arange(-settings.reach, settings.reach + settings.step / 2, settings.step)
    cells = np.array([(x, y) for x in steps for y in steps])
    for i in np.flatnonzero(asked):
        quad = cards.corners[i]
        across, down = (quad[[1, 2]] - quad[[0, 3]]).mean(axis=0), (quad[2:] - quad[[1, 0]]).mean(axis=0)
        moves, taken = cells @ np.stack([across, down]), np.append(there, quad[None], axis=0)
        table = free_places(quad, moves, taken, pyramid.size)
        if len(table):
            own = _colours(pyramid, quad[None])
            alike = len(backs) == 0 or colour_distances(own, backs).min() < settings.like_backs
            out[i] = alike and colour_distances(own, _colours(pyramid, table)).min() > settings.unlike_table
    return out


def _colours(photo: Pyramid, quads: Quads) -> NDArray[np.float32]:
    """The colours of cards or places, [n, 4, 2], in a photo: [n, 19, 3]."""
    return colour_quantiles(without_edges(cutouts(photo, quads)))


def free_places(quad: Quads, moves: NDArray[np.floating], corners: Quads, size: tuple[int, int]) -> Quads:
    """A place, [4, 2], after each of the ``moves`` [k, 2], without the moves that leave the photo or reach a
    card: float32 [m, 4, 2].

    ``corners`` [n, 4, 2]: of the cards. ``size``: the photo's width and height. All in pixels.
    """
    places = (quad[None] + np.asarray(moves)[:, None]).astype(np.float32)
    places = places[((places >= 0) & (places <= np.array(size) - 1)).all(axis=(1, 2))]
    return places[~_covered(places, corners)]


def _covered(places: Quads, corners: Quads) -> NDArray[np.bool_]:
    """Which places, [m, 4, 2], have a point on a card, [n, 4, 2]."""
    x, y = (part.reshape(-1, 1) for part in np.meshgrid(*(np.linspace(0, 1, n) for n in POINTS)))
    corner = places[:, None]
    upper = (1 - x) * corner[:, :, 0] + x * corner[:, :, 1]
    lower = (1 - x) * corner[:, :, 3] + x * corner[:, :, 2]
    points = (1 - y) * upper + y * lower  # [m, 21, 2]
    out = np.zeros(len(places), np.bool_)
    for quad in corners:
        side, there = np.roll(quad, -1, axis=0) - quad, points[:, :, None] - quad
        within = side[:, 0] * there[..., 1] - side[:, 1] * there[..., 0] >= 0  # corners run clockwise
        out |= within.all(axis=2).any(axis=1)
    return out


def strip_colours(
    strips: NDArray[np.uint8], settings: StripColourSettings = StripColourSettings()
) -> Floats32:
    """The colours of strips, [n, 19, 3], without the table around them.

    `vision.strips.rectify.strips` cut them.
    """
    top, left = round(-rectify.TOP * rectify.SCALE), round(-rectify.LEFT * rectify.SCALE)
    low, right = top + round(settings.depth * rectify.SCALE), left + rectify.SCALE
    return colour_quantiles(strips[:, top : low : settings.every, left : right : settings.every])
