"""Cards that were missed on a shelf: detections that are cards by their place, and holes to ask about.

A detection that was taken for no card is a card where it lies in the grid (K1). A hole, under a glare, a
shadow, a cord or a hand, is asked about where something was proposed and not taken, and where it looks less
like the table around than the table's own parts look like one another.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from scorer.shelf import MOST_ROWS
from vision.cards.placed import Placement
from vision.common.arrays import Bools, Floats, Ints
from vision.detect.detections import FACE_DOWN, Detections
from vision.geometry.grid import Grid, grid_inliers
from vision.geometry.plane import Plane
from vision.geometry.quads import Quads, areas, common_area, is_card_like, widths
from vision.judge.closer import inside_of, table_around
from vision.judge.judge import as_backs, is_card
from vision.photo.colours import colour_distances, colour_quantiles
from vision.photo.pyramid import Pyramid
from vision.shelf.lattice import around

# Which places beside cards are free, and what lies there.
#: A place that another card covers by more than this share is taken.
COVERED_SHARE = 0.25
#: A place may reach this many pixels out of the photo, because the grid is known no better.
SPARE_PIXELS = 3
#: Cards believed to be cards by less than this do not take a place.
CLEAR_NEIGHBOUR = 0.6
#: A detection lies at a place if its corners are this near to those of the place, in card widths.
OFF_PLACE = 0.2


# When a hole is asked about.
#: A detection was proposed at a hole if its middle is this near, in card widths.
NEAR_HOLE = 0.4
#: A hole is unlike the table from this many times the usual difference between parts of the table …
UNLIKE_TABLE = 3.0
#: … which is this many levels at least: light falls off.
LEAST_UNLIKE = 1.0
#: With fewer parts of the table in view, nothing says how it looks.
FEWEST_TABLE_PARTS = 2


@dataclass(frozen=True)
class Places:
    """Free places that share an edge with a card of a shelf.

    ``corners``: float32 [m, 4, 2], in photo pixels. ``shelf`` [m]: beside which shelf. ``inside`` [m]:
    whether a card there leaves the shelf as wide and as high as it is.
    """

    corners: Quads
    shelf: Ints
    inside: Bools

    def __getitem__(self, which: Bools) -> Places:
        return Places(*(getattr(self, each.name)[which] for each in fields(self)))


def cards_in_the_grid(
    cards: Detections, placed: Placement, candidates: Detections, photo: Pyramid
) -> Detections:
    """The detections, taken for no cards by themselves, that lie in the grid of a shelf with faces: they are.

    ``placed``: where the ``cards`` lie; their corners begin at each shelf's top left. ``candidates``: the
    detections. Among a shelf's cards a detection need not be clear.
    """
    places = places_beside(cards.corners, placed, photo.size, cards.score > CLEAR_NEIGHBOUR)
    places = places[np.isin(places.shelf, placed.shelf[cards.kind != FACE_DOWN])]
    found = as_backs(candidates)
    if len(found) == 0 or len(places.corners) == 0:
        return found[np.zeros(0, np.intp)]
    turned = np.stack([np.roll(found.corners, by, axis=1) for by in range(4)])
    apart = np.linalg.norm(turned[:, :, None] - places.corners, axis=4).mean(axis=3).min(axis=0)
    apart /= np.maximum(widths(places.corners), 1e-6)
    there = apart.min(axis=1) < OFF_PLACE
    return found[there & is_card(found, places.inside[apart.argmin(axis=1)])]


def places_beside(
    corners: Quads, placed: Placement, size: tuple[int, int], clear: NDArray[np.bool_] | None = None
) -> Places:
    """The free places that share an edge with a card of a shelf.

    ``corners`` [n, 4, 2]: from each shelf's top left; ``placed``: where the cards lie. ``size``: the photo's
    width and height. Places that leave the photo, places of a fourth row (K2) and places under a card are
    left out. ``clear`` [n]: the cards that may cover a place, all of them if left out.
    """
    cover = corners if clear is None else corners[clear]
    found: list[Places] = []
    for number in np.unique(placed.shelf):
        own = placed.shelf == number
        cells = placed.cells[own]
        free = free_cells(cells)
        there = grid_of(corners[own], cells, placed.plane).corners(free).astype(np.float32)
        inside = ((free >= cells.min(axis=0)) & (free <= cells.max(axis=0))).all(axis=1)
        places = Places(there, np.full(len(free), number), inside)
        found.append(places[_lie_free(there, cover, size)])
    return Places(*(np.concatenate([getattr(part, each.name) for part in found]) for each in fields(Places)))


def free_cells(cells: Ints) -> Ints:
    """The cells, [m, 2], that share an edge with one of the ``cells`` [n, 2] of a shelf and are none of them.

    >>> free_cells(np.array([[0, 0]])).tolist()
    [[-1, 0], [0, -1], [0, 1], [1, 0]]
    """
    taken = {(x, y) for x, y in cells.tolist()}
    rows = [y for _, y in taken]
    beside = sorted((x, y) for x, y in around(taken) - taken if max(y, *rows) - min(y, *rows) < MOST_ROWS)
    return np.array(beside, np.int64).reshape(-1, 2)


def grid_of(quads: Quads, cells: Ints, plane: Plane | None) -> Grid:
    """The grid of one shelf by its cards, without those that lie far off it."""
    places, corners = cells.astype(np.float64), quads.astype(np.float64)
    true = grid_inliers(places, corners, plane)
    return Grid.fit(places[true], corners[true], plane)


def _lie_free(quads: Quads, cards: Quads, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which places, [m, 4, 2], lie in the photo and under none of the cards, [n, 4, 2]."""
    right, bottom = size[0] - 1 + SPARE_PIXELS, size[1] - 1 + SPARE_PIXELS
    inside = ((quads >= -SPARE_PIXELS) & (quads <= (right, bottom))).all(axis=(1, 2))
    free = np.asarray(inside & is_card_like(quads), np.bool_)
    low = np.maximum(quads.min(axis=1)[:, None], cards.min(axis=1)[None])
    high = np.minimum(quads.max(axis=1)[:, None], cards.max(axis=1)[None])
    most = COVERED_SHARE * np.abs(areas(quads))
    for i, j in np.argwhere((low < high).all(axis=2) & free[:, None]):  # most are too far off to be compared
        free[i] &= common_area(quads[i], cards[j]) < most[i]
    return free


