"""The judge on a photo of a pile: which detections are cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.common.arrays import Floats
from vision.detect.detections import CATEGORY, NOTHING, Detections
from vision.detect.score import believed, by_itself, judge
from vision.judge.judge import JUDGE, doubtful
from vision.photo.pyramid import Photo, Pyramid
from vision.pile.evidence import pile_rows


def judged_in_pile(photo: Photo, found: Detections) -> Detections:
    """The cards and strips among what the detector ``found`` in a pile's photo, uint8 BGR [H, W, 3]."""
    photo, found = Pyramid.of(photo), by_itself(found)
    return _cards(found, judge(pile_rows(photo, found, believed(found), doubtful(found))))


def _cards(found: Detections, belief: Floats) -> Detections:
    """The detections that are cards of a pile by what is believed of them, [n, 5]."""
    card = 1 - belief[:, [CATEGORY, NOTHING]].sum(axis=1)
    judged = replace(found, belief=belief.astype(np.float32), score=card.astype(np.float32))
    return judged[card >= JUDGE.card]
