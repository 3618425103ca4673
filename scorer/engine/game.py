"""The loop of a game: it asks, is answered, records, and can be replayed, undone and forked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from scorer.engine.choices import Advice, Choice, IllegalChoice, Option, advisor
from scorer.engine.record import Record
from scorer.engine.setup import Setup
from scorer.engine.state import State
from scorer.engine.table import Course
from scorer.errors import phrase

#: How often a fork deals anew before it settles for dealing the draw pile only. An effect that is under way
#: may have used cards that are hidden again, and not every deal goes with what was answered since.
FORK_DEALS = 200

SetupT = TypeVar("SetupT", bound=Setup)
StateT = TypeVar("StateT", bound=State)
OptionT = TypeVar("OptionT", bound=Option)
ChoiceT = TypeVar("ChoiceT", bound=Choice[Any, Any])
ResultT = TypeVar("ResultT")
#: An effect in progress: it yields choices, and is sent options.
Effect: TypeAlias = Generator[ChoiceT, OptionT, None]


class Game(ABC, Generic[SetupT, StateT, OptionT, ChoiceT, ResultT]):
    """A game under way. ``choice`` is the open question, None when the game is over.

    Its five types are its own: what it begins with, its state, an option, a choice, and its result.
    ``auto``: questions with one option only are answered at once; the record holds them all the same.
    ``watched``: somebody is going to look at the game or fork it. Any game can be looked at and forked; the
    first look at another takes as long as its choices took.
    """

    records: ClassVar[type[Record]]
    #: The name under which packages offer who advises this game's players (`scorer.engine.choices.ADVISORS`).
    advisor: ClassVar[str]

    def __init__(self, setup: SetupT, *, auto: bool = False, watched: bool = False) -> None:
        self.setup = setup
        self.auto = auto
        self._watched = watched
        self._answers: list[str] = []
        self._forks: list[tuple[int, int]] = []
        #: After how many choices who gave up.
        self._conceded: tuple[tuple[int, str], ...] = ()
        self._branch: int | None = None
        self._forced: list[bool] = []
        self._result: ResultT | None = None
        self._begin(self._deal())

    # What a game must say

    @abstractmethod
    def view(self, player: str) -> Any:
        """What this player may know, and nothing else."""

    @abstractmethod
    def zones(self) -> dict[str, list[Any]]:
        """Where each card is, hidden or not."""

    @abstractmethod
    def _deal(self) -> StateT:
        """The table before the first choice."""

    @abstractmethod
    def _course_of(self, state: StateT) -> Course[Any, SetupT]:
        """The phases of this game around a state."""

    @abstractmethod
    def _score(self) -> ResultT:
        """The result of the finished game."""

    @abstractmethod
    def _hidden(self, seat: int) -> list[int]:
        """The cards that the player at ``seat`` cannot place."""

    @abstractmethod
    def _pile(self) -> list[int]:
        """The draw pile, which nobody sees."""

    @abstractmethod
    def _redealt(self, seat: int, seed: str, cards: Sequence[int]) -> tuple[StateT, Sequence[int]]:
        """The state when the running effect began, with the hidden ``cards`` dealt anew.

        The names come with it that cards have then: ``names[card]`` lies where ``card`` lay.
        """

    @abstractmethod
    def _renamed(self, options: Iterable[OptionT], names: Sequence[int]) -> list[OptionT]:
        """The options, each card of them by the name that it has after `_redealt`."""

    # The loop

    def _begin(self, state: StateT) -> None:
        self._state = state
        self._course = self._course_of(state)
        self._running: Effect[ChoiceT, OptionT] | None = None
        #: The state when the running effect began, if it is kept, and the options chosen since.
        self._kept: StateT | None = None
        self._given: list[OptionT] = []
        self.choice: ChoiceT | None = None
        self._start_next()

    def _start_next(self) -> None:
        """Runs effects until one asks, or the game is over."""
        while True:
            before = self._state.copy() if self._watched else None
            step = self._course.next_step()
            if step is None:
                self._running, self.choice = None, None
                return
            try:
                self.choice = next(step)
            except StopIteration:
                continue
            self._running, self._kept, self._given = step, before, []
            break
        if self.auto:
            self._answer_forced()

    @property
    def _before(self) -> StateT:
        """The state when the running effect began; kept from the first look on."""
        if self._kept is None:  # nobody has looked, so it is no fork: the setup and the answers tell all
            self._watched = True
            again = type(self)(self.setup, watched=True)
            for key in self._answers[: len(self._answers) - len(self._given)]:
                again.answer(key)
            self._kept = again._before
        return self._kept

    def _answer_forced(self) -> None:
        if self.choice is not None and len(self.choice.options) == 1:
            self.answer(self.choice.options[0])

    def answer(self, option: OptionT | str) -> None:
        """Answers the open choice with one of its options, or with an option's key.

        Raises:
            IllegalChoice: it is none of them, or the game is over; nothing has changed.
        """
        choice, running = self.choice, self._running
        if choice is None or running is None:
            raise IllegalChoice(phrase("The game is over: there is nothing to answer any more."))
        for known in choice.options:
            if known is option:
                break
        else:
            known = choice.option(option.key if isinstance(option, Option) else str(option))
        self._answers.append(known.key)
        self._forced.append(len(choice.options) == 1)
        self._given.append(known)
        try:
            self.choice = running.send(known)
        except StopIteration:
            self._start_next()
            return
        if self.auto:
            self._answer_forced()

    # Looking

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 before the first."""
        return self._state.round

    @property
    def over(self) -> bool:
        return self.choice is None

    @property
    def result(self) -> ResultT | None:
        """The filled-in form when the game is over, from the code that scores a table; None before."""
        if self.choice is None and self._result is None:
            self._result = self._score()
        return self._result

    def _seat(self, player: str) -> int:
        try:
            return self.setup.players.index(player)
        except ValueError:
            raise IllegalChoice(
                phrase(
                    "{player!r} does not play: name one of {players}.",
                    player=player,
                    players=", ".join(self.setup.players),
                )
            ) from None

    def _blank(self, view: Any) -> Self:
        """A game of the same players that has not begun, and knows no more than the view."""
        game = type(self).__new__(type(self))
        game.setup, game.auto = view.setup, False
        course = self._course
        game._course = type(course)(course.t.over(view.state), view.setup, course.steps)
        return game

    # Conceding

    @property
    def conceded(self) -> list[str]:
        """The players who gave up, in order."""
        return [name for _, name in self._conceded]

    def concede(self, player: str) -> None:
        """A player gives up: they cannot win any more. Their seat is still asked, and whoever runs the game
        lets a bot answer.

        Raises:
            IllegalChoice: they do not play or gave up before, nobody else is left, or the game is over.
        """
        self._seat(player)
        left = [name for name in self.setup.players if name not in self.conceded]
        if self.choice is None or player not in left or len(left) == 1 < len(self.setup.players):
            raise IllegalChoice(
                phrase("{player} cannot concede: the game is over, or is won by now.", player=player)
            )
        self._conceded = (*self._conceded, (len(self._answers), player))

    def chose(self, player: str, step: int) -> bool:
        """Whether the player made the choice of theirs after so many choices, and no bot that played on for
        them.
        """
        left = len(self.setup.players) - len(self._conceded)
        if self._conceded and left <= 1 and step >= self._conceded[-1][0]:
            return False  # it was won, and whoever runs the game let bots finish it
        return all(name != player or step < after for after, name in self._conceded)

    # Records

    @property
    def record(self) -> dict[str, Any]:
        """The setup and every choice: all that `replay` needs. Ready for json.dumps."""
        played = {"forks": [list(fork) for fork in self._forks], "choices": list(self._answers)}
        branch = {} if self._branch is None else {"branch": self._branch}
        record = self.records.setup_fields(self.setup) | played | branch
        if not self._conceded:
            return record
        gone = [list(one) for one in self._conceded]
        return record | {"version": self.records.conceding[record["version"]], "conceded": gone}

    @property
    def branch(self) -> int | None:
        """After how many choices of another game this one was played on from it; None: it is no branch."""
        return self._branch

    @classmethod
    def replay(
        cls, record: Any, *, auto: bool = False, answer: Callable[[Self, str], None] | None = None
    ) -> Self:
        """The game that a record tells, up to its last choice. ``answer`` answers in place of `Game.answer`.

        Raises:
            RecordError: it is no record, or one of its choices is illegal; the sentence says which.
        """
        parsed = cls.records.read(record)
        setup: Any = parsed.setup()
        game = cls(setup, watched=True)
        forks: dict[int, list[int]] = {}
        for number, seed in parsed.forks:
            forks.setdefault(number, []).append(seed)
        for number, key in enumerate(parsed.choices):
            for seed in forks.get(number, ()):
                game = game.fork(seed)
            try:
                (answer or cls.answer)(game, key)
            except IllegalChoice as error:
                raise parsed.illegal(number, error) from error
        for seed in forks.get(len(parsed.choices), ()):
            game = game.fork(seed)
        game._branch, game._conceded = parsed.branch, tuple(parsed.conceded)
        game.auto = auto
        if auto:
            game._answer_forced()
        return game

    @classmethod
    def played_on(cls, record: Any, step: int, seed: int) -> Self:
        """A game of its own that goes on from a recorded one as it stood after ``step`` choices.

        All that the player who is asked there cannot know is dealt anew. Its record says that it is a branch.

        Raises:
            RecordError: the record cannot be replayed.
            IllegalChoice: there is nothing to play on from: nobody is asked any more.
        """
        whole = cls.replay(record).record
        whole.pop("conceded", None)  # whoever gave up later is still there
        forks = [fork for fork in whole["forks"] if fork[0] <= step]
        cut = {"choices": whole["choices"][:step], "forks": [*forks, [step, seed]], "branch": step}
        return cls.replay(whole | cut)

    def undo(self) -> bool:
        """Takes back the last choice, with those that followed by themselves; False when there is none.

        A branch goes back to where it began.
        """
        keep, least = len(self._answers), self._branch or 0
        while keep > least and self.auto and self._forced[keep - 1]:
            keep -= 1
        if keep <= least:
            return False
        record = self.record
        record["choices"] = record["choices"][: keep - 1]
        record["forks"] = [fork for fork in record["forks"] if fork[0] < keep]
        if "conceded" in record:
            record["conceded"] = [one for one in record["conceded"] if one[0] < keep]
        auto, before = self.auto, type(self).replay(record)
        self.__dict__.update(before.__dict__)
        self.auto = auto
        return True

    def advise(self, seconds: float | None = 1.0, tries: int | None = None) -> list[Advice[OptionT]]:
        """The options of the open choice, best first: (option, expected final margin, reason).

        It takes so many ``seconds``, or so many ``tries``. It uses only what the player who is asked may
        know, and changes nothing.

        Raises:
            IllegalChoice: the game is over.
            LookupError: no advisor of this game is installed.
        """
        if self.choice is None:
            raise IllegalChoice(phrase("The game is over: there is nothing to play on from."))
        return advisor(self.advisor)(self.view(self.choice.player), self.choice, seconds, tries)

    def fork(self, seed: int) -> Self:
        """An independent game from here on, with everything dealt anew that the player to move cannot know.

        Raises:
            IllegalChoice: the game is over.
        """
        if self.choice is None:
            raise IllegalChoice(phrase("The game is over: there is nothing to play on from."))
        seat, choice = self.choice.seat, self.choice
        hidden = self._hidden(seat)
        if self._given:
            for deal in range(FORK_DEALS):
                game = self._dealt(seat, f"{seed}/{deal}", hidden, choice)
                if game is not None:
                    break
            else:
                drawn = set(self._pile())
                in_pile = [card for card in hidden if card in drawn]
                game = self._dealt(seat, f"{seed}", in_pile, choice)
                game = game or self._dealt(seat, f"{seed}", [], choice)
        else:
            game = self._dealt(seat, f"{seed}/0", hidden, choice)
        assert game is not None  # with nothing dealt anew the same answers fit again
        game._state.seed = f"{self._state.seed}/{seed}"
        game._answers = self._answers.copy()
        game._forced = self._forced.copy()
        game._forks = [*self._forks, (len(self._answers), seed)]
        game._branch, game._conceded = self._branch, self._conceded
        return game

    def _dealt(self, seat: int, seed: str, hidden: list[int], choice: ChoiceT) -> Self | None:
        """A copy with hidden cards dealt anew; None when the running effect would have gone otherwise."""
        state, names = self._redealt(seat, seed, hidden)
        return self._resumed(state, self._renamed(self._given, names), choice)

    def _resumed(
        self, state: StateT, given: list[OptionT], choice: ChoiceT, watched: bool = True
    ) -> Self | None:
        """A game whose effect began in ``state`` and was ``given`` answers; None if it asks no ``choice``.

        One that is not ``watched`` can be played on, but not looked at or forked.
        """
        game = type(self).__new__(type(self))
        game.setup, game.auto, game._result = self.setup, False, None
        game._answers, game._forced, game._forks, game._branch = [], [], [], None
        game._conceded = ()
        game._watched = watched
        game._state, game._kept = state, state.copy() if watched else None
        game._course = self._course.over(state)
        running = game._course.next_step()
        assert running is not None
        game._running, game._given = running, given
        asked = next(running)
        try:
            for option in given:
                if not asked.offers(option):
                    return None
                asked = running.send(option)
        except StopIteration:
            return None
        if (asked.seat, asked.kind, asked.options) != (choice.seat, choice.kind, choice.options):
            return None
        game.choice = asked
        game.auto = self.auto
        return game


#: A game of whatever kind.
AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
