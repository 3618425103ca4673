"""``python -m vision.train detector …``: draws scenes, trains both networks, exports and measures them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import typer
from tqdm import tqdm  # type: ignore[import-untyped]

from vision.networks.files import FOLDER, checkpoint_path, list_model, model_path
from vision.synth.look.anatomy import drawn_look, with_any_back
from vision.synth.scene.scenes import (
    HELD_OUT_SEEDS,
    Kind,
    Scene,
    legend_photo,
    make_scene,
    planned,
    scene_of,
)
from vision.train.detector.dataset import SceneStore

app = typer.Typer(
    help="The card detector, the network that makes its corners exact, and the one that looks again.",
    no_args_is_help=True,
)

DETECTOR, EDGES, VERIFIER = "card_detector.onnx", "card_edges.onnx", "card_verifier.onnx"
#: The detector's weights to train on from.
CHECKPOINT = "detector.pt"

#: Mixtures of scenes with more of a rare kind: the kinds, and the share of each.
MOSTLY: dict[str, dict[Kind, float]] = {
    "piles": {"spread": 0.45, "shelf": 0.25, "two_shelves": 0.15, "few": 0.08, "legend": 0.07},
    "legends": {"legend": 1.0},
    "backs": {"shelf": 0.45, "two_shelves": 0.25, "few": 0.3},
}
#: The share of these scenes that are sharp and well lit; one legend in this many is taken from straight
#: above.
CAREFUL, FROM_ABOVE = 0.6, 4
#: Where backs are to be learned: the share of looks with a back unlike the look's own, and how many of the
#: cards lie face down, at least and at most.
OTHER_BACKS, DOWN = 0.6, (0.1, 0.9)

Scenes = Annotated[Path, typer.Argument(help="Folder of scenes.")]


@app.command()
def scenes(
    folder: Scenes,
    count: Annotated[int, typer.Option(min=1, help="How many scenes in all; those there are kept.")] = 4000,
    first: Annotated[int, typer.Option(help="Seed of the first scene.")] = 1,
    side: Annotated[int, typer.Option(min=128, help="Longest side in pixels.")] = 1024,
    held_out: Annotated[bool, typer.Option(help="Looks that are never trained on.")] = False,
    mostly: Annotated[
        Literal["piles", "legends", "backs"] | None,
        typer.Option(help="More of these, and more of them sharp."),
    ] = None,
) -> None:
    """Draws scenes with their truth, one seed after the other; run again after an interruption."""

    def draw(seed: int) -> Scene:
        size = (side, side * 3 // 4) if seed % 4 else (side * 3 // 4, side)
        if mostly:
            return drawn_mostly(mostly, seed, (side, side * 3 // 4))
        if not held_out:
            return make_scene(seed, size=size)
        look = drawn_look(10 * seed, held_out=True)
        # every other scene as a careful photographer takes it, with all cards whole
        return make_scene(HELD_OUT_SEEDS + seed, look=look, size=size, whole=seed % 2 == 0)

    SceneStore.write(folder, tqdm(range(first, first + count), desc="scenes"), draw)


def drawn_mostly(what: str, seed: int, size: tuple[int, int]) -> Scene:
    """The scene of a seed in the mixture ``what`` of `MOSTLY`; ``size``: width and height in pixels."""
    rng = np.random.default_rng([seed, 5])  # another random stream: the scene is drawn from the seed alone
    if what == "legends" and seed % FROM_ABOVE == 0:
        return legend_photo(drawn_look(int(rng.integers(1, 10**6))), size, seed)
    kinds, shares = list(MOSTLY[what]), list(MOSTLY[what].values())
    kind = kinds[int(rng.choice(len(kinds), p=shares))] if len(kinds) > 1 else kinds[0]
    careful = bool(rng.random() < CAREFUL)
    if what == "backs":
        return with_many_backs(rng, seed, size, kind, careful)
    return make_scene(seed, size=size, kind=kind, careful=careful)


def with_many_backs(
    rng: np.random.Generator, seed: int, size: tuple[int, int], kind: Kind, careful: bool
) -> Scene:
    """The scene of a seed with many of its cards turned down, most of them of looks with other backs."""
    look = drawn_look(int(rng.integers(1, 10**6)))
    if rng.random() < OTHER_BACKS:
        look = with_any_back(rng, look)
    table, camera, look, _ = planned(seed, look, None, size, kind, False, careful)
    down = rng.uniform(*DOWN)
    for index, placement in enumerate(table.placements):
        # the first card stays face up: backs alone do not show which way is up
        if index and placement.card and rng.random() < down:
            table.placements[index] = replace(placement, face_up=False)
    return scene_of(table, camera, look, seed, careful=careful)


@app.command()
def train(
    folder: Scenes,
    run: Annotated[Path, typer.Argument(help="Folder of the checkpoints.")],
    epochs: Annotated[int, typer.Option(min=1, help="Rounds of --views pictures.")] = 42,
    views: Annotated[int, typer.Option(min=1)] = 2000,
    batch: Annotated[int, typer.Option(min=2)] = 16,
    size: Annotated[int, typer.Option(min=64, help="Side of a picture in pixels.")] = 448,
    seed: Annotated[int, typer.Option()] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Processor cores to use.")] = 2,
    rate: Annotated[float, typer.Option(help="The highest learning rate.")] = 2e-3,
    weights: Annotated[Path | None, typer.Option(help="Start from this checkpoint's weights.")] = None,
    resume: Annotated[bool, typer.Option(help="Go on with the run in the folder.")] = False,
    device: Annotated[str, typer.Option(help="cpu, or the number of a graphics card.")] = "cpu",
    workers: Annotated[int, typer.Option(min=0, help="Processes that make the views.")] = 0,
    minutes: Annotated[float | None, typer.Option(help="Train for so long, whatever --epochs says.")] = None,
) -> None:
    """Trains the detector with Ultralytics from scratch."""
    import torch

    from vision.train.detector import train as detector

    torch.set_num_threads(threads)
    last = detector.train(
        folder,
        run,
        epochs=epochs,
        views=views,
        batch=batch,
        size=size,
        lr=rate,
        seed=seed,
        weights=weights,
        resume=resume,
        device=device,
        workers=workers,
        minutes=minutes,
    )
    typer.echo(f"{last} is ready to export.")


@app.command()
def edges(
    folder: Scenes,
    checkpoint: Annotated[Path, typer.Argument(help="Checkpoint file, gone on from when it exists.")],
    steps: Annotated[int, typer.Option(min=1)] = 2200,
    seed: Annotated[int, typer.Option()] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Processor cores to use.")] = 2,
    rate: Annotated[float, typer.Option(help="The highest learning rate.")] = 2e-3,
    weights: Annotated[Path | None, typer.Option(help="Start from this checkpoint's weights.")] = None,
) -> None:
    """Trains the network that makes corners exact; scenes of 2016 pixels and more teach it most."""
    import torch

    from vision.train.detector import edges as training

    torch.set_num_threads(threads)
    training.train(folder, checkpoint, steps=steps, seed=seed, lr=rate, weights=weights)


@app.command()
def verifier(
    folder: Scenes,
    steps: Annotated[int, typer.Option(min=1)] = 3000,
    seed: Annotated[int, typer.Option()] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Processor cores to use.")] = 2,
    to: Annotated[Path, typer.Option(help="Where the model goes.")] = FOLDER,
) -> None:
    """Trains the network that looks again and writes it as ONNX; the detector must not know the scenes."""
    import torch

    from vision.detect.detector import Detector
    from vision.train.detector import verifier as training

    torch.set_num_threads(threads)
    examples = training.gather(Detector(model_path(DETECTOR), model_path(EDGES)), folder, seed)
    training.export(training.train(examples, steps=steps, seed=seed), to / VERIFIER)
    list_model(VERIFIER, to)


@app.command()
def export(
    detector: Annotated[Path | None, typer.Option(help="Checkpoint of the detector.")] = None,
    edges: Annotated[Path | None, typer.Option(help="Checkpoint of the edge network.")] = None,
    folder: Annotated[Path, typer.Option(help="Where the models go.")] = FOLDER,
) -> None:
    """Writes checkpoints as ONNX, and their sha256 into models.json.

    For the detector, it also writes the checkpoint that a later training begins with.
    """
    if detector is not None:
        from vision.train.detector.train import export as export_detector
        from vision.train.detector.train import keep

        export_detector(detector, folder / DETECTOR)
        keep(detector, checkpoint_path(CHECKPOINT, folder))
        list_model(DETECTOR, folder)
    if edges is not None:
        from vision.train.detector.edges import export as export_edges

        export_edges(edges, folder / EDGES)
        list_model(EDGES, folder)


@app.command()
def measure(
    photos: Annotated[Path | None, typer.Option(help="Folder of photos with truth files.")] = None,
    scenes: Annotated[Path | None, typer.Option(help="Folder of held-out scenes.")] = None,
    refine: Annotated[bool, typer.Option(help="With the other two networks.")] = True,
) -> None:
    """Prints the exported models' figures as JSON: cards found, kinds right, corner errors in % of a card's
    width.
    """
    from vision.detect.detector import Detector
    from vision.train.detector.measure import on_photos, on_scenes

    detector = Detector.default() if refine else Detector(model_path(DETECTOR))
    if photos is not None:
        typer.echo(json.dumps({"photos": on_photos(detector, photos).summary()}))
    if scenes is not None:
        typer.echo(json.dumps({"scenes": on_scenes(detector, scenes).summary()}))
