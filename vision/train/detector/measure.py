"""How good the detector is: cards found, cards invented, kinds right, and how far corners are off."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector
from vision.geometry.quads import Quads, widths
from vision.synth.scene.truth import REACH, REACH_OF_STRIP
from vision.train.detector.dataset import Labelled, SceneStore


@dataclass(slots=True)
class Figures:
    """Counts over photos; ``errors`` are distances of corners from the true corners, in card widths."""

    photos: int = 0
    cards: int = 0
    found: int = 0
    extra: int = 0
    kind_right: int = 0
    errors: list[float] = field(default_factory=list)
    exact_photos: int = 0

    def summary(self) -> dict[str, float]:
        """The figures as percentages."""
        errors = np.array(self.errors) if self.errors else np.array([np.nan])
        return {
            "photos": self.photos,
            "cards": self.cards,
            "found_pct": round(100 * self.found / max(self.cards, 1), 2),
            "extra": self.extra,
            "kind_pct": round(100 * self.kind_right / max(self.found, 1), 2),
            "all_found_pct": round(100 * self.exact_photos / max(self.photos, 1), 1),
            "corner_median_pct": round(100 * float(np.median(errors)), 2),
            "corner_p95_pct": round(100 * float(np.percentile(errors, 95)), 2),
            "corner_p99_pct": round(100 * float(np.percentile(errors, 99)), 2),
        }

    def add(self, truth: Labelled, seen: Detections, *, tops_only: bool = False) -> None:
        """Counts one photo. ``tops_only``: only the top corners of strips are compared; the truth has the
        whole card's corners.
        """
        pairs, missed, extra = matched(truth, seen)
        self.photos += 1
        self.cards += len(truth.corners)
        self.found += len(pairs)
        self.extra += len(extra)
        self.exact_photos += not missed and not extra
        width = widths(truth.corners)
        for i, j in pairs:
            self.kind_right += int(truth.kinds[i]) == int(seen.kind[j])
            off = np.linalg.norm(truth.corners[i] - seen.corners[j], axis=1) / width[i]
            self.errors += (off[:2] if tops_only and truth.kinds[i] == STRIP else off).tolist()


def anchors(corners: Quads, strip: np.ndarray) -> np.ndarray:
    """Where a card is looked for: its middle, of a strip the middle of its top edge, [n, 2]."""
    return np.where(strip[:, None], corners[:, :2].mean(axis=1), corners.mean(axis=1))


def matched(truth: Labelled, seen: Detections) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pairs (true card, seen card), nearest first; then the unpaired true cards and seen cards."""
    strip = truth.kinds == STRIP
    if len(truth.corners) == 0 or len(seen) == 0:
        return [], list(range(len(truth.corners))), list(range(len(seen)))
    reach = np.where(strip, REACH_OF_STRIP, REACH) * widths(truth.corners)
    mine = anchors(truth.corners, strip)
    apart = np.where(
        strip[:, None],
        np.linalg.norm(mine[:, None] - seen.corners[None, :, :2].mean(axis=2), axis=2),
        np.linalg.norm(mine[:, None] - seen.corners[None].mean(axis=2), axis=2),
    )
    pairs: list[tuple[int, int]] = []
    for flat in np.argsort(apart, axis=None):
        i, j = divmod(int(flat), len(seen))
        if apart[i, j] <= reach[i] and i not in {a for a, _ in pairs} and j not in {b for _, b in pairs}:
            pairs.append((i, j))
    taken, used = {a for a, _ in pairs}, {b for _, b in pairs}
    return (
        pairs,
        [i for i in range(len(truth.corners)) if i not in taken],
        [j for j in range(len(seen)) if j not in used],
    )


def on_scenes(detector: Detector, scenes: Path, seeds: Iterable[int] | None = None) -> Figures:
    """Figures on drawn scenes."""
    store, figures = SceneStore(scenes), Figures()
    for seed in store.seeds if seeds is None else seeds:
        scene = store.load(seed)
        figures.add(scene, detector.detect(scene.image))
    return figures


def photo_truth(path: Path) -> Labelled:
    """A photo with the truth file beside it; kinds are face up, face down, and strip for all but a column's
    last card.
    """
    truth = json.loads(path.with_suffix(".json").read_text())
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"{path} is missing or broken.")
    cards = [card for shelf in truth["shelves"] for card in shelf]
    spread = truth["kind"] == "spread"
    last: dict[int, int] = {}
    for card in cards:
        last[card["column"]] = max(card["row"], last.get(card["column"], 0))
    kinds = [
        STRIP if spread and c["row"] < last[c["column"]] else FACE_UP if c["face_up"] else FACE_DOWN
        for c in cards
    ]
    corners = np.array([c["corners"] for c in cards], np.float32).reshape(-1, 4, 2)
    return Labelled(np.asarray(image, np.uint8), np.array(kinds, np.int64), corners)


def on_photos(detector: Detector, folder: Path) -> Figures:
    """Figures on photos with truth files (``NNN.jpg`` and ``NNN.json``)."""
    figures = Figures()
    for path in sorted(folder.glob("[0-9]*.jpg")):
        truth = photo_truth(path)
        figures.add(truth, detector.detect(truth.image), tops_only=True)
    return figures
