"""RULES 10: the score sheet of Fort."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorer.fort import (
    FortResult,
    MadeUpRule,
    Player,
    Resources,
    Sheet,
    SheetError,
    Suit,
    doubts,
    rule_points,
    score_fort,
)
from tests.scorer.games import LUI, RULICO, sheet


def scored(*players: dict[str, Any]) -> FortResult:
    return score_fort(Sheet.from_dict(sheet(*players)))


class TestEnd:
    def test_10_the_printed_example(self) -> None:
        result = scored(RULICO, LUI)
        first = result.players[0]
        assert (first.track, first.fort, first.macaroni, first.rule, first.total) == (17, 23, 4, 4, 48)
        assert result.players[1].total == 48
        assert (result.winners, result.decided_by) == (["Rulico"], "fort_level")
        assert "17 (track) + 23 (fort level 5) + 4 (popularity) + 4 (macaroni) = 48." in first.explain

    def test_10_most_points_win(self) -> None:
        result = scored(RULICO, LUI | {"track": 31})
        assert (result.winners, result.decided_by) == (["Lui"], "total")

    def test_10_still_tied_is_shared(self) -> None:
        result = scored(LUI, LUI | {"name": "Nani"})
        assert (result.winners, result.decided_by) == (["Lui", "Nani"], "shared")


def player(**fields: Any) -> Player:
    return Player(name="Nani", track=0, fort_level=fields.pop("fort_level", 3), fort_points=0, **fields)


class TestMadeUpRules:
    @pytest.mark.parametrize(
        ("rule", "fields", "points"),
        [
            ("grand_plans", {"advance_fort": 3}, 3),
            ("friendship_bracelets", {"suits": {Suit.BOOK: 4, Suit.CROWN: 1, Suit.GLUE: 0}}, 2),
            ("friendship_bracelets", {"suits": dict.fromkeys(Suit, 2)}, 7),
            ("piggy_bank", {"stuff": Resources(pizza=4, toys=2), "pack": Resources(toys=3)}, 5),
            ("pizza_party", {"stuff": Resources(pizza=4, toys=2), "pack": Resources(pizza=1)}, 5),
            ("stay_cool", {"best_friends": 0}, 5),
            ("stay_cool", {"best_friends": 1}, 0),
            ("minimalism", {"fort_level": 2}, 8),
            ("minimalism", {"fort_level": 3}, 0),
            ("popularity", {"lookout": 4}, 4),
            ("bouncy_castle", {"suits": {Suit.CROWN: 5, Suit.BOOK: 2}}, 5),
            ("secret_stash", {"pack": Resources(pizza=1, toys=2)}, 3),
            ("mad_science", {"suits": {Suit.CROWN: 5, Suit.BOOK: 2}}, 2),
        ],
    )
    def test_10_made_up_rules(self, rule: str, fields: dict[str, Any], points: int) -> None:
        assert rule_points(player(rule=MadeUpRule(rule), **fields), []) == points

    @pytest.mark.parametrize(("rivals", "points"), [((11, 9), 8), ((12, 9), 4), ((12, 12), 4), ((13, 9), 0)])
    def test_10_pyjama_party_compares_with_every_rival(self, rivals: tuple[int, int], points: int) -> None:
        mine = player(rule=MadeUpRule.PYJAMA_PARTY, cards=12)
        assert rule_points(mine, [player(cards=cards) for cards in rivals]) == points

    def test_10_all_eleven_are_tested(self) -> None:
        assert len(MadeUpRule) == 11

    def test_10_no_made_up_rule(self) -> None:
        assert rule_points(player(), []) == 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"fort_points": None}, 'Lui has fort level 4: add "fort_points"'),
        ({"fort_level": 6}, '"fort_level" is 6: it must be at most 5'),
        ({"fort_level": 5}, "Lui has 18 points for fort level 5, which prints 23"),
        ({"macaroni": True}, "both have the macaroni sculpture"),
        ({"rule": "popularity"}, '2 players have the made-up rule "popularity"'),
        ({"rule": "monopoly"}, '"rule" is "monopoly": it must be one of'),
        ({"rule": "stay_cool", "fort_level": 0}, "made-up rule at fort level 0"),
        ({"rule": "stay_cool"}, 'which needs "best_friends"'),
        ({"rule": "mad_science"}, 'which needs "suits"'),
        ({"rule": "pyjama_party", "cards": 9}, 'Rulico has no "cards"'),
        ({"stuff": {"pizza": 5}}, "Lui has 5 pizzas in the stuff, at level 4 it holds 4"),
        ({"stuff": {"toys": 9}}, "Lui has 9 toys in the stuff"),
        ({"lookout": 6}, "Lui has 6 cards in the lookout, at level 4 it holds 5"),
        ({"lookout": 5, "cards": 4}, "Lui owns 4 cards and has 5 in the lookout alone"),
        ({"pack": {"pizza": 4, "toys": 2}}, "Lui has 6 resources in the pack, at level 4 it holds 5"),
        ({"pack": {"pizza": 4, "toys": 4}, "big_pack": True}, "at level 4 it holds 7"),
        ({"track": -1}, '"track" is -1: it must be at least 0'),
        ({"track": "9"}, '"track" is "9": it must be a whole number'),
        ({"colour": "red"}, 'In player 2 (Lui), there is no field "colour"'),
        ({"suits": {"coin": 3}}, '"coin" is no key'),
        ({"name": "Rulico"}, "2 players are called Rulico"),
        ({"name": "\t"}, '"name" is "": it must not be empty'),
        ({"macaroni": 1}, '"macaroni" is 1: it must be true or false'),
        ({"best_friends": 3}, '"best_friends" is 3: it must be at most 2'),
        ({"fort_level": 1, "fort_points": 2, "big_pack": True}, "Lui has a perk at fort level 1"),
    ],
)
def test_10_limits_are_checked_on_entry(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SheetError) as refusal:
        Sheet.from_dict(sheet(RULICO, LUI | changes))
    assert sentence in str(refusal.value)


def test_10_the_macaroni_goes_to_level_5() -> None:
    with pytest.raises(SheetError, match="nobody has the macaroni"):
        Sheet.from_dict(sheet(RULICO | {"macaroni": False}, LUI))
    with pytest.raises(SheetError, match="it takes level 5"):
        Sheet.from_dict(sheet(LUI | {"macaroni": True}, LUI | {"name": "Nani"}))


def test_10_big_pack_holds_two_more() -> None:
    full = LUI | {"pack": {"pizza": 4, "toys": 3}}
    held = Sheet.from_dict(sheet(RULICO, full | {"big_pack": True})).players[1].pack
    assert held.total == 7
    with pytest.raises(SheetError):
        Sheet.from_dict(sheet(RULICO, full))


def test_10_a_level_has_the_same_points_for_everybody() -> None:
    with pytest.raises(SheetError, match="Fort level 4 has 17 points for Nani and 18 for another player"):
        Sheet.from_dict(sheet(LUI, LUI | {"name": "Nani", "fort_points": 17}))


def test_10_a_perk_exists_once() -> None:
    with pytest.raises(SheetError, match="Lui and Nani both have the perk Big Pack"):
        Sheet.from_dict(sheet(LUI | {"big_pack": True}, LUI | {"name": "Nani", "big_pack": True}))


def test_10_a_missing_made_up_rule_is_asked_about() -> None:
    assert doubts(Sheet.from_dict(sheet(RULICO, LUI)))[0].startswith(
        "Lui has fort level 4 and no made-up rule"
    )
    assert (
        doubts(Sheet.from_dict(sheet(LUI | {"rule": "minimalism"}, LUI | {"fort_level": 0, "name": "A"})))
        == []
    )


def test_the_sample_sheet() -> None:
    result = score_fort(Sheet.load(Path(__file__).parents[3] / "samples" / "fort.json"))
    assert [player.total for player in result.players] == [48, 48]
    assert result.decided_by == "fort_level"


def test_a_sheet_file(tmp_path: Path) -> None:
    path = tmp_path / "fort.json"
    path.write_text(json.dumps(sheet(RULICO, LUI)))
    assert score_fort(Sheet.load(path)).winners == ["Rulico"]
    with pytest.raises(SheetError, match="cannot be read"):
        Sheet.load(tmp_path / "nothing.json")
    with pytest.raises(SheetError, match="at least 2 entries"):
        Sheet.from_dict(sheet(RULICO))
