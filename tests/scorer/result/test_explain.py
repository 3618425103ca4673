"""A2 in sentences: which cards hold the books of a category."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.cards import Category
from scorer.editions import EditionKey, load_edition
from scorer.gamefile import GameFile
from scorer.result import score
from scorer.result.form import explain_record


def game(**changes: Any) -> GameFile:
    rita = {"name": "Rita", "focus": "spells_potions", "shelf": "B1:RR C1:RS / A1:RF #D1:R"}
    eric = {"name": "Eric", "focus": "historic_volumes", "tally": {"reference_texts": 3}, "stability": 0}
    data = {"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices"}
    return GameFile.from_dict(data | {"players": [rita, eric]} | changes)


def test_cards_turned_in_the_order_check_or_face_down_hold_nothing() -> None:
    rita, eric = explain_record(game(), score(game()))
    assert rita[Category.REFERENCE_TEXTS] == "Reference Texts: B1 × 2, C1; 3 in all."
    assert rita[Category.FANTASTICAL_FICTIONS] == "No book of Fantastical Fictions lies face up: 0."
    assert eric[Category.REFERENCE_TEXTS] == "Reference Texts: the count was given, 3."


def test_the_public_library_has_its_own_sentences() -> None:
    solo = {
        "form": "S-42a",
        "players": [{"name": "Rita", "focus": "spells_potions", "shelf": "B1:RR"}],
        "library": {"focus": "monster_manuals", "cards": ["A1:RR", "Z1:M"]},
    }
    played = game(**solo)
    _, library = explain_record(played, score(played))
    assert library[Category.REFERENCE_TEXTS] == "Reference Texts: A1 × 2; 2 in all."
    counted = game(**solo | {"library": {"focus": "monster_manuals", "tally": {"reference_texts": 2}}})
    _, library = explain_record(counted, score(counted))
    assert library[Category.REFERENCE_TEXTS] == "Reference Texts: the count was given, 2."


@pytest.mark.parametrize("key", ["solo_won", "solo_lost", "solo_tied"])
@pytest.mark.parametrize(("edition", "said"), [("en", "1 point"), ("pt", "1 ponto"), ("fr", "1 point")])
def test_a_single_point_of_a_solo_game_is_singular(edition: EditionKey, said: str, key: str) -> None:
    words = load_edition(edition)
    sentence = words.fill(words.decided[key], player="Ana", value=1, library=1)
    assert f"{said}s" not in sentence
    assert said in sentence
