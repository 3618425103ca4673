"""Fits the reader's confidences to how often it is right, on tables whose cards are known.

There are four steps; each builds on the step before.

1. A temperature for each network head, by the likelihood of the true values.
2. What the likeness of numbers says, and the temperature and the contradiction of the joint
   reading, by the likelihood of "this field is right".
3. A slope, an offset and a weight that calibrate each field's confidence.
4. A threshold for each field, under which few right fields are flagged.

The tables should be of looks that no network was trained on: networks are too sure of the looks they know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.cards import BOOKS_ON_A_CARD, CATEGORIES, BookCard
from vision.common.arrays import Floats, Ints
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS
from vision.common.probability import log_odds, log_softmax
from vision.decode.calibration import Calibration, doubt_of_others
from vision.decode.joint import decode

#: Temperatures of a head; the least bounds a head that is never wrong on the tables.
HEATS = np.geomspace(0.3, 5.0, 61)
JOINT_HEATS = (0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 2.6)
CONTRADICTIONS = (4.0, 6.0, 9.0, 13.0, 20.0)
#: The likeness of numbers: nats for a cosine higher by 1, and the cosine that says nothing.
NUMBER_LIKENESSES = tuple(product((2.0, 4.0), (0.9, 0.93, 0.97)))
#: The least threshold of any field, and the highest threshold of each: above it few fields are wrong.
LEAST_THRESHOLD = 0.6
HIGHEST = dict.fromkeys(("letter", "order", "of", "categories"), 0.985)
HIGHEST_WITH_DECK = dict.fromkeys(HIGHEST, 0.9995)


@dataclass(frozen=True)
class Known:
    """A table's evidence, and its true face-up cards in the same order (with count and categories)."""

    evidence: Evidence
    cards: Sequence[BookCard]


@dataclass(frozen=True)
class Outcomes:
    """Confidences and whether the field was right, as parallel arrays over all cards.

    ``beside``: how doubtful the field was on the other cards of each card's table
    (`vision.decode.calibration.doubt_of_others`); None for cards that were not read together.
    """

    confidence: Floats
    right: NDArray[np.bool_]
    beside: Floats | None = None

    def loss(self) -> float:
        """The mean negative log-likelihood of the outcomes."""
        sure = np.clip(self.confidence, 1e-4, 1 - 1e-4)
        return float(-np.log(np.where(self.right, sure, 1 - sure)).mean())

    def error(self, bins: int = 15) -> float:
        """The expected calibration error: how far confidence and frequency lie apart, over bins of equal
        width."""
        which = np.minimum((self.confidence * bins).astype(int), bins - 1)
        weight = np.bincount(which, minlength=bins)
        sums = [
            np.bincount(which, weights=values, minlength=bins) for values in (self.confidence, self.right)
        ]
        return float(np.abs(sums[0] - sums[1]).sum() / max(weight.sum(), 1))

    def threshold(self, in_vain: float) -> float:
        """The highest threshold below which at most ``in_vain`` of the right fields fall."""
        sure = np.sort(self.confidence[self.right])
        if len(sure) == 0:
            return 1.0
        return max(LEAST_THRESHOLD, float(sure[min(int(in_vain * len(sure)), len(sure) - 1)]))

    def catching(self, share: float) -> float:
        """The lowest threshold below which this share of the wrong fields falls; 0 for no share."""
        wrong = np.sort(self.confidence[~self.right])
        needed = int(np.ceil(share * len(wrong)))
        return min(1.0, float(wrong[needed - 1]) + 1e-4) if needed else 0.0

    def caught(self, threshold: float) -> float:
        """The share of wrong fields that are flagged; 1 if no field is wrong."""
        flagged = self.confidence < threshold
        return float(flagged[~self.right].mean()) if (~self.right).any() else 1.0

    def in_vain(self, threshold: float) -> float:
        """The share of right fields that are flagged."""
        flagged = self.confidence < threshold
        return float(flagged[self.right].mean()) if self.right.any() else 0.0


def fit(
    tables: Sequence[Known], faces: Outcomes | None = None, in_vain: float = 0.02, caught: float = 0.0
) -> Calibration:
    """The calibration under which the readings of ``tables`` are as often right as they are sure.

    ``faces``: for all cards, the confidence that they lie face up or down, and whether they did. ``in_vain``:
    the share of right fields that may be flagged; more are flagged only to catch the share ``caught`` of the
    wrong fields.
    """
    heads = temperatures(tables)
    calibration = Calibration(heads=heads)
    steps: dict[str, Sequence[Any]] = {
        "number_likeness": NUMBER_LIKENESSES,
        "temperature": JOINT_HEATS,
        "contradiction": CONTRADICTIONS,
    }
    for name, choices in steps.items():
        changes = [{name: choice} for choice in choices]
        tries = [replace(calibration, **change) for change in changes]
        calibration = min(tries, key=lambda each: sum(o.loss() for o in outcomes(tables, each).values()))
    without = [table for table in tables if table.evidence.deck is None]
    known = [table for table in tables if table.evidence.deck is not None]
    calibration = replace(
        calibration,
        slopes=_slopes(outcomes(without, calibration)),
        deck_slopes=_slopes(outcomes(known, calibration)),
    )
    thresholds = _thresholds(outcomes(without, calibration), in_vain, caught, HIGHEST)
    if faces is not None:
        thresholds["face_up"] = round(
            faces.threshold(in_vain), 4
        )  # too seldom wrong to fit a share of errors
    return replace(
        calibration,
        thresholds={**calibration.thresholds, **thresholds},
        deck_thresholds=_thresholds(outcomes(known, calibration), in_vain, caught, HIGHEST_WITH_DECK),
    )


