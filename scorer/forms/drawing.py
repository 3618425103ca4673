"""A drawing is a list of paths and texts in millimetres; `html`, `pdf` and `png` render the same list.

The origin is the top left corner, y grows downward, angles are degrees counter-clockwise.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Literal

from PIL import ImageFont

from scorer.forms.lettering import Command, Face, is_plain, lettering

Anchor = Literal["start", "middle", "end"]

#: How far a circle's Bézier handles reach, as a share of the radius.
_KAPPA = 0.5523


@dataclass(frozen=True, slots=True)
class Path:
    """A line or area. ``width`` is the stroke's, in mm; ``opacity`` holds for fill and stroke."""

    commands: tuple[Command, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    opacity: float = 1.0
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text at its baseline; ``size`` is the em in mm."""

    x: float
    y: float
    text: str
    size: float
    face: Face = "Regular"
    colour: str = "#000000"
    anchor: Anchor = "start"
    angle: float = 0.0
    opacity: float = 1.0

    @property
    def width(self) -> float:
        return measure(self.text, self.size, self.face)

    @property
    def start(self) -> tuple[float, float]:
        """Where the baseline begins, whatever the anchor."""
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.width
        turn = math.radians(self.angle)
        return self.x - shift * math.cos(turn), self.y + shift * math.sin(turn)


@dataclass(frozen=True, slots=True)
class Area:
    """The place of a number on a form, in mm: ``column`` counts the libraries from 0, ``row`` is a1, a
    category, b1 to b5 or total."""

    x: float
    y: float
    width: float
    height: float
    column: int
    row: str


@dataclass(slots=True)
class Drawing:
    """Everything on one page. ``paper`` colours screens and pictures; printers have their own paper.

    ``areas`` are the places of the form's numbers, in the order of its rows.
    """

    width: float
    height: float
    title: str
    language: str = "en"
    paper: str = "#ffffff"
    items: list[Path | Text] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)

    def add(self, *items: Path | Text) -> None:
        self.items.extend(items)


def font_file(face: Face, suffix: str = "ttf") -> bytes:
    """The embedded font, Old Standard (see fonts/OFL.txt): "ttf", or "woff2" for the web."""
    return resources.files("scorer.forms").joinpath(f"fonts/OldStandard-{face}.{suffix}").read_bytes()


@cache
def _metrics(face: Face) -> ImageFont.FreeTypeFont:
    path = resources.files("scorer.forms").joinpath(f"fonts/OldStandard-{face}.ttf")
    with resources.as_file(path) as file:
        return ImageFont.truetype(str(file), 1000, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _ems(text: str, face: Face) -> float:
    if is_plain(text, face):
        return float(_metrics(face).getlength(text)) / 1000
    return lettering(text, face).width


def measure(text: str, size: float, face: Face = "Regular") -> float:
    """The advance width of a line of text in mm."""
    return _ems(text, face) * size


def fitted(text: str, size: float, face: Face, room: float, smallest: float = 0.62) -> tuple[str, float]:
    """The text and size that fit ``room`` mm: smaller, down to a share of its size, then cut short."""
    width = measure(text, size, face)
    if width <= room:
        return text, size
    size *= max(smallest, room / width)
    if measure(text, size, face) <= room + 1e-6:
        return text, size
    while text and measure(text.rstrip() + "…", size, face) > room:
        text = text[:-1]
    return text.rstrip() + "…", size


def wrapped(text: str, size: float, face: Face, room: float) -> list[str]:
    """The text in lines of at most ``room`` mm, broken at spaces; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and measure(f"{lines[-1]} {word}", size, face) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def split_evenly(text: str, count: int, face: Face) -> list[str]:
    """The text in at most ``count`` lines, broken after spaces and hyphens as evenly as can be."""
    pieces = re.findall(r"[^\s-]+-?\s*|-\s*", text)
    if count == 1 or len(pieces) < 2:
        return [text]
    options = []
    for cut in range(1, len(pieces)):
        rest = split_evenly("".join(pieces[cut:]), count - 1, face)
        options.append(["".join(pieces[:cut]).strip(), *rest])
    return min(options, key=lambda lines: max(measure(line, 1.0, face) for line in lines))


def polyline(points: Iterable[tuple[float, float]], closed: bool = False) -> tuple[Command, ...]:
    commands: list[Command] = [("L" if i else "M", point) for i, point in enumerate(points)]
    return (*commands, ("Z", ())) if closed else tuple(commands)


def path_data(written: str) -> tuple[Command, ...]:
    """The commands of SVG path data: M, L, C and Z, each with its letter and absolute coordinates.

    >>> path_data("M0 -.5L1 2Z")
    (('M', (0.0, -0.5)), ('L', (1.0, 2.0)), ('Z', ()))
    """
    return tuple(
        (letter, tuple(float(number) for number in numbers.split()))
        for letter, numbers in re.findall("([MLCZ])([^MLCZ]*)", written)
    )


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Command, ...]:
    return polyline([(x1, y1), (x2, y2)])


