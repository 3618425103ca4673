"""A game under way: its people and bots, kept after every answer, and what may be taken back."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from threading import Lock
from typing import Any, Literal
from weakref import WeakValueDictionary

from pages.session.archive import archive
from pages.session.reopened import opened
from scorer import play
from scorer.archive.figures.series import key_of
from scorer.archive.file import Source
from scorer.engine.choices import Choice
from scorer.engine.game import AnyGame
from scorer.engine.setup import Setup
from scorer.engine.story import AnyStory, forced
from scorer.errors import RefusedInput, phrase
from scorer.fort import play as fort_play
from scorer.fort.play.bots import bot_names as fort_bot_names
from scorer.fort.play.bots import make_bot as make_fort_bot
from scorer.own_tiles import kept_tiles
from scorer.play.bots import bot_names, make_bot

Kind = Literal["play", "solo", "fort_play"]
#: The query parameter that holds a game's key, so that a reload finds it.
PARAMETER = "game"
#: Who plays on for people who conceded, and finishes what conceding ended; it is quick.
FINISHER = "normal"


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game begins with, and what it is played and told by.

    ``source`` is what the archive calls its games. ``setup`` takes its fields; ``make_bot`` gives a bot by
    its name and a seed; ``bots`` are the names.
    """

    source: Source
    setup: Callable[..., Setup]
    story: type[AnyStory]
    make_bot: Callable[[str, int], Any]
    bots: Callable[[], list[str]]


def _with_own_tiles(**fields: Any) -> Setup:
    """A game of Ex Libris, by the owner's tiles unless the fields tell of others."""
    return play.Setup(**({"tiles": kept_tiles()} | fields))


RULES: dict[Kind, Rules] = {
    "play": Rules("play", _with_own_tiles, play.Story, make_bot, bot_names),
    "solo": Rules("solo", _with_own_tiles, play.Story, make_bot, bot_names),
    "fort_play": Rules("fort", fort_play.Setup, fort_play.Story, make_fort_bot, fort_bot_names),
}


class _Turn:
    def __init__(self) -> None:
        self.lock = Lock()


@dataclass(frozen=True, slots=True)
class Undo:
    """Where the last answer that may be taken back was given, and whether hidden cards are dealt anew."""

    step: int
    redeal: bool


