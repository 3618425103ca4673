"""A game as plain data, and what one player sees of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Generic, Self, TypeVar

from scorer.engine.setup import Setup

#: A card that a player cannot see, in a state made for that player's eyes.
UNKNOWN = -1

T = TypeVar("T")


class State(ABC):
    """Everything about a game but its setup, in fields that are cheap to copy: numbers, lists of numbers.

    ``seed`` and ``shuffles`` decide every shuffle, so the same answers lead to the same state.
    """

    __slots__ = ("seed", "shuffles")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.shuffles = 0

    @abstractmethod
    def copy(self) -> Self:
        """A state that changes by itself from now on."""

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


StateT = TypeVar("StateT", bound=State)
SetupT = TypeVar("SetupT", bound=Setup)


class View(Generic[SetupT, StateT]):
    """The game as one player sees it. ``masked``: a state that holds nothing that the player may not know.

    Two views are equal when they show the same.
    """

    def __init__(self, setup: SetupT, masked: StateT, seat: int) -> None:
        self.setup = setup.model_copy(update={"seed": 0})  # the seed tells the order of the deck
        self.seat = seat
        self._s = masked

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return (self.seat, self.setup, self._s) == (other.seat, other.setup, other._s)

    def _seat(self, name: str | None) -> int:
        return self.seat if name is None else self.players.index(name)

    @property
    def player(self) -> str:
        """Whose view it is."""
        return self.players[self.seat]

    @property
    def players(self) -> list[str]:
        """Everybody in seat order, which is clockwise."""
        return self.setup.players


def shuffled(things: Sequence[T], seed: str) -> list[T]:
    """A shuffle that every Python version does alike: sorted by random numbers, which are guaranteed."""
    random = Random(seed).random
    keyed = sorted([(random(), place) for place in range(len(things))])
    return [things[place] for _, place in keyed]


def hide(cards: Sequence[int]) -> list[int]:
    """As many unknown cards."""
    return [UNKNOWN] * len(cards)
