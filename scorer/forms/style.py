"""Colours and measures of the forms: paper and ink."""

from __future__ import annotations

from dataclasses import dataclass, replace

PAPER = "#f8f2e4"
SHADE = "#e6dac0"
INK = "#2c221b"
FAINT = "#7a6a58"
RULE = "#b7a78d"
PEN = "#1f3a78"
RED = "#a52a2a"
GOLD = "#e0b84c"
PALE = "#fbf6ea"  #: what signs and titles lie on

#: Widths of lines in mm.
HAIRLINE = 0.2  #: between rows, and under what is written
COLUMN_LINE = 0.22
FRAME_LINE = 0.5
TOTAL_LINE = 0.7  #: below the total
PEN_LINE = 0.55  #: what a pen marks


@dataclass(frozen=True, slots=True)
class Style:
    """Measures in mm. ``height`` None: as tall as the form is. ``row_notes``: a line under each row name."""

    width: float
    height: float | None
    margin: float
    heading: float
    difficulty_row: float
    name_row: float
    row: float
    category_row: float
    score_row: float
    total_row: float
    footer: float
    strip: float
    least_label: float
    widest_column: float
    body: float
    small: float
    entry: float
    name: float
    title: float
    gap: float
    row_notes: bool

    @property
    def to_total(self) -> float:
        """From the top of the names to the end of the total."""
        return self.name_row + 2 * self.row + 6 * self.category_row + 5 * self.score_row + self.total_row


_LETTER = Style(
    width=215.9,
    height=279.4,
    margin=16.0,
    heading=40.0,
    difficulty_row=14.0,
    name_row=13.0,
    row=9.5,
    category_row=9.0,
    score_row=11.0,
    total_row=14.0,
    footer=38.0,
    strip=7.0,
    least_label=67.0,
    widest_column=34.0,
    body=4.3,
    small=2.9,
    entry=6.0,
    name=5.4,
    title=9.4,
    gap=2.0,
    row_notes=True,
)
_A4 = replace(
    _LETTER,
    width=210.0,
    height=297.0,
    heading=43.0,
    name_row=14.0,
    row=10.0,
    category_row=10.0,
    score_row=12.0,
    total_row=15.0,
    footer=41.0,
)
PAPERS = {"a4": _A4, "letter": _LETTER}

#: For screens as wide as the form.
SCREEN = Style(
    width=120.0,
    height=None,
    margin=5.0,
    heading=27.0,
    difficulty_row=5.0,
    name_row=10.0,
    row=7.6,
    category_row=8.0,
    score_row=8.0,
    total_row=10.5,
    footer=27.0,
    strip=5.0,
    least_label=43.0,
    widest_column=24.0,
    body=3.6,
    small=2.5,
    entry=4.9,
    name=4.3,
    title=6.2,
    gap=1.3,
    row_notes=False,
)

#: For phones: narrow enough to read, with rows as tall as a finger needs.
NARROW = replace(
    SCREEN,
    width=92.0,
    margin=3.0,
    heading=21.0,
    row=11.8,
    category_row=11.8,
    score_row=11.8,
    total_row=13.0,
    strip=3.6,
    least_label=30.0,
    title=5.4,
    entry=4.6,
    name=4.0,
    gap=1.0,
)
