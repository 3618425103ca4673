"""From the corners of cards to shelves, rows and columns.

K1 joins the cards of a shelf edge to edge. So a shelf is a connected piece of the graph whose links are steps
from card to neighbour (`vision.shelf.links`). One grid is fitted to each piece
(`vision.geometry.grid`); its gaps, and what else is known, say whether the piece is one shelf or several
(`vision.shelf.parting`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from vision.common.arrays import Floats
from vision.geometry.grid import Placement
from vision.geometry.plane import Plane
from vision.shelf.links import Piece, Table, join, links_of, outvoted, same_way_up
from vision.shelf.parting import Order, Parted, Parting, PartingSettings, Shelves


@dataclass(frozen=True)
class LatticeSettings:
    """How cards are joined to shelves, and how sure their places are. Distances are in cards."""

    #: So few cards that lie otherwise than a shelf beside them were read upside down; more are another shelf.
    few_cards: int = 2
    #: The most confidence in the place of a card alone, where other cards lie too.
    alone: float = 0.6
    #: A card this far from its place is as likely in another.
    half_sure: float = 0.35
    #: Confidence falls from 1 to 0 around `half_sure`, over a few times this distance.
    sure_scale: float = 0.05
    #: When a piece is several shelves.
    parting: PartingSettings = field(default_factory=PartingSettings)


def place_cards(
    corners: ArrayLike,
    face_up: ArrayLike | None = None,
    shelves: Shelves = None,
    order: Order | None = None,
    plane: Plane | None = None,
    settings: LatticeSettings = LatticeSettings(),
) -> Placement:
    """Sorts whole cards into shelves, rows and columns.

    ``corners`` [n, 4, 2]: top left, top right, bottom right, bottom left of each card as printed, in pixels
    of the photo. ``face_up`` [n]: whether the card shows its face; all do if left out. A face-down card may
    be given in any of the four turns, and takes the turn of the cards around it. A shelf stands upright as
    most of its face-up cards do. ``shelves``: how many shelves there are, if known. ``order``: how
    likely cards lie in this order on one shelf (`vision.shelf.parting`). ``plane``: of the photo; by these
    cards, if left out.

    A shelf may be laid loosely, its cards askew. Where pieces may be one shelf, or a shelf may be two, the
    placement says so.

    >>> card = np.array([[0, 0], [60, 0], [60, 84], [0, 84]])
    >>> place_cards([card, card + [62, 0], card + [62, 86]]).cells.tolist()
    [[0, 0], [1, 0], [1, 1]]
    """
    quads = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    count = len(quads)
    up = np.ones(count, np.bool_) if face_up is None else np.asarray(face_up, np.bool_)
    if count == 0:
        empty = np.zeros(0, np.int64)
        return Placement(empty, empty, empty, empty, np.zeros(0))
    plane = plane or Plane.of(quads)
    links = links_of(Table(quads, up, plane))
    pieces = join([Piece.single(i, bool(up[i])) for i in range(count)], links, same_way_up)
    joined = len(pieces) + 1
    while len(pieces) < joined:  # a card given upside down may have kept parts of its shelf apart
        joined = len(pieces)
        pieces = join(join(pieces, links, outvoted(settings.few_cards)), links, same_way_up)
    parting = Parting(quads, up, links, plane, order, settings.parting)
    parted = parting.parted([piece.upright(up) for piece in pieces], shelves)
    return _placement(parted, quads, plane, settings)


def around(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The cells that share an edge with one of ``cells`` (K1)."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def _placement(parted: Parted, quads: Floats, plane: Plane, settings: LatticeSettings) -> Placement:
    pieces = parted.pieces
    middles = np.array([quads[piece.cards].mean(axis=(0, 1)) for piece in pieces])
    axis = int(np.ptp(middles, axis=0).argmax())
    count = len(quads)
    shelf, row, column, turned = (np.zeros(count, np.int64) for _ in range(4))
    confidence = np.zeros(count)
    in_turn = np.argsort(middles[:, axis], kind="stable").tolist()
    for number, piece in enumerate(pieces[which] for which in in_turn):
        cards, cells = np.array(piece.cards), piece.places
        turned[cards] = [piece.turns[card] for card in piece.cards]
        off = np.abs(piece.grid(quads, plane).off(cells, piece.printed(quads)).mean(axis=1)).max(axis=1)
        most = settings.alone if len(cards) == 1 < count else 1.0
        shelf[cards], column[cards], row[cards] = number, cells[:, 0], cells[:, 1]
        confidence[cards] = most / (1 + np.exp((off - settings.half_sure) / settings.sure_scale))
    doubts = tuple(tuple(sorted(parted.doubts[n])) for n in in_turn)
    return Placement(shelf, row, column, turned, confidence, doubts, plane)
