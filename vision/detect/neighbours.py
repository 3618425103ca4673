"""What the other cards of a photo say of a back: it lies where a card beside another would, is as large as
those that lie face up, and looks like the other backs.

A tile, a stripe of a cloth or a sheet of paper may have four clear sides, and two backs that touch look like
a larger one; but the cards of a shelf lie side by side (K1), all are of one size, and all have one back.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.geometry.plane import flattened
from vision.photo.colours import LIGHT_WEIGHT

#: The probability by itself from which a card says where those beside it would lie.
CLEAR = 0.6
#: How far off it, in cards, a place still says something, and an exact one's (nobody lays cards exactly).
FURTHEST, EXACT = 0.6, 0.03
#: By how many levels of colour (CIELAB, 8 bit) two backs of one printing differ usually.
USUAL = 8.0
#: How much longer or shorter than a card's a side may be, as a logarithm: how far corners are off on cards,
#: and from when on it is all the same. Of 411 backs in 480 photos the median is 0.017, the greatest 0.083.
CLOSE, ODDEST = 0.03, 0.5
#: So many cards face up, the nearest, say how large a back would be.
NEAREST = 4
#: Where the neighbours of a card lie, in cards.
SIDES = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)], np.float64)


def company(cards: Detections, probability: Floats) -> Floats:
    """What the others say of each find, [n, 4], to be weighed.

    The log of how far it is from where a card beside another would lie, in cards; how much it looks like the
    likeliest other back that it looks like; how likely any other back is; and the log of how unlike theirs
    its sides are, of one that lies face down among cards face up. ``probability`` [n]: of each by itself.
    """
    out = np.zeros((len(cards), 4))
    out[:, 0] = np.log(EXACT + off_the_grid(cards, probability))
    out[:, 3] = np.log(1 + _off_their_size(cards, probability) / CLOSE)
    backs = np.flatnonzero(cards.kind == FACE_DOWN)
    if len(backs) > 1:
        colour = np.nan_to_num(cards.colour[backs].astype(np.float64)) * (LIGHT_WEIGHT, 1, 1)
        apart = np.linalg.norm(colour[:, None] - colour[None], axis=2)
        others = probability[backs] * ~np.eye(len(backs), dtype=bool)
        out[backs, 1] = (others * np.exp(-apart / USUAL)).max(axis=1)
        out[backs, 2] = others.max(axis=1)
    return out


def off_the_grid(cards: Detections, probability: Floats) -> Floats:
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


def _off_their_size(cards: Detections, probability: Floats) -> Floats:
    """How much longer or shorter the sides of each back are than those of the cards that lie face up near it,
    as a logarithm of at most `ODDEST`, [n]; `CLOSE`, as of most cards, where nothing tells.
    """
    out = np.full(len(cards), CLOSE)
    whole = np.isin(cards.kind, (FACE_UP, FACE_DOWN)) & (probability >= CLEAR)
    faces = np.flatnonzero(whole & (cards.kind == FACE_UP))
    backs = np.flatnonzero(cards.kind == FACE_DOWN)
    if len(faces) == 0 or len(backs) == 0:
        return out
    corners = cards.corners.astype(np.float64)
    flat = flattened(corners[whole], corners)
    middles = flat.mean(axis=1)
    across, down = flat[:, [1, 2]] - flat[:, [0, 3]], flat[:, [3, 2]] - flat[:, [0, 1]]
    sides = np.stack([across.mean(axis=1), down.mean(axis=1)], axis=2)
    for i in backs:
        near = faces[np.argsort(np.linalg.norm(middles[faces] - middles[i], axis=1))[:NEAREST]]
        theirs = sides[near]
        # another player's cards may stand on their heads
        theirs = theirs * np.sign((theirs[:, :, 0] * sides[i, :, 0]).sum(axis=1))[:, None, None]
        share = np.diag(np.linalg.pinv(np.median(theirs, axis=0)) @ sides[i])
        out[i] = min(np.abs(np.log(np.maximum(share, np.exp(-ODDEST)))).max(), ODDEST)
    return out
