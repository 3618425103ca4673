"""Fits how sure the reader says it is to how often it is right, on tables whose cards are known.

Five steps, each on the outcome of the one before: a temperature for each network head by its own
likelihood, what the likeness of two letters, or two numbers, says by that of the letters and numbers, the
temperature and contradiction of the joint reading by the likelihood of "this field is right", how honest each
field's confidence is, and a threshold for each field such that few right fields are flagged in vain. The
tables should be of looks that the networks were not trained on: on the others they are surer than they will
ever be again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.cards import BOOKS_ON_A_CARD, BookCard
from vision.arrays import Floats, Ints
from vision.decode.calibration import Calibration, doubt_of_others, log_odds
from vision.decode.joint import decode, numbers_by_table, with_letter_likeness
from vision.decode.known_cards import CATEGORIES
from vision.decode.likeness import by_likeness, likeness_ratios
from vision.evidence import Evidence
from vision.probability import log_softmax
from vision.reading import LETTERS

#: A head that was never wrong on the tables would be made surer without end: not by much.
HEATS = np.geomspace(0.3, 5.0, 61)
JOINT_HEATS = (0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 2.6)
CONTRADICTIONS = (4.0, 6.0, 9.0, 13.0, 20.0)
#: What the likeness of two letters says: nats for each 1 of the cosine, and the cosine that says nothing.
SLOPES, MIDDLES = (6.0, 10.0, 14.0, 20.0, 28.0), (0.88, 0.9, 0.92, 0.94)
#: The same of numbers, which tell each other less. Drawn strips would have 1 nat; whole photos, on which few
#: cards are as bad, are read better with 2 (docs/reliability.md).
NUMBER_SLOPES, NUMBER_MIDDLES = (2.0, 3.0, 4.5, 6.0, 10.0), (0.9, 0.93, 0.95, 0.97)
#: No field is trusted below the first confidence, however few are flagged; and every field is above the
#: highest for it: asking would find few wrong. (Of 20 sets in families held out, read blind, 0.986 flags 271
#: of 284 wrong letters, orders and counts and 2.1 % of the right ones, 0.988 272 and 2.2 %, 0.99 273 and
#: 2.4 %; with a legend 0.986 and 0.991 for categories flag 385 of 406, 0.988 and 0.992 388. With a deck 0.995
#: flags 67 of the 69 wrong fields of 37 sets, 0.999 68 and 0.25 % of the right ones, 0.9995 all and 0.4 %.)
LEAST_THRESHOLD = 0.6
HIGHEST = {"letter": 0.988, "order": 0.988, "of": 0.988, "categories": 0.992}
HIGHEST_WITH_DECK = dict.fromkeys(HIGHEST, 0.9995)


@dataclass(frozen=True)
class Known:
    """A table's evidence, and its true face-up cards in the same order (with count and categories)."""

    evidence: Evidence
    cards: Sequence[BookCard]


@dataclass(frozen=True)
class Outcomes:
    """Confidences and whether the field was right, as parallel arrays over all cards; and, where they were
    read together, how doubtful the field was on the other cards of each one's table.
    """

    confidence: Floats
    right: NDArray[np.bool_]
    beside: Floats | None = None

    def loss(self) -> float:
        """The mean negative log-likelihood of what happened."""
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
        """The lowest threshold below which this share of the wrong fields falls; 0 when none has to."""
        wrong = np.sort(self.confidence[~self.right])
        needed = int(np.ceil(share * len(wrong)))
        return min(1.0, float(wrong[needed - 1]) + 1e-4) if needed else 0.0

    def caught(self, threshold: float) -> float:
        """The share of wrong fields that are flagged; 1 when none is wrong."""
        flagged = self.confidence < threshold
        return float(flagged[~self.right].mean()) if (~self.right).any() else 1.0

    def in_vain(self, threshold: float) -> float:
        """The share of right fields that are flagged."""
        flagged = self.confidence < threshold
        return float(flagged[self.right].mean()) if self.right.any() else 0.0


