"""The drawn examples of the sheet that says how Ex Libris is played: our own, as SVG in the table's colours.

The classes are those of the table's style: a category's code colours its books. Figures are pictures beside
sentences that say the same, so that nobody has to see them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from scorer.cards import Category
from scorer.inspection import PROMINENT_PRIZES

#: A card, and the room between cards.
WIDE, HIGH, ROOM = 38, 50, 6
#: How much a card's banner takes of it, and how low its shelf stands.
BANNER, BOARD = 15, 3
Place = tuple[int, int]


def _svg(width: float, height: float, *parts: str) -> str:
    box = f"-3 -3 {width + 6:g} {height + 6:g}"
    return (
        f'<svg class="figure" viewBox="{box}" width="{width + 6:g}" aria-hidden="true">{"".join(parts)}</svg>'
    )


def _rect(style: str, x: float, y: float, width: float, height: float, round_: float = 0) -> str:
    rounded = f' rx="{round_:g}"' if round_ else ""
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{rounded}/>'


def _text(style: str, x: float, y: float, text: object) -> str:
    return f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(str(text))}</text>'


def _card(x: float, y: float, name: str, books: str, style: str = "") -> str:
    """A card with its letter and number, and a spine a book; without books its back."""
    base = y + HIGH - BOARD
    spines = []
    for number, code in enumerate(books):
        wide = (WIDE - 6) / len(books)
        high = (HIGH - BANNER - BOARD) * (0.94, 0.82, 0.98, 0.88)[number % 4]
        spines.append(_rect(f"book {code}", x + 3 + number * wide, base - high, wide - 1.5, high, 1))
    paper = _rect("card-paper" if books else "card-back", x, y, WIDE, HIGH, 4)
    board = _rect("card-board", x, base, WIDE, BOARD)
    return f'<g class="{style}">{paper}{"".join(spines)}{board}{_text("card-name", x + 4, y + 12, name)}</g>'


def _at(place: Place) -> tuple[float, float]:
    row, column = place
    return column * (WIDE + ROOM), row * (HIGH + ROOM)


def shelf(
    rows: Sequence[str],
    wrong: Collection[Place] = (),
    free: Collection[Place] = (),
    never: Collection[Place] = (),
    framed: tuple[Place, Place] | None = None,
    arrows: bool = False,
) -> str:
    """A shelf: each row names cards ("E2:HFS"), "." leaves a gap.

    ``wrong`` cards are struck out; cards may go to the ``free`` places and ``never`` to the others.
    ``framed`` are two corners of a rectangle. ``arrows`` show which way the rows are read.
    """
    cells = [
        (r, c, cell) for r, line in enumerate(rows) for c, cell in enumerate(line.split()) if cell != "."
    ]
    columns = 1 + max([c for _, c, _ in cells] + [c for _, c in (*free, *never)])
    lines = 1 + max([r for r, _, _ in cells] + [r for r, _ in (*free, *never)])
    width, height = columns * (WIDE + ROOM) - ROOM, lines * (HIGH + ROOM) - ROOM
    parts = []
    for row, column, cell in cells:
        name, _, books = cell.partition(":")
        x, y = _at((row, column))
        out = (row, column) in wrong
        parts.append(_card(x, y, name, books, "faded" if out else ""))
        parts += [f'<path class="strike" d="M{x:g} {y:g}l{WIDE} {HIGH}m0 {-HIGH}l{-WIDE} {HIGH}"/>'] * out
    for kind, places in (("free", free), ("never", never)):
        for place in places:
            x, y = _at(place)
            parts.append(_rect(f"place {kind}", x, y, WIDE, HIGH, 4))
            sign = "+" if kind == "free" else "×"
            parts.append(_text(f"sign {kind}", x + WIDE / 2, y + HIGH / 2 + 6, sign))
    if framed:
        (x, y), (to_x, to_y) = _at(framed[0]), _at(framed[1])
        parts.append(_rect("frame", x - 2, y - 2, to_x - x + WIDE + 4, to_y - y + HIGH + 4, 5))
    if arrows:
        for line in range(lines):
            y = line * (HIGH + ROOM) + HIGH / 2
            parts.append(f'<path class="arrow" d="M{width + 4:g} {y:g}h22m-7 -6l7 6l-7 6"/>')
        width += 28
    return _svg(width, height, *parts)


def card() -> str:
    """One card, with what its parts are."""
    return _svg(WIDE, HIGH, _card(0, 0, "E2", "HFS"))


def prizes() -> str:
    """B2: the prizes as steps."""
    parts = []
    for number, prize in enumerate(PROMINENT_PRIZES):
        high = 10 + 2.4 * prize
        parts.append(_rect("step", number * 44, 48 - high, 40, high, 2))
        parts.append(_text("step-points", number * 44 + 20, 48 - high + 14, prize))
    return _svg(128, 48, *parts)


def counts(books: Sequence[int], banned: int, least: int) -> str:
    """B4: a column of books a category; the banned one is struck out, the smallest framed."""
    parts = []
    for number, (category, many) in enumerate(zip(Category, books, strict=True)):
        x = number * 28
        style = "faded" if number == banned else ""
        column = [_rect(f"book {category.code}", x, 66 - 9 * (n + 1), 20, 7, 1) for n in range(many)]
        parts.append(f'<g class="{style}">{"".join(column)}</g>')
        if number == banned:
            parts.append(
                f'<path class="strike" d="M{x} {66 - 9 * many}l20 {9 * many}m0 {-9 * many}l-20 {9 * many}"/>'
            )
        if number == least:
            parts.append(_rect("frame", x - 3, 66 - 9 * many - 4, 26, 9 * many + 6, 3))
    return _svg(160, 68, *parts)


def books(code: str, each: str, many: int) -> str:
    """Books of one category, with what each of them brings."""
    parts = []
    for number in range(many):
        parts.append(_rect(f"book {code}", number * 24, 0, 18, 40, 1))
        parts.append(_text("each", number * 24 + 9, 54, each))
    return _svg(many * 24 - 6, 56, *parts)


#: The examples by their names.
EXAMPLES = {
    "card": card(),
    "places": shelf(
        [". C1:HM F3:SS .", ". . M2:RFH ."], free=[(0, 0), (0, 3), (1, 1), (1, 3)], never=[(1, 0)]
    ),
    "order": shelf(["B2:HF E4:SRM D1:CC", "K3:FS M1:RH R5:MM"], wrong=[(0, 2)], arrows=True),
    "b1": shelf(
        ["A2:SR . D3:HH .", "F1:MM H2:RS K4:FF .", "M3:HS P1:CF R2:SR T6:HM"], framed=((1, 0), (2, 2))
    ),
    "b2": prizes(),
    "b3": books("C", "−1", 3),
    "b4": counts([3, 4, 2, 5, 3, 6], 0, 2),
    "b5": books("S", "+2", 4),
}
