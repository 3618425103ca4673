"""``python -m vision.train judge``: draws scenes, looks at them, fits the judge and says how good it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from joblib import Parallel, delayed
from lightgbm import Booster
from tqdm import tqdm  # type: ignore[import-untyped]

from vision.detect.score import NAME
from vision.networks.files import FOLDER, list_model
from vision.synth.scene.scenes import HELD_OUT_SEEDS
from vision.train.judge.fit import export, figures, fit
from vision.train.judge.gather import Rows, closer_rows, first_rows, looked, stacked

#: The share of the scenes, one in so many, that each helper's judge does not know.
PARTS = 4

FILE = f"{NAME}.onnx"

app = typer.Typer()


@app.command()
def judge(
    folder: Annotated[Path, typer.Argument(help="Folder of the scenes; those there are kept.")],
    count: Annotated[int, typer.Option(min=PARTS, help="Scenes to fit on.")] = 320,
    held_out: Annotated[int, typer.Option(min=1, help="Scenes of held-out looks to measure on.")] = 88,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw and look.")] = 2,
    to: Annotated[Path, typer.Option(help="Where the judge goes.")] = FOLDER,
) -> None:
    """Fit the judge, which says whether a detection is a card; prints its figures on held-out looks."""
    run = Parallel(workers)
    first = run(delayed(_first)(folder, seed) for seed in tqdm(range(count), desc="scenes"))
    # what others are believed to be is evidence: a judge that has not seen a scene looks at it closer
    known = [[rows for seed, rows in enumerate(first) if seed % PARTS != part] for part in range(PARTS)]
    helpers = [fit(stacked(rows)) for rows in known]
    seeds = tqdm(range(count), desc="closer")
    closer = run(delayed(_closer)(folder, seed, helpers[seed % PARTS]) for seed in seeds)
    fitted = fit(stacked([*first, *(rows for own in closer for rows in own)]))
    export(fitted, to / FILE)
    list_model(FILE, to)
    held = run(
        delayed(_first)(folder / "held_out", seed, True)
        for seed in tqdm(range(HELD_OUT_SEEDS, HELD_OUT_SEEDS + held_out), desc="held-out scenes")
    )
    judged = stacked(held)
    typer.echo(json.dumps(figures(fitted.predict(judged.evidence), judged.outcome)))


def _first(folder: Path, seed: int, held_out: bool = False) -> Rows:
    return first_rows(looked(folder, seed, held_out))


def _closer(folder: Path, seed: int, helper: Booster) -> list[Rows]:
    return closer_rows(looked(folder, seed), helper, seed)
