"""From the corners of cards to shelves, rows and columns.

K1 joins the cards of a shelf edge to edge. So a shelf is a connected piece of the graph whose links are steps
from card to card (`vision.shelf.links`). A homography fitted to each shelf (`vision.geometry.grid`) then says
how well every card lies in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.arrays import Floats
from vision.cards.placed import Placement
from vision.geometry.grid import USUAL_STEP, homography, in_cells
from vision.shelf.links import Link, LinkSettings, Table, links_of

#: K2: a shelf never has more than three rows.
MOST_ROWS = 3


@dataclass(frozen=True)
class LatticeSettings:
    """How cards are joined to shelves, and how sure their places are. Distances are in cards."""

    #: A shelf's usual step is at most this long, whatever its cards say.
    widest_step: float = 1.15
    #: A joint this much wider than the shelf's others parts two shelves ...
    wide_joint: float = 0.16
    #: ... plus this, divided by the square root of the number of links across the joint.
    wide_joint_single: float = 0.14
    #: So few cards that lie otherwise than a shelf beside them were read upside down; more are another shelf.
    few_cards: int = 2
    #: The most confidence in the place of a card alone, where other cards lie too.
    alone: float = 0.6
    #: A card this far from its place is as likely in another.
    half_sure: float = 0.35
    #: Confidence falls from 1 to 0 around that distance, over a few times this one.
    sure_scale: float = 0.05
    #: When two cards lie one step apart.
    links: LinkSettings = field(default_factory=LinkSettings)


@dataclass
class _Piece:
    """Cards joined so far, their cells (column, row) and quarter turns in the piece's own frame."""

    cards: list[int]
    cells: dict[int, tuple[int, int]]
    turns: dict[int, int]
    face_up: int

    def turned(self, quarters: int) -> _Piece:
        cells = {card: _turn(cell, quarters) for card, cell in self.cells.items()}
        turns = {card: (turn + quarters) % 4 for card, turn in self.turns.items()}
        return _Piece(self.cards, cells, turns, self.face_up)

    def joined(self, other: _Piece, by: tuple[int, int]) -> _Piece | None:
        """Both pieces in this one's frame, the other moved ``by`` cells; None where two cards would share a
        cell.
        """
        moved = {card: (x + by[0], y + by[1]) for card, (x, y) in other.cells.items()}
        if set(moved.values()) & set(self.cells.values()):
            return None
        return _Piece(
            self.cards + other.cards,
            self.cells | moved,
            self.turns | other.turns,
            self.face_up + other.face_up,
        )


