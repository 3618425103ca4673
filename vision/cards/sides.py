"""How sure it is that a card lies face up or face down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.common.probability import SUREST, log_odds
from vision.detect.detections import FACE_DOWN, Detections


def face_evidence(found: Detections, icons_shown: NDArray[np.floating]) -> Floats:
    """The evidence for the side that the detector gives each card, [n, 3]: two log odds and a constant 1.

    ``icons_shown`` [n]: the probability that the card's strip shows as many icons as every face has, by
    another network.
    """
    sides = np.where(found.kind == FACE_DOWN, -1.0, 1.0)
    score, shown = (log_odds(each.astype(np.float64), SUREST) for each in (found.score, icons_shown))
    return np.column_stack([score, sides * shown, np.ones(len(found))])


def face_confidence(evidence: Floats, weights: tuple[float, float, float]) -> Floats:
    """The probability that each card lies as the detector says, [n], by logistic regression."""
    return np.asarray(1 / (1 + np.exp(-evidence @ np.array(weights))), np.float64)


def side_confidence(
    found: Detections,
    up: NDArray[np.bool_],
    icons_shown: NDArray[np.floating],
    weights: tuple[float, float, float],
) -> Floats:
    """The probability that each card lies as decided, ``up`` [n] or down, [n].

    Print may decide against the detector (`vision.strips.marks.Marks`). There the detector's confidence
    counts against the decision.
    """
    sure = face_confidence(face_evidence(found, icons_shown), weights)
    return np.where((found.kind != FACE_DOWN) == up, sure, 1 - sure)