def fit(
    tables: Sequence[Known], faces: Outcomes | None = None, in_vain: float = 0.02, caught: float = 0.0
) -> Calibration:
    """The calibration under which the readings of ``tables`` are as right as they say.

    ``faces``: of all cards, how sure the detector was that they lie face up or down, and whether they did.
    ``in_vain``: the share of right fields that may be flagged; more only where it takes that to flag
    ``caught`` of the wrong ones.
    """
    heads = temperatures(tables)
    blind = [
        Known(each.evidence.tempered(heads), each.cards) for each in tables if each.evidence.deck is None
    ]
    likeness = _likeness(blind)
    calibration = Calibration(
        heads=heads, likeness=likeness, number_likeness=_number_likeness(blind, likeness)
    )
    for name, choices in (("temperature", JOINT_HEATS), ("contradiction", CONTRADICTIONS)):
        changes: list[dict[str, Any]] = [{name: choice} for choice in choices]
        tries = [replace(calibration, **change) for change in changes]
        calibration = min(tries, key=lambda each: sum(o.loss() for o in outcomes(tables, each).values()))
    without = [table for table in tables if table.evidence.deck is None]
    known = [table for table in tables if table.evidence.deck is not None]
    calibration = replace(
        calibration,
        honesty=_honesty(outcomes(without, calibration)),
        deck_honesty=_honesty(outcomes(known, calibration)),
    )
    thresholds = _thresholds(outcomes(without, calibration), in_vain, caught, HIGHEST)
    if faces is not None:
        thresholds["face_up"] = round(
            faces.threshold(in_vain), 4
        )  # too seldom wrong to know where to catch it
    return replace(
        calibration,
        thresholds={**calibration.thresholds, **thresholds},
        deck_thresholds=_thresholds(outcomes(known, calibration), in_vain, caught, HIGHEST_WITH_DECK),
    )


def _honesty(seen: dict[str, Outcomes]) -> dict[str, tuple[float, float, float]]:
    """For each field the slope, offset and weight of `vision.decode.calibration.honest` that suit what
    happened.
    """
    out = {}
    for name, each in seen.items():
        n = len(each.confidence)
        beside = np.zeros(n) if each.beside is None else each.beside
        slope, offset, weight = logistic(
            np.column_stack([log_odds(each.confidence), np.ones(n), beside]), each.right
        )
        # where hardly anything was wrong, chance must not make a surer card or a better table less sure
        out[name] = (
            round(max(float(slope), 0.05), 4),
            round(float(offset), 4),
            round(min(float(weight), 0.0), 4),
        )
    return out


def _thresholds(
    seen: dict[str, Outcomes], in_vain: float, caught: float, highest: Mapping[str, float]
) -> dict[str, float]:
    """A threshold for each field: honest confidences mean the same in every field, so one common threshold
    catches the errors; a field that can afford a higher one gets it, up to its ``highest``."""
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
    """For each array of `Evidence`, the one of `HEATS` under which what was true was most probable."""
    return {name: _heat(*seen) for name, seen in _heads(tables).items()}


def _likeness(tables: Sequence[Known]) -> Sequence[float]:
    """The likeness of two letters (`vision.decode.likeness.likeness_ratios`) under which the true letters are
    most probable.
    """
    seen = [
        (
            table.evidence.letter,
            table.evidence.letter_glyph,
            np.array([LETTERS.index(card.letter) for card in table.cards]),
        )
        for table in tables
        if table.evidence.letter_glyph is not None
    ]
    return _most_telling(seen, product(SLOPES, MIDDLES)) if seen else Calibration().likeness


def _number_likeness(tables: Sequence[Known], likeness: Sequence[float]) -> Sequence[float]:
    """The same of two orders or counts, once letters are compared by their ``likeness``."""
    seen = []
    for table in tables:
        evidence, cards = with_letter_likeness(table.evidence, likeness), table.cards
        if evidence.order_glyph is None or evidence.of_glyph is None:
            continue
        order, of = numbers_by_table(evidence)
        seen.append((order, evidence.order_glyph, np.array([card.order - 1 for card in cards])))
        seen.append((of, evidence.of_glyph, np.array([(card.of or 1) - 1 for card in cards])))
    tries = product(NUMBER_SLOPES, NUMBER_MIDDLES)
    return _most_telling(seen, tries) if seen else Calibration().number_likeness


def _most_telling(
    seen: Sequence[tuple[Floats, Floats, Ints]], tries: Iterable[Sequence[float]]
) -> Sequence[float]:
    """The likeness under which the true values are most probable; ``seen``: for each table the
    log-probabilities [n, values], the glyphs [n, f] and the true values [n]."""

    def loss(likeness: Sequence[float]) -> float:
        return -sum(
            float(by_likeness(said, likeness_ratios(glyph, likeness))[np.arange(len(true)), true].sum())
            for said, glyph, true in seen
        )

    return min(tries, key=loss)


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
            # where icons were overlooked or invented, what is in a slot is not what the card prints there
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
    """The temperature under which what was true was most probable."""
    rows = np.arange(len(true))
    losses = [-log_softmax(seen / heat)[rows, true].mean() for heat in HEATS]
    return round(float(HEATS[int(np.argmin(losses))]), 3)
