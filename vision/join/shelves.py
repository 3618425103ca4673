"""One table from several photos: a long shelf put together, and cards that two photos show counted once.

Two photos of a shelf show two windows of one grid (K1). So a shared card fixes how far one window lies off
the other. Each offset is weighed by all the cards that it lays on each other: how likely their banners, icons
and sides are those of the same card (`vision.join.seen`). Cards that a photo should show and does not speak
against an offset. Nothing depends on a single card being read rightly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorer.shelf import MOST_ROWS
from vision.common.arrays import Floats
from vision.geometry.grid import Grid
from vision.join.seen import Card, Seen, agreement, sides
from vision.shelf.overlooked import Hole

Cell = tuple[int, int]


# When two parts are one shelf. Distances are in cards.
#: Two parts are put together from this probability on.
SAME_SHELF = 0.9
#: A card that a photo should show and does not counts this much against an offset, in nats.
MISSING_CARD = 3.5
#: A card this near to a place of the grid lies there.
NEAR_PLACE = 0.4
#: A place lies wholly in a photo if it does so when it is this many times as large.
WHOLE_MARGIN = 1.15
#: A photo's grid says nothing of places further than this from its own cards.
FAR_PLACES = 2


@dataclass(frozen=True)
class Window:
    """One shelf of one photo: the photo, the shelf's cells (row, column) with the cards there, its doubts."""

    photo: int
    seen: Seen
    cards: dict[Cell, int]
    doubts: tuple[str, ...] = ()
    holes: tuple[Hole, ...] = ()

    @cached_property
    def _grid(self) -> Grid:
        cells = np.array([(column, row) for row, column in self.cards], np.float64)
        return Grid.fit(cells, self.seen.corners[list(self.cards.values())])

    def lacks(self, cell: Cell) -> bool:
        """Whether the photo shows this cell wholly, and no card there."""
        if cell in self.cards or not any(
            max(abs(cell[0] - row), abs(cell[1] - column)) <= FAR_PLACES for row, column in self.cards
        ):
            return False
        place = self._grid.corners(np.array([cell[::-1]], np.float64), WHOLE_MARGIN)[0]
        if (place < 0).any() or (place > self.seen.size).any():
            return False
        apart = np.linalg.norm(self.seen.corners.mean(axis=1) - place.mean(axis=0), axis=1)
        return bool(apart.min() > NEAR_PLACE * np.linalg.norm(place[1] - place[0]))


@dataclass(frozen=True)
class Part:
    """A part of a shelf: windows that belong together, each moved by (rows, columns)."""

    windows: tuple[tuple[Window, Cell], ...]

    @cached_property
    def cells(self) -> dict[Cell, list[tuple[int, int]]]:
        """The cards of each cell, as (photo, number)."""
        cells: dict[Cell, list[tuple[int, int]]] = {}
        for window, (down, right) in self.windows:
            for (row, column), card in window.cards.items():
                cells.setdefault((row + down, column + right), []).append((window.photo, card))
        return cells

    def moved(self, by: Cell) -> Part:
        return Part(tuple((window, (at[0] + by[0], at[1] + by[1])) for window, at in self.windows))

    def joined(self, other: Part) -> Part:
        return Part(self.windows + other.windows)

    def lacking(self, cells: Sequence[Cell]) -> int:
        """How often a photo should show a card in one of these cells and does not."""
        moved = (
            (window, row - at[0], column - at[1]) for window, at in self.windows for row, column in cells
        )
        return sum(window.lacks((row, column)) for window, row, column in moved)


class Matches:
    """How well cards of different photos agree; computed once for each pair of photos."""

    def __init__(self, seen: Sequence[Seen]) -> None:
        self._seen = seen
        self._pairs: dict[tuple[int, int], Floats] = {}

    def between(self, a: int, b: int) -> Floats:
        if (a, b) not in self._pairs:
            first, second = self._seen[a], self._seen[b]
            self._pairs[a, b] = agreement(first, second) + sides(first, second)
            self._pairs[b, a] = self._pairs[a, b].T
        return self._pairs[a, b]

    def of(self, some: Sequence[tuple[int, int]], others: Sequence[tuple[int, int]]) -> float:
        """The mean agreement of all the sightings of a card with all sightings of another."""
        return float(np.mean([self.between(a, b)[i, j] for a, i in some for b, j in others]))


def join_shelves(seen: Sequence[Seen]) -> list[Card]:
    """The cards of the shelves that all the photos show together.

    Shelves are numbered in the order of the photos. Two cards of one photo stay two. Shelves of photos that
    share no card stay apart.
    """
    matches = Matches(seen)
    parts = [Part(((window, (0, 0)),)) for photo, one in enumerate(seen) for window in _windows(photo, one)]
    while True:
        best, pair = SAME_SHELF, None
        for a in range(len(parts)):
            for b in range(a + 1, len(parts)):
                sure, by = likeliest(parts[a], parts[b], matches)
                if sure > best:
                    best, pair = sure, (a, b, by)
        if pair is None:
            break
        a, b, by = pair
        parts[a] = parts[a].joined(parts[b].moved(by))
        del parts[b]
    return [card for number, part in enumerate(parts) for card in _cards(number, part, seen)]


