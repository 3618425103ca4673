"""The layout of forms B-7c and S-42a, for paper and for screens."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.cards import CATEGORIES, Category
from scorer.forms.content import IN_ORDER, FormColumn, FormContent
from scorer.forms.drawing import (
    Area,
    Drawing,
    Path,
    Text,
    ellipse,
    fitted,
    line,
    measure,
    pen_loop,
    polyline,
    rect,
    split_evenly,
    zigzag,
)
from scorer.forms.furniture import difficulty_boxes, footer, frame, heading, stamp
from scorer.forms.icons import icon
from scorer.forms.lettering import Face
from scorer.forms.style import (
    COLUMN_LINE,
    FAINT,
    FRAME_LINE,
    GOLD,
    HAIRLINE,
    INK,
    PAPER,
    PEN,
    PEN_LINE,
    RED,
    RULE,
    SHADE,
    TOTAL_LINE,
    Style,
)
from scorer.result.form import SCORE_ROWS


@dataclass(slots=True)
class Table:
    """The columns' places in mm: the section strip, the labels, then a column a library."""

    left: float
    label: float
    first: float
    column: float
    right: float

    def middle(self, number: int) -> float:
        return self.first + self.column * (number + 0.5)

    def areas(self, row: str, y: float, height: float, columns: int) -> list[Area]:
        """Where the numbers of a row stand."""
        return [
            Area(self.first + number * self.column, y, self.column, height, number, row)
            for number in range(columns)
        ]


def draw(content: FormContent, style: Style) -> Drawing:
    """The form on a page of that style; a style without a height gets the height that the form needs."""
    page = Drawing(style.width, style.height or 0.0, content.title, content.edition.language, PAPER)
    left, right = style.margin, style.width - style.margin
    top = _top(content, style)
    y = heading(page, content, style, left, right, top)
    if content.form == "S-42a":
        y = difficulty_boxes(page, content, style, left, right, y)
    table = _columns(content, style, left, right)
    start = y
    y = _names(page, content, style, table, y)
    section = y
    y = _alphabet(page, content, style, table, y)
    y = _categories(page, content, style, table, y)
    _strip(page, content, style, table, "A", section, y)
    section = y
    y = _scores(page, content, style, table, y)
    _strip(page, content, style, table, "B", section, y)
    total = y
    y = _total(page, content, style, table, y)
    _grid(page, content, style, table, start, total, y)
    _marks(page, content, style, table, section)
    bottom = footer(page, content, style, left, right, y)
    stamped = [number for number, column in enumerate(content.columns) if column.stamp]
    room = table.column if len(stamped) > 1 else right - left
    for number in stamped:
        text = content.columns[number].stamp
        page.add(*stamp(content, style, text, table.middle(number), y, right, room))
    if not style.height:
        page.height = bottom + style.margin
    page.items[:0] = frame(style, page.height)
    return page


def form_height(content: FormContent, style: Style) -> float:
    """How tall the form itself is, from the top of its heading to the end of its footer."""
    s = style
    rows = (
        s.name_row + s.row * 2 + s.category_row * len(Category) + s.score_row * len(SCORE_ROWS) + s.total_row
    )
    band = s.difficulty_row if content.form == "S-42a" else 0.0
    return s.heading + band + rows + s.footer


def _top(content: FormContent, style: Style) -> float:
    if not style.height:
        return style.margin
    return max(style.margin, (style.height - form_height(content, style)) / 2)


def _columns(content: FormContent, style: Style, left: float, right: float) -> Table:
    """The columns share what the labels leave, but never grow wider than a number needs."""
    count = len(content.columns)
    room = right - left - style.strip - style.least_label
    column = min(room / count, style.widest_column)
    first = right - column * count
    return Table(left, left + style.strip, first, column, right)


def _names(page: Drawing, content: FormContent, style: Style, table: Table, y: float) -> float:
    words, bottom = content.edition.words, y + style.name_row
    for number, column in enumerate(content.columns):
        x, middle = table.first + number * table.column, table.middle(number)
        if column.stamp and content.form == "B-7c":
            page.add(Path(rect(x, y + 1.5, table.column, style.to_total - 1.5), fill=GOLD, opacity=0.3))
        if column.name:
            printed = content.form == "S-42a" and number == 1  # the public library's name stands on the form
            page.add(*_name_lines(column.name, style, middle, y, table.column - 2, INK if printed else PEN))
        else:
            baseline = bottom - style.name_row * 0.3
            page.add(
                Path(line(x + 2.5, baseline, x + table.column - 2.5, baseline), stroke=RULE, width=HAIRLINE)
            )
            page.add(
                Text(middle, y + style.small * 1.35, words["player"], style.small, "Italic", FAINT, "middle")
            )
    return bottom


