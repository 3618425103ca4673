"""shelfmark archive: list, export and import."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from scorer.archive import Archive
from scorer.cli.main import app
from tests.scorer.archive.archived import inspected, solo


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELFMARK_DATABASE", f"sqlite:///{tmp_path / 'archive.db'}")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["archive", *arguments])


def test_games_are_listed_and_searched() -> None:
    Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    Archive.open().finish(*solo("Žofie"), "solo")
    told = json.loads(run("list", "--json").stdout)
    assert [list(game["players"]) for game in told] == [["Žofie"], ["Ana", "Bo"]]
    assert [list(game["players"]) for game in json.loads(run("list", "zof", "--json").stdout)] == [["Žofie"]]
    assert "Ana" in run("list").stdout


def test_all_games_move_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    file = tmp_path / "all.json"
    assert run("export", str(file)).exit_code == 0
    monkeypatch.setenv("SHELFMARK_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    assert run("import", str(file)).stdout == "Games taken in: 1.\n"
    assert run("import", str(file)).stdout == "Games taken in: 0. All that were given are here already.\n"
    assert [game.players for game in Archive.open().games()] == [["Ana", "Bo"]]


def test_a_file_without_games_says_no_more(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    file.write_text(json.dumps({"shelfmark_archive": 1, "games": [], "drafts": []}))
    assert run("import", str(file)).stdout == "Games taken in: 0.\n"


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            {"about": "BG Stats export", "players": [{"name": "Ana"}], "games": [], "plays": []},
            "BG Stats",
        ),
        ({"players": [{"name": "Ana"}], "turns": 3}, "no file of Shelfmark"),
        ({"players": [{"name": "Ana"}]}, '"track" is missing'),
    ],
)
def test_a_file_of_another_program_is_called_what_it_is(
    tmp_path: Path, document: dict[str, Any], said: str
) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps(document))
    told = run("import", str(file))
    assert told.exit_code == 1
    assert said in told.stderr


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(inspected("Ana", "Bo")[0]), encoding="utf-8-sig")
    assert run("import", str(file)).stdout == "Games taken in: 1.\n"
    assert CliRunner().invoke(app, ["score", str(file)]).exit_code == 0


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[]", b'{"shelfmark_archive": 1}'])
def test_a_bad_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    told = run("import", str(file))
    assert told.exit_code == 1
    assert len(told.stderr.splitlines()) == 1
    assert Archive.open().games() == []


def test_a_file_that_is_not_there_is_one_sentence() -> None:
    told = run("import", "nowhere.json")
    assert told.exit_code == 1
    assert "nowhere.json" in told.stderr


def test_what_cannot_be_used_is_named_and_removed() -> None:
    assert run("check").stdout == "All games and drafts can be used.\n"
    Archive.open().save_draft("play", "k", {"x": 1})
    assert run("check").stdout == 'The draft play k: In the game, "record" is missing: add it.\n'
    assert run("check", "--remove").stdout.endswith("Removed: 1.\n")
    assert Archive.open().bad_rows() == []


def test_a_bad_draft_is_one_sentence_at_the_door_too(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    entry = {
        "kind": "solo",
        "key": "k",
        "saved": "2026-11-28T02:00:00Z",
        "data": {"record": {"players": ["A"]}},
    }
    file.write_text(json.dumps({"shelfmark_archive": 1, "games": [], "drafts": [entry]}))
    told = run("import", str(file))
    assert told.exit_code == 1
    assert told.stderr.startswith("Draft 1 of the archive file is not whole: In record, ")
    assert len(told.stderr.splitlines()) == 1


def test_states_are_listed_and_put_back() -> None:
    assert json.loads(run("states", "--json").stdout) == []
    Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    (state,) = json.loads(run("states", "--json").stdout)
    assert (state["games"], state["drafts"]) == (1, 0)
    assert state["name"] in run("states").stdout
    (game,) = Archive.open().games()
    Archive.open().delete(game.id)
    assert run("put-back", state["name"]).stdout == f"Put back: 1 games and 0 drafts of {state['name']}.\n"
    assert Archive.open().games() == [game]
    told = run("put-back", "yesterday")
    assert told.exit_code == 1
    assert told.stderr.startswith("There is no state yesterday of the archive: ")


def test_a_damaged_archive_is_named_and_mended(tmp_path: Path) -> None:
    Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    assert run("repair").stdout == "The archive is whole: nothing was changed.\n"
    file = tmp_path / "archive.db"
    file.write_bytes(b"no database" * 1000)
    for command in ("check", "list"):
        told = run(command)
        assert told.exit_code == 1
        assert "`shelfmark archive repair`" in told.stderr
        assert len(told.stderr.splitlines()) == 1
    read, kept = run("repair").stdout.splitlines()
    assert re.fullmatch(r"Rows that could be read: 0. Rows from the last state, \S+: 1\.", read)
    assert kept.startswith("The damaged file is kept: ")
    assert Path(kept.partition(": ")[2]).read_bytes() == b"no database" * 1000
    assert [game.players for game in Archive.open().games()] == [["Ana", "Bo"]]


def test_an_archive_that_is_damaged_only_inside_is_found(tmp_path: Path) -> None:
    Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    file = tmp_path / "archive.db"
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("PRAGMA writable_schema = 1")
        base.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'games'")
        base.execute("DELETE FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'drafts'")
    told = run("check")
    assert told.exit_code == 1
    assert told.stderr.startswith("The archive is damaged (")
