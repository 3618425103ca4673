"""People of the archive are renamed in all their games, and two names of one person made one."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from scorer.archive import Archive, ArchiveError
from scorer.archive.figures import standings
from scorer.archive.file import read_archive
from scorer.cli.main import app
from tests.scorer.archive.archived import fort, inspected, record, sheet, solo, tied


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("SHELFMARK_DATABASE", f"sqlite:///{tmp_path / 'archive.db'}")
    archive = Archive.open()
    archive.finish(*inspected("Bob", "Ana"), "typed", key="a")
    archive.finish(*inspected("bob ", "Robert"), "typed", key="b")
    archive.finish(*solo("Robert"), "solo", record=record("Robert"), key="c")
    archive.finish(*fort(), "fort", key="d")
    return archive


def test_a_name_is_put_right_in_all_games(archive: Archive) -> None:
    assert archive.rename_player("BOB", " Bobby ") == 2
    assert [archive.get(key).players for key in "ab"] == [["Bobby", "Ana"], ["Bobby", "Robert"]]  # type: ignore[union-attr]
    assert archive.get("a").winners == ["Bobby"]  # type: ignore[union-attr]
    assert [game.players for game in archive.games("bobby")] != []
    assert archive.games("bob ana") == archive.games("bobby ana")
    assert archive.rename_player("Nobody", "Bo") == 0


def test_two_names_become_one_person(archive: Archive) -> None:
    assert archive.rename_player("Rulico", "Ana") == 1
    assert archive.rename_player("Ana", "Zoe\u0308") == 2
    zoe = next(each for each in standings(archive.games()) if each.name == "Zoë")
    assert zoe.games == 2


def test_people_of_one_table_stay_two(archive: Archive) -> None:
    before = [game.game for game in archive.games()]
    with pytest.raises(ArchiveError, match="Bob cannot be called Robert: 2 players are called Robert"):
        archive.rename_player("Bob", "Robert")
    with pytest.raises(ArchiveError, match="empty"):
        archive.rename_player("Bob", "\u200b")
    assert [game.game for game in archive.games()] == before


def test_a_renamed_archive_is_whole(archive: Archive) -> None:
    assert archive.rename_player("Robert", "Rob") == 2
    assert not archive.bad_rows()
    read_archive(archive.export())
    game = archive.get("c")
    assert game is not None
    assert (game.players, game.has_record) == (["Rob"], True)


def test_tables_and_sheets_bring_no_old_name_back(archive: Archive) -> None:
    seats = [{"id": "s1", "name": "Bob"}, {"id": "s2", "name": "Ana"}]
    archive.save_draft("table", "of-a", {"seats": seats, "seated": 2, "reading_winner": "s1"})
    archive.save_draft("table", "opened", {"game": inspected("bob", "Ana")[0]})
    archive.save_draft("table", "both", {"seats": [seats[0], seats[1] | {"name": "Bobby"}], "seated": 2})
    archive.save_draft("fort", "sheet", sheet(name="BOB"))
    archive.save_draft("play", "screen", {"record": record("Bob", "Ana")})
    assert archive.rename_player("Bob", "Bobby") == 2

    def names(key: str, kind: str = "table", part: str = "seats") -> list[str]:
        draft = archive.draft(kind, key)
        assert draft is not None
        return [each["name"] for each in draft[part]]

    assert names("of-a") == ["Bobby", "Ana"]
    assert names("both") == ["Bob", "Bobby"]
    assert names("sheet", "fort", "players") == ["Bobby", "Bo"]
    opened = archive.draft("table", "opened")
    assert opened is not None
    assert [each["name"] for each in opened["game"]["players"]] == ["Bobby", "Ana"]
    screen = archive.draft("play", "screen")
    assert screen is not None
    assert screen["record"]["players"] == ["Bob", "Ana"]


def test_who_won_the_reading_competition_is_called_so_too(archive: Archive) -> None:
    archive.finish(*tied("Bob", "Ana", reading_winner="Bob"), "typed", key="tied")
    archive.rename_player("Bob", "Bobby")
    game = archive.get("tied")
    assert game is not None
    assert (game.game["reading_winner"], game.winners) == ("Bobby", ["Bobby"])
    assert not archive.bad_rows()


def test_a_seat_is_not_taken_for_a_name(archive: Archive) -> None:
    archive.finish(*inspected("s1", "Ana"), "typed", key="e")
    seats = [{"id": "s1", "name": "s1"}, {"id": "s2", "name": "Ana"}]
    archive.save_draft("table", "e", {"seats": seats, "seated": 2, "reading_winner": "s1"})
    archive.rename_player("s1", "Cy")
    draft = archive.draft("table", "e")
    assert draft is not None
    assert (draft["reading_winner"], draft["seats"][0]["name"]) == ("s1", "Cy")


def test_a_state_of_before_can_be_put_back(archive: Archive) -> None:
    assert archive.rename_player("Rulico", "Ana") == 1
    archive.put_back(archive.states()[0].name)
    assert [one.name for one in standings(archive.games())].count("Rulico") == 1


def test_the_command_renames(archive: Archive) -> None:
    def run(*names: str) -> str:
        return CliRunner().invoke(app, ["archive", "rename", *names]).output

    assert run("Ana", "Anna") == "Games changed: 1.\n"
    assert run("Ana", "Anna") == "Nobody called Ana played: no game was changed.\n"
    assert "cannot be called Anna" in run("Bob", "Anna")
