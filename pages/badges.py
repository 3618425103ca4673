"""The categories' icons as the forms draw them, for the page's own parts."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote

from scorer.cards import Category
from scorer.forms.drawing import Drawing
from scorer.forms.html import svg
from scorer.forms.icons import icon


@cache
def badge(category: Category) -> str:
    """The category's icon as a data URI."""
    drawing = Drawing(100, 100, "", paper="none")
    drawing.add(*icon(category, 50, 50, 49))
    return "data:image/svg+xml," + quote(svg(drawing))
