"""Draws the cards of a look: faces, the back (an empty stretch of shelf) and the six category cards.

Every picture is uint8 ``[height, width, 4]`` in BGRA order, alpha 0 outside the rounded corners.
"""

from __future__ import annotations

import numpy as np

from scorer.cards import CATEGORIES, BookCard, Category
from vision.common.arrays import Picture
from vision.synth.card.bookcase import BookcasePrinter
from vision.synth.card.printer import Printer
from vision.synth.look.banners import banner_boxes
from vision.synth.look.icons import category_icon_box, icon_boxes
from vision.synth.look.lettering import Box
from vision.synth.look.looks import Look

__all__ = [
    "banner_boxes", "category_icon_box", "draw_back", "draw_card", "draw_category_card", "draw_marked",
    "icon_boxes",
]  # fmt: skip


def draw_card(look: Look, card: BookCard, width: int) -> Picture:
    """The face of ``card``, ``width`` pixels wide and ``width * look.aspect`` high."""
    return draw_marked(look, card, width)[0]


def draw_marked(look: Look, card: BookCard, width: int) -> tuple[Picture, tuple[Box, Box]]:
    """``draw_card``'s picture, and where the ink of the letter and of the whole number stands on it.

    Two boxes of left, top, right, bottom in card widths, tight around the ink.
    """
    paint = _printer(look, width)
    rng = np.random.default_rng((look.seed, ord(card.letter), card.order))
    ink = paint.face(card, rng)
    return paint.finish(rng), ink


def _printer(look: Look, width: int) -> Printer:
    return Printer(look, width) if look.anatomy is None else BookcasePrinter(look, width)


def draw_back(look: Look, width: int) -> Picture:
    """The back: boards of an empty shelf."""
    paint = _printer(look, width)
    rng = np.random.default_rng((look.seed, 77))
    paint.back(rng)
    return paint.finish(rng)


def draw_category_card(look: Look, category: Category, width: int) -> Picture:
    """A category card: the category's icon, large, on a plain ground with a border in its colour."""
    paint = _printer(look, width)
    rng = np.random.default_rng((look.seed, 99))  # the same for all six cards of a look
    paint.category(CATEGORIES.index(category), rng)
    return paint.finish(np.random.default_rng((look.seed, 100, CATEGORIES.index(category))))
