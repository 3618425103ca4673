"""The judge on a photo of a pile: which detections are its cards, and by what evidence.

All cards lie face up and show their print. Who spreads a pile shows about as much of each card, so a card has
its place in a column. To the detector a pattern of a card, of the table or of a cloth may look like a strip:
it has less print than its neighbours, stands out of the steps of its column, or has the colours of the table.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.judge import JUDGE, PrintShown, doubtful, evidence_rows
from vision.common.arrays import Bools, Floats, Floats32, Ints, Picture
from vision.detect.detections import CATEGORY, FACE_UP, NOTHING, STRIP, Detections
from vision.detect.score import belief_by, believed, by_itself
from vision.geometry.plane import weighted_median
from vision.geometry.quads import Quads, free_places, heights, widths
from vision.photo.pyramid import Photo, Pyramid, colour_distances, colour_quantiles
from vision.pile.cards import MOST_DOWN, SIDEWAYS, steps
from vision.strips import rectify
from vision.strips.marks import Strips
from vision.strips.visibility import glare_on

#: The names of the columns that `pile_rows` adds to those of a closer look.
PILE_EVIDENCE = (
    "step above",
    "step below",
    "print above",
    "print below",
    "belief above",
    "belief below",
    "height",
    "flat",
    "cards of the column",
    "belief of the column",
    "whole card at the end",
    "end within the photo",
    "nearest upper edge",
    "strip off the table",
    "strip off the pile",
)
#: The places around a strip whose colours it is compared with, in card widths across and down.
AROUND = np.array([(x, y) for x in np.arange(-3, 3.1, 1.5) for y in np.arange(-3, 3.1, 1.0)])


# The part of a strip whose colours are compared.
#: How far down the card it reaches, in card widths.
COLOUR_DEPTH = 0.2
#: One in so many pixels is looked at, across and down.
PIXEL_STEP = 4


def judged_in_pile(photo: Photo, found: Detections) -> Detections:
    """The cards and strips among what the detector ``found`` in a pile's photo, uint8 BGR [H, W, 3]."""
    photo, found = Pyramid.of(photo), by_itself(found)
    belief = belief_by(pile_rows(photo, found, believed(found), doubtful(found)))
    card = 1 - belief[:, [CATEGORY, NOTHING]].sum(axis=1)
    judged = replace(found, belief=belief.astype(np.float32), score=card.astype(np.float32))
    return judged[card >= JUDGE.card]


def pile_rows(photo: Pyramid, cards: Detections, belief: Floats, asked: NDArray[np.intp]) -> Floats:
    """The evidence of each detection of a pile, [n, columns]: of `vision.cards.judge.evidence_rows`, then
    `PILE_EVIDENCE`.

    ``belief`` [n, 5]: so far. ``asked``: the detections whose colours are compared.
    """
    if len(cards) == 0:
        return np.zeros((0, 0))
    looks = Strips.at(photo, cards.corners)
    strips, marks = looks.pictures, looks.marks(guessed=True)
    # print below a detection's lower edge may be another card's
    on_it = marks.above(rectify.lower_edges(cards.corners)).shown.astype(np.float64)
    shown = PrintShown(on_it, marks.shown.astype(np.float64), glare_on(strips, marks).banner)
    known = evidence_rows(photo, cards, belief, np.zeros(0, np.intp), shown)
    card = 1 - belief[:, NOTHING]
    place = _in_the_pile(cards.corners, belief, on_it, card >= JUDGE.card, photo.size)
    return np.hstack([known, place, _colours(photo, cards.corners, card, strip_colours(strips), asked)])


