"""The owner's tiles: what is assumed can be put right, what is printed cannot (RULES 7 and 8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scorer.editions import EDITION_KEYS, RuleOptions, load_edition
from scorer.own_tiles import OwnTiles, TilesError, owned_edition

SOLO = [1, 2, 4, 6, 8, 9, 10, 11, 13, 18]


def test_nothing_of_ones_own_is_the_edition_itself() -> None:
    assert owned_edition("pt", OwnTiles()) is load_edition("pt")


def test_what_is_put_right_is_no_longer_assumed() -> None:
    own = OwnTiles.from_dict({"locations": {"4": {"names": {"pt": "Caixa de Doações"}, "spaces": [1, 1, 3]}}})
    edition = owned_edition("pt", own)
    assert (edition.locations[4].name, edition.locations[4].spaces) == ("Caixa de Doações", (1, 1, 3))
    assert load_edition("pt").assumed - edition.assumed == {"locations.4.name", "locations.4.spaces"}
    assert owned_edition("cs", own).locations[4].name == load_edition("cs").locations[4].name


def test_what_is_known_of_another_copy_can_be_put_right_too() -> None:
    own = OwnTiles.from_dict({"locations": {"12": {"spaces": [1, 1, 1, 1]}}})
    edition = owned_edition("pt", own)
    assert edition.locations[12].spaces == (1, 1, 1, 1)
    assert load_edition("pt").unprinted - edition.unprinted == {"locations.12.spaces"}


def test_solo_tiles_are_chosen() -> None:
    own = OwnTiles.from_dict({"solo_locations": [*SOLO[1:], 3]})
    assert owned_edition("en", own).solo.locations == (2, 3, 4, 6, 8, 9, 10, 11, 13, 18)
    assert "solo.locations" not in owned_edition("en", own).assumed


def test_a_copy_that_breaks_ties_in_another_order() -> None:
    own = OwnTiles.from_dict({"tie_breaks": {"en": ["hand", "books", "shared"]}})
    assert owned_edition("en", own).rules.tie_breaks == ("hand", "books", "shared")
    assert owned_edition("pt", own).rules == load_edition("pt").rules
    assert own.rules("en").tie_breaks == ("hand", "books", "shared")
    set_by_itself = RuleOptions(tie_breaks=("reading",))
    assert own.rules("en", set_by_itself) == set_by_itself
    assert own.rules("pt") == RuleOptions()


def test_the_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    own = OwnTiles.from_dict(
        {"locations": {"2": {"cards": 4}}, "libraries": {"ghost": {"names": {"en": "X"}}}}
    )
    (tmp_path / "tiles.json").write_text(own.text)
    assert OwnTiles.load(tmp_path / "tiles.json") == own
    assert json.loads(own.text) == {
        "locations": {"2": {"cards": 4}},
        "libraries": {"ghost": {"names": {"en": "X"}}},
    }


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"locations": {"3": {"spaces": [1]}}}, "locations.3.spaces"),
        ({"locations": {"10": {"cards": 2}}}, "locations.10.cards"),
        ({"locations": {"10": {"names": {"pt": "Loja"}}}}, "locations.10.name"),
        ({"locations": {"19": {"cards": 2}}}, "19"),
        ({"locations": {"2": {"cards": 99}}}, "cards"),
        ({"locations": {"10": {"spaces": []}}}, "spaces"),
        ({"locations": {"10": {"spaces": [5]}}}, "spaces"),
        ({"solo_locations": SOLO[1:]}, "9 different tiles"),
        ({"solo_libraries": ["ghost"] * 7}, "1 different tiles"),
        ({"libraries": {"dragon": {}}}, 'no library of "dragon"'),
        ({"locations": {"4": {"names": {"en": "Wishing Well"}}}}, "Two tiles"),
        ({"locations": {"4": {"names": {"en": " \u0007"}}}}, "it must not be empty"),
        ({"spaces": 3}, "spaces"),
        ({"tie_breaks": {"en": ["reading", "books"]}}, 'end with "reading" or "shared"'),
        ({"tie_breaks": {"en": []}}, "reading"),
        ({"tie_breaks": {"en": ["books", "books", "shared"]}}, "at most once"),
        ({"tie_breaks": {"en": ["dice", "shared"]}}, "books"),
        ({"tie_breaks": {"de": ["shared"]}}, "de"),
        ([], "tiles"),
    ],
)
def test_other_tiles_are_refused_in_one_sentence(data: Any, sentence: str) -> None:
    with pytest.raises(TilesError) as refused:
        OwnTiles.from_dict(data)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) <= 300


@pytest.mark.parametrize("key", EDITION_KEYS)
def test_all_that_is_assumed_of_tiles_can_be_put_right(key: str) -> None:
    """Every assumed name, number of cards, row of spaces and choice of solo tiles."""
    edition = load_edition(key)
    locations: dict[int, dict[str, Any]] = {}
    libraries: dict[str, dict[str, Any]] = {}
    solo: dict[str, Any] = {}
    for path in edition.unprinted:
        part, *rest = path.split(".")
        if part == "locations":
            tile = locations.setdefault(int(rest[0]), {})
            if rest[1] == "name":
                tile["names"] = {key: f"Tile {rest[0]}"}
            else:
                tile[rest[1]] = 2 if rest[1] == "cards" else [1, 1, 1, 1, 2]
        elif part in ("libraries", "assistants"):
            field = "names" if part == "libraries" else "assistants"
            libraries.setdefault(rest[0], {})[field] = {key: f"{part} {rest[0]}"}
        elif part == "solo":
            solo[f"solo_{rest[0]}"] = getattr(edition.solo, rest[0])
    own = OwnTiles.from_dict({"locations": locations, "libraries": libraries, **solo})
    left = owned_edition(key, own).unprinted
    assert {path.split(".")[0] for path in left} <= {"forms", "difficulties", "rules", "assistants"}
    assert {path for path in left if path.startswith("assistants.")} <= {"assistants.ordinary"}
