"""Where cards lie on a table: shelves, solo piles, legends and single cards, in card widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES, BookCard, Category
from vision.synth.scene.spacing import MISSING, close_pitch, loose_spacing, without_a_middle_card

Cell = tuple[int, int]
Rng = np.random.Generator

#: Thickness of a card in card widths (0.3 mm of 63 mm).
THICKNESS = 0.005
#: K2: a shelf never has more than three rows.
MAX_ROWS = 3
#: The least step of a pile, as a share of its usual step; and the free room below and beside a visible print,
#: in card widths.
LEAST_STEP, ROOM, APART = 0.9, 0.03, 0.12


@dataclass(frozen=True, slots=True)
class Placement:
    """A card on the table: its middle (x, y), its turn in degrees (clockwise) and the height z of its face.

    ``category`` is set for a category card, else ``card`` for a book card. ``row`` and ``column`` are its
    place in its shelf; in a spread, its place in its column and the column. ``covered_by`` is the index of
    the card that covers all of it but its top strip. ``bend``: how far its edges stand up (its middle, if
    negative), across or along the card.
    """

    x: float
    y: float
    turn: float = 0.0
    z: float = THICKNESS
    card: BookCard | None = None
    category: Category | None = None
    face_up: bool = True
    shelf: int = 0
    row: int = 0
    column: int = 0
    covered_by: int | None = None
    bend: float = 0.0
    bend_across: bool = True

    def point(self, u: float, v: float, aspect: float) -> tuple[float, float]:
        """The table point at ``u`` of the card's width from its left and ``v`` of its height from its top, as
        printed.
        """
        angle = np.radians(self.turn)
        x, y = u - 0.5, (v - 0.5) * aspect
        return (
            float(self.x + x * np.cos(angle) - y * np.sin(angle)),
            float(self.y + x * np.sin(angle) + y * np.cos(angle)),
        )

    def local(self, x: float, y: float, aspect: float) -> tuple[float, float]:
        """The inverse of ``point``: (u, v) of a table point."""
        angle = np.radians(self.turn)
        x, y = x - self.x, y - self.y
        return (
            float(x * np.cos(angle) + y * np.sin(angle) + 0.5),
            float((-x * np.sin(angle) + y * np.cos(angle)) / aspect + 0.5),
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards on a table, lowest card first. ``kind`` as in the truth files."""

    kind: str
    aspect: float
    placements: list[Placement] = field(default_factory=list)

    def outline(self) -> NDArray[np.float64]:
        """The table points of all cards' corners, float [4 n, 3]."""
        return np.array(
            [
                (*p.point(u, v, self.aspect), p.z)
                for p in self.placements
                for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))
            ],
            np.float64,
        ).reshape(-1, 3)


def pick_cards(rng: Rng, deck: Sequence[BookCard], count: int) -> list[BookCard]:
    """``count`` different cards in random order; half the time rare letters come as often as others."""
    weights = np.ones(len(deck))
    if rng.random() < 0.5:
        weights = np.array([1 / (card.of or 1) for card in deck])
    chosen = rng.choice(len(deck), size=min(count, len(deck)), replace=False, p=weights / weights.sum())
    return [deck[i] for i in chosen]


def shelf_cells(rng: Rng, rows: int, columns: int, count: int) -> list[Cell]:
    """``count`` cells of a grid, each beside another (K1), in reading order, counted from 0 at the top left
    used.
    """
    taken: list[Cell] = [(int(rng.integers(rows)), int(rng.integers(columns)))]
    chosen = set(taken)
    compact = rng.uniform(0, 3)
    while len(taken) < min(count, rows * columns):
        edge: dict[Cell, int] = {}
        for r, c in taken:
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if 0 <= cell[0] < rows and 0 <= cell[1] < columns and cell not in chosen:
                    edge[cell] = edge.get(cell, 0) + 1
        cells = list(edge)
        weights = np.array([edge[cell] for cell in cells], np.float64) ** compact
        taken.append(cells[rng.choice(len(cells), p=weights / weights.sum())])
        chosen.add(taken[-1])
    top, left = min(r for r, _ in taken), min(c for _, c in taken)
    return sorted((r - top, c - left) for r, c in taken)


