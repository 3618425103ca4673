"""The six category icons of forms and the house deck: our own shapes, which differ without colour too."""

from __future__ import annotations

from functools import cache

from scorer.cards import Category
from scorer.forms.drawing import Path, Text, ellipse, line, placed, polyline, rect

COLOURS: dict[Category, str] = {
    Category.CORRUPTED_CODICES: "#4a3560",
    Category.FANTASTICAL_FICTIONS: "#b0792a",
    Category.HISTORIC_VOLUMES: "#7a4a2c",
    Category.MONSTER_MANUALS: "#46703a",
    Category.REFERENCE_TEXTS: "#2f5a86",
    Category.SPELLS_POTIONS: "#a1384f",
}
_PALE = "#fbf6ea"


def icon(category: Category, x: float, y: float, radius: float) -> list[Path | Text]:
    """The category's badge with its centre at (x, y), in mm."""
    return placed(_badge(category), x, y, radius)


@cache
def _badge(category: Category) -> list[Path | Text]:
    """The badge about the origin with radius 1."""
    ink = COLOURS[category]
    ring = Path(ellipse(0, 0, 0.88, 0.88), stroke=_PALE, width=0.045)
    return [Path(ellipse(0, 0, 1, 1), fill=ink), ring, *_SHAPES[category](_PALE, ink)]


def _skull(pale: str, ink: str) -> list[Path]:
    return [
        Path(ellipse(0, -0.13, 0.5, 0.45), fill=pale),
        Path(rect(-0.29, 0.15, 0.58, 0.4, 0.1), fill=pale),
        Path(ellipse(-0.21, -0.08, 0.14, 0.16), fill=ink),
        Path(ellipse(0.21, -0.08, 0.14, 0.16), fill=ink),
        Path(polyline([(0, 0.08), (0.08, 0.22), (-0.08, 0.22)], closed=True), fill=ink),
        *(Path(line(x, 0.34, x, 0.54), stroke=ink, width=0.055) for x in (-0.13, 0.0, 0.13)),
    ]


def _crown(pale: str, ink: str) -> list[Path]:
    points = [
        (-0.5, 0.42),
        (-0.58, -0.22),
        (-0.27, 0.06),
        (0, -0.42),
        (0.27, 0.06),
        (0.58, -0.22),
        (0.5, 0.42),
    ]
    return [
        Path(polyline(points, closed=True), fill=pale),
        *(Path(ellipse(x, y, 0.1, 0.1), fill=pale) for x, y in ((-0.58, -0.3), (0, -0.5), (0.58, -0.3))),
        Path(line(-0.44, 0.25, 0.44, 0.25), stroke=ink, width=0.07),
    ]


def _hourglass(pale: str, ink: str) -> list[Path]:
    glass = [(-0.36, -0.46), (0.36, -0.46), (0.06, 0), (0.36, 0.46), (-0.36, 0.46), (-0.06, 0)]
    sand = [(-0.22, 0.4), (0.22, 0.4), (0, 0.18)]
    top = [(-0.2, -0.27), (0.2, -0.27), (0, -0.02)]
    return [
        Path(rect(-0.46, -0.6, 0.92, 0.15, 0.06), fill=pale),
        Path(rect(-0.46, 0.45, 0.92, 0.15, 0.06), fill=pale),
        Path(polyline(glass, closed=True), fill=pale),
        Path(polyline(sand, closed=True), fill=ink),
        Path(polyline(top, closed=True), fill=ink),
    ]


def _monster(pale: str, ink: str) -> list[Path]:
    mouth = [(-0.3, 0.26), (0.3, 0.26), (0.2, 0.46), (0, 0.52), (-0.2, 0.46)]
    return [
        Path(polyline([(-0.46, 0.02), (-0.56, -0.62), (-0.1, -0.3)], closed=True), fill=pale),
        Path(polyline([(0.46, 0.02), (0.56, -0.62), (0.1, -0.3)], closed=True), fill=pale),
        Path(ellipse(0, 0.12, 0.5, 0.5), fill=pale),
        Path(ellipse(0, -0.04, 0.2, 0.2), fill=ink),
        Path(ellipse(0.05, -0.07, 0.07, 0.07), fill=pale),
        Path(polyline(mouth, closed=True), fill=ink),
        *(
            Path(polyline([(x - 0.08, 0.25), (x + 0.08, 0.25), (x, 0.42)], closed=True), fill=pale)
            for x in (-0.16, 0.16)
        ),
    ]


def _lens(pale: str, ink: str) -> list[Path]:
    return [
        Path(line(0.15, 0.17, 0.5, 0.52), stroke=pale, width=0.2),
        Path(ellipse(-0.12, -0.12, 0.44, 0.44), fill=pale),
        Path(ellipse(-0.12, -0.12, 0.32, 0.32), fill=ink),
        *(Path(line(-0.3, y, 0.06, y), stroke=pale, width=0.06) for y in (-0.24, -0.12, 0.0)),
    ]


def _flask(pale: str, ink: str) -> list[Path]:
    return [
        Path(rect(-0.14, -0.55, 0.28, 0.5), fill=pale),
        Path(rect(-0.25, -0.66, 0.5, 0.15, 0.06), fill=pale),
        Path(ellipse(0, 0.18, 0.47, 0.43), fill=pale),
        Path(ellipse(-0.14, 0.22, 0.12, 0.12), fill=ink),
        Path(ellipse(0.16, 0.08, 0.09, 0.09), fill=ink),
        Path(ellipse(0.14, 0.38, 0.07, 0.07), fill=ink),
    ]


_SHAPES = {
    Category.CORRUPTED_CODICES: _skull,
    Category.FANTASTICAL_FICTIONS: _crown,
    Category.HISTORIC_VOLUMES: _hourglass,
    Category.MONSTER_MANUALS: _monster,
    Category.REFERENCE_TEXTS: _lens,
    Category.SPELLS_POTIONS: _flask,
}
