"""``python -m vision.train calibrate``: a reader as sure as it is right, after its networks changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from vision.faces import face_confidence
from vision.models import FOLDER
from vision.networks import Scales, scales
from vision.sureness import Calibration
from vision.train.calibrate import Known, Outcomes, fit, logistic, outcomes, temperatures
from vision.train.known_tables import draw_table, face_cases, known, tempered
from vision.train.reliability import diagram

#: Seeds of the tables fitted on and judged on, and of the photos, from here on.
FITTED, JUDGED, PHOTOS = 500_000, 600_000, 700_000
#: A network may have been trained far from honest.
HEATS = np.geomspace(0.2, 6.0, 69)
#: The share of right fields that may be flagged, and of wrong ones that have to be.
IN_VAIN, CAUGHT = 0.01, 0.98
DOCS = FOLDER.parent / "docs"

app = typer.Typer()


@app.command()
def calibrate(
    tables: Annotated[int, typer.Option(min=2, help="Tables to fit on; half as many again judge.")] = 400,
    photos: Annotated[int, typer.Option(min=2, help="Photos to fit the sides on; half as many judge.")] = 90,
    models: Annotated[Path, typer.Option(help="Where scales.json and calibration.json go.")] = FOLDER,
    docs: Annotated[Path, typer.Option(help="Where reliability.svg goes.")] = DOCS,
) -> None:
    """Fit temperatures and review thresholds on tables of held-out looks; judge them on others."""
    old = scales()
    fitted = _tables(FITTED, tables, "Tables to fit on")
    judged = _tables(JUDGED, tables // 2, "Tables to judge on")
    heats = temperatures(fitted, HEATS)
    sides, right = _sides(PHOTOS, photos, "Photos to fit on")
    seen, was_right = _sides(PHOTOS + photos, photos // 2, "Photos to judge on")
    weights = (float(w) for w in logistic(sides, right))
    new = _rescaled(old, heats, (next(weights), next(weights), next(weights)))

    scaled = {
        name: heat for name, heat in heats.items() if name != "count"
    }  # counts have no scale of their own
    calibration = fit(
        tempered(fitted, scaled), Outcomes(face_confidence(sides, new.face), right), IN_VAIN, CAUGHT
    )
    now = tempered(judged, scaled)
    before, after = outcomes(judged, Calibration()), outcomes(now, calibration)
    before["face_up"] = Outcomes(face_confidence(seen, old.face), was_right)
    after["face_up"] = Outcomes(face_confidence(seen, new.face), was_right)

    (models / "scales.json").write_text(json.dumps(asdict(new), indent=2) + "\n", "utf-8")
    calibration.save(models / "calibration.json")
    docs.mkdir(parents=True, exist_ok=True)
    (docs / "reliability.svg").write_text(diagram(before, after), "utf-8")
    faces = {"face_up": after["face_up"]}
    console = Console()
    # known() gives each table twice: without its deck, and with it
    for title, part, limits in (
        ("legend, no deck", slice(0, None, 2), calibration.thresholds),
        ("legend and deck", slice(1, None, 2), {**calibration.thresholds, **calibration.deck_thresholds}),
    ):
        plain = {**outcomes(judged[part], Calibration()), "face_up": before["face_up"]}
        console.print(_report(title, plain, {**outcomes(now[part], calibration), **faces}, limits))


def _tables(seed: int, count: int, what: str) -> list[Known]:
    return [case for n in track(range(count), description=what) for case in known(draw_table(seed + n))]


def _sides(seed: int, count: int, what: str) -> tuple[np.ndarray, np.ndarray]:
    cases = list(track(face_cases(range(seed, seed + count)), description=what, total=count))
    return np.concatenate([case[0] for case in cases]), np.concatenate([case[1] for case in cases])


def _rescaled(old: Scales, heats: dict[str, float], face: tuple[float, float, float]) -> Scales:
    """Scales that change the networks' logits as the temperatures ``heats`` would."""
    divided = {
        name: round(getattr(old, name) * heats.get(name, 1.0), 4) for name in ("letter", "order", "of")
    }
    icon = round(old.icon / heats.get("icons", 1.0), 3)
    return replace(old, **divided, icon=icon, face=tuple(round(weight, 4) for weight in face))


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