def lay_shelf(
    rng: Rng,
    cards: Sequence[BookCard],
    cells: Sequence[Cell],
    aspect: float,
    shelf: int = 0,
    loose: bool = False,
    close: bool = False,
) -> list[Placement]:
    """A shelf around the origin, nothing quite straight; ``loose``: with gaps, and cards askew; ``close``:
    half the time edge to edge, at times overlapped.

    It is mostly in alphabetical order, with some cards out of order and some face down. Never are all cards
    face down: the shelf would look like a deck.
    """
    ordered = sorted(cards, key=lambda card: card.key)
    for _ in range(rng.poisson(0.06 * len(ordered))):
        i, j = rng.integers(len(ordered), size=2)
        ordered[i], ordered[j] = ordered[j], ordered[i]
    down = rng.choice([0.0, 0.08, 0.3, 0.8], p=[0.3, 0.5, 0.15, 0.05])
    sloppy = rng.choice([0.4, 1.0, 2.2], p=[0.3, 0.5, 0.2])
    pitch_x, pitch_y = 1 + rng.uniform(-0.01, 0.11), aspect + rng.uniform(-0.01, 0.13)
    rows, columns = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
    row_slip = rng.normal(0, 0.02 * sloppy, rows)
    xs = (np.arange(columns) - (columns - 1) / 2) * pitch_x
    ys = (np.arange(rows) - (rows - 1) / 2) * pitch_y
    spacing = loose_spacing(rng, rows, columns) if loose else None
    if spacing:
        xs, ys = spacing.middles(aspect)
    pile = None
    if close and not loose:
        snug = close_pitch(rng, aspect)
        if snug is not None:
            xs, ys = ((np.arange(n) - (n - 1) / 2) * p for n, p in ((columns, snug.x), (rows, snug.y)))
            row_slip = (
                rng.normal(0, 0.4, rows) * (snug.shifted > rng.random()) if snug.shifted else row_slip * 0.3
            )
            sloppy, pile = snug.sloppy, snug.over
    placements = []
    for (row, column), card in zip(cells, ordered, strict=True):
        dx, dy = np.clip(rng.normal(0, 0.014 * sloppy, 2), -0.06, 0.06)
        turn = float(np.clip(rng.normal(0, 1.1 * sloppy), -8, 8))
        if spacing:
            turn = float(rng.uniform(-1, 1) * spacing.room(row, column, aspect))
        placement = Placement(
            x=float(xs[column] + dx + row_slip[row]),
            y=float(ys[row] + dy),
            turn=turn,
            card=card,
            face_up=bool(rng.random() >= down),
            shelf=shelf,
            row=row,
            column=column,
        )
        placements.append(_bent(rng, placement))
    if not any(placement.face_up for placement in placements):
        placements[0] = replace(placements[0], face_up=True)
    if pile is not None:  # each card over the last card, in rows or in columns
        return sorted(placements, key=lambda p: (pile[0] * p.row, pile[1] * p.column))
    # any card may lie on its neighbour's edge
    return [placements[i] for i in rng.permutation(len(placements))]


def _bent(rng: Rng, placement: Placement) -> Placement:
    """One card in four is bent, up to 6 % of its width."""
    if rng.random() > 0.25:
        return placement
    bend = float(np.clip(rng.normal(0, 0.025), -0.06, 0.06))
    return replace(placement, bend=bend, bend_across=bool(rng.random() < 0.7))


def moved(placements: Sequence[Placement], dx: float, dy: float, turn: float = 0.0) -> list[Placement]:
    """The same cards as a group turned by ``turn`` degrees about the origin, then moved."""
    angle = np.radians(turn)
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return [
        replace(p, x=p.x * c - p.y * s + dx, y=p.x * s + p.y * c + dy, turn=p.turn + turn) for p in placements
    ]


