"""The finds in a photo of a solo pile that are its cards, each in its whole width.

A column may cover a side of the next column, whose strips then seem too narrow. The detector, too, may take a
strip for two. All cards have one width, so a narrow find is widened on the side where a neighbour begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats, Ints
from vision.detect.detections import STRIP, Detections
from vision.geometry.quads import keep_best, widths
from vision.geometry.sizes import lengths_there
from vision.photo.pyramid import Photo
from vision.pile.columns import Columns, columns_of_pile, slivers
from vision.strips import rectify
from vision.strips.glare import glare_on
from vision.strips.marks import find_marks, print_at
from vision.strips.photo_edge import touches


@dataclass(frozen=True)
class PileSettings:
    """Which finds are cards of a pile, and which of these are covered. Print is `Marks.shown`, 0 to 3."""

    #: Another card covers a part of a card that lacks more than this share of the usual width.
    narrow: float = 0.1
    #: Another card covers a side if it lies this many card widths beyond the side.
    beside: float = 0.04
    #: Two sides are in line if they lie less than this many card widths apart.
    in_line: float = 0.08
    #: Strips without a whole card at the end of their column are cards if their median score reaches this.
    sure_column: float = 0.9
    #: Within this many card widths of the photo's edge the end of a column may lie outside.
    edge: float = 0.5
    #: A find that scores less than this must show print.
    sure: float = 0.998
    #: Less print than this is little, if most finds of the pile show more.
    little_print: float = 1.6
    #: A find shows less print than others if it shows less by more than this.
    less_print: float = 0.5
    #: A step shorter than this share of the usual step may end at the pattern of a card.
    short_step: float = 0.75
    #: A step shorter than this share of the usual step hides all of a card's banner.
    hidden_step: float = 0.45


PILE = PileSettings()


def without_print(photo: Photo, found: Detections, settings: PileSettings = PILE) -> Bools:
    """Which unsure finds in a photo, uint8 BGR [H, W, 3], show little print where no glare hides it, [n].

    Every card of a pile lies face up, so these finds are patterns of cards or of the table.
    """
    unsure = found.score < settings.sure
    if unsure.any():
        strips = rectify.strips(photo, found.corners)
        marks = find_marks(strips, guessed=True)
        usual = float(np.median(marks.shown))
        bare = marks.shown < min(settings.little_print, usual - settings.less_print)
        unsure &= bare & ~bare.all() & ~glare_on(strips, marks).banner
    return np.asarray(unsure, np.bool_)


def between_strips(photo: Photo, cards: Detections, columns: Columns, settings: PileSettings = PILE) -> Bools:
    """Which of a pile's cards, [n], in a photo, uint8 BGR [H, W, 3], are only the pattern of a card.

    The steps above and below a pattern are short, and it shows less print than the cards above and below.
    Where every card has such a pattern, most steps are short, so only finds that show about as much print as
    their neighbours give the usual step. A find is a pattern, too, if the next card would hide its banner and
    shows more print.
    """
    above, below = _neighbours(columns)
    after, before = _step_to(below, cards.corners), _step_to(above, cards.corners)
    steps, next_one = np.maximum(after, before), np.where(below >= 0, after, np.inf)
    between = (above >= 0) & (below >= 0)
    if (
        not between.any()
        or min(steps[between].min(), next_one.min()) >= settings.short_step * steps[between].max()
    ):
        return np.zeros(len(cards), np.bool_)
    shown = print_at(photo, cards.corners)
    less = np.where(between, np.minimum(shown[above], shown[below]) - shown, 0)
    clear = np.flatnonzero(less < settings.less_print)
    nearest = _neighbours(Columns(columns.column[clear], columns.place[clear]))[0]
    step = _step_to(nearest, cards.corners[clear])[nearest >= 0]
    usual = float(np.median(step)) if len(step) else np.inf
    hidden = (next_one < settings.hidden_step * usual) & (shown < shown[below] - settings.less_print)
    return np.asarray((less > 0) & (steps < settings.short_step * usual) | hidden, np.bool_)


def _neighbours(columns: Columns) -> tuple[Ints, Ints]:
    """The card above each card in its column, and the card below, [n] and [n]; -1 at the column's ends."""
    above, below = (np.full(len(columns.column), -1, np.int64) for _ in range(2))
    order = np.lexsort((columns.place, columns.column))
    for upper, lower in pairwise(order.tolist()):
        if columns.column[upper] == columns.column[lower]:
            above[lower], below[upper] = upper, lower
    return above, below


def _step_to(others: Ints, corners: NDArray[np.float32]) -> Floats:
    """How far each card's upper edge is from that of another card, [n], in its own widths."""
    middles = corners[:, :2].mean(axis=1)
    return np.asarray(np.linalg.norm(middles - middles[others], axis=1) / widths(corners), np.float64)


