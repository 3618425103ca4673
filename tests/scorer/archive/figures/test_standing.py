"""Figures of an archive: win rates, bests, points by section, books by category, solo by difficulty."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorer.archive import Archive
from scorer.archive.figures import by_difficulty, by_focus, mean_books, points, standings
from scorer.cards import Category
from scorer.gamefile import GameFile
from scorer.result import score
from tests.scorer.archive.archived import fort, inspected, solo


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    archive = Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")
    for day, (names, books) in enumerate([(("Bo", "Ana"), 4), (("Ana", "Bo"), 6), (("Ana", "Cy"), 1)], 1):
        archive.finish(*inspected(*names, books=books), "typed", played=datetime(2026, 1, day, tzinfo=UTC))
    return archive


def test_who_wins_how_often(archive: Archive) -> None:
    games = archive.games()
    found = standings(games)
    assert [(each.name, each.wins, each.games) for each in found] == [
        ("Ana", 2, 3),
        ("Bo", 1, 2),
        ("Cy", 0, 1),
    ]
    ana = found[0]
    totals = [game.totals["Ana"] for game in games]
    assert ana.rate == pytest.approx(2 / 3)
    assert ana.mean == pytest.approx(sum(totals) / 3)
    assert ana.best == max(totals)
    assert ana.best_game is not None
    best = archive.get(ana.best_game)
    assert best is not None
    assert best.totals["Ana"] == ana.best


@pytest.mark.parametrize(
    ("edition", "more", "wins"),
    [
        ("cs", {}, {"Di": 1, "Ed": 1}),
        ("en", {}, {"Di": 0, "Ed": 0}),
        ("en", {"reading_winner": "Ed"}, {"Di": 0, "Ed": 1}),
    ],
    ids=["shared by all", "nobody's until one read a book", "the reader's"],
)
def test_a_tie_is_a_win_of_those_whom_rule_t_names(
    archive: Archive, edition: str, more: dict[str, str], wins: dict[str, int]
) -> None:
    game, _ = inspected("Di", "Ed")
    first, second = game["players"]
    second["tally"] = first["tally"]
    game |= {"edition": edition} | more
    archive.finish(game, score(GameFile.from_dict(game)).to_json(), "typed")
    found = {each.name: each.wins for each in standings(archive.games()) if each.name in ("Di", "Ed")}
    assert found == wins
    assert set(archive.games()[0].winners) == {name for name, won in wins.items() if won}


def test_a_bot_is_nobody(archive: Archive) -> None:
    game, result = inspected("Di", "Ed")
    game["players"][1]["bot"] = "greedy"
    archive.finish(game, result, "play")
    names = {each.name for each in standings(archive.games())}
    assert "Di" in names
    assert "Ed" not in names


def test_a_bot_of_the_same_name_is_somebody_else(archive: Archive) -> None:
    before = archive.games()
    game, result = inspected("Ana", "Bo", books=9)
    game["players"][1]["bot"] = "greedy"
    archive.finish(game, result, "play")
    games = archive.games()
    assert next(each.games for each in standings(games) if each.name == "Bo") == 2
    assert points(games, "Bo") == points(before, "Bo")
    assert mean_books(games, "Bo") == mean_books(before, "Bo")
    assert by_focus(games, "Bo") == by_focus(before, "Bo")


def test_who_has_no_name_is_nobody_in_any_language(archive: Archive) -> None:
    archive.finish(*inspected("Ana", "Player 2"), "typed")
    archive.finish(*inspected("Jogador 1", "Hráč 2"), "typed")
    assert {each.name for each in standings(archive.games())} == {"Ana", "Bo", "Cy"}


def test_points_by_section_in_the_order_of_play(archive: Archive) -> None:
    found = points(archive.games(), "Ana")
    assert [each.played.day for each in found] == [1, 2, 3]
    for each in found:
        assert sum(each.sections.values()) == each.total
        assert list(each.sections) == ["b1", "b2", "b3", "b4", "b5"]
    assert [each.sections["b2"] for each in found] == [9, 15, 15]


def test_books_by_category(archive: Archive) -> None:
    reference = Category("reference_texts")
    assert mean_books(archive.games(), "Cy")[reference] == 2
    assert mean_books(archive.games(), "Ana")[reference] == pytest.approx((5 + 8 + 3) / 3)
    assert mean_books(archive.games())[reference] == pytest.approx((6 + 5 + 8 + 7 + 3 + 2) / 6)
    assert mean_books(archive.games(), "nobody") == {}


def test_solo_by_difficulty(archive: Archive) -> None:
    for difficulty, books in ((3, 9), (3, 1), (1, 9)):
        archive.finish(*solo("Ana", difficulty, books), "solo")
    found = by_difficulty(archive.games())
    assert [(each.difficulty, each.games, each.wins) for each in found] == [(1, 1, 1), (3, 2, 1)]


def test_fort_has_sections_of_its_own_and_no_books(archive: Archive) -> None:
    archive.finish(*fort(), "fort")
    games = archive.games(source="fort")
    [rulico] = points(games, "Rulico")
    assert list(rulico.sections) == ["track", "fort", "rule", "macaroni"]
    assert sum(rulico.sections.values()) == rulico.total
    assert mean_books(games) == {}


def test_spellings_of_a_name_are_one_person(archive: Archive) -> None:
    for day, name in enumerate(["Zoe\u0308", "Zoë", "Zoë ", "zoë", "ZOË"], 1):
        game, result = inspected("Di", "Ed")
        result["players"][0]["name"] = result["winners"][0] = name  # as an archive of before may hold it
        archive.finish(game, result, "typed", played=datetime(2026, 2, day, tzinfo=UTC))
    games = archive.games()
    (zoe,) = (each for each in standings(games) if each.name.casefold() == "zoë")
    assert (zoe.name, zoe.games, zoe.wins) == ("ZOË", 5, 5)
    assert len(points(games, "Zoë")) == 5
    assert mean_books(games, "zoë") == mean_books([game for game in games if "Ed" in game.players][:1], "Zoë")
