"""Trains the reader's networks on strips drawn as they are needed, and exports them to ONNX.

``python -m vision.train reader`` runs it; it resumes from its checkpoint. Every process draws looks of its
own, so nothing is stored on disk but weights.
"""

from __future__ import annotations

import json
import multiprocessing as mp
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import Progress
from torch import Tensor, nn

from vision import finder
from vision.icons import cut_icon
from vision.read import LETTER_SIDE, NUMBER_SIZE, cut_letter, cut_number
from vision.synth.cards import category_icon_box
from vision.train import nets
from vision.train.strips import (
    CATEGORIES,
    PrintedLook,
    StripSample,
    category_sample,
    print_look,
    strip_sample,
)

Rng = np.random.Generator
CHECKPOINT = "reader.pt"
LOSSES = ("letter", "number", "find", "match")  #: a network each
LOOKS, STRIPS = 16, 4  #: looks in a batch, strips of each
#: A category card is shown to the finder this small: its icon is then as large as a strip's.
CATEGORY_SCALE = 38 / 112
MOST_ICONS = 128  #: icons of a batch that the encoder sees
REPLAY = 12  #: batches between the first and the second use
POOL = 60  #: printed looks kept by each process
RENEW = 0.6  #: looks printed anew for each batch
PLACES = finder.VIEW_HEIGHT // finder.STRIDE, finder.VIEW_WIDTH // finder.STRIDE


@dataclass
class Batch:
    """What the networks see at one step, and the truth. ``n`` strips, ``m`` icons of ``k`` looks."""

    letters: NDArray[np.uint8]  #: [n, 40, 40, 3]
    numbers: NDArray[np.uint8]  #: [n, 40, 96, 3]
    labels: NDArray[np.int64]  #: [n, 3] letter, order - 1, of - 1
    finder: NDArray[np.uint8]  #: [f, 76, 172, 3]
    heat: NDArray[
        np.float32
    ]  #: [f, 8, 19, 43] heat of icons, letter, number; x, y, log width, height; weight
    icons: NDArray[np.uint8]  #: [m, 32, 32, 3]
    icon_labels: NDArray[np.int64]  #: [m] look in batch * 6 + category
    legends: NDArray[np.uint8]  #: [k * 6, 32, 32, 3]


def heat_target(marks: Sequence[tuple[int, NDArray[np.float32]]]) -> NDArray[np.float32]:
    """The finder's target, float32 ``[8, 19, 43]``.

    ``marks``: which map (``finder.ICON`` …), and x, y, width, height in pixels of its input.
    """
    out = np.zeros((8, *PLACES), np.float32)
    yy, xx = np.mgrid[: PLACES[0], : PLACES[1]].astype(np.float32)
    for which, box in marks:
        gx, gy, width, height = box / finder.STRIDE
        column, row = int(gx), int(gy)
        if not (0 <= column < PLACES[1] and 0 <= row < PLACES[0]):
            continue
        across, down = max(width / 6, 0.45), max(height / 6, 0.45)
        blob = np.exp(-(((xx + 0.5 - gx) / across) ** 2 + ((yy + 0.5 - gy) / down) ** 2) / 2)
        out[which] = np.maximum(out[which], blob)
        out[which, row, column] = 1
        size = np.log(max(width, 0.3)), np.log(max(height, 0.3))
        out[3:, row, column] = gx - column, gy - row, *size, 1
    return out


