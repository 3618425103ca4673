"""The categories' icons as the forms draw them, for the page's own parts.

The first page draws no forms, and nobody is to wait there for what does: `SHEET` holds the icons for it,
written by ``python -m pages.widgets.badges``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from scorer.cards import CATEGORIES, Category
from scorer.inspection import POINTS_PER_BURIED_CARD
from scorer.whole import write_whole

#: The icons as backgrounds of ``.badge-of`` and a category's code.
SHEET = Path(__file__).with_suffix(".css")


@cache
def badge(category: Category) -> str:
    """The category's icon as a data URI."""
    from scorer.forms.drawing import Drawing  # not on the first page
    from scorer.forms.html import svg
    from scorer.forms.icons import icon

    drawing = Drawing(100, 100, "", paper="none")
    drawing.add(*icon(category, 50, 50, 49))
    return "data:image/svg+xml," + quote(svg(drawing))


def card_constants() -> dict[str, Any]:
    """What scripts that draw cards take from here: the icons by the categories' codes, and what a buried card
    is worth.
    """
    return {
        "BADGES": {category.code: badge(category) for category in CATEGORIES},
        "BURIED": f"+{POINTS_PER_BURIED_CARD}",
    }


def category_list(look: str, names: Mapping[Category, str], pictures: Iterable[str] = ()) -> str:
    """The six categories in the order of the form as HTML, the class ``look`` says how they are laid.

    ``pictures``: their icons as data URIs, where not the forms' own.
    """
    icons = [*pictures] or [badge(category) for category in Category]
    cards = "".join(
        f'<li><img src="{picture}" alt="">{escape(names[category])}</li>'
        for category, picture in zip(Category, icons, strict=True)
    )
    return f'<ol class="{look}">{cards}</ol>'


def sheet() -> str:
    """What `SHEET` is to hold."""
    rules = (
        f'.badge-of.{category.code} {{ background-image: url("{badge(category)}"); }}\n'
        for category in Category
    )
    return "/* Written by python -m pages.widgets.badges */\n" + "".join(rules)


if __name__ == "__main__":
    write_whole(SHEET, sheet().encode("utf-8"))
