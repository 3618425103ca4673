"""Trains the network that looks at each detection again (``vision.detect.verifier``): is it a card?

Its examples are the detector's detections on scenes it was not trained on, doubtful detections included:
cards, and detections that are not cards. Empty places beside the cards, cut as large as the cards, are
further examples without a card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from tqdm import tqdm  # type: ignore[import-untyped]

from vision.detect.detections import Detections
from vision.detect.detector import Detector
from vision.detect.verifier import SIDE, cutouts
from vision.geometry.quads import Quads, common_area, moved
from vision.photo.pyramid import Pyramid
from vision.train.detector.dataset import Labelled, SceneStore
from vision.train.detector.measure import matched

#: The least scores of an example: low, as detections of higher scores are hardly ever mistakes.
REPORTED, REPORTED_ALONE = 0.12, 0.25
#: Empty places taken from each scene, and the share of a place that cards may cover.
EMPTY, COVERED = 4, 0.15


@dataclass(frozen=True, slots=True)
class Examples:
    """``pictures`` uint8 ``[n, SIDE, SIDE, 3]``; ``card`` bool ``[n]``: whether a card is in the middle."""

    pictures: NDArray[np.uint8]
    card: NDArray[np.bool_]

    @staticmethod
    def joined(parts: list[Examples]) -> Examples:
        return Examples(np.concatenate([p.pictures for p in parts]), np.concatenate([p.card for p in parts]))


class VerifierNet(nn.Module):  # type: ignore[misc]
    """Input uint8 or float ``[n, SIDE, SIDE, 3]``, 0 to 255; output ``[n]``: log odds of a card."""

    def __init__(self) -> None:
        super().__init__()

        def layer(inputs: int, outputs: int, stride: int) -> nn.Sequential:
            conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
            return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.SiLU())

        self.features = nn.Sequential(
            layer(3, 16, 2),
            layer(16, 32, 2),
            layer(32, 32, 1),
            layer(32, 48, 2),
            layer(48, 48, 1),
            layer(48, 64, 2),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.3), nn.Linear(64 * 16, 48), nn.SiLU(), nn.Linear(48, 1)
        )

    def forward(self, cards: torch.Tensor) -> torch.Tensor:
        """See the class."""
        x = cards.permute(0, 3, 1, 2).float()
        # a dim scene and a bright one look alike
        x = x - x.mean((1, 2, 3), keepdim=True)
        x = x / (x.pow(2).mean((1, 2, 3), keepdim=True).sqrt() + 8)
        return self.head(self.features(x))[:, 0]


def mined(detector: Detector, scene: Labelled, rng: np.random.Generator) -> Examples:
    """The examples of one scene."""
    passes = replace(detector.settings.passes, reported=REPORTED, reported_alone=REPORTED_ALONE)
    found = detector.with_settings(replace(detector.settings, passes=passes)).find(scene.image)
    pairs, _, _ = matched(scene, found) if len(found) else ([], [], [])
    card = np.isin(np.arange(len(found)), [j for _, j in pairs])
    nothing = empty_places(scene, found, rng)
    quads = np.concatenate([found.corners, nothing])
    return Examples(
        cutouts(Pyramid(scene.image), quads), np.concatenate([card, np.zeros(len(nothing), bool)])
    )


def empty_places(scene: Labelled, found: Detections, rng: np.random.Generator) -> Quads:
    """Quads of the found cards' shape, a place or two beside them, where no card lies: ``[n, 4, 2]``."""
    height, width = scene.image.shape[:2]
    places: list[NDArray[np.float32]] = []
    for _ in range(6 * EMPTY):
        if len(found) == 0 or len(places) == EMPTY:
            break
        quad = found.corners[int(rng.integers(len(found)))]
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        steps = rng.choice([-2, -1, 1, 2], 2) * (rng.random(2) < 0.7)
        there = quad + steps[0] * across + steps[1] * down + rng.normal(0, 0.1, 2) * np.linalg.norm(across)
        there = moved(there[None].astype(np.float32), _about(there.mean(axis=0), rng))[0]
        middle = there.mean(axis=0)
        inside = (middle > 0).all() and middle[0] < width and middle[1] < height
        area = max(common_area(there, there), 1.0)
        taken = max((common_area(there, true.astype(np.float32)) for true in scene.corners), default=0.0)
        if inside and taken < COVERED * area:
            places.append(there)
    return np.array(places, np.float32).reshape(-1, 4, 2)


def _about(middle: NDArray[np.floating], rng: np.random.Generator) -> NDArray[np.float64]:
    """A small turn and change of size about a point, 2 x 3."""
    angle, size = rng.normal(0, 0.05), np.exp(rng.normal(0, 0.08))
    linear = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.column_stack([linear, middle - linear @ middle])


def gather(detector: Detector, folder: Path, seed: int = 1) -> Examples:
    """The examples of all scenes in a folder."""
    rng, store = np.random.default_rng(seed), SceneStore(folder)
    return Examples.joined([mined(detector, store.load(s), rng) for s in tqdm(store.seeds, desc="examples")])


def varied(pictures: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The pictures in other light and colours, some of them mirrored."""
    out = pictures[..., rng.permutation(3)] * np.exp(rng.normal(0, 0.2, (len(pictures), 1, 1, 3)))
    out = np.clip(out, 0, 255).astype(np.uint8)
    for axis in (1, 2):
        which = rng.random(len(out)) < 0.5
        out[which] = np.flip(out[which], axis)
    return np.asarray(out, np.uint8)


def train(
    examples: Examples, steps: int = 3000, size: int = 96, rate: float = 2e-3, seed: int = 1
) -> VerifierNet:
    """A network trained on as many cards as there is nothing, ``steps`` batches of ``size``."""
    torch.manual_seed(seed)
    rng, net = np.random.default_rng(seed), VerifierNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.1)
    cards, nothing = np.flatnonzero(examples.card), np.flatnonzero(~examples.card)
    for _ in tqdm(range(steps), desc="verifier"):
        which = np.concatenate([rng.choice(cards, size // 2), rng.choice(nothing, size // 2)])
        logits = net(torch.from_numpy(varied(examples.pictures[which], rng)))
        truth = torch.from_numpy(examples.card[which]).float()
        loss = nn.functional.binary_cross_entropy_with_logits(logits, truth)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return net.eval()


def export(net: VerifierNet, target: Path) -> None:
    """Writes the network as ONNX with a free number of cards."""
    torch.onnx.export(
        net, (torch.zeros(2, SIDE, SIDE, 3, dtype=torch.uint8),), str(target), input_names=["cards"],
        output_names=["log_odds"], dynamic_axes={"cards": {0: "n"}, "log_odds": {0: "n"}},
        opset_version=17, dynamo=False,
    )  # fmt: skip
