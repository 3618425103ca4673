"""Fine-tunes the card detector on the owner's photos, and keeps it where it is better.

Training runs in another process and needs the extra ``train`` (`vision.train.detector.finetune`); a trained
detector does not need it. The delivered detector never changes. The trained detector lies in the data folder,
with the checksums of the networks that it was made for.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from scorer.errors import RefusedInput, phrase
from scorer.folders import CODE
from scorer.whole import put, write_whole
from vision.detect.detector import MODELS, Detector
from vision.learn.adapt import fingerprint
from vision.learn.fit import Figure, Progress
from vision.learn.lock import TRAINING
from vision.networks.files import checkpoint_path, model_path, sha256

if TYPE_CHECKING:  # who reads with a detector that was learned needs no database
    from scorer.confirmed.corrections import CorrectionStore

#: The file's name in the data folder; its record lies beside it, as JSON.
FILE = "card_detector.onnx"
#: The weights that training begins with.
CHECKPOINT = checkpoint_path("detector.pt")
#: Python's arguments for the training.
TRAINER = ("-m", "vision.train.detector.finetune")
#: One photo to learn from, and one to try the detector on.
LEAST_PHOTOS = 2
#: How a line of progress begins.
PROGRESS_LINE = '{"step": '


class DetectorError(RefusedInput):
    """The detector could not be trained."""


@dataclass(frozen=True)
class DetectorReport:
    """The figures of fine-tuning the detector.

    ``photos``: how many the owner has; ``held_out``: how many of them were not trained on. ``own``: cards
    found wrongly on the held-out photos (missed, too many, wrong side, corners elsewhere). ``general``: the
    same on drawn scenes of looks never trained on; None where nothing was trained, as hardly a card was found
    wrongly. ``kept``: the detector is better on the photos, no worse on the scenes, and used from now on.
    """

    photos: int
    held_out: int
    own: Figure
    general: Figure | None
    kept: bool

    def to_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


@dataclass(frozen=True)
class _Record:
    """The record beside a trained detector: its networks, its checksum if it was kept, and its figures."""

    networks: str
    sha256: str | None
    report: DetectorReport


def can_train() -> bool:
    """Whether the extra ``train`` is installed, and the weights to begin with are there."""
    return CHECKPOINT.is_file() and all(find_spec(name) for name in ("torch", "ultralytics", "onnx"))


def learn_detector(store: CorrectionStore, path: Path, progress: Progress | None = None) -> DetectorReport:
    """Fine-tunes the detector on the photos of a store, and keeps it at ``path`` if it is better.

    That takes minutes. If it is not better, photos are read with the delivered detector again. ``progress``
    is told the step and the share that is done, 0 to 1. An exception from it, or from the keyboard, ends the
    training and changes nothing.

    Raises:
        CorrectionError: the file is not a correction store.
        DetectorError: there are too few photos, or training failed.
        OSError: the folder of ``path`` cannot be written.
    """
    if store.photo_count() < LEAST_PHOTOS:
        raise DetectorError(
            phrase(
                "There are {photos} confirmed photos and the detector needs {least} to learn from: score "
                "more tables by photo first.",
                photos=store.photo_count(),
                least=LEAST_PHOTOS,
            )
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=TRAINING, dir=path.parent) as folder:
        fresh = Path(folder) / FILE
        report = _trained(store.path, fresh, progress or (lambda step, share: None))
        told = _Record(_networks(), sha256(fresh) if report.kept else None, report)
        forget_detector(path)
        if report.kept:
            put(fresh, path)
        write_whole(_beside(path), TypeAdapter(_Record).dump_json(told))
    return report


def _trained(store: Path | None, target: Path, tell: Progress) -> DetectorReport:
    """Runs the training in another process, so that torch stays out of this process and it can be stopped."""
    command = [sys.executable, *TRAINER, *([str(store)] if store else []), str(target)]
    here = os.pathsep.join(filter(None, (str(CODE), os.environ.get("PYTHONPATH"))))
    last = ""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        training = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=said,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": here},
            encoding="utf-8",
        )
        try:
            for line in training.stdout or ():
                if line.startswith(PROGRESS_LINE):  # libraries print lines too
                    last = line
                    told = json.loads(line)
                    tell(told["step"], told["share"])
            training.wait()
        finally:
            training.kill()
            training.wait()
        if training.returncode == 0 and "report" in (told := json.loads(last or "{}")):
            return TypeAdapter(DetectorReport).validate_python(told["report"])
        said.seek(0)
        lines = said.read().split("\n")
    error = next((line.strip() for line in reversed(lines) if line.strip()), training.returncode)
    raise DetectorError(
        phrase(
            "The detector could not be trained ({error}): close other programs, or install the extra again "
            "(make train-env). Photos are read as before.",
            error=error,
        )
    )


def progress_line(step: str, share: float, report: Mapping[str, Any] | None = None) -> str:
    """A line of progress: the step, the share that is done and, at the end, the report."""
    return json.dumps({"step": step, "share": share} | ({"report": report} if report else {}))


def is_kept(path: Path) -> bool:
    """Whether a detector lies at ``path``, made for the delivered networks and undamaged."""
    told = _record(path)
    if told is None or told.networks != _networks() or not path.is_file():
        return False
    return sha256(path) == told.sha256


def learned_detector(path: Path) -> Detector | None:
    """The detector at ``path`` if it `is_kept`; else None, and the delivered detector finds the cards."""
    return with_delivered(path) if is_kept(path) else None


def with_delivered(path: Path) -> Detector:
    """The detector in the file ``path``, with the delivered edge network and verifier."""
    _, edges, verifier = MODELS
    return Detector(path, model_path(f"{edges}.onnx"), model_path(f"{verifier}.onnx"))


def detector_report(path: Path) -> DetectorReport | None:
    """The figures of the last training; None before the first training."""
    told = _record(path)
    return told.report if told else None


def forget_detector(path: Path) -> None:
    """Deletes the trained detector; the delivered detector finds the cards again."""
    path.unlink(missing_ok=True)
    _beside(path).unlink(missing_ok=True)


def _record(path: Path) -> _Record | None:
    try:
        return TypeAdapter(_Record).validate_json(_beside(path).read_bytes())
    except (OSError, ValidationError):
        return None


def _beside(path: Path) -> Path:
    """The file of the record of the detector at ``path``."""
    return path.with_suffix(".json")


def _networks() -> str:
    return fingerprint(MODELS)
