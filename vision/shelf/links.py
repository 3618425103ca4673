"""Which cards of a photo lie one step apart, and the pieces of shelves that they make.

Steps are judged on the flattened table (`vision.geometry.plane`), in the frame that two cards and the cards
around them share. So they hold on a shelf that drifts or bends, where one grid over all of it does not. In a
piece each card has its cell; `vision.shelf.lattice` joins pieces to shelves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Ints
from vision.geometry.grid import Grid
from vision.geometry.plane import Plane
from vision.geometry.quads import sides

Cell = tuple[int, int]  #: column and row
Number = TypeVar("Number", int, float)

# When two cards are neighbours. Distances are in cards.
#: The least and the greatest distance of neighbours.
NEIGHBOUR_REACH = (0.6, 3.7)
#: Between neighbours further apart than this a card is missing.
NEAR_NEIGHBOUR = 1.95
#: A neighbour may lie this far beside where the step leads.
NEIGHBOUR_ASIDE = 0.45
#: The frames of two neighbours may differ by this much: the Frobenius norm of their difference.
TWIST = 0.65
#: A turn between two faces adds this to that norm, because faces know which way up they are.
TURNED_FACE = 0.5
#: Frames are averaged over the cards around, with this standard deviation …
FRAME_SURROUNDINGS = 1.6
#: … and this one of how much the frames differ: single cards lie askew.
ASKEW = 0.5


@dataclass(frozen=True)
class Link:
    """Card ``b``, turned by ``turn`` quarters, lies ``offset`` (columns, rows) in cards from card ``a``, and
    ``step`` on the grid, both in a's frame.
    """

    a: int
    b: int
    turn: int
    step: tuple[int, int]
    offset: tuple[float, float]

    @property
    def off(self) -> float:
        """How far ``b`` lies from where it would touch ``a``, edge to edge."""
        along, aside = sorted(map(abs, self.offset), reverse=True)
        return float(np.hypot(along - 1, aside))


@dataclass
class Table:
    """The cards on the flattened table.

    ``centres`` [n, 2]; ``frames`` [n, 2, 2], the columns of each are its card's steps right and down;
    ``smooth``: the frames averaged over the cards around.
    """

    corners: Floats
    face_up: NDArray[np.bool_]
    plane: Plane
    centres: Floats = field(init=False)
    frames: Floats = field(init=False)
    smooth: Floats = field(init=False)

    def __post_init__(self) -> None:
        flat = self.plane.flat(self.corners)
        self.centres = flat.mean(axis=1)
        self.frames = np.stack(sides(flat), axis=2)
        near = np.linalg.norm(self.centres[:, None] - self.centres[None], axis=2)
        turn, twist = self.twists(self.frames)
        weights = np.exp(-((near / FRAME_SURROUNDINGS) ** 2 + (twist / ASKEW) ** 2) / 2)
        own = np.arange(len(self.centres))
        weights[own, own] = 1.0
        turned = _turned_frames(self.frames)[turn, own[None, :]]
        self.smooth = (weights[:, :, None, None] * turned).sum(axis=1) / weights.sum(axis=1)[:, None, None]

    def twists(self, frames: Floats) -> tuple[Ints, Floats]:
        """For each pair (i, j) the quarter turns of j that suit i best, [n, n], and how much the two frames
        differ then, [n, n].
        """
        every = _turned_frames(frames)
        relative = np.linalg.inv(_usable(frames))[None, :, None] @ every[:, None]
        apart = np.linalg.norm(relative - np.eye(2), axis=(3, 4))
        for turn in (1, 2, 3):
            apart[turn][self.face_up[:, None] & self.face_up[None]] += TURNED_FACE
        best = apart.argmin(axis=0)
        return best, np.take_along_axis(apart, best[None], axis=0)[0]


def links_of(table: Table) -> list[Link]:
    """All pairs of neighbours, the nearest first: nothing lies between them, as one of the two sees it."""
    turn, twist = table.twists(table.smooth)
    offsets = table.centres[None] - table.centres[:, None]
    own = np.arange(len(offsets))
    shared = (table.smooth[:, None] + _turned_frames(table.smooth)[turn, own[None, :]]) / 2
    steps = np.linalg.solve(_usable(shared), offsets[..., None])[..., 0]
    seen = []
    for axis in (0, 1):
        beside = (np.abs(steps[..., 1 - axis]) < NEIGHBOUR_ASIDE) & (twist < TWIST)
        for sign in (1, -1):
            along = sign * steps[..., axis]
            reached = beside & (along > NEIGHBOUR_REACH[0]) & (along < NEIGHBOUR_REACH[1])
            nearest = np.where(reached, along, np.inf).min(axis=1, initial=np.inf)[:, None]
            seen += [(axis, sign, a, b) for a, b in np.argwhere(reached & (along <= nearest)).tolist()]
    found = []
    for axis in (0, 1):
        far = {(sign, a, b): abs(float(steps[a, b, axis])) for way, sign, a, b in seen if way == axis}
        near = [apart for apart in far.values() if apart < NEAR_NEIGHBOUR]
        median = float(np.median(near)) if near else 1.0
        for (sign, a, b), apart in far.items():
            count = sign if apart < NEAR_NEIGHBOUR else sign * max(2, round(apart / median))
            step = (count, 0) if axis == 0 else (0, count)
            found.append(Link(a, b, int(turn[a, b]), step, (float(steps[a, b, 0]), float(steps[a, b, 1]))))
    return sorted(found, key=lambda link: link.off)


def _turned_frames(frames: Floats) -> Floats:
    """The frames [n, 2, 2] as seen from each corner of their cards, [4, n, 2, 2]."""
    right, down = frames[..., 0], frames[..., 1]
    turns = ((right, down), (down, -right), (-right, -down), (-down, right))
    return np.stack([np.stack(turn, axis=-1) for turn in turns])


def _usable(frames: Floats) -> Floats:
    """Frames that can be inverted: a card without area gets a little."""
    flat = np.abs(np.linalg.det(frames)) < 1e-6
    return np.where(flat[..., None, None], frames + 1e-3 * np.eye(2), frames)


@dataclass
class Piece:
    """Cards joined so far, their cells (column, row) and quarter turns in the piece's own frame."""

    cards: list[int]
    cells: dict[int, Cell]
    turns: dict[int, int]
    face_up: int
    _grid: Grid | None = field(default=None, repr=False)

    @classmethod
    def single(cls, card: int, face_up: bool, turn: int = 0) -> Piece:
        return cls([card], {card: (0, 0)}, {card: turn}, int(face_up))

    def turned(self, quarters: int) -> Piece:
        if quarters % 4 == 0:
            return self
        cells = {card: turned_step(cell, quarters) for card, cell in self.cells.items()}
        turns = {card: (turn + quarters) % 4 for card, turn in self.turns.items()}
        return Piece(self.cards, cells, turns, self.face_up)

    def joined(self, other: Piece, by: Cell) -> Piece | None:
        """Both pieces in this one's frame, the other moved ``by`` cells; None where two cards would share a
        cell.
        """
        moved = {card: (x + by[0], y + by[1]) for card, (x, y) in other.cells.items()}
        if set(moved.values()) & set(self.cells.values()):
            return None
        return Piece(
            self.cards + other.cards,
            self.cells | moved,
            self.turns | other.turns,
            self.face_up + other.face_up,
        )

    def upright(self, up: NDArray[np.bool_]) -> Piece:
        """The piece as its owner sees it: turned to suit most of its face-up cards, its cells from (0, 0)."""
        voters = [card for card in self.cards if up[card]] or self.cards
        votes = np.bincount([self.turns[card] for card in voters], minlength=4)
        turned = self.turned(-int(votes.argmax()) % 4)
        left, top = (min(cell[axis] for cell in turned.cells.values()) for axis in (0, 1))
        cells = {card: (x - left, y - top) for card, (x, y) in turned.cells.items()}
        return Piece(turned.cards, cells, turned.turns, turned.face_up)

    @property
    def places(self) -> Floats:
        """Column and row of each card, [n, 2]."""
        return np.array([self.cells[card] for card in self.cards], np.float64)

    def printed(self, quads: Floats) -> Floats:
        """The corners of its cards, [n, 4, 2], from the top left of the piece; ``quads``: of all cards."""
        return np.stack([np.roll(quads[card], -self.turns[card], axis=0) for card in self.cards])

    def grid(self, quads: Floats, plane: Plane) -> Grid:
        """The grid fitted to its cards; ``plane``: of the photo."""
        if self._grid is None:
            self._grid = Grid.fit(self.places, self.printed(quads), plane)
        return self._grid


