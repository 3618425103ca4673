"""shelfmark titles: reads photos with a stand-in for Tesseract, lists, and says what is lacking."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

import vision
from scorer.cards import Deck
from scorer.confirmed.catalogue import TitleStore
from scorer.confirmed.register import Register
from tests.vision.titles import stand_in
from vision.cli.titles import titles
from vision.reading import PhotoReading

ROOT = Path(__file__).parents[3]
ANA, LEGEND = (
    str(ROOT / "tests" / "vision" / "invented" / name) for name in ("photos/ana.jpg", "legend.jpg")
)


@pytest.fixture(autouse=True)
def copy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The owner's copy is the house deck; of its titles none is known."""
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    own = Register()
    own.take(Deck.house())
    own.save()


def run(*words: str) -> Result:
    app = typer.Typer()
    app.command()(titles)
    return CliRunner().invoke(app, words, catch_exceptions=False)


def test_it_is_a_command_of_shelfmark() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["shelfmark.commands"]["titles"] == f"{titles.__module__}:titles"


def test_a_photo_is_read_and_what_was_read_is_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in.install(monkeypatch, tmp_path, [[("Magic", 95), ("\x1b[31m<b>", 60)]])
    outcome = run(ANA, "--legend", LEGEND)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr == ""
    lines = outcome.stdout.splitlines()
    cards = {line.partition("  ")[0] for line in lines if "doubtful" in line}
    assert {"M8", "Z2"} < cards <= {f"{letter}{order}" for letter, order in TitleStore().all()}
    assert any(line.startswith("M8  Magic [31m<b>") for line in lines)

    said = json.loads(run("--json").stdout)
    assert any(each["title"].startswith("Wagic [31m<b>") for each in said["titles"])
    assert {f"{each['letter']}{each['order']}" for each in said["titles"]} == cards
    assert all(each["doubtful"] for each in said["titles"])
    assert said["not_in_order"] == [{"card": ["W", 4], "other": ["W", 7]}]  # the stand-in reads one title


def test_titles_out_of_order_are_told() -> None:
    TitleStore().write({("M", 1): ["Mice"], ("M", 2): ["Magic"]})
    lines = ["M1  Mice", "M2  Magic", 'Not in alphabetical order: "Mice" of M1, "Magic" of M2.']
    assert run().stdout.splitlines() == lines
    assert json.loads(run("--json").stdout)["not_in_order"] == [{"card": ["M", 1], "other": ["M", 2]}]


def test_without_titles_it_says_how_to_get_them() -> None:
    assert run().stdout == "No titles are known: give photos of cards that you confirmed.\n"
    assert json.loads(run("--json").stdout) == {"titles": [], "not_in_order": []}


class NothingSeen:
    """Stands in for a reader: it sees no card of the owner's copy."""

    def __init__(self, **more: object) -> None: ...

    def read(self, name: str, **more: object) -> PhotoReading:
        return PhotoReading()


def test_a_photo_without_cards_of_the_copy_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand_in.install(monkeypatch, tmp_path, [[("Magic", 95)]])
    monkeypatch.setattr(vision, "PhotoReader", NothingSeen)
    outcome = run(ANA)
    assert outcome.exit_code == 0
    assert outcome.stderr == f"{ANA}: it shows no card of your copy that was read as you confirmed it.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--language", "cs"], "tesseract-ocr-ces"),
        (["no.jpg"], "no.jpg"),
        (["blank.png"], "blank.png: No cards were found in the photo"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], said: str
) -> None:
    stand_in.install(monkeypatch, tmp_path, [[]])
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("blank.png", np.full((600, 800, 3), 128, np.uint8))
    refused(run(*words, *([] if len(words) == 1 else [ANA])), said)


def test_without_the_program_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    refused(run(ANA), "install it (Debian: tesseract-ocr)")
    assert TitleStore().all() == {}


def refused(outcome: Result, said: str) -> None:
    assert outcome.exit_code == 1
    assert outcome.stdout == ""
    assert said in outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert len(outcome.stderr) <= 301
