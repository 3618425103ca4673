"""The first letters of the titles on a card's books: each begins with the card's letter (RULES 1).

Where a banner's letter is in doubt, each book below repeats it, often in another typeface. Titles are printed
along the books, upwards or downwards. A small network finds where they begin (CenterNet, Zhou et al. 2019);
the letter networks read the first letters.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BOOKS_ON_A_CARD
from vision.banner.read import read_letters
from vision.common.arrays import Floats32, Picture
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS
from vision.common.probability import MISREADING, log_softmax, softmax
from vision.geometry.quads import widths
from vision.networks import sessions as networks
from vision.photo.pyramid import Photo, Pyramid

BOOKS_SIDE = 320  #: pixels of the picture of a card's books, which is as wide and as high as the card is wide
FINDER_SIDE = 200  #: pixels of the picture that the network takes
FINDER_STRIDE = 4  #: pixels of a cell of the network's grid
FINDER_CELLS = FINDER_SIDE // FINDER_STRIDE


# When titles are read, and how much they say.
#: The titles of a card are read if its letter is less likely than this.
DOUBTFUL_LETTER = 0.995
#: A title begins where the network gives more than this probability.
TITLE_FOUND = 0.3
#: The networks are less sure of small letters than they say: log-probabilities are divided by this.
TITLE_TEMPERATURE = 1.5
#: The probability that a title's letter is misread, however sure the networks are.
TITLE_MISREAD = 0.05
#: The log odds that titles run downwards, for each clear title more that begins so.
DIRECTION_ODDS = 3.0
#: With more clear titles a card than this upwards, titles downwards are not looked for.
CLEARLY_UPWARDS = 1.5


def with_titles(
    evidence: Evidence, shown: NDArray[np.bool_], photo: Photo, corners: NDArray[np.floating]
) -> Evidence:
    """The evidence of banners, with the titles of n cards where a banner's letter is in doubt.

    Args:
        evidence: of the banners.
        shown: ``[n]`` which cards show their books.
        photo: the photo.
        corners: ``[n, 4, 2]`` as printed, from the top left clockwise, in pixels of ``photo``.
    """
    doubtful = np.flatnonzero(shown & (np.exp(evidence.letter.max(axis=1)) < DOUBTFUL_LETTER))
    if len(doubtful) == 0:
        return evidence
    letter = evidence.letter.copy()
    titles = title_likelihoods(book_pictures(photo, corners[doubtful]))
    letter[doubtful] = log_softmax(letter[doubtful] + titles)
    return replace(evidence, letter=letter)


def title_likelihoods(pictures: Picture) -> Floats32:
    """How well each letter explains the titles of n cards: log-likelihoods against any letter, ``[n, 26]``.

    Zeros where no title is found. All titles of a deck run upwards, or all downwards: the direction in which
    more of them begin, and more clearly.

    ``pictures``: the cards' books, as `book_pictures` gives them.
    """
    standing = turned(pictures, downwards=False)
    up, upwards = _likelihoods(standing, initials(standing))
    if upwards > CLEARLY_UPWARDS * len(pictures):
        return up
    hanging = turned(pictures, downwards=True)
    down, downwards = _likelihoods(hanging, initials(hanging))
    likely = 1 / (1 + np.exp(DIRECTION_ODDS * (downwards - upwards)))
    return np.asarray(np.log(likely * np.exp(up) + (1 - likely) * np.exp(down)), np.float32)


def _likelihoods(pictures: Picture, found: list[Floats32]) -> tuple[Floats32, float]:
    """The log-likelihoods by the first letters ``found`` in the pictures, and the sum of their clearness."""
    out = np.zeros((len(pictures), len(LETTERS)), np.float32)
    which = np.repeat(np.arange(len(pictures)), [len(each) for each in found])
    if len(which) == 0:
        return out, 0.0
    boxes = np.concatenate(found)
    letter = softmax(read_letters(pictures[which], boxes).astype(np.float64) / TITLE_TEMPERATURE)
    begins = boxes[:, :1]
    right = (1 - TITLE_MISREAD) * begins
    np.add.at(out, which, np.log(1 + right * (letter.shape[1] * letter - 1)))
    number = np.bincount(which, minlength=len(pictures))
    clear = float((begins[:, 0] * letter.max(axis=1)).sum())
    share = MISREADING.weight(np.maximum(number, 1), MISREADING.titles)
    return np.asarray(out * share[:, None], np.float32), clear


def book_pictures(photo: Photo, corners: NDArray[np.floating]) -> Picture:
    """Upright pictures of the lower parts of cards, uint8 ``[n, 320, 320, 3]``.

    ``corners`` ``[n, 4, 2]``: as for `with_titles`.
    """
    out = np.zeros((len(corners), BOOKS_SIDE, BOOKS_SIDE, 3), np.uint8)
    pyramid = Pyramid.of(photo)
    quads = np.asarray(corners, np.float64)
    for picture, quad, width in zip(out, quads, widths(quads.astype(np.float32)), strict=True):
        picture[:] = pyramid.picture(
            _to_books(quad), (BOOKS_SIDE, BOOKS_SIDE), shrink=BOOKS_SIDE / max(float(width), 1.0)
        )
    return out


def _to_books(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The homography from a photo to the picture of a card's books; ``quad`` [4, 2]: the card's corners."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    tall = (sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6)
    target = np.array([[0, 1 - tall], [1, 1 - tall], [1, 1], [0, 1]]) * BOOKS_SIDE - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)


def turned(pictures: Picture, downwards: bool) -> Picture:
    """The pictures turned so that titles that run upwards, or ``downwards``, read from the left."""
    return np.ascontiguousarray(np.rot90(pictures, 1 if downwards else -1, axes=(1, 2)))


def initials(pictures: Picture) -> list[Floats32]:
    """The first letters of titles that read from the left, in each of n pictures, likeliest first.

    ``pictures``: uint8 ``[n, 320, 320, 3]``. Each result is ``[k, 5]``: probability, x and y of the middle,
    width and height.
    """
    views = np.stack(
        [cv2.resize(each, (FINDER_SIDE, FINDER_SIDE), interpolation=cv2.INTER_AREA) for each in pictures]
    )
    (maps,) = networks.run("title_finder", np.asarray(views, np.uint8))
    return [_peaks(each) for each in maps]


def _peaks(maps: Floats32) -> Floats32:
    """Where titles begin by the network's maps, ``[5, 50, 50]``; ``[k, 5]`` as for `initials`."""
    chance, across, down = 1 / (1 + np.exp(-maps[:3]))
    highest = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance == highest) & (chance > TITLE_FOUND))
    likeliest = np.argsort(-chance[rows, columns])[: BOOKS_ON_A_CARD[-1]]
    at = rows[likeliest], columns[likeliest]
    size = np.exp(np.minimum(maps[3:, at[0], at[1]], np.log(FINDER_CELLS)))
    boxes = np.stack([at[1] + across[at], at[0] + down[at], *size]) * (
        FINDER_STRIDE * BOOKS_SIDE / FINDER_SIDE
    )
    return np.concatenate([chance[at][None], boxes]).T.astype(np.float32)
