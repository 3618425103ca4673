"""Evidence for a back from the other cards of a photo: its place, its size and its colours.

A tile, a stripe of a cloth or a sheet of paper may have four clear sides, and two backs that touch look like
a larger back. But the cards of a shelf lie side by side (K1), have one size, and have the same back.
"""

from __future__ import annotations

import numpy as np

from vision.common.arrays import Floats
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.geometry.plane import Plane
from vision.photo.colours import LIGHT_WEIGHT

#: The places beside a card, in cards.
BESIDE = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)], np.float64)


# The scales on which place, colour and size are evidence.
#: Cards of at least this probability say where cards beside them lie, and how large cards are.
NEIGHBOUR_PROBABILITY = 0.6
#: The greatest distance from a place beside a card that still counts, in cards.
FARTHEST_PLACE = 0.6
#: The distance of a card that lies well, in cards: nobody lays cards exactly.
PLACE_TOLERANCE = 0.03
#: The typical colour difference between backs of one printing, in levels (CIELAB, 8 bits).
COLOUR_DIFFERENCE = 8.0
#: The typical error of a side's length, as a logarithm.
SIZE_ERROR = 0.03
#: The greatest error of a side's length that still counts, as a logarithm.
LARGEST_SIZE_ERROR = 0.5
#: The number of nearest cards face up that say how large a back is.
NEAREST_FACES = 4


def neighbour_evidence(cards: Detections, probability: Floats) -> Floats:
    """The evidence from the other cards for each detection, [n, 3].

    1. the log of its distance from the nearest place beside a card, in cards;
    2. its likeness in colour to the other backs, each times its probability: the greatest of these;
    3. of a card face down, the log of how far its sides differ from the sides of cards face up.

    ``probability`` [n]: of each detection by itself.
    """
    out = np.zeros((len(cards), 3))
    out[:, 0] = np.log(PLACE_TOLERANCE + place_distance(cards, probability))
    out[:, 2] = np.log(1 + _size_errors(cards, probability) / SIZE_ERROR)
    backs = np.flatnonzero(cards.kind == FACE_DOWN)
    if len(backs) > 1:
        colour = np.nan_to_num(cards.colour[backs].astype(np.float64)) * (LIGHT_WEIGHT, 1, 1)
        apart = np.linalg.norm(colour[:, None] - colour[None], axis=2)
        others = probability[backs] * ~np.eye(len(backs), dtype=bool)
        out[backs, 1] = (others * np.exp(-apart / COLOUR_DIFFERENCE)).max(axis=1)
    return out


def place_distance(cards: Detections, probability: Floats) -> Floats:
    """The distance of each detection from the nearest place beside a clear whole card, in cards, [n].

    At most `FARTHEST_PLACE`.
    """
    c = cards.corners.astype(np.float64)
    middles = c.mean(axis=1)
    across, down = c[:, [1, 2]].mean(axis=1) - c[:, [0, 3]].mean(axis=1), c[:, 2:].mean(1) - c[:, :2].mean(1)
    clear = np.flatnonzero((probability >= NEIGHBOUR_PROBABILITY) & np.isin(cards.kind, (FACE_UP, FACE_DOWN)))
    in_cards = np.linalg.pinv(np.stack([across, down], axis=2)[clear])  # from pixels to cards, [m, 2, 2]
    place = np.einsum("mab,nmb->nma", in_cards, middles[:, None] - middles[None, clear])
    off = np.linalg.norm(place[:, :, None] - BESIDE, axis=3).min(axis=2)
    off[clear, np.arange(len(clear))] = np.inf
    return np.asarray(off.min(axis=1, initial=FARTHEST_PLACE), np.float64)


def _size_errors(cards: Detections, probability: Floats) -> Floats:
    """How far the sides of each back differ from the sides of the cards face up near it, as a logarithm, [n].

    The typical error where no card says how large a back is.
    """
    out = np.full(len(cards), SIZE_ERROR)
    whole = np.isin(cards.kind, (FACE_UP, FACE_DOWN)) & (probability >= NEIGHBOUR_PROBABILITY)
    faces = np.flatnonzero(whole & (cards.kind == FACE_UP))
    backs = np.flatnonzero(cards.kind == FACE_DOWN)
    if len(faces) == 0 or len(backs) == 0:
        return out
    corners = cards.corners.astype(np.float64)
    flat = Plane.of(corners[whole]).flat(corners)
    middles = flat.mean(axis=1)
    across, down = flat[:, [1, 2]] - flat[:, [0, 3]], flat[:, [3, 2]] - flat[:, [0, 1]]
    sides = np.stack([across.mean(axis=1), down.mean(axis=1)], axis=2)
    for i in backs:
        near = faces[np.argsort(np.linalg.norm(middles[faces] - middles[i], axis=1))[:NEAREST_FACES]]
        theirs = sides[near]
        # the cards of another player may stand upside down
        theirs = theirs * np.sign((theirs[:, :, 0] * sides[i, :, 0]).sum(axis=1))[:, None, None]
        share = np.diag(np.linalg.pinv(np.median(theirs, axis=0)) @ sides[i])
        largest = LARGEST_SIZE_ERROR
        out[i] = min(np.abs(np.log(np.maximum(share, np.exp(-largest)))).max(), largest)
    return out
