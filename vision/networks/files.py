"""The files of the networks and of fitted weights, whose sha256 ``models/models.json`` lists."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from scorer.errors import RefusedInput, phrase
from scorer.folders import shipped_folder
from scorer.whole import write_whole

FOLDER = shipped_folder() / "models"


def checkpoint_path(name: str, folder: Path = FOLDER) -> Path:
    """The file of the weights ``name`` from which a training goes on.

    It lies beside the folder of the models, which holds only what reading needs.
    """
    return folder.parent / "checkpoints" / name


class ModelError(RefusedInput):
    """A network's file is missing, or differs from the file that was delivered."""


def model_path(name: str, folder: Path = FOLDER) -> Path:
    """The file of the network ``name`` (such as ``card_detector.onnx``).

    Raises ModelError when the file is missing, cut short or changed: a changed network could read wrongly,
    and nobody would notice.

    >>> model_path("card_detector.onnx").name
    'card_detector.onnx'
    """
    path = folder / name
    if not path.is_file():
        raise ModelError(
            phrase(
                "The model {path} is missing: install the program again, or export it (models/README.md).",
                path=path,
            )
        )
    expected = checksums(folder).get(name)
    if expected is None:
        raise ModelError(
            phrase(
                "The model {name} is not listed in {listed}: export it again (models/README.md).",
                name=name,
                listed=folder / "models.json",
            )
        )
    if sha256(path) != expected:
        raise ModelError(
            phrase(
                "The model {path} is damaged (its sha256 is not the listed one): install the program again.",
                path=path,
            )
        )
    return path


def checksums(folder: Path = FOLDER) -> dict[str, str]:
    """The sha256 of every network in ``folder``, by file name."""
    listed = folder / "models.json"
    return {} if not listed.is_file() else dict(json.loads(listed.read_text(encoding="utf-8"))["sha256"])


def sha256(path: Path) -> str:
    """The file's sha256 as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def list_model(name: str, folder: Path = FOLDER) -> None:
    """Writes the sha256 of the network ``name`` into ``models.json``, as every export does."""
    sums = {**checksums(folder), name: sha256(folder / name)}
    listed = json.dumps({"sha256": dict(sorted(sums.items()))}, indent=2) + "\n"
    write_whole(folder / "models.json", listed.encode("utf-8"))
