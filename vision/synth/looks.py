"""Looks: how a deck of cards is printed. Every look is a handful of plain values drawn from a seed.

All lengths are in card widths, from the card's top-left corner, x to the right and y down. Colours are RGB, 0
to 255. A held-out look uses fonts and icons that no training look has (``fonts.is_held_out``).
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scorer.cards import Category
from vision.synth import fonts

Colour = tuple[int, int, int]
Rng = np.random.Generator

BannerShape = Literal[
    "none",
    "rectangle",
    "rounded",
    "ribbon",
    "pennant",
    "shield",
    "disc",
    "hexagon",
    "tab",
    "arrow",
    "slant",
    "diamond",
]
Arrangement = Literal[
    "stacked", "number_first", "beside", "outside_right", "outside_below", "diagonal", "reversed"
]
Backing = Literal["none", "disc", "square", "rounded", "diamond", "hexagon", "shield", "ring"]
BodyKind = Literal["spines", "picture", "plain", "stripes"]
Align = Literal["left", "right", "spread", "centre"]


@dataclass(frozen=True, slots=True)
class Banner:
    """The banner and what stands in or beside it: the letter and ``order/count``."""

    shape: BannerShape
    x: float
    y: float
    width: float
    height: float
    colour: Colour
    ink: Colour
    edge: Colour | None
    arrangement: Arrangement
    letter_font: str
    number_font: str
    number_format: str  #: str.format template of order and of
    number_scale: float  #: share of the banner's height
    number_ink: Colour
    heavy_letter: bool


@dataclass(frozen=True, slots=True)
class Icons:
    """The icons right of the banner, one a book."""

    glyphs: tuple[fonts.Glyph | int, ...]  #: one a category, in RULES 1 order; a number is a drawn shape
    backing: Backing
    colours: tuple[Colour, ...]  #: one a category
    inks: tuple[Colour, ...]
    edge: Colour | None
    outlined: bool
    size: float
    gap: float
    left: float
    right: float
    middle: float  #: y of the icons' middles
    align: Align
    glyph_share: float  #: of the backing's size


@dataclass(frozen=True, slots=True)
class Look:
    """How one deck is printed. ``aspect`` is height divided by width."""

    name: str
    seed: int
    held_out: bool
    aspect: float
    corner: float
    border: float
    border_colour: Colour
    strip_height: float
    strip_colour: Colour
    strip_edge: Colour | None
    strip_fade: float
    body: BodyKind
    body_colour: Colour
    board_colour: Colour
    board: float
    title_font: str
    title_ink: Colour
    spine_colours: tuple[Colour, ...]
    banner: Banner
    icons: Icons
    back_colour: Colour
    back_boards: int
    back_mark: bool
    outline: Colour | None
    wear: float


def luminance(colour: Colour) -> float:
    """Rough brightness, 0 to 1 (Rec. 601 weights)."""
    r, g, b = colour
    return (0.299 * r + 0.587 * g + 0.114 * b) / 255


def random_colour(
    rng: Rng, saturation: tuple[float, float] = (0, 1), value: tuple[float, float] = (0, 1)
) -> Colour:
    """A colour with hue drawn evenly, saturation and value from the given ranges."""
    rgb = colorsys.hsv_to_rgb(rng.random(), rng.uniform(*saturation), rng.uniform(*value))
    return (int(rgb[0] * 255), int(rgb[1] * 255), int(rgb[2] * 255))


def ink_on(rng: Rng, ground: Colour, contrast: float = 0.33) -> Colour:
    """A colour that can be read on ``ground``: mostly white, cream or near black, sometimes coloured."""
    for _ in range(40):
        kind = rng.random()
        if kind < 0.3:
            ink: Colour = (255, 255, 255)
        elif kind < 0.45:
            ink = random_colour(rng, (0.02, 0.25), (0.9, 1))
        elif kind < 0.7:
            ink = random_colour(rng, (0, 0.6), (0.02, 0.25))
        elif kind < 0.8:
            ink = (218, 175, 75)
        else:
            ink = random_colour(rng)
        if abs(luminance(ink) - luminance(ground)) > contrast:
            return ink
    return (255, 255, 255) if luminance(ground) < 0.5 else (10, 10, 10)


def _paper(rng: Rng) -> Colour:
    """The ground of a strip: paper, wood, dark or any colour."""
    kind = rng.random()
    if kind < 0.4:
        return random_colour(rng, (0, 0.2), (0.85, 1))
    if kind < 0.6:
        return random_colour(rng, (0.2, 0.5), (0.6, 0.95))
    if kind < 0.8:
        return random_colour(rng, (0, 0.5), (0.05, 0.35))
    return random_colour(rng)


def _font(rng: Rng, held_out: bool) -> str:
    groups = fonts.text_fonts(held_out)
    group = groups[rng.integers(len(groups))]
    return group[rng.integers(len(group))]


def _banner(rng: Rng, held_out: bool, strip: Colour, border: float, strip_height: float) -> Banner:
    shapes: list[BannerShape] = [
        "none", "rectangle", "rectangle", "rounded", "ribbon", "ribbon", "pennant", "shield", "disc",
        "hexagon", "tab", "arrow", "slant", "diamond",
    ]  # fmt: skip
    shape = shapes[rng.integers(len(shapes))]
    arrangements: list[Arrangement] = [
        "stacked", "stacked", "stacked", "number_first", "beside", "beside", "outside_right", "outside_below",
        "diagonal", "reversed",
    ]  # fmt: skip
    arrangement = arrangements[rng.integers(len(arrangements))]
    wide = arrangement in ("beside", "reversed", "diagonal")
    height = (
        strip_height * rng.uniform(0.8, 1.0) if rng.random() < 0.75 else strip_height * rng.uniform(1.0, 1.3)
    )
    if arrangement == "outside_below":
        height = strip_height * rng.uniform(0.55, 0.68)
    width = height * (rng.uniform(1.25, 1.9) if wide else rng.uniform(0.75, 1.2))
    width = float(np.clip(width, 0.13, 0.42))
    colour = strip if shape == "none" else random_colour(rng, (0, 1), (0.1, 1))
    if shape != "none" and abs(luminance(colour) - luminance(strip)) < 0.12:
        colour = (
            random_colour(rng, (0.3, 1), (0.15, 0.6))
            if luminance(strip) > 0.5
            else random_colour(rng, (0, 0.8), (0.7, 1))
        )
    ink = ink_on(rng, colour)
    outside = arrangement in ("outside_right", "outside_below")
    letter_font = _font(rng, held_out)
    formats = ["{order}/{of}"] * 14 + [
        "{order} / {of}",
        "{order}⁄{of}",
        "{order}|{of}",
        "{order}-{of}",
        "({order}/{of})",
    ]
    return Banner(
        shape=shape,
        x=border + (rng.uniform(0, 0.06) if rng.random() < 0.7 else 0.0),
        y=border + (rng.uniform(0, 0.02) if height <= strip_height else 0.0),
        width=width,
        height=height,
        colour=colour,
        ink=ink,
        edge=ink_on(rng, colour, 0.2) if rng.random() < 0.3 else None,
        arrangement=arrangement,
        letter_font=letter_font,
        number_font=letter_font if rng.random() < 0.55 else _font(rng, held_out),
        number_format=formats[rng.integers(len(formats))],
        number_scale=rng.uniform(0.17, 0.4),
        number_ink=ink_on(rng, strip) if outside else (ink if rng.random() < 0.8 else ink_on(rng, colour)),
        heavy_letter=bool(rng.random() < 0.15),
    )


def number_right(banner: Banner) -> float:
    """Where banner and number end: icons start to the right of it."""
    extra = banner.height * 0.95 if banner.arrangement == "outside_right" else 0.0
    return banner.x + banner.width + extra


def _category_colours(rng: Rng) -> tuple[Colour, ...]:
    """Six colours: far apart in hue, or all alike."""
    if rng.random() < 0.22:
        one = random_colour(rng, (0, 1), (0.1, 0.95))
        return (one,) * 6
    start, value, saturation = rng.random(), rng.uniform(0.35, 1), rng.uniform(0.35, 1)
    hues = (start + np.arange(6) / 6 + rng.uniform(-0.06, 0.06, 6)) % 1
    rng.shuffle(hues)
    out = []
    for hue in hues:
        rgb = colorsys.hsv_to_rgb(
            hue,
            float(np.clip(saturation + rng.uniform(-0.3, 0.2), 0, 1)),
            float(np.clip(value + rng.uniform(-0.3, 0.2), 0.1, 1)),
        )
        out.append((int(rgb[0] * 255), int(rgb[1] * 255), int(rgb[2] * 255)))
    return tuple(out)


def _glyphs(rng: Rng, held_out: bool) -> tuple[fonts.Glyph | int, ...]:
    """Six different icons: of one symbol font, of several, or drawn shapes."""
    groups = fonts.icon_glyphs(held_out)
    kind = rng.random()
    if kind < 0.08 or len({character for group in groups for _, character in group}) < 6:
        return tuple(int(i) for i in rng.permutation(12)[:6])
    if kind < 0.75:
        group = groups[rng.integers(len(groups))]
        return (
            tuple(group[i] for i in rng.permutation(len(group))[:6])
            if len(group) >= 6
            else _glyphs(rng, held_out)
        )
    picks: list[fonts.Glyph | int] = []
    while len(picks) < 6:  # no two categories share a character, whatever fonts it is taken from
        group = groups[rng.integers(len(groups))]
        glyph = group[rng.integers(len(group))]
        if all(isinstance(other, int) or other[1] != glyph[1] for other in picks):
            picks.append(glyph)
    return tuple(picks)


def _icons(
    rng: Rng, held_out: bool, strip: Colour, banner: Banner, border: float, strip_height: float
) -> Icons:
    backings: list[Backing] = [
        "none",
        "none",
        "disc",
        "disc",
        "disc",
        "square",
        "rounded",
        "diamond",
        "hexagon",
        "shield",
        "ring",
    ]
    backing = backings[rng.integers(len(backings))]
    left = number_right(banner) + rng.uniform(0.01, 0.07)
    right = 1 - border - rng.uniform(0.01, 0.06)
    gap_share = rng.uniform(0.05, 0.45)
    size = max(0.06, min((right - left) / (4 + 3 * gap_share), strip_height * rng.uniform(0.5, 0.85)))
    gap_share = min(gap_share, max(0.02, ((right - left) / size - 4) / 3))
    colours = _category_colours(rng)
    if backing in ("none", "ring"):
        colours = tuple(
            c if abs(luminance(c) - luminance(strip)) > 0.2 else ink_on(rng, strip, 0.25) for c in colours
        )
        if rng.random() < 0.35:
            colours = (ink_on(rng, strip, 0.3),) * 6
        inks = colours
    elif rng.random() < 0.8:
        one: Colour = (255, 255, 255) if np.mean([luminance(c) for c in colours]) < 0.65 else (25, 20, 20)
        inks = (one,) * 6
    else:
        inks = tuple(ink_on(rng, c, 0.25) for c in colours)
    aligns: list[Align] = ["left", "left", "right", "spread", "centre"]
    return Icons(
        glyphs=_glyphs(rng, held_out),
        backing=backing,
        colours=colours,
        inks=inks,
        edge=(30, 24, 20) if rng.random() < 0.4 else (random_colour(rng) if rng.random() < 0.3 else None),
        outlined=bool(rng.random() < 0.15),
        size=size,
        gap=size * gap_share,
        left=left,
        right=right,
        middle=border + strip_height * rng.uniform(0.42, 0.58),
        align=aligns[rng.integers(len(aligns))],
        glyph_share=rng.uniform(0.6, 0.78),
    )


def make_look(seed: int, held_out: bool | None = None) -> Look:
    """The look of ``seed``; ``held_out`` (default: every tenth seed) chooses fonts and icons never trained
    on.
    """
    held_out = seed % 10 == 0 if held_out is None else held_out
    rng = np.random.default_rng((seed, int(held_out), 20260))
    border = 0.0 if rng.random() < 0.55 else rng.uniform(0.01, 0.05)
    strip_height = rng.uniform(0.15, 0.32)
    strip = _paper(rng)
    banner = _banner(rng, held_out, strip, border, strip_height)
    body_colour = _paper(rng) if rng.random() < 0.7 else random_colour(rng, (0.3, 0.6), (0.5, 0.85))
    if rng.random() < 0.12:
        body_colour = strip
    bodies: list[BodyKind] = ["spines", "spines", "spines", "spines", "picture", "plain", "stripes"]
    wood = random_colour(rng, (0.3, 0.6), (0.3, 0.8))
    return Look(
        name=f"look{seed}",
        seed=seed,
        held_out=held_out,
        aspect=float(rng.choice([1.397, 1.4, 1.55, 1.0])) if rng.random() < 0.5 else rng.uniform(1.0, 1.75),
        corner=0.0 if rng.random() < 0.35 else rng.uniform(0.01, 0.07),
        border=border,
        border_colour=random_colour(rng, (0, 0.3), (0.85, 1))
        if rng.random() < 0.5
        else random_colour(rng, (0, 0.6), (0, 0.4)),
        strip_height=strip_height,
        strip_colour=strip,
        strip_edge=ink_on(rng, strip, 0.2) if rng.random() < 0.3 else None,
        strip_fade=rng.uniform(-0.3, 0.3) if rng.random() < 0.35 else 0.0,
        body=bodies[rng.integers(len(bodies))],
        body_colour=body_colour,
        board_colour=random_colour(rng, (0.2, 0.6), (0.1, 0.6)),
        board=0.0 if rng.random() < 0.3 else rng.uniform(0.02, 0.1),
        title_font=_font(rng, held_out),
        title_ink=(250, 246, 235) if rng.random() < 0.7 else (30, 25, 20),
        spine_colours=_category_colours(rng)
        if rng.random() < 0.6
        else tuple(random_colour(rng, (0.2, 0.9), (0.2, 0.9)) for _ in range(6)),
        banner=banner,
        icons=_icons(rng, held_out, strip, banner, border, strip_height),
        back_colour=body_colour if rng.random() < 0.5 else wood,
        back_boards=int(rng.integers(0, 4)),
        back_mark=bool(rng.random() < 0.5),
        outline=(20, 16, 14) if rng.random() < 0.35 else None,
        wear=rng.uniform(0, 1) ** 2,
    )


CATEGORIES = tuple(Category)
