"""A deck drawn to print at home: book cards, the six category cards and backs, on sheets with cut marks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scorer.cards import BookCard, Category, Deck
from scorer.deck.printed import FIRST_ICON, ICON_PITCH
from scorer.editions import Edition
from scorer.forms import pdf
from scorer.forms.drawing import (
    Path,
    Text,
    ellipse,
    fitted,
    line,
    measure,
    placed,
    polyline,
    rect,
    wrapped,
)
from scorer.forms.icons import COLOURS, icon
from scorer.forms.sheets import HEIGHT, WIDTH, Items, sheets
from scorer.forms.style import GOLD, INK, PALE, PAPER, RULE

_WALL, _PLANK, _WOOD, _GRAIN, _BOARD = "#4e3322", "#412a1b", "#8a5a34", "#734a2a", "#2c1c12"
_PLUM = "#5b2e3a"
#: Where the upper board ends and the lower board begins: the printed game's measures.
_STRIP = 3.9
_SHELF = 80.5


def deck_pdf(deck: Deck, edition: Edition, paper: str = "a4", backs: bool = True) -> bytes:
    """The whole deck as a PDF: fronts, each page followed by its backs for printing on both sides.

    Raises:
        RefusedInput: there is no such paper.
    """
    books = [book_card(card, deck.titles(card)) for card in deck.cards]
    categories = [category_card(category, edition) for category in Category]
    kinds = ((books, book_back()), (categories, category_back()))
    return pdf.render(
        [
            page
            for fronts, back in kinds
            for page in sheets(fronts, back if backs else None, paper, edition.language)
        ]
    )


def book_card(card: BookCard, titles: Sequence[str] = ()) -> Items:
    """A card's front, its top left corner at the origin: banner and icons above, the books below."""
    return [
        Path(rect(0, 0, WIDTH, HEIGHT), fill=PAPER),
        *_books(card, titles),
        *_banner(card),
    ]


def _banner(card: BookCard) -> Items:
    """RULES 1: letter and numbers on a pennant from the upper board, an icon for each book to its right."""
    left, right, top, low, point = 4.1, 16.1, _STRIP, 18.8, 20.3
    middle, gap = (left + right) / 2, (right - left) / 5
    battlement = [
        (left + gap * (2 * merlon + side), top + down)
        for merlon in range(3)
        for side, down in ((0, 1.2), (0, 0.0), (1, 0.0), (1, 1.2))
    ]
    pennant = [*battlement, (right, low), (middle, point), (left, low)]
    numbers = f"{card.order}" if card.of is None else f"{card.order}/{card.of}"
    numbers, size = fitted(numbers, 4.8, "Bold", 10.2, 0.5)
    rule = 13.8
    diamond = [(middle - 0.7, rule), (middle, rule - 0.7), (middle + 0.7, rule), (middle, rule + 0.7)]
    items: Items = [
        Path(polyline(pennant, closed=True), fill=PAPER),
        Text(middle, 12.5, card.letter, 8.6, "Bold", _PLUM, "middle"),
        Path(line(left + 1.6, rule, right - 1.6, rule), stroke=_PLUM, width=0.2),
        Path(polyline(diamond, closed=True), fill=_PLUM),
        Text(middle, 18.3, numbers, size, "Bold", _PLUM, "middle"),
    ]
    for number, category in enumerate(card.categories):
        x = WIDTH * (FIRST_ICON + ICON_PITCH * number)
        items.append(Path(ellipse(x, 11.6, 6.1, 6.1), fill=PAPER))
        items += icon(category, x, 11.6, 5.7)
    return items


