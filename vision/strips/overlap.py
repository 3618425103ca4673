"""Cards of a shelf that lie under a neighbour's side, though no card should (K1).

The detector lets a covered card end where the neighbour's side lies, so the card is too narrow. Much narrower
than the others, it is made whole again, and icons that may be hidden are not taken for missing ones. Print of
a card that is hardly narrower stands too near to the hidden side: its number may lack a digit, and read as
another number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Bools, Floats, Floats32
from vision.geometry.plane import Plane
from vision.geometry.quads import Quads
from vision.strips.alignment import PLACING_MARK
from vision.strips.marks import Marks
from vision.strips.raster import ACROSS, DOWN, means, place, sums
from vision.strips.rectify import BLANK_MARGIN, LEFT, SCALE, TOP

SIDE_CORNERS = ([0, 3], [1, 2])  #: a card's left and its right corners, the upper one first


# When a card counts as covered. Distances are in card widths unless said otherwise.
#: Fewest faces that show the usual width of cards and the usual place of print.
FEWEST_FACES = 4
#: The neighbour's side may lie this many of its expected errors further in than it seems.
SIDE_ERRORS = 2.0
#: Cards whose width lacks no more than this share of the usual width are whole.
NARROWER = 0.03
#: Print this far from its usual place does not say which side is hidden.
PRINT_OFF_PLACE = 0.04
#: Print nearer to a side than usual by more than this may continue under the neighbour.
NEARER_SIDE = 0.025
#: A number with less room than this beside it may lack a digit there, in heights of the number.
DIGIT_ROOM = 0.45
#: Icons begin further right than this.
ICONS_BEGIN = 0.34
#: Icons may be cut where all print stands higher than usual by more than this.
HIGHER_PRINT = 0.03
#: How far to the right of its middle an icon must be in view, in widths of the icon.
ICON_IN_VIEW = 0.17


@dataclass(frozen=True)
class Whole:
    """Cards made whole: their ``corners`` [n, 4, 2], and ``hidden`` [n, 2], the share of each card's width
    that others may hide on the left and on the right.
    """

    corners: Quads
    hidden: Floats


def made_whole(
    corners: Quads, spread: NDArray[np.floating], marks: Marks, up: Bools, plane: Plane
) -> Whole | None:
    """The cards of a shelf, [n, 4, 2], with covered faces made whole; None where no face is covered.

    ``spread`` [n]: the expected errors of the cards' sides, in card widths. ``marks``: what was found on
    their strips. ``up`` [n]: the faces. ``plane``: the table's. A card's upper side says that the card is too
    narrow, for its strip is what is read; the place of letter and number says which side is hidden.
    """
    faces = np.flatnonzero(up)
    if len(faces) < FEWEST_FACES:
        return None
    flat = plane.flat(corners[faces])
    length = np.linalg.norm(flat[:, [1, 2]] - flat[:, [0, 3]], axis=2)
    longer = np.maximum(np.median(length, axis=0) / np.maximum(length, 1e-6), 1)
    share = 1 - 1 / longer[:, 0]
    may_lack = share + SIDE_ERRORS * np.nan_to_num(spread[faces])
    whole = (may_lack <= BLANK_MARGIN) | (share <= NARROWER)
    if whole.all() or whole.sum() < FEWEST_FACES:
        return None
    off = _off_if_hidden(marks[up], longer[:, 0], whole)
    covered = np.flatnonzero(~whole & (off.min(axis=1) < PRINT_OFF_PLACE))
    if len(covered) == 0:
        return None
    out = Whole(corners.copy(), np.zeros((len(corners), 2)))
    for k in covered.tolist():
        card, side = faces[k], int(off[k].argmin())
        out.hidden[card, side] = may_lack[k]
        ends, others = SIDE_CORNERS[side], SIDE_CORNERS[1 - side]
        across = corners[card, ends] - corners[card, others]
        out.corners[card, ends] = corners[card, others] + across * longer[k, :, None]
    return out


def _off_if_hidden(marks: Marks, longer: Floats, whole: Bools) -> Floats:
    """How far the print of each face would be from its place on the ``whole`` faces, [n, 2], in card widths,
    if the left or the right side were hidden; infinity where no print tells.

    ``longer`` [n]: the factors by which the faces are wider than they seem.
    """
    both = np.stack([marks.letter, marks.number], axis=1)
    tells = both[..., 0] > PLACING_MARK
    x = both[..., 1] / SCALE + LEFT
    median = np.median(x[whole], axis=0)
    shown = 1 / longer[:, None]
    off = np.abs(np.stack([1 - (1 - x) * shown - median, x * shown - median], axis=2))
    off[~tells] = 0
    off[~tells.any(axis=1)] = np.inf
    return np.asarray(off.max(axis=1), np.float64)


def without_covered_icons(marks: Marks, hidden: Floats) -> Marks:
    """The marks without icons that another card may cover, by the shares ``hidden`` [n, 2] as in `Whole`."""
    seen = (marks.icons[..., 1] + ICON_IN_VIEW * marks.icons[..., 3]) / SCALE + LEFT
    covered = (hidden[:, 1:] > 0) & (seen > 1 - hidden[:, 1:])
    icons = marks.icons.copy()
    icons[covered] = 0
    return replace(marks, icons=icons)


def under_others(marks: Marks, up: Bools, hidden: Floats, above: bool) -> Bools:
    """Where other cards may lie on strips of one printing, [n, rows, columns] (`vision.strips.raster`).

    On the shares ``hidden`` [n, 2] as in `Whole`. Where all print of a card stands nearer to a side than on
    other cards, what lies on the card ends at that side: print may continue under it. ``marks``: what was
    found on the strips; ``up`` [n]: the faces that show letter and number. ``above``: whether a card of the
    row above may do so.
    """
    nearer = _nearer(marks, up)
    left, right = np.where((hidden > 0) | nearer[:, :2], hidden, -np.inf).T
    top = np.where(nearer[:, 2] & above, 0.0, -np.inf)
    across = (left[:, None] > ACROSS) | (right[:, None] > 1 - ACROSS)
    return across[:, None] | (top[:, None] > DOWN)[:, :, None]


def covered(marks: Marks, under: Bools) -> dict[str, Bools]:
    """For "letter", "order", "of", "count" (of books) and "icons": on which strips, [n], other cards may lie
    on a part of the print; ``under``: as `under_others` gives it.
    """
    summed = sums(under)
    number = marks.number[:, 1:].copy()
    number[:, 2] += 2 * DIGIT_ROOM * number[:, 3]
    letter, digits = (means(summed, each).diagonal() > 0 for each in (marks.letter[:, 1:], number))
    icons = means(summed, place(ICONS_BEGIN, TOP, 1 - BLANK_MARGIN, 0))[:, 0] > 0
    return {"letter": letter, "order": digits, "of": digits, "count": icons, "icons": icons}


def _nearer(marks: Marks, up: Bools) -> Bools:
    """Whose print stands nearer to the left, right or upper side than on most faces ``up`` [n]: [n, 3]."""
    out = np.zeros((len(up), 3), np.bool_)
    if up.sum() < FEWEST_FACES:
        return out
    both = np.stack([marks.letter[up], marks.number[up]], axis=1)
    ends = (both[..., 1:2] + both[..., 3:4] * np.array([-0.5, 0.0, 0.5])).reshape(len(both), -1)
    off = (ends - np.median(ends, axis=0)) / SCALE
    rows = [both[:, :1], both[:, 1:], marks.icons[up]]
    down = np.stack([_below_the_others(row) for row in rows])
    higher = (down.max(axis=0) < -HIGHER_PRINT) & (np.isfinite(down).sum(axis=0) > 1)
    out[up] = np.stack([off.max(axis=1) < -NEARER_SIDE, off.min(axis=1) > NEARER_SIDE, higher], axis=1)
    return out


def _below_the_others(marks: Floats32) -> Floats:
    """How much lower than usual each card's row of marks, [n, k, 5], stands, in card widths, [n]; minus
    infinity where no mark of the row is probable enough (`PLACING_MARK`).
    """
    there = marks[..., 0] > PLACING_MARK
    shown = there.any(axis=1)
    height = (there * marks[..., 2]).sum(axis=1) / np.maximum(there.sum(axis=1), 1) / SCALE
    median = np.median(height[shown]) if shown.any() else 0.0
    return np.where(shown, height - median, -np.inf)
