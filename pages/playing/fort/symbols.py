"""The symbols of Fort as pictures in a page."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote

from scorer.forms.drawing import Drawing
from scorer.forms.html import svg
from scorer.fort.drawn.symbols import SYMBOLS, symbol


@cache
def picture(name: str) -> str:
    """A symbol as a data URI."""
    drawing = Drawing(100, 100, "", paper="none")
    drawing.add(*symbol(name, 50, 50, 47))
    return "data:image/svg+xml," + quote(svg(drawing))


def pictures() -> dict[str, str]:
    """All symbols by their names."""
    return {name: picture(name) for name in SYMBOLS}
