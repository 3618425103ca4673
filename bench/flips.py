"""How long the best flips take: `python -m bench.flips`, beside the brute force of the tests on 16 cards.

The limits are medians over random shelves: 18 cards in 10 ms, 30 in 100 ms, 45 in 1 s.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.progress import track
from rich.table import Table

from scorer.cards import Category, Deck
from scorer.flips import Stakes, best_flips
from scorer.inspection import prominent_awards
from scorer.shelf import Shelf, ShelvedCard
from tests.scorer.oracle.brute_flips import brute_force

SHELVES = 100
LIMITS_MS = {16: None, 18: 10, 30: 100, 45: 1000}
BRUTE_CARDS = 16


def shelf(rng: random.Random, cards: int, in_order: bool) -> Shelf:
    """Three rows of cards of the house deck."""
    drawn = rng.sample(list(Deck.house()), cards)
    if in_order:
        drawn.sort()
    width = -(-cards // 3)
    return Shelf(
        tuple(tuple(ShelvedCard(card) for card in drawn[i : i + width]) for i in range(0, cards, width))
    )


def stakes(rng: random.Random, cards: int) -> Stakes:
    """Three rivals with about as many prominent books as the player may have."""
    focus, prominent, banned = rng.sample(list(Category), 3)
    rivals = [rng.randint(0, cards // 2) for _ in range(3)]
    return Stakes(focus, prominent, banned, tuple(prominent_awards([n, *rivals])[0] for n in range(90)))


def milliseconds(
    run: Callable[[Shelf, Stakes], object], cards: int, in_order: bool, shelves: int
) -> list[float]:
    """The time of each run, each on a new shelf; the same arguments give the same shelves."""
    rng = random.Random(cards)
    times = []
    for _ in track(range(shelves), description=f"{cards} cards", transient=True):
        lying, worth = shelf(rng, cards, in_order), stakes(rng, cards)
        start = time.perf_counter()
        run(lying, worth)
        times.append((time.perf_counter() - start) * 1000)
    return times


def main(shelves: int = SHELVES) -> None:
    table = Table("cards", "order", "median ms", "longest ms", "limit ms", title="Best flips")
    for in_order, name in ((False, "random"), (True, "sorted")):
        for cards, limit in LIMITS_MS.items():
            times = milliseconds(best_flips, cards, in_order, shelves)
            row = (f"{statistics.median(times):.1f}", f"{max(times):.1f}", str(limit or ""))
            table.add_row(str(cards), name, *row)
        times = milliseconds(brute_force, BRUTE_CARDS, in_order, 10)
        row = (f"{statistics.median(times):.1f}", f"{max(times):.1f}", "")
        table.add_row(str(BRUTE_CARDS), f"{name}, brute force", *row)
    Console().print(table)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
