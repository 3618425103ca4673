"""Made-up photos for tests: what a reader would see of known cards, more or less clearly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import log_softmax
from vision.join.seen import Seen

Cell = tuple[int, int]
#: Letter and order, and whether it lies face up.
Card = tuple[str, int, bool]

ASPECT, WIDE = 1.4, 100.0
SIZE = (700, 500)


def logs(
    rng: np.random.Generator, values: list[int], wide: int, clear: float, wrong: float = 0.0
) -> NDArray[np.float64]:
    """Log-probabilities [n, wide] with the most on ``values``, ``clear`` nats above the rest; a share
    ``wrong`` on another value."""
    out = rng.normal(0, 0.5, (len(values), wide))
    for row, value in zip(out, values, strict=True):
        row[rng.integers(wide) if rng.random() < wrong else value] += clear
    return log_softmax(out)


def evidence(cards: list[Card], rng: np.random.Generator, clear: float = 6.0, wrong: float = 0.0) -> Evidence:
    """The evidence of cards; the rows of face-down cards say nothing. A letter's count is 10."""
    up = np.array([card[2] for card in cards], np.bool_)
    n = len(cards)

    def rows(values: list[int], wide: int) -> Floats:
        seen = logs(rng, values, wide, clear, wrong)
        return np.asarray(np.where(up[:, None], seen, -np.log(wide)), np.float64).reshape(n, wide)

    return Evidence(
        letter=rows([LETTERS.index(letter) for letter, _, _ in cards], 26),
        order=rows([order - 1 for _, order, _ in cards], ORDERS),
        of=rows([9] * n, ORDERS),
        count=rows([order % 3 for _, order, _ in cards], 3),
    )


def seen(
    corners: Floats,
    cards: list[Card],
    rng: np.random.Generator,
    places: list[tuple[int, int, int]] | None = None,
    size: tuple[int, int] = SIZE,
    clear: float = 6.0,
    wrong: float = 0.0,
) -> Seen:
    """A photo of the cards with these corners [n, 4, 2]; ``places``: shelf, row and column in this photo."""
    n = len(cards)
    up = np.array([card[2] for card in cards], np.bool_)
    where = np.array(places or [(0, i, 0) for i in range(n)], np.int64).reshape(n, 3)
    return Seen(
        corners=np.asarray(corners, np.float64).reshape(n, 4, 2),
        size=size,
        shelf=where[:, 0],
        row=where[:, 1],
        column=where[:, 2],
        sure=np.ones(n),
        face_up=up,
        up=np.where(up, 4.0, -4.0),
        score=np.full(n, 0.9),
        banner=np.ones(n, np.bool_),
        icons=np.ones(n, np.bool_),
        cut=np.zeros(n),
        evidence=evidence(cards, rng, clear, wrong),
    )


def window(
    shelf: dict[Cell, Card],
    left: float,
    top: float,
    rng: np.random.Generator,
    size: tuple[int, int] = SIZE,
    clear: float = 6.0,
    wrong: float = 0.0,
    number: int = 0,
) -> tuple[Seen, list[Cell]]:
    """The photo of the part of a shelf that lies wholly in a frame, and the true cells of its cards.

    The frame's upper left corner lies at the cell (left, top).
    """
    quads, cards, cells = [], [], []
    step = np.array([1.04, ASPECT + 0.04]) * WIDE
    for (row, column), card in sorted(shelf.items()):
        middle = (np.array([column - left, row - top]) + 0.5) * step
        half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [WIDE, ASPECT * WIDE]
        quad = middle + half + rng.normal(0, 1, (4, 2))
        if (quad >= 0).all() and (quad < size).all():
            quads.append(quad)
            cards.append(card)
            cells.append((row, column))
    first = [min(cell[axis] for cell in cells) for axis in (0, 1)]
    places = [(number, row - first[0], column - first[1]) for row, column in cells]
    return seen(np.array(quads), cards, rng, places, size=size, clear=clear, wrong=wrong), cells


def different_cards(rng: np.random.Generator, count: int, face_down: float = 0.1) -> list[Card]:
    """So many different cards, some face down."""
    chosen = rng.choice(26 * 10, count, replace=False)
    return [(LETTERS[n // 10], n % 10 + 1, bool(rng.random() >= face_down)) for n in chosen.tolist()]
