"""Looks of the printed game's anatomy, with ranges round its measures.

The measures were taken from public photographs of printed cards (github.com/scalisi/boardcrazy, folder
ex-libris/assets; github.com/wygrywamalboniegram, 418_ex_libris.jpg). Nothing of the pictures is in here.
Lengths are in card widths, as all of a look's.
"""

from __future__ import annotations

import colorsys
import re
from dataclasses import replace
from functools import cache

import numpy as np

from scorer.deck.printed import FIRST_ICON, ICON_PITCH, ICON_RADIUS
from vision.synth.look import fonts
from vision.synth.look.banners import LEAST_DIFFERENCE, MOST_INK
from vision.synth.look.lettering import coverage, least_difference
from vision.synth.look.looks import make_look, with_other_back
from vision.synth.look.motifs import random_motifs
from vision.synth.look.style import (
    Anatomy,
    Banner,
    Colour,
    Icons,
    Look,
    Rng,
    blended,
    random_font,
)

#: Discs and spines by category, in RULES 1 order, in even light: hue, saturation, value, and the deviations
#: of each. Black has no hue.
DISCS = (
    (0.06, 0.35, 0.16, 0.08, 0.15, 0.05), (0.36, 0.58, 0.42, 0.035, 0.12, 0.1),
    (0.115, 0.72, 0.68, 0.012, 0.1, 0.09), (0.005, 0.82, 0.56, 0.012, 0.08, 0.1),
    (0.61, 0.5, 0.34, 0.03, 0.14, 0.08), (0.81, 0.58, 0.42, 0.04, 0.12, 0.1),
)  # fmt: skip
SPINES = (
    (0.06, 0.25, 0.32, 0.05, 0.15, 0.07), (0.36, 0.5, 0.36, 0.04, 0.14, 0.09),
    (0.118, 0.78, 0.68, 0.015, 0.1, 0.1), (0.005, 0.82, 0.6, 0.014, 0.08, 0.1),
    (0.62, 0.4, 0.24, 0.04, 0.16, 0.07), (0.84, 0.56, 0.32, 0.045, 0.14, 0.08),
)  # fmt: skip
#: The lettering of spines, by category.
LETTERING: tuple[Colour, ...] = (
    (190, 48, 36), (214, 224, 190), (96, 62, 18), (220, 178, 70), (206, 208, 205), (232, 214, 172),
)  # fmt: skip
PRINTED = 0.7  #: the share of training looks that have the printed anatomy
#: Type like the printed game's: condensed slabs and sober faces.
LIKE = re.compile(
    r"slab|cond|narrow|bebas|oswald|yanone|antonio|arvo|bitter|rokkit|zilla|league|alfa|kreon|crete|"
    r"josefin|fjalla|pathway|saira|barlow|roboto|archivo|sintony|courier|charis|tinos|caladea|playfair|"
    r"junction|libertine|garamond|oldstandard|teko|khand|rajdhani|francois|bree|patua|copse|aleo|trocchi",
    re.IGNORECASE,
)


@cache
def _sober(held_out: bool) -> tuple[str, ...]:
    """Font files like the printed game's."""
    return tuple(
        name
        for group in fonts.text_fonts(held_out)
        for name in group
        if LIKE.search(name) and not re.search(r"ital|obli", name, re.IGNORECASE)
    )


def _readable(font: str) -> bool:
    return coverage(font, False) <= MOST_INK and least_difference(font) >= LEAST_DIFFERENCE


def _font(rng: Rng, held_out: bool) -> str:
    sober = _sober(held_out)
    font = fonts.PILLOW_FONT
    for _ in range(12):
        font = (
            sober[int(rng.integers(len(sober)))]
            if sober and rng.random() < 0.75
            else random_font(rng, held_out)
        )
        if _readable(font):
            break
    return font


def _tinted(rng: Rng, base: tuple[float, ...], shift: tuple[float, float]) -> Colour:
    h, s, v, dh, ds, dv = base
    return of_hue(
        (h + rng.normal(0, dh)) % 1,
        float(np.clip(s + rng.normal(0, ds) + shift[0], 0.05, 1)),
        float(np.clip((v + rng.normal(0, dv)) * shift[1], 0.06, 1)),
    )


def of_hue(hue: float, saturation: float, value: float) -> Colour:
    """The colour of shares from 0 to 1.

    >>> of_hue(0.5, 1.0, 1.0)
    (0, 255, 255)
    """
    red, green, blue = (int(share * 255) for share in colorsys.hsv_to_rgb(hue, saturation, value))
    return red, green, blue