Rule = Callable[[Piece, Piece, int], bool]


def same_way_up(kept: Piece, turned: Piece, quarters: int) -> bool:
    """Cards that show their face are not turned."""
    return quarters == 0 or not turned.face_up


def outvoted(few: int) -> Rule:
    """The rule that up to ``few`` cards read upside down are turned to suit a shelf of twice as many."""

    def rule(kept: Piece, turned: Piece, quarters: int) -> bool:
        return quarters == 0 or (turned.face_up <= few and kept.face_up >= 2 * turned.face_up)

    return rule


def join(pieces: Sequence[Piece], links: Sequence[Link], allowed: Rule) -> list[Piece]:
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
        step = turned_step(link.step, first.turns[link.a])
        (x, y), (u, v) = first.cells[link.a], second.cells[link.b]
        both = first.joined(second, (x + step[0] - u, y + step[1] - v))
        if both is not None:
            of.update(dict.fromkeys(both.cards, both))
    return list({id(piece): piece for piece in of.values()}.values())


def turned_step(step: tuple[Number, Number], quarters: int) -> tuple[Number, Number]:
    """A step (column, row) as seen from a frame that starts ``quarters`` corners further on."""
    x, y = step
    for _ in range(quarters % 4):
        x, y = y, -x
    return x, y
