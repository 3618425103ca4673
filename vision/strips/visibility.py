"""What can be seen of each card's print: the photo's edge, other cards and glare hide it wholly or in part.

One map a card for all that hides: by it the evidence of each mark is weighed, before anything is decided
(`vision.common.evidence.Evidence.weighed`).

Of a card that the photo's edge cuts, a detector reports either the whole card, with corners outside the
photo, or the part in view, with a side on the edge. The grid of the cards beside it says where the whole card
would be. In a glare a picture is white, ink and all: print there is not missing, it cannot be seen. The card
stays a face, keeps its place in a pile, and may have more icons than show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Bools, Floats, Floats32, Picture
from vision.geometry.grid import Grid, Placement
from vision.strips.marks import CLEAR_MARK, Marks
from vision.strips.rectify import BLANK_MARGIN, HEIGHT, LEFT, SCALE, TOP, WIDTH, onto_strip, strip_corners

# A raster a card says what hides its strip; its cells are squares of pixels (Crow's summed-area tables).
STEP = 2  #: pixels of a strip for a cell: nothing that hides print has finer detail
Sums = NDArray[np.int32]  #: [n, rows + 1, columns + 1], of rasters [n, rows, columns]

#: The middles of the cells, in card widths: x [columns] and y [rows].
ACROSS = (np.arange(WIDTH // STEP) + 0.5) * STEP / SCALE + LEFT
DOWN = (np.arange(HEIGHT // STEP) + 0.5) * STEP / SCALE + TOP


def place(left: float, top: float, right: float, bottom: float) -> Floats32:
    """A part of each card, in card widths, as x, y, width and height in pixels of its strip, [1, 4]."""
    low, high = ((np.array(corner) - (LEFT, TOP)) * SCALE for corner in ((left, top), (right, bottom)))
    return np.concatenate([(low + high) / 2, high - low])[None].astype(np.float32)


def sums(rasters: NDArray[np.bool_] | Picture) -> Sums:
    """For each corner of a cell of ``rasters`` [n, rows, columns] the sum of all cells above and to the left:
    [n, rows + 1, columns + 1].
    """
    return np.stack([np.asarray(cv2.integral(each.astype(np.uint8)), np.int32) for each in rasters])


def means(summed: Sums, places: Floats32) -> Floats:
    """The mean of each of n rasters at each of k ``places`` [k, 4]: [n, k]."""
    middles, half = places[:, :2], places[:, 2:] / 2
    most = (summed.shape[2] - 1, summed.shape[1] - 1)
    left, top = np.clip((middles - half) / STEP, 0, most).astype(np.intp).T
    right, low = np.clip(np.ceil((middles + half) / STEP), 0, most).astype(np.intp).T
    inside = summed[:, low, right] - summed[:, top, right] - summed[:, low, left] + summed[:, top, left]
    return np.asarray(inside / np.maximum((right - left) * (low - top), 1), np.float64)


# When the photo's edge cuts a card, and what may lie outside it. Distances are in card widths.
#: A corner nearer to the photo's edge than this may be where the edge cuts the card.
NEAR_PHOTO_EDGE = 0.05
#: A card reaches further if the grid has its corners this far outside, and this far from where they seem.
LARGER_CARD = 0.1
#: Fewest whole cards that make a grid.
FEWEST_WHOLE_CARDS = 3
#: The banner's part of a card from its top left corner, across and down.
BANNER_PART = (0.34, 0.27)
#: The part that banner and icons take.
STRIP_PART = (1.0, 0.24)
#: Share of either part that may lie outside the photo: the print ends before.
SPARE_PART = 0.06
#: Share of a card that may lie outside and still count as nothing: its corners are not known better.
SPARE_OF_CARD = 0.03
#: The middles of a raster's cells in pixels of a strip, row by row, [cells, 1, 2].
_CELLS = np.stack(np.meshgrid(ACROSS - LEFT, DOWN - TOP), axis=-1).reshape(-1, 1, 2) * SCALE - 0.5


@dataclass(frozen=True)
class Edges:
    """What the photo shows of n cards.

    ``corners`` [n, 4, 2]: mended where the photo's edge had cut them short. ``outside`` [n, rows, columns]:
    where their strips leave the photo (`vision.strips.visibility`). ``banner`` [n] and ``icons`` [n]: whether
    they lie in the photo. ``cut`` [n]: the share of each card outside the photo, 0 if there is hardly any.
    """

    corners: Floats
    outside: Bools
    banner: Bools
    icons: Bools
    cut: Floats


def at_the_edges(corners: Floats, size: tuple[int, int], places: Placement | None, strip: Bools) -> Edges:
    """What a photo of ``size`` (width, height) shows of its cards.

    ``corners`` [n, 4, 2] as printed. ``places``: on shelves; None for a pile. ``strip`` [n]: cards of which
    only the top shows.
    """
    frame = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) - np.float32(0.5)
    mended = np.asarray(corners, np.float64).copy()
    width = np.linalg.norm(mended[:, 1] - mended[:, 0], axis=1)
    suspect = touches(mended, size)
    if places is None:
        _widen(mended, suspect, width, size)
    else:
        _mend(mended, suspect, places, width, size)
    outside, cut = np.zeros((len(mended), len(DOWN), len(ACROSS)), np.bool_), np.zeros(len(mended))
    for i in np.flatnonzero(suspect):
        cells = cv2.perspectiveTransform(_CELLS, np.linalg.inv(onto_strip(strip_corners(mended[i, None])[0])))
        outside[i] = (_room(np.asarray(cells, np.float64), size) < -0.5).reshape(outside[i].shape)
        cut[i] = _outside(mended[i], frame)
    parts = np.concatenate([place(0, 0, *BANNER_PART), place(0, 0, *STRIP_PART)])
    banner, strips = (means(sums(outside), parts) <= SPARE_PART).T
    icons = banner & strips
    cut[cut <= SPARE_OF_CARD] = 0.0
    cut[strip & ~icons] = np.maximum(cut[strip & ~icons], SPARE_OF_CARD)
    return Edges(mended, outside, banner, icons, cut)


def touches(corners: NDArray[np.floating], size: tuple[int, int]) -> Bools:
    """Which cards, [n, 4, 2], the edge of a photo of ``size`` may cut, [n]."""
    room = _room(corners, size).min(axis=1)
    return np.asarray(
        room < NEAR_PHOTO_EDGE * np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1), np.bool_
    )


def _mend(corners: Floats, cut: Bools, places: Placement, width: Floats, size: tuple[int, int]) -> None:
    """Puts the corners of the ``cut`` cards where the grid of the whole cards of their shelf has them, if the
    grid has some outside the photo. Other cards may be whole and lie askew.
    """
    cells = places.cells.astype(np.float64)
    for shelf in np.unique(places.shelf[cut]):
        whole, where = (np.flatnonzero((places.shelf == shelf) & which) for which in (~cut, cut))
        if len(whole) < FEWEST_WHOLE_CARDS:
            continue
        grid = Grid.fit(cells[whole], corners[whole], places.plane)
        for i, expected in zip(where, grid.corners(cells[where]), strict=True):
            off = np.linalg.norm(expected - corners[i], axis=1)
            outside = _room(expected, size).min() < -LARGER_CARD * width[i]
            if outside and off.max() < np.linalg.norm(expected[2] - expected[0]):
                short = off > LARGER_CARD * width[i]
                corners[i][short] = expected[short]


def _room(points: NDArray[np.floating], size: tuple[int, int]) -> Floats:
    """How far inside a photo of ``size`` points [..., 2] lie, [...]; less than 0 is outside."""
    return np.asarray(np.minimum(points, np.array(size) - 1 - points).min(axis=-1), np.float64)


def _widen(corners: Floats, cut: Bools, width: Floats, size: tuple[int, int]) -> None:
    """Widens the cards of a pile that the photo's edge ``cut``, where they are narrower than others."""
    median = float(np.median(width))
    for i in np.flatnonzero(cut):
        lacking = median - width[i]
        if lacking < LARGER_CARD * median:
            continue
        right = (corners[i, 1] - corners[i, 0]) / max(width[i], 1e-6)
        sides = corners[i][[0, 3]].mean(axis=0), corners[i][[1, 2]].mean(axis=0)
        if _room(sides[0], size) < _room(sides[1], size):
            corners[i][[0, 3]] -= right * lacking
        else:
            corners[i][[1, 2]] += right * lacking


