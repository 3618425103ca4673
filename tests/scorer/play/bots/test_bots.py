"""Bots, and the command `shelfmark play`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.cli.terminal import Terminal
from scorer.editions import load_edition
from scorer.engine import bots as engine_bots
from scorer.engine.bots import play_out
from scorer.engine.simulate import play, simulate
from scorer.errors import RefusedInput
from scorer.play import Choice, Game, Option, Setup, View
from scorer.play.bots import Bot, RandomBot, bot_names, make_bot
from scorer.play.bots.match import Match
from scorer.play.phases import MOST_ROUNDS

RUN = CliRunner()


def figures(*bots: str, games: int, **match: object) -> list[float]:
    result = simulate(Match(bots, **match), games)  # type: ignore[arg-type]
    return [player.win_rate for player in result.players]


class TestBots:
    def test_there_are_four(self) -> None:
        assert bot_names() == ["easy", "normal", "hard", "random"]

    def test_an_unknown_bot_is_refused(self) -> None:
        with pytest.raises(RefusedInput, match="easy, normal, hard, random"):
            make_bot("genius", 1)

    def test_another_package_may_bring_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        point = EntryPoint("patient", "scorer.play.bots:RandomBot", "shelfmark.bots")

        def points(group: str, name: str = "patient") -> list[EntryPoint]:
            return [point] if (group, name) == ("shelfmark.bots", "patient") else []

        monkeypatch.setattr(engine_bots, "entry_points", points)
        assert "patient" in bot_names()
        assert isinstance(make_bot("patient", 1), RandomBot)
        with pytest.raises(RefusedInput, match="There is no bot"):
            make_bot("genius", 1)

    @pytest.mark.parametrize("name", ["random", "easy", "normal"])
    def test_the_same_seed_decides_alike(self, name: str) -> None:
        assert (
            play(Match((name, "random"), seed=3), 1).totals == play(Match((name, "random"), seed=3), 1).totals
        )

    def test_normal_beats_random(self) -> None:
        assert figures("random", "normal", games=12)[1] > 0.8

    @pytest.mark.parametrize("variant", ["standard", "beginner+long"])
    def test_normal_games_end(self, variant: str) -> None:
        played = play(Match(("normal",) * 4, variant=variant, edition="fr"), 2)
        assert played.rounds < MOST_ROUNDS / 2

    def test_normal_plays_solo(self) -> None:
        assert play(Match(("normal",), difficulty=3), 1).rounds == 5

    @pytest.mark.parametrize("name", ["random", "easy", "normal"])
    def test_a_bot_does_the_same_where_only_hidden_cards_differ(self, name: str) -> None:
        """It sees its view alone: a fork deals everything else anew."""
        game, bot = Game(Setup(players=["Ana", "Bo"], seed=5)), make_bot("random", 1)
        for number in range(150):
            choice = game.choice
            assert choice is not None
            if number % 10 == 0:
                fork = game.fork(number)
                assert fork.choice is not None
                here = make_bot(name, 7).decide(game.view(choice.player), choice)
                there = make_bot(name, 7).decide(fork.view(choice.player), fork.choice)
                assert here.key == there.key
            game.answer(bot.decide(game.view(choice.player), choice))


class Script:
    """A person who types these lines, then the first answer for ever."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)

    def __call__(self, prompt: str) -> str:
        return "" if "press Enter" in prompt else next(self.lines, "1")


def terminal(
    tmp_path: Path, script: Script, bots: dict[str, Bot], **setup: object
) -> tuple[Terminal, Console]:
    console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
    game = Game(Setup(**{"players": ["Ana", "Bo"], "seed": 1} | setup), auto=True)
    return Terminal(game, bots, console, script, tmp_path / "game.json"), console


class TestPlayCommand:
    def test_a_whole_game_against_a_bot(self, tmp_path: Path) -> None:
        table, console = terminal(tmp_path, Script(), {"Bo": make_bot("normal", 1)})
        table.run()
        assert table.game.over
        shown = console.export_text()
        assert load_edition("en").rows["b1"] in shown
        assert "Ana, Placement: choose the assistant to place." in shown

    def test_hot_seat_in_another_edition(self, tmp_path: Path) -> None:
        table, console = terminal(tmp_path, Script(), {}, edition="cs")
        table.run()
        assert table.game.over
        assert "Věštírna" in console.export_text()

    def test_undo_save_load_and_quit(self, tmp_path: Path) -> None:
        other = tmp_path / "other.json"
        script = Script("1", "1", f"s {other}", "2", "u", "1", f"l {other}", "nonsense", "99", "q")
        table, console = terminal(tmp_path, script, {})
        table.run()
        assert not table.game.over
        assert json.loads(other.read_text())["choices"] == table.game.record["choices"]
        assert "Type the number" in console.export_text()

    def test_undo_goes_back_to_the_person(self, tmp_path: Path) -> None:
        table, _ = terminal(tmp_path, Script("1", "1", "1", "u", "q"), {"Bo": make_bot("random", 1)})
        table.run()
        assert table.game.choice is not None
        assert table.game.choice.player == "Ana"

    def test_a_bad_file_is_said_and_the_game_goes_on(self, tmp_path: Path) -> None:
        table, console = terminal(tmp_path, Script("l nowhere.json", "q"), {})
        table.run()
        assert "cannot be read" in console.export_text()

    def test_command_saves_and_goes_on(self, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        arguments = ["play", "--players", "Ana,Bo=random", "--seed", "3", "--save", str(path)]
        first = RUN.invoke(app, arguments, input="1\n1\nq\n")
        assert first.exit_code == 0
        before = json.loads(path.read_text())["choices"]
        again = RUN.invoke(app, arguments, input="1\nq\n")
        assert again.exit_code == 0
        assert json.loads(path.read_text())["choices"][: len(before)] == before

    def test_solo(self) -> None:
        ran = RUN.invoke(
            app, ["play", "--players", "Ana", "--difficulty", "2", "--seed", "1"], input="1\nq\n"
        )
        assert ran.exit_code == 0

    def test_an_unknown_bot_is_refused(self) -> None:
        ran = RUN.invoke(app, ["play", "--players", "Ana,Bo=genius"])
        assert (ran.exit_code, "no bot 'genius'" in ran.stderr) == (1, True)

    def test_a_bot_is_one_method(self) -> None:
        class First:
            def decide(self, view: View, choice: Choice) -> Option:
                return choice.options[0]

        game, bot = Game(Setup(players=["Ana", "Bo"])), First()
        play_out(game, [bot] * 2)
        assert game.result is not None
