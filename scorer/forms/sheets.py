"""Cards on sheets of paper with marks to cut them by, the backs behind their fronts.

Cards are 63 × 88 mm and lie edge to edge, so that one cut parts two cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.errors import RefusedInput, phrase
from scorer.forms.drawing import Drawing, Path, Text, line, placed
from scorer.forms.style import INK

WIDTH, HEIGHT = 63.0, 88.0
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
ROWS, COLUMNS = 3, 3
#: Clear of the card block, so that no mark is left on a card that is cut a little wide.
_MARK_GAP, _MARK_LENGTH = 1.5, 5.0

Items = list[Path | Text]


def size_of(paper: str) -> tuple[float, float]:
    """Width and height of a paper in mm.

    Raises:
        RefusedInput: there is no such paper.
    """
    if paper not in PAPERS:
        raise RefusedInput(
            phrase(
                "There is no paper {paper!r}: choose one of {known}.", paper=paper, known=", ".join(PAPERS)
            )
        )
    return PAPERS[paper]


def sheets(fronts: Sequence[Items], back: Items | None, paper: str, language: str) -> Iterator[Drawing]:
    """Pages of cards, each followed by its backs for printing on both sides, unless there is none.

    Raises:
        RefusedInput: there is no such paper.
    """
    size_of(paper)
    for start in range(0, len(fronts), ROWS * COLUMNS):
        cards = fronts[start : start + ROWS * COLUMNS]
        yield sheet(cards, paper, language, mirrored=False)
        if back is not None:
            yield sheet([back] * len(cards), paper, language, mirrored=True)


def sheet(cards: Sequence[Items], paper: str, language: str, mirrored: bool) -> Drawing:
    """Up to nine cards and the marks to cut them by; backs are ``mirrored`` to lie behind their fronts."""
    width, height = PAPERS[paper]
    page = Drawing(width, height, "Shelfmark", language)
    left, top = (width - COLUMNS * WIDTH) / 2, (height - ROWS * HEIGHT) / 2
    for number, card in enumerate(cards):
        row, column = divmod(number, COLUMNS)
        if mirrored:
            column = COLUMNS - 1 - column
        page.add(*placed(card, left + column * WIDTH, top + row * HEIGHT))
    rows = -(-len(cards) // COLUMNS)
    right, bottom = left + COLUMNS * WIDTH, top + rows * HEIGHT
    for column in range(COLUMNS + 1):
        x = left + column * WIDTH
        for start, way in ((top, -1), (bottom, 1)):
            mark = line(x, start + way * _MARK_GAP, x, start + way * (_MARK_GAP + _MARK_LENGTH))
            page.add(Path(mark, stroke=INK, width=0.15))
    for row in range(rows + 1):
        y = top + row * HEIGHT
        for start, way in ((left, -1), (right, 1)):
            mark = line(start + way * _MARK_GAP, y, start + way * (_MARK_GAP + _MARK_LENGTH), y)
            page.add(Path(mark, stroke=INK, width=0.15))
    return page
