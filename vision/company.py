"""What the other cards of a photo say of a back: it lies where a card beside another would, and looks like
the other backs.

A tile, a stripe of a cloth or a sheet of paper may have four clear sides; but the cards of a shelf lie side
by side (K1), and all of them have one back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detections import FACE_DOWN, FACE_UP, Detections

Floats = NDArray[np.float64]

#: The probability by itself from which a card says where those beside it would lie.
CLEAR = 0.6
#: How far off it, in cards, a place still says something, and an exact one's (nobody lays cards exactly).
FURTHEST, EXACT = 0.6, 0.03
#: Differences in colour (CIELAB, 8 bit): how much one in light counts, and by how many levels two backs of
#: one printing differ usually.
LIGHT, USUAL = 0.3, 8.0
#: Where the neighbours of a card lie, in cards.
SIDES = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)], np.float64)


def company(cards: Detections, probability: Floats) -> Floats:
    """What the others say of each find, [n, 3], to be weighed.

    The log of how far it is from where a card beside another would lie, in cards; how much it looks like the
    likeliest other back that it looks like; and how likely any other back is. ``probability`` [n]: of each
    by itself.
    """
    out = np.zeros((len(cards), 3))
    out[:, 0] = np.log(EXACT + _off_the_grid(cards, probability))
    backs = np.flatnonzero(cards.kind == FACE_DOWN)
    if len(backs) > 1:
        colour = np.nan_to_num(cards.colour[backs].astype(np.float64)) * (LIGHT, 1, 1)
        apart = np.linalg.norm(colour[:, None] - colour[None], axis=2)
        others = probability[backs] * ~np.eye(len(backs), dtype=bool)
        out[backs, 1] = (others * np.exp(-apart / USUAL)).max(axis=1)
        out[backs, 2] = others.max(axis=1)
    return out


def _off_the_grid(cards: Detections, probability: Floats) -> Floats:
    """How far each is from the nearest place beside a clear whole card, [n], in that one's widths and
    heights; no more than `FURTHEST`.
    """
    c = cards.corners.astype(np.float64)
    middles = c.mean(axis=1)
    across, down = c[:, [1, 2]].mean(axis=1) - c[:, [0, 3]].mean(axis=1), c[:, 2:].mean(1) - c[:, :2].mean(1)
    clear = np.flatnonzero((probability >= CLEAR) & np.isin(cards.kind, (FACE_UP, FACE_DOWN)))
    in_cards = np.linalg.pinv(np.stack([across, down], axis=2)[clear])  # from pixels to cards, [m, 2, 2]
    place = np.einsum("mab,nmb->nma", in_cards, middles[:, None] - middles[None, clear])
    off = np.linalg.norm(place[:, :, None] - SIDES, axis=3).min(axis=2)
    off[clear, np.arange(len(clear))] = np.inf
    return np.asarray(off.min(axis=1, initial=FURTHEST), np.float64)