def _books(card: BookCard, titles: Sequence[str]) -> Items:
    """The card's books on their stretch of shelf; the height of each depends on the card alone."""
    chance = Random(f"{card.letter}{card.order}")
    items: Items = [
        Path(rect(0, _STRIP, WIDTH, _SHELF - _STRIP), fill=_WALL),
        *(Path(line(x, _STRIP, x, _SHELF), stroke=_PLANK, width=0.5) for x in range(9, int(WIDTH), 9)),
        Path(rect(0, 0, WIDTH, _STRIP), fill=_WOOD),
        Path(rect(0, _STRIP - 0.7, WIDTH, 0.7), fill=_BOARD),
        Path(rect(0, _SHELF, WIDTH, HEIGHT - _SHELF), fill=_WOOD),
        Path(rect(0, _SHELF, WIDTH, 1.1), fill=_BOARD),
        Path(line(0, 84.2, WIDTH, 83.8), stroke=_GRAIN, width=0.25),
        Path(line(14, 86.3, WIDTH, 86.0), stroke=_GRAIN, width=0.2),
    ]
    count = len(card.categories)
    thick = {2: 17.0, 3: 16.0, 4: 13.4}.get(count, 13.4)
    x = (WIDTH - count * thick - (count - 1) * 0.5) / 2
    if count == 2:
        left = chance.random() < 0.5
        x = WIDTH - 2 * thick - 4.5 if left else 4.0
        items += _candle(11.5 if left else WIDTH - 11.5, chance.uniform(13, 21))
    for number, category in enumerate(card.categories):
        title = titles[number] if number < len(titles) else ""
        items += _spine(category, title, x, thick, chance.uniform(50.0, 57.0), chance.randrange(3))
        x += thick + 0.5
    return items


def _spine(category: Category, title: str, x: float, thick: float, tall: float, bands: int) -> Items:
    """One book seen from its back, the title running down it."""
    top, ink = _SHELF - tall, COLOURS[category]
    items: Items = [
        Path(rect(x, top, thick, tall, 1.2), fill=ink),
        Path(rect(x + 0.5, top + 0.6, 1.0, tall - 1.2, 0.5), fill=PALE, opacity=0.16),
        Path(rect(x + thick - 1.4, top + 0.6, 1.1, tall - 1.2, 0.5), fill="#000000", opacity=0.2),
    ]
    for y in ((top + 2.6, _SHELF - 2.2), (top + 2.2, top + 3.2, _SHELF - 2.4), (top + 2.4,))[bands]:
        items.append(Path(line(x + 0.2, y, x + thick - 0.2, y), stroke=GOLD, width=0.45))
    items += icon(category, x + thick / 2, _SHELF - 6.6, 2.7)
    room, breadth = tall - 16.5, thick - 3.4
    size, lines = _title(title, room, breadth)
    centre, lead = x + thick / 2, size * 1.12
    for number, text in enumerate(lines):
        text, fit = fitted(text, size, "Bold", room)
        # turned clockwise, the first line is the rightmost; letters rise to the right of their baseline
        base = centre + ((len(lines) - 1) / 2 - number) * lead - size * 0.3
        items.append(Text(base, top + 4.6, text, fit, "Bold", PALE, "start", -90.0))
    return items


def _title(title: str, room: float, breadth: float) -> tuple[float, list[str]]:
    """The largest size at which a title fits its spine, and its lines, as even as they can be."""
    size = 4.6
    lines = wrapped(title, size, "Bold", room)
    while size > 2.4 and (
        len(lines) * size * 1.12 > breadth or any(measure(text, size, "Bold") > room for text in lines)
    ):
        size -= 0.1
        lines = wrapped(title, size, "Bold", room)
    while room > 10 and len(even := wrapped(title, size, "Bold", room - 1)) == len(lines):
        lines, room = even, room - 1
    return size, lines


def _candle(x: float, tall: float) -> Items:
    flame = (
        ("M", (0.0, -4.6)),
        ("C", (1.5, -2.4, 1.2, -0.6, 0.0, -0.5)),
        ("C", (-1.2, -0.6, -1.5, -2.4, 0.0, -4.6)),
        ("Z", ()),
    )
    top = _SHELF - 3.0 - tall
    dish = [(-5, 0), (5, 0), (3.2, 2.6), (-3.2, 2.6)]
    return [
        Path(ellipse(x, top - 3.2, 6.4, 6.4), fill=GOLD, opacity=0.22),
        Path(rect(x - 2.0, top, 4.0, tall + 0.6, 0.6), fill=PALE, stroke=RULE, width=0.25),
        Path(line(x, top, x, top - 1.2), stroke=INK, width=0.35),
        *placed([Path(flame, fill="#d9952f")], x, top - 0.8),
        *placed([Path(polyline(dish, closed=True), fill=_BOARD)], x, _SHELF - 2.7),
    ]


