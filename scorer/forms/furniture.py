"""The parts around a form's table: the frame, the heading with its books, the footer and the stamp."""

from __future__ import annotations

import math

from scorer.forms.content import FormContent
from scorer.forms.drawing import (
    Drawing,
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
from scorer.forms.style import (
    COLUMN_LINE,
    FAINT,
    FRAME_LINE,
    HAIRLINE,
    INK,
    PAPER,
    PEN,
    PEN_LINE,
    RED,
    RULE,
    SHADE,
    Style,
)

#: The books on the heading's shelf: width, height (share of the shelf's) and tone.
_BOOKS = (
    (3.2, 0.86, 1), (2.4, 0.7, 2), (4.0, 0.95, 0), (2.2, 0.62, 1), (2.8, 0.8, 3), (3.4, 0.74, 2),
    (2.0, 0.9, 0), (3.0, 0.66, 1), (3.8, 0.84, 3), (2.6, 0.98, 2), (2.2, 0.72, 0), (3.2, 0.6, 1),
)  # fmt: skip
_TONES = (INK, "#7a4a2c", "#46596e", "#8a7346")


def frame(style: Style, height: float) -> list[Path]:
    """A double rule with turned-in corners around the page, drawn before everything else."""
    outer = style.margin * 0.45
    inner = outer + (1.3 if style.height else 0.8)
    w, h = style.width, height
    cut = 3.2 if style.height else 1.6
    frames = [Path(rect(outer, outer, w - 2 * outer, h - 2 * outer), stroke=INK, width=FRAME_LINE)]
    points = []
    for x, y, dx, dy in (
        (inner, inner, 1, 1),
        (w - inner, inner, -1, 1),
        (w - inner, h - inner, -1, -1),
        (inner, h - inner, 1, -1),
    ):
        corner = [(x, y + dy * cut), (x + dx * cut, y + dy * cut), (x + dx * cut, y)]
        points += corner if dx == dy else corner[::-1]
    frames.append(Path(polyline(points, closed=True), stroke=INK, width=COLUMN_LINE))
    return frames


def heading(
    page: Drawing, content: FormContent, style: Style, left: float, right: float, top: float
) -> float:
    """The shelf of books, the office, the form's title and number; returns where the table may begin."""
    shelf = style.heading * 0.3
    middle = (left + right) / 2
    page.add(*_bookshelf(left, top, right - left, shelf, style))
    y = top + shelf + style.small * 2.1
    office = content.edition.words["town"].upper()
    text, size = fitted(office, style.small * 1.1, "Regular", (right - left) * 0.7)
    page.add(Text(middle, y, text, size, "Regular", FAINT, "middle"))
    for side in (-1, 1):
        start = middle + side * (measure(text, size) / 2 + 2.5)
        end = middle + side * (right - left) / 2
        page.add(Path(line(start, y - size * 0.3, end, y - size * 0.3), stroke=RULE, width=HAIRLINE))
    number_size = style.title * 0.8
    box = measure(content.form, number_size, "Bold") + style.gap * 3
    title, size = fitted(
        content.edition.forms[content.form], style.title, "Bold", right - left - box - style.gap * 2, 0.5
    )
    y += style.title * 1.3
    page.add(Text(left, y, title, size, "Bold", INK))
    page.add(
        Path(
            rect(right - box, y - number_size * 1.03, box, number_size * 1.4, 0.8),
            stroke=RED,
            width=FRAME_LINE,
        ),
        Text(right - box / 2, y, content.form, number_size, "Bold", RED, "middle"),
    )
    return top + style.heading


def _bookshelf(x: float, y: float, w: float, h: float, style: Style) -> list[Path]:
    """A shelf of books in two groups, with a candle's worth of room between them."""
    unit = h / 12
    items = [Path(rect(x, y + h - unit, w, unit), fill=INK)]
    base, at, number = y + h - unit, x + 2 * unit, 0
    tall = h - 2 * unit
    gap_from, gap_to = x + w * 0.42, x + w * 0.58
    while at < x + w - 5 * unit:
        if gap_from < at < gap_to:
            at = gap_to
        width, share, tone = _BOOKS[(number * 5 + number // 12) % len(_BOOKS)]
        width, height = width * unit * 0.9, tall * share
        colour = _TONES[tone]
        items.append(Path(rect(at, base - height, width, height), fill=colour))
        for band in (0.18, 0.76) if number % 3 else (0.3,):
            band_y = base - height * (1 - band)
            items.append(
                Path(line(at + 0.12, band_y, at + width - 0.12, band_y), stroke=PAPER, width=0.05 * h / 3.6)
            )
        at += width + unit * 0.22
        number += 1
    items += _lamp((gap_from + gap_to) / 2 + unit, base, tall)
    return items


def _lamp(x: float, base: float, h: float) -> list[Path]:
    """An open book under a candle, the office's arms."""
    s = h / 10
    pages = [
        [(0, -1.2), (-2.2, -2.1), (-5.2, -1.6), (-5.2, 0), (-2.2, -0.5), (0, 0.2)],
        [(0, -1.2), (2.2, -2.1), (5.2, -1.6), (5.2, 0), (2.2, -0.5), (0, 0.2)],
    ]
    flame = (
        ("M", (0.0, -9.8)),
        ("C", (1.3, -8.2, 1.0, -7.0, 0.0, -6.9)),
        ("C", (-1.0, -7.0, -1.3, -8.2, 0.0, -9.8)),
        ("Z", ()),
    )
    items: list[Path | Text] = [
        Path(polyline(points, closed=True), fill=SHADE, stroke=INK, width=0.28) for points in pages
    ]
    items += [
        Path(rect(-0.75, -6.0, 1.5, 4.2), fill=SHADE, stroke=INK, width=0.28),
        Path(line(0, -6.0, 0, -6.9), stroke=INK, width=0.25),
        Path(flame, fill="#d9952f", stroke=INK, width=0.2),
    ]
    return [item for item in placed(items, x, base - 0.4 * s, s) if isinstance(item, Path)]


def difficulty_boxes(
    page: Drawing, content: FormContent, style: Style, left: float, right: float, y: float
) -> float:
    """S-42a: the seven difficulties, the chosen one ticked."""
    words = content.edition
    names = words.difficulties
    label = f"{words.words['difficulty']}:"
    middle = y + style.difficulty_row * (0.3 if style.row_notes else 0.0)
    size = style.body
    if not style.row_notes:
        chosen = names.get(content.difficulty or 0, "")
        text = f"{label} {chosen} ({content.difficulty})" if chosen else label
        page.add(Text(left, middle + size * 0.34, text, size, "Italic", PEN if chosen else INK))
        return y + style.difficulty_row
    page.add(Text(left, middle + size * 0.34, label, size, "Bold", INK))
    start = left + max(measure(label, size, "Bold") + 4, 28)
    step = (right - start) / len(names)
    for number, name in names.items():
        x, box = start + step * (number - 0.5), size * 1.15
        page.add(Path(rect(x - box / 2, middle - box / 2, box, box, 0.5), stroke=INK, width=0.3))
        page.add(Text(x, middle + size * 0.3, str(number), size * 0.85, "Regular", INK, "middle"))
        if number == content.difficulty:
            page.add(Path(ellipse(x, middle, box * 0.76, box * 0.74), stroke=PEN, width=PEN_LINE))
        text, small = fitted(name, style.small, "Italic", step - 0.8, 0.6)
        colour = PEN if number == content.difficulty else FAINT
        page.add(Text(x, middle + box * 0.5 + style.small * 1.45, text, small, "Italic", colour, "middle"))
    return y + style.difficulty_row


def footer(page: Drawing, content: FormContent, style: Style, left: float, right: float, y: float) -> float:
    """Date, inspector and remarks under the table; returns where they end."""
    words = content.edition.words
    size = style.body * 0.9
    signature = left + (right - left) * 0.42
    for row, (label, value) in enumerate(((words["date"], content.date), (words["inspector"], ""))):
        base = y + style.footer * (0.22 + 0.2 * row)
        page.add(Text(left, base, f"{label}:", size, "Italic", INK))
        start = left + measure(f"{label}: ", size, "Italic") + 1
        page.add(Path(line(start, base + 0.6, signature, base + 0.6), stroke=RULE, width=HAIRLINE))
        if value:
            page.add(Text(start + 1, base, value, size, "Regular", PEN))
    base = y + style.footer * 0.74
    size = style.body * 0.92
    page.add(Text(left, base, f"{words['remarks']}:", size, "Bold", INK))
    if not content.remarks:
        start = left + measure(f"{words['remarks']}: ", size, "Bold") + 1
        for row in range(2):
            at = base + 0.6 + row * style.footer * 0.18
            page.add(Path(line(start if not row else left, at, right, at), stroke=RULE, width=HAIRLINE))
        return y + style.footer
    indent = measure(f"{words['remarks']}: ", size, "Bold") + 1
    lines = wrapped(content.remarks, size, "Italic", right - left - indent)
    for row, text in enumerate(lines):
        cut, fit = fitted(text, size, "Italic", right - left - indent)
        page.add(Text(left + indent, base + row * size * 1.25, cut, fit, "Italic", PEN))
    return max(y + style.footer, base + (len(lines) - 1) * size * 1.25 + size * 0.5)


def stamp(
    content: FormContent, style: Style, text: str, x: float, y: float, right: float, room: float
) -> list[Path | Text]:
    """The inspector's rubber stamp, a little askew, under the winner's column and over its lower edge.

    It is as wide as ``room`` allows and stays left of ``right``.
    """
    width = min(50.0 if style.height else 33.0, room)
    height = width * 0.42
    office = content.edition.stamp["office"].upper()
    unit = height / 21
    big, size = fitted(text.upper(), 5.6 * unit, "Bold", width - 7 * unit, 0.4)
    small, small_size = fitted(office, 3.0 * unit, "Regular", width - 9 * unit, 0.5)
    items: list[Path | Text] = [
        Path(
            rect(-width / 2, -height / 2, width, height, 3 * unit), stroke=RED, width=1.0 * unit, opacity=0.85
        ),
        Path(
            rect(
                -width / 2 + 1.5 * unit,
                -height / 2 + 1.5 * unit,
                width - 3 * unit,
                height - 3 * unit,
                2 * unit,
            ),
            stroke=RED,
            width=0.35 * unit,
            opacity=0.85,
        ),
        Text(0, -3.4 * unit, small, small_size, "Regular", RED, "middle", 0.0, 0.85),
        Text(0, 3.2 * unit, big, size, "Bold", RED, "middle", 0.0, 0.85),
        *(Path(_star(dx * 5.5 * unit, 6.6 * unit, 1.3 * unit), fill=RED, opacity=0.85) for dx in (-1, 0, 1)),
    ]
    half = width / 2 + 0.5
    x = min(x, right - half)
    return placed(items, x, y + height * 0.52, 1.0, 7.0)


def _star(x: float, y: float, r: float) -> tuple[tuple[str, tuple[float, ...]], ...]:
    points = []
    for i in range(10):
        reach = r if i % 2 == 0 else r * 0.42
        angle = math.radians(-90 + 36 * i)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polyline(points, closed=True)
