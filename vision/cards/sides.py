"""How sure it is that a card lies face up or face down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.detect.detections import FACE_DOWN, Detections


def face_evidence(found: Detections, icons_shown: NDArray[np.floating]) -> Floats:
    """The evidence for the side that the detector gives each card, [n, 3]: two log odds and a constant 1.

    ``icons_shown`` [n]: the probability that the card's strip shows as many icons as every face has, by
    another network.
    """
    sides = np.where(found.kind == FACE_DOWN, -1.0, 1.0)
    return np.column_stack([log_odds(found.score), sides * log_odds(icons_shown), np.ones(len(found))])


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


def log_odds(probability: NDArray[np.floating]) -> Floats:
    """The natural logs of the odds, finite for probabilities of 0 and 1 too."""
    p = np.clip(np.asarray(probability, np.float64), 1e-3, 1 - 1e-3)
    return np.asarray(np.log(p / (1 - p)), np.float64)