def book_back() -> Items:
    """The back of a book card: an empty stretch of shelf, and who lives there."""
    items: Items = [Path(rect(0, 0, WIDTH, HEIGHT), fill=_WOOD)]
    chance = Random("back")
    for plank in range(7):
        x = plank * WIDTH / 7
        items.append(Path(line(x, 6.0, x, _SHELF), stroke=_BOARD, width=0.45))
        for _ in range(3):
            grain = x + chance.uniform(1.5, 7.5)
            start = chance.uniform(8, 50)
            items.append(
                Path(line(grain, start, grain, start + chance.uniform(8, 28)), stroke=_GRAIN, width=0.25)
            )
    items += [
        Path(rect(0, 0, WIDTH, 5.0), fill=_BOARD),
        Path(rect(0, 5.0, WIDTH, 3.6), fill="#000000", opacity=0.22),
        Path(rect(0, _SHELF, WIDTH, HEIGHT - _SHELF), fill="#9a7852"),
        Path(rect(0, _SHELF, WIDTH, 1.1), fill=_BOARD),
    ]
    items += _web()
    x, y = 46.0, 34.0
    items += [
        Path(line(x, 5.0, x, y), stroke=PAPER, width=0.18, opacity=0.8),
        *(
            Path(
                polyline([(x, y + 1), (x + way * 2.6, y + dy), (x + way * 3.4, y + dy + 1.7)]),
                stroke=INK,
                width=0.3,
            )
            for way in (-1, 1)
            for dy in (-0.9, 0.3, 1.5, 2.7)
        ),
        Path(ellipse(x, y + 1.6, 1.7, 2.0), fill=INK),
        Path(ellipse(x, y - 0.6, 1.0, 1.0), fill=INK),
    ]
    return items


def _web() -> Items:
    """A cobweb in the upper left corner."""
    ends = [(17.0, 5.0), (15.5, 10.5), (11.5, 16.0), (5.5, 19.0), (0.0, 20.5)]
    items: Items = [Path(line(0, 5, x, y), stroke=PAPER, width=0.16, opacity=0.65) for x, y in ends]
    for share in (0.3, 0.55, 0.8):
        ring = [(x * share, 5 + (y - 5) * share) for x, y in ends]
        items.append(Path(polyline(ring), stroke=PAPER, width=0.16, opacity=0.65))
    return items


def category_card(category: Category, edition: Edition) -> Items:
    """A category card: it marks the prominent, the banned or a player's category; in a photo, it is the
    legend.
    """
    ink = COLOURS[category]
    items: Items = [
        Path(rect(0, 0, WIDTH, HEIGHT), fill=PAPER),
        Path(rect(3, 3, WIDTH - 6, HEIGHT - 6, 2.5), stroke=ink, width=1.2),
        Path(rect(4.6, 4.6, WIDTH - 9.2, HEIGHT - 9.2, 1.6), stroke=ink, width=0.3),
        *icon(category, WIDTH / 2, HEIGHT * 0.42, 19.0),
    ]
    text, size = fitted(edition.categories[category], 6.4, "Bold", WIDTH - 14)
    items.append(Text(WIDTH / 2, 74.5, text, size, "Bold", ink, "middle"))
    items += [
        Path(line(WIDTH / 2 - 12, 78.6, WIDTH / 2 + 12, 78.6), stroke=ink, width=0.3),
        Path(ellipse(WIDTH / 2, 78.6, 0.9, 0.9), fill=ink),
    ]
    return items


def category_back() -> Items:
    """The same back for all category cards, so that it does not show a player's focus."""
    items: Items = [
        Path(rect(0, 0, WIDTH, HEIGHT), fill="#46596e"),
        Path(rect(3, 3, WIDTH - 6, HEIGHT - 6, 2.5), stroke=PAPER, width=0.8),
    ]
    for row in range(9):
        for column in range(6):
            x, y = 9.25 + column * 8.9, 10.0 + row * 8.5
            diamond = [(x, y - 2.6), (x + 2.2, y), (x, y + 2.6), (x - 2.2, y)]
            items.append(Path(polyline(diamond, closed=True), stroke=PAPER, width=0.25, opacity=0.55))
    items.append(Path(rect(13.0, 33.0, 37.0, 22.0, 2.0), fill="#46596e", stroke=PAPER, width=0.6))
    items.append(Text(WIDTH / 2, 46.6, "Shelfmark", 7.4, "Italic", PAPER, "middle"))
    return items