class Overtaken(RefusedInput):
    """Another device was faster; ``kept`` is the game as it was answered there."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        super().__init__(
            phrase("Another device was faster: the game goes on as it was answered there. Choose anew.")
        )
        self.kept = kept


def _stand(data: Mapping[str, Any]) -> str:
    """How a game that is kept stands: the same wherever the same was answered and taken back."""
    return json.dumps([data["record"], data.get("undone", 0)], sort_keys=True)


#: One lock a game that is open: of two devices that answer at once, the second sees what the first did.
_turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()


@contextmanager
def turn(sitting: Sitting) -> Iterator[None]:
    """Holds the game, so that no other session of this server changes it meanwhile."""
    mine = _turns.setdefault(f"{sitting.kind}/{sitting.key}", _Turn())
    with mine.lock:
        yield


class Sitting:
    """One game at one table. ``bots``: the players that programs play, and which program. ``devices``: each
    person plays on a device of their own. ``guided``: a sentence goes with each choice.

    ``began``: when it was dealt. ``undone`` counts the answers taken back; ``finished`` is the id under which
    the archive keeps the game.
    """

    def __init__(self, kind: Kind, key: str, data: Mapping[str, Any]) -> None:
        self.kind = kind
        self.key = key
        #: Whether the archive lacks the last answers: they are kept with the next.
        self.unsaved = False
        #: The steps that were answered here.
        self._answered: set[int] = set()
        self._take(data)

    def _take(self, data: Mapping[str, Any]) -> None:
        #: How the game stands in the archive, as far as is known here.
        self._kept = _stand(data)
        self._replay(data["record"])
        # a game of the archive, opened again, says some of it in its file
        file: Mapping[str, Any] = data.get("game", {})
        players = [one for one in file.get("players", []) if one.get("bot")]
        self.bots: dict[str, str] = dict(data.get("bots") or {one["name"]: one["bot"] for one in players})
        self.undone: int = data.get("undone", 0)
        self.devices: bool = data.get("devices", False)
        self.guided: bool = data.get("guided", False)
        self.finished: str | None = data.get("finished")
        self.began: str | None = data.get("began")
        self.reading_winner: str | None = data.get("reading_winner") or file.get("reading_winner")
        self.advance()

    def _replay(self, record: Any) -> None:
        self.story: AnyStory
        self.game: AnyGame
        self.story, self.game = RULES[self.kind].story.replay(record)

    @classmethod
    def begin(
        cls,
        kind: Kind,
        setup: Setup,
        bots: Mapping[str, str],
        devices: bool = False,
        guided: bool = False,
        day: date | None = None,
    ) -> Sitting:
        """A new game, kept under a key that nobody guesses; ``day``: it is the puzzle of that day.

        Raises:
            ArchiveError: it cannot be kept.
        """
        record = RULES[kind].story.games(setup).record
        fields = {"record": record, "bots": dict(bots), "devices": devices, "guided": guided}
        return cls._new(kind, fields, day)

    @classmethod
    def _new(cls, kind: Kind, fields: Mapping[str, Any], day: date | None = None) -> Sitting:
        secret = secrets.token_urlsafe(9)
        began = {"began": datetime.now(UTC).isoformat()}
        sitting = cls(kind, secret if day is None else key_of(day, secret), {**fields, **began})
        sitting.save()
        return sitting

    def played_on(self, player: str, step: int, seed: int, bot: str) -> Sitting:
        """A new game from this one as it stood after ``step`` choices, when ``player`` was asked.

        ``bot`` plays for the other people. What the player cannot know is dealt anew by the seed.

        Raises:
            ArchiveError: it cannot be kept.
        """
        game = RULES[self.kind].story.games.played_on(self.game.record, step, seed)
        bots = {name: self.bots.get(name, bot) for name in game.setup.players if name != player}
        return self._new(self.kind, {"record": game.record, "bots": bots})

    @classmethod
    def opened(cls, kind: Kind, game: AnyGame, bot: str) -> Sitting:
        """A new game that goes on from one that somebody gave, as practice: who is asked there plays, and
        ``bot`` plays for the others.

        Raises:
            ArchiveError: it cannot be kept.
        """
        choice, record = game.choice, game.record
        bots = {name: bot for name in game.setup.players if choice is not None and name != choice.player}
        return cls._new(kind, {"record": {"branch": len(record["choices"])} | record, "bots": bots})

    @property
    def branch(self) -> bool:
        """Whether it was played on from another game. It is practice: no archive keeps it."""
        return self.game.branch is not None

    @classmethod
    def open(cls, kind: Kind, key: str) -> Sitting | None:
        """The game that was kept under that key, under way or finished; None when there is none.

        Raises:
            ArchiveError: the archive cannot be used.
            RecordError: the game cannot be replayed.
        """
        data = opened(archive(), kind, key)
        return cls(kind, key, data) if data and data.get("record") else None

    @property
    def widget(self) -> str:
        """Its key as parts of the page bear it: Streamlit splits the names of components at two underscores,
        which a key may have. It has no dots, so two games stay two.
        """
        return self.key.replace("_", ".")

    @property
    def data(self) -> dict[str, Any]:
        """All that is kept of the game."""
        kept = {
            "record": self.game.record,
            "bots": self.bots,
            "undone": self.undone,
            "round": self.game.round,
        }
        kept |= {"began": self.began} if self.began else {}
        kept |= {"devices": True} if self.devices else {}
        kept |= {"guided": True} if self.guided else {}
        kept |= {"over": True} if self.branch and self.game.over else {}
        named = {"reading_winner": self.reading_winner} if self.reading_winner else {}
        return kept | named | ({"finished": self.finished} if self.finished else {})

    def save(self) -> None:
        """Keeps the game as it stands.

        Raises:
            ArchiveError: it cannot be kept; the next answer tries again.
            Overtaken: another device was faster; the game is now as it was answered there.
        """
        ours = self.data

        def change(kept: dict[str, Any] | None) -> dict[str, Any]:
            if kept is not None and _stand(kept) not in (self._kept, _stand(ours)):
                raise Overtaken(kept)
            return ours

        self.unsaved = True
        try:
            archive().change_draft(self.kind, self.key, change)
        except Overtaken as overtaken:
            self.unsaved = False
            self._take(overtaken.kept)
            raise
        self.unsaved, self._kept = False, _stand(ours)

    def overtaken(self, step: object) -> bool:
        """Whether the question of that step was answered by another device, and not by this one."""
        return isinstance(step, int) and step < self.step and step not in self._answered

    def finish(self, file: dict[str, Any], result: dict[str, Any]) -> None:
        """Puts the game that is over into the archive, with its ``file`` and ``result`` as JSON holds them.

        Raises:
            ArchiveError: it cannot be kept.
        """
        rules, key = RULES[self.kind], f"{self.kind}-{self.key}"
        began = datetime.fromisoformat(self.began) if self.began else None
        self.finished = archive().finish(
            file, result, rules.source, record=self.game.record, key=key, began=began
        )
        self.save()

    def refresh(self) -> None:
        """Takes over what another window that has this game open has answered since.

        Answers that could not be kept stay.
        """
        if self.unsaved:
            return
        data = archive().draft(self.kind, self.key)
        if data is not None and (data["record"], data.get("undone")) != (self.game.record, self.undone):
            self._take(data)

    @property
    def people(self) -> list[str]:
        """The players who are no bots."""
        return [name for name in self.game.setup.players if name not in self.bots]

    @property
    def staying(self) -> list[str]:
        """The people who have not conceded."""
        gone = self.game.conceded
        return [name for name in self.people if name not in gone]

    @property
    def _ended(self) -> bool:
        """Whether conceding ended the game: nobody is left to win against, or no person; bots finish it."""
        gone = len(self.game.conceded)
        return gone > 0 and (len(self.game.setup.players) - gone <= 1 or not self.staying)

    @property
    def step(self) -> int:
        """How many choices were answered: it tells a tap on this question from one on an older one."""
        return len(self.story.steps)

    # Playing

    def answer(self, viewer: str, step: int, key: str) -> bool:
        """Answers for ``viewer``; False, and nothing has changed, when the question is no longer that one.

        Raises:
            IllegalChoice: the answer is none of the options.
            ArchiveError: the game cannot be kept; the answer is given all the same.
            Overtaken: another device answered at the same instant, and its answer stands.
        """
        choice = self.game.choice
        if choice is None or step != self.step or choice.player != viewer:
            return False
        self.story.answer(self.game, key)
        self.advance()
        self.save()
        self._answered.add(step)
        return True

    def advance(self) -> None:
        """Bots move and what answers itself is answered, until a person is asked or the game is over."""
        while (choice := self.game.choice) is not None:
            if forced(choice):
                self.story.answer(self.game, choice.options[0])
            elif self._ended or choice.player not in self.staying:
                self.story.answer(self.game, self._decided(choice))
            else:
                return

    def _decided(self, choice: Choice[Any, Any]) -> str:
        """A bot's answer: the same one whenever the game stands as it does now."""
        seed = hash((self.game.setup.seed, self.undone, self.step))
        name = FINISHER if self._ended else self.bots.get(choice.player, FINISHER)
        bot = RULES[self.kind].make_bot(name, seed)
        return str(bot.decide(self.game.view(choice.player), choice).key)

    def since(self, viewer: str) -> int:
        """The number of the choice by which ``viewer`` moved before others did; who plays alone: the last.

        What came from there on is news. 0 when there was none.
        """
        number = self.step - 1
        steps = self.story.steps
        while len(self.game.setup.players) > 1 and number >= 0 and steps[number].player == viewer:
            number -= 1
        while number >= 0 and (steps[number].player != viewer or steps[number].forced):
            number -= 1
        return max(number, 0)

    # Taking back

    def undo(self, viewer: str) -> Undo | None:
        """What ``viewer`` may take back now.

        Nobody may use what they saw by an answer that they take back. With several people, an answer stands
        once another person has answered, or once it has shown hidden cards to whoever gave it. With one
        person it can always be taken back, for the hidden cards are then dealt anew.
        """
        if self.game.choice is None or viewer not in self.staying:
            return None
        saw = False
        alone = len(self.staying) == 1
        # neither the beginning of a branch nor a player's conceding is taken back
        stands = [self.game.branch or 0, *(after for after, _ in self.game.record.get("conceded", []))]
        for number in range(self.step - 1, max(stands) - 1, -1):
            step = self.story.steps[number]
            saw = saw or viewer in step.revealed
            if saw and not alone:
                return None
            if step.forced or step.player not in self.staying:
                continue
            return Undo(number, saw) if step.player == viewer else None
        return None

    def take_back(self, viewer: str, step: int) -> bool:
        """Takes back the last answer; False when that may not be, or the game has gone on since ``step``.

        Raises:
            ArchiveError: the game cannot be kept; the answer is taken back all the same.
            Overtaken: another device did something at the same instant, and that stands.
        """
        undo = self.undo(viewer)
        if undo is None or step != self.step:
            return False
        record = self.game.record
        record["choices"] = record["choices"][: undo.step]
        record["forks"] = [fork for fork in record["forks"] if fork[0] <= undo.step]
        self.undone += 1
        if undo.redeal:
            record["forks"].append([undo.step, self.undone])
        self._replay(record)
        self.save()
        return True
