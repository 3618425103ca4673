"""How sure a reading says it is, and what somebody should look at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from scorer.cards import Deck
from vision.arrays import Floats
from vision.reading import FIELDS


@dataclass(frozen=True)
class DoubtSettings:
    """The prior of a table's mean doubt."""

    #: The mean doubt of a field on most tables.
    mean: float = 0.03
    #: The prior weighs as much as this many cards.
    cards: int = 2


DOUBT = DoubtSettings()


@dataclass(frozen=True)
class Calibration:
    """How log-probabilities become confidences, and below which confidence a field is to be looked at.

    ``heads``: for each array of `vision.evidence.Evidence` the temperature that its log-probabilities are
    divided by before they are put together (Guo et al., On Calibration of Modern Neural Networks, ICML 2017),
    1 where none is given; ``temperature`` does the same to the alternatives of the joint reading.
    ``contradiction``: a value that a card's own evidence puts this many nats behind another is half doubted,
    however well it suits the rest of the table. ``likeness`` and ``number_likeness``: what the likeness of
    two letters says, and that of two orders or counts (`vision.decode.likeness.likeness_ratios`).

    ``honesty``: for each field the slope and the offset that turn the log odds of its confidence into those
    of how often it is right (Platt, 1999), and the weight of how doubtful the table's other cards are
    (`doubt_of_others`). ``thresholds``: field to confidence. ``deck_honesty`` and ``deck_thresholds`` replace
    these where a deck is known: mistakes are of another kind then.
    """

    temperature: float = 1.0
    contradiction: float = 6.0
    likeness: Sequence[float] = (0.0, 1.0)
    number_likeness: Sequence[float] = (0.0, 1.0)
    heads: Mapping[str, float] = field(default_factory=dict)
    thresholds: Mapping[str, float] = field(
        default_factory=lambda: {"face_up": 0.9, "letter": 0.9, "order": 0.9, "of": 0.9, "categories": 0.9}
    )
    deck_thresholds: Mapping[str, float] = field(default_factory=dict)
    honesty: Mapping[str, Sequence[float]] = field(default_factory=dict)
    deck_honesty: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def thresholds_for(self, deck: Deck | None) -> Mapping[str, float]:
        """Field to the confidence below which a person should look, with or without a deck."""
        return self.thresholds if deck is None else {**self.thresholds, **self.deck_thresholds}

    @classmethod
    def load(cls, path: str | Path) -> Calibration:
        """Reads what `save` wrote."""
        return cls(**json.loads(Path(path).read_text("utf-8")))

    def save(self, path: str | Path) -> None:
        """Writes the numbers as JSON."""
        Path(path).write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")


def honest(confidence: Floats, slope: float, offset: float, beside: float) -> Floats:
    """Confidences whose log odds are ``slope`` times what they were, plus ``offset``, plus ``beside`` times
    how doubtful the table's other cards are.

    0 stays 0: nothing was read.
    """
    odds = slope * log_odds(confidence) + offset + beside * doubt_of_others(confidence)
    return np.where(confidence > 0, 1 / (1 + np.exp(-odds)), 0.0)


def doubt_of_others(confidence: Floats, settings: DoubtSettings = DOUBT) -> Floats:
    """How doubtful a field is on the other cards of a table, [n]: the log of the mean doubt by the usual one.

    One printing has one type: where it misleads the reader on some cards, it is not to be trusted on those
    of which it seems sure either.
    """
    doubt = np.where(confidence > 0, 1 - confidence, 0.0)
    others = max(int((confidence > 0).sum()) - 1, 0)
    summed = doubt.sum() - doubt + settings.cards * settings.mean
    return np.asarray(np.log(summed / ((others + settings.cards) * settings.mean)), np.float64)


def log_odds(confidence: Floats) -> Floats:
    """The natural logs of the odds, of confidences held off 0 and 1 by a millionth."""
    p = np.clip(confidence, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(p / (1 - p)), np.float64)


def review_fields(confidence: Mapping[str, float], thresholds: Mapping[str, float]) -> list[str]:
    """The fields of a card that a person should look at, in the order of FIELDS.

    A field without a confidence was not read and has no value to doubt; one without a threshold is always
    flagged.
    """
    return [
        name for name in FIELDS if name in confidence and not confidence[name] >= thresholds.get(name, 2.0)
    ]
