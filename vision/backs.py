"""The backs of one deck are printed alike: what lies among them and shows another pattern is none of them.

A piece of table between cards has their sides for edges, but a tile, a plank or a cloth is not printed as the
backs beside it are. Where light is poor a back shows little of its print; that speaks neither for nor
against it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.company import LIGHT
from vision.detections import FACE_DOWN, FACE_UP, Detections
from vision.finder import BOOK_CARD, Marks
from vision.pyramid import Photo, Pyramid
from vision.verify import EDGE, SIDE, cutouts

Floats = NDArray[np.float32]

#: The probability from which on a back is clear, and below which one is doubtful.
CLEAR, DOUBTFUL = 0.97, 0.9
#: How alike (correlation, at most 1) clear backs must be to have a print that tells, and which share of that
#: a doubtful find must reach to be one of them: of 20 doubtful backs in 1,344 photos one did not (in a glare
#: that left it little contrast), of 7 places without a card six did not.
TELLING, SHARE = 0.5, 0.33
#: The share of the clear backs' contrast from which on a find would show their print if it had it.
STRONG = 0.9
#: Pixels of a cut-out that a card's sides may lie off, and how far one is shifted to meet another's print.
WITHIN, SHIFT = 2, 2
#: How much a card may differ from a clear back to be one, and which share of how much it differs from the
#: faces, where it shows less print than a book card: of 6,701 cards in 650 photos no face came under all.
ALIKE, SOONER = 6.0, 0.5
#: Blur (standard deviation in pixels of a cut-out) that hides noise, and that which leaves only the light.
FINE, COARSE = 0.8, 6.0


def faint_backs(cards: Detections) -> NDArray[np.bool_]:
    """Which of the cards, [n], lie face down and are not clear: by themselves they are no shelf."""
    return np.asarray((cards.kind == FACE_DOWN) & (cards.score < CLEAR), np.bool_)


def unlike_the_backs(pictures: NDArray[np.uint8], score: Floats) -> NDArray[np.bool_]:
    """Which of the finds that lie face down, [n], show something else than the clear backs do.

    ``pictures``: the finds as `vision.verify.cutouts` cuts them out, uint8 [n, SIDE, SIDE, 3]; ``score`` [n]:
    the probabilities that they are cards. With fewer than two clear backs all may be as they are.
    """
    out = np.zeros(len(score), np.bool_)
    clear, doubtful = np.flatnonzero(score >= CLEAR), np.flatnonzero(score < DOUBTFUL)
    if len(clear) < 2 or len(doubtful) == 0:
        return out
    prints = [_print(pictures[i]) for i in clear]
    usual = np.median([_likest(one, prints[:i] + prints[i + 1 :]) for i, one in enumerate(prints)])
    contrast = np.median([np.linalg.norm(one) for one in prints])
    for i in doubtful if usual >= TELLING else ():
        own = _print(pictures[i])
        strong = float(np.linalg.norm(own)) >= STRONG * contrast
        out[i] = strong and _likest(own, prints) < SHARE * usual
    return out


def like_the_backs(
    photo: Photo, cards: Detections, marks: Marks, asked: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the ``asked`` cards of a photo, [n], look as the clear backs do, and not as the faces.

    ``photo``: uint8 BGR [H, W, 3]; ``marks`` of the n cards: what shows print is not compared.
    """
    out = np.zeros(len(cards), np.bool_)
    printed = marks.shown > BOOK_CARD
    which = np.flatnonzero(asked & ~printed)
    backs = np.flatnonzero((cards.kind == FACE_DOWN) & ~marks.printed & (cards.score >= DOUBTFUL))
    faces = np.flatnonzero((cards.kind == FACE_UP) & printed)
    if len(which) == 0 or len(backs) == 0:
        return out
    pyramid = Pyramid.of(photo)
    pictures, theirs = (cutouts(pyramid, cards.corners[one]) for one in (which, backs))
    unlike = unlikeness(pictures, theirs)
    out[which] = unlike < ALIKE
    if len(faces):
        out[which] &= unlike < SOONER * unlikeness(pictures, cutouts(pyramid, cards.corners[faces]))
    return out


def unlikeness(pictures: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How much each place differs from the one of the ``others`` that it looks like most, either way up: the
    mean over its pixels, in levels of CIELAB of 8 bit, [n].

    Both as `vision.verify.cutouts` cuts them out, uint8 [n, SIDE, SIDE, 3] and [m, SIDE, SIDE, 3], m not 0.
    """
    theirs = np.stack([_colours(other) for other in others])
    theirs = np.concatenate([theirs, theirs[:, ::-1, ::-1]])
    each = [np.abs(_colours(picture) - theirs).mean(axis=(1, 2, 3)).min() for picture in pictures]
    return np.array(each, np.float64)


def _colours(picture: NDArray[np.uint8]) -> Floats:
    """The colours of a card in CIELAB, in which light counts for less than hue."""
    colours = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    low, high = round(EDGE) + WITHIN, SIDE - round(EDGE) - WITHIN
    return np.asarray(colours[low:high, low:high] * (LIGHT, 1, 1), np.float32)


def _print(picture: NDArray[np.uint8]) -> Floats:
    """What is printed on a card, in CIELAB without the light that falls on it."""
    colours = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    details = cv2.GaussianBlur(colours, (0, 0), FINE) - cv2.GaussianBlur(colours, (0, 0), COARSE)
    low, high = round(EDGE) + WITHIN, SIDE - round(EDGE) - WITHIN
    inside = details[low:high, low:high]
    return np.asarray(inside - inside.mean(axis=(0, 1)), np.float32)


def _likest(one: Floats, others: list[Floats]) -> float:
    """The greatest correlation of a print with any of the others, in any of the four turns."""
    core = np.ascontiguousarray(one[SHIFT:-SHIFT, SHIFT:-SHIFT])
    turned = (np.ascontiguousarray(np.rot90(other, turn)) for other in others for turn in range(4))
    return max(float(cv2.matchTemplate(way, core, cv2.TM_CCORR_NORMED).max()) for way in turned)