def _in_the_pile(
    corners: Quads, belief: Floats, shown: Floats, counts: Bools, size: tuple[int, int]
) -> Floats:
    """The columns of each detection's place among the others that ``counts`` [n] says are cards."""
    n, card = len(corners), 1 - belief[:, NOTHING]
    down, wide = heights(corners), np.maximum(widths(corners), 1e-6)
    strip = belief[:, STRIP] > belief[:, FACE_UP]

    # the next card below in line, and the last above
    apart = steps(corners, strip)
    aside, below = np.abs(apart[..., 0]), apart[..., 1]
    follows = (aside < SIDEWAYS) & counts[None] & ~np.eye(n, dtype=bool)
    next_one, step_down = _nearest(np.where(follows & (below > 0), below, np.inf))
    last_one, step_up = _nearest(np.where(follows & (below < 0), -below, np.inf))

    # columns: the last card of each, and the cards that lead to it
    typical_height = np.median((down / wide)[~strip & counts]) if (~strip & counts).any() else np.inf
    in_column = step_down < MOST_DOWN * typical_height
    known = step_down[counts & in_column & np.isfinite(step_down)]
    typical = np.log(np.median(known)) if len(known) else np.nan
    end = np.arange(n)
    for _ in range(n):
        end = np.where(in_column[end], next_one[end], end)
    members = np.array([(counts & (end == one)).sum() for one in end], np.float64)
    beliefs = np.array([card[counts & (end == one)].mean() if counts[end == one].any() else 0 for one in end])

    # heights, the room below, and the nearest card
    high = np.log(np.maximum(down / wide, 1e-3))
    flat = high - (weighted_median(high[strip], (down * card)[strip]) if strip.any() else np.nan)
    lower = corners[:, 2:].mean(axis=1)
    room = np.minimum(lower, np.array(size) - 1 - lower).min(axis=1) / wide
    tops = corners[:, :2].mean(axis=1)
    far = np.linalg.norm(tops[:, None] - tops[None], axis=2) / wide[:, None]
    far[:, ~counts] = np.inf
    np.fill_diagonal(far, np.inf)
    first, last = ~np.isfinite(step_up), ~np.isfinite(step_down)
    nearest = far.min(axis=1)
    return np.column_stack(
        [
            np.where(first, np.nan, np.log(step_up.clip(1e-2)) - typical),
            np.where(last, np.nan, np.log(step_down.clip(1e-2)) - typical),
            np.where(first, np.nan, shown - shown[last_one]),
            np.where(last, np.nan, shown - shown[next_one]),
            np.where(first, np.nan, card[last_one]),
            np.where(last, np.nan, card[next_one]),
            high,
            flat,
            members,
            beliefs,
            belief[end, FACE_UP],
            room[end],
            np.where(np.isfinite(nearest), nearest, np.nan),
        ]
    )


def _nearest(far: Floats) -> tuple[Ints, Floats]:
    """The nearest other of each detection, [n], and how far that is; ``far`` [n, n]: inf for no neighbour."""
    nearest = far.argmin(axis=1)
    return nearest, far[np.arange(len(far)), nearest]


def _colours(
    photo: Pyramid, corners: Quads, card: Floats, colours: Floats32, asked: NDArray[np.intp]
) -> Floats:
    """How far the ``asked`` strips' ``colours`` [n, 19, 3] are from the table's and from clear cards'.

    ``card`` [n]: how much each is believed to be a card.
    """
    out = np.full((len(corners), 2), np.nan)
    for i in asked.tolist():
        own, clear = colours[[i]], card > JUDGE.clear
        clear[i] = False
        around = table_around(corners, i, photo.size, card >= JUDGE.card)
        if len(around):
            out[i, 0] = colour_distances(own, strip_colours(rectify.strips(photo, around))).min()
        if clear.any():
            out[i, 1] = colour_distances(own, colours[clear]).min()
    return out


def table_around(corners: Quads, i: int, size: tuple[int, int], cover: Bools) -> Quads:
    """Free places around detection i of a pile, [n, 4, 2], in a photo of ``size`` (width, height), each as
    large as its strip: float32 [m, 4, 2]. ``cover`` [n]: what covers the table, beside detection i.
    """
    across = corners[i, 1] - corners[i, 0]
    down = corners[i, [3, 2]] - corners[i, :2]
    down *= np.linalg.norm(across) / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    strip = np.concatenate([corners[i, :2], (corners[i, :2] + COLOUR_DEPTH * down)[::-1]])
    covers = np.append(corners[cover], corners[[i]], axis=0)
    return free_places(strip, AROUND @ np.stack([across, down.mean(axis=0)]), covers, size)


def strip_colours(strips: Picture) -> Floats32:
    """The colours of strips, [n, 19, 3], without the table around them.

    `vision.strips.rectify.strips` cut them.
    """
    top, left = round(-rectify.TOP * rectify.SCALE), round(-rectify.LEFT * rectify.SCALE)
    low, right = top + round(COLOUR_DEPTH * rectify.SCALE), left + rectify.SCALE
    return colour_quantiles(strips[:, top:low:PIXEL_STEP, left:right:PIXEL_STEP])
