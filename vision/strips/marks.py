"""One small network finds letter, number and icons on a strip (CenterNet, Zhou et al. 2019).

It finds them in a banner of any shape and place, and a number beside the banner too. The readers then cut
each mark out at one size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats, Floats32, Picture
from vision.networks import sessions as networks
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify
from vision.strips.rectify import HEIGHT, WIDTH

VIEW_HEIGHT, VIEW_WIDTH = HEIGHT // 2, WIDTH // 2  #: of the network's input: half a strip
CELL_SIDE = 4  #: pixels of the view for a cell of the network's grid
ICON, LETTER, NUMBER = range(3)  #: the network's maps
ICON_ROWS = 8  #: rows for icons in `Marks`

#: A detection that shows more print than this (`Marks.shown`) is a card of the game.
BOOK_CARD = 1.9


# When a mark is clear, and where a table's cards have their marks. Pixels are of a view.
#: A mark is clear above this probability.
CLEAR_MARK = 0.4
#: Fewest clear marks that show where a table's cards have the mark.
FEWEST_MARKS = 3
#: A strip that shows more print than this (`Marks.shown`) is surely a face.
SURE_FACE_PRINT = 1.43
#: Beside sure faces, a strip that shows more than this is a face too.
FACE_BESIDE = 1.1
#: A mark shows faintly above this probability.
FAINT_MARK = 0.05
#: Probabilities below this count as this.
LEAST_MARK = 0.005
#: Standard deviation in pixels of a mark's place on the cards of one table.
PLACE_SPREAD = 4.0
#: The same where some strips may be no cards, or cut askew.
GUESSED_SPREAD = 6.0
#: An unusual place makes a mark less likely by this many nats at most.
LARGEST_PENALTY = 2.5
#: Letter and number lie this many pixels apart or more, across or down.
LETTER_TO_NUMBER = 8.0
#: Share of faces whose letter and number may overlap; with more, a part of the number was taken for the
#: letter.
OVERLAPPING_FACES = 0.2
#: A mark taller or shorter than the median by this factor was seen in part, or with something beside it.
HEIGHT_RATIO = 1.4
#: Least probability of an icon.
LEAST_ICON = 0.03
#: Least distance of two icons, in widths of the narrower one.
BETWEEN_ICONS = 0.6


@dataclass(frozen=True)
class Marks:
    """What stands on ``n`` strips, in strip pixels; every row is probability, x, y, width, height.

    ``icons`` is float32 ``[n, 8, 5]``, likeliest first, probability 0 in empty rows; ``letter`` and
    ``number`` are ``[n, 5]``: the likeliest places. x and y are those of the middle.
    """

    icons: Floats32
    letter: Floats32
    number: Floats32

    @property
    def shown(self) -> Floats32:
        """How much print each strip shows, [n]: the probabilities of its letter, its number and a second
        icon, which every face has, 0 to 3 in all.
        """
        second_icon = np.sort(self.icons[..., 0], axis=1)[:, -2]
        return np.asarray(
            np.stack([self.letter[:, 0], self.number[:, 0], second_icon], axis=1).sum(axis=1), np.float32
        )

    def __getitem__(self, which: NDArray[np.bool_]) -> Marks:
        """The marks of some strips, ``which`` [n]."""
        return Marks(self.icons[which], self.letter[which], self.number[which])

    def above(self, y: Floats32) -> Marks:
        """The marks, with probability 0 where they stand below ``y``, [n] in strip pixels."""
        icons, letter, number = (each.copy() for each in (self.icons, self.letter, self.number))
        icons[icons[..., 2] > y[:, None], 0] = 0.0
        for mark in (letter, number):
            mark[mark[:, 2] > y, 0] = 0.0
        return Marks(icons, letter, number)

    def __mul__(self, factors: Floats32) -> Marks:
        """The marks with every row times ``factors`` [5]."""
        return Marks(self.icons * factors, self.letter * factors, self.number * factors)


@dataclass(frozen=True)
class Strips:
    """The strips of n cards, and what the network says of them.

    ``corners`` [n, 4, 2]: of the cards, in pixels of the photo. ``pictures``: uint8 [n, 152, 344, 3].
    ``maps``: as `maps_of` gives them.
    """

    corners: Floats
    pictures: Picture
    maps: Floats32

    @classmethod
    def at(cls, photo: Pyramid, corners: NDArray[np.floating]) -> Strips:
        """The strips of the cards with these ``corners`` [n, 4, 2]; what the photo was asked for before is
        not looked at again.
        """
        quads = np.asarray(corners, np.float64)
        keys = [quad.tobytes() for quad in quads]
        new = [i for i, key in enumerate(keys) if key not in photo.looks]
        pictures = rectify.strips(photo, quads[new])
        maps = maps_of(pictures)
        photo.looks |= zip([keys[i] for i in new], zip(pictures, maps, strict=True), strict=True)
        if len(new) == len(quads):
            return cls(quads, pictures, maps)
        looks = [photo.looks[key] for key in keys]
        return cls(quads, np.stack([picture for picture, _ in looks]), np.stack([each for _, each in looks]))

    def marks(self, guessed: bool = False) -> Marks:
        """The letter, the number and the icons of each card; ``guessed`` as in `find_marks`."""
        return marks_on(self.maps, guessed)


def find_marks(strips: Picture, guessed: bool = False) -> Marks:
    """Finds letter, number and icons on the strips of one table, uint8 ``[n, 152, 344, 3]``.

    ``guessed``: some strips may be no cards, or cut askew, so only clear marks show where the others stand.
    """
    return marks_on(maps_of(strips), guessed)


def maps_of(strips: Picture) -> Floats32:
    """What the network says of each cell of strips, uint8 ``[n, 152, 344, 3]``.

    Float32 [n, 7, rows, columns]: the odds of an icon, a letter and a number, where in the cell the middle of
    the mark lies, and its size.
    """
    views = np.empty((len(strips), VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    for view, strip in zip(views, strips, strict=True):
        cv2.resize(strip, (VIEW_WIDTH, VIEW_HEIGHT), view, interpolation=cv2.INTER_AREA)
    (maps,) = networks.run("strip_finder", views)
    return maps


def marks_on(maps: Floats32, guessed: bool = False) -> Marks:
    """The marks of one table's strips by their `maps_of`, in their pixels; ``guessed`` as in `find_marks`."""
    in_views = _marks(maps, one_printing=True, guessed=guessed)
    return in_views * np.array([1, 2, 2, 2, 2], np.float32)


