"""The parts of a look: plain values for strip, banner, icons and body, and readable colours.

All lengths are in card widths, from the card's top-left corner, x to the right and y down. Colours are RGB, 0
to 255.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.synth.look import fonts
from vision.synth.look.grounds import Ground

Colour = tuple[int, int, int]
Place = tuple[float, float, float, float]
Rng = np.random.Generator

BannerShape = Literal[
    "none", "rectangle", "rounded", "ribbon", "pennant", "shield", "disc", "hexagon", "tab", "arrow", "slant",
    "diamond", "oval", "octagon", "trapezoid", "notched", "corner", "quarter", "seal", "scroll", "frame",
    "double", "bar",
]  # fmt: skip
Arrangement = Literal[
    "stacked", "number_first", "beside", "outside_right", "outside_below", "diagonal", "reversed",
    "outside_left", "box_right", "box_below", "two_tone", "two_tone_beside",
]  # fmt: skip
NumberStyle = Literal["line", "pale_count", "small_count", "raised", "fraction", "column", "slashed"]
#: The last seven as display fonts have them: an outline alone, a core of another colour, an outline that
#: stands out, a solid block, a plate behind all, a key behind each character, dots in rows.
Effect = Literal[
    "none", "shadow", "outline", "heavy", "hollow", "inline", "shaded", "block", "plate", "keys", "dots"
]  # fmt: skip
Backing = Literal[
    "none", "disc", "square", "rounded", "diamond", "hexagon", "shield", "ring", "octagon", "burst", "drop",
    "frame",
]  # fmt: skip
BodyKind = Literal["spines", "picture", "plain", "stripes"]
Align = Literal["left", "right", "spread", "centre", "justified"]


@dataclass(frozen=True, slots=True)
class Banner:
    """The banner, with the letter and ``order/count`` in it or beside it."""

    shape: BannerShape
    x: float
    y: float
    width: float
    height: float
    colour: Colour
    ink: Colour
    edge: Colour | None
    arrangement: Arrangement
    letter_font: fonts.Font
    number_font: fonts.Font
    number_format: str  #: str.format template of order and of
    number_scale: float  #: share of the banner's height
    number_ink: Colour
    heavy_letter: bool
    number_style: NumberStyle = "line"
    count_ink: Colour | None = None  #: of the count, where it is not the order's
    second: Colour | None = None  #: ground of the number, where it is not the banner's
    ground: Ground | None = None
    letter_effect: Effect = "none"
    number_effect: Effect = "none"
    effect_ink: Colour = (0, 0, 0)
    fitted: bool = True  #: each text as large as its box allows; else all texts in one size, on one line
    lower: bool = False  #: small letters
    #: Where the letter and the number stand, if not by ``arrangement``: left, top, right, bottom.
    boxes: tuple[Place, Place] | None = None


@dataclass(frozen=True, slots=True)
class Icons:
    """The icons right of the banner, an icon for each book."""

    glyphs: tuple[fonts.Glyph | int, ...]  #: by category, in RULES 1 order; a number is a drawn shape
    backing: Backing
    colours: tuple[Colour, ...]  #: by category
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
    under: tuple[Colour, ...] | None = None  #: by category, beneath a glyph's ink
    halo: Colour | None = None  #: a line around the glyph
    shadow: bool = False
    plate: Colour | None = None  #: a plate behind all icons of a card


@dataclass(frozen=True, slots=True)
class Motif:
    """One category's motif: ``seed`` of its variant, how much larger than the usual, its ``turn`` in degrees,
    whether it is mirrored, and a font's character in place of a drawing.
    """

    category: int
    seed: int
    scale: float
    turn: float
    mirrored: bool
    symbol: fonts.Glyph | None = None


@dataclass(frozen=True, slots=True)
class Anatomy:
    """What cards of the printed game's anatomy have besides strip, banner and icons."""

    lower_board: float  #: y of the lower board's upper edge
    point: float  #: y of the pennant's point; its straight sides end with the banner's height
    merlons: int  #: of the pennant's battlement; 0 for a straight edge
    inner_line: bool  #: a line inside the pennant's edge
    letter: Place  #: room for capitals; their height is the room's
    number: Place
    letter_width: float  #: of a letter's height, at most: condensed type
    number_width: float  #: of a figure's height, on the mean
    rule: float | None  #: y of the hairline between letter and number
    diamond: bool  #: on the hairline
    motifs: tuple[Motif, ...]
    rim: Colour | None  #: around the icons
    rim_width: float  #: in icon widths
    brown: Colour  #: the inside of the bookcase at its foot; ``strip_colour`` at its head
    planks: bool
    lettering: tuple[Colour, ...]  #: of spines, by category
    blackletter: str  #: a second font of spines
    spread: bool  #: spines spread over the card, else side by side
    back_top: Colour
    back_foot: Colour
    back_planks: int
    emblem: int  #: its shape
    emblem_size: float  #: its radius; 0 for none
    emblem_colour: Colour
    plate: Colour  #: the wood of category cards


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
    strip_ground: Ground | None = None
    body_ground: Ground | None = None
    body_gap: float = 0.135  #: about how far below the strip the body's art begins, as a share of the body
    back_ground: Ground | None = None
    back_frame: float = 0.0  #: how far from a back's edge a line runs about it, in card widths; 0 for none
    anatomy: Anatomy | None = None  #: the printed game's; None for invented looks


