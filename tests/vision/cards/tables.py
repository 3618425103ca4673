"""A detector that finds what it is given, and a judge that believes it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.common.arrays import Floats
from vision.detect.detections import FACE_UP, NOTHING, OUTCOMES, Detections
from vision.detect.detector import Detector
from vision.detect.score import EVIDENCE


def as_the_detector_says(rows: Floats) -> Floats:
    """Stands in for the judge: a detection is what the detector says, as surely as it says so."""
    kind, score = (rows[:, EVIDENCE.index(name)] for name in ("kind", "score"))
    card = 1 / (1 + np.exp(-np.nan_to_num(score, nan=-9.0)))
    out = np.zeros((len(rows), len(OUTCOMES)))
    out[np.arange(len(rows)), kind.astype(int)] = card
    out[:, NOTHING] = 1 - card
    return out


class Sees:
    """Stands in for the detector: finds what it is given."""

    def __init__(self, found: Detections) -> None:
        self.found = found

    def without(self, *kinds: int) -> Sees:
        other = np.where(np.isin(self.found.kind, kinds), FACE_UP, self.found.kind)
        return Sees(replace(self.found, kind=other))

    def counting(self, tally: object) -> Sees:
        return self

    def find(self, bgr: NDArray[np.uint8]) -> Detections:
        """The detections; where nothing was measured, their sides are exact and the second look is sure."""
        sides, looks = self.found.corner_error, self.found.verifier_odds
        return replace(
            self.found,
            belief=np.full_like(self.found.belief, np.nan),
            corner_error=np.where(np.isnan(sides), 0.005, sides).astype(np.float32),
            verifier_odds=np.where(np.isnan(looks), 6, looks).astype(np.float32),
        )

    def likely(self, bgr: NDArray[np.uint8], quads: NDArray[np.float32]) -> Detections:
        return self.found[np.zeros(0, np.intp)]

    def edges(self, bgr: NDArray[np.uint8], quads: NDArray[np.float32], kind: int) -> Detections:
        return self.found[np.zeros(0, np.intp)]


def seeing(monkeypatch: pytest.MonkeyPatch, found: Detections) -> NDArray[np.uint8]:
    """An empty table on which the detector finds these cards; the judge is the real one."""
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: Sees(found)))
    return np.full((900, 1600, 3), 90, np.uint8)


def believing(monkeypatch: pytest.MonkeyPatch, found: Detections) -> NDArray[np.uint8]:
    """The same, and the judge believes the detector."""
    for module in ("vision.detect.score", "vision.cards.judge", "vision.pile.judging"):
        monkeypatch.setattr(f"{module}.belief_by", as_the_detector_says)
    return seeing(monkeypatch, found)
