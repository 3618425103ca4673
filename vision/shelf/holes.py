"""Holes of shelves where a card may lie that was not read: under a glare, a shadow, a cord or a hand.

Most holes show the table. A hole is asked about where something was proposed and not taken, and where it
looks less like the table around than the table's own parts look like one another.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cards.placed import Placement
from vision.common.arrays import Bools, Floats
from vision.detect.detections import Detections
from vision.geometry.quads import Quads, widths
from vision.judge.closer import inside_of, table_around
from vision.photo.colours import colour_distances, colour_quantiles
from vision.photo.pyramid import Pyramid
from vision.shelf.overlooked import free_cells, grid_of

# When a hole is asked about.
#: A detection was proposed at a hole if its middle is this near, in card widths.
NEAR_HOLE = 0.4
#: A hole is unlike the table from this many times the usual difference between parts of the table …
UNLIKE_TABLE = 3.0
#: … which is this many levels at least: light falls off.
LEAST_UNLIKE = 1.0
#: With fewer parts of the table in view, nothing says how it looks.
FEWEST_TABLE_PARTS = 2


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
