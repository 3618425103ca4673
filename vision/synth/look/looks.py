"""Looks: how a deck of cards is printed. Every look is a handful of plain values drawn from a seed.

A held-out look uses fonts and icons that no training look has (``fonts.is_held_out``).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.synth.look.banners import random_banner
from vision.synth.look.grounds import random_ground
from vision.synth.look.icons import random_icons
from vision.synth.look.style import (
    Banner,
    BodyKind,
    Colour,
    Icons,
    Look,
    category_colours,
    ink_on,
    paper,
    random_colour,
    random_font,
)

__all__ = ["Banner", "Colour", "Icons", "Look", "make_look"]


def make_look(seed: int, held_out: bool | None = None) -> Look:
    """The look of ``seed``; ``held_out`` (default: every tenth seed) chooses fonts and icons never trained
    on.
    """
    held_out = seed % 10 == 0 if held_out is None else held_out
    rng = np.random.default_rng((seed, int(held_out), 20260))
    border = 0.0 if rng.random() < 0.55 else rng.uniform(0.01, 0.05)
    strip_height = rng.uniform(0.16, 0.34)
    strip = paper(rng)
    plain = bool(rng.random() < 0.3)  # as most printers would do it
    strip_ground = random_ground(rng, strip, (0.05, 0.22)) if not plain and rng.random() < 0.45 else None
    strip_fade = rng.uniform(-0.3, 0.3) if rng.random() < 0.35 else 0.0
    unrest = abs(strip_fade) * 0.5 + (strip_ground.strength * 0.6 if strip_ground else 0.0)
    banner = random_banner(rng, held_out, strip, unrest, border, strip_height, plain)
    body_colour = paper(rng) if rng.random() < 0.7 else random_colour(rng, (0.3, 0.6), (0.5, 0.85))
    if rng.random() < 0.15:  # a strip without an edge
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
        strip_fade=strip_fade,
        body=bodies[rng.integers(len(bodies))],
        body_colour=body_colour,
        board_colour=random_colour(rng, (0.2, 0.6), (0.1, 0.6)),
        board=0.0 if rng.random() < 0.3 else rng.uniform(0.02, 0.1),
        title_font=random_font(rng, held_out),
        title_ink=(250, 246, 235) if rng.random() < 0.7 else (30, 25, 20),
        spine_colours=category_colours(rng)
        if rng.random() < 0.6
        else tuple(random_colour(rng, (0.2, 0.9), (0.2, 0.9)) for _ in range(6)),
        banner=banner,
        icons=random_icons(rng, held_out, strip, unrest, banner, border, strip_height, plain),
        back_colour=body_colour if rng.random() < 0.5 else wood,
        back_boards=int(rng.integers(0, 4)),
        back_mark=bool(rng.random() < 0.5),
        outline=(20, 16, 14) if rng.random() < 0.35 else None,
        wear=rng.uniform(0, 1) ** 2,
        strip_ground=strip_ground,
        body_ground=random_ground(rng, body_colour, (0.1, 0.5)) if rng.random() < 0.4 else None,
        body_gap=rng.uniform(0, 0.3),
    )


def with_other_back(rng: np.random.Generator, look: Look) -> Look:
    """The look with a back of any colour, often patterned, framed or plain as cloth.

    Its boards, which the face shows too, change with it. `make_look` draws fewer kinds of backs than of
    faces, and a back has no print.
    """
    colour = random_colour(rng, (0.0, 0.7), (0.1, 1.0))
    return replace(
        look,
        back_colour=colour,
        board_colour=ink_on(rng, colour, 0.15) if rng.random() < 0.5 else look.board_colour,
        board=look.board if rng.random() < 0.5 else 0.0,
        back_boards=int(rng.choice([0, 1, 2, 3, 6], p=[0.5, 0.15, 0.15, 0.1, 0.1])),
        back_ground=random_ground(rng, colour, (0.05, 0.7)) if rng.random() < 0.6 else None,
        back_frame=rng.uniform(0.03, 0.15) if rng.random() < 0.35 else 0.0,
    )
