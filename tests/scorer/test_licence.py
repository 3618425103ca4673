"""RULES 4, form S-42a, and the scoring part of RULES 9."""

from typing import Any

import pytest

from scorer.cards import Category
from scorer.gamefile import GameError, GameFile
from scorer.inspection import Entrant
from scorer.licence import Application, apply, licence_awards
from scorer.result import ColumnResult, Result, score
from tests.scorer.games import solo

C, F, H, M, R, S = Category


def books(*counts: int) -> dict[Category, int]:
    return dict(zip(Category, counts, strict=True))


def scored(**changes: Any) -> Result:
    return score(GameFile.from_dict(solo(**changes)))


def library_of(result: Result) -> ColumnResult:
    assert result.library is not None
    return result.library


class TestForm:
    def test_4_b2_the_prize_goes_to_whoever_has_more(self) -> None:
        assert licence_awards(5, 4) == (15, 0)
        assert licence_awards(4, 5) == (0, 15)

    def test_4_b2_no_second_prize_and_the_library_wins_ties(self) -> None:
        assert licence_awards(4, 4) == (0, 15)
        assert licence_awards(0, 0) == (0, 15)

    def test_4_a1_a2_and_b1_as_usual_for_the_player(self) -> None:
        player = scored(players=[solo()["players"][0] | {"shelf": "A1:RR Z2:SS / C3:FHM D4:CR"}]).players[0]
        assert player.turned == [(1, 0), (1, 1)]
        assert player.a2 == books(0, 0, 0, 0, 2, 2)
        assert player.b1 == 4

    def test_4_the_library_skips_a1_and_b1(self) -> None:
        library = library_of(scored())
        assert library.a2 == books(1, 1, 1, 2, 1, 1)  # Z1 before B1: every card of the pile counts
        assert (library.turned, library.b1) == ([], 0)

    def test_4_b3_b4_b5_for_both(self) -> None:
        result = scored()
        player, library = result.players[0], library_of(result)
        assert (player.b2, player.b3, player.b4, player.b5, player.total) == (15, -1, 3, 4, 25)
        assert (library.b2, library.b3, library.b4, library.b5, library.total) == (0, -1, 3, 4, 6)
        assert (result.won, result.winners) == (True, ["Igor"])

    def test_4_the_player_wins_only_with_strictly_more(self) -> None:
        def application(stability: int) -> Application:
            player = Entrant("Igor", S, books(0, 0, 0, 0, 0, 0), rectangle=stability)
            return apply(player, Entrant("Library", M, books(0, 0, 0, 0, 0, 0)), R, C)

        assert not application(15).won  # 15 to the library's 15
        assert application(16).won

    def test_4_a_lost_application_names_the_library(self) -> None:
        result = scored(
            library={"focus": "monster_manuals", "tally": {"reference_texts": 9, "monster_manuals": 9}}
        )
        assert (result.won, result.winners, result.decided_by) == (False, ["Public library"], "total")

    def test_4_a_tally_of_the_library(self) -> None:
        result = scored(library={"focus": "monster_manuals", "tally": {"monster_manuals": 4}})
        assert library_of(result).b5 == 8
        assert "trust" in library_of(result).explain["a1"]


class TestDifficulty:
    @pytest.mark.parametrize(("discards", "name"), [(1, "Beginner"), (7, "Impossible")])
    def test_9_difficulties_by_the_number_of_discards(self, discards: int, name: str) -> None:
        game = GameFile.from_dict(solo(difficulty=discards))
        assert score(game).difficulty == discards
        assert game.words.difficulties[discards] == name

    @pytest.mark.parametrize(("edition", "name"), [("pt", "Fácil"), ("fr", "Étudiant"), ("cs", "Snadné")])
    def test_9_difficulty_names_by_edition(self, edition: str, name: str) -> None:
        assert GameFile.from_dict(solo(edition=edition)).words.difficulties[2] == name

    @pytest.mark.parametrize("difficulty", [0, 8, "2", 2.0, True])
    def test_9_other_difficulties_are_refused(self, difficulty: Any) -> None:
        with pytest.raises(GameError, match="difficulty"):
            GameFile.from_dict(solo(difficulty=difficulty))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"library": None}, '"library" is missing'),
        ({"library": {"focus": "monster_manuals"}}, 'either "cards" or a "tally"'),
        ({"library": {"focus": "monster_manuals", "cards": [], "tally": {}}}, 'either "cards" or a "tally"'),
        (
            {"library": {"focus": "spells_potions", "cards": []}},
            "spells_potions is both the focus of player 1",
        ),
        ({"library": {"focus": "monster_manuals", "cards": ["E2"]}}, "The books of E2 in the public library"),
        ({"library": {"focus": "monster_manuals", "cards": ["#E2"]}}, "is not one card"),
        ({"library": {"focus": "monster_manuals", "cards": ["E2:HFS B1:C"]}}, "is not one card"),
        ({"library": {"focus": "monster_manuals", "cards": ["nonsense"]}}, "is not a card"),
        ({"library": {"focus": "monster_manuals", "cards": ["A1:RR"]}}, "A1 lies on the shelf of Igor"),
        (
            {"library": {"focus": "monster_manuals", "cards": ["B1:C", "B1:C"]}},
            r"\(card 1\) and .*\(card 2\)",
        ),
        ({"players": [solo()["players"][0] | {"hand": 2}]}, "still holds 2 cards"),
        ({"players": [solo()["players"][0] | {"name": "Public library"}]}, "public library’s name"),
        ({"players": solo()["players"] * 2}, "Form S-42a is for one player"),
    ],
)
def test_bad_solo_games_are_refused_in_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        GameFile.from_dict(solo(**changes))


@pytest.mark.parametrize("field", [{"difficulty": 3}, {"library": {"focus": "monster_manuals", "cards": []}}])
def test_solo_fields_on_form_b7c_are_refused(field: dict[str, Any]) -> None:
    game: dict[str, Any] = {
        key: value for key, value in solo(form="B-7c").items() if key not in ("difficulty", "library")
    }
    GameFile.from_dict(game)
    with pytest.raises(GameError, match="belongs to form S-42a"):
        GameFile.from_dict(game | field)
