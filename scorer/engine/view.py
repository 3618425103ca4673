"""What one player sees of a game, and the games that it may be as far as this player knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from scorer.engine.choices import CardT, Choice
from scorer.engine.game import AnyGame
from scorer.engine.setup import Setup
from scorer.engine.state import UNKNOWN, State

#: How often a deal is tried. An effect under way may have drawn or shuffled since it began, and not every
#: deal goes with what the player has seen of it.
DEALT_AGAIN = 20

GameT = TypeVar("GameT", bound=AnyGame)
StateT = TypeVar("StateT", bound=State)
SetupT = TypeVar("SetupT", bound=Setup)


class Deals(ABC, Generic[GameT, StateT]):
    """The games that a game may be, as far as one player sees: what they cannot see is dealt anew.

    A bot searches these. They are made of what the player sees alone, so two games that look the same to a
    player give that player the same deals. Whether a card that lay open once is dealt anew, a game says.

    ``blank`` is a game without a state; ``seen`` the masked state now; ``before`` the masked state when the
    effect began, ``given`` the answers since, ``hidden`` the cards that the player cannot see now.
    """

    def __init__(
        self,
        blank: GameT,
        seen: StateT,
        before: StateT,
        given: Sequence[Any],
        choice: Choice[Any, Any],
        hidden: Sequence[int],
    ) -> None:
        unseen = set(hidden)
        self._blank, self._seen, self._before = blank, seen, before
        self._given = [option for option in given if option.card is None or option.number not in unseen]
        self._complete = len(self._given) == len(given)
        self._choice = choice
        self._hidden = list(hidden)

    @abstractmethod
    def _fill(self, state: StateT) -> None:
        """Deals what is hidden in a masked state by its seed."""

    @abstractmethod
    def _masked(self, state: StateT) -> StateT:
        """The state as the player sees it."""

    def deal(self, seed: int | str, watched: bool = True) -> GameT | None:
        """A game that asks the same, as ``seed`` deals it; None when no deal was found that goes with it.

        One that is not ``watched`` is quicker: it can be played on, but not looked at or forked.
        """
        for number in range(DEALT_AGAIN if self._complete else 0):
            state = self._before.copy()
            state.seed = f"{seed}/{number}"
            self._fill(state)
            game = self._blank._resumed(state, self._given.copy(), self._choice, watched)
            if game is not None and self._masked(game._state) == self._seen:
                return game
        return None


def fill_zone(zone: list[int], cards: Iterator[int]) -> None:
    """Puts cards where unknown ones lie."""
    for place, card in enumerate(zone):
        if card == UNKNOWN:
            zone[place] = next(cards)


class View(Generic[SetupT, StateT, CardT]):
    """The game as one player sees it. ``masked``: a state that holds nothing that the player may not know.

    Two views are equal when they show the same.
    """

    def __init__(self, setup: SetupT, masked: StateT, seat: int, deck: Sequence[CardT]) -> None:
        self.setup = setup.model_copy(update={"seed": 0})  # the seed tells the order of the deck
        self.seat = seat
        self._s = masked
        self._deck = deck
        #: The games that this one may be, for the player who is asked.
        self.deals: Deals[Any, StateT] | None = None

    def __repr__(self) -> str:
        return f"<View of {self.player}, round {self.round}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return (self.seat, self.setup, self._s) == (other.seat, other.setup, other._s)

    @property
    def state(self) -> StateT:
        """All that the player may know, as card numbers; what is hidden is `UNKNOWN`."""
        return self._s

    def _seat(self, name: str | None) -> int:
        return self.seat if name is None else self.players.index(name)

    def _cards(self, numbers: Iterable[int]) -> list[CardT]:
        """The cards that the player can see."""
        return [self._deck[number] for number in numbers if number != UNKNOWN]

    @property
    def player(self) -> str:
        """Whose view it is."""
        return self.players[self.seat]

    @property
    def players(self) -> list[str]:
        """Everybody in seat order, which is clockwise."""
        return self.setup.players

    @property
    def phase(self) -> str:
        return self._s.phase

    @property
    def round(self) -> int:
        return self._s.round

    @property
    def last_round(self) -> bool:
        """Whether this round is the last."""
        return self._s.final

    @property
    def first_player(self) -> str:
        return self.players[self._s.first]

    @property
    def hand(self) -> list[CardT]:
        """The player's own hand."""
        return self._cards(self._s.hands[self.seat])

    def hand_size(self, name: str) -> int:
        return len(self._s.hands[self._seat(name)])
