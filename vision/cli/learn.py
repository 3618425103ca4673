"""The command `shelfmark learn`, an entry point of the group `shelfmark.commands`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from scorer.cli.console import AsJson, print_json, refusing, say
from scorer.folders import user_folder

if TYPE_CHECKING:  # heavy imports wait until the command runs: the other commands start fast
    from scorer.confirmed.corrections import CorrectionStore
    from vision.learn.detector import DetectorReport
    from vision.learn.fit import Report

#: Said where there are photos enough, but the extra `train` is not installed.
HOW_TO_TRAIN = (
    "The card detector can learn from your {photos} photos too, in some minutes: in a copy of the source "
    "run `make train-env` once, then `.venv-train/bin/shelfmark learn`."
)
#: Said after two trials: first on the owner's cards, then on general cards.
NOT_KEPT = "Not kept: it was not better on the first and as good on the second."


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
    """Adapt the reader to the cards that you confirmed and corrected; kept only where it then reads better.

    With the extra "train" the card detector is fine-tuned on your photos too, which takes minutes.
    """
    from scorer.confirmed.corrections import CorrectionStore
    from vision.icons.legend import Legend
    from vision.learn import detector as learn_detector
    from vision.learn.adapt import FILE
    from vision.learn.fit import learn as adapt
    from vision.learn.lock import learning

    path = user_folder() / FILE
    if forget:
        with learning(user_folder()):
            path.unlink(missing_ok=True)
            learn_detector.forget_detector(user_folder() / learn_detector.FILE)
        if as_json:
            print_json({"forgotten": True})
        else:
            say(["Forgotten: photos are read as with the delivered models."])
        return
    kept = user_folder() / "legend.json"
    known = Legend.from_photo(legend) if legend else (Legend.load(kept) if kept.exists() else None)
    store = CorrectionStore()
    with learning(user_folder()):
        adaptation, report = adapt(store.all(), known)
        if report.kept:
            adaptation.save(path)
        else:
            path.unlink(missing_ok=True)
        if not as_json:
            say(lines(report))
        enough = store.photo_count() >= learn_detector.LEAST_PHOTOS
        found = _fine_tuned(store) if enough and learn_detector.can_train() else None
    if as_json:
        print_json(report.to_dict() | {"kept": report.kept, "detector": found.to_dict() if found else None})
    elif found is not None:
        say(detector_lines(found))
    elif enough:
        say([HOW_TO_TRAIN.format(photos=store.photo_count())])


def _fine_tuned(store: CorrectionStore) -> DetectorReport:
    """Trains the detector, with a progress bar on standard error."""
    from rich.progress import Progress

    from vision.learn import detector as learn_detector

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        return learn_detector.learn_detector(
            store,
            user_folder() / learn_detector.FILE,
            lambda step, share: bar.update(task, description=step, completed=share),
        )


def detector_lines(report: DetectorReport) -> list[str]:
    """The report on the detector, a sentence a line."""
    own, general = report.own, report.general
    if general is None:
        return [
            f"The card detector has nothing to learn: of {own.count} cards on the photos to try it on "
            f"{own.before} were found wrongly."
        ]
    return [
        f"Card detector, on {report.held_out} of your {report.photos} photos, not trained on: "
        f"{own.before} of {own.count} cards found wrongly before, {own.after} after.",
        f"On drawn scenes of other decks: {general.before} of {general.count} before, {general.after} after.",
        "Kept." if report.kept else NOT_KEPT,
    ]


def lines(report: Report) -> list[str]:
    """The report on letters, numbers and icons, a sentence a line."""
    own, general = report.own, report.general
    said = [
        f"Learned from {report.cards} cards of {report.photos} photos.",
        f"Letter, number and count on photos not learned from: {own.before} wrong of {own.count} before, "
        f"{own.after} after.",
        f"On general strips: {general.before} wrong of {general.count} before, {general.after} after.",
        "Kept." if report.kept_text else NOT_KEPT,
    ]
    if report.icons is not None:
        icons = report.icons
        said += [
            f"Icons on photos not learned from: {icons.before} wrong of {icons.count} before, "
            f"{icons.after} after.",
            "Kept." if report.kept_icons else "Not kept: it was not better.",
        ]
    return said