def make_printed_look(seed: int, held_out: bool = False) -> Look:
    """A look of the printed game's anatomy; ``held_out`` chooses fonts that no training look has.

    >>> make_printed_look(3).anatomy is not None
    True
    """
    rng = np.random.default_rng((seed, int(held_out), 1129))
    aspect = float(np.clip(rng.normal(1.49, 0.02), 1.4, 1.56))
    shift = float(rng.normal(0, 0.08)), float(np.exp(rng.normal(0, 0.12)))
    discs, spines = (tuple(_tinted(rng, base, shift) for base in bases) for bases in (DISCS, SPINES))
    paper = _tinted(rng, (0.125, 0.16, 0.86, 0.02, 0.07, 0.07), (0.0, 1.0))
    plum = _tinted(rng, (0.99, 0.5, 0.36, 0.04, 0.18, 0.1), (0.0, 1.0))
    if rng.random() < 0.12:
        plum = (30, 24, 24)
    wood = _tinted(rng, (0.055, 0.78, 0.55, 0.015, 0.12, 0.1), (0.0, 1.0))
    dark = _tinted(rng, (0.04, 0.6, 0.13, 0.03, 0.15, 0.04), (0.0, 1.0))
    brown = _tinted(rng, (0.04, 0.6, 0.22, 0.03, 0.15, 0.05), (0.0, 1.0))
    letter_font = _font(rng, held_out)
    number_font = letter_font if rng.random() < 0.25 else _font(rng, held_out)
    left, right = 0.065 + rng.normal(0, 0.008), 0.255 + rng.normal(0, 0.012)
    top = aspect * 0.044 * float(np.exp(rng.normal(0, 0.1)))
    straight = aspect * (0.214 + rng.normal(0, 0.006))
    anatomy = Anatomy(
        lower_board=aspect * (0.917 + rng.normal(0, 0.006)),
        point=straight + aspect * abs(0.015 + rng.normal(0, 0.008)),
        merlons=int(rng.choice([2, 3, 3, 3, 3, 4])) if rng.random() < 0.92 else 0,
        inner_line=bool(rng.random() < 0.75),
        letter=_box(rng, (left + right) / 2, aspect * 0.111, 0.095, aspect * 0.072),
        number=_box(rng, (left + right) / 2, aspect * 0.19, 0.15, aspect * 0.04),
        letter_width=float(rng.uniform(0.42, 0.8)),
        number_width=float(rng.uniform(0.32, 0.62)),
        rule=aspect * (0.16 + rng.normal(0, 0.002)) if rng.random() < 0.9 else None,
        diamond=bool(rng.random() < 0.7),
        motifs=random_motifs(rng),
        rim=blended(paper, (120, 110, 100), rng.uniform(0, 0.6)) if rng.random() < 0.9 else None,
        rim_width=float(rng.uniform(0.012, 0.05)),
        brown=brown,
        planks=bool(rng.random() < 0.5),
        lettering=tuple(blended(c, (200, 190, 170), float(rng.uniform(0, 0.25))) for c in LETTERING),
        blackletter=_font(rng, held_out),
        spread=bool(rng.random() < 0.75),
        back_top=_tinted(rng, (0.8, 0.55, 0.28, 0.06, 0.15, 0.08), (0.0, 1.0)),
        back_foot=_tinted(rng, (0.01, 0.7, 0.4, 0.03, 0.12, 0.1), (0.0, 1.0)),
        back_planks=int(rng.integers(3, 11)),
        emblem=int(rng.integers(6)),
        emblem_size=float(rng.uniform(0.07, 0.2)) if rng.random() < 0.92 else 0.0,
        emblem_colour=_tinted(rng, (0.12, 0.6, 0.62, 0.02, 0.15, 0.12), (0.0, 1.0)),
        plate=_tinted(rng, (0.1, 0.45, 0.66, 0.02, 0.12, 0.1), (0.0, 1.0)),
    )
    banner = Banner(
        shape="pennant", x=left, y=top, width=right - left, height=straight - top, colour=paper, ink=plum,
        edge=None, arrangement="stacked", letter_font=letter_font, number_font=number_font,
        number_format="{order}/{of}", number_scale=0.25, number_ink=plum, heavy_letter=False,
        boxes=(anatomy.letter, anatomy.number),
    )  # fmt: skip
    radius = ICON_RADIUS * float(np.exp(rng.normal(0, 0.05)))
    pitch = ICON_PITCH * float(np.exp(rng.normal(0, 0.03)))
    icons = Icons(
        glyphs=tuple(range(6)), backing="disc", colours=discs, inks=((240, 235, 220),) * 6, edge=None,
        outlined=False, size=2 * radius, gap=pitch - 2 * radius,
        left=FIRST_ICON + rng.normal(0, 0.012) - radius, right=0.98,
        middle=aspect * (0.132 + rng.normal(0, 0.004)), align="left", glyph_share=0.8,
    )  # fmt: skip
    return Look(
        name=f"printed{seed}", seed=seed, held_out=held_out, aspect=aspect,
        corner=float(rng.uniform(0.035, 0.065)), border=0.0, border_colour=wood,
        strip_height=anatomy.point, strip_colour=dark, strip_edge=None, strip_fade=0.0, body="spines",
        body_colour=dark, board_colour=wood, board=top, title_font=_font(rng, held_out),
        title_ink=(240, 230, 200), spine_colours=spines, banner=banner, icons=icons,
        back_colour=anatomy.back_top, back_boards=0, back_mark=False, outline=None,
        wear=float(rng.uniform(0, 1) ** 3), anatomy=anatomy,
    )  # fmt: skip


def _box(rng: Rng, x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
    x, y = x + rng.normal(0, 0.005), y + rng.normal(0, 0.004)
    wide, high = wide * float(np.exp(rng.normal(0, 0.06))), high * float(np.exp(rng.normal(0, 0.08)))
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def drawn_look(seed: int, held_out: bool = False) -> Look:
    """The look of a training scene: mostly of the printed anatomy, else invented.

    >>> sum(drawn_look(seed).anatomy is not None for seed in range(40)) > 20
    True
    """
    printed = np.random.default_rng((seed, 1130)).random() < PRINTED
    return make_printed_look(seed, held_out) if printed else make_look(seed, held_out)


def with_any_back(rng: Rng, look: Look) -> Look:
    """The look with another back: of an invented look any, of a printed look other tints and emblem."""
    if look.anatomy is None:
        return with_other_back(rng, look)
    top, foot = (_tinted(rng, (rng.random(), 0.5, 0.35, 0, 0.2, 0.15), (0.0, 1.0)) for _ in range(2))
    anatomy = replace(
        look.anatomy,
        back_top=top,
        back_foot=foot,
        emblem_size=float(rng.uniform(0.05, 0.2)) if rng.random() < 0.8 else 0.0,
        back_planks=int(rng.integers(1, 13)),
    )
    return replace(look, anatomy=anatomy)
