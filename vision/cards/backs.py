"""The backs of one deck are printed alike: a card that looks like the clear backs is a back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.verifier import EDGE, SIDE, cutouts
from vision.geometry.quads import Quads
from vision.photo.colours import lab
from vision.photo.pyramid import Photo, Pyramid
from vision.strips.marks import BOOK_CARD, Marks


@dataclass(frozen=True)
class BackSettings:
    """When a back is clear, and how like the clear backs another card must look."""

    #: Backs from this probability on are clear.
    clear: float = 0.97
    #: Cards are compared with backs from this probability on.
    compared: float = 0.9
    #: A card that differs from one of these backs by less than this looks like it (see `unlikeness`).
    alike: float = 6.0
    #: It must also differ from them by less than this share of its difference from the faces.
    share_of_faces: float = 0.5


def faint_backs(cards: Detections, settings: BackSettings = BackSettings()) -> NDArray[np.bool_]:
    """Which of the cards, [n], lie face down and are not clear. Faint backs alone make no shelf."""
    return np.asarray((cards.kind == FACE_DOWN) & (cards.score < settings.clear), np.bool_)


def like_the_backs(
    photo: Photo,
    cards: Detections,
    marks: Marks,
    asked: NDArray[np.bool_],
    settings: BackSettings = BackSettings(),
) -> NDArray[np.bool_]:
    """Which of the ``asked`` cards of a photo, [n], look like its backs and unlike its faces.

    ``photo``: uint8 BGR [H, W, 3]. ``marks``: of the n cards; a card that shows print is not compared.
    """
    out = np.zeros(len(cards), np.bool_)
    printed = marks.shown > BOOK_CARD
    which = np.flatnonzero(asked & ~printed)
    backs = np.flatnonzero((cards.kind == FACE_DOWN) & ~marks.printed & (cards.score >= settings.compared))
    faces = np.flatnonzero((cards.kind == FACE_UP) & printed)
    if len(which) == 0 or len(backs) == 0:
        return out
    pyramid = Pyramid.of(photo)
    pictures, theirs = (cutouts(pyramid, cards.corners[one]) for one in (which, backs))
    unlike = unlikeness(pictures, theirs)
    out[which] = unlike < settings.alike
    if len(faces):
        from_faces = unlikeness(pictures, cutouts(pyramid, cards.corners[faces]))
        out[which] &= unlike < settings.share_of_faces * from_faces
    return out


def unlikeness_to(
    photo: Pyramid, finds: Quads, places: Quads, backs: Quads
) -> tuple[NDArray[np.float64], float]:
    """How unlike the clear ``backs``, [m, 4, 2], the ``finds`` of a photo are, [n], and the median of the
    empty ``places`` (see `unlikeness`). Both are infinite where there is no clear back.
    """
    if len(finds) == 0 or len(places) == 0 or len(backs) == 0:
        return np.full(len(finds), np.inf), np.inf
    theirs = cutouts(photo, backs)
    table = np.median(unlikeness(cutouts(photo, places), theirs))
    return unlikeness(cutouts(photo, finds), theirs), float(table)


def unlikeness(pictures: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How much each picture differs from the most similar of the ``others``, either way up, [n].

    The difference is the mean over the pixels, in levels of 8-bit CIELAB. Both are cut out by
    `vision.detect.verifier.cutouts`: uint8 [n, SIDE, SIDE, 3] and [m, SIDE, SIDE, 3], m not 0.
    """
    theirs = np.stack([lab(other) for other in without_edges(others)])
    theirs = np.concatenate([theirs, theirs[:, ::-1, ::-1]])
    each = [np.abs(lab(picture) - theirs).mean(axis=(1, 2, 3)).min() for picture in without_edges(pictures)]
    return np.array(each, np.float64)


def without_edges(pictures: NDArray[np.uint8], margin: int = 2) -> NDArray[np.uint8]:
    """Cut-outs, uint8 [n, SIDE, SIDE, 3], without the table beside the cards.

    ``margin``: pixels cut off at each side in addition, because corners are found less exactly than that.
    """
    low, high = round(EDGE) + margin, SIDE - round(EDGE) - margin
    return pictures[:, low:high, low:high]
