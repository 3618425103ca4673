"""A game told as it goes: what happened at each choice, and who may know which cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, Self, TypeAlias, TypeVar

from scorer.engine.choices import Choice, Option
from scorer.engine.game import AnyGame


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at choice number ``step`` (from 0), by its ``kind`` and those it is about.

    ``known_to`` are the players who may know which ``cards`` they were, None for everybody; the others know
    how many.
    """

    step: int
    kind: str
    player: str | None = None
    cards: tuple[Any, ...] = ()
    known_to: frozenset[str] | None = None
    other: str | None = None
    number: int = 0

    def known(self, viewer: str | None) -> bool:
        """Whether ``viewer`` (None: somebody who sees nobody's hand) may know the cards."""
        return self.known_to is None or viewer in self.known_to


@dataclass(frozen=True, slots=True)
class Step:
    """One choice that was answered. ``revealed``: the players who saw something new by it.

    ``forced``: there was one option only and nothing to look at, so nobody had to be asked.
    """

    player: str
    kind: str
    forced: bool
    revealed: frozenset[str]


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice of a recorded game that somebody had: its step (from 0), its round, and what was chosen."""

    step: int
    round: int
    player: str
    chosen: Any


def moments(games: type[AnyGame], record: object) -> list[Moment]:
    """The moments of a recorded game from which it may be played on, in order.

    Raises:
        RecordError: as `Game.replay` does.
    """
    found, steps = [], count()

    def answer(game: AnyGame, key: str) -> None:
        step, choice, round_ = next(steps), game.choice, game.round
        game.answer(key)
        if choice is not None and len(choice.options) > 1:
            found.append(Moment(step, round_, choice.player, choice.option(key)))

    game = games.replay(record, answer=answer)
    return [one for one in found if game.chose(one.player, one.step)]


def forced(choice: Choice[Any, Any]) -> bool:
    """Whether a choice answers itself: one option only, and no cards to be looked at."""
    return len(choice.options) == 1 and choice.kind != "look"


GameT = TypeVar("GameT", bound=AnyGame)
EventT = TypeVar("EventT", bound=Event)
LookT = TypeVar("LookT")


class Story(ABC, Generic[GameT, EventT, LookT]):
    """The events and steps of a game, which grows with each `answer`.

    A look is what a game compares before and after an answer.
    """

    games: type[GameT]

    def __init__(self) -> None:
        self.events: list[EventT] = []
        self.steps: list[Step] = []
        self._before: tuple[GameT, int, LookT] | None = None

    @abstractmethod
    def _look(self, game: GameT) -> LookT:
        """What lies where now."""

    @abstractmethod
    def _events_of(
        self, step: int, choice: Any, option: Any, before: LookT, after: LookT
    ) -> Iterable[EventT]:
        """What came of an answer."""

    @abstractmethod
    def _revealed(self, choice: Any, option: Any, before: LookT, after: LookT) -> frozenset[str]:
        """The players who saw by an answer what they had not seen before."""

    def names(self, event: EventT, viewer: str | None) -> bool:
        """Whether a log may name the event's cards to ``viewer`` now (None: to everybody)."""
        return event.known(viewer)

    @classmethod
    def replay(cls, record: object) -> tuple[Self, GameT]:
        """The story of a recorded game, and the game.

        Raises:
            RecordError: as `Game.replay` does.
        """
        story = cls()
        return story, cls.games.replay(record, answer=story.answer)

    def answer(self, game: GameT, option: Option | str) -> None:
        """Answers the game's open choice, and tells what came of it.

        Raises:
            IllegalChoice: as `Game.answer` does; nothing has changed.
        """
        choice = game.choice
        if choice is None:
            game.answer(option)  # refuses
            return
        chosen = choice.option(option.key if isinstance(option, Option) else option)
        before = self._last_look(game)
        game.answer(chosen)
        after = self._look(game)
        step = len(self.steps)
        self._before = (game, step + 1, after)
        self.events += self._events_of(step, choice, chosen, before, after)
        revealed = self._revealed(choice, chosen, before, after)
        self.steps.append(Step(choice.player, choice.kind, forced(choice), revealed))

    def _last_look(self, game: GameT) -> LookT:
        """What lay where before the answer: as it lay after the last one, unless the game is another."""
        if self._before is not None and self._before[:2] == (game, len(self.steps)):
            return self._before[2]
        return self._look(game)


#: The story of a game of whatever kind.
AnyStory: TypeAlias = Story[Any, Any, Any]
