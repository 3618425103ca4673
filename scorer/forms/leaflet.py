"""A sheet of entries in columns, one section a side: what all tiles do, to print.

The texts are as large as lets a section fit on its side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.forms import pdf
from scorer.forms.drawing import Drawing, Path, Text, ellipse, line, measure, wrapped
from scorer.forms.lettering import Face
from scorer.forms.sheets import size_of
from scorer.forms.style import FAINT, INK, RED, RULE

#: In mm: around all, between columns, the heading, and the line at the foot.
_MARGIN, _GAP, _HEADING, _FOOT = 12.0, 7.0, 13.0, 9.0
_COLUMNS = 2
#: The sizes of letters that are tried, in mm of their em, and the height of a line in these.
_LARGEST, _SMALLEST, _STEP, _LINE = 3.9, 2.0, 0.05, 1.22


@dataclass(frozen=True, slots=True)
class Entry:
    """One tile: ``number`` may be empty; ``cases`` stand below the text, each with a dash."""

    number: str
    name: str
    facts: str
    text: str
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One side of the sheet; ``foot`` stands at its end."""

    title: str
    entries: tuple[Entry, ...]
    foot: str


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    face: Face
    colour: str
    size: float
    indent: float


def to_pdf(sections: Sequence[Section], paper: str = "a4", language: str = "en") -> bytes:
    """The sheet as a PDF, a page for each section.

    Raises:
        RefusedInput: there is no such paper.
    """
    return pdf.render([side(section, paper, language) for section in sections])


def side(section: Section, paper: str = "a4", language: str = "en") -> Drawing:
    """One side, its letters as large as fit.

    Raises:
        RefusedInput: there is no such paper.
    """
    width, height = size_of(paper)
    column = (width - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) / _COLUMNS
    room = height - 2 * _MARGIN - _HEADING - _FOOT
    size, blocks = _fitted(section.entries, column, room)
    heights = [_height(block, size) for block in blocks]
    while len(_filled(heights, room - 1)) <= _COLUMNS:
        room -= 1  # columns of one height
    page = Drawing(width, height, section.title, language)
    page.add(Text(_MARGIN, _MARGIN + 7, section.title, 8.0, "Bold", INK))
    page.add(Path(line(_MARGIN, _MARGIN + 9.6, width - _MARGIN, _MARGIN + 9.6), stroke=INK, width=0.5))
    for number, numbers in enumerate(_filled(heights, room)):
        x, y = _MARGIN + number * (column + _GAP), _MARGIN + _HEADING
        for one in numbers:
            _draw(page, section.entries[one], blocks[one], x, y, size)
            y += heights[one]
    foot = height - _MARGIN - _FOOT + 4.5
    page.add(Path(line(_MARGIN, foot - 4.5, width - _MARGIN, foot - 4.5), stroke=RULE, width=0.25))
    for text in wrapped(section.foot, 2.9, "Italic", width - 2 * _MARGIN):
        page.add(Text(_MARGIN, foot, text, 2.9, "Italic", FAINT))
        foot += 2.9 * _LINE
    return page


def _fitted(entries: Sequence[Entry], column: float, room: float) -> tuple[float, list[list[_Line]]]:
    """The largest letters with which all entries fit into the columns, and each entry's lines in these."""
    size = _LARGEST
    while True:
        blocks = [_lines(entry, size, column) for entry in entries]
        heights = [_height(block, size) for block in blocks]
        if len(_filled(heights, room)) <= _COLUMNS or size <= _SMALLEST:
            return size, blocks
        size -= _STEP


def _lines(entry: Entry, size: float, column: float) -> list[_Line]:
    """The lines of an entry below its name."""
    indent = 2.3 * size
    room = column - indent
    lines = [
        _Line(text, "Italic", FAINT, 0.86 * size, indent)
        for text in wrapped(entry.facts, 0.86 * size, "Italic", room)
    ]
    lines += [
        _Line(text, "Regular", INK, size, indent) for text in wrapped(entry.text, size, "Regular", room)
    ]
    dash = measure("–  ", 0.92 * size)
    for case in entry.cases:
        first, *rest = wrapped(case, 0.92 * size, "Regular", room - dash)
        lines.append(_Line(f"–  {first}", "Regular", INK, 0.92 * size, indent))
        lines += [_Line(text, "Regular", INK, 0.92 * size, indent + dash) for text in rest]
    return lines


def _height(lines: Sequence[_Line], size: float) -> float:
    """Of an entry, with its name and the room below it."""
    return (1.25 * _LINE + 0.75) * size + sum(one.size * _LINE for one in lines)


def _filled(heights: Sequence[float], room: float) -> list[list[int]]:
    """The entries of each column, by their numbers: each goes on in the column while there is room."""
    columns: list[list[int]] = [[]]
    used = 0.0
    for number, height in enumerate(heights):
        if used + height > room and columns[-1]:
            columns.append([])
            used = 0.0
        columns[-1].append(number)
        used += height
    return columns


def _draw(page: Drawing, entry: Entry, lines: Sequence[_Line], x: float, y: float, size: float) -> None:
    name = 1.25 * size
    y += name
    if entry.number:
        page.add(Path(ellipse(x + 0.85 * size, y - 0.35 * size, 0.85 * size, 0.85 * size), fill=RED))
        page.add(Text(x + 0.85 * size, y, entry.number, size, "Bold", "#ffffff", "middle"))
    else:
        page.add(Path(ellipse(x + 0.85 * size, y - 0.4 * size, 0.35 * size, 0.35 * size), fill=RED))
    page.add(Text(x + 2.3 * size, y, entry.name, name, "Bold", INK))
    y += 0.2 * size
    for one in lines:
        y += one.size * _LINE
        page.add(Text(x + one.indent, y, one.text, one.size, one.face, one.colour))
