"""Fort: the thirteen actions, then, × and parentheses."""

from __future__ import annotations

import pytest

from scorer.fort.actions import ACTS
from scorer.fort.play.acts import EFFECTS
from tests.scorer.fort.play.scene import Scene


def acting(action: str, *more: str) -> Scene:
    """A scene in which Nani has a card with one private action, not yet started."""
    return Scene("water", None, action, *more)


def test_all_thirteen_are_there() -> None:
    assert len(EFFECTS) == 13
    assert set(ACTS.values()) == set(EFFECTS)


@pytest.mark.parametrize(("action", "stuff"), [("pizza", [1, 0]), ("toy × 3", [0, 3])])
def test_collect_resource(action: str, stuff: list[int]) -> None:
    assert acting(action).start().say("hand:played").state_of(0)[0] == stuff


def test_collect_either_resource_all_alike() -> None:
    scene = acting("resource × 2").start().say("hand:played")
    assert scene.offered == {"resource:pizza", "resource:toy"}
    assert scene.say("resource:toy").state_of(0)[0] == [0, 2]


def test_stuff_holds_four_of_each() -> None:
    assert acting("pizza").stuff(0, 4, 0).start().offered == {"skip"}


def test_put_resources_in_the_pack_in_any_combination() -> None:
    scene = (
        acting("pack × 2").stuff(0, 2, 1).level(0, 1).start().say("hand:played", "stuff:pizza", "stuff:toy")
    )
    assert scene.state_of(0)[:2] == ([1, 0], [1, 1])


def test_the_pack_holds_fort_level_plus_one() -> None:
    assert acting("pack × 2").stuff(0, 2, 1).start().offered == {"skip"}
    assert "hand:played" in acting("pack").stuff(0, 2, 1).start().offered


def test_add_a_card_to_the_lookout() -> None:
    scene = acting("lookout").hand(0, "Glue, Crown").start().say("hand:played")
    assert scene.offered == {"hand:glue", "hand:crown"}  # the played card is no card in hand
    assert scene.say("hand:glue").at("lookout:Nani") == ["Glue"]


def test_the_lookout_holds_fort_level_plus_one() -> None:
    assert acting("lookout").hand(0, "Glue").lookout(0, "Crown").start().offered == {"skip"}


def test_remove_a_card_of_hand_or_discard_pile() -> None:
    scene = acting("remove").hand(0, "Glue").discard(0, "Crown, Biscuit").start().say("hand:played")
    assert scene.offered == {"hand:glue", "discard:crown", "discard:biscuit"}
    assert "Biscuit" in scene.say("discard:biscuit").at("box")


def test_remove_this_card() -> None:
    scene = acting("point then remove this").start().say("hand:played")
    assert "Played" in scene.at("box")


def test_recruit_from_park_deck_or_a_rivals_yard() -> None:
    scene = acting("recruit").park("Glue").yard(1, "Crown").start().say("hand:played")
    assert scene.offered == {"park:glue", "deck", "yard:crown"}
    scene.say("yard:crown")
    assert scene.at("discard:Nani") == ["Crown"]
    assert scene.at("yard:Lui") == []


def test_the_park_is_filled_up_at_once() -> None:
    scene = acting("recruit").park("Glue, Crown, Book").start().say("hand:played", "park:crown")
    assert len(scene.at("park")) == 3


def test_points_go_to_the_victory_track() -> None:
    assert acting("point × 3").start().say("hand:played").state_of(0)[2] == 3


@pytest.mark.parametrize(
    ("action", "left"), [("spend pizza then point", 1), ("spend resource then point", 1)]
)
def test_spend_from_stuff_or_pack(action: str, left: int) -> None:
    scene = acting(action).stuff(0, 1, 0).pack(0, 1, 0).start().say("hand:played")
    assert scene.offered == {"stuff:pizza", "from_pack:pizza"}
    scene.say("from_pack:pizza")
    assert scene.state_of(0)[:3] == ([left, 0], [0, 0], 1)


def test_remove_a_rivals_card() -> None:
    scene = acting("remove rival").yard(1, "Glue").start().say("hand:played", "yard:glue")
    assert "Glue" in scene.at("box")
    assert acting("remove rival").start().offered == {"skip"}