def _extent(placements: Sequence[Placement], aspect: float) -> NDArray[np.float64]:
    """[[left, top], [right, bottom]] of the cards' corners."""
    outline = Layout("", aspect, list(placements)).outline()[:, :2]
    return np.array([outline.min(0), outline.max(0)])


def _random_cells(rng: Rng, most: int) -> list[Cell]:
    rows = int(rng.choice([1, 2, MAX_ROWS], p=[0.12, 0.23, 0.65]))
    columns = int(rng.integers(1, 4) if rng.random() < 0.25 else rng.integers(3, 9))
    room = rows * columns
    share = 1.0 if rng.random() < 0.2 else rng.uniform(0.5, 1.0)
    return shelf_cells(rng, rows, columns, int(np.clip(round(room * share), 1, most)))


def one_shelf(
    rng: Rng,
    deck: Sequence[BookCard],
    aspect: float,
    most: int = 24,
    loose: bool = False,
    close: bool = False,
) -> Layout:
    """One player's shelf, turned by a few degrees at most; a ``loose`` one may lack a card in the middle."""
    cells = _random_cells(rng, most)
    if loose and rng.random() < MISSING:
        cells = without_a_middle_card(rng, cells)
    cards = pick_cards(rng, deck, len(cells))
    return Layout("shelf", aspect, lay_shelf(rng, cards, cells, aspect, loose=loose, close=close))


def two_shelves(rng: Rng, deck: Sequence[BookCard], aspect: float, close: bool = False) -> Layout:
    """Two shelves beside or opposite each other, from half a card apart; the second may be upside down."""
    cells = [_random_cells(rng, 14), _random_cells(rng, 14)]
    cards = pick_cards(rng, deck, len(cells[0]) + len(cells[1]))
    beside = rng.random() < 0.55
    groups = []
    for shelf, part in enumerate((cards[: len(cells[0])], cards[len(cells[0]) :])):
        placed = lay_shelf(rng, part, cells[shelf], aspect, shelf, close=close)
        turn = float(np.clip(rng.normal(0, 1.5), -5, 5))
        if shelf == 1 and rng.random() < (0.15 if beside else 0.5):
            turn += 180
        groups.append(moved(placed, 0, 0, turn))
    gap = 0.5 + float(rng.exponential(0.6))
    a, b = (_extent(group, aspect) for group in groups)
    axis = 0 if beside else 1
    shift = np.zeros(2)
    shift[axis] = a[1, axis] - b[0, axis] + gap
    slack = abs(float(np.ptp(a[:, 1 - axis]) - np.ptp(b[:, 1 - axis]))) / 2 + 0.4
    shift[1 - axis] = rng.uniform(-slack, slack)
    return Layout("two_shelves", aspect, groups[0] + moved(groups[1], float(shift[0]), float(shift[1])))


