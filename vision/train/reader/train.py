"""Trains the reader's networks on strips drawn as they are needed, and exports them to ONNX.

``python -m vision.train reader`` runs it; it resumes from its checkpoint. Every process draws looks of its
own, so nothing is stored on disk but weights.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import Progress
from torch import Tensor, nn

from vision.banner.read import LETTER_SIDE, NUMBER_SIZE
from vision.icons.books import HEIGHT as BOOKS_HEIGHT
from vision.icons.books import WIDTH as BOOKS_WIDTH
from vision.strips import marks as finder
from vision.train.reader import nets
from vision.train.reader.batches import (
    LOOKS,
    Banners,
    Batch,
    Views,
    banner_batches,
    batches,
    make_batch,
    repeated,
    view_batches,
)
from vision.train.reader.covers import Books, book_batches
from vision.train.reader.pool import fed, pooled
from vision.train.reader.restyle import grained, otherwise, recoloured
from vision.train.reader.strips import print_look

CHECKPOINT = "reader.pt"
READERS = ("letter", "number")  #: look at banners alone
LOSSES = (*READERS, "find", "match")  #: a network each; they learn from the same strips
BOOKS = "books"  #: learns alone, from whole cards
FIRST = 150  #: batches of a pool that are drawn before the first step


def _feed(queue: Any, seed: int, only: Sequence[str]) -> None:
    torch.set_num_threads(1)
    drawn: Iterator[Banners | Views | Books]
    if set(only) <= set(READERS):
        drawn = banner_batches(seed)
    elif set(only) == {BOOKS}:
        drawn = book_batches(seed)
    elif set(only) == {"find"}:
        drawn = view_batches(seed)
    else:
        drawn = batches(seed)
    for batch in drawn:
        queue.put(batch)


class Reader(nn.Module):
    """The networks, and the temperature of icon matching, which is learned with them."""

    def __init__(self) -> None:
        super().__init__()
        self.letter = nets.LetterReader()
        self.number = nets.NumberReader()
        self.books = nets.BookReader()
        self.finder, self.encoder = nets.StripFinder(), nets.IconEncoder()
        self.temperature = nn.Parameter(torch.tensor(2.3))

    def on_device(self, array: NDArray[Any]) -> Tensor:
        """An array where the networks are."""
        return torch.from_numpy(array).to(self.temperature.device, non_blocking=True)

    def tensor(self, pictures: NDArray[np.uint8]) -> Tensor:
        """uint8 ``[n, h, w, 3]`` to float32 ``[n, 3, h, w]``."""
        return self.on_device(pictures).permute(0, 3, 1, 2).float().contiguous()

    def losses(self, batch: Any, only: Sequence[str] = LOSSES, again: bool = False) -> dict[str, Tensor]:
        """The loss of each network, or of some networks, on a batch; batches seen ``again`` are restyled."""
        parts = {
            "letter": self._letter,
            "number": self._number,
            "find": self._find,
            "match": self._match,
            "books": self._books,
        }
        return {name: parts[name](batch, again) for name in only}

    def _restyled(self, pictures: NDArray[np.uint8], again: bool) -> Tensor:
        return otherwise(self.tensor(pictures)) if again else self.tensor(pictures)

    def _letter(self, batch: Banners, again: bool) -> Tensor:
        logits = self.letter(self._restyled(batch.letters, again))[0]
        return nn.functional.cross_entropy(logits.float(), self.on_device(batch.labels)[:, 0])

    def _number(self, batch: Banners, again: bool) -> Tensor:
        cross, labels = nn.functional.cross_entropy, self.on_device(batch.labels)
        order, of = (out.float() for out in self.number(self._restyled(batch.numbers, again))[:2])
        return cross(order, labels[:, 1]) + cross(of, labels[:, 2])

    def _find(self, batch: Views, again: bool) -> Tensor:
        target, pictures = self.on_device(batch.heat), self.tensor(batch.finder)
        out = self.finder(recoloured(grained(pictures)) if again else pictures).float()
        return heat_loss(out, target)

    def _match(self, batch: Batch, again: bool) -> Tensor:
        labels = self.on_device(batch.icon_labels)
        colours = torch.randperm(3) if again else torch.arange(3)  # the same of icons and legends
        icons, legends = (
            self.encoder(self.tensor(pictures)[:, colours]) for pictures in (batch.icons, batch.legends)
        )
        scores = (icons @ legends.T * self.temperature.exp()).float()
        looks = torch.arange(len(legends), device=labels.device) // 6
        own = looks[None] == (labels // 6)[:, None]
        within = scores.masked_fill(~own, -1e4)  # the task: which of the six of this look
        cross = nn.functional.cross_entropy
        return cross(within, labels) + 0.3 * cross(scores, labels)

    def _books(self, batch: Books, again: bool) -> Tensor:
        pictures = self.tensor(batch.books)
        count, category, fits = (out.float() for out in self.books(grained(pictures) if again else pictures))
        cross, true = nn.functional.cross_entropy, self.on_device(batch.categories)
        by_slot = cross(category.reshape(-1, 6), true.reshape(-1), ignore_index=-1)
        own = nn.functional.binary_cross_entropy_with_logits(fits[:, 0], self.on_device(batch.fits))
        return cross(count, self.on_device(batch.count), ignore_index=-1) + 4 * by_slot + own


def heat_loss(out: Tensor, target: Tensor) -> Tensor:
    """The focal loss of CenterNet over the maps of a network that finds marks, per mark.

    It compares the network's answer [n, maps + 4, rows, columns] with its target
    (`vision.train.reader.batches.heat_target`).
    """
    maps = out.shape[1] - 4
    p, wanted, weight = out[:, :maps].sigmoid().clamp(1e-5, 1 - 1e-5), target[:, :maps], target[:, -1]
    focal = -torch.where(wanted >= 1, (1 - p) ** 2 * p.log(), (1 - wanted) ** 4 * p**2 * (1 - p).log())
    off = (out[:, maps : maps + 2].sigmoid() - target[:, maps : maps + 2]).abs().sum(1)
    size = (out[:, maps + 2 :] - target[:, maps + 2 : maps + 4]).abs().sum(1)
    return (focal.sum() + ((off + size) * weight).sum()) / weight.sum().clamp(min=1)


def near_truth(heat: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The places at most one place from a mark of the map, [n, rows, columns]."""
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
        tensor = model.tensor
        logits = (model.letter(tensor(batch.letters))[0], *model.number(tensor(batch.numbers))[:2])
        outs = [each.argmax(1).numpy() == batch.labels[:, k] for k, each in enumerate(logits)]
        names = ("letter", "order", "of")
        for name, hit in zip(names, outs, strict=True):
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
    together: int = 0,
    device: str = "cpu",
    measured: int = 1000,
) -> Reader:
    """Trains up to ``steps`` steps in all: AdamW, one cycle of the learning rate up to ``rate``.

    Goes on from ``folder/reader.pt`` if it is there; else starts from ``weights``, another run's checkpoint,
    or from random weights. ``only`` the networks of these losses learn. ``together``: how many of all strips
    drawn so far a step sees, where learning is quicker than drawing; if 0, a step sees a batch as it was
    drawn, a few times. ``measured``: steps between figures on held-out looks; with 0 only losses are printed.
    """
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    torch.backends.cudnn.benchmark = True
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / CHECKPOINT
    model = (Reader() if weights is None else started(weights)).to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.08)
    done = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, map_location=device)
        model.load_state_dict(state["model"])
        optimiser.load_state_dict(state["optimiser"])
        schedule.load_state_dict(state["schedule"])
        done = state["step"]
    seeds = [(seed * 1000 + done * 10 + worker, only) for worker in range(workers)]
    with fed(_feed, seeds) as queue:
        log = (folder / "reader.jsonl").open("a")
        began, smooth = time.monotonic(), dict[str, Tensor]()
        shown: Iterator[tuple[Any, bool]] = repeated(queue.get)
        if together:
            rng = np.random.default_rng(seed + done)
            shown = ((batch, True) for batch in pooled(queue, together, FIRST, rng))
        with Progress() as progress:
            bar = progress.add_task("reader", total=steps, completed=done)
            while done < steps and time.monotonic() - began < minutes * 60:
                batch, again = next(shown)
                with nets.short_floats(torch.device(device).type):
                    losses = model.losses(batch, only, again)
                optimiser.zero_grad()
                torch.stack(list(losses.values())).sum().backward()
                nn.utils.clip_grad_norm_(model.parameters(), 5.0)
                optimiser.step()
                schedule.step()
                done += 1
                for name, value in losses.items():
                    smooth[name] = torch.lerp(smooth.get(name, value.detach()), value.detach(), 0.02)
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
                        **{name: round(value.item(), 4) for name, value in smooth.items()},
                    }
                    if measured and (done % measured == 0 or done == steps):
                        entry |= validate(model, 8)
                    print(json.dumps(entry), file=log, flush=True)
    return model


