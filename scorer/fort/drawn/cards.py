"""Fort's cards drawn to print: kids, made-up rules, perks, the two single cards, and their backs.

Each card has its top left corner at the origin.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.forms.drawing import Path, Text, ellipse, fitted, measure, polyline, rect, wrapped
from scorer.forms.sheets import HEIGHT, WIDTH, Items
from scorer.forms.style import INK, PALE, PAPER, SHADE
from scorer.fort.actions import Action
from scorer.fort.cards import Kid
from scorer.fort.drawn.notation import THEN, Part, notation
from scorer.fort.drawn.symbols import COLOURS, symbol
from scorer.fort.words import Words

#: The boards by seat; a best friend's card has the colour of its board.
BOARDS = ("#7d1f2c", "#1c5a78", "#2c6a31", "#62418f")
#: Backs differ, so that nobody mixes the piles.
_KID, _RULE, _PERK = "#2f5f5b", "#5b3f93", "#9a5200"
_TOP, _MARGIN, _LINE = 15.5, 4.0, 1.18
#: Half the height of a symbol of an action, and what lies between two parts.
_SYMBOL, _GAP = 4.2, 1.1


def kid_card(card: Kid, words: Words, board: int | None = None) -> Items:
    """A kid; ``board``: the seat whose best friend it is."""
    ink = COLOURS[card.suits[0]] if card.suits[0] != "coin" else "#6b5313"
    items: Items = [
        Path(rect(0, 0, WIDTH, HEIGHT), fill=PAPER),
        Path(rect(0, 0, WIDTH, _TOP), fill=ink),
    ]
    x = _MARGIN + 5.2
    for suit in card.suits:
        items += [Path(ellipse(x, 7.75, 5.9, 5.9), fill=PALE), *symbol(suit, x, 7.75, 5.4)]
        x += 12.2
    room = WIDTH - x + 5.2 - _MARGIN
    name, size = fitted(card.name, 6.0, "Bold", room)
    items.append(Text(WIDTH - _MARGIN, 9.6, name, size, "Bold", PALE, "end"))
    bottom = HEIGHT - 4.5
    if board is not None:
        bottom -= 5.5
        items.append(Path(rect(0, HEIGHT - 7.6, WIDTH, 7.6), fill=BOARDS[board]))
        line, size = fitted(f"★ {words.printed['best']}", 3.8, "Bold", WIDTH - 2 * _MARGIN)
        items += _star_line(line, size)
    middle = (_TOP + 3.0 + bottom) / 2
    items += _box(card.public, words, "public", _TOP + 3.0, middle - 1.2, ink)
    items += _box(card.private, words, "private", middle + 1.2, bottom, ink)
    return items


def _star_line(line: str, size: float) -> Items:
    """The line of a best friend; the star is drawn, as no font has to have it."""
    text = line.removeprefix("★ ")
    wide = measure(text, size, "Bold")
    x = WIDTH / 2 - wide / 2 + 2.4
    star = symbol("point", x - 4.0, HEIGHT - 3.85, 2.2)
    return [*star, Text(x, HEIGHT - 2.5, text, size, "Bold", PALE)]


def _box(action: Action | None, words: Words, side: str, top: float, bottom: float, ink: str) -> Items:
    """An action: its symbols, and below them its words."""
    wide = WIDTH - 2 * _MARGIN
    public = side == "public"
    frame = Path(
        rect(_MARGIN, top, wide, bottom - top, 2.2),
        fill="#fffdf6" if public else SHADE,
        stroke=ink,
        width=0.9 if public else 0.3,
    )
    caption, size = fitted(words.printed[side], 2.6, "Italic", wide - 4)
    items: Items = [frame, Text(_MARGIN + 2, top + 3.6, caption, size, "Italic", INK, opacity=0.75)]
    if action is None:
        return items
    rows = _rows(list(notation(action)), wide - 4)
    room = bottom - top - 5.6
    lines, size = _lines_that_fit(words.explain(action), wide - 4, room - len(rows) * 2 * (_SYMBOL + 0.5))
    high = len(rows) * 2 * (_SYMBOL + 0.5) + len(lines) * size * _LINE
    y = top + 4.6 + (room - high) / 2 + _SYMBOL
    for row in rows:
        items += _row(row, WIDTH / 2, y)
        y += 2 * (_SYMBOL + 0.5)
    y += size * 0.8 - _SYMBOL
    for line in lines:
        items.append(Text(WIDTH / 2, y, line, size, "Regular", INK, "middle"))
        y += size * _LINE
    return items


def _lines_that_fit(text: str, room: float, height: float) -> tuple[list[str], float]:
    """The words of an action in lines, as large as there is room."""
    size = 3.8
    lines = wrapped(text, size, "Regular", room)
    while len(lines) * size * _LINE > height and size > 2.3:
        size -= 0.1
        lines = wrapped(text, size, "Regular", room)
    return lines, size


def _width(part: Part) -> float:
    if part.is_symbol:
        return 2 * _SYMBOL
    return 2.6 if part.text == THEN else measure(part.text, 6.2, "Bold")


def _rows(parts: Sequence[Part], room: float) -> list[list[Part]]:
    """The parts in rows that are no wider than ``room``."""
    rows: list[list[Part]] = [[]]
    for part in parts:
        if rows[-1] and _wide([*rows[-1], part]) > room:
            rows.append([])
        rows[-1].append(part)
    return rows


def _wide(parts: Sequence[Part]) -> float:
    return sum(map(_width, parts)) + _GAP * (len(parts) - 1)


def _row(parts: Sequence[Part], centre: float, y: float) -> Items:
    """A row of an action around a centre."""
    items: Items = []
    x = centre - _wide(parts) / 2
    for part in parts:
        wide = _width(part)
        if part.is_symbol:
            items += symbol(part.text, x + wide / 2, y, _SYMBOL)
        elif part.text == THEN:
            tip = [(x, y - 1.9), (x + wide, y), (x, y + 1.9)]
            items.append(Path(polyline(tip, closed=True), fill=INK))
        else:
            items.append(Text(x, y + 2.1, part.text, 6.2, "Bold", INK))
        x += wide + _GAP
    return items


def text_card(kind: str, name: str, text: str, ink: str, sign: str) -> Items:
    """A card that is read: a made-up rule, a perk, or a single card. ``sign`` is a symbol."""
    items: Items = [
        Path(rect(0, 0, WIDTH, HEIGHT), fill=PAPER),
        Path(rect(2.5, 2.5, WIDTH - 5, HEIGHT - 5, 2.5), stroke=ink, width=1.1),
    ]
    caption, size = fitted(kind, 3.6, "Italic", WIDTH - 14)
    items.append(Text(WIDTH / 2, 11.0, caption, size, "Italic", ink, "middle"))
    items += symbol(sign, WIDTH / 2, 24.0, 8.0)
    y = 43.0
    for line in wrapped(name, 6.2, "Bold", WIDTH - 12):
        line, size = fitted(line, 6.2, "Bold", WIDTH - 12)
        items.append(Text(WIDTH / 2, y, line, size, "Bold", INK, "middle"))
        y += 7.0
    items.append(Path(rect(WIDTH / 2 - 12, y - 4.4, 24, 0.5), fill=ink))
    lines, size = _lines_that_fit(text, WIDTH - 14, HEIGHT - y - 8)
    y += 2.2
    for line in lines:
        items.append(Text(WIDTH / 2, y, line, size, "Regular", INK, "middle"))
        y += size * _LINE
    return items


#: The symbol on each made-up rule and perk.
RULE_SIGNS = {
    "grand_plans": "advance",
    "friendship_bracelets": "any suit",
    "piggy_bank": "toy",
    "pizza_party": "pizza",
    "stay_cool": "remove",
    "minimalism": "fort",
    "popularity": "lookout",
    "bouncy_castle": "crown",
    "secret_stash": "pack",
    "pyjama_party": "recruit",
    "mad_science": "book",
}
PERK_SIGNS = {
    "birthday_party": "recruit",
    "bribery": "lookout",
    "copy_and_paste": "copy pack",
    "do_it_yourself": "advance",
    "again": "point",
    "recycling": "convert",
    "rough_housing": "remove rival",
    "light_fingers": "resource",
    "big_pack": "pack",
}


def rule_cards(words: Words) -> list[Items]:
    """The made-up rules."""
    kind, texts = words.printed["rule"], words.rule_texts
    return [text_card(kind, name, texts[key], _RULE, RULE_SIGNS[key]) for key, name in words.rules.items()]


def perk_cards(words: Words) -> list[Items]:
    """The perks."""
    kind, texts = words.printed["perk"], words.perk_texts
    return [text_card(kind, name, texts[key], _PERK, PERK_SIGNS[key]) for key, name in words.perks.items()]


def single_cards(words: Words) -> list[Items]:
    """The macaroni sculpture, and the card of the first player."""
    texts = words.printed
    return [
        text_card("", texts["macaroni"], texts["macaroni_text"], INK, "advance"),
        text_card("", texts["first"], texts["first_text"], INK, "recruit"),
    ]


def kid_back() -> Items:
    """The back of a kid's card: the suits in rows."""
    return _back(_KID, ("book", "crown", "glue", "shovel", "skateboard", "water"))


def rule_back() -> Items:
    return _back(_RULE, ("point",))


def perk_back() -> Items:
    return _back(_PERK, ("fort",))


def _back(ink: str, signs: Sequence[str]) -> Items:
    items: Items = [
        Path(rect(0, 0, WIDTH, HEIGHT), fill=ink),
        Path(rect(3, 3, WIDTH - 6, HEIGHT - 6, 2.5), stroke=PAPER, width=0.8),
    ]
    for row in range(5):
        for column in range(4):
            x, y = 10.5 + column * 14.0, 12.0 + row * 16.0
            if row != 2:
                items += symbol(signs[(row + column) % len(signs)], x, y, 4.4)
    walls = [
        (18, 51), (18, 36.5), (23, 36.5), (23, 40), (29, 40), (29, 36.5), (34, 36.5), (34, 40), (40, 40),
        (40, 36.5), (45, 36.5), (45, 51),
    ]  # fmt: skip
    items += [
        Path(rect(11.0, 33.2, 41.0, 21.6, 3.0), fill=ink, stroke=PAPER, width=0.8),
        Path(polyline(walls, closed=True), fill=PAPER),
        Path(rect(28.5, 43.5, 6.0, 7.5, 1.0), fill=ink),
    ]
    return items