def finder_view(strip: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A strip as the finder sees it: half as large."""
    size = (finder.VIEW_WIDTH, finder.VIEW_HEIGHT)
    return np.asarray(cv2.resize(strip, size, interpolation=cv2.INTER_AREA), np.uint8)


def category_view(card: NDArray[np.uint8], rng: Rng) -> tuple[NDArray[np.uint8], float, int, int]:
    """A category card as the finder sees it, small on an even ground; also its scale and place."""
    scale = CATEGORY_SCALE * rng.uniform(0.85, 1.25)
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows, columns = finder.VIEW_HEIGHT, finder.VIEW_WIDTH
    view = np.empty((rows, columns, 3), np.uint8)
    view[:] = np.median(card.reshape(-1, 3), axis=0)
    small = small[:rows]
    x, y = int(rng.integers(0, columns - small.shape[1])), int(rng.integers(0, rows - small.shape[0] + 1))
    view[y : y + small.shape[0], x : x + small.shape[1]] = small
    return view, scale, x, y


def category_icon(printed: PrintedLook) -> tuple[float, float, float]:
    """x, y and size of a category card's icon in its picture, 112 pixels wide (``vision.synth.cards`` draws
    it).
    """
    x, y, size = category_icon_box(printed.look)
    return x * 112, y * 112, size * 112


def make_batch(pool: list[PrintedLook], rng: Rng) -> Batch:
    """A batch of looks from ``pool``."""
    strips: list[StripSample] = []
    icons, icon_labels, legends, views, heat = [], [], [], [], []
    for index, which in enumerate(rng.choice(len(pool), LOOKS, replace=False)):
        printed = pool[which]
        for _ in range(STRIPS):
            sample = strip_sample(printed, rng)
            strips.append(sample)
            views.append(finder_view(sample.picture))
            places = [(finder.ICON, icon[[0, 1, 2, 2]] / 2) for icon in sample.icons]
            letter, number = sample.marks / 2
            heat.append(heat_target([*places, (finder.LETTER, letter), (finder.NUMBER, number)]))
            for (x, y, size), category in zip(sample.icons, sample.card.categories, strict=True):
                dx, dy = rng.normal(0, 0.05, 2) * size
                icons.append(cut_icon(sample.picture, x + dx, y + dy, size * np.exp(rng.normal(0, 0.07))))
                icon_labels.append(index * 6 + CATEGORIES.index(category))
        x, y, size = category_icon(printed)
        shown = int(rng.integers(6))
        for category in range(6):
            card = category_sample(printed, category, rng)
            dx, dy = rng.normal(0, 0.04, 2) * size
            legends.append(cut_icon(card, x + dx, y + dy, size * np.exp(rng.normal(0, 0.06))))
            if category == shown:
                view, scale, left, top = category_view(card, rng)
                views.append(view)
                place = np.array([left + x * scale, top + y * scale, size * scale, size * scale], np.float32)
                heat.append(heat_target([(finder.ICON, place)]))
    some = rng.permutation(len(icons))[:MOST_ICONS]
    labels = [(ord(s.card.letter) - 65, s.card.order - 1, (s.card.of or 1) - 1) for s in strips]
    return Batch(
        np.stack([cut_letter(s.picture, about(s.marks[0], rng)) for s in strips]),
        np.stack([cut_number(s.picture, about(s.marks[1], rng)) for s in strips]),
        np.array(labels, np.int64),
        np.stack(views),
        np.stack(heat),
        np.stack([icons[i] for i in some]),
        np.array([icon_labels[i] for i in some], np.int64),
        np.stack(legends),
    )


def about(box: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """A mark's place as the finder would give it: a little off. ``box``: x, y, width, height."""
    off = rng.normal(0, 0.08, 2) * box[3]
    size = box[2:] * np.exp(rng.normal(0, rng.choice([0.07, 0.18]), 2))
    return np.array([1, *(box[:2] + off), *size], np.float32)


