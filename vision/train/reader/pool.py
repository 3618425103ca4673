"""Processes that draw, and all that they drew so far, to learn from again and again: where learning is
quicker than drawing.
"""

from __future__ import annotations

import multiprocessing as mp
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from queue import Empty
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Rng = np.random.Generator
B = TypeVar("B", bound="DataclassInstance")

CAPACITY = 12_000  #: batches kept; new batches take the place of old batches


@contextmanager
def fed(feed: Callable[..., None], of_each: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
    """A queue that processes put batches into, for as long as it is in use.

    Each process runs ``feed`` with the queue and its arguments from ``of_each``.
    """
    context = mp.get_context("spawn")
    queue = context.Queue(maxsize=6)
    feeders = [context.Process(target=feed, args=(queue, *own), daemon=True) for own in of_each]
    for feeder in feeders:
        feeder.start()
    try:
        yield queue
    finally:
        for feeder in feeders:
            feeder.terminate()


class Pool(Generic[B]):
    """Batches, dataclasses of arrays, whose rows are independent: not `vision.train.reader.batches.Batch`."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._batches: list[B] = []
        self._capacity, self._added = capacity, 0

    def __len__(self) -> int:
        return len(self._batches)

    def add(self, batch: B) -> None:
        """Keeps a batch."""
        if len(self._batches) < self._capacity:
            self._batches.append(batch)
        else:
            self._batches[self._added % self._capacity] = batch
        self._added += 1

    def some(self, count: int, rng: Rng) -> B:
        """``count`` rows of all batches that are kept."""
        chosen = [vars(self._batches[which]) for which in rng.integers(len(self), size=count)]
        places = rng.random(count)

        def field(name: str) -> NDArray[Any]:
            return np.stack(
                [batch[name][int(at * len(batch[name]))] for batch, at in zip(chosen, places, strict=True)]
            )

        return replace(self._batches[0], **{name: field(name) for name in chosen[0]})


def pooled(queue: Any, together: int, least: int, rng: Rng, capacity: int = CAPACITY) -> Iterator[Any]:
    """Endless batches of ``together`` rows, mixed from the ``queue``'s batches after the first ``least``."""
    pool: Pool[Any] = Pool(capacity)
    while True:
        while len(pool) < least:
            pool.add(queue.get())
        try:
            while True:
                pool.add(queue.get_nowait())
        except Empty:
            yield pool.some(together, rng)