def _outside(quad: Floats, frame: NDArray[np.float32]) -> float:
    """The share of a convex quad's area that lies outside the photo."""
    area = abs(cv2.contourArea(quad.astype(np.float32)))
    if area <= 0:
        return 0.0
    return float(max(0.0, 1 - cv2.intersectConvexConvex(quad.astype(np.float32), frame)[0] / area))


# What counts as white, and what a white place hides.
#: A pixel is white from this value in all three channels.
WHITE = 240
#: Share of a place that is white where a glare hides the place.
WHITE_HIDES = 0.6
#: A mark less white than `WHITE_HIDES` is there from this probability.
FAINT_UNDER_GLARE = 0.2
#: A mark this white shows no ink: its surroundings misled the finder.
NO_INK = 0.97
#: Icons whose surroundings are paler than this are printed on white, which looks like a glare.
PALE = 190
#: The surroundings of an icon, in its own sizes.
ICON_SURROUNDINGS = 1.5
#: A strip as white as this without a letter or a number is paper, or wholly in a glare.
PAPER = 0.6


@dataclass(frozen=True)
class Glare:
    """On which strips a glare hides the letter, the number, or a place for an icon, [n] each. ``banner``:
    where it hides the letter or the number, and the other, too, is hidden or seen. ``white`` [n, rows,
    columns]: the cells that are white (`vision.strips.visibility`).
    """

    letter: Bools
    number: Bools
    icons: Bools
    banner: Bools
    white: Bools


