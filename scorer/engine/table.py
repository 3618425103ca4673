"""What the effects of all games are made of: a table with its players, asking; and the course of a game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from scorer.engine.choices import CardT, Choice, Options, OptionT
from scorer.engine.setup import Setup
from scorer.engine.state import State

StateT = TypeVar("StateT", bound=State)


class Table(Generic[StateT, OptionT, CardT]):
    """The state of one game and the players around it. ``s`` is the state, ``book`` makes the options.

    ``cards`` go by number; ``prompts`` has a sentence for each kind of question.
    """

    def __init__(
        self,
        names: Sequence[str],
        cards: Sequence[CardT],
        book: Options[OptionT],
        prompts: Mapping[str, str],
        state: StateT,
    ) -> None:
        self.names = names
        self.cards = cards
        self.book = book
        self.prompts = prompts
        self.s = state

    def over(self, state: StateT) -> Self:
        """The same players around another state."""
        new = type(self).__new__(type(self))
        new.__dict__ = self.__dict__ | {"s": state}
        return new

    def ask(
        self, seat: int, kind: str, source: str, options: Sequence[OptionT], card: int | None = None
    ) -> Choice[OptionT, CardT]:
        known = None if card is None else self.cards[card]
        return Choice(self.names[seat], seat, kind, source, options, known, self.prompts)

    def agrees(
        self, seat: int, kind: str, source: str, card: int | None = None
    ) -> Generator[Choice[OptionT, CardT], OptionT, bool]:
        """Whether the player says yes."""
        option = yield self.ask(seat, kind, source, [self.book.word("yes"), self.book.word("no")], card)
        return option.key == "yes"


TableT = TypeVar("TableT", bound=Table[Any, Any, Any])
SetupT = TypeVar("SetupT", bound=Setup)


@dataclass(frozen=True)
class Course(Generic[TableT, SetupT]):
    """A table with the setup that its course depends on, and the effect of each phase that has one."""

    t: TableT
    setup: SetupT
    steps: Mapping[str, Callable[[Any], Generator[Any, Any, None]]]

    def next_step(self) -> Generator[Any, Any, None] | None:
        """The effect that runs now, by the state alone; None when the game is over."""
        step = self.steps.get(self.t.s.phase)
        return None if step is None else step(self)

    def over(self, state: Any) -> Self:
        """The same players around another state."""
        return type(self)(self.t.over(state), self.setup, self.steps)