def _name_lines(name: str, style: Style, middle: float, y: float, room: float, colour: str) -> list[Text]:
    """A name on one to three lines, as large as possible; a name that does not fit is cut."""
    sizes = {1: style.name, 2: style.name * 0.82, 3: style.name * 0.66}
    size, lines = 0.0, [name]
    for parts in (split_evenly(name, count, "Italic") for count in sizes):
        widest = max(measure(part, 1.0, "Italic") for part in parts)
        fits = min(sizes[len(parts)], room / widest)
        if fits > size:
            size, lines = fits, parts
    size = max(size, style.name * 0.42)
    first = y + style.name_row / 2 + size * (0.32 - 0.53 * (len(lines) - 1))
    return [
        Text(
            middle,
            first + i * size * 1.06,
            fitted(part, size, "Italic", room, 1.0)[0],
            size,
            "Italic",
            colour,
            "middle",
        )
        for i, part in enumerate(lines)
    ]


def _row(page: Drawing, style: Style, table: Table, y: float, height: float, shaded: bool = False) -> None:
    if shaded:
        page.add(Path(rect(table.label, y, table.right - table.label, height), fill=SHADE, opacity=0.45))
    page.add(Path(line(table.label, y + height, table.right, y + height), stroke=RULE, width=HAIRLINE))


def _code(page: Drawing, style: Style, x: float, middle: float, code: str) -> float:
    """The boxed code of a row; returns where its words begin."""
    size = style.body * 0.95
    w, h = size * 1.75, size * 1.5
    page.add(
        Path(rect(x, middle - h / 2, w, h, 0.6), fill=INK),
        Text(x + w / 2, middle + size * 0.33, code, size, "Bold", PAPER, "middle"),
    )
    return x + w + style.gap


def _label(
    page: Drawing, style: Style, table: Table, y: float, height: float, code: str, name: str, note: str
) -> None:
    middle = y + height / 2
    x = _code(page, style, table.label + style.gap, middle, code)
    room = table.first - x - style.gap
    if note and style.row_notes:
        text, size = fitted(name, style.body, "Bold", room)
        page.add(Text(x, middle - size * 0.12, text, size, "Bold", INK))
        small, note_size = fitted(note, style.small, "Italic", room, 0.75)
        page.add(Text(x, middle + style.small * 1.12, small, note_size, "Italic", FAINT))
    else:
        page.add(*_words(name, style.body, "Bold", x, middle, room, height))


def _words(
    text: str, size: float, face: Face, x: float, middle: float, room: float, height: float, colour: str = INK
) -> list[Text]:
    """A row's words on one line, or on two lines where they are larger so."""
    parts = split_evenly(text, 2, face)
    widest = max(measure(part, 1.0, face) for part in parts)
    on_two = min(size, room / widest, height / 2.6)
    if len(parts) == 1 or min(size, room / measure(text, 1.0, face)) >= on_two:
        line_, fit = fitted(text, size, face, room)
        return [Text(x, middle + fit * 0.34, line_, fit, face, colour)]
    size = max(on_two, size * 0.62)
    first = middle - size * 0.2
    return [
        Text(x, first + i * size * 1.08, fitted(part, size, face, room)[0], size, face, colour)
        for i, part in enumerate(parts)
    ]


def _entry(page: Drawing, style: Style, x: float, middle: float, text: str, size: float) -> None:
    """A handwritten value in a space."""
    if text == IN_ORDER:
        tick = [
            (x - size * 0.3, middle),
            (x - size * 0.08, middle + size * 0.27),
            (x + size * 0.36, middle - size * 0.36),
        ]
        page.add(Path(polyline(tick), stroke=PEN, width=size * 0.11))
    elif text:
        page.add(Text(x, middle + size * 0.33, text, size, "Regular", PEN, "middle"))


def _alphabet(page: Drawing, content: FormContent, style: Style, table: Table, y: float) -> float:
    words = content.edition
    _row(page, style, table, y, style.row)
    _label(page, style, table, y, style.row, "A1", words.rows["a1"], words.row_notes["a1"])
    page.areas += table.areas("a1", y, style.row, len(content.columns))
    for number, column in enumerate(content.columns):
        _entry(page, style, table.middle(number), y + style.row / 2, column.a1, style.entry)
    return y + style.row


def _categories(page: Drawing, content: FormContent, style: Style, table: Table, y: float) -> float:
    words = content.edition
    _row(page, style, table, y, style.row)
    _label(page, style, table, y, style.row, "A2", words.rows["a2"], words.row_notes["a2"])
    y += style.row
    for shaded, category in enumerate(Category):
        middle = y + style.category_row / 2
        _row(page, style, table, y, style.category_row, shaded=shaded % 2 == 0)
        radius = min(style.category_row * 0.36, style.body * 0.8)
        page.areas += table.areas(category.value, y, style.category_row, len(content.columns))
        page.add(*icon(category, table.label + style.gap + radius, middle, radius))
        x = table.label + 2 * style.gap + 2 * radius
        room = table.first - x - style.gap
        role = {content.prominent: ("prominent", PEN), content.banned: ("banned", RED)}.get(category)
        if role is None or content.prominent is None:
            name = words.categories[category]
            page.add(*_words(name, style.body, "Regular", x, middle, room, style.category_row))
        else:
            text, size = fitted(words.categories[category], style.body, "Regular", room)
            page.add(Text(x, middle - size * 0.04, text, size, "Regular", INK))
            page.add(
                Text(x, middle + style.small * 1.1, words.words[role[0]], style.small, "Italic", role[1])
            )
        for number, column in enumerate(content.columns):
            _entry(page, style, table.middle(number), middle, column.books.get(category, ""), style.entry)
        y += style.category_row
    return y


