"""How sure it is that a card lies face up or face down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.detections import FACE_DOWN, Detections
from vision.icon_rows import FEWEST

Floats = NDArray[np.float64]

#: A side this improbable is the other one: of 8,190 cards of eight sets the two below it were, those above
#: (0.12 and more) were not.
IMPROBABLE = 0.05


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

    Print decides the side where the detector sees another (`vision.finder.Marks`), so what makes the detector
    sure speaks against it there.
    """
    sure = face_confidence(face_evidence(found, icons_shown), weights)
    return np.where((found.kind != FACE_DOWN) == up, sure, 1 - sure)


def mistaken(
    found: Detections,
    up: NDArray[np.bool_],
    icons: NDArray[np.floating],
    weights: tuple[float, float, float],
) -> NDArray[np.bool_]:
    """Which cards, [n], called ``up`` or down by the little print they show, lie the other way by their
    ``icons`` [n, k], probabilities: four clear icons and a letter too pale to be seen, or the ornament of a
    back that passes for a letter, with no icon.
    """
    second = np.sort(icons, axis=1)[:, -FEWEST]
    return side_confidence(found, up, second, weights) < IMPROBABLE


def log_odds(probability: NDArray[np.floating]) -> Floats:
    """The natural logs of the odds, for probabilities kept away from 0 and 1."""
    p = np.clip(np.asarray(probability, np.float64), 1e-3, 1 - 1e-3)
    return np.asarray(np.log(p / (1 - p)), np.float64)
