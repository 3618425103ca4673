"""Trains the edge network (``vision.detect.edges``), which measures how far a card's edge is from a guess.

It sees each side of a card as ``vision.detect.edges`` cuts it out, with corners as far off as the detector's.
It learns the distance at both ends of the side, and its own expected error, by the Laplace likelihood:
absolute error over expected error, plus the expected error's logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from tqdm import tqdm  # type: ignore[import-untyped]

from vision.detect.edges import CUTOUT_CARD_WIDTH, PATCH, Frame, box, side_patches
from vision.geometry.quads import Quads, is_card_like, moved, widths
from vision.photo.pyramid import Pyramid
from vision.train.detector.dataset import SceneStore
from vision.train.reader.nets import short_floats

CASES = 8
STRIP = 2


class EdgeNet(nn.Module):  # type: ignore[misc]
    """Input uint8 or float [n, PATCH, PATCH, 3], 0 to 255; output [n, 2, CASES, 2]: offset in pixels and
    log error.
    """

    def __init__(self) -> None:
        super().__init__()

        def layer(inputs: int, outputs: int, stride: int | tuple[int, int]) -> nn.Sequential:
            conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
            return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.SiLU())

        self.features = nn.Sequential(
            layer(3, 12, (1, 2)),
            layer(12, 24, 2),
            layer(24, 32, 1),
            layer(32, 32, (1, 2)),
            layer(32, 48, (2, 1)),
            layer(48, 48, (1, 2)),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(48 * 12 * 3, 96), nn.SiLU(), nn.Linear(96, 2 * CASES * 2)
        )

    def forward(self, sides: torch.Tensor) -> torch.Tensor:
        """See the class."""
        x = sides.permute(0, 3, 1, 2).float()
        # a dim scene looks like a bright scene
        x = x - x.mean((1, 2, 3), keepdim=True)
        x = x / (x.pow(2).mean((1, 2, 3), keepdim=True).sqrt() + 8)
        return self.head(self.features(x)).view(-1, 2, CASES, 2)


@dataclass(frozen=True, slots=True)
class Sides:
    """Sides of cards: ``patches`` uint8 [n, PATCH, PATCH, 3], ``case`` int64 [n], ``offsets`` float32 [n,
    2] in pixels.
    """

    patches: NDArray[np.uint8]
    case: NDArray[np.int64]
    offsets: NDArray[np.float32]


def shaken(rng: np.random.Generator, quads: Quads) -> Quads:
    """The corners as a detector may give them: the card shifted, turned, scaled and each corner off by
    itself.
    """
    n = len(quads)
    width = widths(quads)[:, None, None]
    size = np.exp(rng.normal(np.log(0.018), 0.7, (n, 1, 1)))
    middle = quads.mean(axis=1, keepdims=True)
    angle = rng.normal(0, 0.6, n) * size[:, 0, 0]
    turn = np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1).reshape(n, 2, 2)
    scale = 1 + rng.normal(0, 0.6, (n, 1, 1)) * size
    off = np.einsum("nij,nkj->nki", turn, quads - middle) * scale + middle
    off += (rng.normal(0, 0.8, (n, 1, 2)) + rng.normal(0, 1.0, (n, 4, 2))) * size * width
    return np.asarray(off, np.float32)


def true_offsets(frame: Frame, true: NDArray[np.float32]) -> NDArray[np.float64]:
    """How far the sides of the ``true`` card, [4, 2] in photo pixels, lie out of the frame's, [4, 2] in its
    pixels.
    """
    corners = moved(true[None], frame.matrix)[0].astype(np.float64)
    guess = box(*frame.size).astype(np.float64)
    out = np.empty((4, 2))
    for i, (axis, sign) in enumerate(((1, -1), (0, 1), (1, 1), (0, -1))):
        a, b = corners[i], corners[(i + 1) % 4]
        slope = (b[axis] - a[axis]) / (b[1 - axis] - a[1 - axis] + 1e-9)
        for end, at in enumerate((guess[i], guess[(i + 1) % 4])):
            out[i, end] = sign * (a[axis] + slope * (at[1 - axis] - a[1 - axis]) - at[axis])
    return out


def sides_of(rng: np.random.Generator, store: SceneStore, seed: int) -> Sides:
    """The sides of all cards of one scene, each card guessed once."""
    scene = store.load(seed)
    pyramid = Pyramid(scene.image)
    guesses = shaken(rng, scene.corners)
    usable = is_card_like(guesses) & (widths(guesses) >= 20) if len(guesses) else np.zeros(0, bool)
    patches, cases, offsets = [], [], []
    for true, guess, kind in zip(scene.corners[usable], guesses[usable], scene.kinds[usable], strict=True):
        frame = Frame.of(guess)
        away = true_offsets(frame, true)
        if np.abs(away).max() > 0.15 * CUTOUT_CARD_WIDTH:
            continue
        patches.append(side_patches(pyramid, frame))
        cases.append(np.arange(4) + 4 * (kind == STRIP))
        offsets.append(away)
    if not patches:
        return Sides(
            np.zeros((0, PATCH, PATCH, 3), np.uint8), np.zeros(0, np.int64), np.zeros((0, 2), np.float32)
        )
    return Sides(np.concatenate(patches), np.concatenate(cases), np.concatenate(offsets).astype(np.float32))


def batches(store: SceneStore, rng: np.random.Generator, size: int, pool: int = 24) -> Iterator[Sides]:
    """Endless batches of ``size`` sides, each drawn from the cards of ``pool`` scenes at a time."""
    while True:
        scenes = [
            sides_of(rng, store, int(s))
            for s in rng.choice(store.seeds, min(pool, len(store)), replace=False)
        ]
        patches = np.concatenate([s.patches for s in scenes])
        case, offsets = np.concatenate([s.case for s in scenes]), np.concatenate([s.offsets for s in scenes])
        # light and colour vary more between cameras than between the scenes
        gain = np.exp(rng.normal(0, 0.15, (len(patches), 1, 1, 3)))
        patches = np.clip(patches * gain, 0, 255).astype(np.uint8)
        for mirrored in (False, True):
            order = rng.permutation(len(patches))
            for i in range(0, len(order) - size + 1, size):
                which = order[i : i + size]
                sides = Sides(patches[which], case[which], offsets[which])
                yield mirror(sides) if mirrored else sides


def mirror(sides: Sides) -> Sides:
    """The sides of the cards seen in a mirror: right becomes left, first becomes last."""
    across = np.where(sides.case % 2 == 1, sides.case ^ 2, sides.case)
    return Sides(sides.patches[:, :, ::-1].copy(), across, sides.offsets[:, ::-1].copy())


def laplace(predicted: torch.Tensor, case: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
    """Mean negative log likelihood of ``offsets`` [n, 2]; the network ``predicted`` [n, 2, CASES, 2]."""
    mine = predicted[torch.arange(len(case)), :, case]
    log_error = mine[..., 1].clamp(-3, 4)
    return ((mine[..., 0] - offsets).abs() * torch.exp(-log_error) + log_error).mean()


def train(
    scenes: Path,
    checkpoint: Path,
    *,
    steps: int,
    batch: int = 192,
    lr: float = 2e-3,
    seed: int = 0,
    weights: Path | None = None,
) -> Path:
    """Trains for ``steps`` batches (fewer when ``checkpoint`` already holds some: it goes on from there).

    ``weights``: another training's checkpoint to start from.
    """
    net = EdgeNet()
    if weights is not None:
        net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["net"])
    optimizer = torch.optim.AdamW(net.parameters(), lr, weight_decay=1e-3)
    done = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        done = int(saved["steps"])
    source = batches(SceneStore(scenes), np.random.default_rng([seed, done]), batch)
    shown, progress = 0.0, tqdm(range(done, steps), initial=done, total=steps, desc="edges")
    for step in progress:
        for group in optimizer.param_groups:
            group["lr"] = lr * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * float(np.cos(np.pi * step / steps)))
        sides = next(source)
        with short_floats("cpu"):
            predicted = net(torch.from_numpy(sides.patches))
        loss = laplace(predicted.float(), torch.from_numpy(sides.case), torch.from_numpy(sides.offsets))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        shown += 0.02 * (float(loss) - shown)
        if (step + 1) % 100 == 0 or step + 1 == steps:
            progress.set_postfix(loss=f"{shown:.3f}")
            state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "steps": step + 1}
            torch.save(state, checkpoint)
    return checkpoint


def export(checkpoint: Path, target: Path) -> Path:
    """Writes the checkpoint as ONNX, input ``sides`` uint8 [n, PATCH, PATCH, 3] (see
    ``vision.detect.edges.EdgeRefiner``).
    """
    net = EdgeNet()
    net.load_state_dict(torch.load(checkpoint, map_location="cpu", weights_only=True)["net"])
    net.eval()
    example = torch.zeros(4, PATCH, PATCH, 3, dtype=torch.uint8)
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net, (example,), str(target), input_names=["sides"], output_names=["offsets"], opset_version=17,
        dynamic_axes={"sides": {0: "n"}, "offsets": {0: "n"}}, dynamo=False,
    )  # fmt: skip
    return target
