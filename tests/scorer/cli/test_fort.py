"""shelfmark fort: the sheet, the game in the terminal, the cards."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from scorer.cli.fort import FortTerminal
from scorer.cli.main import app
from scorer.fort.cards import CardSet
from scorer.fort.play import Game, Setup
from scorer.fort.play.bots import Bot, make_bot
from tests.scorer.games import LUI, RULICO, sheet

runner = CliRunner()


def run(*words: str, typed: str = "") -> Result:
    return runner.invoke(app, ["fort", *words], input=typed, catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "fort.json").write_text(json.dumps(sheet(RULICO, LUI)))
    (tmp_path / "cards.json").write_text(json.dumps(CardSet.house().to_dict()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestSheet:
    @pytest.mark.parametrize("words", [("fort.json",), ("sheet", "fort.json")])
    def test_a_sheet_is_added_up(self, folder: Path, words: tuple[str, ...]) -> None:
        assert "Winner: Rulico (fort level)." in run(*words).stdout

    def test_who_conceded_is_named_and_does_not_win(self, folder: Path) -> None:
        (folder / "fort.json").write_text(json.dumps(sheet(RULICO | {"conceded": True}, LUI)))
        assert "Conceded: Rulico.\nWinner: Lui (total)." in run("fort.json").stdout

    def test_a_forgotten_made_up_rule_is_asked_about(self, folder: Path) -> None:
        assert "Lui has fort level 4 and no made-up rule" in run("fort.json").stdout

    @pytest.mark.parametrize("words", [("fort.json", "--json"), ("--json", "fort.json")])
    def test_json(self, folder: Path, words: tuple[str, ...]) -> None:
        assert json.loads(run(*words).stdout)["winners"] == ["Rulico"]


class TestCards:
    def test_the_house_set_has_nothing_uneven(self) -> None:
        assert json.loads(run("cards", "check", "--json").stdout)["remarks"] == []

    def test_an_owners_set_is_checked(self, folder: Path) -> None:
        assert "The set can be played" in run("cards", "check", "cards.json").stdout

    def test_remarks_name_what_may_be_mistyped(self, folder: Path) -> None:
        told = CardSet.house().to_dict()
        for kid in told["kids"]:
            kid["suits"] = ["glue" if suit == "crown" else suit for suit in kid["suits"]]
            kid["private"] = "point"
        (folder / "uneven.json").write_text(json.dumps(told))
        said = run("cards", "check", "uneven.json").stdout
        assert "The suits are uneven" in said
        assert "No card has: " in said

    def test_what_cannot_be_played_is_refused_in_a_line(self, folder: Path) -> None:
        told = CardSet.house().to_dict()
        told["kids"][7]["public"] = "toy glue"
        (folder / "wrong.json").write_text(json.dumps(told))
        outcome = run("cards", "check", "wrong.json")
        assert (outcome.exit_code, outcome.stdout) == (1, "")
        assert f"{told['kids'][7]['name']}: In the action" in outcome.stderr
        assert outcome.stderr.count("\n") == 1

    def test_they_are_shown_in_words(self) -> None:
        assert "Avance o Forte." in run("cards", "show", "--edition", "pt").stdout

    def test_a_set_begins_from_the_house_set(self) -> None:
        assert CardSet.from_dict(json.loads(run("cards", "show", "--json").stdout)) == CardSet.house()


class Script:
    """Typed answers, one after the other; what was asked is kept."""

    def __init__(self, *answers: str) -> None:
        self.answers: Iterator[str] = iter(answers)

    def __call__(self, question: str) -> str:
        try:
            return next(self.answers)
        except StopIteration:
            raise EOFError from None


def terminal(script: Any, bots: dict[str, Bot], edition: str = "en") -> tuple[FortTerminal, Console]:
    console = Console(file=io.StringIO(), width=150)
    game = Game(Setup(players=["Ana", "Bo"], seed=7, edition=edition), auto=True)
    return FortTerminal(game, bots, console, script), console


class TestPlay:
    def test_two_bots_play_to_the_end(self) -> None:
        table, console = terminal(Script(), {name: make_bot("normal", 1) for name in ("Ana", "Bo")})
        table.run()
        assert table.game.over
        assert isinstance(console.file, io.StringIO)
        assert "Winner: " in console.file.getvalue()

    def test_a_person_plays_and_takes_back(self) -> None:
        table, console = terminal(Script("1", "u", "q"), {"Ana": make_bot("random", 1)}, "cs")
        table.run()
        assert isinstance(console.file, io.StringIO)
        said = console.file.getvalue()
        assert "Stupnice vítězství" in said
        assert "zahrajte kartu z ruky" in said

    def test_the_command_saves_and_goes_on(self, folder: Path) -> None:
        run("play", "--players", "Ana,Bo", "--seed", "7", "--save", "game.json", typed="\n1\nq\n")
        saved = json.loads((folder / "game.json").read_text())
        assert (saved["game"], len(saved["choices"]) > 0) == ("fort", True)
        assert run("play", "--save", "game.json", typed="\nq\n").exit_code == 0

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (("--players", "Ana,Bo=genius"), "There is no bot 'genius'"),
            (("--players", "Ana"), "at least 2"),
            (("--variant", "long"), "basic"),
            (("--edition", "de"), "edition"),
            (("--cards", "nothing.json"), "cannot be read"),
        ],
    )
    def test_what_no_game_can_begin_with_is_refused(
        self, folder: Path, words: tuple[str, ...], sentence: str
    ) -> None:
        outcome = run("play", *words)
        assert outcome.exit_code == 1
        assert sentence in outcome.stderr


class TestSimulate:
    def test_many_games_between_bots(self) -> None:
        words = ["simulate", "--game", "fort", "--players", "normal,random,random", "--games", "4", "--json"]
        told = json.loads(runner.invoke(app, words, catch_exceptions=False).stdout)
        assert (told["games"], told["variant"]) == (4, "basic")
        assert told["players"][0]["wins"] == 4

    def test_a_tournament(self) -> None:
        words = [
            "simulate",
            "--game",
            "fort",
            "--players",
            "normal,random",
            "--games",
            "2",
            "--tournament",
            "--json",
        ]
        told = json.loads(runner.invoke(app, words, catch_exceptions=False).stdout)
        assert told["pairings"][0]["win_rate"] == 1

    @pytest.mark.parametrize(
        ("words", "sentence"), [(("--game", "chess"), "no game 'chess'"), (("--variant", "long"), "basic")]
    )
    def test_what_cannot_be_simulated_is_refused(self, words: tuple[str, ...], sentence: str) -> None:
        outcome = runner.invoke(app, ["simulate", "--game", "fort", *words], catch_exceptions=False)
        assert outcome.exit_code == 1
        assert sentence in outcome.stderr