def place_cards(
    corners: ArrayLike, face_up: ArrayLike | None = None, settings: LatticeSettings = LatticeSettings()
) -> Placement:
    """Sorts whole cards into shelves, rows and columns.

    ``corners`` [n, 4, 2]: top left, top right, bottom right, bottom left of each card as printed, in pixels
    of the photo. ``face_up`` [n]: whether the card shows its face; all do if left out. A face-down card may
    be given in any of the four turns, and takes the turn of the cards around it. A shelf stands upright as
    most of its face-up cards do.

    Pieces that are one missing card apart are shelves of their own, even a piece of a card or two: shelves
    often lie side by side at a card's distance, and cards are rarely missed. Pieces of more than three rows
    (K2) are parted at the widest joint.

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
    links = links_of(Table(quads, up, settings.links))
    pieces = [_Piece([i], {i: (0, 0)}, {i: 0}, int(up[i])) for i in range(count)]
    pieces = _join(pieces, links, _same_way_up)
    joined = len(pieces) + 1
    while len(pieces) < joined:  # a card given upside down may have kept parts of its shelf apart
        joined = len(pieces)
        pieces = _join(_join(pieces, links, _outvoted(settings.few_cards)), links, _same_way_up)
    pieces = [part for piece in pieces for part in _parted(piece, links, up, settings)]
    return _placement([_upright(piece, up) for piece in pieces], quads, settings)


_Rule = Callable[[_Piece, _Piece, int], bool]


def _same_way_up(kept: _Piece, turned: _Piece, quarters: int) -> bool:
    """Cards that show their face are not turned."""
    return quarters == 0 or not turned.face_up


def _outvoted(few: int) -> _Rule:
    """The rule that up to ``few`` cards read upside down are turned to suit a shelf of twice as many."""

    def rule(kept: _Piece, turned: _Piece, quarters: int) -> bool:
        return quarters == 0 or (turned.face_up <= few and kept.face_up >= 2 * turned.face_up)

    return rule


def _join(pieces: list[_Piece], links: list[Link], allowed: _Rule) -> list[_Piece]:
    """Pieces joined along the links, as far as the rule allows."""
    of = {card: piece for piece in pieces for card in piece.cards}
    for link in links:
        first, second = of[link.a], of[link.b]
        if first is second:
            continue
        quarters = (link.turn + first.turns[link.a] - second.turns[link.b]) % 4
        if allowed(first, second, quarters):
            second = second.turned(quarters)
        elif allowed(second, first, -quarters % 4):
            first = first.turned(-quarters % 4)
        else:
            continue
        step = _turn(link.step, first.turns[link.a])
        (x, y), (u, v) = first.cells[link.a], second.cells[link.b]
        both = first.joined(second, (x + step[0] - u, y + step[1] - v))
        if both is not None:
            of.update(dict.fromkeys(both.cards, both))
    return list({id(piece): piece for piece in of.values()}.values())


def _parted(
    piece: _Piece, links: list[Link], up: NDArray[np.bool_], settings: LatticeSettings
) -> list[_Piece]:
    """The piece, cut along a joint that is too wide for one shelf, or that makes more rows than K2 allows."""
    if len(piece.cards) < 2:
        return [piece]
    cuts = _cuts(piece, _joints(piece, links), up, settings)
    if not cuts:
        return [piece]
    _, axis, at = max(cuts)
    parts = []
    for side in (True, False):
        cards = [card for card in piece.cards if (piece.cells[card][axis] <= at) is side]
        # A cut may leave a side in several pieces: the links within it say which.
        within = [link for link in links if link.a in cards and link.b in cards]
        alone = [_Piece([c], {c: (0, 0)}, {c: piece.turns[c]}, 1) for c in cards]
        parts += _join(alone, within, _same_way_up)
    return [smaller for part in parts for smaller in _parted(part, links, up, settings)]


def _joints(piece: _Piece, links: list[Link]) -> dict[tuple[int, int], list[float]]:
    """How far apart, in cards, the cards on both sides of each joint lie.

    A joint is an axis (0 across columns, 1 across rows) and the column or row after which it comes.
    """
    widths: dict[tuple[int, int], list[float]] = {}
    for link in links:
        if link.a in piece.cells and link.b in piece.cells:
            (x, y), (u, v) = piece.cells[link.a], piece.cells[link.b]
            if abs(x - u) + abs(y - v) == 1:
                axis = 0 if x != u else 1
                widths.setdefault((axis, min((x, y)[axis], (u, v)[axis])), []).append(link.along)
    return widths


def _cuts(
    piece: _Piece,
    joints: dict[tuple[int, int], list[float]],
    up: NDArray[np.bool_],
    settings: LatticeSettings,
) -> list[tuple[float, int, int]]:
    """Where the piece may be cut: how much speaks for it, and the joint."""
    typical = []
    for axis in (0, 1):
        # of two joints the narrower says how this shelf is laid out
        along = sorted(float(np.mean(across)) for (way, _), across in joints.items() if way == axis)
        typical.append(min(along[(len(along) - 1) // 2] if along else USUAL_STEP, settings.widest_step))
    rows = [row for _, row in piece.cells.values()]
    first, last = min(rows), max(rows)
    too_many = last - first + 1 > MOST_ROWS
    cuts = []
    between = False  # whether some rows lie apart, as two players' do
    for (axis, at), across in joints.items():
        excess = float(np.mean(across)) - typical[axis]
        wide = excess > settings.wide_joint + settings.wide_joint_single / np.sqrt(len(across))
        between |= wide and axis == 1
        if wide or (too_many and axis == 1 and last - MOST_ROWS <= at < first + MOST_ROWS):
            cuts.append((excess, axis, at))
    if too_many and not any(axis == 1 for _, axis, _ in cuts):  # more than two shelves' worth of rows
        cuts.append((0.0, 1, first + MOST_ROWS - 1))
    for row, at in ((first, first), (last, last - 1)):
        # A back all alone in a row too many is cut off first: another player's shelf shows more than that.
        only = [card for card, cell in piece.cells.items() if cell[1] == row]
        if too_many and not between and len(only) == 1 and not up[only[0]]:
            cuts.append((np.inf, 1, at))
    return cuts


def around(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The cells that share an edge with one of ``cells`` (K1)."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def _upright(piece: _Piece, up: NDArray[np.bool_]) -> _Piece:
    """The piece as its owner sees it: turned to suit most of its face-up cards, its cells from (0, 0)."""
    voters = [card for card in piece.cards if up[card]] or piece.cards
    votes = np.bincount([piece.turns[card] for card in voters], minlength=4)
    turned = piece.turned(-int(votes.argmax()) % 4)
    left, top = (min(cell[axis] for cell in turned.cells.values()) for axis in (0, 1))
    turned.cells = {card: (x - left, y - top) for card, (x, y) in turned.cells.items()}
    return turned


def _placement(pieces: list[_Piece], quads: Floats, settings: LatticeSettings) -> Placement:
    middles = np.array([quads[piece.cards].mean(axis=(0, 1)) for piece in pieces])
    axis = int(np.ptp(middles, axis=0).argmax())
    count = len(quads)
    shelf, row, column, turned = (np.zeros(count, np.int64) for _ in range(4))
    confidence = np.zeros(count)
    for number, which in enumerate(np.argsort(middles[:, axis], kind="stable")):
        piece = pieces[which]
        cards = np.array(piece.cards)
        cells = np.array([piece.cells[card] for card in piece.cards])
        turned[cards] = [piece.turns[card] for card in piece.cards]
        off = np.abs(in_cells(_homography(piece, quads), quads[cards]).mean(axis=1) - cells).max(axis=1)
        most = settings.alone if len(cards) == 1 < count else 1.0
        shelf[cards], column[cards], row[cards] = number, cells[:, 0], cells[:, 1]
        confidence[cards] = most / (1 + np.exp((off - settings.half_sure) / settings.sure_scale))
    return Placement(shelf, row, column, turned, confidence)


def _homography(piece: _Piece, quads: Floats) -> Floats:
    printed = np.stack([np.roll(quads[card], -piece.turns[card], axis=0) for card in piece.cards])
    return homography(np.array([piece.cells[card] for card in piece.cards], np.float64), printed)


def _turn(cell: tuple[int, int], quarters: int) -> tuple[int, int]:
    """A step (column, row) as seen from a frame that starts ``quarters`` corners further on."""
    x, y = cell
    for _ in range(quarters % 4):
        x, y = y, -x
    return x, y
