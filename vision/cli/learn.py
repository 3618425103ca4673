"""The command `shelfmark learn`, an entry point of the group `shelfmark.commands`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorer.cli.console import AsJson, print_json, refusing, say
from scorer.folders import user_folder

if TYPE_CHECKING:  # heavy imports wait until the command runs: the other commands start fast
    from vision.learn.fit import Report


@refusing
def learn(
    forget: Annotated[
        bool, typer.Option("--forget", help="Forget what was learned: read as delivered.")
    ] = False,
    legend: Annotated[
        Path | None, typer.Option(metavar="F", help="A legend photo, in place of the kept legend.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Adapt the reader to the cards that you confirmed and corrected; kept only where it reads better."""
    from scorer.confirmed.corrections import CorrectionStore
    from vision.adapt import FILE
    from vision.icons.legend import Legend
    from vision.learn.fit import learn as adapt
    from vision.learn.fit import learning_lock

    path = user_folder() / FILE
    if forget:
        with learning_lock(user_folder()):
            path.unlink(missing_ok=True)
        if as_json:
            print_json({"forgotten": True})
        else:
            say(["Forgotten: photos are read as with the delivered models."])
        return
    kept = user_folder() / "legend.json"
    known = Legend.from_photo(legend) if legend else (Legend.load(kept) if kept.exists() else None)
    with learning_lock(user_folder()):
        adaptation, report = adapt(CorrectionStore().all(), known)
        if report.kept:
            adaptation.save(path)
        else:
            path.unlink(missing_ok=True)
    if as_json:
        print_json(report.to_dict() | {"kept": report.kept})
    else:
        say(lines(report))


def lines(report: Report) -> list[str]:
    """The report on letters, numbers and icons, a sentence a line."""
    own, general = report.own, report.general
    sentences = [
        f"Learned from {report.cards} cards of {report.photos} photos.",
        f"Letter, number and count on photos not learned from: {own.before} wrong of {own.count} before, "
        f"{own.after} after.",
        f"On general strips: {general.before} wrong of {general.count} before, {general.after} after.",
        "Kept."
        if report.kept_text
        else "Not kept: it was not better on the first and as good on the second.",
    ]
    if report.icons is not None:
        icons = report.icons
        sentences += [
            f"Icons on photos not learned from: {icons.before} wrong of {icons.count} before, "
            f"{icons.after} after.",
            "Kept." if report.kept_icons else "Not kept: it was not better.",
        ]
    return sentences