def luminance(colour: Colour) -> float:
    """Rough brightness, 0 to 1 (Rec. 601 weights)."""
    r, g, b = colour
    return (0.299 * r + 0.587 * g + 0.114 * b) / 255


def contrast(a: Colour, b: Colour) -> float:
    """How far apart two colours are, 0 to 1: in brightness, or to a lesser part in hue."""
    apart = float(np.linalg.norm(np.subtract(a, b))) / 441.7
    return max(abs(luminance(a) - luminance(b)), 0.55 * apart)


def blended(a: Colour, b: Colour, share: float) -> Colour:
    """``a`` mixed with ``share`` (0 to 1) of ``b``."""
    mixed = np.rint(np.asarray(a) * (1 - share) + np.asarray(b) * share).astype(int)
    return (int(mixed[0]), int(mixed[1]), int(mixed[2]))


def random_colour(
    rng: Rng, saturation: tuple[float, float] = (0, 1), value: tuple[float, float] = (0, 1)
) -> Colour:
    """A colour with hue drawn evenly, saturation and value from the given ranges."""
    rgb = colorsys.hsv_to_rgb(rng.random(), rng.uniform(*saturation), rng.uniform(*value))
    return (int(rgb[0] * 255), int(rgb[1] * 255), int(rgb[2] * 255))


def ink_on(rng: Rng, ground: Colour, least: float = 0.33) -> Colour:
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
        if abs(luminance(ink) - luminance(ground)) > least:
            return ink
    return (255, 255, 255) if luminance(ground) < 0.5 else (10, 10, 10)


def paper(rng: Rng) -> Colour:
    """The ground of a strip: paper, wood, dark or any colour."""
    kind = rng.random()
    if kind < 0.45:
        return random_colour(rng, (0, 0.2), (0.85, 1))
    if kind < 0.63:
        return random_colour(rng, (0.2, 0.5), (0.6, 0.95))
    if kind < 0.82:
        return random_colour(rng, (0, 0.5), (0.05, 0.35))
    return random_colour(rng)


def random_font(rng: Rng, held_out: bool) -> str:
    """A random text font's file: first a family, then a file of it."""
    groups = fonts.text_fonts(held_out)
    group = groups[rng.integers(len(groups))]
    return group[rng.integers(len(group))]


def category_colours(rng: Rng) -> tuple[Colour, ...]:
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
