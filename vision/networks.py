"""The trained networks in ``models/``, opened with onnxruntime."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from scorer.errors import RefusedInput

#: Reading is quick bursts of small networks; more threads than this cost more than they bring.
THREADS = 2


class ModelError(RefusedInput):
    """A model file is missing or not the one that ``models/models.json`` names."""


@cache
def register() -> dict[str, dict[str, Any]]:
    """``models/models.json``: for each network its file, sha256 and calibration."""
    return dict(json.loads(files("models").joinpath("models.json").read_text(encoding="utf-8")))


@cache
def network(name: str) -> ort.InferenceSession:
    """The network ``name``, opened once a process.

    Raises:
        ModelError: the file is missing or its sha256 is not the registered one.
    """
    entry = register()[name]
    try:
        data = files("models").joinpath(entry["file"]).read_bytes()
    except OSError as error:
        raise ModelError(f"models/{entry['file']} is missing; install Shelfmark again.") from error
    if hashlib.sha256(data).hexdigest() != entry["sha256"]:
        raise ModelError(f"models/{entry['file']} is not the file that models.json names; install Shelfmark again.")
    options = ort.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 3
    return ort.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def run(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """The outputs of network ``name`` for BGR pictures, uint8 ``[n, h, w, 3]``."""
    planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
    return [np.asarray(out, np.float32) for out in network(name).run(None, {"pictures": planes})]
