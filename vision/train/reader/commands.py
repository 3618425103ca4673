"""``python -m vision.train reader …``: trains, exports and measures the reader's networks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from vision.icons.legend import PRINTED
from vision.networks.files import FOLDER, checkpoint_path, list_model
from vision.train.reader import train as reader
from vision.train.reader.covers import drawn_legend

app = typer.Typer(help="The reader: banners, icon places, icon embeddings.", no_args_is_help=True)

Run = Annotated[Path, typer.Argument(help="Folder of the checkpoint.")]


@app.command()
def train(
    run: Run,
    steps: Annotated[int, typer.Option(min=1, help="Steps in all; a run that was cut short goes on.")] = 4000,
    seed: Annotated[int, typer.Option()] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw strips.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Processor cores for the networks.")] = 1,
    minutes: Annotated[float, typer.Option(help="Stop after so long, to go on another time.")] = 600,
    rate: Annotated[float, typer.Option(help="The highest learning rate of the cycle.")] = 2.5e-3,
    weights: Annotated[Path | None, typer.Option(help="Start from this checkpoint's weights.")] = None,
    only: Annotated[
        list[str] | None, typer.Option(help=f"Of {', '.join(reader.LOSSES)}: all; or {reader.BOOKS}.")
    ] = None,
    together: Annotated[int, typer.Option(help="Strips a step, of all drawn so far; 0: as drawn.")] = 0,
    device: Annotated[str, typer.Option(help="Where the networks learn: cpu, cuda.")] = "cpu",
    measured: Annotated[int, typer.Option(help="Steps between figures on held-out looks; 0: none.")] = 1000,
) -> None:
    """Trains on strips drawn as they are needed; figures on held-out looks go to RUN/reader.jsonl."""
    reader.train(
        run,
        steps,
        seed=seed,
        workers=workers,
        threads=threads,
        minutes=minutes,
        rate=rate,
        weights=weights,
        only=only or reader.LOSSES,
        together=together,
        device=device,
        measured=measured,
    )


@app.command()
def keep(run: Run) -> None:
    """Keeps the run's weights, in half precision, as ``checkpoints/reader.pt``, to train on from."""
    weights = reader.load(run / reader.CHECKPOINT).state_dict()
    reader.keep_weights(weights, checkpoint_path(reader.CHECKPOINT))


@app.command()
def export(run: Run, folder: Annotated[Path, typer.Option(help="Where the ONNX files go.")] = FOLDER) -> None:
    """Writes the networks of a run as ONNX and lists their sha256."""
    for name in reader.export(reader.load(run / reader.CHECKPOINT), folder):
        list_model(name, folder)


@app.command()
def legend(
    looks: Annotated[int, typer.Option(min=1, help="Printed looks whose icons are drawn.")] = 24,
    folder: Annotated[Path, typer.Option(help="Where the legend goes.")] = FOLDER,
) -> None:
    """Writes the printed game's icons as the encoder sees our drawings: anew after its change."""
    drawn_legend(looks).save(folder / PRINTED)


@app.command()
def measure(
    run: Run,
    batches: Annotated[int, typer.Option(min=1, help="Of 64 strips of 16 held-out looks each.")] = 40,
) -> None:
    """Shares of fields read right on single strips of held-out looks, nothing decided jointly."""
    print(json.dumps(reader.validate(reader.load(run / reader.CHECKPOINT), batches)))