def batches(seed: int, held_out: bool = False) -> Iterator[Batch]:
    """Endless batches; looks are printed anew all the time."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)

    def fresh() -> PrintedLook:
        return print_look(int(rng.integers(1 << 40)), held_out, cards=12)

    pool = [fresh() for _ in range(LOOKS + 4)]
    while True:
        grow = len(pool) < POOL
        for _ in range(2 if grow else int(rng.poisson(RENEW * 4))):
            if grow:
                pool.append(fresh())
            else:
                pool[int(rng.integers(len(pool)))] = fresh()
        yield make_batch(pool, rng)


def recoloured(batch: Batch, rng: Rng) -> Batch:
    """The batch with its letters and numbers moved by a pixel or two, in other colours, some in negative."""
    return replace(batch, letters=_recoloured(batch.letters, rng), numbers=_recoloured(batch.numbers, rng))


def _recoloured(pictures: NDArray[np.uint8], rng: Rng) -> NDArray[np.uint8]:
    dx, dy = (int(v) for v in rng.integers(-2, 3, 2))
    padded = np.pad(pictures, ((0, 0), (2, 2), (2, 2), (0, 0)), mode="edge")
    height, width = pictures.shape[1:3]
    moved = padded[:, 2 + dy : 2 + dy + height, 2 + dx : 2 + dx + width, rng.permutation(3)]
    gain = rng.uniform(0.75, 1.15, (len(moved), 1, 1, 3))
    out = np.clip(moved * gain, 0, 255).astype(np.uint8)
    negative = rng.random(len(out)) < 0.3
    out[negative] = 255 - out[negative]
    return np.asarray(out, np.uint8)


def _feed(queue: Any, seed: int) -> None:
    torch.set_num_threads(1)
    for batch in batches(seed):
        queue.put(batch)


def tensor(pictures: NDArray[np.uint8]) -> Tensor:
    """uint8 ``[n, h, w, 3]`` to float32 ``[n, 3, h, w]``."""
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float()


class Reader(nn.Module):
    """The four networks and what is learned with them (the temperature of icon matching)."""

    def __init__(self) -> None:
        super().__init__()
        self.letter, self.number = nets.LetterReader(), nets.NumberReader()
        self.finder, self.encoder = nets.StripFinder(), nets.IconEncoder()
        self.temperature = nn.Parameter(torch.tensor(2.3))

    def losses(self, batch: Batch, only: Sequence[str] = LOSSES) -> dict[str, Tensor]:
        """The loss of each network on a batch, or of some of them."""
        parts = {"letter": self._letter, "number": self._number, "find": self._find, "match": self._match}
        return {name: parts[name](batch) for name in only}

    def _letter(self, batch: Batch) -> Tensor:
        labels = torch.from_numpy(batch.labels)
        return nn.functional.cross_entropy(self.letter(tensor(batch.letters))[0].float(), labels[:, 0])

    def _number(self, batch: Batch) -> Tensor:
        cross, labels = nn.functional.cross_entropy, torch.from_numpy(batch.labels)
        order, of = (out.float() for out in self.number(tensor(batch.numbers))[:2])
        return cross(order, labels[:, 1]) + cross(of, labels[:, 2])

    def _find(self, batch: Batch) -> Tensor:
        target = torch.from_numpy(batch.heat)
        out = self.finder(tensor(batch.finder)).float()
        p = out[:, :3].sigmoid().clamp(1e-5, 1 - 1e-5)
        here = target[:, :3] >= 1
        focal = -torch.where(here, (1 - p) ** 2 * p.log(), (1 - target[:, :3]) ** 4 * p**2 * (1 - p).log())
        weight = target[:, 7]
        off = (out[:, 3:5].sigmoid() - target[:, 3:5]).abs().sum(1)
        size = (out[:, 5:7] - target[:, 5:7]).abs().sum(1)
        return (focal.sum() + ((off + size) * weight).sum()) / weight.sum().clamp(min=1)

    def _match(self, batch: Batch) -> Tensor:
        labels = torch.from_numpy(batch.icon_labels)
        icons, legends = self.encoder(tensor(batch.icons)), self.encoder(tensor(batch.legends))
        scores = (icons @ legends.T * self.temperature.exp()).float()
        looks = torch.arange(legends.shape[0]) // 6
        own = looks[None] == (labels // 6)[:, None]
        within = scores.masked_fill(~own, -1e4)  # the task: which of the six of this look
        cross = nn.functional.cross_entropy
        return cross(within, labels) + 0.3 * cross(scores, labels)


def near_truth(heat: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where a map's truth is within one place, [n, rows, columns]."""
    return np.stack(
        [cv2.dilate((each >= 1).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0 for each in heat]
    )


@torch.no_grad()
def validate(model: Reader, count: int, seed: int = 777_000) -> dict[str, float]:
    """Shares of fields right on held-out looks."""
    model.eval()
    rng = np.random.default_rng(seed)
    right: dict[str, list[float]] = {}
    for i in range(count):
        pool = [print_look(seed + i * LOOKS + j, True, cards=6) for j in range(LOOKS)]
        batch = make_batch(pool, rng)
        logits = (model.letter(tensor(batch.letters))[0], *model.number(tensor(batch.numbers))[:2])
        outs = [each.argmax(1).numpy() == batch.labels[:, k] for k, each in enumerate(logits)]
        for name, hit in zip(("letter", "order", "of"), outs, strict=True):
            right.setdefault(name, []).append(float(hit.mean()))
        right.setdefault("banner", []).append(float((outs[0] & outs[1] & outs[2]).mean()))
        found = model.finder(tensor(batch.finder)).float().sigmoid().numpy()
        for which, name in ((finder.LETTER, "letter found"), (finder.NUMBER, "number found")):
            has = batch.heat[:, which].max(axis=(1, 2)) >= 1
            near = near_truth(batch.heat[has, which])
            seen = found[has, which].reshape(has.sum(), -1).argmax(axis=1)
            right.setdefault(name, []).append(
                float(near.reshape(len(near), -1)[np.arange(len(near)), seen].mean())
            )
        at = batch.heat[:, finder.ICON] >= 1
        right.setdefault("icon found", []).append(float((found[:, finder.ICON][at] > 0.3).mean()))
        scores = (model.encoder(tensor(batch.icons)) @ model.encoder(tensor(batch.legends)).T).numpy()
        own = scores.reshape(len(scores), -1, 6)[np.arange(len(scores)), batch.icon_labels // 6]
        right.setdefault("icon", []).append(float((own.argmax(1) == batch.icon_labels % 6).mean()))
    model.train()
    return {name: round(float(np.mean(values)), 4) for name, values in right.items()}


def train(
    folder: Path,
    steps: int,
    seed: int = 1,
    workers: int = 1,
    threads: int = 1,
    minutes: float = 600,
    rate: float = 2.5e-3,
    weights: Path | None = None,
    only: Sequence[str] = LOSSES,
) -> Reader:
    """Trains up to ``steps`` steps in all: AdamW, one cycle of the learning rate up to ``rate``.

    Goes on from ``folder/reader.pt`` when that is there; else starts from ``weights``, another run's
    checkpoint, or from nothing. ``only`` the networks of these losses learn.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / CHECKPOINT
    model = (Reader() if weights is None else started(weights)).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.08)
    done = 0
    if checkpoint.exists():
        state = torch.load(checkpoint)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        done = state["step"]
    context = mp.get_context("spawn")
    queue = context.Queue(maxsize=6)
    feeders = [
        context.Process(target=_feed, args=(queue, seed * 1000 + done * 10 + w), daemon=True)
        for w in range(workers)
    ]
    for feeder in feeders:
        feeder.start()
    log = (folder / "reader.jsonl").open("a")
    began, smooth = time.monotonic(), {}
    kept: list[Batch] = []
    rng = np.random.default_rng(seed + done)
    with Progress() as progress:
        bar = progress.add_task("reader", total=steps, completed=done)
        while done < steps and time.monotonic() - began < minutes * 60:
            if done % 2 == 0 or not kept:
                batch = queue.get()
                kept.append(batch)
            else:  # drawing costs as much as learning, so every batch is seen twice, some steps apart
                batch = recoloured(kept.pop(0), rng) if len(kept) > REPLAY else kept[-1]
            with torch.autocast(
                "cpu", dtype=torch.bfloat16
            ):  # twice as fast where the processor knows bfloat16
                losses = model.losses(batch, only)
            optimiser.zero_grad()
            torch.stack(list(losses.values())).sum().backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            done += 1
            for name, value in losses.items():
                smooth[name] = 0.98 * smooth.get(name, value.item()) + 0.02 * value.item()
            progress.update(bar, completed=done)
            if done % 200 == 0 or done == steps:
                parts = {"model": model, "optimiser": optimiser, "schedule": schedule}
                state = {
                    "step": done,
                    "seed": seed,
                    **{name: part.state_dict() for name, part in parts.items()},
                }
                torch.save(state, checkpoint.with_suffix(".tmp"))
                checkpoint.with_suffix(".tmp").replace(checkpoint)
                entry = {
                    "step": done,
                    "seconds": round(time.monotonic() - began),
                    **{k: round(v, 4) for k, v in smooth.items()},
                }
                if done % 1000 == 0 or done == steps:
                    entry |= validate(model, 8)
                print(json.dumps(entry), file=log, flush=True)
    for feeder in feeders:
        feeder.terminate()
    return model


def export(model: Reader, folder: Path) -> list[str]:
    """Writes the four networks as ONNX with a free batch size; gives the files' names."""
    model.eval()
    heads = {
        "letter": ["letter", "letter_features"],
        "number": ["order", "of", "order_features", "of_features"],
    }
    views = {
        "letter_reader": (model.letter, (LETTER_SIDE, LETTER_SIDE), heads["letter"]),
        "number_reader": (model.number, NUMBER_SIZE[::-1], heads["number"]),
        "strip_finder": (model.finder, (finder.VIEW_HEIGHT, finder.VIEW_WIDTH), ["places"]),
        "icon_encoder": (model.encoder, (nets.ICON_SIZE, nets.ICON_SIZE), ["embedding"]),
    }
    for name, (net, (height, width), outputs) in views.items():
        free = {key: {0: "n"} for key in ["pictures", *outputs]}
        torch.onnx.export(
            net, (torch.zeros(2, 3, height, width),), str(folder / f"{name}.onnx"), input_names=["pictures"],
            output_names=outputs, dynamic_axes=free, opset_version=17, dynamo=False,
        )  # fmt: skip
    return [f"{name}.onnx" for name in views]


def load(checkpoint: Path) -> Reader:
    """The networks of a checkpoint that ``train`` wrote."""
    model = Reader()
    model.load_state_dict(torch.load(checkpoint)["model"])
    return model


def started(checkpoint: Path) -> Reader:
    """New networks with the weights of ``checkpoint`` where these fit: one that was changed starts anew."""
    model = Reader()
    own = model.state_dict()
    kept = torch.load(checkpoint)["model"]
    fit = {name: value for name, value in kept.items() if name in own and own[name].shape == value.shape}
    model.load_state_dict(fit, strict=False)
    return model


def keep_weights(checkpoint: Path, kept: Path) -> None:
    """Writes the weights of ``checkpoint`` alone, in half precision, to ``kept``."""
    model = torch.load(checkpoint)["model"]
    kept.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": {k: v.half() if v.is_floating_point() else v for k, v in model.items()}}, kept)
