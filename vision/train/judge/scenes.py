"""The scenes that the judge learns from: photos as people take them, many backs, harsh light, piles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.common.arrays import Floats, Ints
from vision.detect.detections import FACE_DOWN, NOTHING, STRIP
from vision.geometry.quads import Quads
from vision.synth.look.anatomy import drawn_look, with_any_back
from vision.synth.scene.scenes import Kind, Scene, make_scene, planned, scene_of
from vision.synth.scene.truth import LEAST_VISIBLE, REACH, REACH_OF_STRIP, SceneObject

#: The pixels of careful photos, and of all others.
LARGE, SMALL = (1680, 1260), (1344, 1008)
#: The kinds of each mixture, in turn.
CAREFUL: tuple[Kind, ...] = ("shelf", "two_shelves", "loose", "spread")
BACKS: tuple[Kind, ...] = ("shelf", "two_shelves", "few", "shelf")
HARSH: tuple[Kind, ...] = ("shelf", "two_shelves", "shelf", "few")
OTHERS: tuple[Kind, ...] = ("spread", "foreign", "few", "foreign", "empty", "legend")
#: The mixture of each seed, in turn.
MIXTURES = ("careful", "careful", "backs", "backs", "harsh", "others", "spread", "spread")
#: The share of looks with a back unlike the look's own; the shares of cards that lie face down, and of those
#: that leave a hole.
OTHER_BACKS, DOWN, HOLES = 0.4, (0.1, 0.9), 0.06
#: A true card of which little more than the least shows is neither right nor wrong.
DOUBTFUL = 1.5 * LEAST_VISIBLE
#: A back without another card this near, in card widths, may be a pile, or a card of another game.
ALONE = 1.9
#: Such detections are left out.
UNKNOWN = -1


@dataclass(frozen=True)
class Truth:
    """The true cards of a scene: ``kind`` int [m], ``corners`` float32 [m, 4, 2], ``visible`` [m]."""

    kind: Ints
    corners: Quads
    visible: Floats

    @staticmethod
    def of(objects: Sequence[SceneObject]) -> Truth:
        """The truth of a scene's objects."""
        return Truth(
            np.array([thing.kind for thing in objects], np.int64),
            np.array([thing.corners for thing in objects], np.float32).reshape(-1, 4, 2),
            np.array([thing.visible_fraction for thing in objects], np.float64),
        )


def draw(seed: int, held_out: bool = False) -> Scene:
    """The scene of a seed."""
    rng = np.random.default_rng([seed, 77])
    look = drawn_look(7_000_000 + seed * (10 if held_out else 1), held_out=held_out)
    if rng.random() < OTHER_BACKS:
        look = with_any_back(rng, look)
    turn, which = divmod(seed, len(MIXTURES))
    careful = bool(rng.random() < 0.6)
    match MIXTURES[which]:
        case "careful":
            kind = CAREFUL[turn % len(CAREFUL)]
            return make_scene(seed, look=look, size=LARGE, kind=kind, whole=True, careful=True)
        case "spread":
            whole = bool(rng.random() < 0.5)
            return make_scene(seed, look=look, size=SMALL, kind="spread", whole=whole, careful=careful)
        case "harsh":
            return make_scene(seed, look=look, size=SMALL, kind=HARSH[turn % len(HARSH)])
        case "others":
            return make_scene(seed, look=look, size=SMALL, kind=OTHERS[turn % len(OTHERS)], careful=careful)
    whole, kind = bool(rng.random() < 0.5), BACKS[turn % len(BACKS)]
    table, camera, look, _ = planned(seed, look, None, SMALL, kind, whole, careful)
    down = rng.uniform(*DOWN)
    others = table.placements[1:]
    table.placements[1:] = [
        replace(other, face_up=False) if other.card and rng.random() < down else other
        for other in others
        if other.card is None or rng.random() >= HOLES
    ]
    return scene_of(table, camera, look, seed, careful=careful)


def outcomes(truth: Truth, corners: Quads, tops: bool = False) -> Ints:
    """What each detection is, [n], by its ``corners`` [n, 4, 2]: an outcome, or `UNKNOWN`.

    ``tops``: a detection is a card, too, where its upper edge is the card's, as on a pile.
    """
    out = np.full(len(corners), NOTHING, np.int64)
    if len(corners) == 0 or len(truth.kind) == 0:
        return out
    strip = truth.kind == STRIP
    width = np.linalg.norm(truth.corners[:, 1] - truth.corners[:, 0], axis=1)[:, None]
    middles, upper = (
        np.linalg.norm(mine.mean(axis=1)[:, None] - seen.mean(axis=1)[None], axis=2) / width / reach
        for mine, seen, reach in (
            (truth.corners, corners, REACH),
            (truth.corners[:, :2], corners[:, :2], REACH_OF_STRIP),
        )
    )
    apart = np.where(strip[:, None], upper, np.minimum(middles, upper) if tops else middles)
    near = apart <= 1
    mine = truth.corners.mean(axis=1)
    beside = np.linalg.norm(mine[:, None] - mine[None], axis=2) / width
    np.fill_diagonal(beside, np.inf)
    alone = (truth.kind == FACE_DOWN) & (beside.min(axis=1) > ALONE)
    known = (truth.visible >= LEAST_VISIBLE) & ~alone
    cards, detections = set[int](), set[int]()
    for i, j in zip(*np.unravel_index(np.argsort(apart, axis=None), apart.shape), strict=True):
        if near[i, j] and i not in cards and j not in detections:
            cards.add(int(i))
            detections.add(int(j))
            out[j] = truth.kind[i] if known[i] else UNKNOWN
    rest = np.setdiff1d(np.arange(len(corners)), list(detections))
    hidden = truth.visible[apart[:, rest].argmin(axis=0)] < DOUBTFUL
    out[rest[hidden & near[:, rest].any(axis=0)]] = UNKNOWN
    return out
