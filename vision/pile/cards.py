"""The cards of a solo pile among what was found: each as wide as it is, and none that lies by itself.

Columns of a pile may lie a little on one another, and then a strip seems narrower than its card. The
detector, too, at times takes a strip for two. All cards have one width, so what is narrow is lengthened on
the side where a neighbour begins.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats, Ints
from vision.detect.detections import STRIP, Detections
from vision.geometry.quads import keep_best, widths
from vision.geometry.sizes import usual_widths
from vision.photo.pyramid import Photo
from vision.pile.columns import Columns, columns_of_pile, slivers
from vision.strips import rectify
from vision.strips.glare import glare_on
from vision.strips.marks import find_marks, print_at
from vision.strips.photo_edge import touches

#: A card is hidden in part when it lacks so much of the usual width.
NARROW = 0.1
#: Beside a side that is hidden, so many card widths further out, lies another card.
BESIDE = 0.04
#: Sides of two cards are in line, and the cards in one column, when no more card widths apart than this.
IN_LINE = 0.08
#: A column of strips without a whole card at its end is one of the pile only if most of them score so high.
SURE = 0.9
#: In a pile every card shows its face: what scores less than this is the pattern of a card, a tile or cloth
#: when the probabilities of a letter, a number and a second icon on it, 0 to 3 in all, come to less. So were
#: 50 of 78 wrong finds in 200 piles, and one of 2,258 right ones. Where print is pale on all of them, it is
#: when it shows so much less than most. Of all finds in the piles of 24 sets four show so little: three
#: bodies of last cards whose strips were found by themselves, up to 0.9964, and one card, 0.9999.
UNSURE, LITTLE, LESS = 0.998, 1.6, 0.5
#: The steps above and below a strip that lies between two others of its column, as shares of the usual step:
#: a card's own pattern, where it shows less print than both. So were 7 of 9 wrong finds that were left in the
#: piles of four held-out sets, and none of 2,057 right ones.
SHORT_STEP = 0.75
#: And the share of it up to which nothing of a card's banner shows above the next.
HIDDEN_STEP = 0.45


def without_print(photo: Photo, found: Detections) -> Bools:
    """Which unsure finds in a photo, uint8 BGR [H, W, 3], lack the print that others have, and not because a
    glare hides it, [n].
    """
    unsure = found.score < UNSURE
    if unsure.any():
        strips = rectify.strips(photo, found.corners)
        marks = find_marks(strips, guessed=True)
        bare = marks.shown < min(LITTLE, float(np.median(marks.shown)) - LESS)
        unsure &= bare & ~bare.all() & ~glare_on(strips, marks).banner
    return np.asarray(unsure, np.bool_)


def between_strips(photo: Photo, cards: Detections, columns: Columns) -> Bools:
    """Which of a pile's cards, [n], in a photo, uint8 BGR [H, W, 3], are only the pattern of one of them.

    Where every card has such a pattern, steps are short between most finds: the usual step is one between
    those that do not show much less print than their neighbours. A card so near above another that nothing
    of its banner can be seen shows some of the other's.
    """
    above, below = _neighbours(columns)
    after, before = _step_to(below, cards.corners), _step_to(above, cards.corners)
    steps, next_one = np.maximum(after, before), np.where(below >= 0, after, np.inf)
    between = (above >= 0) & (below >= 0)
    if not between.any() or min(steps[between].min(), next_one.min()) >= SHORT_STEP * steps[between].max():
        return np.zeros(len(cards), np.bool_)
    shown = print_at(photo, cards.corners)
    less = np.where(between, np.minimum(shown[above], shown[below]) - shown, 0)
    clear = np.flatnonzero(less < LESS)
    nearest = _neighbours(Columns(columns.column[clear], columns.place[clear]))[0]
    step = _step_to(nearest, cards.corners[clear])[nearest >= 0]
    usual = float(np.median(step)) if len(step) else np.inf
    hidden = (next_one < HIDDEN_STEP * usual) & (shown < shown[below] - LESS)
    return np.asarray((less > 0) & (steps < SHORT_STEP * usual) | hidden, np.bool_)


def _neighbours(columns: Columns) -> tuple[Ints, Ints]:
    """The card above and the card below each one in its column, [n] and [n]; -1 for none."""
    above, below = (np.full(len(columns.column), -1, np.int64) for _ in range(2))
    order = np.lexsort((columns.place, columns.column))
    for upper, lower in pairwise(order.tolist()):
        if columns.column[upper] == columns.column[lower]:
            above[lower], below[upper] = upper, lower
    return above, below


def _step_to(others: Ints, corners: NDArray[np.float32]) -> Floats:
    """How far each card's upper edge is from that of another, [n], in its own widths."""
    middles = corners[:, :2].mean(axis=1)
    return np.asarray(np.linalg.norm(middles - middles[others], axis=1) / widths(corners), np.float64)


