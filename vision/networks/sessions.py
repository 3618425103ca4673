"""Runs the reader's networks with onnxruntime."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TypeVar

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from vision.common.deadline import in_time
from vision.networks.files import FOLDER, ModelError, model_path

#: Threads of a network: reading runs many small networks, which more threads would slow down.
THREADS = 2
#: The most pictures in a batch: a network holds the output of its layers for the whole batch.
BATCH = 16

T = TypeVar("T")
M = TypeVar("M")
#: Held while a network is opened, so that each is opened once.
_OPENING = Lock()


@dataclass(frozen=True)
class Scales:
    """Temperatures that calibrate the networks' probabilities; ``vision.train.calibration`` fits them.

    They are fitted on strips of held-out looks. `vision.decode.calibration.Calibration` then calibrates whole
    readings of photos. The defaults serve a training that has no ``models/scales.json`` yet.
    """

    #: Divides the logits of the letter.
    letter: float = 1.0
    #: Divides the logits of the order.
    order: float = 1.0
    #: Divides the logits of the count.
    of: float = 1.0
    #: Multiplies the cosines of the icon encoder.
    icon: float = 20.0
    #: Weights of the evidence for a card's side (`vision.cards.sides`).
    face: tuple[float, float, float] = (0.5, 0.5, 3.0)


@cache
def scales() -> Scales:
    """The fitted temperatures, from ``models/scales.json``."""
    file = FOLDER / "scales.json"
    return Scales(**json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else Scales()


def opened(path: str | Path, threads: int = THREADS) -> ort.InferenceSession:
    """The ONNX file at ``path``, ready to run on ``threads`` threads."""
    _products_on_one_thread()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # Threads that wait between two runs must not spin: other work needs the core. Within a run they may spin,
    # for waking them would slow down each of many short layers.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def _products_on_one_thread() -> None:
    """Keeps numpy's matrix products to one thread, once a process.

    OpenBLAS shares out even small products, and its threads then spin for a while on the cores that the
    networks need.
    """
    threadpool_limits(1, user_api="blas")


def open_ahead(names: Iterable[str]) -> None:
    """Opens these networks in another thread. An error is raised later, by `network`."""

    def opening() -> None:
        for name in names:
            with suppress(ModelError):
                network(name)

    _pool().submit(opening)


def network(name: str) -> ort.InferenceSession:
    """The network ``models/<name>.onnx``, opened once a process.

    Raises:
        ModelError: the file is missing, or differs from the delivered file.
    """
    with _OPENING:
        return _network(name)


@cache
def _network(name: str) -> ort.InferenceSession:
    return opened(model_path(f"{name}.onnx"), threads=1)


def run(name: str, pictures: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """The outputs of network ``name`` for BGR pictures, uint8 ``[n, h, w, 3]``."""
    session = network(name)

    def part(which: slice) -> list[NDArray[np.float32]]:
        planes = np.ascontiguousarray(pictures[which].transpose(0, 3, 1, 2), dtype=np.float32)
        return [np.asarray(out, np.float32) for out in session.run(None, {"pictures": planes})]

    return [np.concatenate(parts) for parts in zip(*side_by_side(part, len(pictures)), strict=True)]


def side_by_side(work: Callable[[slice], T], n: int) -> list[T]:
    """The results of ``work`` for parts of ``n`` things, in order; each thread works on one part at a time.

    Parts do not wait for each other, so this uses two cores better than two threads in one network do.
    A part has at most `BATCH` things. ``work`` must not call this function itself.

    >>> side_by_side(lambda part: part.stop - part.start, 40)
    [10, 10, 10, 10]
    """
    done: list[T] = []
    parts = _parts(n, THREADS * max(1, -(-n // (THREADS * BATCH))))
    for first, *rest in (parts[k : k + THREADS] for k in range(0, len(parts), THREADS)):
        in_time()
        others = [_pool().submit(work, part) for part in rest]
        done += [work(first), *(other.result() for other in others)]
    return done


def ahead(make: Callable[[slice], M], work: Callable[[M], T], n: int, parts: int = 4) -> list[T]:
    """The results of ``work`` for what ``make`` makes of ``n`` things, in ``parts``, in order.

    Other threads work on the first parts while this thread makes the next. ``work`` must not call this
    function itself.
    """
    in_time()
    parts = max(parts, -(-n // BATCH))
    return [done.result() for done in [_pool().submit(work, make(part)) for part in _parts(n, parts)]]


def _parts(n: int, most: int) -> list[slice]:
    """``n`` things in ``most`` parts, or in fewer where a part would be empty."""
    count = min(most, max(n, 1))
    return [slice(n * i // count, n * (i + 1) // count) for i in range(count)]


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="network")
