"""A game as plain data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from threading import local
from typing import Self, TypeVar

#: A card that a player cannot see, in a state made for that player's eyes.
UNKNOWN = -1

T = TypeVar("T")


class _Thread(local):
    """A thread's own generator: a new one would be seeded twice, once to be made."""

    def __init__(self) -> None:
        self.dice = Random()


_THREAD = _Thread()


class State(ABC):
    """Everything about a game but its setup, in fields that are cheap to copy: numbers, lists of numbers.

    ``seed`` and ``shuffles`` decide every shuffle, so the same answers lead to the same state. ``final``:
    this round is the last. ``first`` and ``turn`` are seats; ``hands`` go by seat.
    """

    __slots__ = ("final", "first", "hands", "phase", "round", "seed", "shuffles", "turn")

    def __init__(self, players: int, seed: str) -> None:
        self.seed = seed
        self.shuffles = 0
        self.phase: str = "draft"
        self.round = 0
        self.final = False
        self.first = 0
        self.turn = 0
        self.hands: list[list[int]] = [[] for _ in range(players)]

    @abstractmethod
    def copy(self) -> Self:
        """A state that changes by itself from now on."""

    @abstractmethod
    def renamed(self, names: Sequence[int]) -> Self:
        """A copy in which ``names[card]`` lies wherever ``card`` lies here."""

    def _with(self, cards: Callable[[list[int]], list[int]]) -> Self:
        """A copy whose hands are what ``cards`` makes of them. A game adds its own fields to these."""
        new = type(self).__new__(type(self))
        new.seed = self.seed
        new.shuffles = self.shuffles
        new.phase = self.phase
        new.round = self.round
        new.final = self.final
        new.first = self.first
        new.turn = self.turn
        new.hands = [*map(cards, self.hands)]
        return new

    @abstractmethod
    def zones(self, names: Sequence[str]) -> dict[str, list[int]]:
        """Where every card is; the players have these names."""

    @property
    def players(self) -> int:
        return len(self.hands)

    def others(self, seat: int) -> list[int]:
        """The other seats in turn order, which is clockwise."""
        players = len(self.hands)
        return [(seat + step) % players for step in range(1, players)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name) for name in (*State.__slots__, *self.__slots__)
        )

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in an order that the seed and the number of shuffles so far decide."""
        order = shuffled(things, f"{self.seed}/{self.shuffles}")
        self.shuffles += 1
        return order


def shuffled(things: Sequence[T], seed: str) -> list[T]:
    """A shuffle that every Python version does alike: sorted by random numbers, which are guaranteed."""
    dice = _THREAD.dice
    dice.seed(seed)
    random = dice.random
    return sorted(things, key=lambda _: random())


def hide(cards: Sequence[int]) -> list[int]:
    """As many unknown cards."""
    return [UNKNOWN] * len(cards)
