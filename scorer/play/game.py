"""One game: asks, is answered, records, and can be replayed, undone, forked and looked at.

>>> game = Game(Setup(players=["Ana", "Bo"], seed=7))
>>> while (choice := game.choice) is not None:
...     game.answer(choice.options[0])
>>> game.result.form
'B-7c'
>>> Game.replay(game.record).record == game.record
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorer.cards import BookCard
from scorer.errors import phrase
from scorer.gamefile import GameFile
from scorer.play.choices import Choice, Effect, IllegalChoice, Option
from scorer.play.phases import Course
from scorer.play.record import Record, setup_fields
from scorer.play.setup import Setup
from scorer.play.state import State
from scorer.play.table import Table
from scorer.play.view import View, hidden_cards, redeal
from scorer.result import Result
from scorer.result import score as fill_in

#: How often a fork deals anew before it settles for dealing the draw pile only. An effect that is under way
#: may have used cards that are hidden again, and not every deal goes with what was answered since.
DEALS = 200


class Game:
    """A game under way. ``choice`` is the open question, None when the game is over.

    ``auto``: questions with one option only are answered at once; the record holds them all the same.
    """

    def __init__(self, setup: Setup, *, auto: bool = False) -> None:
        self.setup = setup
        self.auto = auto
        self._answers: list[str] = []
        self._forks: list[tuple[int, int]] = []
        self._forced: list[bool] = []
        self._result: Result | None = None
        self._begin(setup.deal())

    def _begin(self, state: State) -> None:
        self._state = state
        self._table = Table(self.setup.players, self.setup.edition, self.setup.full_deck, state)
        self._course = Course(self._table, self.setup)
        self._running: Effect | None = None
        #: The state when the running effect began, and the options chosen since.
        self._before = state
        self._given: list[Option] = []
        self.choice: Choice | None = None
        self._start_next()

    def _start_next(self) -> None:
        """Runs effects until one asks, or the game is over."""
        while True:
            before = self._state.copy()
            step = self._course.next_step()
            if step is None:
                self._running, self.choice = None, None
                return
            try:
                self.choice = next(step)
            except StopIteration:
                continue
            self._running, self._before, self._given = step, before, []
            break
        if self.auto:
            self._answer_forced()

    def _answer_forced(self) -> None:
        if self.choice is not None and len(self.choice.options) == 1:
            self.answer(self.choice.options[0])

    def answer(self, option: Option | str) -> None:
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
    def over(self) -> bool:
        return self.choice is None

    @property
    def round(self) -> int:
        return self._state.round

    def view(self, player: str) -> View:
        """What this player may know, and nothing else."""
        return View(self.setup, self._table.edition, self._state, self._seat(player))

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

    def zones(self) -> dict[str, list[BookCard]]:
        """Where each of the deck's cards is, hidden or not; the top of a pile is its last card.

        Zones: draw, discard, table (open in the middle), hand:NAME, shelf:NAME (buried cards last) and
        location:NUMBER.
        """
        deck = self._table.deck
        zones = self._state.zones(self.setup.players)
        return {name: [deck[card] for card in cards] for name, cards in zones.items()}

    @property
    def result(self) -> Result | None:
        """The filled-in form when the game is over, from the code that scores a photo; None before."""
        if self.choice is None and self._result is None:
            self._result = fill_in(GameFile.from_dict(self.game_file(), deck=self.setup.full_deck))
        return self._result

    def game_file(self) -> dict[str, Any]:
        """The table as it lies now as a game file, input of `shelfmark score`."""
        s, deck = self._state, self._table.deck
        players = [
            {"name": name, "focus": focus, "hand": len(hand), "shelf": str(rack.shelf(deck))}
            for name, focus, hand, rack in zip(self.setup.players, s.focus, s.hands, s.shelves, strict=True)
        ]
        game = {
            "edition": self.setup.edition,
            "prominent": s.prominent,
            "banned": s.banned,
            "players": players,
        }
        if not s.solo:
            return {"form": "B-7c", **game}
        library = {"focus": s.public, "cards": [str(deck[card]) for card in s.discard]}
        return {"form": "S-42a", "difficulty": self.setup.discards, "library": library, **game}

    # Records

    @property
    def record(self) -> dict[str, Any]:
        """The setup and every choice: all that `replay` needs. Ready for json.dumps."""
        return setup_fields(self.setup) | {
            "forks": [list(fork) for fork in self._forks],
            "choices": list(self._answers),
        }

    @classmethod
    def replay(
        cls, record: Any, *, auto: bool = False, answer: Callable[[Game, str], None] | None = None
    ) -> Game:
        """The game that a record tells, up to its last choice. ``answer`` answers in place of `Game.answer`.

        Raises:
            RecordError: it is no record, or one of its choices is illegal; the sentence says which.
        """
        told = Record.read(record)
        game = cls(told.setup())
        forks: dict[int, list[int]] = {}
        for number, seed in told.forks:
            forks.setdefault(number, []).append(seed)
        for number, key in enumerate(told.choices):
            for seed in forks.get(number, ()):
                game = game.fork(seed)
            try:
                (answer or cls.answer)(game, key)
            except IllegalChoice as error:
                raise told.illegal(number, error) from error
        for seed in forks.get(len(told.choices), ()):
            game = game.fork(seed)
        game.auto = auto
        if auto:
            game._answer_forced()
        return game

    def undo(self) -> bool:
        """Takes back the last choice, with those that followed by themselves; False when there is none."""
        keep = len(self._answers)
        while keep and self.auto and self._forced[keep - 1]:
            keep -= 1
        if not keep:
            return False
        record = self.record
        record["choices"] = record["choices"][: keep - 1]
        record["forks"] = [fork for fork in record["forks"] if fork[0] < keep]
        auto, before = self.auto, Game.replay(record)
        self.__dict__.update(before.__dict__)
        self.auto = auto
        return True

    def fork(self, seed: int) -> Game:
        """An independent game from here on, with everything dealt anew that the player to move cannot know.

        Raises:
            IllegalChoice: the game is over.
        """
        if self.choice is None:
            raise IllegalChoice(phrase("The game is over: there is nothing to play on from."))
        seat, choice = self.choice.seat, self.choice
        hidden = hidden_cards(self._state, seat)
        if self._given:
            for deal in range(DEALS):
                game = self._dealt(seat, f"{seed}/{deal}", hidden, choice)
                if game is not None:
                    break
            else:
                drawn = set(self._state.draw)
                unseen = [card for card in hidden if card in drawn]
                game = self._dealt(seat, f"{seed}", unseen, choice)
                game = game or self._dealt(seat, f"{seed}", [], choice)
        else:
            game = self._dealt(seat, f"{seed}/0", hidden, choice)
        assert game is not None  # with nothing dealt anew the same answers fit again
        game._state.seed = f"{self._state.seed}/{seed}"
        game._answers = self._answers.copy()
        game._forced = self._forced.copy()
        game._forks = [*self._forks, (len(self._answers), seed)]
        return game

    def _dealt(self, seat: int, seed: str, hidden: list[int], choice: Choice) -> Game | None:
        """A copy with hidden cards dealt anew; None when the running effect would have gone otherwise."""
        state = self._before.copy()
        names = redeal(state, seat, seed, hidden, len(self._table.deck))
        game = Game.__new__(Game)
        game.setup, game.auto, game._result = self.setup, False, None
        cards, given = self._table.book.cards, []
        for option in self._given:
            given.append(cards[names[option.number]] if option.card is not None else option)
        game._state, game._before = state, state.copy()
        game._table = self._table.over(state)
        game._course = Course(game._table, self.setup)
        running = game._course.next_step()
        assert running is not None
        game._running, game._given = running, given
        asked = next(running)
        try:
            for option in given:
                if option not in asked.options:
                    return None
                asked = running.send(option)
        except StopIteration:
            return None
        if (asked.seat, asked.kind, asked.options) != (choice.seat, choice.kind, choice.options):
            return None
        game.choice = asked
        game.auto = self.auto
        return game
