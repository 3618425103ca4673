"""Games in the terminal: hot seat and against bots. A game's own terminal draws a view and the end."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import typer
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from scorer.cli.tables import form_sentences, form_table
from scorer.engine import choices, game
from scorer.engine.bots import BotRegister, BotT
from scorer.engine.record import save
from scorer.errors import RefusedInput
from scorer.play.game import Game
from scorer.play.view import View
from scorer.result import Result

SeedOption = Annotated[int | None, typer.Option(help="The number of the deal; random without it.")]
SaveOption = Annotated[
    Path | None,
    typer.Option(metavar="F", help="Save here after every answer; a game that is there is resumed."),
]
AutoOption = Annotated[bool, typer.Option(help="Skip questions that have only one answer.")]

HELP = "Type the number of an answer, or: u undo, s FILE save, l FILE load, q quit."

GameT = TypeVar("GameT", bound=game.AnyGame)


def seats(players: str, register: BotRegister[BotT]) -> tuple[list[str], dict[str, str]]:
    """Names in seat order, and which of them are bots of which kind.

    Raises:
        RefusedInput: there is no such bot.
    """
    names, kinds = [], {}
    for entry in players.split(","):
        name, is_bot, kind = (part.strip() for part in entry.partition("="))
        names.append(name)
        if is_bot:
            register.check(kind)
            kinds[name] = kind
    return names, kinds


def dealt(seed: int | None) -> int:
    """The seed of a deal; a random one where none is given."""
    return random.SystemRandom().randrange(2**32) if seed is None else seed


def kept(kind: type[GameT], file: Path | None, auto: bool) -> GameT | None:
    """The game that is saved in a file; None where there is no file.

    Raises:
        RecordError: the file holds no such game.
    """
    if file is None or not file.is_file():
        return None
    return kind.replay(kind.records.load(file), auto=auto)


def bots_of(game: GameT, kinds: Mapping[str, str], register: BotRegister[BotT]) -> dict[str, BotT]:
    """The bots of a game by their players' names."""
    return {
        name: register.make(kinds[name], game.setup.seed + seat)
        for seat, name in enumerate(game.setup.players)
        if name in kinds
    }


class AnyTerminal(ABC, Generic[GameT]):
    """A game at one screen. ``bots``: the programs that play, by their players' names."""

    #: The kinds of choices of bots that are told.
    announced: frozenset[str] = frozenset()

    def __init__(
        self,
        game: GameT,
        bots: Mapping[str, Any],
        console: Console,
        ask: Callable[[str], str] = input,
        autosave: Path | None = None,
    ) -> None:
        self.game = game
        self.bots = bots
        self.console = console
        self.ask = ask
        self.autosave = autosave
        self._last: str | None = None

    @abstractmethod
    def board(self, player: str) -> RenderableType:
        """The table as a player sees it."""

    @abstractmethod
    def end(self) -> None:
        """Prints how the game ended."""

    def run(self) -> None:
        """Plays until the game is over or a player quits."""
        self.console.print(HELP)
        while (choice := self.game.choice) is not None:
            bot = self.bots.get(choice.player)
            if bot is not None:
                option = bot.decide(self.game.view(choice.player), choice)
                if choice.kind in self.announced:
                    self.console.print(f"{choice.player}: {choice.source} → {option.label}")
                self.game.answer(option)
            elif not self._person(choice):
                return
        self.end()

    def _person(self, choice: choices.Choice[Any, Any]) -> bool:
        """One question to a person; False when they quit."""
        if self._last != choice.player and len(self.game.setup.players) - len(self.bots) > 1:
            self.ask(f"{choice.player}, press Enter when nobody else is looking. ")
        self._last = choice.player
        self.console.print(self.board(choice.player))
        self.console.print(Text(f"{choice.player}, {choice.prompt}", style="bold"))
        self.console.print(answers(choice.options))
        while True:
            try:
                typed = self.ask("> ").strip()
            except EOFError:
                return False
            command, _, rest = typed.partition(" ")
            try:
                if command == "q":
                    return False
                if command == "u":
                    self._undo()
                    return True
                if command in ("s", "l"):
                    self._file(command, rest.strip())
                    return True
                if typed.isdecimal() and 1 <= int(typed) <= len(choice.options):
                    self.game.answer(choice.options[int(typed) - 1])
                    if self.autosave is not None:
                        save(self.game.record, self.autosave)
                    return True
                self.console.print(HELP)
            except RefusedInput as error:
                self.console.print(str(error), markup=False)

    def _undo(self) -> None:
        """Takes back the last answer of a person, and the bots' answers since."""
        while self.game.undo():
            choice = self.game.choice
            if choice is not None and choice.player not in self.bots:
                return

    def _file(self, command: str, name: str) -> None:
        path = Path(name) if name else self.autosave
        if path is None:
            raise RefusedInput("There is no file to save to or load from: type its name after the letter.")
        if command == "s":
            save(self.game.record, path)
            self.console.print(f"Saved: {path}", markup=False)
        else:
            kind = type(self.game)
            self.game = kind.replay(kind.records.load(path), auto=self.game.auto)
            self._last = None


class Terminal(AnyTerminal[Game]):
    """Ex Libris at one screen."""

    announced = frozenset({"place", "draft"})

    def board(self, player: str) -> RenderableType:
        return board(self.game.view(player))

    def end(self) -> None:
        result: Result | None = self.game.result
        assert result is not None
        self.console.print(form_table(result))
        self.console.print("\n".join(form_sentences(result)), markup=False)


def board(view: View) -> RenderableType:
    """The table as one player sees it."""
    words, labels = view.edition.words, view.edition.categories
    head = Text(
        f"{words['prominent']}: {labels[view.prominent]} · {words['banned']}: {labels[view.banned]} · "
        f"{words['focus']}: {labels[view.focus]}"
    )
    table = Table(expand=True)
    for title in ("", str(view.round), "", ""):
        table.add_column(title)
    for number, name in view.locations.items():
        cards = " ".join("#" if card is None else str(card) for card in view.cards_at(number))
        here = ", ".join(
            f"{space} {player} ({view.edition.assistants[key]})"
            for space, player, key in view.assistants_at(number)
        )
        table.add_row(str(number), Text(name), Text(cards), Text(here))
    shelves = [
        Panel(Text(str(view.shelf(name)).replace(" / ", "\n") or "–"), title=_title(view, name))
        for name in view.players
    ]
    hand = Text(f"{words['hand']}: {' '.join(map(str, view.hand))}")
    seen = [Text("👁 " + " ".join(map(str, view.looking)))] if view.looking else []
    return Group(head, table, Columns(shelves), *seen, hand)


def _title(view: View, name: str) -> str:
    library = view.library(name)
    suffix = "" if library is None else f" · {view.edition.libraries[library]}"
    return f"{name} ({view.hand_size(name)}){suffix}".replace("[", "(").replace("]", ")")


def answers(options: Sequence[choices.Option]) -> RenderableType:
    """The options, numbered from 1."""
    return Columns([Text(f"{n} {option.label}") for n, option in enumerate(options, 1)], padding=(0, 3))
