"""The books of a card of the printed game: what its icons and its spines say together.

A card has as many spines as icons, in the same order and in the icons' colours. One network sees both, with
boards and pennant, whose colours show the light, and says how many books there are and of which category
each is: where a glare hides an icon, its spine tells, and the other way round. It also says whether the card
has the printed game's anatomy at all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from scorer.deck.printed import FIRST_ICON, ICON_PITCH, ICON_RADIUS
from vision.common.arrays import Bools, Floats32, Picture
from vision.common.probability import log_softmax
from vision.icons.match import FEWEST_BOOKS, IconEvidence
from vision.networks import sessions as networks
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify

#: The network's picture: the strip at half its size above, the rest of the card, flattened, below.
WIDTH, STRIP_ROWS, BODY_ROWS = rectify.WIDTH // 2, rectify.HEIGHT // 2, 52
HEIGHT = STRIP_ROWS + BODY_ROWS
SLOTS = 4
LEAST_FIT = 0.2  #: cards that fit less on the mean are no cards of the printed game
WEIGHT = 2.0  #: of icons and spines seen together beside the icons alone: both err where the icons are bad
#: The log odds that the first icon was not found, and the log probability of a count that cannot be.
FIRST_HIDDEN, LEAST_COUNT = -4.0, -12.0
#: A card's height in widths, and the least of a card that is seen whole, however tilted the camera.
ASPECT, LEAST_ASPECT = 1.49, 1.05
#: A row of icons that begins further than this from its place, in card widths, begins under a neighbour: more
#: than corners are off, much less than an icon is wide.
OFF_ITS_PLACE = 0.06
#: Where the pennant stands in a picture (left, top, right, foot), its colour in white light, and how far
#: light is evened out.
PENNANT, CREAM, GAINS = (20, 22, 46, 54), np.array([168.0, 197.0, 209.0]), (0.6, 8.0)


@dataclass(frozen=True)
class BookEvidence:
    """What ``n`` cards show of their books.

    ``count`` ``[n, 3]``: natural logs of the probabilities of 2, 3 and 4 books. ``category`` ``[n, 4, 6]``:
    of each book's category in RULES 1 order, even where there is no book. ``fits`` ``[n]``: the probability
    that the card has the printed game's anatomy.
    """

    count: Floats32
    category: Floats32
    fits: Floats32

    def as_printed(self) -> bool:
        """Whether the cards have the printed game's anatomy."""
        return len(self.fits) > 0 and float(np.mean(self.fits)) >= LEAST_FIT


def read_books(photo: Photo, strips: Picture, corners: NDArray[np.floating]) -> BookEvidence:
    """The evidence of cards with these strips, uint8 ``[n, 152, 344, 3]``, and corners ``[n, 4, 2]``."""
    if len(strips) == 0:
        return BookEvidence(
            *(np.zeros((0, *shape), np.float32) for shape in ((3,), (SLOTS, len(CATEGORIES)), ()))
        )
    count, category, fits = networks.run("book_reader", card_pictures(photo, strips, corners))
    return BookEvidence(
        np.asarray(log_softmax(count), np.float32),
        np.asarray(log_softmax(category.reshape(-1, SLOTS, len(CATEGORIES))), np.float32),
        np.asarray(1 / (1 + np.exp(-fits[:, 0])), np.float32),
    )


def with_books(icons: IconEvidence, books: BookEvidence, up: NDArray[np.bool_]) -> IconEvidence:
    """The evidence of icons and of spines together; no categories where the cards are not the printed game's.

    Args:
        icons: the evidence of all ``n`` cards, matched with `vision.icons.legend.printed_legend`.
        books: the evidence of the cards that lie face up, in the same order.
        up: ``[n]`` which cards lie face up.
    """
    if icons.category is None or not books.as_printed():
        return replace(icons, category=None)
    category, count = icons.category.copy(), icons.count.copy()
    own = _after_the_pennant(category[up], count[up], books)
    category[up] = log_softmax(own[0] + WEIGHT * books.category)
    count[up] = log_softmax(own[1] + WEIGHT * books.count)
    return replace(icons, count=count, category=category)


def _after_the_pennant(category: Floats32, count: Floats32, books: BookEvidence) -> tuple[Floats32, Floats32]:
    """The icons' evidence of ``n`` faces, each icon at its own book.

    The pennant hides a part of the first icon. Where the icons agree with the books better by one place
    further to the right, the first icon was not found: it says nothing, and there is one icon more.
    """
    without = np.roll(category, 1, axis=1)
    without[:, 0] = -np.log(len(CATEGORIES))
    one_more = np.roll(count, 1, axis=1)
    one_more[:, 0] = LEAST_COUNT
    ways = [(category, count), (without, log_softmax(one_more))]
    agree = [
        _agreement(own, books.category).sum(axis=1) + _agreement(many, books.count) for own, many in ways
    ]
    later = agree[1] + FIRST_HIDDEN > agree[0]
    return np.where(later[:, None, None], ways[1][0], category), np.where(later[:, None], ways[1][1], count)


