"""Pieces of shelves: cards joined along their links, each with its cell in the piece's own frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.geometry.grid import Grid
from vision.geometry.plane import Plane
from vision.shelf.links import Link

Cell = tuple[int, int]  #: column and row
Number = TypeVar("Number", int, float)


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
