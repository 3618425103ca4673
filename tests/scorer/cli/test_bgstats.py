"""shelfmark bgstats: a play has one id and one date, those of the archive where it is kept."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scorer.archive import Archive
from scorer.cli.main import app
from scorer.exchange.bgstats import bgstats_play
from scorer.gamefile import GameFile
from scorer.result import score
from tests.scorer.archive.archived import inspected

SAVED = datetime(2026, 11, 20, 19, 5, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "data"))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(inspected("Ana", "Bo")[0]), encoding="utf-8")
    os.utime(path, (SAVED.timestamp(), SAVED.timestamp()))
    return path


def play(file: Path, *more: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["bgstats", str(file), "--json", *more], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    told: dict[str, Any] = json.loads(done.stdout)["play"]
    return told


def test_a_play_is_the_same_each_time(file: Path) -> None:
    first = play(file)
    assert play(file) == first
    assert first["playDate"] == "2026-11-20 19:05:00"


def test_its_words_and_its_date_make_no_other_play(file: Path) -> None:
    first = play(file)
    game = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(game | {"edition": "fr"}), encoding="utf-8")
    assert play(file)["sourcePlayId"] == first["sourcePlayId"]
    assert play(file, "--played", "2026-01-01")["sourcePlayId"] == first["sourcePlayId"]
    file.write_text(json.dumps(inspected("Ana", "Bo", books=5)[0]), encoding="utf-8")
    assert play(file)["sourcePlayId"] != first["sourcePlayId"]


def test_a_game_of_the_archive_has_its_id_and_date(file: Path) -> None:
    game, result = inspected("Ana", "Bo")
    when = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
    Archive.open().finish(game | {"edition": "cs"}, result, "typed", played=when, key="table-abc")
    told = play(file)
    kept = bgstats_play(score(GameFile.from_dict(game)), when, key="table-abc")
    assert told == kept
    assert play(file, "--played", "2026-11-19")["sourcePlayId"] == kept["sourcePlayId"]


def test_who_conceded_has_no_score(file: Path) -> None:
    game, _ = inspected("Ana", "Bo")
    game["players"][0]["conceded"] = True
    file.write_text(json.dumps(game), encoding="utf-8")
    assert [("score" in one, one["rank"]) for one in play(file)["players"]] == [(False, 2), (True, 1)]


def test_who_began_is_known_however_spelled(file: Path) -> None:
    began = [each["startPlayer"] for each in play(file, "--start-player", " Bo ")["players"]]
    assert began == [False, True]
