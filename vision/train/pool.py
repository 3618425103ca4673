"""All that was drawn so far, to learn from again and again: where learning is quicker than drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from queue import Empty
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from vision.train.batches import B, Rng

CAPACITY = 12_000  #: batches kept; later ones take the place of the first


class Pool(Generic[B]):
    """Batches whose rows are independent: not those of `vision.train.batches.Batch`."""

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


def pooled(queue: Any, together: int, least: int, rng: Rng) -> Iterator[B]:
    """Endless batches of ``together`` rows of what came out of ``queue``, once ``least`` batches did."""
    pool: Pool[B] = Pool()
    while True:
        while len(pool) < least:
            pool.add(queue.get())
        try:
            while True:
                pool.add(queue.get_nowait())
        except Empty:
            yield pool.some(together, rng)
