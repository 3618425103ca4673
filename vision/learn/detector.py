"""The card detector fine-tuned on its owner's photos: made in a process of its own, kept where it is better.

Training needs the extra ``train`` (`vision.train.detector.finetune`), using what was trained does not. The
delivered detector never changes: the other lies in the data folder, with the checksums of the networks that
it was made for.
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
from typing import Any

from pydantic import TypeAdapter, ValidationError

from scorer.errors import RefusedInput, phrase
from scorer.folders import CODE
from scorer.whole import put, write_whole
from vision.detect.detector import MODELS, Detector
from vision.learn.adapt import fingerprint
from vision.learn.corrections import CorrectionStore
from vision.learn.fit import Figure, Progress
from vision.networks.files import checkpoint_path, model_path, sha256

#: The file's name in the data folder; what is said of it lies beside it, as JSON.
FILE = "card_detector.onnx"
#: The weights that training begins with.
CHECKPOINT = checkpoint_path("detector.pt")
#: What trains, for Python to run.
TRAINER = ("-m", "vision.train.detector.finetune")
#: One photo to learn from, and one to try the detector on.
LEAST_PHOTOS = 2
#: How a line of the training begins that tells how far it is.
PROGRESS_LINE = '{"step": '


class DetectorError(RefusedInput):
    """The detector could not be trained."""


@dataclass(frozen=True)
class DetectorReport:
    """What fine-tuning the detector brought.

    ``photos``: of the owner, of which ``held_out`` were not trained on. ``own``: cards found wrongly on these
    (missed, too many, wrong side, corners elsewhere); ``general``: the same on drawn scenes of looks never
    trained on, None where there was nothing to learn, so that nothing was trained. ``kept``: better on the
    first and no worse on the second, and used from now on.
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
    """What lies beside the network: what it was made for, its checksum where it was kept, and the figures."""

    networks: str
    sha256: str | None
    report: DetectorReport


def can_train() -> bool:
    """Whether the extra ``train`` is installed, and the weights to begin with are there."""
    return CHECKPOINT.is_file() and all(find_spec(name) for name in ("torch", "ultralytics", "onnx"))


def learn_detector(store: CorrectionStore, path: Path, progress: Progress | None = None) -> DetectorReport:
    """Fine-tunes the detector on the photos of a store, for minutes, and keeps it at ``path`` where it is
    better; else photos are read with the delivered one again.

    ``progress`` is told what is done and the share that is done, 0 to 1. What it or the keyboard raises ends
    the training, and all is as before.

    Raises:
        CorrectionError: the store's file is none.
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
    with tempfile.TemporaryDirectory(prefix=".learning-", dir=path.parent) as folder:
        fresh = Path(folder) / FILE
        report = _trained(store.path, fresh, progress or (lambda step, share: None))
        told = _Record(_networks(), sha256(fresh) if report.kept else None, report)
        forget_detector(path)
        if report.kept:
            put(fresh, path)
        write_whole(_beside(path), TypeAdapter(_Record).dump_json(told))
    return report


def _trained(store: Path, target: Path, tell: Progress) -> DetectorReport:
    """Runs the training in a process of its own: torch stays out of this one, and it can be ended at any
    moment.
    """
    command = [sys.executable, *TRAINER, str(store), str(target)]
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
                if line.startswith(PROGRESS_LINE):  # what a library prints is none of ours
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
    """A line in which the training tells how far it is, and at last what it brought."""
    return json.dumps({"step": step, "share": share} | ({"report": report} if report else {}))


def is_kept(path: Path) -> bool:
    """Whether there is a detector at ``path``, made for these networks and undamaged."""
    told = _record(path)
    if told is None or told.networks != _networks() or not path.is_file():
        return False
    return sha256(path) == told.sha256


def learned_detector(path: Path) -> Detector | None:
    """The detector at ``path`` where one `is_kept`; with None cards are found as delivered."""
    return with_delivered(path) if is_kept(path) else None


def with_delivered(path: Path) -> Detector:
    """The detector in the file ``path`` with the delivered networks that look closely."""
    _, edges, verifier = MODELS
    return Detector(path, model_path(f"{edges}.onnx"), model_path(f"{verifier}.onnx"))


def detector_report(path: Path) -> DetectorReport | None:
    """The figures of the last training, None where there are none."""
    told = _record(path)
    return told.report if told else None


def forget_detector(path: Path) -> None:
    """Cards are found as with the delivered detector again."""
    path.unlink(missing_ok=True)
    _beside(path).unlink(missing_ok=True)


def _record(path: Path) -> _Record | None:
    try:
        return TypeAdapter(_Record).validate_json(_beside(path).read_bytes())
    except (OSError, ValidationError):
        return None


def _beside(path: Path) -> Path:
    """The file in which it is told what the detector at ``path`` is."""
    return path.with_suffix(".json")


def _networks() -> str:
    return fingerprint(MODELS)
