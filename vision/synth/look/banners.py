"""Banners: which shape, where letter and number stand, and that a person can read them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np

from vision.synth.look import fonts
from vision.synth.look.grounds import random_ground
from vision.synth.look.lettering import (
    WIDEST,
    Box,
    coverage,
    figure_height,
    ink_box,
    least_difference,
    place_letter,
    place_number,
)
from vision.synth.look.style import (
    Arrangement,
    Banner,
    BannerShape,
    Colour,
    Effect,
    NumberStyle,
    Rng,
    blended,
    contrast,
    ink_on,
    luminance,
    random_colour,
    random_font,
)

#: Figures and letters less high (card widths) cannot be read on a card 220 pixels wide: no look has them.
LEAST_FIGURE, LEAST_LETTER = 0.05, 0.085
FURTHEST, LOWEST = 0.5, 0.4  #: letter and number stand left of and above this
MOST_INK = 0.88  #: letters that cover more of their boxes are tiles, which all look the same
#: Nor where two capitals, or two figures, of a font differ by less of their ink.
LEAST_DIFFERENCE = 0.02

_SHAPES: dict[BannerShape, float] = {
    "none": 2, "rectangle": 3, "rounded": 2, "ribbon": 3, "pennant": 1.5, "shield": 1.5, "disc": 1.5,
    "hexagon": 1, "tab": 1, "arrow": 1, "slant": 1, "diamond": 0.7, "oval": 0.8, "octagon": 0.8,
    "trapezoid": 1, "notched": 1, "corner": 1.5, "quarter": 1.2, "seal": 0.7, "scroll": 0.7, "frame": 1.2,
    "double": 1.2, "bar": 1.5,
}  # fmt: skip
_ARRANGEMENTS: dict[Arrangement, float] = {
    "stacked": 4, "number_first": 1.5, "beside": 3, "outside_right": 2, "outside_below": 1, "diagonal": 1.2,
    "reversed": 1, "outside_left": 0.8, "box_right": 1.5, "box_below": 2, "two_tone": 1.5,
    "two_tone_beside": 1,
}  # fmt: skip
_PLAIN: dict[Arrangement, float] = {
    "stacked": 5, "number_first": 0.7, "beside": 2, "outside_right": 1.2, "outside_below": 0.6,
}  # fmt: skip
_STYLES: dict[NumberStyle, float] = {
    "line": 8, "pale_count": 1.2, "small_count": 1.5, "raised": 2, "fraction": 2.6, "column": 1,
    "slashed": 1.3,
}  # fmt: skip
_FORMATS = {
    "{order}/{of}": 13, "{order} / {of}": 2, "{order}⁄{of}": 1, "{order}|{of}": 1, "{order}-{of}": 1,
    "({order}/{of})": 0.8, "{order}·{of}": 0.7, "{order} of {of}": 1, "№{order}/{of}": 0.5,
    "{order}:{of}": 0.5, "{order} – {of}": 0.4, "#{order}/{of}": 0.9, "{order}.{of}": 0.2,
    "# {order}/{of}": 0.5, "[{order}/{of}]": 0.4, "No. {order}/{of}": 0.4, "Nr {order}/{of}": 0.3,
    "n° {order}/{of}": 0.2, "{order}\\{of}": 0.2, "•{order}/{of}": 0.3, "~{order}/{of}~": 0.2,
    "{order}/{of}.": 0.2,
}  # fmt: skip
_EFFECTS: dict[Effect, float] = {"none": 7, "shadow": 1, "outline": 1, "heavy": 1.2}
_POINTED = ("ribbon", "pennant", "shield", "disc", "seal", "diamond", "corner", "quarter")  # goes below
_TALL = ("fraction", "column", "slashed")
_WIDE = ("beside", "reversed", "diagonal", "two_tone_beside", "outside_left")
_OUTSIDE = ("outside_right", "outside_below", "outside_left")


T = TypeVar("T")


def pick(rng: Rng, chances: dict[T, float]) -> T:
    """A random key; the values are the weights."""
    weights = np.fromiter(chances.values(), np.float64)
    return list(chances)[rng.choice(len(weights), p=weights / weights.sum())]


@dataclass(frozen=True, slots=True)
class _Design:
    """The choices of a banner that come before its measures."""

    shape: BannerShape
    arrangement: Arrangement
    style: NumberStyle
    letter_font: str
    number_font: str
    plain: bool


def random_banner(
    rng: Rng, held_out: bool, strip: Colour, unrest: float, border: float, strip_height: float, plain: bool
) -> Banner:
    """A banner whose letter and number can be read.

    ``unrest``: how much the strip's brightness varies. ``plain``: set as most printers do, ``3/8`` in one
    size and one ink on an even colour.
    """
    for attempt in range(200):
        if attempt % 20 == 0:
            letter_font = random_font(rng, held_out)
            number_font = letter_font if rng.random() < 0.55 else random_font(rng, held_out)
            design = _Design(
                pick(rng, _SHAPES),
                pick(rng, _PLAIN if plain else _ARRANGEMENTS),
                "line" if plain else pick(rng, _STYLES),
                letter_font,
                number_font,
                plain,
            )
        banner = _draw(rng, design, strip, unrest, border, strip_height)
        if readable(banner):
            return banner
    # only unusually wide or flat fonts are installed: the roomiest banner there is
    return replace(
        banner, x=border, y=border, width=0.46, height=max(0.2, strip_height), arrangement="beside",
        number_style="line", number_format="{order}/{of}", shape="rectangle",
    )  # fmt: skip


def with_any_number(banner: Banner, rng: Rng) -> Banner:
    """The banner with its number in any style and format, each as often as another, if it is readable so."""
    style = list(_STYLES)[rng.integers(len(_STYLES))]
    other = replace(
        banner,
        number_style=style,
        number_format=list(_FORMATS)[rng.integers(len(_FORMATS))],
        number_scale=rng.uniform(0.36, 0.54) if style in _TALL else rng.uniform(0.24, 0.46),
    )
    return other if readable(other) else banner


def readable(banner: Banner) -> bool:
    """Whether a person can read letter and number on a card 220 pixels wide."""
    letter, number = banner_boxes(banner)
    if coverage(banner.letter_font, banner.heavy_letter or banner.letter_effect == "heavy") > MOST_INK:
        return False
    if min(map(least_difference, (banner.letter_font, banner.number_font))) < LEAST_DIFFERENCE:
        return False
    if not all(fonts.has(banner.number_font, c) for c in banner.number_format.format(order=0, of=1)):
        return False
    align = "left" if banner.arrangement == "outside_right" else "centre"
    setting = place_number(banner, *WIDEST, number, align)
    least = LEAST_FIGURE * (0.85 if banner.number_style in ("raised", "small_count") else 1)
    if figure_height(setting, banner.number_font) < least:
        return False
    if banner_right(banner) > FURTHEST or max(letter[3], number[3]) > LOWEST:
        return False
    size = place_letter(banner, "W", letter).pieces[0].size
    _, top, _, bottom = ink_box(banner.letter_font, "x" if banner.lower else "H")
    return size * (bottom - top) >= LEAST_LETTER * (0.75 if banner.lower else 1)


def _draw(
    rng: Rng, design: _Design, strip: Colour, unrest: float, border: float, strip_height: float
) -> Banner:
    """A banner of some design, readable or not."""
    shape, arrangement, style, plain = design.shape, design.arrangement, design.style, design.plain
    wide = arrangement in _WIDE
    if arrangement in ("outside_below", "box_below") and shape in _POINTED:
        shape = "rounded"
    if arrangement == "outside_left" and shape in (*_POINTED[3:], "oval", "hexagon", "scroll", "double"):
        shape = "ribbon"  # nothing that would reach back over the number
    height = strip_height * (rng.uniform(0.78, 1.0) if rng.random() < 0.7 else rng.uniform(1.0, 1.3))
    if arrangement in ("outside_below", "box_below"):
        height = strip_height * rng.uniform(0.48, 0.62)
    width = height * (rng.uniform(1.25, 2.1) if wide else rng.uniform(0.7, 1.25))
    if shape in ("none", "frame"):
        height = min(height, strip_height)
    if shape in ("disc", "seal", "diamond", "quarter"):
        width = height * rng.uniform(0.9, 1.1) * (1.25 if wide else 1.0)
    width = float(np.clip(width, 0.13, 0.46))
    if shape == "bar":
        height = strip_height if arrangement not in ("outside_below", "box_below") else height
    colour = strip if shape in ("none", "frame") else random_colour(rng, (0, 1), (0.1, 1))
    if shape not in ("none", "frame") and contrast(colour, strip) < 0.12:
        colour = (
            random_colour(rng, (0.3, 1), (0.15, 0.6))
            if luminance(strip) > 0.5
            else random_colour(rng, (0, 0.8), (0.7, 1))
        )
    ground = (
        random_ground(rng, colour, (0.08, 0.3))
        if shape not in ("none", "frame") and not plain and rng.random() < 0.35
        else None
    )
    least = float(rng.choice([0.3, 0.36, 0.45]))
    ink = ink_on(
        rng, colour, least + (0.4 * ground.strength if ground else unrest if colour == strip else 0.05)
    )
    second = None
    if arrangement in ("two_tone", "two_tone_beside", "box_right", "box_below"):
        second = random_colour(rng, (0, 0.9), (0.1, 1)) if rng.random() < 0.6 else ink
    number_ground = second or (strip if arrangement in _OUTSIDE else colour)
    number_ink = ink_on(rng, number_ground, least + (unrest if number_ground == strip else 0.05))
    if number_ground == colour and rng.random() < 0.75:
        number_ink = ink
    count_ink = None
    if style == "pale_count" or (style in ("small_count", "raised") and rng.random() < 0.4):
        pale = blended(number_ink, number_ground, rng.uniform(0.2, 0.5))
        count_ink = pale if abs(luminance(pale) - luminance(number_ground)) > 0.25 else number_ink
    flush = shape in ("bar", "corner", "quarter")  # lies against the card's edge
    lined = rng.random() < (1.0 if shape in ("frame", "double") else 0.25)
    return Banner(
        shape=shape,
        x=border + (rng.uniform(0, 0.06) if rng.random() < 0.7 and not flush else 0.0),
        y=border + (rng.uniform(0, 0.02) if height <= strip_height and shape != "bar" else 0.0),
        width=width,
        height=height,
        colour=colour,
        ink=ink,
        edge=ink_on(rng, colour, 0.2) if lined else None,
        arrangement=arrangement,
        letter_font=design.letter_font,
        number_font=design.number_font,
        number_format="{order}/{of}" if plain else pick(rng, _FORMATS),
        number_scale=rng.uniform(0.36, 0.54) if style in _TALL else rng.uniform(0.24, 0.46),
        number_ink=number_ink,
        heavy_letter=bool(rng.random() < 0.08),
        number_style=style,
        count_ink=count_ink,
        second=second,
        ground=ground,
        letter_effect="none" if plain else pick(rng, _EFFECTS),
        number_effect=pick(rng, _EFFECTS) if not plain and rng.random() < 0.4 else "none",
        effect_ink=(20, 16, 14) if luminance(ink) > 0.5 else (250, 246, 235),
        fitted=bool(rng.random() < 0.25),
        lower=bool(not plain and rng.random() < 0.04),
    )  # fmt: skip


def _shape_right(style: Banner) -> float:
    """Where the banner's shape ends on the right."""
    x, w, h = style.x, style.width, style.height
    if style.shape in ("disc", "seal"):
        return x + w / 2 + max(w, h) * (0.56 if style.shape == "disc" else 0.59)
    over = {"arrow": 0.15, "slant": 0.12, "hexagon": 0.05, "diamond": 0.1, "oval": 0.1, "corner": 0.6,
            "quarter": 0.25, "scroll": 0.06, "double": 0.03}  # fmt: skip
    return x + w * (1 + over.get(style.shape, 0.0))


