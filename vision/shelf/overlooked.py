"""Places beside the cards of a shelf at which one may have been overlooked: a pale back on a pale table.

A shelf says where its cards can lie (K1), so there is little to look at, and it can be looked at closely.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Ints
from vision.cards.backs import unlikeness_to
from vision.cards.book_cards import PrintSettings
from vision.cards.placed import Placement
from vision.detect.detections import FACE_DOWN, Detections, face_kinds
from vision.detect.detector import Detector, DetectorSettings
from vision.geometry.grid import expected_corners, grid_inliers
from vision.geometry.quads import Quads, areas, common_area, is_card_like
from vision.photo.pyramid import Photo, Pyramid
from vision.shelf.lattice import MOST_ROWS, around
from vision.strips import rectify
from vision.strips.marks import find_marks

Cell = tuple[int, int]  #: column and row

#: Where another card covers more than this share of a place, no card of this shelf lies.
COVERED = 0.25
#: So many pixels may a place reach out of the photo: the grid is not known better.
SPARE = 3
#: The expected error of the sides, in card widths, below which a place has a card: of 1,933 empty places
#: beside the cards of 309 photos none had less than 0.0107, of 15 overlooked cards 14 had less than 0.0095;
#: in 576 other photos all of 20 overlooked cards had less than 0.0085, two tiles in line with the cards
#: 0.0089 and 0.0093. Unless the second look gives it up by more than these log odds: the stripes of a cloth
#: had clear sides (-3.2); of 739 backs one came to less than -3, of 1,917 empty places 1,670.
CLEAR_SIDES, GIVEN_UP = 0.0087, -3.0
#: And below which its print is looked at.
PRINT_SIDES = 0.02
#: The same where the second look is sure, with these log odds: of 1,500 empty places beside the cards of 640
#: photos none was (4.4 with 0.0186 came nearest).
SEEN_SIDES, SEEN = 0.0125, 6.0
#: How what speaks for another back is weighed where there are clear ones (`_another_back`; logistic
#: regression on 850 empty places and 354 backs of four sets, each looked for as if only the others were
#: known), and the log odds from which it is one, a little more than even, for few backs are overlooked: in
#: those sets no empty place came to more than -0.7 and no back to less than 0.6, in six others (1,067 and
#: 385) none to more than -2.1, two backs to 0.06 and 0.17; a hole among cards has come to 0.18.
WEIGHTS, ANOTHER = (-4.1, 0.43, -0.27, -1.76, 1.18), 0.5
#: The second look may give up all backs of a table, which by others' side are clear: where so many are, what
#: it gives up is looked at from these log odds on.
HOPELESS_BACK, MANY = -9.0, 2
#: More than these many nats the second look does not say; more, and less, unlike a back than these is all the
#: same.
MOST_SEEN, UNLIKE, SAME = 8.0, 20.0, 0.5
#: The probability of a card that is found so, and of a back that nothing but its sides tells where no other
#: is clear, for the planks of a floor have such sides too, or whose sides are unsure: somebody looks at it
#: (`vision.decide`). One that was found before and is less likely gives way to it.
FOUND, BY_SIDES = 0.9, 0.85
#: The probabilities of a letter, a number and a second icon, in all, above which what is printed there says
#: it too. More than tells the side of a card: an empty place came to 1.42, overlooked faces to 2.15 and more.
CLEAR_PRINT = 2.1


def cards_beside(photo: Photo, detector: Detector, cards: Detections, placed: Placement) -> Detections:
    """The cards that were overlooked beside those of a photo, uint8 BGR [H, W, 3].

    Clear sides or clear print make a place a card, and so does a look like that of the clear backs; what is
    printed tells its side. ``placed``: where the ``cards`` lie, whose corners are from each shelf's top left.
    """
    photo = Pyramid.of(photo)
    clear = cards.score >= FOUND
    backs = clear & (cards.kind == FACE_DOWN)
    places = places_beside(cards.corners, placed, photo.size, clear)
    hopeless = HOPELESS_BACK if backs.sum() >= MANY else DetectorSettings.hopeless
    likely = detector.likely(photo, places, hopeless)
    table = table_around(cards.corners, placed, photo.size, clear) if backs.any() else places
    unlike = unlikeness_to(photo, likely.corners, table, cards.corners[backs])
    back = _another_back(likely, *unlike)
    seen = back | (likely.spread < PRINT_SIDES)
    likely, back = likely[seen], back[seen]
    marks = find_marks(rectify.strips(photo, likely.corners), guessed=True)
    there = (likely.spread < CLEAR_SIDES) & (likely.checked > GIVEN_UP)
    there |= (likely.spread < SEEN_SIDES) & (likely.checked > SEEN)
    there |= (marks.shown > CLEAR_PRINT) | back
    told = bool(backs.any()) & (likely.spread <= PrintSettings.edge_error)
    score = np.where(marks.printed | told, FOUND, BY_SIDES).astype(np.float32)
    return replace(likely, kind=face_kinds(marks.printed), score=score)[there]


def _another_back(likely: Detections, own: NDArray[np.float64], table: float) -> NDArray[np.bool_]:
    """Which of the ``likely`` cards, [n], are another of the clear backs, from which they differ by their
    ``own`` unlikeness, [n], and the ``table`` by its.

    Weighed: the log of how unsure the edge network is of its sides (in hundredths of a card), the log odds of
    the second look, how unlike the backs it is, the log of how much less so than the table, and one. Where
    the table looks as the backs do the latter says nothing.
    """
    if not np.isfinite(table):
        return np.zeros(len(likely), np.bool_)
    said = np.clip(likely.checked, -MOST_SEEN, MOST_SEEN)
    less = np.log((own + SAME) / (table + SAME))
    evidence = [np.log(likely.spread / 0.01), said, np.minimum(own, UNLIKE), less, np.ones(len(own))]
    return np.asarray(np.array(WEIGHTS) @ evidence > ANOTHER, np.bool_)


def places_beside(
    corners: Quads, placed: Placement, size: tuple[int, int], clear: NDArray[np.bool_] | None = None
) -> Quads:
    """The empty places that share an edge with a card of a shelf, float32 [m, 4, 2] in photo pixels.

    ``corners`` [n, 4, 2] from each shelf's top left, and where they lie. ``size``: the photo's width and
    height; places that are not wholly in it are left out, and so are those of a fourth row (K2), and those
    that a card covers: one of the ``clear``, [n], or any.
    """
    return _free(corners, placed, size, clear, _beside)


def table_around(
    corners: Quads, placed: Placement, size: tuple[int, int], clear: NDArray[np.bool_] | None = None
) -> Quads:
    """Places that show the table, most of them: those beside the cards and those beside these.

    Arguments as for `places_beside`, and what it gives. Of the nearest alone most may be overlooked cards.
    """
    return _free(corners, placed, size, clear, lambda taken: around(around(taken) | taken))


def _free(
    corners: Quads,
    placed: Placement,
    size: tuple[int, int],
    clear: NDArray[np.bool_] | None,
    wanted: Callable[[set[Cell]], set[Cell]],
) -> Quads:
    """The free places of each shelf among those that are ``wanted`` by where its cards lie."""
    cover = corners if clear is None else corners[clear]
    found: list[Quads] = []
    for number in np.unique(placed.shelf):
        own = placed.shelf == number
        places = _corners_at(corners[own], placed.cells[own], wanted)
        found.append(places[_lie_free(places, cover, size)])
    return np.concatenate(found) if found else corners[:0]


def _beside(taken: set[Cell]) -> set[Cell]:
    rows = [y for _, y in taken]
    return {(x, y) for x, y in around(taken) if max(y, *rows) - min(y, *rows) < MOST_ROWS}


def _corners_at(quads: Quads, cells: Ints, wanted: Callable[[set[Cell]], set[Cell]]) -> Quads:
    """The corners of the ``wanted`` places of one shelf, free or not, that no card of it takes."""
    taken = {(x, y) for x, y in cells.tolist()}
    beside = sorted(wanted(taken) - taken)
    places, corners = cells.astype(np.float64), quads.astype(np.float64)
    true = grid_inliers(places, corners)
    return expected_corners(places[true], corners[true], np.array(beside, np.float64)).astype(np.float32)


def _lie_free(quads: Quads, cards: Quads, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which places, [m, 4, 2], are wholly in the photo and covered by none of the cards, [n, 4, 2]."""
    right, bottom = size[0] - 1 + SPARE, size[1] - 1 + SPARE
    inside = ((quads >= -SPARE) & (quads <= (right, bottom))).all(axis=(1, 2))
    free = np.asarray(inside & is_card_like(quads), np.bool_)
    low = np.maximum(quads.min(axis=1)[:, None], cards.min(axis=1)[None])
    high = np.minimum(quads.max(axis=1)[:, None], cards.max(axis=1)[None])
    most = COVERED * np.abs(areas(quads))
    for i, j in np.argwhere((low < high).all(axis=2) & free[:, None]):  # most are too far off to be compared
        free[i] &= common_area(quads[i], cards[j]) < most[i]
    return free
