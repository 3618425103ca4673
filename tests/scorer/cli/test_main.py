"""The shelfmark command: JSON alone on stdout, one line on stderr, 0 done, 1 refused, 2 called wrongly."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from scorer.cards import Deck
from scorer.cli.console import refusing
from scorer.cli.main import app
from tests.scorer.games import LUI, RULICO, game, rita, sheet, solo

runner = CliRunner()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of every kind, and the current one."""
    for name, data in {
        "game.json": game(),
        "solo.json": solo(),
        "flips.json": rita(shelf="M8:CF B1:HMR N1:SS"),
        "fort.json": sheet(RULICO, LUI),
        "negative.json": rita(hand=-1),
        "deck.json": Deck.house().to_dict(),
        "holed.json": {"cards": Deck.house().to_dict()["cards"][1:]},
    }.items():
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
    (tmp_path / "torn.json").write_text('{"form": ')
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0 not a photo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    return tmp_path


def run(*words: str) -> Result:
    return runner.invoke(app, words, catch_exceptions=False)


def document(*words: str) -> Any:
    """The one JSON document of a command."""
    outcome = run(*words, "--json")
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr == ""
    return json.loads(outcome.stdout)


class TestScore:
    def test_json(self, files: Path) -> None:
        result = document("score", "game.json")
        assert (result["winners"], result["decided_by"]) == (["Eric"], "total")

    def test_text(self, files: Path) -> None:
        outcome = run("score", "game.json")
        assert outcome.exit_code == 0
        assert "Eric wins with 43 points." in outcome.stdout
        assert "Historic Volumes" in outcome.stdout

    def test_solo(self, files: Path) -> None:
        assert document("score", "solo.json")["won"] is True
        assert "Official Librarian" in run("score", "solo.json").stdout

    def test_best_flips(self, files: Path) -> None:
        (first,) = document("score", "flips.json", "--best-flips")["best_flips"]
        assert first["cards"] == ["M8:CF"]
        assert "Turn M8" in run("score", "flips.json", "--best-flips").stdout

    def test_forms_are_written(self, files: Path) -> None:
        outcome = run("score", "game.json", "--pdf", "form.pdf", "--png", "form.png", "--csv", "form.csv")
        assert outcome.exit_code == 0
        assert (files / "form.pdf").read_bytes().startswith(b"%PDF")
        assert (files / "form.png").read_bytes().startswith(b"\x89PNG")
        assert (files / "form.csv").read_text().splitlines()[1].startswith("B-7c,en,Rita")


class TestOthers:
    def test_flips(self, files: Path) -> None:
        assert document("flips", "flips.json")["players"][0]["turn"] == [[0, 0]]
        assert "Turn M8" in run("flips", "flips.json").stdout

    def test_check(self, files: Path) -> None:
        assert document("check", "M8:C M3:H")["turned"][0]["card"] == "M3"
        assert "E9" in " ".join(document("check", "E9", "--deck", "deck.json")["problems"])
        assert "does not come after M8" in run("check", "M8 M3").stdout

    def test_fort(self, files: Path) -> None:
        assert document("fort", "fort.json")["winners"] == ["Rulico"]
        assert "Winner: Rulico (fort level)." in run("fort", "fort.json").stdout

    def test_bgstats(self, files: Path) -> None:
        play = document("bgstats", "game.json", "--played", "2026-11-20", "--start-player", "Rita")["play"]
        assert play["players"][0]["startPlayer"] is True
        assert run("bgstats", "game.json", "--qr", "code.svg").stdout.startswith(
            "https://app.bgstatsapp.com/"
        )
        assert (files / "code.svg").exists()
        assert "██" in run("bgstats", "game.json").stdout

    @pytest.mark.parametrize("name", ["game", "deck", "result", "reading", "fort", "fort-cards", "flips"])
    def test_schema(self, name: str) -> None:
        outcome = run("schema", name)
        assert outcome.exit_code == 0
        assert json.loads(outcome.stdout)["type"] == "object"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["score", "nothing.json"], "nothing.json cannot be read"),
        (["score", "torn.json"], "torn.json is not JSON"),
        (["score", "photo.jpg"], "photo.jpg is not UTF-8 text"),
        (["score", "negative.json"], '"hand" is -1'),
        (["score", "negative.json", "--json"], '"hand" is -1'),
        (["score", "game.json", "--pdf", "no/where.pdf"], "where.pdf cannot be written"),
        (["score", "game.json", "--csv", "."], "cannot be written"),
        (["score", "game.json", "--pdf", "a.pdf", "--paper", "b5"], "There is no paper 'b5'"),
        (["flips", "negative.json"], '"hand" is -1'),
        (["check", "A1 b2"], "'b2' in row 1, column 2"),
        (["check", "A1", "--deck", "holed.json"], "A1 is missing"),
        (["check", "A1", "--deck", "game.json"], 'must be an object with a list "cards"'),
        (["fort", "game.json"], "In player 1 (Rita)"),
        (["bgstats", "game.json", "--start-player", "Zoe"], "Zoe is no player"),
        (["bgstats", "game.json", "--qr", "code.docx"], ".svg, .png or .pdf"),
        (["read", "nothing.jpg"], "nothing.jpg"),
        (["read", "photo.jpg"], "photo.jpg"),
        (["read", "photo.jpg", "--deck", "holed.json"], "A1 is missing"),
    ],
)
def test_refused_input_is_one_line_on_stderr_and_status_1(
    files: Path, words: list[str], sentence: str
) -> None:
    outcome = run(*words)
    assert outcome.exit_code == 1
    assert outcome.stdout == ""
    assert sentence in outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert outcome.stderr.endswith(".\n")


@pytest.mark.parametrize(
    "words",
    [["score"], ["score", "game.json", "--colour"], ["juggle"], ["schema", "novel"], ["check"], ["read"]],
)
def test_wrong_usage_is_status_2(files: Path, words: list[str]) -> None:
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            PermissionError(13, "Permission denied", "/root/game.json"),
            "/root/game.json: Permission denied: give another path or correct this one.\n",
        ),
        (OSError("odd"), "odd: give another path or correct this one.\n"),
        (MemoryError(), "This takes more memory than there is: give a smaller file.\n"),
    ],
)
def test_what_the_system_refuses_is_one_sentence(
    error: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @refusing
    def command() -> None:
        raise error

    with pytest.raises(typer.Exit) as ended:
        command()
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == said