def print_at(photo: Photo, corners: NDArray[np.floating]) -> Floats32:
    """How much print (`Marks.shown`) the cards with these ``corners`` [n, 4, 2] show in a photo, uint8 BGR
    [H, W, 3]: [n].
    """
    return find_marks(rectify.strips(photo, corners), guessed=True).shown


def find(views: Picture, one_printing: bool = False, guessed: bool = False) -> Marks:
    """Finds the marks on pictures of the network's own size, uint8 ``[n, 76, 172, 3]``, in their pixels.

    ``one_printing``: the pictures show one printing, which sets letter and number at one place on every card.
    """
    (maps,) = networks.run("strip_finder", views)
    return _marks(maps, one_printing, guessed)


def _marks(out: Floats32, one_printing: bool, guessed: bool) -> Marks:
    n = len(out)
    if n == 0:
        return Marks(np.zeros((0, ICON_ROWS, 5), np.float32), *(np.zeros((0, 5), np.float32),) * 2)
    heat = np.asarray(1 / (1 + np.exp(-out[:, :3])), np.float32)
    dx, dy = 1 / (1 + np.exp(-out[:, 3:5].transpose(1, 0, 2, 3)))
    width, height = np.exp(np.clip(out[:, 5:7].transpose(1, 0, 2, 3), -1, 3.5)) * CELL_SIDE
    rows, columns = np.mgrid[: heat.shape[2], : heat.shape[3]]
    x, y = (columns + dx) * CELL_SIDE, (rows + dy) * CELL_SIDE
    boxes = np.stack([x, y, width, height], axis=-1)  # [n, rows, columns, 4]
    grid = (np.column_stack([columns.ravel(), rows.ravel()]) * CELL_SIDE).astype(np.float32)

    icons = np.stack([_icon_peaks(heat[i, ICON], boxes[i]) for i in range(n)])
    spread = GUESSED_SPREAD if guessed else PLACE_SPREAD
    likely = heat[:, [LETTER, NUMBER]].max(axis=(2, 3)).sum(axis=1)
    faces = _faces(likely + np.sort(icons[..., 0], axis=1)[:, -2])

    def best(which: int, place: Floats32 | None = None) -> Floats32:
        flat = heat[:, which].reshape(n, -1)
        if one_printing and place is None:
            place = _typical_place(heat[faces, which], grid, guessed)
        if place is None:
            top = flat.argmax(axis=1)
        else:
            top = (np.log(flat) - _place_penalty(grid, place, spread)).argmax(axis=1)
        top = _on_peaks(heat[:, which], top)
        chosen = boxes.reshape(n, -1, 4)[np.arange(n), top]
        marks = np.column_stack([flat[np.arange(n), top], chosen]).astype(np.float32)
        return _as_tall(marks, faces) if one_printing else marks

    letter, number = best(LETTER), best(NUMBER)
    two = _letter_and_number(heat, boxes) if one_printing else None
    if two is not None:
        overlapping = _overlap(letter[:, 1:], number[:, 1:])
        if overlapping[faces].mean() > OVERLAPPING_FACES:
            return Marks(icons, best(LETTER, grid[two.letter]), best(NUMBER, grid[two.number]))
    return Marks(icons, letter, number)


