"""Runs the reader's networks with onnxruntime."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.models import FOLDER, model_path

#: Reading is quick bursts of small networks; more threads than this cost more than they bring.
THREADS = 2


@dataclass(frozen=True)
class Scales:
    """Temperatures that make the networks' probabilities honest, fitted on held-out looks
    (``models/scales.json``).

    ``letter``, ``order`` and ``of`` divide the banner reader's logits; ``icon`` multiplies the icon encoder's
    cosines; ``face`` weighs what says on which side a card lies (``vision.faces``).
    """

    letter: float = 1.0
    order: float = 1.0
    of: float = 1.0
    icon: float = 20.0
    face: tuple[float, float, float] = (0.5, 0.5, 3.0)


@cache
def scales() -> Scales:
    """The fitted temperatures."""
    file = FOLDER / "scales.json"
    return Scales(**json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else Scales()


@cache
def network(name: str) -> ort.InferenceSession:
    """The network ``models/<name>.onnx``, opened once a process.

    Raises:
        ModelError: the file is missing or not the delivered one.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.log_severity_level = 3
    return ort.InferenceSession(str(model_path(f"{name}.onnx")), options, providers=["CPUExecutionProvider"])


def run(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """The outputs of network ``name`` for BGR pictures, uint8 ``[n, h, w, 3]``."""
    planes = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
    return [np.asarray(out, np.float32) for out in network(name).run(None, {"pictures": planes})]
