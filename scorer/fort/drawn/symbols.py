"""The symbols of Fort as shapes of our own: suits, resources, actions, and what actions are multiplied by.

Each is drawn about the origin with radius 1. Suits differ without colour too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache

from scorer.forms.drawing import Path, Text, ellipse, line, placed, polyline, rect
from scorer.forms.style import PALE

INK, RED = "#2a2118", "#b3261e"
#: The colours of suits and resources.
COLOURS: dict[str, str] = {
    "book": "#7a4a2c",
    "crown": "#9a6a00",
    "glue": "#ad3d68",
    "shovel": "#4f6b24",
    "skateboard": "#5b3f93",
    "water": "#1a6a96",
    "coin": "#e9c04a",
    "pizza": "#d2691e",
    "toy": "#2f6fb3",
}
_WOOD, _GOLD, _TEAL = "#b9824a", "#e3a91c", "#2d6e6a"

Shapes = list[Path | Text]


def symbol(name: str, x: float, y: float, radius: float) -> Shapes:
    """The symbol ``name`` (of `SYMBOLS`) with its centre at (x, y), in mm."""
    return placed(_drawn(name), x, y, radius)


@cache
def _drawn(name: str) -> Shapes:
    return SYMBOLS[name]()


def _disc(suit: str, *glyph: Path) -> Shapes:
    ring = Path(ellipse(0, 0, 0.88, 0.88), stroke=PALE, width=0.05)
    return [Path(ellipse(0, 0, 1, 1), fill=COLOURS[suit]), ring, *glyph]


# Suits


def _book() -> Shapes:
    left = [(-0.04, -0.36), (-0.56, -0.48), (-0.56, 0.36), (-0.04, 0.5)]
    right = [(-x, y) for x, y in left]
    lines = [line(side * 0.14, y, side * 0.46, y - 0.07) for side in (-1, 1) for y in (-0.14, 0.06, 0.26)]
    return _disc(
        "book",
        *(Path(polyline(page, closed=True), fill=PALE) for page in (left, right)),
        *(Path(one, stroke=COLOURS["book"], width=0.06) for one in lines),
    )


def _crown() -> Shapes:
    points = [(-0.5, 0.4), (-0.6, -0.24), (-0.27, 0.04), (0, -0.46), (0.27, 0.04), (0.6, -0.24), (0.5, 0.4)]
    return _disc(
        "crown",
        Path(polyline(points, closed=True), fill=PALE),
        *(Path(ellipse(x, y, 0.1, 0.1), fill=PALE) for x, y in ((-0.6, -0.3), (0, -0.54), (0.6, -0.3))),
        Path(line(-0.42, 0.24, 0.42, 0.24), stroke=COLOURS["crown"], width=0.08),
    )


def _glue() -> Shapes:
    nozzle = [(-0.1, -0.24), (0.1, -0.24), (0.05, -0.64), (-0.05, -0.64)]
    return _disc(
        "glue",
        Path(rect(-0.32, -0.14, 0.64, 0.74, 0.14), fill=PALE),
        Path(rect(-0.22, -0.3, 0.44, 0.2, 0.05), fill=PALE),
        Path(polyline(nozzle, closed=True), fill=PALE),
        Path(rect(-0.2, 0.08, 0.4, 0.3, 0.06), fill=COLOURS["glue"]),
    )


def _shovel() -> Shapes:
    blade = [(-0.26, 0.06), (0.26, 0.06), (0.26, 0.36), (0, 0.66), (-0.26, 0.36)]
    return _disc(
        "shovel",
        Path(line(0, -0.5, 0, 0.1), stroke=PALE, width=0.13),
        Path(line(-0.2, -0.56, 0.2, -0.56), stroke=PALE, width=0.14),
        Path(polyline(blade, closed=True), fill=PALE),
        Path(line(0, 0.12, 0, 0.44), stroke=COLOURS["shovel"], width=0.06),
    )


def _skateboard() -> Shapes:
    deck = [(-0.66, -0.28), (-0.46, -0.06), (0.46, -0.06), (0.66, -0.28)]
    return _disc(
        "skateboard",
        Path(polyline(deck), stroke=PALE, width=0.17),
        *(Path(ellipse(x, 0.24, 0.17, 0.17), fill=PALE) for x in (-0.34, 0.34)),
        *(Path(ellipse(x, 0.24, 0.06, 0.06), fill=COLOURS["skateboard"]) for x in (-0.34, 0.34)),
        *(Path(line(x, 0, x, 0.12), stroke=PALE, width=0.1) for x in (-0.34, 0.34)),
    )


def _water() -> Shapes:
    gun = [
        (-0.42, -0.3),
        (0.4, -0.3),
        (0.4, -0.06),
        (-0.04, -0.06),
        (-0.16, 0.16),
        (-0.3, 0.56),
        (-0.62, 0.56),
        (-0.44, 0),
    ]
    drops = ((0.56, -0.18, 0.07), (0.7, -0.05, 0.055), (0.68, -0.32, 0.055))
    return _disc(
        "water",
        Path(polyline(gun, closed=True), fill=PALE),
        Path(ellipse(-0.14, -0.44, 0.2, 0.15), fill=PALE),
        Path(ellipse(-0.02, 0.08, 0.13, 0.15), stroke=PALE, width=0.06),
        *(Path(ellipse(x, y, r, r), fill=PALE) for x, y, r in drops),
    )


def _star(radius: float, inner: float = 0.45) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        reach = radius * (1 if corner % 2 == 0 else inner)
        turn = math.pi * corner / 5
        points.append((reach * math.sin(turn), -reach * math.cos(turn)))
    return points


def _coin() -> Shapes:
    return [
        Path(ellipse(0, 0, 1, 1), fill=INK),
        Path(ellipse(0, 0, 0.9, 0.9), fill=COLOURS["coin"]),
        Path(ellipse(0, 0, 0.7, 0.7), stroke=INK, width=0.07),
        Path(polyline(_star(0.5), closed=True), fill=INK),
    ]


# Resources


def _pizza() -> Shapes:
    slice_ = [(-0.82, -0.52), (0.82, -0.52), (0, 0.92)]
    crust = (("M", (-0.9, -0.5)), ("C", (-0.5, -0.98, 0.5, -0.98, 0.9, -0.5)), ("L", (0.72, -0.34)),
             ("C", (0.4, -0.62, -0.4, -0.62, -0.72, -0.34)), ("Z", ()))  # fmt: skip
    return [
        Path(polyline(slice_, closed=True), fill="#f2b544", stroke=INK, width=0.07),
        Path(crust, fill=COLOURS["pizza"], stroke=INK, width=0.07),
        *(
            Path(ellipse(x, y, r, r), fill=RED)
            for x, y, r in ((-0.28, -0.2, 0.17), (0.26, -0.14, 0.16), (0, 0.3, 0.15))
        ),
    ]


def _toy() -> Shapes:
    blue = COLOURS["toy"]
    return [
        *(Path(ellipse(x, -0.52, 0.36, 0.36), fill=blue, stroke=INK, width=0.07) for x in (-0.56, 0.56)),
        *(Path(ellipse(x, -0.52, 0.17, 0.17), fill="#bcd7f2") for x in (-0.56, 0.56)),
        Path(ellipse(0, 0.08, 0.82, 0.76), fill=blue, stroke=INK, width=0.07),
        Path(ellipse(0, 0.34, 0.42, 0.34), fill="#bcd7f2"),
        *(Path(ellipse(x, -0.1, 0.11, 0.13), fill=INK) for x in (-0.3, 0.3)),
        Path(ellipse(0, 0.2, 0.15, 0.11), fill=INK),
        Path(line(0, 0.28, 0, 0.46), stroke=INK, width=0.07),
    ]


def _either() -> Shapes:
    return [
        *placed(_pizza(), -0.44, -0.32, 0.58),
        *placed(_toy(), 0.44, 0.34, 0.58),
        Path(line(-0.62, 0.7, 0.62, -0.7), stroke=INK, width=0.08),
    ]


# Actions


def _sack(fill: str) -> Shapes:
    return [
        Path(ellipse(0, -0.66, 0.26, 0.24), stroke=INK, width=0.12),
        Path(rect(-0.66, -0.62, 1.32, 1.5, 0.34), fill=fill, stroke=INK, width=0.08),
        Path(rect(-0.44, 0.1, 0.88, 0.5, 0.12), fill=PALE, stroke=INK, width=0.07),
        Path(line(-0.66, -0.16, 0.66, -0.16), stroke=INK, width=0.07),
        Path(rect(-0.09, -0.26, 0.18, 0.24, 0.04), fill=_GOLD, stroke=INK, width=0.05),
    ]


def _pack() -> Shapes:
    return _sack(_TEAL)


def _copied(front: str) -> Shapes:
    return [*placed(_sack("#c9c0ac"), -0.26, -0.18, 0.7), *placed(_sack(front), 0.28, 0.2, 0.74)]


def _lookout() -> Shapes:
    tubes = [
        Path(
            polyline([(x - 0.2, -0.66), (x + 0.2, -0.66), (x + 0.36, 0.3), (x - 0.36, 0.3)], closed=True),
            fill=INK,
        )
        for x in (-0.42, 0.42)
    ]
    lenses = [Path(ellipse(x, 0.36, 0.4, 0.4), fill="#9fc4da", stroke=INK, width=0.12) for x in (-0.44, 0.44)]
    shine = [Path(ellipse(x - 0.1, 0.26, 0.1, 0.1), fill=PALE) for x in (-0.44, 0.44)]
    return [*tubes, Path(rect(-0.16, -0.2, 0.32, 0.3), fill=INK), *lenses, *shine]


def _card(fill: str) -> list[Path]:
    return [
        Path(rect(-0.6, -0.9, 1.1, 1.6, 0.16), fill=fill, stroke=INK, width=0.08),
        Path(ellipse(-0.28, -0.58, 0.14, 0.14), fill=INK),
        *(Path(line(-0.38, y, 0.28, y), stroke=INK, width=0.07) for y in (-0.2, 0.06)),
    ]


def _crossed(fill: str) -> Shapes:
    cross = [line(0.26, 0.26, 0.7, 0.7), line(0.7, 0.26, 0.26, 0.7)]
    return [
        *_card(fill),
        Path(ellipse(0.48, 0.48, 0.46, 0.46), fill=RED, stroke=PALE, width=0.07),
        *(Path(one, stroke=PALE, width=0.13) for one in cross),
    ]


def _person(fill: str) -> list[Path]:
    shoulders = (("M", (-0.78, 0.86)), ("C", (-0.78, 0.0, 0.42, 0.0, 0.42, 0.86)), ("Z", ()))
    return [
        Path(ellipse(-0.18, -0.42, 0.4, 0.42), fill=fill, stroke=INK, width=0.08),
        Path(shoulders, fill=fill, stroke=INK, width=0.08),
    ]


def _recruit() -> Shapes:
    return [
        *_person("#e8c79a"),
        Path(ellipse(0.52, 0.3, 0.42, 0.42), fill="#2c6a31", stroke=PALE, width=0.07),
        Path(line(0.28, 0.3, 0.76, 0.3), stroke=PALE, width=0.14),
        Path(line(0.52, 0.06, 0.52, 0.54), stroke=PALE, width=0.14),
    ]


def _castle() -> list[Path]:
    walls = [
        (-0.82, 0.84), (-0.82, -0.3), (-0.5, -0.3), (-0.5, -0.06), (-0.17, -0.06), (-0.17, -0.3),
        (0.17, -0.3), (0.17, -0.06), (0.5, -0.06), (0.5, -0.3), (0.82, -0.3), (0.82, 0.84),
    ]  # fmt: skip
    return [
        Path(polyline(walls, closed=True), fill=_WOOD, stroke=INK, width=0.08),
        Path(rect(-0.24, 0.3, 0.48, 0.54, 0.06), fill=INK),
    ]


def _fort() -> Shapes:
    flag = [(0.02, -0.96), (0.6, -0.8), (0.02, -0.62)]
    return [
        *_castle(),
        Path(line(0, -0.3, 0, -0.98), stroke=INK, width=0.08),
        Path(polyline(flag, closed=True), fill=RED),
    ]


def _advance() -> Shapes:
    arrow = [
        (0, -1.0),
        (0.42, -0.6),
        (0.18, -0.6),
        (0.18, -0.36),
        (-0.18, -0.36),
        (-0.18, -0.6),
        (-0.42, -0.6),
    ]
    return [*_castle(), Path(polyline(arrow, closed=True), fill="#2c6a31", stroke=INK, width=0.06)]


def _point() -> Shapes:
    return [Path(polyline(_star(1.0), closed=True), fill=_GOLD, stroke=INK, width=0.08)]


def _spend(resource: Callable[[], Shapes]) -> Shapes:
    return [
        *placed(resource(), -0.14, -0.14, 0.84),
        Path(ellipse(0.56, 0.56, 0.42, 0.42), fill=RED, stroke=PALE, width=0.07),
        Path(line(0.32, 0.56, 0.8, 0.56), stroke=PALE, width=0.15),
    ]


def _convert() -> Shapes:
    def arrow(way: int) -> list[Path]:
        y, tip = -0.02 * way, 0.16 * way
        head = [(tip, y - 0.24), (tip + 0.3 * way, y), (tip, y + 0.24)]
        return [
            Path(line(-0.34 * way, y, tip, y), stroke=INK, width=0.13),
            Path(polyline(head, closed=True), fill=INK),
        ]

    return [
        *placed(_pizza(), -0.5, -0.42, 0.5),
        *placed(_toy(), 0.5, 0.46, 0.5),
        *placed(arrow(1), 0.5, -0.48, 0.9),
        *placed(arrow(-1), -0.5, 0.5, 0.9),
    ]


def _any_suit() -> Shapes:
    suits = ("book", "crown", "glue", "shovel", "skateboard", "water")
    dots = []
    for number, suit in enumerate(suits):
        turn = math.pi * number / 3
        dots.append(
            Path(ellipse(0.66 * math.sin(turn), -0.66 * math.cos(turn), 0.3, 0.3), fill=COLOURS[suit])
        )
    return [Path(ellipse(0, 0, 1, 1), fill=PALE, stroke=INK, width=0.08), *dots]


SYMBOLS: Mapping[str, Callable[[], Shapes]] = {
    "book": _book,
    "crown": _crown,
    "glue": _glue,
    "shovel": _shovel,
    "skateboard": _skateboard,
    "water": _water,
    "coin": _coin,
    "any suit": _any_suit,
    "pizza": _pizza,
    "toy": _toy,
    "resource": _either,
    "pack": _pack,
    "copy pack": lambda: _copied(_TEAL),
    "copy rival pack": lambda: _copied("#c4574d"),
    "lookout": _lookout,
    "remove": lambda: _crossed(PALE),
    "remove this": lambda: _crossed("#b9ab95"),
    "remove rival": lambda: _crossed("#e0a59f"),
    "recruit": _recruit,
    "advance": _advance,
    "fort": _fort,
    "point": _point,
    "spend pizza": lambda: _spend(_pizza),
    "spend toy": lambda: _spend(_toy),
    "spend resource": lambda: _spend(_either),
    "convert": _convert,
}
