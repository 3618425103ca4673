"""Trains the network that finds where titles begin (`vision.banner.title_starts`): ``python -m vision.train
titles``.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray
from rich.progress import Progress
from torch import nn

from vision.banner.title_starts import BOOKS_SIDE, FINDER_CELLS, FINDER_SIDE
from vision.networks.files import FOLDER, checkpoint_path, list_model
from vision.train.reader.batches import heat_target
from vision.train.reader.books import BookSample, book_samples
from vision.train.reader.nets import TitleFinder, short_floats
from vision.train.reader.pool import fed, pooled
from vision.train.reader.train import heat_loss, keep_weights

NAME, CHECKPOINT = "title_finder", "titles.pt"
BATCH, LOOKS = 32, 5  #: cards a step; looks that are drawn at a time
FEWEST, POOL = 8, 64  #: of these, how many are drawn before the first step, and kept to be seen again

app = typer.Typer(help="The network that finds where titles begin.", no_args_is_help=True)
Run = Annotated[Path, typer.Argument(help="Folder of the checkpoint.")]


@dataclass
class Openings:
    """The network's input of ``n`` pictures at one step, and its targets."""

    views: NDArray[np.uint8]  #: [n, 200, 200, 3]
    heat: NDArray[np.float32]  #: [n, 6, 50, 50] heat; x, y, log width, height; weight


def opening(sample: BookSample) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A card's books as the network sees them, and its target."""
    view = cv2.resize(sample.picture, (FINDER_SIDE, FINDER_SIDE), interpolation=cv2.INTER_AREA)
    marks = [(0, box.astype(np.float32)) for box in sample.initials * (FINDER_SIDE / BOOKS_SIDE)]
    return np.asarray(view, np.uint8), heat_target(marks, maps=1, places=(FINDER_CELLS, FINDER_CELLS))


def _feed(queue: Any, seed: int) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 31))
    while True:
        looks = [book_samples(int(rng.integers(1 << 40)), False, rng) for _ in range(LOOKS)]
        views, heat = zip(*map(opening, chain.from_iterable(looks)), strict=True)
        queue.put(Openings(np.stack(views), np.stack(heat)))


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
    began, smooth, rng = time.monotonic(), 0.0, np.random.default_rng(seed + done)
    seeds = [(seed * 1000 + done * 10 + worker,) for worker in range(workers)]
    with fed(_feed, seeds) as queue, Progress() as progress, (run / "titles.jsonl").open("a") as log:
        bar = progress.add_task("titles", total=steps, completed=done)
        for batch in islice(pooled(queue, BATCH, FEWEST, rng, POOL), steps - done):
            pictures = torch.from_numpy(batch.views).permute(0, 3, 1, 2).float()
            with short_floats("cpu"):
                out = net(pictures.contiguous(memory_format=torch.channels_last))
            value = heat_loss(out.float(), torch.from_numpy(batch.heat))
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
        net, (torch.zeros(2, 3, FINDER_SIDE, FINDER_SIDE),), str(folder / f"{NAME}.onnx"),
        input_names=["pictures"], output_names=["begins"], dynamic_axes=free, opset_version=17, dynamo=False,
    )  # fmt: skip
    list_model(f"{NAME}.onnx", folder)
    keep_weights(net.state_dict(), checkpoint_path(CHECKPOINT, folder))
