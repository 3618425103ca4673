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

from vision.deadline import in_time
from vision.networks.files import FOLDER, ModelError, model_path

#: Reading is quick bursts of small networks; more threads than this cost more than they bring.
THREADS = 2
#: Pictures that a network is given at once, at most: it holds all that its layers make of them.
BATCH = 16

T = TypeVar("T")
M = TypeVar("M")
#: Held while a network is opened: none is opened twice.
_OPENING = Lock()


@dataclass(frozen=True)
class Scales:
    """Temperatures that make the networks' probabilities honest on strips of held-out looks
    (``models/scales.json``); `vision.decode.calibration.Calibration` mends what is left on photos.

    ``letter``, ``order`` and ``of`` divide the banner reader's logits; ``icon`` multiplies the icon encoder's
    cosines; ``face`` weighs what says on which side a card lies (``vision.cards.sides``).
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


def opened(path: str | Path, threads: int = THREADS) -> ort.InferenceSession:
    """The ONNX file at ``path``, ready to run on ``threads`` threads."""
    _products_on_one_thread()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # Between two runs a waiting thread would spin at full speed and take the core that the cutting of
    # pictures, or any other program, needs; within one it would be woken for each of a hundred short layers.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def _products_on_one_thread() -> None:
    """Keeps numpy's matrix products to one thread, once a process.

    OpenBLAS shares out products of a few hundred thousand steps already, and its threads then wait for the
    next one at full speed, for a tenth of a second: on the cores that the networks need.
    """
    threadpool_limits(1, user_api="blas")


def open_ahead(names: Iterable[str]) -> None:
    """Opens these networks while the program does something else; one that cannot be opened says so when it
    is needed.
    """

    def opening() -> None:
        for name in names:
            with suppress(ModelError):
                network(name)

    _pool().submit(opening)


def network(name: str) -> ort.InferenceSession:
    """The network ``models/<name>.onnx``, opened once a process.

    Raises:
        ModelError: the file is missing or not the delivered one.
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
    """What ``work`` gives for ``n`` things, one part a thread, in order: pictures of a batch do not wait for
    each other, so this uses two cores better than two threads inside the network do.

    Many things are worked on in several rounds, of `BATCH` a part at most. ``work`` must not call this in
    turn.
    """
    done: list[T] = []
    parts = _parts(n, THREADS * max(1, -(-n // (THREADS * BATCH))))
    for first, *rest in (parts[k : k + THREADS] for k in range(0, len(parts), THREADS)):
        in_time()
        others = [_pool().submit(work, part) for part in rest]
        done += [work(first), *(other.result() for other in others)]
    return done


def ahead(make: Callable[[slice], M], work: Callable[[M], T], n: int, parts: int = 4) -> list[T]:
    """What ``work`` gives for what ``make`` makes of n things, in ``parts``, in order: while one part is
    made here, others work on those before.

    ``work`` must not call this in turn.
    """
    in_time()
    parts = max(parts, -(-n // BATCH))
    return [done.result() for done in [_pool().submit(work, make(part)) for part in _parts(n, parts)]]


def _parts(n: int, most: int) -> list[slice]:
    """``n`` things in as many parts, none empty but where there is nothing."""
    count = min(most, max(n, 1))
    return [slice(n * i // count, n * (i + 1) // count) for i in range(count)]


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="network")
