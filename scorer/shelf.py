"""A player's shelf, its notation, and where a card may go (RULES 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorer.cards import CATEGORY_CODES, HIGHEST_ORDER, BookCard, Category
from scorer.errors import RefusedInput, phrase
from scorer.limits import MOST_NOTATION

#: K2: a shelf never has more than three rows.
MOST_ROWS = 3
#: B1: a rectangle counts from two by two.
LEAST_RECTANGLE_SIDE = 2
#: A deck has 152 cards; gaps included, no shelf that lies on a table is wider.
MOST_COLUMNS = 200

_TOKEN = re.compile(
    rf"(?P<down>#)?(?:(?P<letter>[A-Z])(?P<order>[1-9][0-9]?)(?::(?P<books>[{CATEGORY_CODES}]{{1,4}}))?)?(?P<buried>\+)?"
)
_EXPECTED = phrase(
    "a card such as E2 or E2:HFS (A to Z, 1 to {most}, one to four of {codes}), # or #E2 "
    "face down, . for a gap, + at the end for a card buried beneath",
    most=HIGHEST_ORDER,
    codes=CATEGORY_CODES,
)


class NotationError(RefusedInput):
    """A token of the shelf notation that cannot be read.

    ``row`` and ``column`` count from 0, the sentence from 1; ``expected``: the allowed tokens.
    """

    def __init__(self, token: str, row: int, column: int, expected: str = _EXPECTED) -> None:
        shown = token if len(token) <= 20 else token[:20] + "…"
        super().__init__(
            phrase(
                "{token!r} in row {row}, column {column} is not shelf notation: write {expected}.",
                token=shown,
                row=row + 1,
                column=column + 1,
                expected=expected,
            )
        )
        self.token = token
        self.row = row
        self.column = column
        self.expected = expected

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, int, str]]:
        return type(self), (self.token, self.row, self.column, self.expected)


class Space(NamedTuple):
    """A place on a shelf, counted from the top left cell, which is (0, 0); a new card may grow it to -1."""

    row: int
    column: int


class Rectangle(NamedTuple):
    """A full rectangle of cards: its top left place and its size in cards."""

    row: int
    column: int
    height: int
    width: int

    @property
    def cards(self) -> int:
        return self.height * self.width


@dataclass(frozen=True, slots=True)
class ShelvedCard:
    """A card on a shelf. ``card`` is None only if it lies face down and is unknown.

    ``buried``: the Mummy put a card beneath it (S7).
    """

    card: BookCard | None
    face_up: bool = True
    buried: bool = False

    def __post_init__(self) -> None:
        if self.card is None and self.face_up:
            raise ValueError("a face-up card must be known")

    def __str__(self) -> str:
        down = "" if self.face_up else "#"
        card = "" if self.card is None else str(self.card)
        return f"{down}{card}{'+' if self.buried else ''}"


@dataclass(frozen=True)
class Shelf:
    """Rows of cards from top to bottom, each from left to right; None is a gap. Rows may differ in length.

    >>> shelf = Shelf.parse("A3:CF B1:HMR . / C2 # D1:SS")
    >>> str(shelf)
    'A3:CF B1:HMR . / C2 # D1:SS'
    >>> shelf.largest_rectangle()
    Rectangle(row=0, column=0, height=2, width=2)
    """

    rows: tuple[tuple[ShelvedCard | None, ...], ...] = ()

    @classmethod
    def parse(cls, text: str) -> Shelf:
        """Reads the shelf notation; the empty text is the empty shelf.

        Raises:
            NotationError: a token is not a cell, a row is empty, or a row or the text is too long.
        """
        if len(text) > MOST_NOTATION:
            raise NotationError(text, 0, 0, phrase("at most {most} characters", most=MOST_NOTATION))
        if not text.strip():
            return cls()
        rows = []
        for row, line in enumerate(text.split("/")):
            tokens = line.split()
            if not tokens:
                raise NotationError("", row, 0, phrase("at least one cell between two /, . for a gap"))
            if len(tokens) > MOST_COLUMNS:
                raise NotationError(
                    tokens[MOST_COLUMNS],
                    row,
                    MOST_COLUMNS,
                    phrase("at most {most} cells in a row", most=MOST_COLUMNS),
                )
            rows.append(tuple(_cell(token, row, column) for column, token in enumerate(tokens)))
        return cls(tuple(rows))

    def __str__(self) -> str:
        return " / ".join(
            " ".join("." if cell is None else str(cell) for cell in row) or "." for row in self.rows
        )

    def at(self, row: int, column: int) -> ShelvedCard | None:
        """The card at a place; None for a gap and for any place beyond the shelf."""
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return None

    def cells(self) -> Iterator[tuple[int, int, ShelvedCard]]:
        """Every card with its row and column in reading order (A1): left to right, top row to bottom row."""
        for row, line in enumerate(self.rows):
            for column, cell in enumerate(line):
                if cell is not None:
                    yield row, column, cell

    @property
    def lowest_row(self) -> int | None:
        """The lowest row that holds a card (B1); None on an empty shelf."""
        return max((row for row, _, _ in self.cells()), default=None)

    def spaces(self) -> list[Space]:
        """The places for the next card (K1, K2), in reading order; (0, 0) alone on an empty shelf.

        Row -1 or column -1 is beyond the top or the left edge; `place` shifts the shelf for it.
        """
        taken = {(row, column) for row, column, _ in self.cells()}
        if not taken:
            return [Space(0, 0)]
        top, bottom = min(taken)[0], max(taken)[0]
        beside = {Space(row + dr, column + dc) for row, column in taken for dr, dc in _NEIGHBOURS} - taken
        return sorted(s for s in beside if max(bottom, s.row) - min(top, s.row) < MOST_ROWS)

    def place(self, row: int, column: int, card: ShelvedCard) -> Shelf:
        """The shelf with one more card at one of its `spaces`; all shift when the place is at -1.

        Raises:
            ValueError: K1 or K2 does not allow a card there.
        """
        if (row, column) not in self.spaces():
            raise ValueError(f"no card may be shelved at row {row}, column {column} (K1, K2)")
        return self.with_cell(row, column, card)

    def with_cell(self, row: int, column: int, cell: ShelvedCard | None) -> Shelf:
        """The shelf with one cell replaced, K1 and K2 unchecked; empty rows and columns at the edges go."""
        cells: dict[tuple[int, int], ShelvedCard] = {(r, c): there for r, c, there in self.cells()}
        cells.pop((row, column), None)
        if cell is not None:
            cells[row, column] = cell
        return Shelf.of_cells(cells)

    @classmethod
    def of_cells(cls, cells: dict[tuple[int, int], ShelvedCard]) -> Shelf:
        """The shelf with these cards at (row, column), moved to start at 0, its rows padded with gaps."""
        if not cells:
            return cls()
        top, left = min(row for row, _ in cells), min(column for _, column in cells)
        bottom, right = max(row for row, _ in cells), max(column for _, column in cells)
        return cls(
            tuple(
                tuple(cells.get((row, column)) for column in range(left, right + 1))
                for row in range(top, bottom + 1)
            )
        )

    def turned(self, places: Iterable[tuple[int, int]]) -> Shelf:
        """The shelf with the cards at these places face down; they stay known."""
        down = set(places)
        return Shelf(
            tuple(
                tuple(
                    ShelvedCard(cell.card, False, cell.buried)
                    if cell is not None and (r, c) in down
                    else cell
                    for c, cell in enumerate(line)
                )
                for r, line in enumerate(self.rows)
            )
        )

    def problems(self) -> list[str]:
        """How the shelf breaks K1 or K2, a sentence each; empty when it may lie on a table."""
        taken = {(row, column) for row, column, _ in self.cells()}
        found = []
        rows = max(r for r, _ in taken) - min(r for r, _ in taken) + 1 if taken else 0
        if rows > MOST_ROWS:
            found.append(f"K2: the shelf spans {rows} rows, at most {MOST_ROWS} are allowed.")
        for group in self.apart():
            name = "; ".join(str(cell) for cell in group)
            found.append(f"K1: {name} lies apart from the rest, no edge touches it.")
        return found

    def apart(self) -> list[list[ShelvedCard]]:
        """The groups of cards that no edge joins to the largest group (K1), each in reading order."""
        cells = {(row, column): cell for row, column, cell in self.cells()}
        return [[cells[place] for place in sorted(group)] for group in _groups(set(cells))[1:]]

    def largest_rectangle(self) -> Rectangle | None:
        """The largest full rectangle of cards, at least 2 by 2, on the lowest row (B1); None without one.

        Face-down cards count. Of equally large rectangles it is the flattest, then the leftmost.
        """
        lowest = self.lowest_row
        if lowest is None:
            return None
        width = max(len(row) for row in self.rows)
        best: Rectangle | None = None
        for height in range(LEAST_RECTANGLE_SIDE, lowest + 2):
            top = lowest - height + 1
            run = 0
            for column in range(width):
                full = all(self.at(row, column) is not None for row in range(top, lowest + 1))
                run = run + 1 if full else 0
                if run >= LEAST_RECTANGLE_SIDE and (best is None or run * height > best.cards):
                    best = Rectangle(top, column - run + 1, height, run)
        return best


_NEIGHBOURS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def _cell(token: str, row: int, column: int) -> ShelvedCard | None:
    if token == ".":
        return None
    match = _TOKEN.fullmatch(token)
    if match is None or not (match["down"] or match["letter"]):
        raise NotationError(token, row, column)
    card = None
    if match["letter"]:
        books = tuple(Category.from_code(code) for code in match["books"] or "")
        card = BookCard(match["letter"], int(match["order"]), None, books)
    return ShelvedCard(card, face_up=not match["down"], buried=bool(match["buried"]))


def _groups(taken: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The groups of places that hang together edge to edge, the largest first."""
    left, groups = set(taken), []
    while left:
        todo, group = [left.pop()], set()
        while todo:
            row, column = todo.pop()
            group.add((row, column))
            for place in ((row + dr, column + dc) for dr, dc in _NEIGHBOURS):
                if place in left:
                    left.remove(place)
                    todo.append(place)
        groups.append(group)
    return sorted(groups, key=lambda group: (-len(group), min(group)))