def export(model: Reader, folder: Path) -> list[str]:
    """Writes the networks as ONNX with a free batch size; gives the files' names."""
    model.eval()
    heads = {
        "letter": ["letter", "letter_features"],
        "number": ["order", "of", "order_features", "of_features"],
    }
    views = {
        "letter_reader": (model.letter, (LETTER_SIDE, LETTER_SIDE), heads["letter"]),
        "number_reader": (model.number, NUMBER_SIZE[::-1], heads["number"]),
        "strip_finder": (model.finder, (finder.VIEW_HEIGHT, finder.VIEW_WIDTH), ["places"]),
        "book_reader": (model.books, (BOOKS_HEIGHT, BOOKS_WIDTH), ["count", "category", "fits"]),
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
    model.load_state_dict(torch.load(checkpoint, map_location="cpu")["model"])
    return model


def started(checkpoint: Path) -> Reader:
    """New networks with the weights of ``checkpoint`` where they fit; a changed network starts anew."""
    model = Reader()
    own = model.state_dict()
    kept = torch.load(checkpoint, map_location="cpu")["model"]
    fit = {name: value for name, value in kept.items() if name in own and own[name].shape == value.shape}
    model.load_state_dict(fit, strict=False)
    return model


def keep_weights(weights: Mapping[str, Tensor], kept: Path) -> None:
    """Writes weights alone, in half precision, to ``kept``."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": {k: v.half() if v.is_floating_point() else v for k, v in weights.items()}}, kept)
