"""Backs and pieces of table as a camera sees them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.detector import Detector
from vision.detect.verifier import EDGE, SIDE

TABLE, DARK, PALE, WOOD = (120, 140, 150), (60, 40, 90), (180, 200, 210), (60, 120, 170)


def cutout(pattern: str, light: float = 1.0, contrast: float = 1.0, turns: int = 0) -> np.ndarray:
    """A card's back, or a piece of table, as it is cut out of a photo, with a camera's noise."""
    low, high = round(EDGE), SIDE - round(EDGE)
    inside = np.full((high - low, high - low, 3), DARK, np.uint8)
    if pattern == "rings":
        for radius in (5, 11, 17):
            cv2.circle(inside, (20, 16), radius, PALE, 2)
    elif pattern == "planks":
        inside[np.arange(len(inside)) % 8 < 3] = PALE
    elif pattern == "parquet":
        inside[:] = WOOD
        inside[np.arange(len(inside)) % 8 < 3] = PALE
    inside = np.rot90(inside, turns)
    picture = np.full((SIDE, SIDE, 3), TABLE, np.uint8)
    picture[low:high, low:high] = inside
    noise = np.random.default_rng([turns, *pattern.encode()]).normal(0, 3, picture.shape)
    middle = picture.mean()
    return np.clip(light * (middle + contrast * (picture - middle)) + noise, 0, 255).astype(np.uint8)


def laid(patterns: list[str]) -> tuple[np.ndarray, Detections]:
    """A photo of cards side by side, and the cards: clear backs, and a face as the last."""
    photo = np.full((SIDE, SIDE * len(patterns), 3), TABLE, np.uint8)
    low, high = round(EDGE), SIDE - round(EDGE)
    quads = []
    for n, pattern in enumerate(patterns):
        photo[:, SIDE * n : SIDE * (n + 1)] = cutout(pattern)
        left, right = SIDE * n + low, SIDE * n + high - 1
        quads.append([(left, low), (right, low), (right, high - 1), (left, high - 1)])
    kind = np.array([FACE_DOWN] * (len(patterns) - 1) + [FACE_UP], np.int8)
    return photo, Detections.of(np.array(quads, np.float32), kind, np.full(len(patterns), 0.99))


class Sees:
    """Stands in for the detector: finds what it is given."""

    def __init__(self, found: Detections) -> None:
        self.found = found

    def without(self, *kinds: int) -> Sees:
        other = np.where(np.isin(self.found.kind, kinds), FACE_UP, self.found.kind)
        return Sees(replace(self.found, kind=other))

    def find(self, bgr: NDArray[np.uint8]) -> Detections:
        sides = np.full(len(self.found), 0.005, np.float32)
        return replace(self.found, corner_error=sides, verifier_odds=np.full(len(self.found), 6, np.float32))

    def likely(self, bgr: NDArray[np.uint8], quads: NDArray[np.float32], hopeless: float) -> Detections:
        return self.found[np.zeros(0, np.intp)]

    def edges(self, bgr: NDArray[np.uint8], quads: NDArray[np.float32], kind: int) -> Detections:
        return self.found[np.zeros(0, np.intp)]


def seeing(monkeypatch: pytest.MonkeyPatch, found: Detections) -> NDArray[np.uint8]:
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: Sees(found)))
    return np.full((900, 1600, 3), 90, np.uint8)
