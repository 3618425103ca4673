"""Training data of the detector: scenes kept on disk, and the views of them that the network learns from.

A scene is drawn once (``vision.synth.scene.scenes``) and then looked at many times: whole, as the detector's
first pass sees a photo, or upright and close, as its second pass does (``vision.detect.detector``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import Dataset

from vision.detect.detections import CATEGORY, FACE_DOWN
from vision.geometry.quads import Quads, areas, common_area, moved, turns, widths
from vision.photo.pyramid import GREY

#: A card of which less than this share is in view is not asked for.
MIN_IN_VIEW = 0.35
#: A card with a smaller share uncovered and inside the photo is not labelled.
MIN_VISIBLE = 0.3
#: Face-down and category cards: their pictures may not show which way is up.
ORDERLESS = (FACE_DOWN, CATEGORY)
ANY_ORDER = 2.0


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture, uint8 BGR [H, W, 3], and its objects: kinds int64 [n] and corners float32 [n, 4, 2] in its
    pixels.
    """

    image: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    corners: Quads


class SceneStore:
    """A folder of scenes, each ``SEED.jpg`` with ``SEED.json``: kinds and corners of its objects."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seeds: list[int] = []
        self.refresh()

    def refresh(self) -> None:
        """Takes in the scenes drawn since: a training may run while more are being drawn."""
        self.seeds = sorted(int(p.stem) for p in self.folder.glob("*.json"))

    def __len__(self) -> int:
        return len(self.seeds)

    def load(self, seed: int, reduced: bool = False) -> Labelled:
        """The scene drawn from ``seed``; ``reduced`` at half its size, which is much faster to decode."""
        labels = json.loads((self.folder / f"{seed:07d}.json").read_text())
        flag = cv2.IMREAD_REDUCED_COLOR_2 if reduced else cv2.IMREAD_COLOR
        image = cv2.imread(str(self.folder / f"{seed:07d}.jpg"), flag | cv2.IMREAD_IGNORE_ORIENTATION)
        if image is None:
            raise FileNotFoundError(
                f"{self.folder / f'{seed:07d}.jpg'} is missing or broken; draw the scenes again."
            )
        corners: Quads = np.array(labels["corners"], np.float32).reshape(-1, 4, 2)
        if reduced:
            corners = np.asarray((corners + 0.5) / 2 - 0.5, np.float32)
        seen = np.array(labels["visible"], np.float32) >= MIN_VISIBLE
        return Labelled(np.asarray(image, np.uint8), np.array(labels["kinds"], np.int64)[seen], corners[seen])

    @staticmethod
    def write(folder: Path, seeds: Iterable[int], make: Callable[[int], Any], quality: int = 93) -> int:
        """Draws the scenes that ``folder`` lacks with ``make(seed)``; how many were drawn."""
        folder.mkdir(parents=True, exist_ok=True)
        drawn = 0
        for seed in seeds:
            target = folder / f"{seed:07d}.json"
            if target.exists():
                continue
            scene = make(seed)
            cv2.imwrite(str(target.with_suffix(".jpg")), scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])
            labels = {
                "kinds": [int(o.kind) for o in scene.objects],
                "corners": [np.asarray(o.corners, float).round(2).tolist() for o in scene.objects],
                "visible": [round(float(o.visible_fraction), 3) for o in scene.objects],
            }
            # the labels last: a scene without them was cut short and is drawn again
            target.write_text(json.dumps(labels))
            drawn += 1
        return drawn


class CardViews(Dataset[dict[str, Any]]):  # type: ignore[misc]
    """Random square views of scenes in the batch format of Ultralytics' pose task.

    Two in five show the whole photo in a random quarter turn; the rest are close and nearly upright.
    Deterministic: the same seed, epoch and index give the same view of the same scenes.
    """

    def __init__(self, store: SceneStore, size: int = 448, seed: int = 0, count: int = 2000) -> None:
        self.store, self.size, self.seed, self.count = store, size, seed, count
        self.epoch = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> dict[str, Any]:
        rng = np.random.default_rng([self.seed, self.epoch, index])
        # every scene in turn, whatever the number of views an epoch
        turn = (self.epoch * self.count + index) % len(self.store)
        return as_sample(self.view(rng, self.store.seeds[turn]))

    def view(self, rng: np.random.Generator, seed: int) -> Labelled:
        """One random view, ``size`` square, of the scene drawn from ``seed``."""
        scene = self.store.load(seed)
        matrix = whole(rng, scene, self.size) if rng.random() < 0.4 else upright(rng, scene, self.size)
        return look(rng, scene, matrix, self.size)

    @staticmethod
    def collate_fn(samples: list[dict[str, Any]]) -> dict[str, Any]:
        """Samples as one batch; ``batch_idx`` is the number of each object's picture."""
        joined = {key: torch.cat([s[key] for s in samples]) for key in ("cls", "bboxes", "keypoints")}
        counts = torch.tensor([len(s["cls"]) for s in samples])
        return {
            "img": torch.stack([s["img"] for s in samples]),
            "batch_idx": torch.repeat_interleave(torch.arange(len(samples)), counts).float(),
            **joined,
        }