class _LetterAndNumber(NamedTuple):
    """Where a table has its letters and its numbers: cells of the network's grid, counted along its rows."""

    letter: int
    number: int


def _letter_and_number(heat: Floats32, boxes: Floats32) -> _LetterAndNumber | None:
    """The likeliest cells of a table's letters and numbers that do not overlap; None where too little shows.

    ``heat`` [n, 3, rows, columns], and ``boxes`` [n, rows, columns, 4]: x, y, width and height.
    """
    letter, number = heat[:, LETTER], heat[:, NUMBER]
    clear = letter.max(axis=(1, 2)) + number.max(axis=(1, 2)) > 2 * CLEAR_MARK
    if clear.sum() < FEWEST_MARKS:
        return None
    table = [_mean_log_likelihood(each[clear]) for each in (letter, number)]
    peaks = [(each >= cv2.dilate(each, np.ones((5, 5)))) & (each > np.log(LEAST_MARK)) for each in table]
    likely = np.flatnonzero(peaks[0] | peaks[1])
    median = np.median(boxes[clear], axis=0).reshape(-1, 4)[likely]
    overlapping = _overlap(median[:, None], median[None])
    if overlapping.all():
        return None
    a, b = (each.ravel()[likely] for each in table)
    both = np.where(overlapping, -np.inf, a[:, None] + b[None])
    one, other = np.unravel_index(both.argmax(), both.shape)
    return _LetterAndNumber(int(likely[one]), int(likely[other]))


def _overlap(one: Floats32, other: Floats32) -> NDArray[np.bool_]:
    """Whether one of two boxes, [..., 4] each (x, y, width, height), has its middle on the other, or
    less than `LETTER_TO_NUMBER` from the middle of the other, [...].
    """
    reach = np.maximum(np.maximum(one[..., 2:], other[..., 2:]) / 2, LETTER_TO_NUMBER)
    return np.asarray((np.abs(one[..., :2] - other[..., :2]) < reach).all(axis=-1), np.bool_)


def _faces(shown: Floats32) -> NDArray[np.bool_]:
    """Which strips, [n], are faces by the print that each has ``shown``, [n]; all strips where no face is
    sure.

    All backs may have an ornament at one place that looks like a letter or a number.
    """
    sure = shown > SURE_FACE_PRINT
    if not sure.any():
        return np.ones(len(shown), np.bool_)
    return np.asarray(sure if sure.sum() >= FEWEST_MARKS else shown > FACE_BESIDE, np.bool_)


