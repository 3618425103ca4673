"""What each detection is by itself: the judge's evidence, and its first word (`vision.cards.judge`).

The evidence is one row of numbers a detection. It says what the detector, the edge network and the second
look said, and how the detection lies among the others, each of which counts as far as it is believed to be a
card. NaN stands for what was not measured.

A tile, a stripe of a cloth or a sheet of paper may have four clear sides, and two backs that touch look like
a larger back. But the cards of a shelf lie side by side (K1), have one size, and have the same back.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.common.arrays import Floats
from vision.common.probability import log_odds
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, NOTHING, OUTCOMES, STRIP, Detections
from vision.detect.turn import connected
from vision.geometry.plane import Plane, by_whole_area, log_sizes, sizes_there, weighted_median
from vision.geometry.quads import (
    Quads,
    areas,
    common_area,
    common_turn,
    degrees_apart,
    heights,
    turns,
    widths,
)
from vision.networks import sessions as networks
from vision.photo.pyramid import LIGHT_WEIGHT

# Evidence for a back from the other cards

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


# The judge's evidence

#: Boosted trees, fitted by ``python -m vision.train judge``. They take the columns of `rows`, then those of a
#: closer look (`vision.cards.judge`).
NAME = "judge"
#: A detection is a card from this probability on: it is more probably a card than not.
CARD_THRESHOLD = 0.5
#: The names of the columns of `rows`.
EVIDENCE = (
    "kind",
    "score",
    "second look",
    "edges",
    "odd size",
    "odd width there",
    "odd height there",
    "odd shape",
    "aslant",
    "pixels",
    "category cards",
    "faces",
    "backs",
    "strips",
    "neighbours",
    "likeliest other back",
    "off a place",
    "like another back",
    "odd size beside faces",
    "median contrast",
    "greatest contrast",
    "least contrast",
    "free sides",
    "covered",
    "coverer",
    "nearest card",
    "together",
    "most together",
)


# The scales of the numbers in a row.
#: The least score, and its distance from 1, of which a logarithm is taken.
LEAST_SCORE = 1e-3
#: A detection this many times larger or smaller than most hardly counts as a neighbour.
STRANGE_SIZE = 1.5
#: Cards whose middles lie within this many card widths are neighbours.
TOGETHER = 2.2
#: The least expected error of corners of which a logarithm is taken, in card widths.
LEAST_ERROR = 1e-4
#: This is added to a contrast before its logarithm is taken: small contrasts are noise.
LEAST_CONTRAST = 0.3
#: A detection without another card this near, in card widths, has no nearest card.
FARTHEST_CARD = 9.0


def believed(cards: Detections) -> Floats:
    """What is believed of each detection: the probability of each of the `OUTCOMES`, [n, 5].

    The detector's score says it where the judge has not yet spoken; an empty place is nothing.
    """
    score = np.nan_to_num(cards.seen.astype(np.float64))
    out = np.zeros((len(cards), len(OUTCOMES)))
    out[np.arange(len(cards)), cards.kind] = score
    out[:, NOTHING] = 1 - score
    judged = np.isfinite(cards.belief).all(axis=1)
    out[judged] = cards.belief[judged]
    return out


def rows(cards: Detections, belief: Floats) -> Floats:
    """The evidence of each detection, [n, `EVIDENCE`]. ``belief`` [n, 5]: so far, of each `OUTCOMES`."""
    n = len(cards)
    if n == 0:
        return np.zeros((0, len(EVIDENCE)))
    quads, width, height = cards.corners, widths(cards.corners), heights(cards.corners)
    card = np.clip(1 - belief[:, NOTHING], LEAST_SCORE, 1)
    likely = card.astype(np.float32)

    # size, turn and shape, beside those of the other cards
    size = log_sizes(quads, likely)
    there = [sizes_there(np.roll(quads, by, axis=1), by_whole_area(quads, likely)) for by in range(2)]
    off = degrees_apart(turns(quads), common_turn(quads, card * width)) % 90
    shape = np.log(height / width)
    fits = np.where(np.abs(size) > np.log(STRANGE_SIZE), LEAST_SCORE, card)

    # the cards near by, and those linked over several
    middles = quads.mean(axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2) / np.sqrt(width[:, None] * width[None])
    other = ~np.eye(n, dtype=bool)
    counts = card > CARD_THRESHOLD
    near = (apart < TOGETHER) & other
    backs = np.where(other, belief[None, :, FACE_DOWN], 0).max(axis=1)
    place, likeness, among = neighbour_evidence(cards, card).T
    covered, by = _covered(quads, card)
    linked = connected(near & counts[:, None] & counts[None])
    group = np.bincount(linked, minlength=n)[linked].astype(np.float64)

    # how sides stand out: of those that were measured the median, the most and the least
    with np.errstate(invalid="ignore"):
        contrast = np.log(LEAST_CONTRAST + cards.contrasts.astype(np.float64))
        known = np.isfinite(contrast).sum(axis=1)
        filled = np.where(known[:, None] > 0, contrast, 0.0)
        steps = np.stack([f(filled, axis=1) for f in (np.nanmedian, np.nanmax, np.nanmin)], axis=1)
    steps[known == 0] = np.nan

    # how many other cards of each kind there are
    total = np.stack(
        [belief[:, kind].sum() - belief[:, kind] for kind in (CATEGORY, FACE_UP, FACE_DOWN, STRIP)]
    )
    return np.column_stack(
        [
            cards.kind,
            log_odds(cards.seen.astype(np.float64), LEAST_SCORE),
            cards.verifier_odds,
            np.log(np.maximum(cards.corner_error, LEAST_ERROR)),
            size,
            *there,
            shape - weighted_median(shape, card),
            np.minimum(off, 90 - off),
            np.log(width),
            *total,
            (near * fits[None]).sum(axis=1),
            backs,
            place,
            likeness,
            among,
            steps,
            known,
            covered,
            by,
            np.where(other & counts[None], apart, np.inf).min(axis=1, initial=FARTHEST_CARD),
            group,
            np.full(n, group.max()),
        ]
    )


def belief_by(rows: Floats) -> Floats:
    """What is believed of the detections with these ``rows`` [n, columns] of evidence: [n, 5], of each
    outcome.

    The columns of a closer look may be left out, as not measured.
    """
    network = networks.network(NAME)
    wide = np.full((len(rows), network.get_inputs()[0].shape[1]), np.nan, np.float32)
    wide[:, : rows.shape[1]] = rows
    return np.asarray(network.run(None, {"rows": wide})[0], np.float64)


def by_itself(cards: Detections) -> Detections:
    """The detections with the judge's first word: their ``belief``, and as score that of a card."""
    belief = belief_by(rows(cards, believed(cards)))
    return replace(cards, belief=belief.astype(np.float32), score=(1 - belief[:, NOTHING]).astype(np.float32))


def _covered(quads: Quads, card: Floats) -> tuple[Floats, Floats]:
    """The greatest share of each quad, [n, 4, 2], that another covers, and how much that is believed."""
    n = len(quads)
    share, by = np.zeros(n), np.zeros(n)
    low, high, size = quads.min(axis=1), quads.max(axis=1), np.abs(areas(quads))
    touch = (np.minimum(high[:, None], high[None]) > np.maximum(low[:, None], low[None])).all(axis=2)
    for i, j in np.argwhere(np.triu(touch, 1)).tolist():
        common = common_area(quads[i], quads[j]) / max(min(size[i], size[j]), 1e-6)
        for a, b in ((i, j), (j, i)):
            if common * card[b] > share[a] * by[a]:
                share[a], by[a] = common, card[b]
    return share, by
