"""The cards of one photo's shelves, put in place: those that were missed too, and the holes to ask about.

A detection that was taken for no card is a card where it lies in the grid (K1). A hole, under a glare, a
shadow, a cord or a hand, is asked about where something was proposed and not taken, and where it looks less
like the table around than the table's own parts look like one another.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from scorer.shelf import MOST_ROWS
from vision.cards.judge import as_backs, inside_of, is_card, may_be_card, table_around
from vision.common.arrays import Bools, Floats, Ints
from vision.detect.detections import FACE_DOWN, Detections, Placed, joined
from vision.geometry.grid import Grid, Placement, grid_inliers
from vision.geometry.plane import Plane
from vision.geometry.quads import Quads, areas, common_area, is_card_like, keep_best, widths
from vision.photo.pyramid import Photo, Pyramid, colour_distances, colour_quantiles
from vision.shelf.lattice import around, place_cards
from vision.shelf.parting import Order, PartingSettings, Shelves
from vision.strips.visibility import touches

# Missed cards and holes

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
    """A place of a shelf, as in `Placement`, with its ``corners`` [4, 2] in the photo."""

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


# Shelves

#: Two cards that share so much of the smaller card cannot both lie there: they lie side by side (K1).
MOST_SHARED = 0.18


def placed_on_shelves(
    found: Detections,
    photo: Photo,
    candidates: Detections,
    shelves: Shelves = None,
) -> Placed:
    """The cards of the shelves in a photo, uint8 BGR [H, W, 3].

    ``candidates``: detections that may be cards, though they were not taken: in a shelf's grid they are.
    ``shelves``: how many there are, if known.
    """
    photo = Pyramid.of(photo)
    whole = ~touches(found.corners, photo.size)  # of a card that the photo's edge cuts only a part was found
    plane = Plane.of(found.corners[whole] if whole.any() else found.corners)
    placed = on_shelves(found, shelves, plane)
    more = cards_in_the_grid(placed.cards, placed.places, candidates, photo)
    return on_shelves(joined([placed.cards, more]), shelves, plane) if len(more) else placed


def placed_by_order(
    placed: Placed,
    up: NDArray[np.bool_],
    order: Order,
    shelves: Shelves = None,
    candidates: Detections | None = None,
) -> Placement:
    """Where the cards of shelves lie, by their letters too: players lay them in alphabetical order.

    ``up`` [n]: the sides as read. ``order``: how likely cards lie in this order on one shelf. ``candidates``:
    detections that may be cards, though they were not taken. A face keeps the turn in which it was read.
    """
    corners, plane = placed.cards.corners, placed.places.plane
    anew = place_cards(corners, up, shelves, order, plane)
    places = placed.places if anew.turned[up].any() else anew
    if candidates is None or len(np.unique(places.shelf)) < 2:
        return places
    candidates = candidates[may_be_card(candidates)]
    both = np.concatenate([corners, candidates.corners])
    best = keep_best(both, np.append(np.ones(len(up)), candidates.score).astype(np.float32), MOST_SHARED)
    apart = np.sort(best[best >= len(up)])  # a detection that lies on a card is no other card
    sides = np.append(up, candidates.kind != FACE_DOWN)
    cards = np.append(np.arange(len(up)), apart)
    with_them = place_cards(both[cards], sides[cards], shelves, plane=plane)
    return with_doubt(places, with_them.shelf[: len(up)])


def with_doubt(places: Placement, shelf: Ints) -> Placement:
    """The placement, with "parted" on shelves that are one by another placement: ``shelf`` [n] of its cards.

    >>> zero, two = np.zeros(2, np.int64), np.array([0, 1])
    >>> apart = Placement(two, zero, zero, zero, np.ones(2), ((), ("joined",)))
    >>> with_doubt(apart, zero).doubts
    (('parted',), ('joined', 'parted'))
    """
    doubts = [set(each) for each in places.doubts]
    for one in np.unique(shelf):
        parts = np.unique(places.shelf[shelf == one]).tolist()
        for part in parts if len(parts) > 1 else []:
            doubts[part].add("parted")
    return replace(places, doubts=tuple(tuple(sorted(each)) for each in doubts))


def on_shelves(found: Detections, shelves: Shelves = None, plane: Plane | None = None) -> Placed:
    """The cards placed on shelves, each from its shelf's top left, without what belongs to no shelf or
    lies on surer cards.

    ``plane``: of the photo; by these cards, if left out.
    """
    plane = plane or Plane.of(found.corners)
    cards = found[np.sort(keep_best(found.corners, found.score, MOST_SHARED))]
    while True:
        up = cards.kind != FACE_DOWN
        places = place_cards(cards.corners, up, shelves, plane=plane)
        piles = off_the_shelves(places, up)
        if not piles.any():
            break
        cards = cards[~piles]
    turned = zip(cards.corners, places.turned, strict=True)
    corners = np.stack([np.roll(quad, -int(by), axis=0) for quad, by in turned])
    return Placed(replace(cards, corners=corners.astype(np.float32)), places, np.zeros((len(cards), 2)))


def off_the_shelves(placement: Placement, face_up: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which cards, [n], lie face down by themselves while others show their faces.

    They are the draw pile, the discard pile, or nothing. On a shelf every card lies beside another (K1).
    """
    if not face_up.any():
        return np.zeros(len(face_up), np.bool_)
    faceless = ~np.isin(placement.shelf, placement.shelf[face_up])
    piles = faceless & (placement.together <= PartingSettings.pile_cards)
    apart = np.abs(placement.cells[:, None] - placement.cells[None]).max(axis=2)
    together = placement.shelf[:, None] == placement.shelf[None]
    beside = (together & (apart <= 1)).sum(axis=1) > 1  # the card itself counts
    return np.asarray(piles | ~beside & ~face_up, np.bool_)