def _as_tall(marks: Floats32, faces: NDArray[np.bool_]) -> Floats32:
    """The letters or the numbers, [n, 5], with the median box where the height differs from that of most
    ``faces`` [n].
    """
    clear = faces & (marks[:, 0] > CLEAR_MARK)
    if clear.sum() >= FEWEST_MARKS:
        median = np.median(marks[clear, 1:], axis=0)
        off = np.abs(np.log(marks[:, 4] / median[3])) > np.log(HEIGHT_RATIO)
        marks[off, 1:] = median
    return marks


def _typical_place(heat: Floats32, grid: Floats32, guessed: bool) -> Floats32 | None:
    """Where a table's cards have a mark, in pixels [2]; None where too few show it.

    ``heat`` [n, rows, columns], ``grid`` [cells, 2] in pixels. If too few cards show the mark clearly, all
    together may, unless they are ``guessed``: a strip that is no card may show something else.
    """
    flat = heat.reshape(len(heat), -1)
    clear, seen = (flat.max(axis=1) > least for least in (CLEAR_MARK, FAINT_MARK))
    if clear.sum() >= FEWEST_MARKS:
        return np.asarray(np.median(grid[flat[clear].argmax(axis=1)], axis=0), np.float32)
    if not guessed and seen.sum() >= FEWEST_MARKS:
        return np.asarray(grid[_mean_log_likelihood(heat[seen]).argmax()], np.float32)
    return None


def _mean_log_likelihood(heat: Floats32) -> Floats32:
    """How likely each cell is by all of n cards, [rows, columns]; ``heat`` [n, rows, columns]."""
    soft = [cv2.GaussianBlur(each, (0, 0), 1) for each in heat]
    return np.asarray(np.log(np.maximum(soft, LEAST_MARK)).mean(axis=0), np.float32)


def _place_penalty(grid: Floats32, place: Floats32, spread: float) -> Floats32:
    """Nats against a mark in each cell, [cells], by its distance from ``place`` [2]; 0 within one
    ``spread``.
    """
    off = np.maximum(np.linalg.norm(grid - place, axis=1) / spread - 1, 0)
    return np.asarray(np.minimum(np.square(off) / 2, LARGEST_PENALTY), np.float32)


def _on_peaks(heat: Floats32, chosen: NDArray[np.intp]) -> NDArray[np.intp]:
    """The likeliest among the ``chosen`` cell of each map and its eight neighbours: its box is the best.

    ``heat`` [n, rows, columns]; cells [n], counted along the rows.
    """
    n, _, columns = heat.shape
    ringed = np.pad(heat, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    row, column = np.divmod(chosen, columns)
    beside = np.mgrid[-1:2, -1:2].reshape(2, 1, 9)
    rows, across = beside + np.stack([row, column])[..., None]  # [n, 9] each
    best = ringed[np.arange(n)[:, None], rows + 1, across + 1].argmax(axis=1)
    return np.asarray(rows[np.arange(n), best] * columns + across[np.arange(n), best], np.intp)


def _icon_peaks(heat: Floats32, boxes: Floats32) -> Floats32:
    """The icons of one map, float32 ``[8, 5]``, likeliest first: local peaks whose boxes lie apart."""
    out = np.zeros((ICON_ROWS, 5), np.float32)
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat > LEAST_ICON))
    kept = 0
    for i in np.argsort(-heat[rows, columns]):
        row, column = rows[i], columns[i]
        x, y, width, _ = box = boxes[row, column]
        others = out[:kept]
        apart = np.hypot(others[:, 1] - x, others[:, 2] - y)
        if (apart > BETWEEN_ICONS * np.minimum(others[:, 3], width)).all():
            out[kept] = heat[row, column], *box
            kept += 1
        if kept == ICON_ROWS:
            break
    return out
