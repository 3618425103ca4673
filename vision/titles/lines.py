"""Finds the lines of titles on a card: pictures of one line each, dark on white, for a reader of print.

Titles run along the books, upwards or downwards. A card is cut out as it lies, its letters set off against
the ground around them; ink of the height of letters that stands in a row makes a line.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Bools, Floats32, Picture
from vision.photo.pyramid import Photo, Pyramid

Numbers = NDArray[np.int32]

#: Height by width of a printed card.
TALL = 88 / 63


# What counts as a line of a title; lengths in pixels of a card that is `TITLED_WIDTH` pixels wide.
#: The width to which cards are brought: letters are then as large as Tesseract likes them.
TITLED_WIDTH = 1000
#: The banner and the icons end here.
TITLES_TOP = 250
#: The ground is the median of so many pixels of the picture at a quarter of its size.
GROUND = 21
#: Fainter ink is noise, in levels of lightness.
FAINTEST_INK = 14.0
#: Ink is darker than this share of the darkest ink nearby.
INK = 0.42
#: The least and the greatest height of letters and of what stands on them; the greatest width of a word.
LEAST_HEIGHT = 5
LETTER_HEIGHT = 14
TALLEST_MARK = 105
WIDEST_WORD = 420
#: Letters nearer than this are one run; shorter runs begin no line.
RUN_GAP = 61
SHORTEST_RUN = 60
#: Words further apart than so many heights of a line are not of one line.
WORDS_APART = 1.6
#: Height of the letters in the pictures of lines, and the white around them.
DRAWN_HEIGHT = 34
WHITE_EDGE = 20


@dataclass(frozen=True)
class Line:
    """A line of a title: its ``picture``, uint8 [h, w], dark on white, and its ``middle`` across the books.

    ``edge``: how clear an edge lies between this line and the line before it, in levels of colour.
    """

    picture: Picture
    middle: float
    edge: float = 0.0


def title_lines(photo: Photo, corners: Floats32) -> list[Line]:
    """The lines of the titles of one card that run upwards, from the leftmost book to the rightmost.

    ``corners``: [4, 2] as printed, from the top left clockwise, in pixels of ``photo``. Titles that run
    downwards come upside down: see `hanging`.
    """
    books = _books(photo, corners)
    contrast = _contrast(books)
    pieces = _Pieces.of(contrast > INK)
    spans = [(pieces.span(line), _drawn(contrast, pieces, line)) for line in _rows(pieces)]
    spans.sort(key=lambda each: each[0][0] + each[0][1])
    found: list[Line] = []
    last = 0
    for (top, bottom), picture in spans:
        edge = _edge(books, last, top) if found else 0.0
        found.append(Line(picture, (top + bottom) / 2, edge))
        last = bottom
    return found


def hanging(lines: list[Line]) -> list[Line]:
    """The same lines read as running downwards: turned round, the last first."""
    edges = [0.0, *(line.edge for line in lines[:0:-1])]
    return [
        Line(np.ascontiguousarray(line.picture[::-1, ::-1]), -line.middle, edge)
        for line, edge in zip(lines[::-1], edges, strict=True)
    ]


def _books(photo: Photo, corners: Floats32) -> Picture:
    """The card below its strip, turned clockwise, so that titles that run upwards read from the left."""
    quad = np.asarray(corners, np.float32)
    wide, tall = TITLED_WIDTH, TITLED_WIDTH * TALL
    target = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - (0, TITLES_TOP)
    matrix = np.asarray(cv2.getPerspectiveTransform(quad, target.astype(np.float32)), np.float64)
    seen = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    size = (wide, round(tall) - TITLES_TOP)
    upright = Pyramid.of(photo).picture(matrix, size, shrink=wide / max(seen, 1.0))
    return np.ascontiguousarray(np.rot90(upright, -1))


def _contrast(books: Picture) -> Floats32:
    """How far each pixel is from the ground around it, 0 to 1: 1 is the darkest ink nearby."""
    lab = cv2.cvtColor(books, cv2.COLOR_BGR2LAB)
    size = (lab.shape[1], lab.shape[0])
    quarter = cv2.resize(lab, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.medianBlur(quarter, GROUND), size, interpolation=cv2.INTER_LINEAR)
    off = (lab.astype(np.float32) - ground) * (1.0, 0.7, 0.7)
    far = cv2.GaussianBlur(np.sqrt((off**2).sum(axis=2)).astype(np.float32), (0, 0), 1.0)
    small = cv2.resize(far, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    darkest = cv2.GaussianBlur(cv2.dilate(small, np.ones((9, 9), np.uint8)), (0, 0), 4)
    full = cv2.resize(darkest, size, interpolation=cv2.INTER_LINEAR)
    return np.clip(far / np.maximum(full, FAINTEST_INK), 0, 1).astype(np.float32)


@dataclass(frozen=True)
class _Pieces:
    """Connected ink: the piece of each pixel, the pieces' boxes, and which look like print or letters."""

    labels: Numbers
    left: Numbers
    top: Numbers
    right: Numbers
    bottom: Numbers
    print: Bools
    letters: Bools

    @classmethod
    def of(cls, ink: Bools) -> _Pieces:
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
        x, y, wide, tall, area = boxes.T
        size = (tall >= LEAST_HEIGHT) & (tall <= TALLEST_MARK) & (wide >= 3) & (wide <= WIDEST_WORD)
        inside = (x > 0) & (y > 0) & (x + wide < ink.shape[1]) & (y + tall < ink.shape[0])
        rule = (wide > 7 * tall) | ((tall > 60) & (wide < 10))
        block = (wide > 90) & (area > 0.85 * wide * tall)
        fits = size & inside & (area >= LEAST_HEIGHT**2) & ~rule & ~block
        fits[0] = False
        return cls(
            np.asarray(labels, np.int32), x, y, x + wide, y + tall, fits, fits & (tall >= LETTER_HEIGHT)
        )

    def span(self, line: list[int]) -> tuple[int, int]:
        """Where a line begins and ends across the books."""
        return int(self.top[line].min()), int(self.bottom[line].max())


