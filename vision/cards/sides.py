"""How sure it is that a card lies face up or face down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.detect.detections import FACE_DOWN, Detections


def face_evidence(found: Detections, icons_shown: NDArray[np.floating]) -> Floats:
    """What speaks for the side that the detector gives each card, [n, 3], to be weighed: log odds and one.

    ``icons_shown`` [n]: the probability that the card's strip shows as many icons as every face has. It is a
    second opinion, by another network.
    """
    sides = np.where(found.kind == FACE_DOWN, -1.0, 1.0)
    return np.column_stack([log_odds(found.score), sides * log_odds(icons_shown), np.ones(len(found))])


def face_confidence(evidence: Floats, weights: tuple[float, float, float]) -> Floats:
    """The probability [n] that each card lies as the detector says, by logistic regression."""
    return np.asarray(1 / (1 + np.exp(-evidence @ np.array(weights))), np.float64)


def side_confidence(
    found: Detections,
    up: NDArray[np.bool_],
    icons_shown: NDArray[np.floating],
    weights: tuple[float, float, float],
) -> Floats:
    """The probability [n] that each card lies as it is called, ``up`` [n] or down.

    Print decides the side where the detector sees another (`vision.strips.marks.Marks`), so what makes the
    detector sure speaks against it there.
    """
    sure = face_confidence(face_evidence(found, icons_shown), weights)
    return np.where((found.kind != FACE_DOWN) == up, sure, 1 - sure)


def log_odds(probability: NDArray[np.floating]) -> Floats:
    """The natural logs of the odds, for probabilities kept away from 0 and 1."""
    p = np.clip(np.asarray(probability, np.float64), 1e-3, 1 - 1e-3)
    return np.asarray(np.log(p / (1 - p)), np.float64)
