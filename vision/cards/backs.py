"""The backs of one deck are printed alike: what looks as the clear ones do is one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.verifier import EDGE, SIDE, cutouts
from vision.geometry.quads import Quads
from vision.photo.colours import lab
from vision.photo.pyramid import Photo, Pyramid
from vision.strips.marks import BOOK_CARD, Marks

#: The probability from which on a back is clear, and below which one is doubtful.
CLEAR, DOUBTFUL = 0.97, 0.9
#: Pixels of a cut-out that a card's sides may lie off.
WITHIN = 2
#: How much a card may differ from a clear back to be one, and which share of how much it differs from the
#: faces, where it shows less print than a book card: of 6,701 cards in 650 photos no face came under all.
ALIKE, SOONER = 6.0, 0.5


def faint_backs(cards: Detections) -> NDArray[np.bool_]:
    """Which of the cards, [n], lie face down and are not clear: by themselves they are no shelf."""
    return np.asarray((cards.kind == FACE_DOWN) & (cards.score < CLEAR), np.bool_)


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


def unlikeness_to(
    photo: Pyramid, finds: Quads, places: Quads, backs: Quads
) -> tuple[NDArray[np.float64], float]:
    """How unlike the clear ``backs``, [m, 4, 2], of a photo these ``finds`` are, [n], and how unlike most of
    the empty ``places`` (`unlikeness`). Without a clear back infinitely.
    """
    if len(finds) == 0 or len(places) == 0 or len(backs) == 0:
        return np.full(len(finds), np.inf), np.inf
    theirs = cutouts(photo, backs)
    table = np.median(unlikeness(cutouts(photo, places), theirs))
    return unlikeness(cutouts(photo, finds), theirs), float(table)


def unlikeness(pictures: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How much each place differs from the one of the ``others`` that it looks like most, either way up: the
    mean over its pixels, in levels of CIELAB of 8 bit, [n].

    Both as `vision.detect.verifier.cutouts` cuts them out, uint8 [n, SIDE, SIDE, 3] and [m, SIDE, SIDE, 3], m
    not 0.
    """
    theirs = np.stack([lab(other) for other in inside(others)])
    theirs = np.concatenate([theirs, theirs[:, ::-1, ::-1]])
    each = [np.abs(lab(picture) - theirs).mean(axis=(1, 2, 3)).min() for picture in inside(pictures)]
    return np.array(each, np.float64)


def inside(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut-outs, uint8 [n, SIDE, SIDE, 3], without what lies beside the cards."""
    low, high = round(EDGE) + WITHIN, SIDE - round(EDGE) - WITHIN
    return pictures[:, low:high, low:high]