def _slopes(seen: dict[str, Outcomes]) -> dict[str, tuple[float, float, float]]:
    """For each field the slope, offset and weight of `vision.decode.calibration.calibrated`, fitted."""
    out = {}
    for name, each in seen.items():
        n = len(each.confidence)
        beside = np.zeros(n) if each.beside is None else each.beside
        slope, offset, weight = logistic(
            np.column_stack([log_odds(each.confidence), np.ones(n), beside]), each.right
        )
        # with few errors, chance must not turn the slope or the weight round
        out[name] = (
            round(max(float(slope), 0.05), 4),
            round(float(offset), 4),
            round(min(float(weight), 0.0), 4),
        )
    return out


def _thresholds(
    seen: dict[str, Outcomes], in_vain: float, caught: float, highest: Mapping[str, float]
) -> dict[str, float]:
    """A threshold for each field, at most its ``highest``.

    Calibrated confidences mean the same in every field, so one common threshold catches the errors. A field
    with few flags gets a higher threshold.
    """
    if not seen:
        return {}
    common = pooled(seen.values()).catching(caught)
    wanted = {name: max(each.threshold(in_vain), common) for name, each in seen.items()}
    return {name: round(min(limit, highest[name]), 4) for name, limit in wanted.items()}


def pooled(seen: Iterable[Outcomes]) -> Outcomes:
    """Outcomes of several fields as one."""
    every = list(seen)
    return Outcomes(np.concatenate([o.confidence for o in every]), np.concatenate([o.right for o in every]))


def temperatures(tables: Sequence[Known]) -> dict[str, float]:
    """For each array of `Evidence`, the one of `HEATS` under which the true values are most probable."""
    return {name: _heat(*seen) for name, seen in _heads(tables).items()}


def logistic(evidence: Floats, right: NDArray[np.bool_], steps: int = 30) -> Floats:
    """Weights [k] of ``evidence`` [n, k] by which sigmoid(evidence @ weights) is the share of ``right`` [n].

    Newton's steps towards the likeliest, with targets held off 0 and 1 by the number of cases (Platt,
    Probabilistic outputs for support vector machines, 1999): where nothing was wrong, nothing is certain.
    """
    yes, no = int(right.sum()), int((~right).sum())
    target = np.where(right, (yes + 1) / (yes + 2), 1 / (no + 2))
    weights, ridge = np.zeros(evidence.shape[1]), 1e-2 * np.eye(evidence.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(evidence @ weights, -30, 30)))
        curve = (evidence * (p * (1 - p))[:, None]).T @ evidence + ridge
        weights = weights - np.linalg.solve(curve, evidence.T @ (p - target) + ridge @ weights)
    return np.asarray(weights, np.float64)


def outcomes(tables: Iterable[Known], calibration: Calibration) -> dict[str, Outcomes]:
    """How sure and how right the reading of each field is; categories only of tables that have a legend or
    a deck."""
    sure: dict[str, list[Floats]] = {}
    right: dict[str, list[list[bool]]] = {}
    beside: dict[str, list[Floats]] = {}
    for table in tables:
        decoded = decode(table.evidence, calibration)
        truth = {
            "letter": [card.letter == read for card, read in zip(table.cards, decoded.letter, strict=True)],
            "order": [card.order == read for card, read in zip(table.cards, decoded.order, strict=True)],
            "of": [card.of == read for card, read in zip(table.cards, decoded.of, strict=True)],
        }
        if table.evidence.icons is not None or table.evidence.deck is not None:
            pairs = zip(table.cards, decoded.categories, strict=True)
            truth["categories"] = [sorted(card.categories) == sorted(read) for card, read in pairs]
        for name, values in truth.items():
            sure.setdefault(name, []).append(decoded.confidence[name])
            right.setdefault(name, []).append(values)
            beside.setdefault(name, []).append(doubt_of_others(decoded.confidence[name]))
    joined = np.concatenate
    return {
        name: Outcomes(joined(sure[name]), joined(right[name]).astype(bool), joined(beside[name]))
        for name in sure
    }


def _heads(tables: Sequence[Known]) -> dict[str, tuple[Floats, Ints]]:
    """For each head the log-probabilities [k, values] of everything that it saw, and the true values [k]."""
    seen: dict[str, list[Floats]] = {}
    true: dict[str, list[int]] = {}
    for table in tables:
        for i, card in enumerate(table.cards):
            values = {
                "letter": LETTERS.index(card.letter),
                "order": card.order - 1,
                "of": None if card.of is None else card.of - 1,
                "count": len(card.categories) - BOOKS_ON_A_CARD[0]
                if len(card.categories) in BOOKS_ON_A_CARD
                else None,
            }
            rows = [(name, getattr(table.evidence, name)[i], value) for name, value in values.items()]
            counted = int(table.evidence.count[i].argmax()) + BOOKS_ON_A_CARD[0]
            # where icons were overlooked or invented, a slot does not hold the icon that the card prints
            # there
            if table.evidence.icons is not None and counted == len(card.categories):
                rows += [
                    ("icons", table.evidence.icons[i, slot], CATEGORIES.index(category))
                    for slot, category in enumerate(card.categories)
                ]
            for name, row, value in rows:
                if value is not None:
                    seen.setdefault(name, []).append(row)
                    true.setdefault(name, []).append(value)
    return {name: (np.array(seen[name]), np.array(true[name])) for name in seen}


def _heat(seen: Floats, true: Ints) -> float:
    """The temperature under which the true values are most probable."""
    rows = np.arange(len(true))
    losses = [-log_softmax(seen / heat)[rows, true].mean() for heat in HEATS]
    return round(float(HEATS[int(np.argmin(losses))]), 3)