@dataclass(frozen=True, eq=False)
class Hole:
    """A place of a shelf, as in `vision.cards.placed.Placement`, with its ``corners`` [4, 2] in the photo."""

    shelf: int
    row: int
    column: int
    corners: Floats


def doubtful_holes(
    photo: Pyramid, corners: Quads, places: Placement, faces: Bools, detections: Detections
) -> tuple[Hole, ...]:
    """The places among the cards of each shelf with a face that may hold a card that was not read.

    ``corners`` [n, 4, 2]: of the cards, from each shelf's top left; ``places``: where they lie; ``faces``
    [n]: which show a face. ``detections``: all that was proposed, down to faint detections.
    """
    out = []
    for shelf in np.unique(places.shelf[faces]):
        own = places.shelf == shelf
        cells = places.cells[own]
        free = free_cells(cells)
        among = ((free >= cells.min(axis=0)) & (free <= cells.max(axis=0))).all(axis=1)
        if not among.any():
            continue
        there = grid_of(corners[own], cells, places.plane).corners(free[among]).astype(np.float32)
        asked = _proposed(there, detections) | _unlike_table(photo, there, corners)
        for (column, row), quad in zip(free[among][asked].tolist(), there[asked], strict=True):
            out.append(Hole(int(shelf), row, column, quad.astype(np.float64)))
    return tuple(out)


def _proposed(there: Quads, detections: Detections) -> Bools:
    """At which places, [m, 4, 2], a detection lies."""
    apart = np.linalg.norm(there.mean(axis=1)[:, None] - detections.corners.mean(axis=1)[None], axis=2)
    return np.asarray((apart < NEAR_HOLE * widths(there)[:, None]).any(axis=1), np.bool_)


def _unlike_table(photo: Pyramid, there: Quads, cards: Quads) -> Bools:
    """Which places, [m, 4, 2], look less like the table than its parts look like one another."""
    out = np.zeros(len(there), np.bool_)
    for i, quad in enumerate(there):
        table = table_around(photo, quad, cards)
        if len(table) < FEWEST_TABLE_PARTS:
            continue
        parts = colour_quantiles(table[:, ::2, ::2])
        place = colour_quantiles(inside_of(photo, quad[None])[:, ::2, ::2])
        among = colour_distances(parts, parts) + np.diag(np.full(len(parts), np.inf))
        typical = max(float(np.median(among.min(axis=1))), LEAST_UNLIKE)
        out[i] = colour_distances(place, parts).min() > UNLIKE_TABLE * typical
    return out
