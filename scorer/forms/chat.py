"""The form for a chat: a picture that fills a phone, by day or by night, with the winner's shelf below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from scorer.cards import BOOKS_ON_A_CARD
from scorer.forms.content import FormContent
from scorer.forms.drawing import Drawing, Path, Text, fitted, rect
from scorer.forms.icons import icon
from scorer.forms.layout import draw
from scorer.forms.style import FAINT, HAIRLINE, INK, PAPER, PEN, RED, RULE, SCREEN, SHADE, Style
from scorer.shelf import Shelf, ShelvedCard

Item = TypeVar("Item", Path, Text)

#: A whole table on one phone: rows as low as they can be read.
CHAT: Style = replace(
    SCREEN,
    width=108.0,
    heading=19.0,
    name_row=7.8,
    row=6.0,
    category_row=6.6,
    score_row=6.2,
    total_row=8.6,
    footer=26.0,
    least_label=39.0,
    body=3.3,
    small=2.1,
    title=5.6,
)
#: Dots an inch by which that width is 1080 pixels, as wide as chats send a picture without making it smaller.
DPI = 254
CARD = "#fdf9ef"
#: Colours of the day, and what takes their place at night.
NIGHT: Mapping[str, str] = {
    PAPER: "#1b1613",
    SHADE: "#3d3228",
    INK: "#efe6d5",
    FAINT: "#b8a992",
    RULE: "#6b5d4d",
    PEN: "#a9c4ff",
    RED: "#ff9086",
    CARD: "#2c241d",
}
#: Millimetres: the largest card, what lies between two, the board below a row, a shelf's name.
CARD_WIDTH, CARD_HEIGHT, BETWEEN, BOARD, NAME = 13.0, 8.2, 0.5, 0.7, 4.4


def picture(content: FormContent, shelves: Sequence[tuple[str, Shelf]], night: bool = False) -> Drawing:
    """The form, and below it each of ``shelves`` with the name of whose it is; an empty shelf is left out."""
    page = draw(content, CHAT)
    for name, shelf in shelves:
        if any(map(any, shelf.rows)):
            page.height = _shelf(page, name, shelf, page.height)
    if night:
        page.items = [_by_night(item) for item in page.items]
        page.paper = NIGHT[PAPER]
    return page


def _by_night(item: Path | Text) -> Path | Text:
    if isinstance(item, Text):
        return replace(item, colour=NIGHT.get(item.colour, item.colour))
    fill, stroke = (colour and NIGHT.get(colour, colour) for colour in (item.fill, item.stroke))
    return replace(item, fill=fill, stroke=stroke)


def _shelf(page: Drawing, name: str, shelf: Shelf, top: float) -> float:
    """Draws a shelf, its rows on boards; returns where it ends."""
    room, columns = page.width - 2 * CHAT.margin, max(map(len, shelf.rows))
    width = min(CARD_WIDTH, room / columns)
    height = min(CARD_HEIGHT, width * 1.25)
    left, gap = (page.width - width * columns) / 2, min(BETWEEN, width * 0.1)
    text, size = fitted(name, NAME, "Italic", room)
    y = top + NAME
    page.add(Text(page.width / 2, y, text, size, "Italic", PEN, "middle"))
    y += NAME * 0.5
    for row in shelf.rows:
        for column, card in enumerate(row):
            if card is not None:
                _card(page, card, left + width * column, y, width - gap, height)
        y += height
        page.add(Path(rect(left - 1, y, width * columns + 2 - gap, BOARD), fill=INK))
        y += BOARD + 2 * BETWEEN
    return y + CHAT.margin * 0.6


def _card(page: Drawing, card: ShelvedCard, x: float, y: float, width: float, height: float) -> None:
    """A card on the board: its letter and number over its books, or its back."""
    if not card.face_up or card.card is None:
        inset = min(width, height) * 0.14
        page.add(
            Path(rect(x, y, width, height, 0.6), fill=SHADE, stroke=RULE, width=HAIRLINE),
            Path(
                rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 0.4),
                stroke=RULE,
                width=HAIRLINE,
            ),
        )
        return
    page.add(Path(rect(x, y, width, height, 0.6), fill=CARD, stroke=RULE, width=HAIRLINE))
    name = f"{card.card.letter}{card.card.order}"
    text, size = fitted(name, height * 0.42, "Bold", width * 0.86, 0.1)
    page.add(Text(x + width / 2, y + height * 0.42, text, size, "Bold", INK, "middle"))
    radius = min(width / (2 * BOOKS_ON_A_CARD[-1] + 0.6), height * 0.2)
    books = card.card.categories
    first = x + width / 2 - radius * (len(books) - 1)
    for number, category in enumerate(books):
        page.add(*icon(category, first + 2 * radius * number, y + height * 0.75, radius * 0.95))