def banner_right(style: Banner) -> float:
    """Where banner and number end: icons start to the right of it."""
    plate = 0.02 if style.arrangement == "box_right" else 0.0
    return max(_shape_right(style), banner_boxes(style)[1][2] + plate)


def banner_bottom(style: Banner) -> float:
    """Where the letter and the number end below, in card widths."""
    return max(box[3] for box in banner_boxes(style))


def banner_boxes(style: Banner) -> tuple[Box, Box]:
    """Where the letter and the number stand: two boxes of left, top, right, bottom in card widths."""
    if style.boxes is not None:
        return style.boxes
    s, h = style.number_scale, style.height
    whole = (0.12, 0.1, 0.88, 0.9)
    if style.arrangement in ("outside_right", "box_right"):
        left = _shape_right(style) + (0.035 if style.arrangement == "box_right" else 0.02)
        box = (left, style.y + h * 0.22, left + max(h * 0.8, 0.12), style.y + h * 0.78)
        return _part(style, whole), box
    if style.arrangement == "outside_left":
        room = (style.x + 0.005, style.y + h * 0.22, style.x + style.width * 0.48, style.y + h * 0.78)
        return _part(style, (0.55, 0.1, 0.95, 0.9)), room
    if style.arrangement in ("outside_below", "box_below"):
        top, bottom = style.y + h * 1.08, style.y + h * 1.5
        return _part(style, whole), (style.x, top, style.x + max(style.width, 0.16), bottom)
    letter, number = {  # in shares of the banner's width and height
        "stacked": ((0.1, 0.06, 0.9, 0.93 - s), (0.08, 1 - s, 0.92, 0.94)),
        "two_tone": ((0.1, 0.06, 0.9, 0.93 - s), (0.08, 1 - s, 0.92, 0.95)),
        "number_first": ((0.1, 0.07 + s, 0.9, 0.94), (0.08, 0.06, 0.92, s)),
        "beside": ((0.05, 0.12, 0.46, 0.88), (0.52, 0.2, 0.95, 0.8)),
        "two_tone_beside": ((0.05, 0.12, 0.46, 0.88), (0.56, 0.2, 0.95, 0.8)),
        "reversed": ((0.54, 0.12, 0.95, 0.88), (0.05, 0.2, 0.48, 0.8)),
        "diagonal": ((0.06, 0.06, 0.52, 0.7), (0.46, 0.95 - s, 0.95, 0.95)),
    }[style.arrangement]
    return _part(style, letter), _part(style, number)


