"""Every name is accepted, and spellings that look the same are one name."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.engine.setup import SetupError
from scorer.fort import Sheet, SheetError
from scorer.gamefile import GameError, GameFile
from scorer.names import duplicates, person, tidy
from scorer.play import Setup
from tests.scorer.games import eric, game

WRITTEN = (
    "علی\u200cرضا",
    "ශ්\u200dරී",
    "👩\u200d👩\u200d👧",
    "🧙\u200d♀️",
    "🏳️\u200d⚧️ Ana",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "山田太郎",
    "דוד לוי",
    "Nguyễn",
    "=HYPERLINK()",
    "O'Brien-Ñandú",
)


def sheet(*names: str) -> dict[str, Any]:
    return {"players": [{"name": name, "track": 1, "fort_level": 0, "fort_points": 0} for name in names]}


@pytest.mark.parametrize("name", WRITTEN)
def test_every_name_is_taken_as_it_is_written(name: str) -> None:
    assert tidy(name) == name
    assert GameFile.from_dict(eric(name=name)).players[1].name == name
    assert Sheet.from_dict(sheet(name, "Bo")).players[0].name == name
    assert Setup(players=[name, "Bo"]).players[0] == name


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Zoe\u0308", "Zoë"),
        (" Zoë \t", "Zoë"),
        ("Anna\u00a0 Marie\n Lee", "Anna Marie Lee"),
        ("\u202eanA\u202c", "anA"),
        ("\ufeffAna\u200b", "Ana"),
        ("Ana\x00\x07", "Ana"),
        ("\u200dAna\u200c", "Ana"),
    ],
)
def test_names_are_written_in_one_way(written: str, kept: str) -> None:
    assert tidy(written) == kept
    assert GameFile.from_dict(eric(name=written)).players[1].name == kept
    assert Setup(players=[written, "Bo"]).players[0] == kept


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\u202e\u200d"])
def test_a_name_of_which_nothing_is_seen_is_empty(name: str) -> None:
    with pytest.raises(GameError, match="must not be empty"):
        GameFile.from_dict(eric(name=name))
    with pytest.raises(SheetError, match="must not be empty"):
        Sheet.from_dict(sheet(name, "Bo"))
    with pytest.raises(SetupError, match="must not be empty"):
        Setup(players=[name, "Bo"])


@pytest.mark.parametrize("other", ["Rita", "Rita ", "RITA", "rita\u200b"])
def test_one_person_sits_at_a_table_once(other: str) -> None:
    with pytest.raises(GameError, match="2 players are called Rita"):
        GameFile.from_dict(eric(name=other))
    with pytest.raises(SheetError, match="2 players are called Rita"):
        Sheet.from_dict(sheet("Rita", other))
    with pytest.raises(SetupError, match="same name"):
        Setup(players=["Rita", other])


def test_all_doubles_are_named() -> None:
    assert duplicates(["Zoë", "Bo", "zoe\u0308", "BO", "Cy"]) == [("Zoë", 2), ("Bo", 2)]
    assert game()["players"][0]["name"] == "Rita"


@given(st.text(max_size=40))
def test_a_tidy_name_is_tidy(name: str) -> None:
    once = tidy(name)
    assert tidy(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert person(once) == person(name)
    assert not any(unicodedata.category(char) == "Cc" for char in once)
