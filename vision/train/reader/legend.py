"""``python -m vision.train reader legend``: the printed game's icons as the encoder sees our drawings."""

from __future__ import annotations

import numpy as np

from scorer.cards import BookCard
from vision.arrays import Picture
from vision.icons.encode import cut_icon
from vision.icons.legend import Legend
from vision.synth.card.cards import draw_card, icon_boxes
from vision.synth.look.anatomy import make_printed_look
from vision.synth.look.looks import CATEGORIES

DRAWN = 340  #: width of the drawn cards, in pixels
FIRST = 300  #: seed of the first look


def drawn_legend(looks: int) -> Legend:
    """The icons of printed looks, each between two others as on a card."""
    icons: list[list[Picture]] = [[] for _ in CATEGORIES]
    for seed in range(FIRST, FIRST + looks):
        look = make_printed_look(seed)
        for number, own in enumerate(icons):
            beside = (CATEGORIES[(number + step) % len(CATEGORIES)] for step in (1, 3))
            books = (next(beside), CATEGORIES[number], next(beside))
            face = np.ascontiguousarray(draw_card(look, BookCard("A", 1, 7, books), DRAWN)[..., :3])
            x, y, size, _ = (side * DRAWN for side in icon_boxes(look, len(books))[1])
            own.append(cut_icon(face, x, y, size))
    return Legend.from_icons(icons)
