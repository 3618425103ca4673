"""The judge on a photo of a pile: which detections are cards, and which places in its columns hold one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.common.arrays import Floats
from vision.detect.detections import CATEGORY, NOTHING, Detections, joined
from vision.detect.detector import Detector
from vision.detect.score import believed, by_itself, judge
from vision.judge.judge import JUDGE, doubtful
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.evidence import pile_rows
from vision.pile.last_cards import of_one_length


def judged_in_pile(photo: Photo, detector: Detector, found: Detections) -> Detections:
    """The cards and strips among what the ``detector`` ``found`` in a pile's photo, uint8 BGR [H, W, 3]."""
    photo = Pyramid.of(photo)
    found = of_one_length(photo, detector, by_itself(found))
    return _cards(found, judge(pile_rows(photo, found, believed(found), doubtful(found))))


def overlooked(photo: Pyramid, cards: Detections, places: Detections) -> Detections:
    """The cards that lie at ``places`` in the columns of a pile, where the detector saw nothing."""
    if len(places) == 0:
        return places
    return _cards(places, judge(rows_of_places(photo, cards, places)))


def rows_of_places(photo: Pyramid, cards: Detections, places: Detections) -> Floats:
    """The evidence of places in the columns of a pile's ``cards``, [places, columns]."""
    unseen = np.full(len(places), np.nan, np.float32)
    both = joined([cards, replace(places, seen=unseen, score=np.zeros_like(unseen))])
    new = np.arange(len(cards), len(both))
    return pile_rows(photo, both, believed(both), new)[new]


def _cards(found: Detections, belief: Floats) -> Detections:
    """The detections that are cards of a pile by what is believed of them, [n, 5]."""
    card = 1 - belief[:, [CATEGORY, NOTHING]].sum(axis=1)
    judged = replace(found, belief=belief.astype(np.float32), score=card.astype(np.float32))
    return judged[card >= JUDGE.card]