def _part(style: Banner, shares: Box) -> Box:
    """A box inside the banner, given in shares of its width and height."""
    left, top, right, bottom = shares
    x, y, w, h = style.x, style.y, style.width, style.height
    return x + w * left, y + h * top, x + w * right, y + h * bottom


def filled(style: Banner) -> Box:
    """Left, top, right, bottom of the banner itself, apart from points and curves that go beyond."""
    left = style.x + (0.5 * style.width if style.arrangement == "outside_left" else 0.0)
    return left, style.y, style.x + style.width, style.y + style.height


@lru_cache(maxsize=64)  # all cards of a look share it
def outline(style: Banner) -> list[tuple[float, float]]:
    """The banner's shape as corners in card widths; empty where nothing is filled."""
    x, y, right, bottom = filled(style)
    w, h = right - x, bottom - y

    def box(grow: float = 0.0) -> list[tuple[float, float]]:
        return [(x - grow, y), (right + grow, y), (right + grow, y + h), (x - grow, y + h)]

    def round_(cx: float, cy: float, rx: float, ry: float, waves: int = 0) -> list[tuple[float, float]]:
        angle = np.linspace(0, 2 * np.pi, 96, endpoint=False)
        reach = 1 + 0.04 * np.cos(waves * angle) if waves else np.ones_like(angle)
        return [
            (float(cx + rx * k * np.cos(a)), float(cy + ry * k * np.sin(a)))
            for a, k in zip(angle, reach, strict=True)
        ]

    def ring(radius: float) -> list[tuple[float, float]]:
        """A box with round corners."""
        out = []
        for cx, cy, start in (
            (right - radius, y + radius, -90), (right - radius, y + h - radius, 0),
            (x + radius, y + h - radius, 90), (x + radius, y + radius, 180),
        ):  # fmt: skip
            for step in range(0, 91, 15):
                a = np.radians(start + step)
                out.append((float(cx + radius * np.cos(a)), float(cy + radius * np.sin(a))))
        return out

    if style.shape in ("none", "frame"):
        return []
    r = max(w, h) * 0.56
    quarter = [
        (x + 1.25 * w * float(np.cos(a)), y + 1.3 * h * float(np.sin(a)))
        for a in np.linspace(0, np.pi / 2, 24)
    ]
    wave = [
        (float(u), float(0.03 * h * np.sin(9 * u / max(w, 0.01))))
        for u in np.linspace(-0.06 * w, 1.06 * w, 16)
    ]
    shapes: dict[str, list[tuple[float, float]]] = {
        "rounded": ring(0.03),
        "tab": ring(0.06),
        "disc": round_(x + w / 2, y + h / 2, r, r),
        "seal": round_(x + w / 2, y + h / 2, r, r, 16),
        "oval": round_(x + w / 2, y + h / 2, w * 0.6, h * 0.56),
        "ribbon": [(x, y), (right, y), (right, y + h * 1.12), (x + w / 2, y + h * 0.96), (x, y + h * 1.12)],
        "pennant": [(x, y), (right, y), (right, y + h), (x + w / 2, y + h * 1.2), (x, y + h)],
        "shield": [(x, y), (right, y), (right, y + h * 0.75), (x + w / 2, y + h * 1.12), (x, y + h * 0.75)],
        "arrow": [(x, y), (right, y), (x + w * 1.15, y + h / 2), (right, y + h), (x, y + h)],
        "notched": [(x, y), (right, y), (x + w * 0.9, y + h / 2), (right, y + h), (x, y + h)],
        "slant": [(x, y), (x + w * 1.12, y), (x + w * 0.97, y + h), (x, y + h)],
        "trapezoid": [(x, y), (right, y), (x + w * 0.92, y + h * 1.02), (x + w * 0.08, y + h * 1.02)],
        "octagon": [
            (x + 0.15 * w, y), (x + 0.85 * w, y), (right, y + 0.15 * h), (right, y + 0.85 * h),
            (x + 0.85 * w, y + h), (x + 0.15 * w, y + h), (x, y + 0.85 * h), (x, y + 0.15 * h),
        ],
        "hexagon": [
            (x - w * 0.05, y + h / 2), (x + w * 0.1, y), (x + w * 0.9, y), (x + w * 1.05, y + h / 2),
            (x + w * 0.9, y + h), (x + w * 0.1, y + h),
        ],
        "diamond": [
            (x - w * 0.1, y + h / 2), (x + w / 2, y - h * 0.12),
            (x + w * 1.1, y + h / 2), (x + w / 2, y + h * 1.12),
        ],
        "corner": [(x, y), (x + w * 1.6, y), (x + w * 0.95, y + h), (x, y + h * 1.25)],
        "quarter": [(x, y), *quarter],
        "scroll": [(x + u, y + v) for u, v in wave] + [(x + u, y + h + v) for u, v in reversed(wave)],
        "double": box(0.03 * w),
    }  # fmt: skip
    return shapes.get(style.shape, box())