def rect(x: float, y: float, w: float, h: float, radius: float = 0.0) -> tuple[Command, ...]:
    """A rectangle, its corners rounded by ``radius``."""
    if not radius:
        return polyline([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], closed=True)
    r, k = radius, radius * (1 - _KAPPA)
    return (
        ("M", (x + r, y)),
        ("L", (x + w - r, y)),
        ("C", (x + w - k, y, x + w, y + k, x + w, y + r)),
        ("L", (x + w, y + h - r)),
        ("C", (x + w, y + h - k, x + w - k, y + h, x + w - r, y + h)),
        ("L", (x + r, y + h)),
        ("C", (x + k, y + h, x, y + h - k, x, y + h - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Command, ...]:
    kx, ky = rx * _KAPPA, ry * _KAPPA
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def pen_loop(x: float, y: float, w: float, h: float) -> tuple[Command, ...]:
    """A loop drawn by hand around a box: once around and a little further, never quite on the same line."""
    cx, cy, points = x + w / 2, y + h / 2, []
    for step in range(79):
        angle = math.radians(200 + step * 5.2)
        drift = 0.35 * math.sin(step / 7) + step / 78 * 0.9
        # A superellipse stays off the words in the corners, where an ellipse would cut through them.
        c, s = math.cos(angle), math.sin(angle)
        px = math.copysign(abs(c) ** 0.32, c) * (w / 2 + drift * 0.5)
        py = math.copysign(abs(s) ** 0.55, s) * (h / 2 + drift * 0.55)
        points.append((cx + px, cy + py))
    return polyline(points)


def zigzag(x: float, y: float, w: float, h: float, tooth: float = 1.5) -> tuple[Command, ...]:
    """A closed zigzag around a box, its teeth ``tooth`` mm high and about twice as wide."""

    def side(x1: float, y1: float, x2: float, y2: float) -> list[tuple[float, float]]:
        length = math.hypot(x2 - x1, y2 - y1)
        teeth = max(2, round(length / (2 * tooth)))
        nx, ny = (y2 - y1) / length * tooth, -(x2 - x1) / length * tooth
        points = []
        for i in range(2 * teeth):
            t, out = i / (2 * teeth), i % 2
            points.append((x1 + (x2 - x1) * t + nx * out, y1 + (y2 - y1) * t + ny * out))
        return points

    corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    points = [p for a, b in zip(corners, corners[1:] + corners[:1], strict=True) for p in side(*a, *b)]
    return polyline(points, closed=True)


def placed(
    items: Sequence[Path | Text], dx: float, dy: float, scale: float = 1.0, angle: float = 0.0
) -> list[Path | Text]:
    """The items scaled and turned about the origin, then moved."""
    turn = math.radians(angle)
    cos, sin = math.cos(turn) * scale, math.sin(turn) * scale

    def move(x: float, y: float) -> tuple[float, float]:
        return dx + x * cos + y * sin, dy - x * sin + y * cos

    moved: list[Path | Text] = []
    for item in items:
        if isinstance(item, Text):
            x, y = move(item.x, item.y)
            moved.append(replace(item, x=x, y=y, size=item.size * scale, angle=item.angle + angle))
            continue
        commands = tuple(
            (letter, tuple(c for i in range(0, len(at), 2) for c in move(at[i], at[i + 1])))
            for letter, at in item.commands
        )
        moved.append(replace(item, commands=commands, width=item.width * scale))
    return moved