def whole(rng: np.random.Generator, scene: Labelled, size: int) -> NDArray[np.float64]:
    """The affine map that fits the whole photo, in any quarter turn and a little off, into a square of
    ``size``.
    """
    height, width = scene.image.shape[:2]
    scale = size / max(height, width) * rng.uniform(0.9, 1.15)
    if len(scene.corners):
        # far too small cards teach nothing; far too large cards are seen in a smaller view
        card = float(np.median(widths(scene.corners)))
        scale = float(np.clip(scale, 20 / card, 150 / card))
    turn = 90 * int(rng.integers(4)) + rng.normal(0, 4)
    middle = np.array([width, height]) / 2 + rng.uniform(-0.1, 0.1, 2) * min(width, height)
    return placed(rng, middle, -turn, scale, size)


def upright(rng: np.random.Generator, scene: Labelled, size: int) -> NDArray[np.float64]:
    """The affine map to a view around one card, nearly upright, its cards as wide as in a second pass."""
    if len(scene.corners) == 0:
        return whole(rng, scene, size)
    chosen = int(rng.integers(len(scene.corners)))
    target = float(np.exp(rng.uniform(np.log(48), np.log(110))))
    scale = target / float(widths(scene.corners[chosen : chosen + 1])[0])
    turn = (
        float(turns(scene.corners[chosen : chosen + 1])[0])
        + rng.normal(0, 5)
        + (180 if rng.random() < 0.08 else 0)
    )
    share = rng.uniform(0.3, 1)  # nearer to the middle of all cards: more of them in view
    middle = share * scene.corners[chosen].mean(axis=0) + (1 - share) * scene.corners.mean(axis=(0, 1))
    middle = middle + rng.uniform(-0.25, 0.25, 2) * size / scale
    return placed(rng, middle, -turn, scale, size)


def placed(
    rng: np.random.Generator, middle: NDArray[np.float64], turn: float, scale: float, size: int
) -> NDArray[np.float64]:
    """The 2 x 3 map that turns by ``turn`` degrees clockwise about ``middle``, scales, stretches a little
    and centres.
    """
    angle = np.radians(turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    stretch = np.diag(np.exp(rng.normal(0, 0.05, 2))) + np.array([[0, rng.normal(0, 0.03)], [0, 0]])
    linear = stretch @ rotation * scale
    return np.column_stack([linear, np.array([size, size]) / 2 - linear @ middle])


def look(rng: np.random.Generator, scene: Labelled, matrix: NDArray[np.float64], size: int) -> Labelled:
    """The scene under ``matrix``, its light and colours changed a little, with the objects that are still
    in view.
    """
    image, shrink = scene.image, float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if shrink < 0.8:
        # warping samples points: shrink by area first, or fine print turns into noise
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        fx, fy = small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]
        back = np.array([[1 / fx, 0, 0.5 / fx - 0.5], [0, 1 / fy, 0.5 / fy - 0.5], [0, 0, 1]])
        image, warp = np.asarray(small, np.uint8), matrix @ back
    else:
        warp = matrix
    border = (GREY, GREY, GREY)
    picture = cv2.warpAffine(image, warp, (size, size), flags=cv2.INTER_LINEAR, borderValue=border)
    gain = np.exp(rng.normal(0, 0.12) + rng.normal(0, 0.05, 3))
    gamma = np.exp(rng.normal(0, 0.15))
    levels = np.arange(256)[:, None] / 255
    table = np.clip((levels * gain) ** gamma * 255, 0, 255).astype(np.uint8)[:, None]
    picture = cv2.LUT(picture, table)
    if rng.random() < 0.15:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.0))
    corners = moved(scene.corners, matrix)
    frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    shares = [
        common_area(q, frame) / max(a, 1.0) for q, a in zip(corners, np.abs(areas(corners)), strict=True)
    ]
    seen = np.array(shares) >= MIN_IN_VIEW if shares else np.zeros(0, bool)
    return Labelled(np.asarray(picture, np.uint8), scene.kinds[seen], corners[seen])


def as_sample(view: Labelled) -> dict[str, Any]:
    """Tensors of one picture: img uint8 [3, H, W] RGB, cls [n, 1], bboxes [n, 4] and keypoints [n, 4, 3] as
    shares of it.

    Corners outside the picture stay outside, so that the network learns to complete a cut card; boxes are
    clipped. A corner's third number is ANY_ORDER for a card that may not show which way is up, else 1.
    """
    height, width = view.image.shape[:2]
    scale = np.array([width, height], np.float32)
    points = (view.corners + 0.5) / scale
    low, high = points.min(axis=1).clip(0, 1), points.max(axis=1).clip(0, 1)
    boxes = np.concatenate([(low + high) / 2, high - low], axis=1) if len(points) else np.zeros((0, 4))
    order = np.where(np.isin(view.kinds, ORDERLESS), ANY_ORDER, 1.0)[:, None, None]
    points = np.concatenate([points, np.broadcast_to(order, (len(points), 4, 1))], axis=2)
    rgb = np.ascontiguousarray(view.image[..., ::-1].transpose(2, 0, 1))
    return {
        "img": torch.from_numpy(rgb),
        "cls": torch.from_numpy(view.kinds[:, None].astype(np.float32)),
        "bboxes": torch.from_numpy(np.asarray(boxes, np.float32)),
        "keypoints": torch.from_numpy(np.asarray(points, np.float32)),
    }
