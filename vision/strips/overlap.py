"""Cards of a shelf that lie under a neighbour's side, though none should (K1).

Such a card is found where that side ends, too narrow. Much narrower than the others it is made whole again,
and icons that would be hidden are not taken for none. All print of one that is hardly narrower stands nearer
to the hidden side than the other cards' print does: a number there may lack a digit, and reads as another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats
from vision.geometry.quads import Quads
from vision.geometry.sizes import usual_lengths
from vision.strips.aligned import TELLING
from vision.strips.marks import CLEAR, Marks
from vision.strips.rectify import BLANK_MARGIN, LEFT, SCALE

#: Fewer faces do not show where print stands on most.
ENOUGH = 4
#: How much nearer to a side than on most cards all print stands, in card widths, and for how little room
#: between the number and that side, in heights of the number, a digit may be missing. Of 4,910 faces in six
#: sets ten are so: one lacks half of its 8 and was read as 1/2 for 8/12, and was sure; the others are whole.
#: (Of 12,891 others 47 had stood less than 0.8 from the side, none of them wrong and sure.)
NEARER, ROOM = 0.025, 0.45
#: A number loses digits where the letter stands so much nearer to a side, and the number's end there, that
#: many card widths further from it, does not: of 54,455 faces in 47 sets 21 are so, eight of them read
#: wrongly, two surely.
STAYS = 0.03
#: A number that is narrower than so much of the two narrowest others may lack a digit wherever it stands: of
#: 12,891 faces in 21 sets six are so, and four of them were read wrongly, two of these surely.
NARROW = 0.78
#: All print of a card that lies under the row above stands this much nearer to its upper side than on most,
#: in card widths, and half of its icons may show. Of 23,015 faces in 37 sets 60 are so; of four of them icons
#: were taken for others, surely of three.
HIGHER = 0.03
#: How far from its usual place a letter or a number that tells which side is hidden may then stand, in card
#: widths.
OFF = 0.04
#: The edge network may be torn between the neighbour's side and where the card would end: so many of its
#: expected errors further in the neighbour may lie, if the card is narrower than others by this share at
#: least. Of 6,381 faces in ten sets 27 that are narrower by less than `BLANK_MARGIN` are hidden so: of 21 a
#: corner is off by about as much as they are narrower.
ERRORS, NARROWER = 2.0, 0.03
#: A card's left and its right corners, the upper ones first.
ENDS = ([0, 3], [1, 2])
#: Of an icon so much to the right of its middle must be in view, in its widths.
OF_AN_ICON = 0.17


@dataclass(frozen=True)
class Whole:
    """Cards made whole: their ``corners`` [n, 4, 2], and the share of each one's width that others may hide
    on the left and on the right, ``hidden`` [n, 2].
    """

    corners: Quads
    hidden: Floats


def made_whole(corners: Quads, spread: NDArray[np.floating], marks: Marks, up: Bools) -> Whole | None:
    """The cards of a shelf, [n, 4, 2], those of the faces, ``up`` [n], that another covers made whole; None
    where none is.

    ``spread`` [n]: the expected errors of their sides, in card widths: the other's side may lie so much
    further in. ``marks``: what was found on their strips. A card's upper side says that it is too narrow,
    for its strip is what is read; where letter and number stand says which side is hidden.
    """
    faces = np.flatnonzero(up)
    quads = corners[faces].astype(np.float64)
    longer = np.stack([_longer(quads[:, [0, 1]]), _longer(quads[:, [3, 2]])], axis=1)
    share = 1 - 1 / longer[:, 0]
    may_lack = share + ERRORS * np.nan_to_num(spread[faces])
    whole = (may_lack <= BLANK_MARGIN) | (share <= NARROWER)
    if whole.all() or whole.sum() < ENOUGH:
        return None
    off = _off_if_hidden(marks[up], longer[:, 0], whole)
    covered = np.flatnonzero(~whole & (off.min(axis=1) < OFF))
    if len(covered) == 0:
        return None
    out = Whole(corners.copy(), np.zeros((len(corners), 2)))
    for k in covered.tolist():
        card, side = faces[k], int(off[k].argmin())
        out.hidden[card, side] = may_lack[k]
        ends, others = ENDS[side], ENDS[1 - side]
        across = corners[card, ends] - corners[card, others]
        out.corners[card, ends] = corners[card, others] + across * longer[k, :, None]
    return out


def _off_if_hidden(marks: Marks, longer: Floats, whole: Bools) -> Floats:
    """How far, in card widths, the print of each face would be from where the ``whole`` ones have it if its
    left or its right side were hidden, [n, 2]; infinitely where no print tells.

    ``longer`` [n]: how many times as wide as it seems each is.
    """
    both = np.stack([marks.letter, marks.number], axis=1)
    tells = both[..., 0] > TELLING
    x = both[..., 1] / SCALE + LEFT
    usual = np.median(x[whole], axis=0)
    shown = 1 / longer[:, None]
    off = np.abs(np.stack([1 - (1 - x) * shown - usual, x * shown - usual], axis=2))
    off[~tells] = 0
    off[~tells.any(axis=1)] = np.inf
    return np.asarray(off.max(axis=1), np.float64)


def doubtful(marks: Marks, hidden: Floats) -> dict[str, Bools]:
    """Of which strips, [n], some of what tells a card's "letter", "order", "of" or "count" of books may lie
    under another, if so much of each card does, ``hidden`` [n, 2] as in `Whole`.
    """
    left, right = hidden.T
    letter, number = (
        (left > 0) & (_across(mark[:, 1:])[:, 0] / SCALE + LEFT < left)
        for mark in (marks.letter, marks.number)
    )
    return {"letter": letter, "order": number, "of": number, "count": right > BLANK_MARGIN}


def without_covered_icons(marks: Marks, hidden: Floats) -> Marks:
    """The marks without the icons of which another card may cover a third."""
    seen = (marks.icons[..., 1] + OF_AN_ICON * marks.icons[..., 3]) / SCALE + LEFT
    covered = (hidden[:, 1:] > 0) & (seen > 1 - hidden[:, 1:])
    icons = marks.icons.copy()
    icons[covered] = 0
    return replace(marks, icons=icons)


def _longer(sides: Floats) -> Floats:
    """How many times as long each side, [n, 2, 2], would be if it were as long as most: at least 1, [n]."""
    length = np.linalg.norm(sides[:, 1] - sides[:, 0], axis=1)
    return np.asarray(np.maximum(usual_lengths(length, sides.mean(axis=1)) / length, 1), np.float64)


def covered_digits(marks: Marks, up: Bools) -> Bools:
    """On which strips of one printing, [n], the number may lack a digit at its left or right end.

    ``marks``: what was found on them; ``up`` [n]: those of faces that show letter and number.
    """
    out = np.zeros(len(up), np.bool_)
    if up.sum() < ENOUGH:
        return out
    letter, number = marks.letter[up, 1:], marks.number[up, 1:]
    ends = np.concatenate([_across(letter), _across(number)], axis=1)
    off = (ends - np.median(ends, axis=0)) / SCALE
    left = -LEFT * SCALE
    room = np.stack([ends[:, 3] - left, left + SCALE - ends[:, 5]], axis=1) < ROOM * number[:, 3:]
    clear = marks.letter[up, 0] > CLEAR
    lost = _narrow(number[:, 2])
    # off the left side, and off the right one: less than 0 is nearer to it than on most cards
    for side, (end, inwards) in enumerate(((0, off), (2, -off))):
        letters, numbers = inwards[:, :3].max(axis=1), inwards[:, 3:].max(axis=1)
        lost |= (np.maximum(letters, numbers) < -NEARER) & room[:, side]
        stays = inwards[:, 3 + end] - inwards[:, end] > STAYS
        lost |= clear & (letters < -NEARER) & stays
    out[up] = lost
    return out


def covered_icons(marks: Marks, up: Bools) -> Bools:
    """On which strips of one printing, [n], another card's foot may cover the upper part of the icons.

    ``marks``: what was found on them; ``up`` [n]: those of faces that show letter and number.
    """
    out = np.zeros(len(up), np.bool_)
    if up.sum() < ENOUGH:
        return out
    rows = [marks.letter[up, None], marks.number[up, None], marks.icons[up]]
    off = np.stack([_below_the_others(row) for row in rows])
    out[up] = (off.max(axis=0) < -HIGHER) & (np.isfinite(off).sum(axis=0) > 1)
    return out


def _below_the_others(marks: NDArray[np.float32]) -> Floats:
    """How much lower on its card each row of marks, [n, k, 5], stands than most, in card widths, [n]; minus
    infinity where there are none.
    """
    there = marks[..., 0] > TELLING
    shown = there.any(axis=1)
    height = (there * marks[..., 2]).sum(axis=1) / np.maximum(there.sum(axis=1), 1) / SCALE
    usual = np.median(height[shown]) if shown.any() else 0.0
    return np.where(shown, height - usual, -np.inf)


def _narrow(widths: NDArray[np.float32]) -> Bools:
    """Which of a table's numbers, [n], are much narrower than the two narrowest others."""
    others = np.stack([np.delete(widths, i) for i in range(len(widths))])
    return np.asarray(widths < NARROW * np.sort(others, axis=1)[:, :2].mean(axis=1), np.bool_)


def _across(marks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Left end, middle and right end of marks, [n, 4]: strip pixels, [n, 3]."""
    return marks[:, :1] + marks[:, 2:3] * np.array([-0.5, 0.0, 0.5], np.float32)
