"""An archived game's form in another language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scorer.archive import Archive, ArchivedGame
from scorer.archive.words import in_language
from tests.scorer.archive.archived import inspected, solo, tied


def archived(tmp_path: Path, game: dict[str, object], result: dict[str, object]) -> ArchivedGame:
    archive = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")
    found = archive.get(archive.finish(game, result, "typed"))
    assert found is not None
    return found


@pytest.mark.parametrize("made", [inspected("Ana", "Bo"), solo()])
def test_the_form_speaks_the_language_and_counts_the_same(
    tmp_path: Path, made: tuple[dict[str, object], dict[str, object]]
) -> None:
    game = archived(tmp_path, *made)
    result, file = in_language(game, "cs")
    assert file is not None
    assert result.edition == "cs"
    assert result.explain != game.result["explain"]
    assert {one.name: one.total for one in result.players} == game.totals


def test_the_rules_stay_those_it_was_played_by(tmp_path: Path) -> None:
    game, result = inspected("Ana", "Bo")
    _, file = in_language(archived(tmp_path, game, result), "cs")
    assert file is not None
    assert file.rule_options.tie_breaks == ("books", "hand", "reading"), (
        "the Czech edition would share the victory"
    )


def test_a_game_that_cannot_be_scored_again_keeps_its_form(tmp_path: Path) -> None:
    game, result = inspected("Ana", "Bo")
    kept, file = in_language(archived(tmp_path, game | {"deck": "gone.json"}, result), "cs")
    assert file is None
    assert kept.to_json() == result


def test_who_has_no_name_is_called_after_their_place_in_the_readers_language(tmp_path: Path) -> None:
    result, file = in_language(archived(tmp_path, *inspected("Jogador 1", "Bo")), "cs")
    assert file is not None
    assert [one.name for one in result.players] == ["Hráč 1", "Bo"]
    assert "Jogador" not in result.explain


def test_who_won_the_reading_competition_still_does(tmp_path: Path) -> None:
    made = tied("Jogador 1", "Bo", reading_winner="Jogador 1")
    result, file = in_language(archived(tmp_path, *made), "cs")
    assert file is not None
    assert (file.reading_winner, result.winners) == ("Hráč 1", ["Hráč 1"])


def test_who_won_by_an_order_of_tie_breaks_of_then_still_has_won(tmp_path: Path) -> None:
    game = archived(tmp_path, *tied("Ana", "Bo", reading_winner="Ana"))
    then = replace(game, result=game.result | {"winners": ["Bo"], "decided_by": "banned"})
    kept, file = in_language(then, "cs")
    assert (file, kept.winners, kept.decided_by) == (None, ["Bo"], "banned")


def test_a_form_that_would_count_otherwise_now_stays_as_it_was(tmp_path: Path) -> None:
    game = archived(tmp_path, *inspected("Ana", "Bo"))
    first, *others = game.result["players"]
    first = first | {"b3": first["b3"] + 1, "total": first["total"] + 1}
    older = replace(game, result=game.result | {"players": [first, *others]})
    kept, file = in_language(older, "cs")
    assert file is None
    assert kept.players[0].total == first["total"]