def pile_cards(found: Detections, size: tuple[int, int]) -> tuple[Detections, Floats]:
    """The cards of a pile in a photo of ``size`` (width, height), with their whole widths.

    Also the share of each one's width that other columns hide on the left and on the right, [n, 2].
    """
    found = found[~slivers(found.corners, found.kind)]
    seen = found.corners.astype(np.float64)
    corners, hidden = uncovered(seen, ~touches(seen, size))
    found = replace(found, corners=corners.astype(np.float32))
    # two pieces of one strip have now become the same card
    kept = np.sort(keep_best(found.corners, found.score - hidden.sum(axis=1).astype(np.float32)))
    kept = kept[~endless(found[kept], size)]
    return found[kept], hidden[kept]


def uncovered(corners: Floats, cards: Bools) -> tuple[Floats, Floats]:
    """Corners [n, 4, 2] in which those of the ``cards`` [n] that others partly cover have their whole width.

    Also the share of it that is covered on the left and on the right, [n, 2]. A card stays as it is where
    nothing tells which side is hidden.
    """
    whole, hidden = corners.copy(), np.zeros((len(corners), 2))
    across = corners[:, 1] - corners[:, 0]
    longer = usual_widths(corners) / np.maximum(np.linalg.norm(across, axis=1), 1e-6)
    narrow = 1 - 1 / longer > NARROW
    for i in np.flatnonzero(cards & narrow).tolist():
        side = _covered_side(corners, i)
        if side is None:
            side = _side_inside_column(corners, i, ~narrow)
        if side is not None:
            whole[i][[0, 3] if side == 0 else [1, 2]] += (2 * side - 1) * (longer[i] - 1) * across[i]
            hidden[i, side] = 1 - 1 / longer[i]
    return whole, hidden


def _covered_side(corners: Floats, i: int) -> int | None:
    """0 where another card begins at card i's left side, 1 at its right, None at both or at neither."""
    # a third of the way down: near its corners a strip may touch the cards above and below
    sides = corners[i, [0, 1]] + (corners[i, [3, 2]] - corners[i, [0, 1]]) / 3
    beside = sides + BESIDE * np.array([[-1], [1]]) * (corners[i, 1] - corners[i, 0])
    others = np.delete(corners, i, axis=0).astype(np.float32)
    covers = [any(cv2.pointPolygonTest(q, (x, y), False) >= 0 for q in others) for x, y in beside.tolist()]
    return covers.index(True) if sum(covers) == 1 else None


def _side_inside_column(corners: Floats, i: int, usual: Bools) -> int | None:
    """The side of card i, 0 left or 1 right, that ends short of its column's; None where both do, or neither.

    The column is the nearest of the ``usual`` cards [n] above or below that is in line with a side of it.
    """
    across, down = corners[i, 1] - corners[i, 0], corners[i, 3] - corners[i, 0]
    frame = np.stack([across, down / max(float(np.linalg.norm(down)), 1e-6) * np.linalg.norm(across)], axis=1)
    ends = (corners[usual][:, :2] - corners[i, :2]) @ np.linalg.pinv(frame).T
    off = np.abs(ends[:, :, 0])
    column = np.flatnonzero((off < IN_LINE).any(axis=1))
    if len(column) == 0:
        return None
    nearest = column[np.abs(ends[column, 0, 1]).argmin()]
    in_line = (off[nearest] < IN_LINE).tolist()
    return in_line.index(False) if sum(in_line) == 1 else None


def endless(found: Detections, size: tuple[int, int]) -> Bools:
    """Which cards, [n], lie in a column of strips that no whole card ends, and that the photo does not cut.

    The last card of a column hides the others and is not hidden itself. Patterned cloths show such strips.
    """
    out = np.zeros(len(found), np.bool_)
    whole = found.kind != STRIP
    if not whole.any():
        return out
    columns = columns_of_pile(found.corners, found.kind)
    lower, upper = found.corners[:, 2:].mean(axis=1), found.corners[:, :2].mean(axis=1)
    down = (lower - upper) / np.maximum(np.linalg.norm(lower - upper, axis=1), 1e-6)[:, None]
    # so near to the photo's edge the whole card that ends the column may lie outside
    below = lower + 0.5 * widths(found.corners)[:, None] * down
    beyond = ((below < 0) | (below > np.array(size) - 1)).any(axis=1)
    for number in np.unique(columns.column):
        own = columns.column == number
        last = own & (columns.place == columns.place[own].max())
        if not (own & whole).any() and not beyond[last].any() and np.median(found.score[own]) < SURE:
            out |= own
    return out