def test_copy_the_own_pack() -> None:
    scene = acting("copy pack").pack(0, 1, 0).start().say("hand:played")
    assert scene.state_of(0)[:2] == ([1, 0], [1, 0])
    assert acting("copy pack").start().offered == {"skip"}  # an empty pack: nothing is done


def test_copy_a_rivals_pack() -> None:
    scene = acting("copy rival pack").pack(1, 0, 1).start().say("hand:played", "player:Lui")
    assert scene.state_of(0)[0] == [0, 1]
    assert scene.state_of(1)[1] == [0, 1]


def test_a_rivals_pack_that_brings_nothing_is_not_offered() -> None:
    """Lui's pizzas find no place; so Rulico's toy is copied, and the action is done wholly."""
    scene = Scene("water", None, "copy rival pack", players=3)
    scene.stuff(0, 4, 0).pack(1, 1, 0).pack(2, 0, 1).start().say("hand:played")
    assert scene.offered == {"player:Rulico"}


def test_convert_one_way_only() -> None:
    scene = acting("convert × 2").stuff(0, 1, 1).pack(0, 1, 0).start().say("hand:played")
    assert scene.offered == {"convert:pizza"}  # there is one toy only
    scene.say("convert:pizza", "stuff:pizza", "from_pack:pizza")
    assert scene.state_of(0)[:2] == ([0, 2], [0, 1])


class TestAdvanceFort:
    """The house set's first level costs a pizza and a toy."""

    def test_it_is_paid_from_stuff_and_pack(self) -> None:
        scene = acting("advance").stuff(0, 1, 1).pack(0, 1, 0).start().say("hand:played")
        assert scene.offered == {"pay:1:1:0:0", "pay:0:1:1:0"}
        scene.say("pay:0:1:1:0")
        assert scene.state_of(0) == ([1, 0], [0, 0], 0, 1)

    def test_without_the_price_it_cannot_be_done(self) -> None:
        assert acting("advance").stuff(0, 1, 0).start().offered == {"skip"}

    def test_a_cheaper_one_spares_any_resource(self) -> None:
        scene = acting("advance(-1)").stuff(0, 1, 1).start().say("hand:played")
        assert scene.offered == {"pay:1:0:0:0", "pay:0:1:0:0"}

    def test_a_dearer_one_takes_any_resource_more(self) -> None:
        scene = acting("advance(+1)").stuff(0, 2, 2).start().say("hand:played")
        assert scene.offered == {"pay:2:1:0:0", "pay:1:2:0:0"}

    def test_then_points_follow(self) -> None:
        scene = acting("advance then point × 2").stuff(0, 1, 1).start().say("hand:played", "pay:1:1:0:0")
        assert scene.say(*list(scene.offered)[:1]).state_of(0)[2:] == (2, 1)


class TestSymbols:
    def test_resources_in_the_pack(self) -> None:
        assert acting("point × pack").pack(0, 1, 2).start().say("hand:played").state_of(0)[2] == 3

    def test_fort_level(self) -> None:
        assert acting("point × fort").level(0, 3).start().say("hand:played").state_of(0)[2] == 3

    def test_cards_in_the_lookout_not_symbols(self) -> None:
        scene = acting("point × lookout").lookout(0, "Glue Two").start().say("hand:played")
        assert scene.state_of(0)[2] == 1

    def test_nothing_to_count_is_nothing_done(self) -> None:
        assert acting("point × fort").start().offered == {"skip"}


class TestThen:
    def test_without_the_left_there_is_no_right(self) -> None:
        assert acting("remove rival then pizza").start().offered == {"skip"}

    def test_the_right_is_done_if_it_can(self) -> None:
        scene = acting("remove rival then pizza").yard(1, "Glue").stuff(0, 4, 0).start()
        assert scene.say("hand:played", "yard:glue").state_of(0)[0] == [4, 0]


def test_parentheses_are_multiplied_as_a_whole() -> None:
    """Recruit a card, then take a toy, for each squirt gun: without recruiting there is no toy."""
    scene = Scene("water", "(recruit then toy) × water").hand(0, "Coin").start()
    scene.say("hand:played", "add_hand:coin:water", "deck")
    assert scene.state_of(0)[0] == [0, 1]
    assert scene.say("deck").state_of(0)[0] == [0, 2]