def may_hide_icons(boxes: Floats32) -> Bools:
    """Under which cards' neighbours, [n], further icons of the printed game may lie.

    ``boxes`` [n, 4, 3]: x, y and size of each card's icons, as `IconEvidence` has them. A covered card ends
    where its neighbour begins, so its icons seem further apart, in widths of what is seen of it. From the
    left they then begin too early; on the right there is no room for one more.
    """
    there = boxes[..., 2] > 0
    number = there.sum(axis=1)
    x = np.where(there, boxes[..., 0] / rectify.SCALE + rectify.LEFT, np.nan)
    apart = np.sort(np.diff(x, axis=1), axis=1)  # gaps beside no icon, nan, come last
    middle = np.maximum(number - FEWEST_BOOKS, 0) // 2
    shown = ICON_PITCH / np.take_along_axis(apart, middle[:, None], axis=1)[:, 0]
    elsewhere = np.abs(x[:, 0] * shown - FIRST_ICON) > OFF_ITS_PLACE
    no_room = (number < SLOTS) & (FIRST_ICON + ICON_PITCH * number + ICON_RADIUS > shown)
    return np.asarray((number >= FEWEST_BOOKS) & (elsewhere | no_room), np.bool_)


def _agreement(one: Floats32, other: Floats32) -> Floats32:
    """The log probability that two witnesses mean the same, over the last axis."""
    return np.asarray(np.log(np.exp(one + other).sum(axis=-1)), np.float32)


def card_pictures(photo: Photo, strips: Picture, corners: NDArray[np.floating]) -> Picture:
    """The network's pictures, uint8 ``[n, 128, 172, 3]``."""
    pyramid = Pyramid.of(photo)
    out = np.empty((len(strips), HEIGHT, WIDTH, 3), np.uint8)
    quads = whole_cards(corners)
    upper = rectify.strip_corners(quads)
    for picture, strip, quad, top in zip(out, strips, quads, upper, strict=True):
        cv2.resize(strip, (WIDTH, STRIP_ROWS), picture[:STRIP_ROWS], interpolation=cv2.INTER_AREA)
        body = np.array([top[3], top[2], quad[2], quad[3]])
        picture[STRIP_ROWS:] = pyramid.picture(_onto_body(body), (WIDTH, BODY_ROWS), shrink=_shrink(body))
    return balanced(out)


def whole_cards(corners: NDArray[np.floating]) -> NDArray[np.float64]:
    """The corners of the whole cards, ``[n, 4, 2]``: of a strip in a pile only the upper part is known."""
    quads = np.array(corners, np.float64)
    wide = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    for top, foot in ((0, 3), (1, 2)):
        side = quads[:, foot] - quads[:, top]
        length = np.maximum(np.linalg.norm(side, axis=1), 1e-6)
        short = length < LEAST_ASPECT * wide
        quads[short, foot] = (quads[:, top] + side * (ASPECT * wide / length)[:, None])[short]
    return quads


def balanced(pictures: Picture) -> Picture:
    """The pictures in white light: their pennants, which all cards have, brought to one colour.

    ``pictures``: uint8 ``[n, 128, 172, 3]``. Gains stay within `GAINS`, so that a picture without a pennant
    stays a picture.
    """
    left, top, right, foot = PENNANT
    parts = pictures[:, top:foot, left:right].reshape(len(pictures), (foot - top) * (right - left), 3)
    seen = np.quantile(parts, 0.7, axis=1)
    gains = np.clip(CREAM / np.maximum(seen, 1.0), *GAINS)
    return np.asarray(np.clip(pictures * gains[:, None, None], 0, 255), np.uint8)


def _onto_body(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography from the photo to the lower part of the picture; ``quad`` [4, 2]: what is below a
    card's strip.
    """
    left, right = (side * rectify.SCALE / 2 for side in (-rectify.LEFT, 1 - rectify.LEFT))
    target = np.array([[left, 0], [right, 0], [right, BODY_ROWS], [left, BODY_ROWS]], np.float32) - 0.5
    return np.asarray(
        cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32)), np.float64
    )


def _shrink(quad: NDArray[np.float64]) -> float:
    """Picture pixels a photo pixel along the shorter scale, so that the picture is of averages."""
    down = max(float(np.linalg.norm(quad[3] - quad[0])), 1.0)
    return max(BODY_ROWS / down, 0.3 * WIDTH / max(float(np.linalg.norm(quad[1] - quad[0])), 1.0))