def pile_cards(
    found: Detections, size: tuple[int, int], settings: PileSettings = PILE
) -> tuple[Detections, Floats]:
    """The cards of a pile in a photo of ``size`` (width, height), with their whole widths.

    Also the share of each card's width that other columns hide on the left and on the right, [n, 2].
    """
    found = found[~slivers(found.corners, found.kind)]
    seen = found.corners.astype(np.float64)
    corners, hidden = uncovered(seen, ~touches(seen, size), settings)
    found = replace(found, corners=corners.astype(np.float32))
    # two pieces of a strip are now the same card
    kept = np.sort(keep_best(found.corners, found.score - hidden.sum(axis=1).astype(np.float32)))
    kept = kept[~in_endless_columns(found[kept], size, settings)]
    return found[kept], hidden[kept]


def uncovered(corners: Floats, cards: Bools, settings: PileSettings = PILE) -> tuple[Floats, Floats]:
    """Corners [n, 4, 2] with the whole widths of those ``cards`` [n] that others partly cover.

    Also the share of each width that is covered on the left and on the right, [n, 2]. A card stays as it is
    where nothing tells which side is hidden.
    """
    whole, hidden = corners.copy(), np.zeros((len(corners), 2))
    across = corners[:, 1] - corners[:, 0]
    longer = np.exp(-lengths_there(np.linalg.norm(across, axis=1), corners[:, :2].mean(axis=1)))
    narrow = 1 - 1 / longer > settings.narrow
    for i in np.flatnonzero(cards & narrow).tolist():
        side = _covered_side(corners, i, settings.beside)
        if side is None:
            side = _side_inside_column(corners, i, ~narrow, settings.in_line)
        if side is not None:
            whole[i][[0, 3] if side == 0 else [1, 2]] += (2 * side - 1) * (longer[i] - 1) * across[i]
            hidden[i, side] = 1 - 1 / longer[i]
    return whole, hidden


def _covered_side(corners: Floats, i: int, beside: float) -> int | None:
    """The side of card i, 0 left or 1 right, at which another card begins, ``beside`` card widths away; None
    at both or at neither.
    """
    # a third of the way down: near its corners a strip may touch the cards above and below
    sides = corners[i, [0, 1]] + (corners[i, [3, 2]] - corners[i, [0, 1]]) / 3
    points = sides + beside * np.array([[-1], [1]]) * (corners[i, 1] - corners[i, 0])
    others = np.delete(corners, i, axis=0).astype(np.float32)
    covers = [any(cv2.pointPolygonTest(q, (x, y), False) >= 0 for q in others) for x, y in points.tolist()]
    return covers.index(True) if sum(covers) == 1 else None


def _side_inside_column(corners: Floats, i: int, usual: Bools, in_line: float) -> int | None:
    """The side of card i, 0 left or 1 right, that ends short of its column's; None where both do, or neither.

    The nearest of the ``usual`` cards [n] above or below with a side in line shows where the column ends.
    """
    across, down = corners[i, 1] - corners[i, 0], corners[i, 3] - corners[i, 0]
    frame = np.stack([across, down / max(float(np.linalg.norm(down)), 1e-6) * np.linalg.norm(across)], axis=1)
    ends = (corners[usual][:, :2] - corners[i, :2]) @ np.linalg.pinv(frame).T
    off = np.abs(ends[:, :, 0])
    column = np.flatnonzero((off < in_line).any(axis=1))
    if len(column) == 0:
        return None
    nearest = column[np.abs(ends[column, 0, 1]).argmin()]
    ends_there = (off[nearest] < in_line).tolist()
    return ends_there.index(False) if sum(ends_there) == 1 else None


def in_endless_columns(found: Detections, size: tuple[int, int], settings: PileSettings = PILE) -> Bools:
    """Which unsure finds, [n], lie in a column of strips that ends in the photo without a whole card.

    The last card of a column hides others and nothing hides it. The strips of a patterned cloth have no end.
    """
    out = np.zeros(len(found), np.bool_)
    whole = found.kind != STRIP
    if not whole.any():
        return out
    columns = columns_of_pile(found.corners, found.kind)
    lower, upper = found.corners[:, 2:].mean(axis=1), found.corners[:, :2].mean(axis=1)
    down = (lower - upper) / np.maximum(np.linalg.norm(lower - upper, axis=1), 1e-6)[:, None]
    # near the photo's edge the whole card that ends the column may lie outside
    below = lower + settings.edge * widths(found.corners)[:, None] * down
    beyond = ((below < 0) | (below > np.array(size) - 1)).any(axis=1)
    for number in np.unique(columns.column):
        own = columns.column == number
        last = own & (columns.place == columns.place[own].max())
        endless = not (own & whole).any() and not beyond[last].any()
        if endless and np.median(found.score[own]) < settings.sure_column:
            out |= own
    return out