def _rows(pieces: _Pieces) -> list[list[int]]:
    """The pieces of each line; a line begins as a long run of letters and grows by what stands near it."""
    letters = pieces.letters[pieces.labels].astype(np.uint8)
    run = cv2.morphologyEx(letters, cv2.MORPH_CLOSE, np.ones((1, RUN_GAP), np.uint8))
    run = cv2.morphologyEx(run, cv2.MORPH_OPEN, np.ones((7, 15), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(run, connectivity=4)
    long = [box for box in boxes[1:] if box[2] >= SHORTEST_RUN and 12 <= box[3] <= TALLEST_MARK + 15]
    seeds: list[tuple[int, int, int, int]] = []
    for x, y, wide, tall, _ in sorted(long, key=lambda box: int(box[3]) - int(box[2])):
        if all(min(low, y + tall) - max(top, y) <= 0.4 * min(low - top, tall) for top, low, _, _ in seeds):
            seeds.append((y, y + tall, x, x + wide))
    if not seeds:
        return []
    tops, lows = np.array(seeds, float).T[:2]
    middle = (pieces.top + pieces.bottom) / 2
    off = np.abs(middle[:, None] - (tops + lows) / 2) / ((lows - tops) / 2)
    home = np.where(off.min(axis=1) <= 1.5, off.argmin(axis=1), -1)
    lines = [
        _grown(pieces, np.flatnonzero(pieces.print & (home == number)), seed)
        for number, seed in enumerate(seeds)
    ]
    return [line for line in lines if pieces.letters[line].sum() >= 3]


def _grown(pieces: _Pieces, near: NDArray[np.intp], seed: tuple[int, int, int, int]) -> list[int]:
    """The pieces of the line that begins as ``seed`` (top, bottom, left, right)."""
    top, bottom, left, right = seed
    most = WORDS_APART * (bottom - top)
    line = [int(i) for i in near if pieces.right[i] > left and pieces.left[i] < right]
    for side in (1, -1):
        begin, end = (pieces.left, pieces.right) if side == 1 else (-pieces.right, -pieces.left)
        if not line:
            return []
        reach = end[line].max()
        for i in sorted(set(map(int, near)) - set(line), key=lambda i: begin[i]):
            gap = begin[i] - reach
            if gap < 0:
                continue
            if gap > most:
                break
            if pieces.letters[i] or gap < 0.4 * most:
                line.append(i)
                reach = max(reach, end[i])
    return line


def _drawn(contrast: Floats32, pieces: _Pieces, line: list[int]) -> Picture:
    """The line alone, its letters of one height, dark on white."""
    top, bottom = pieces.span(line)
    part = slice(top, bottom), slice(int(pieces.left[line].min()), int(pieces.right[line].max()))
    its = cv2.dilate(np.isin(pieces.labels[part], line).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    dark = np.where(its, 255 * (1 - contrast[part]), 255).astype(np.uint8)
    tall = [i for i in line if pieces.letters[i]]
    scale = DRAWN_HEIGHT / float(np.median((pieces.bottom - pieces.top)[tall]))
    kind = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=kind)
    edge = WHITE_EDGE
    return np.asarray(cv2.copyMakeBorder(scaled, *(edge,) * 4, cv2.BORDER_CONSTANT, value=255), np.uint8)


def _edge(books: Picture, top: int, bottom: int) -> float:
    """How clear an edge runs between two lines: books differ in colour, or a gap parts them."""
    rows = books[max(top - 5, 0) : max(bottom, top) + 6, 120:-120].astype(np.int16)
    steps = np.abs(rows[3:] - rows[:-3]).sum(axis=2)
    return float(np.median(steps, axis=1).max()) if len(steps) else 0.0
