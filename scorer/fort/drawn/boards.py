"""Fort's boards drawn to print: one for each player with the fort's levels, the victory track, tokens."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.forms.drawing import Drawing, Path, Text, ellipse, fitted, measure, placed, rect, wrapped
from scorer.forms.sheets import HEIGHT as CARD_HEIGHT
from scorer.forms.sheets import WIDTH as CARD_WIDTH
from scorer.forms.sheets import Items, size_of
from scorer.forms.style import FAINT, INK, PALE, PAPER, SHADE
from scorer.fort.cards import CardSet, Level
from scorer.fort.drawn.cards import BOARDS
from scorer.fort.drawn.symbols import symbol
from scorer.fort.play.phases import END_OF_TRACK
from scorer.fort.play.setup import PARK
from scorer.fort.sheet import BIG_PACK_HOLDS_MORE, PACK_BEYOND_LEVEL, STUFF_HOLDS
from scorer.fort.words import Words

#: A board in mm; two cards fit beside it on the table.
WIDTH, HEIGHT = 240.0, 150.0
#: A token in mm across, and how many of each resource there are.
_TOKEN, _TOKENS = 16.0, 30
#: The victory track: spaces a row, how wide one is, what lies between two, and between the rows.
_SPACES_A_ROW, _SPACE, _SPACE_GAP, _ROW_GAP = 13, 20.6, 1.0, 6.0


def landscape(paper: str, title: str, language: str) -> Drawing:
    """An empty page on its side.

    Raises:
        RefusedInput: there is no such paper.
    """
    short, long = size_of(paper)
    return Drawing(long, short, title, language)


def board(seat: int, cards: CardSet, words: Words) -> Items:
    """The board of a seat, its top left corner at the origin.

    The yard is above it, the lookout at the left, the discards at the right.
    """
    ink = BOARDS[seat]
    items: Items = [
        Path(rect(0, 0, WIDTH, HEIGHT, 5), fill=PAPER, stroke=ink, width=1.6),
        Path(rect(6, 5, WIDTH - 12, 13, 3), fill=ink),
        Text(WIDTH / 2, 13.6, words.printed["yard"], 6.4, "Bold", PALE, "middle"),
    ]
    items += _edge(words.printed["lookout"], words.printed["pack_holds"], 6, ink, 90.0)
    items += _edge(words.printed["discards"], words.printed["deck"], WIDTH - 19, ink, -90.0)
    friends = ", ".join(cards.cards[number].name for number in cards.friends(seat))
    items.append(Text(WIDTH / 2, 24.6, f"{words.printed['best']}: {friends}", 4.0, "Italic", INK, "middle"))
    items += _levels(cards.levels, words, 24, 29, WIDTH - 48, ink)
    items += _stuff(words, 24, 92, 112, ink)
    items += _pack(words, 140, 92, 76, ink)
    line, size = fitted(words.printed["turn_text"], 3.7, "Regular", WIDTH - 16)
    items.append(Text(WIDTH / 2, HEIGHT - 4.4, line, size, "Regular", FAINT, "middle"))
    return items


def _edge(name: str, more: str, x: float, ink: str, angle: float) -> Items:
    """A strip along a side of the board: what lies beside it."""
    top, tall = 22.0, 116.0
    base = x + (9.6 if angle > 0 else 3.6)
    middle = top + tall / 2
    line, size = fitted(name, 6.0, "Bold", tall - 6)
    small, fine = fitted(more, 3.4, "Italic", tall - 6)
    beside = -4.6 if angle > 0 else 5.4
    return [
        Path(rect(x, top, 13, tall, 3), fill=SHADE, stroke=ink, width=0.4),
        Text(base - (2.6 if angle > 0 else -2.6), middle, line, size, "Bold", INK, "middle", angle),
        Text(
            base - (2.6 if angle > 0 else -2.6) - beside,
            middle,
            small,
            fine,
            "Italic",
            FAINT,
            "middle",
            angle,
        ),
    ]


def _levels(levels: tuple[Level, ...], words: Words, x: float, y: float, wide: float, ink: str) -> Items:
    """The track of the fort: a space a level with its points, and between two of them what the next costs."""
    space, tall = 21.0, 54.0
    step = (wide - space) / (len(levels) - 1)
    items: Items = [Path(rect(x, y, wide, tall + 4, 3), fill=SHADE)]
    for number, level in enumerate(levels):
        left = x + number * step
        items += [
            Path(rect(left + 0.8, y + 2, space - 1.6, tall, 3), fill=PAPER, stroke=ink, width=0.9),
            Text(left + space / 2, y + 13.5, f"{number}", 11.0, "Bold", ink, "middle"),
            *symbol("fort", left + space / 2, y + 24.5, 6.4),
        ]
        worth, size = fitted(words.fill(words.printed["worth"], n=level.points), 4.0, "Bold", space - 4)
        items.append(Text(left + space / 2, y + 38.0, worth, size, "Bold", INK, "middle"))
        gift = {
            1: words.printed["rule"],
            2: words.printed["perk"],
            len(levels) - 1: words.printed["macaroni"],
        }.get(number)
        for line, text in enumerate(wrapped(gift, 3.1, "Italic", space - 3.4)) if gift else ():
            text, size = fitted(text, 3.1, "Italic", space - 3.4)
            items.append(Text(left + space / 2, y + 44.5 + 3.7 * line, text, size, "Italic", INK, "middle"))
        if number:
            items += _cost(level, left - (step - space) / 2, y + 2 + tall / 2)
    return items


def _cost(level: Level, x: float, y: float) -> Items:
    """What it costs to come to a level, one below the other."""
    signs = ["pizza"] * level.pizza + ["toy"] * level.toys + ["resource"] * level.either
    high = 8.4
    return [
        item
        for number, sign in enumerate(signs)
        for item in symbol(sign, x, y + (number - (len(signs) - 1) / 2) * high, 3.5)
    ]


def _titled(name: str, more: str, x: float, y: float, wide: float, tall: float, ink: str) -> Items:
    return [
        Path(rect(x, y, wide, tall, 3), fill=PAPER, stroke=ink, width=0.7),
        Text(x + 4, y + 7.4, name, 5.6, "Bold", INK),
        Text(x + 7 + measure(name, 5.6, "Bold"), y + 7.2, more, 3.6, "Italic", FAINT),
    ]


def _place(x: float, y: float, sign: str | None, dashed: bool = False) -> Items:
    """A place for a token; a ``sign`` says of which resource."""
    ring = Path(
        ellipse(x, y, _TOKEN / 2 - 1.0, _TOKEN / 2 - 1.0),
        fill="#fffdf6",
        stroke=FAINT,
        width=0.35,
        dash=(1.2, 1.0) if dashed else None,
    )
    faint = [Path(ellipse(x, y, 5.6, 5.6), fill="#fffdf6", opacity=0.62)]
    return [ring, *(symbol(sign, x, y, 4.6) if sign else []), *(faint if sign else [])]


def _stuff(words: Words, x: float, y: float, wide: float, ink: str) -> Items:
    items = _titled(words.printed["stuff"], words.printed["stuff_holds"], x, y, wide, 46, ink)
    for row, sign in enumerate(("pizza", "toy")):
        for number in range(STUFF_HOLDS):
            items += _place(x + 20 + number * 24, y + 18 + row * 17.5, sign)
    return items


def _pack(words: Words, x: float, y: float, wide: float, ink: str) -> Items:
    """A place for each level of the fort and one more; two that only Big Pack has."""
    items = _titled(words.printed["pack"], words.printed["pack_holds"], x, y, wide, 46, ink)
    most = 5 + PACK_BEYOND_LEVEL
    for number in range(most + BIG_PACK_HOLDS_MORE):
        row, column = divmod(number, 4)
        big = number >= most
        at = (x + 12 + column * 17.4, y + 18 + row * 17.5)
        items += _place(*at, None, dashed=big)
        text = "+" if big else f"{number}"
        items.append(Text(at[0], at[1] + 1.9, text, 5.4, "Bold", SHADE if not big else FAINT, "middle"))
    return items


def track(words: Words) -> Items:
    """The victory track, 13 spaces a row, its top left corner at the origin."""
    items: Items = [
        Text(0, 7, words.labels["track"], 8.0, "Bold", INK),
        Text(0, 13.4, words.printed["end"], 4.2, "Italic", FAINT),
    ]
    side = _SPACE - _SPACE_GAP
    for number in range(END_OF_TRACK + 1):
        row, column = divmod(number, _SPACES_A_ROW)
        if row % 2:
            column = _SPACES_A_ROW - 1 - column
        x, y = column * _SPACE, 17 + row * (_SPACE + _ROW_GAP)
        last = number == END_OF_TRACK
        items += [
            Path(
                rect(x, y, side, side, 3),
                fill="#f6e3ae" if last else PAPER,
                stroke=INK,
                width=0.9 if last else 0.4,
            ),
            Text(x + side / 2, y + 12.6, f"{number}", 8.2, "Bold", INK, "middle"),
        ]
        if number % 5 == 0:
            items += symbol("point", x + side - 3.2, y + 3.2, 2.2)
    return items


def tokens() -> Iterator[tuple[str, Items]]:
    """The tokens, each about the origin: what it is, and the drawing."""
    for sign in ("pizza", "toy"):
        for _ in range(_TOKENS):
            ring = Path(ellipse(0, 0, _TOKEN / 2, _TOKEN / 2), fill=PAPER, stroke=INK, width=0.3)
            yield sign, [ring, *symbol(sign, 0, 0, 5.4)]
    for ink in BOARDS:
        for sign in ("point", "fort"):
            ring = Path(ellipse(0, 0, _TOKEN / 2, _TOKEN / 2), fill=ink, stroke=INK, width=0.3)
            yield sign, [ring, Path(ellipse(0, 0, 6.2, 6.2), fill=PAPER), *symbol(sign, 0, 0, 4.6)]


def token_page(paper: str, title: str, language: str) -> Drawing:
    """All tokens on one page."""
    width, height = size_of(paper)
    page = Drawing(width, height, title, language)
    columns = int((width - 20) // (_TOKEN + 1.6))
    step = (width - 20 - _TOKEN) / (columns - 1)
    for number, (_, token) in enumerate(tokens()):
        row, column = divmod(number, columns)
        page.add(*placed(token, 10 + _TOKEN / 2 + column * step, 16 + _TOKEN / 2 + row * (_TOKEN + 2.4)))
    return page


def fits(paper: str) -> float:
    """How much a board is made smaller to lie on a paper: 1.0 where it fits.

    >>> round(fits("a4"), 2)
    1.0
    """
    short, long = size_of(paper)
    return min(1.0, (long - 12) / WIDTH, (short - 12) / HEIGHT)


def board_pages(cards: CardSet, words: Words, paper: str, title: str) -> list[Drawing]:
    """The boards, each on a page of its own, and the track."""
    pages = []
    scale = fits(paper)
    for seat in range(len(BOARDS)):
        page = landscape(paper, title, words.key)
        left, top = (page.width - WIDTH * scale) / 2, (page.height - HEIGHT * scale) / 2
        page.add(*placed(board(seat, cards, words), left, top, scale))
        pages.append(page)
    page = landscape(paper, title, words.key)
    wide, tall = _SPACES_A_ROW * _SPACE - _SPACE_GAP, 19.0 + 2 * (_SPACE + _ROW_GAP)
    scale = min(1.0, (page.width - 12) / wide)
    top = max(6.0, (page.height - tall * scale - CARD_HEIGHT - 4) / 2)
    page.add(*placed(track(words), (page.width - wide * scale) / 2, top, scale))
    page.add(*placed(park(words), (page.width - 4 * CARD_WIDTH - 12) / 2, top + tall * scale))
    return [*pages, page]


def park(words: Words) -> Items:
    """Places for the park's three open cards and its deck, in a row from the origin."""
    items: Items = []
    for number in range(PARK + 1):
        x = number * (CARD_WIDTH + 4)
        name = words.labels["park"] if number < PARK else words.printed["deck"]
        items += [
            Path(rect(x, 0, CARD_WIDTH, CARD_HEIGHT, 3), stroke=FAINT, width=0.4, dash=(2.0, 1.6)),
            Text(x + CARD_WIDTH / 2, CARD_HEIGHT / 2, name, 6.0, "Italic", FAINT, "middle"),
        ]
    return items
