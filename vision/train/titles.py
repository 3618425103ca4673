"""Trains the network that finds where titles begin (`vision.titles`): ``python -m vision.train titles``."""

from __future__ import annotations

import json
import multiprocessing as mp
import time
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray
from rich.progress import Progress
from torch import Tensor, nn

from vision.models import FOLDER, list_model
from vision.titles import PLACES, SCALE, STRIDE, VIEW
from vision.train.books import book_samples
from vision.train.nets import TitleFinder
from vision.train.reader import keep_weights

Rng = np.random.Generator

NAME, CHECKPOINT = "title_finder", "titles.pt"
BATCH = 32  #: cards a step
WAITING = 6 * BATCH  #: cards at least that a batch is drawn from
FEWEST, POOL = 8, 64  #: batches that are drawn before the first step, and kept to be seen again

app = typer.Typer(help="The network that finds where titles begin.", no_args_is_help=True)
Run = Annotated[Path, typer.Argument(help="Folder of the checkpoint.")]


def target(initials: NDArray[np.float64]) -> NDArray[np.float32]:
    """What the network should say of a picture with these first letters, [k, 4] (`vision.train.books`).

    float32 [6, 50, 50]: 1 where a title begins and less around it; x and y within the place; logs of width
    and height in places; weight.
    """
    out = np.zeros((6, PLACES, PLACES), np.float32)
    down, across = np.mgrid[:PLACES, :PLACES] + 0.5
    for x, y, width, height in initials * (VIEW / SCALE / STRIDE):
        column, row = int(np.floor(x)), int(np.floor(y))
        if not (0 <= column < PLACES and 0 <= row < PLACES):
            continue
        near = ((across - x) / max(width / 5, 0.5)) ** 2 + ((down - y) / max(height / 5, 0.5)) ** 2
        out[0] = np.maximum(out[0], 0.98 * np.exp(-near / 2))
        out[0, row, column] = 1
        size = np.log(max(width, 0.3)), np.log(max(height, 0.3))
        out[1:, row, column] = x - column, y - row, *size, 1
    return out


def loss(out: Tensor, wanted: Tensor) -> Tensor:
    """Of the network's maps [n, 5, 50, 50] and what they should be, [n, 6, 50, 50], per title."""
    p = out[:, 0].sigmoid().clamp(1e-5, 1 - 1e-5)
    here, weight = wanted[:, 0] >= 1, wanted[:, 5]
    focal = -torch.where(here, (1 - p) ** 2 * p.log(), (1 - wanted[:, 0]) ** 4 * p**2 * (1 - p).log())
    off = (out[:, 1:3].sigmoid() - wanted[:, 1:3]).abs().sum(1)
    size = (out[:, 3:] - wanted[:, 3:5]).abs().sum(1)
    return (focal.sum() + ((off + size) * weight).sum()) / weight.sum().clamp(min=1)


def _feed(queue: Any, seed: int) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 31))
    waiting: list[tuple[NDArray[np.uint8], NDArray[np.float32]]] = []
    while True:
        while len(waiting) < WAITING:
            for sample in book_samples(int(rng.integers(1 << 40)), False, rng):
                view = cv2.resize(sample.picture, (VIEW, VIEW), interpolation=cv2.INTER_AREA)
                waiting.append((np.asarray(view, np.uint8), target(sample.initials)))
        rng.shuffle(waiting)  # type: ignore[arg-type]
        now, waiting = waiting[:BATCH], waiting[BATCH:]
        views, wanted = zip(*now, strict=True)
        queue.put((np.stack(views), np.stack(wanted)))


@app.command()
def train(
    run: Run,
    steps: Annotated[int, typer.Option(min=1, help="Steps in all; a run that was cut short goes on.")] = 2600,
    seed: Annotated[int, typer.Option()] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw cards.")] = 1,
    rate: Annotated[float, typer.Option(help="The highest learning rate of the cycle.")] = 3e-3,
) -> None:
    """Trains on cards drawn as they are needed, AdamW, one cycle of the learning rate."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    run.mkdir(parents=True, exist_ok=True)
    net = TitleFinder().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.08)
    parts = {"model": net, "optimiser": optimiser, "schedule": schedule}
    done = 0
    if (run / CHECKPOINT).exists():
        state = torch.load(run / CHECKPOINT)
        done = state["step"]
        for name, part in parts.items():
            part.load_state_dict(state[name])
    context = mp.get_context("spawn")
    queue = context.Queue(maxsize=6)
    feeders = [
        context.Process(target=_feed, args=(queue, seed * 1000 + done * 10 + worker), daemon=True)
        for worker in range(workers)
    ]
    for feeder in feeders:
        feeder.start()
    began, smooth, batches = time.monotonic(), 0.0, _Pool(queue, np.random.default_rng(seed + done))
    with Progress() as progress, (run / "titles.jsonl").open("a") as log:
        bar = progress.add_task("titles", total=steps, completed=done)
        while done < steps:
            views, wanted = batches.next()
            pictures = torch.from_numpy(views).permute(0, 3, 1, 2).float()
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out = net(pictures.contiguous(memory_format=torch.channels_last))
            value = loss(out.float(), torch.from_numpy(wanted))
            optimiser.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            schedule.step()
            done += 1
            smooth = value.item() if not smooth else 0.98 * smooth + 0.02 * value.item()
            progress.update(bar, completed=done)
            if done % 100 == 0 or done == steps:
                state = {name: part.state_dict() for name, part in parts.items()}
                torch.save({"step": done, **state}, run / CHECKPOINT)
                entry = {"step": done, "seconds": round(time.monotonic() - began), "loss": round(smooth, 3)}
                print(json.dumps(entry), file=log, flush=True)
    for feeder in feeders:
        feeder.terminate()


class _Pool:
    """Batches as they come from ``queue``, and between them some of before: learning is quicker than
    drawing.
    """

    def __init__(self, queue: Any, rng: Rng) -> None:
        self.queue, self.rng = queue, rng
        self.batches: list[Any] = []
        self.seen: list[int] = []

    def next(self) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        while len(self.batches) < FEWEST or (len(self.batches) < POOL and not self.queue.empty()):
            self.batches.append(self.queue.get())
            self.seen.append(0)
        if not self.queue.empty():
            oldest = int(np.argmax(self.seen))
            self.batches[oldest], self.seen[oldest] = self.queue.get(), 0
        which = int(self.rng.integers(len(self.batches)))
        self.seen[which] += 1
        batch: tuple[NDArray[np.uint8], NDArray[np.float32]] = self.batches[which]
        return batch


@app.command()
def export(
    run: Run, folder: Annotated[Path, typer.Option(help="Where the ONNX file goes.")] = FOLDER
) -> None:
    """Writes the network of a run as ONNX, lists its sha256, and keeps its weights to train on from."""
    net = TitleFinder()
    net.load_state_dict(torch.load(run / CHECKPOINT)["model"])
    net.eval()
    free = {"pictures": {0: "n"}, "begins": {0: "n"}}
    torch.onnx.export(
        net, (torch.zeros(2, 3, VIEW, VIEW),), str(folder / f"{NAME}.onnx"), input_names=["pictures"],
        output_names=["begins"], dynamic_axes=free, opset_version=17, dynamo=False,
    )  # fmt: skip
    list_model(f"{NAME}.onnx", folder)
    keep_weights(net.state_dict(), folder / "checkpoints" / CHECKPOINT)