def glare_on(strips: Picture, marks: Marks) -> Glare:
    """The glare on strips of one printing, uint8 ``[n, 152, 344, 3]``, on which ``marks`` were found."""
    blue, green, red = np.moveaxis(strips[:, ::STEP, ::STEP], 3, 0)
    lightness = np.minimum(np.minimum(blue, green), red)  # much faster than min(axis=3)
    white = lightness >= WHITE
    both = marks.letter, marks.number
    own = np.stack([means(sums(white), mark[:, 1:]).diagonal() for mark in both])
    likely = np.stack([mark[:, 0] for mark in both])
    least = np.where(own < WHITE_HIDES, FAINT_UNDER_GLARE, CLEAR_MARK)
    seen = (own < NO_INK) & (likely >= least)
    white[(white.mean(axis=(1, 2)) >= PAPER) & ~seen.any(axis=0)] = False
    if not white.any():
        none = np.zeros(len(strips), np.bool_)
        return Glare(none, none, none, none, white)
    whites = sums(white)
    hidden = np.stack([_hidden(whites, mark, there) for mark, there in zip(both, seen, strict=True)])
    banner = np.asarray(hidden.any(axis=0) & (hidden | seen).all(axis=0), np.bool_)
    icons = _icons_hidden(whites, lightness, marks.icons)
    return Glare(hidden[0], hidden[1], icons, banner, white)


def _hidden(whites: Sums, mark: Floats32, seen: Bools) -> Bools:
    """Which strips, [n], on which this ``mark`` [n, 5] is not ``seen`` [n] are white where the clear marks
    stand on other strips.
    """
    clear = seen & (mark[:, 0] >= CLEAR_MARK)
    if not clear.any():
        return clear
    median = np.median(mark[clear, 1:], axis=0)[None]
    return np.asarray(~seen & (means(whites, median)[:, 0] >= WHITE_HIDES), np.bool_)


def _icons_hidden(whites: Sums, lightness: Picture, icons: Floats32) -> Bools:
    """Which strips, [n], are white without an icon where others have one of their ``icons`` [n, 8, 5].

    ``lightness`` [n, h, w]: nothing is told of icons that are printed on white.
    """
    seen = icons[..., 0] >= CLEAR_MARK
    places = icons[seen][:, 1:]
    white = means(whites, places) >= WHITE_HIDES
    if not white.any():
        return np.zeros(len(icons), np.bool_)
    off = np.abs(icons[:, :, None, 1:3] - places[None, None, :, :2]).max(axis=3)
    own = (seen[:, :, None] & (off < places[:, 2:].max(axis=1) / 2)).any(axis=1)
    printed_on_white = _around(lightness, icons, seen) >= PALE
    return np.asarray((white & ~own).any(axis=1) & (not printed_on_white), np.bool_)


def _around(lightness: Picture, icons: Floats32, seen: Bools) -> float:
    """The median ``lightness`` [n, h, w] around the ``icons`` [n, 8, 5] that are ``seen`` [n, 8]."""
    places, larger = icons[seen][:, 1:], ICON_SURROUNDINGS
    strip = np.nonzero(seen)[0]
    outer = places * np.array([1, 1, larger, larger], np.float32)
    summed = sums(lightness)
    within, whole = (means(summed, each)[strip, np.arange(len(strip))] for each in (places, outer))
    return float(np.median((larger**2 * whole - within) / (larger**2 - 1)))


#: The probability that an icon is hidden where something may hide a part of the icons.
PARTLY_HIDDEN = 0.5


@dataclass(frozen=True)
class Visibility:
    """What can be seen of n cards.

    ``map`` [n, rows, columns]: where something hides a strip (`vision.strips.visibility`). ``hidden``: for
    "letter", "order", "of", "count" (of books) and "icons" the probability [n] that print of it is hidden, 1
    where nothing of it shows. ``banner``, ``icons`` [n]: whether the photo shows that part of the card.
    """

    map: Bools
    hidden: Mapping[str, Floats]
    banner: Bools
    icons: Bools

    @classmethod
    def of(cls, pictures: Picture, marks: Marks, edges: Edges, sides: Floats) -> Visibility:
        """What shows on strips, uint8 ``[n, 152, 344, 3]``, with these ``marks``.

        ``edges``: what lies in the photo. ``sides`` [n, 2]: the share of each card's width that others hide
        on the left, with its letter and number, and on the right, with its icons.
        """
        glare = glare_on(pictures, marks)
        beside = sides > BLANK_MARGIN
        banner = edges.banner & ~beside[:, 0]
        letter, number = ~banner | glare.letter, ~banner | glare.number
        wholly = {"letter": letter, "order": number, "of": number}
        wholly |= {"count": ~edges.icons, "icons": ~edges.icons}
        hidden = {name: each.astype(np.float64) for name, each in wholly.items()}
        dazzled = glare.letter | glare.number | glare.icons
        hides = edges.outside | glare.white & dazzled[:, None, None]
        seen = cls(hides, hidden, banner, edges.icons)
        return seen.with_doubt("count", beside[:, 1] | glare.icons).with_doubt("icons", beside[:, 1])

    def with_doubt(self, name: str, cards: Bools) -> Visibility:
        """The same, where something may hide a part of the print ``name`` of these ``cards`` [n]."""
        doubted = np.maximum(self.hidden[name], PARTLY_HIDDEN * cards)
        return replace(self, hidden={**self.hidden, name: doubted})
