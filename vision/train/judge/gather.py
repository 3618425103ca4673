"""Rows of evidence with their true outcomes, from drawn scenes.

A scene is looked at twice: first by the detector, then closer, where the judge as it is so far doubts a
detection. So reading meets the same rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import joblib
import numpy as np
from lightgbm import Booster
from numpy.typing import NDArray

from vision.cards.judge import CLOSER_EVIDENCE, PrintShown, doubtful, evidence_rows
from vision.common.arrays import Floats, Ints
from vision.detect.detections import (
    FACE_DOWN,
    FACE_UP,
    NOTHING,
    STRIP,
    Detections,
)
from vision.detect.detector import Detector
from vision.detect.score import EVIDENCE, believed, rows
from vision.photo.pyramid import Pyramid
from vision.pile.judging import PILE_EVIDENCE, pile_rows
from vision.strips.marks import print_at
from vision.synth.scene.scenes import QUALITY
from vision.train.judge.scenes import UNKNOWN, Truth, draw, outcomes

#: The share of shelves that are looked at once more as if the detector took all faces for backs: stripes from
#: top to bottom of the cards may do that, and print alone tells then.
MISTAKEN = 0.3
#: How much a row counts: of detections at first and after a closer look.
WEIGHTS = {"detections": 1.0, "closer": 0.7}
#: How many times more a row counts that a closer look added to: these decide.
ASKED = {"closer": 4.0}
#: The names of all columns of a row.
ALL_EVIDENCE = (*EVIDENCE, *CLOSER_EVIDENCE, *PILE_EVIDENCE)
#: The columns that only a closer look measures.
LIKENESS = [
    ALL_EVIDENCE.index(name)
    for name in ("unlike faces", "colour off the table", "strip off the pile", "strip off the table")
]


@dataclass(frozen=True)
class Rows:
    """``evidence`` [n, columns], the true ``outcome`` [n], and what each row counts, ``weight`` [n]."""

    evidence: Floats
    outcome: Ints
    weight: Floats

    @staticmethod
    def of(evidence: Floats, outcome: Ints, what: str) -> Rows:
        """The rows whose outcome is known; columns that are lacking were not measured."""
        known = outcome != UNKNOWN
        weight = np.full(len(outcome), WEIGHTS[what])
        if what in ASKED:
            looked_at = np.isfinite(wide(evidence)[:, LIKENESS]).any(axis=1)
            weight[looked_at] *= ASKED[what]
        return Rows(evidence[known], outcome[known], weight[known])


@dataclass(frozen=True)
class Looked:
    """A scene after the detector: its JPEG, its detections and, on a shelf, how much print each shows in four
    turns, [4, n].
    """

    photo: NDArray[np.uint8]
    truth: Truth
    pile: bool
    found: Detections
    shown: NDArray[np.float32]

    def pyramid(self) -> Pyramid:
        """The photo."""
        return Pyramid(np.asarray(cv2.imdecode(self.photo, cv2.IMREAD_COLOR), np.uint8))


def looked(folder: Path, seed: int, held_out: bool = False) -> Looked:
    """The scene of a seed, kept in the ``folder``: it is drawn once."""
    file = folder / f"{seed:07d}.joblib"
    if not file.is_file():
        scene = draw(seed, held_out)
        photo = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
        pile = scene.truth["kind"] == "spread"
        pyramid = Pyramid(np.asarray(cv2.imdecode(photo, cv2.IMREAD_COLOR), np.uint8))
        found = Detector.default().without(FACE_DOWN if pile else STRIP).find(pyramid)
        turned = [np.roll(found.corners, -turn, axis=1) for turn in range(0 if pile else 4)]
        shown = print_at(pyramid, np.reshape(turned, (-1, 4, 2))).reshape(len(turned), len(found))
        folder.mkdir(parents=True, exist_ok=True)
        joblib.dump(Looked(photo, Truth.of(scene.objects), pile, found, shown), file.with_suffix(".part"))
        file.with_suffix(".part").rename(file)
    kept: Looked = joblib.load(file)
    return kept


def first_rows(scene: Looked) -> Rows:
    """The rows of a scene's detections by themselves."""
    found = scene.found
    return Rows.of(rows(found, believed(found)), outcomes(scene.truth, found.corners), "detections")


def closer_rows(scene: Looked, judge: Booster, seed: int) -> list[Rows]:
    """The rows of a scene after a closer look, where ``judge`` spoke first."""
    photo, found = scene.pyramid(), scene.found
    if len(found) == 0:
        return []
    found, chance = _believed_by(judge, found), np.random.default_rng([seed, 78])
    return _of_a_pile(scene, photo, found) if scene.pile else _of_shelves(scene, photo, found, judge, chance)


def _believed_by(judge: Booster, found: Detections) -> Detections:
    """The detections with the first word of ``judge``."""
    belief = judge.predict(wide(rows(found, believed(found))))
    score = 1 - belief[:, NOTHING]
    return replace(found, belief=belief.astype(np.float32), score=score.astype(np.float32))


def _looked_at(photo: Pyramid, found: Detections, shown: NDArray[np.float32], true: Ints) -> Rows:
    """The rows of a shelf's detections after a closer look; ``shown`` [4, n]: their print in four turns."""
    asked, seen = doubtful(found), np.full((2, len(found)), np.nan)
    seen[:, asked] = shown.max(axis=0)[asked], shown[0, asked]
    return Rows.of(evidence_rows(photo, found, believed(found), asked, PrintShown(*seen)), true, "closer")


def _of_a_pile(scene: Looked, photo: Pyramid, found: Detections) -> list[Rows]:
    seen = pile_rows(photo, found, believed(found), doubtful(found))
    return [Rows.of(seen, outcomes(scene.truth, found.corners, tops=True), "closer")]


def _of_shelves(
    scene: Looked, photo: Pyramid, found: Detections, judge: Booster, chance: np.random.Generator
) -> list[Rows]:
    true = outcomes(scene.truth, found.corners)
    out = [_looked_at(photo, found, scene.shown, true)]
    if chance.random() < MISTAKEN:
        turn = int(chance.integers(4))
        backs = np.where(found.kind == FACE_UP, FACE_DOWN, found.kind).astype(np.int8)
        taken = replace(found, kind=backs, corners=np.roll(found.corners, turn, axis=1))
        taken = _believed_by(judge, replace(taken, belief=np.full_like(found.belief, np.nan)))
        out.append(_looked_at(photo, taken, np.roll(scene.shown, turn, axis=0), true))
    return out


def wide(evidence: Floats) -> Floats:
    """The rows with all columns."""
    lacking = len(ALL_EVIDENCE) - evidence.shape[1]
    return np.pad(evidence, ((0, 0), (0, lacking)), constant_values=np.nan)


def stacked(parts: list[Rows]) -> Rows:
    """All rows; the columns of a closer look are NaN where there was none."""
    return Rows(
        np.concatenate([wide(part.evidence) for part in parts]),
        np.concatenate([part.outcome for part in parts]),
        np.concatenate([part.weight for part in parts]),
    )
