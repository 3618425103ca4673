"""The six category icons of forms, cards and screens: our own motifs, which differ without colour too.

``scorer/data/categories.toml`` holds colours and motifs.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from scorer.cards import Category
from scorer.forms.drawing import Path, Text, ellipse, path_data, placed
from scorer.forms.style import PALE

#: Radius of the disc inside its pale rim, which parts a dark disc from a dark ground.
_INSIDE = 0.93


_DRAWN: dict[str, Any] = tomllib.loads(
    resources.files("scorer").joinpath("data/categories.toml").read_text(encoding="utf-8")
)
#: Each category's colour: of its disc and of the spines of its books, dark enough for pale letters.
COLOURS: dict[Category, str] = {category: _DRAWN[category]["colour"] for category in Category}


def icon(category: Category, x: float, y: float, radius: float) -> list[Path | Text]:
    """The category's badge with its centre at (x, y), in mm."""
    return placed(_badge(category), x, y, radius)


@cache
def motif(category: Category) -> tuple[Path, ...]:
    """The category's motif about the middle of a disc with radius 1, without the disc.

    >>> part = motif(Category.MONSTER_MANUALS)[0]
    >>> part.fill, len(part.commands)
    ('#ef7d5f', 6)
    """
    return tuple(
        Path(
            path_data(part["path"]) if "path" in part else ellipse(*part["ellipse"]),
            part.get("fill"),
            part.get("stroke"),
            part.get("width", 0.0),
        )
        for part in _DRAWN[category]["parts"]
    )


@cache
def _badge(category: Category) -> list[Path | Text]:
    """The badge about the origin with radius 1."""
    rim = Path(ellipse(0, 0, 1, 1), fill=PALE)
    return [rim, Path(ellipse(0, 0, _INSIDE, _INSIDE), fill=COLOURS[category]), *motif(category)]
