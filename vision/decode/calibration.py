"""Confidences that are as high as readings are right, the fields that a person should look at, and how sure
it is that a card lies face up or face down.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Deck
from scorer.whole import write_whole
from vision.common.arrays import Floats
from vision.common.fields import FIELDS
from vision.common.probability import SUREST, log_odds
from vision.detect.detections import FACE_DOWN, Detections

# The prior of a table's mean doubt.
#: The mean doubt of a field on most tables.
TYPICAL_DOUBT = 0.03
#: The prior weighs as much as this many cards.
DOUBT_CARDS = 2


@dataclass(frozen=True)
class Calibration:
    """How log-probabilities become confidences, and below which confidence a field is flagged.

    `vision.train.calibration` fits these numbers; they lie in ``models/calibration.json``.

    >>> Calibration().thresholds["letter"]
    0.9
    """

    #: The temperature of the joint reading's alternatives.
    temperature: float = 1.0
    #: A value that the card's own evidence puts this many nats behind another value is half as sure.
    contradiction: float = 6.0
    #: What a pair of like orders or counts says (`vision.decode.known_cards.likeness_ratios`).
    number_likeness: Sequence[float] = (0.0, 1.0)
    #: The temperature of each array of `vision.common.evidence.Evidence`, 1 where none is given (Guo et al.,
    #: On Calibration of Modern Neural Networks, ICML 2017).
    heads: Mapping[str, float] = field(default_factory=dict)
    #: Field to the confidence below which it is flagged.
    thresholds: Mapping[str, float] = field(
        default_factory=lambda: {"face_up": 0.9, "letter": 0.9, "order": 0.9, "of": 0.9, "categories": 0.9}
    )
    #: The same where a deck is known: mistakes are of another kind then.
    deck_thresholds: Mapping[str, float] = field(default_factory=dict)
    #: Field to the slope, offset and weight of `calibrated`.
    slopes: Mapping[str, Sequence[float]] = field(default_factory=dict)
    #: The same where a deck is known.
    deck_slopes: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def thresholds_for(self, deck: Deck | None) -> Mapping[str, float]:
        """Field to the confidence below which a person should look, with or without a deck."""
        return self.thresholds if deck is None else {**self.thresholds, **self.deck_thresholds}

    @classmethod
    def load(cls, path: str | Path) -> Calibration:
        """Reads a file that `save` wrote."""
        return cls(**json.loads(Path(path).read_text("utf-8")))

    def save(self, path: str | Path) -> None:
        """Writes the numbers as JSON."""
        write_whole(Path(path), (json.dumps(asdict(self), indent=2) + "\n").encode("utf-8"))


def calibrated(confidence: Floats, slope: float, offset: float, beside: float) -> Floats:
    """Confidences as high as readings are right, [n] (Platt, Probabilistic outputs, 1999).

    Their log odds are ``slope`` times the old log odds, plus ``offset``, plus ``beside`` times
    `doubt_of_others`. 0 stays 0: nothing was read.
    """
    odds = slope * log_odds(confidence) + offset + beside * doubt_of_others(confidence)
    return np.where(confidence > 0, 1 / (1 + np.exp(-odds)), 0.0)


def doubt_of_others(confidence: Floats) -> Floats:
    """How doubtful a field is on a table's other cards, [n]: the log of their mean doubt over the typical.

    One printing has one type: a reader that it misleads on some cards may err on the others too.
    """
    doubt = np.where(confidence > 0, 1 - confidence, 0.0)
    others = max(int((confidence > 0).sum()) - 1, 0)
    summed = doubt.sum() - doubt + DOUBT_CARDS * TYPICAL_DOUBT
    return np.asarray(np.log(summed / ((others + DOUBT_CARDS) * TYPICAL_DOUBT)), np.float64)


def review_fields(confidence: Mapping[str, float], thresholds: Mapping[str, float]) -> list[str]:
    """The fields of a card that a person should look at, in the order of FIELDS.

    A field without a confidence was not read, so it is not flagged. A field without a threshold is always
    flagged.
    """
    return [
        name for name in FIELDS if name in confidence and not confidence[name] >= thresholds.get(name, 2.0)
    ]


# Face up or face down


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
