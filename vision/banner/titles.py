"""The first letters of the titles on a card's books: each begins with the card's letter (RULES 1).

Where a banner's letter is in doubt, the books below it say it two to four times more, often in another
typeface. One small network finds where titles begin that are printed along the books, upwards or downwards
(CenterNet, Zhou et al. 2019); the letter's networks read what stands there.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Picture
from vision.banner.read import read_letters
from vision.evidence import Evidence
from vision.geometry.quads import widths
from vision.networks import sessions as networks
from vision.photo.pyramid import Photo, Pyramid
from vision.probability import each_of, log_softmax, softmax

#: Pixels a card width of the picture of a card's books, which shows the lower part of the card, as high as
#: the card is wide; of the network's view of it; and of this a place of the network's grid.
SCALE, VIEW, STRIDE = 320, 200, 4
PLACES = VIEW // STRIDE
#: The probability above which a title begins somewhere; so many books are on a card at most.
SEEN, MOST = 0.3, 4
#: The probability of a banner's letter below which its card's titles are asked.
UNSURE = 0.995
#: How much less sure of so small letters the networks are than they say: their logarithms are divided by it;
#: and how often the letter is another one however sure they are. Chosen with `ALIKE`, the correlation of the
#: errors of a card's titles, which are set in one typeface, on 512 photos of families held out.
TEMPERATURE, ASTRAY, ALIKE = 1.5, 0.05, 0.3
#: The log odds that titles run downwards, for each clear one more that begins so than upwards.
WAY = 3.0
#: Where so many clear ones a card begin upwards it is not asked whether they run downwards: of 300 drawn
#: cards on their heads 2 % show as many, of 50 tables of six none.
CLEARLY = 1.5


def with_titles(
    evidence: Evidence, shown: NDArray[np.bool_], photo: Photo, corners: NDArray[np.floating]
) -> Evidence:
    """What banners and, where these leave their letter in doubt, titles say of n cards.

    ``shown`` [n]: which cards show their books. ``corners`` [n, 4, 2]: as printed, from the top left
    clockwise, in pixels of ``photo``.
    """
    unsure = np.flatnonzero(shown & (np.exp(evidence.letter.max(axis=1)) < UNSURE))
    if len(unsure) == 0:
        return evidence
    letter = evidence.letter.copy()
    letter[unsure] = log_softmax(letter[unsure] + said_by_titles(books(photo, corners[unsure])))
    return replace(evidence, letter=letter)


def said_by_titles(pictures: Picture) -> Floats32:
    """How much likelier the titles of n cards look as they do for each letter than for any: natural logs,
    [n, 26], zeros where no title is seen. ``pictures``: those of `books`.

    A deck's titles all run upwards, or all downwards: that way on which more of them begin, and more clearly.
    """
    standing = turned(pictures, downwards=False)
    up, upwards = _said(standing, initials(standing))
    if upwards > CLEARLY * len(pictures):
        return up
    hanging = turned(pictures, downwards=True)
    down, downwards = _said(hanging, initials(hanging))
    likely = 1 / (1 + np.exp(WAY * (downwards - upwards)))
    return np.asarray(np.log(likely * np.exp(up) + (1 - likely) * np.exp(down)), np.float32)


def _said(pictures: Picture, found: list[Floats32]) -> tuple[Floats32, float]:
    """The same by first letters that were ``found`` in the pictures, and how many these are, by how clear."""
    out = np.zeros((len(pictures), 26), np.float32)
    which = np.repeat(np.arange(len(pictures)), [len(each) for each in found])
    if len(which) == 0:
        return out, 0.0
    boxes = np.concatenate(found)
    letter = softmax(read_letters(pictures[which], boxes).astype(np.float64) / TEMPERATURE)
    begins = boxes[:, :1]
    right = (1 - ASTRAY) * begins
    np.add.at(out, which, np.log(1 + right * (letter.shape[1] * letter - 1)))
    number = np.bincount(which, minlength=len(pictures))
    clear = float((begins[:, 0] * letter.max(axis=1)).sum())
    return np.asarray(out * each_of(np.maximum(number, 1), ALIKE)[:, None], np.float32), clear


def books(photo: Photo, corners: NDArray[np.floating]) -> Picture:
    """Upright pictures of the lower parts of cards, uint8 ``[n, 320, 320, 3]``.

    ``corners`` ``[n, 4, 2]``: as for `with_titles`.
    """
    out = np.zeros((len(corners), SCALE, SCALE, 3), np.uint8)
    pyramid = Pyramid.of(photo)
    quads = np.asarray(corners, np.float64)
    for picture, quad, width in zip(out, quads, widths(quads.astype(np.float32)), strict=True):
        picture[:] = pyramid.picture(_to_books(quad), (SCALE, SCALE), shrink=SCALE / max(float(width), 1.0))
    return out


def _to_books(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography from a photo to the picture of a card's books; ``quad`` [4, 2]: the card's corners."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    tall = (sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6)
    target = np.array([[0, 1 - tall], [1, 1 - tall], [1, 1], [0, 1]]) * SCALE - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)


def turned(pictures: Picture, downwards: bool) -> Picture:
    """The pictures turned so that titles that run upwards, or ``downwards``, read from the left."""
    return np.ascontiguousarray(np.rot90(pictures, 1 if downwards else -1, axes=(1, 2)))


def initials(pictures: Picture) -> list[Floats32]:
    """The first letters of titles that read from the left, in each of n pictures, uint8 [n, 320, 320, 3]:
    probability, x and y of the middle, width and height, [k, 5], likeliest first.
    """
    views = np.stack([cv2.resize(each, (VIEW, VIEW), interpolation=cv2.INTER_AREA) for each in pictures])
    (maps,) = networks.run("title_finder", np.asarray(views, np.uint8))
    return [_peaks(each) for each in maps]


def _peaks(maps: Floats32) -> Floats32:
    """Where the network's maps, [5, 50, 50], have titles begin; as for `initials`, [k, 5]."""
    chance, across, down = 1 / (1 + np.exp(-maps[:3]))
    highest = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance == highest) & (chance > SEEN))
    likeliest = np.argsort(-chance[rows, columns])[:MOST]
    at = rows[likeliest], columns[likeliest]
    size = np.exp(np.minimum(maps[3:, at[0], at[1]], np.log(PLACES)))
    boxes = np.stack([at[1] + across[at], at[0] + down[at], *size]) * (STRIDE * SCALE / VIEW)
    return np.concatenate([chance[at][None], boxes]).T.astype(np.float32)