def _scores(page: Drawing, content: FormContent, style: Style, table: Table, y: float) -> float:
    words = content.edition
    solo = content.form == "S-42a"
    for code in SCORE_ROWS:
        note = words.row_notes["b2_solo" if solo and code == "b2" else code]
        _row(page, style, table, y, style.score_row)
        _label(page, style, table, y, style.score_row, code.upper(), words.rows[code], note)
        page.areas += table.areas(code, y, style.score_row, len(content.columns))
        for number, column in enumerate(content.columns):
            middle = y + style.score_row / 2
            x = table.middle(number)
            if code == "b5":
                x += _focus(page, style, table, column, number, middle)
            _entry(page, style, x, middle, column.scores.get(code, ""), style.entry)
        y += style.score_row
    return y


def _focus(
    page: Drawing, style: Style, table: Table, column: FormColumn, number: int, middle: float
) -> float:
    """B5 shows which category was the player's own, or a ring for it; returns how far the number moves."""
    radius = min(style.score_row * 0.24, style.entry * 0.4)
    x = table.first + number * table.column + radius + style.gap
    if column.focus is not None:
        page.add(*icon(column.focus, x, middle, radius))
    elif not column.scores.get("b5"):
        page.add(Path(ellipse(x, middle, radius, radius), stroke=RULE, width=HAIRLINE))
    return max(0.0, x + 2 * radius + style.entry * 0.45 - table.middle(number))


def _total(page: Drawing, content: FormContent, style: Style, table: Table, y: float) -> float:
    height = style.total_row
    page.areas += table.areas("total", y, height, len(content.columns))
    page.add(Path(rect(table.left, y, table.first - table.left, height), fill=INK))
    words = content.edition
    name, room = f"{words.words['sum']} {words.rows['total']}", table.first - table.label - 2 * style.gap
    page.add(
        *_words(name, style.body * 1.2, "Bold", table.label + style.gap, y + height / 2, room, height, PAPER)
    )
    for number, column in enumerate(content.columns):
        size = style.entry * 1.5
        if column.total:
            page.add(
                Text(
                    table.middle(number),
                    y + height / 2 + size * 0.34,
                    column.total,
                    size,
                    "Bold",
                    PEN,
                    "middle",
                )
            )
    return y + height


def _strip(
    page: Drawing, content: FormContent, style: Style, table: Table, letter: str, top: float, bottom: float
) -> None:
    """The section's name, upright on a dark strip at the left."""
    title = content.edition.words["section"].format(letter=letter).upper()
    text, size = fitted(title, style.strip * 0.58, "Bold", bottom - top - 2)
    page.add(
        Path(rect(table.left, top, style.strip, bottom - top), fill=INK),
        Text(
            table.left + style.strip / 2 + size * 0.34,
            (top + bottom) / 2,
            text,
            size,
            "Bold",
            PAPER,
            "middle",
            90.0,
        ),
    )


def _grid(
    page: Drawing, content: FormContent, style: Style, table: Table, start: float, total: float, end: float
) -> None:
    count = len(content.columns)
    for number in range(count):
        x = table.first + number * table.column
        page.add(Path(line(x, start + 1.5, x, end), stroke=INK, width=COLUMN_LINE))
    page.add(Path(line(table.right, start + 1.5, table.right, end), stroke=INK, width=COLUMN_LINE))
    top = start + style.name_row
    for y, width in ((top, FRAME_LINE), (total, FRAME_LINE), (end, TOTAL_LINE)):
        page.add(Path(line(table.left, y, table.right, y), stroke=INK, width=width))
    section_b = total - style.score_row * len(SCORE_ROWS)
    page.add(Path(line(table.left, section_b, table.right, section_b), stroke=PAPER, width=FRAME_LINE))
    page.add(Path(line(table.label, section_b, table.right, section_b), stroke=INK, width=FRAME_LINE))


def _marks(page: Drawing, content: FormContent, style: Style, table: Table, section_b: float) -> None:
    """B2: the prominent row circled; B3: a zigzag around the banned one."""
    first = section_b - style.category_row * len(Category)
    order = CATEGORIES
    x, w, h = table.label - 0.2, table.right - table.label + 0.6, style.category_row
    if content.prominent is not None:
        y = first + h * order.index(content.prominent)
        page.add(Path(pen_loop(x - 0.4, y - 0.1, w + 0.8, h + 0.2), stroke=PEN, width=PEN_LINE, opacity=0.85))
    if content.banned is not None:
        y = first + h * order.index(content.banned)
        page.add(
            Path(zigzag(x + 0.5, y + 0.4, w - 1.0, h - 0.8, h * 0.11), stroke=RED, width=0.45, opacity=0.9)
        )