def spread(
    rng: Rng, deck: Sequence[BookCard], aspect: float, strip: float = 0.2, shown: float = 0.0
) -> Layout:
    """The solo discard pile in overlapping columns.

    Only the top strip of a card shows, except for the last card of each column. ``strip``: about how much of
    a card stays uncovered, in card widths; ``shown``: how much at least. If it is above 0, columns do not
    overlap either.
    """
    columns = int(rng.integers(1, 7) if rng.random() < 0.8 else rng.integers(6, 9))
    longest = int(rng.integers(2, 8) if rng.random() < 0.75 else rng.integers(7, 12))
    lengths = [max(1, longest - int(rng.integers(0, 1 + longest // 3))) for _ in range(columns)]
    while sum(lengths) > 60:
        lengths[int(np.argmax(lengths))] -= 1
    if sum(lengths) < 4:
        lengths[0] += 4 - sum(lengths)
    cards = iter(pick_cards(rng, deck, sum(lengths)))
    step = max(float(np.clip(strip * rng.uniform(0.9, 1.7), 0.16, 0.4)), (shown + ROOM) / LEAST_STEP)
    gap = rng.choice([0.0, rng.uniform(0.02, 0.3)], p=[0.25, 0.75])
    sloppy = rng.choice([0.4, 1.0, 2.0], p=[0.3, 0.5, 0.2])
    if shown:
        gap = max(gap, APART)
    placements: list[Placement] = []
    for column, length in enumerate(lengths):
        x, y = column * (1 + gap), rng.normal(0, 0.08 * sloppy)
        lean = rng.normal(0, 0.01 * sloppy)
        if shown:  # a leaning column would cover the next column's icons
            lean = 0.0
        for row in range(length):
            last = row == length - 1
            placement = Placement(
                x=float(x + np.clip(rng.normal(0, 0.015 * sloppy), -0.06, 0.06)),
                y=float(y),
                turn=float(np.clip(rng.normal(0, 0.7 * sloppy), -6, 6)),
                z=THICKNESS * (1 + row),
                card=next(cards),
                row=row,
                column=column,
                covered_by=None if last else len(placements) + 1,
            )
            placements.append(_bent(rng, placement) if last else placement)
            x += lean
            y += step * rng.uniform(LEAST_STEP, 1.12)
    return Layout("spread", aspect, placements)


def scattered(rng: Rng, deck: Sequence[BookCard], aspect: float) -> Layout:
    """One to four cards close up, at any angle, each its own shelf."""
    placements: list[Placement] = []
    any_way = rng.random() < 0.7
    for shelf, card in enumerate(pick_cards(rng, deck, int(rng.integers(1, 5)))):
        for _ in range(40):
            x, y = rng.uniform(-2, 2, 2) * (0.2 + 0.5 * shelf)
            if all((p.x - x) ** 2 + (p.y - y) ** 2 > (1 + aspect * aspect) * 1.15 for p in placements):
                break
        else:
            continue
        turn = float(rng.uniform(0, 360) if any_way else rng.normal(0, 6))
        up = bool(rng.random() < 0.75)
        placement = Placement(float(x), float(y), turn, card=card, face_up=up, shelf=len(placements))
        placements.append(_bent(rng, placement))
    return Layout("shelf", aspect, placements)


def legend(rng: Rng, aspect: float, *, tidy: bool = False) -> Layout:
    """The six category cards; ``tidy`` lays them in two rows of three in RULES 1 order, else in any
    arrangement.
    """
    rows = 2 if tidy else int(rng.choice([1, 2, 3, 6], p=[0.2, 0.45, 0.25, 0.1]))
    columns = len(Category) // rows
    order = list(range(len(Category))) if tidy else list(rng.permutation(len(Category)))
    gap = 0.06 if tidy else rng.uniform(0.02, 0.4)
    sloppy = 0.0 if tidy else rng.choice([0.3, 1.0, 3.0])
    placements = []
    for place, index in enumerate(order):
        row, column = divmod(place, columns)
        dx, dy = np.clip(rng.normal(0, 0.02 * sloppy, 2), -gap / 2, gap / 2)
        placements.append(
            Placement(
                x=float(column * (1 + gap) + dx),
                y=float(row * (aspect + gap) + dy),
                turn=float(np.clip(rng.normal(0, 1.5 * sloppy), -10, 10)),
                category=CATEGORIES[index],
            )
        )
    return Layout("legend", aspect, placements)


def category_cards_beside(rng: Rng, layout: Layout) -> Layout:
    """The same layout with the prominent and the banned category's cards lying near it."""
    left, top, right, bottom = _extent(layout.placements, layout.aspect).reshape(-1)
    clear = layout.aspect * 0.75
    y = float(rng.uniform(top, bottom))
    x = float(
        left - clear - rng.uniform(0, 0.6) if rng.random() < 0.5 else right + clear + rng.uniform(0, 0.6)
    )
    chosen = rng.choice(len(Category), size=int(rng.integers(1, 3)), replace=False)
    turn = float(rng.choice([0.0, 90.0, 180.0]) + rng.normal(0, 6))
    extra = []
    for i, index in enumerate(chosen):
        # below one another, far enough apart at any turn
        extra.append(Placement(x, y + i * (layout.aspect + 0.1), turn, category=CATEGORIES[index]))
    return replace(layout, placements=[*layout.placements, *extra])
