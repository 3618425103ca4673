"""``python -m vision.train calibrate``: a reader as sure as it is right, after its networks changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vision.decode.calibration import Calibration, face_confidence
from vision.networks.files import FOLDER
from vision.networks.sessions import scales
from vision.train.calibration.fit import Known, Outcomes, fit, logistic, outcomes
from vision.train.calibration.known_tables import face_cases, photo_tables
from vision.train.calibration.reliability import diagram

#: The first seeds: of photos for the faces, of looks to fit on, and of looks to judge on.
SIDES, FITTED, JUDGED = 700_000, 800_000, 900_000
#: The share of right fields that may be flagged, and the share of wrong fields that must be.
IN_VAIN, CAUGHT = 0.01, 0.98
DOCS = FOLDER.parent / "docs"

app = typer.Typer()


@app.command()
def calibrate(
    looks: Annotated[int, typer.Option(min=2, help="Looks to fit on; a third as many judge.")] = 240,
    sides: Annotated[int, typer.Option(min=2, help="Photos to fit the sides on; half as many judge.")] = 90,
    workers: Annotated[int, typer.Option(min=1, help="Processes that draw and read photos.")] = 1,
    models: Annotated[Path, typer.Option(help="Where scales.json and calibration.json go.")] = FOLDER,
    docs: Annotated[Path, typer.Option(help="Where reliability.svg goes.")] = DOCS,
) -> None:
    """Fit how sure the reader is, and how sure is sure enough, on photos of new looks; judge on others."""
    old = scales()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        fitted = _tables(pool, FITTED, looks, "Looks to fit on")
        judged = _tables(pool, JUDGED, looks // 3, "Looks to judge on")
    seen, right = _sides(SIDES, sides, "Photos to fit the sides on")
    others, were_right = _sides(SIDES + sides, sides // 2, "Photos to judge the sides on")
    first, second, third = (round(float(w), 4) for w in logistic(seen, right))
    new = replace(old, face=(first, second, third))
    calibration = fit(fitted, Outcomes(face_confidence(seen, new.face), right), IN_VAIN, CAUGHT)
    before, after = outcomes(judged, Calibration()), outcomes(judged, calibration)
    before["face_up"] = Outcomes(face_confidence(others, old.face), were_right)
    after["face_up"] = Outcomes(face_confidence(others, new.face), were_right)

    (models / "scales.json").write_text(json.dumps(asdict(new), indent=2) + "\n", "utf-8")
    calibration.save(models / "calibration.json")
    docs.mkdir(parents=True, exist_ok=True)
    (docs / "reliability.svg").write_text(diagram(before, after), "utf-8")
    faces = {"face_up": after["face_up"]}
    console = Console()
    # each table is there twice: without its deck, and with it
    for title, part, limits in (
        ("legend, no deck", slice(0, None, 2), calibration.thresholds),
        ("legend and deck", slice(1, None, 2), {**calibration.thresholds, **calibration.deck_thresholds}),
    ):
        plain = {**outcomes(judged[part], Calibration()), "face_up": before["face_up"]}
        console.print(_report(title, plain, {**outcomes(judged[part], calibration), **faces}, limits))


def _tables(pool: Executor, seed: int, count: int, what: str) -> list[Known]:
    shown = track(pool.map(photo_tables, range(seed, seed + count)), what, count)
    return [case for tables in shown for case in tables]


def _sides(seed: int, count: int, what: str) -> tuple[np.ndarray, np.ndarray]:
    cases = list(track(face_cases(range(seed, seed + count)), description=what, total=count))
    return np.concatenate([case[0] for case in cases]), np.concatenate([case[1] for case in cases])


def _report(
    title: str, before: dict[str, Outcomes], after: dict[str, Outcomes], limits: Mapping[str, float]
) -> Table:
    table = Table("field", "n", "right", "error", "after", "limit", "caught", "in vain", title=f"{title} (%)")
    for name, outcome in after.items():
        limit = limits[name]
        shares = [outcome.right.mean(), before[name].error(), outcome.error(), limit]
        shares += [outcome.caught(limit), outcome.in_vain(limit)]
        table.add_row(name, str(len(outcome.right)), *(f"{100 * share:.1f}" for share in shares))
    return table