def likeliest(one: Part, other: Part, matches: Matches) -> tuple[float, Cell]:
    """The most probable offset of ``other`` against ``one``, and the probability that they are one shelf with
    this offset.

    The prior: two shelves are as likely as one shelf, and all offsets that the photos allow are alike.
    """
    if len(seen_in(one) | seen_in(other)) < 2:  # one photo alone says which cards are one shelf
        return 0.0, (0, 0)
    offsets, logs, agreed = [], [], []
    for by in _offsets(one, other):
        moved = other.moved(by)
        shared = [cell for cell in one.cells if cell in moved.cells]
        if not shared or any(
            {p for p, _ in one.cells[cell]} & {p for p, _ in moved.cells[cell]} for cell in shared
        ):
            continue
        lacking = one.lacking(list(moved.cells)) + moved.lacking(list(one.cells))
        offsets.append(by)
        logs.append(-MISSING_CARD * lacking)
        agreed.append(sum(matches.of(one.cells[cell], moved.cells[cell]) for cell in shared))
    if not offsets:
        return 0.0, (0, 0)
    prior = np.array(logs) - np.log(max(1.0, float(np.exp(logs).sum())))
    together = prior + np.array(agreed)
    best = int(together.argmax())
    everything = np.append(together, 0.0)
    share = np.exp(together[best] - everything.max()) / np.exp(everything - everything.max()).sum()
    return float(share), offsets[best]


def seen_in(part: Part) -> set[int]:
    """The photos that show a part."""
    return {window.photo for window, _ in part.windows}


def _offsets(one: Part, other: Part) -> Iterator[Cell]:
    """All offsets that lay a card of one part on a card of the other, within three rows (K2)."""
    rows, columns = (np.array(axis) for axis in zip(*one.cells, strict=True))
    its_rows, its_columns = (np.array(axis) for axis in zip(*other.cells, strict=True))
    for down in range(rows.min() - its_rows.max(), rows.max() - its_rows.min() + 1):
        low, high = min(rows.min(), its_rows.min() + down), max(rows.max(), its_rows.max() + down)
        if high - low < MOST_ROWS:
            for right in range(columns.min() - its_columns.max(), columns.max() - its_columns.min() + 1):
                yield int(down), int(right)


def _windows(photo: int, seen: Seen) -> list[Window]:
    windows = []
    for shelf in sorted(set(seen.shelf.tolist())):
        cards = np.flatnonzero(seen.shelf == shelf).tolist()
        cells = {(int(seen.row[i]), int(seen.column[i])): i for i in cards}
        doubts = seen.doubts[shelf] if shelf < len(seen.doubts) else ()
        holes = tuple(hole for hole in seen.holes if hole.shelf == shelf)
        windows.append(Window(photo, seen, cells, doubts, holes))
    return windows


def _cards(shelf: int, part: Part, seen: Sequence[Seen]) -> list[Card]:
    top, left = (min(cell[axis] for cell in part.cells) for axis in (0, 1))
    doubts = tuple(sorted({doubt for window, _ in part.windows for doubt in window.doubts}))
    holes = {
        (hole.row + down - top, hole.column + right - left): (window.photo, hole.corners)
        for window, (down, right) in sorted(part.windows, key=lambda each: -each[0].photo)  # the first stays
        for hole in window.holes
        if (hole.row + down, hole.column + right) not in part.cells  # no other photo shows a card there
    }
    read = tuple(
        (photo, Hole(shelf, row, column, corners))
        for (row, column), (photo, corners) in sorted(holes.items(), key=lambda each: each[0])
    )
    return [
        Card(
            best_first(looks, seen),
            shelf,
            row - top,
            column - left,
            float(max(seen[p].sure[i] for p, i in looks)),
            doubts,
            read,
        )
        for (row, column), looks in part.cells.items()
    ]


def best_first(looks: Sequence[tuple[int, int]], seen: Sequence[Seen]) -> tuple[tuple[int, int], ...]:
    """The sightings of one card, (photo, number): first the sightings that show all of it, then by size."""

    def worth(look: tuple[int, int]) -> tuple[bool, bool, float]:
        photo, i = look
        one = seen[photo]
        size = float(np.linalg.norm(one.corners[i, 1] - one.corners[i, 0]))
        return bool(one.banner[i]), bool(one.icons[i]), size * (1 - float(one.cut[i]))

    return tuple(sorted(looks, key=worth, reverse=True))
