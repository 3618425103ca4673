"""Fort: the nine perks."""

from __future__ import annotations

import pytest

from scorer.fort.play.setup import PERKS
from tests.scorer.fort.play.scene import Scene


def test_all_nine_are_tested() -> None:
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert all(any(name.startswith(perk) for name in tested) for perk in PERKS)


def test_birthday_party_recruits_once_more_but_from_no_yard() -> None:
    scene = Scene().perk(0, "birthday_party").yard(1, "Glue").park("Crown").start().say("skip", "deck")
    assert scene.asked == ("Nani", "birthday")
    assert scene.offered == {"park:crown", "deck", "done"}


def test_bribery_puts_cards_from_elsewhere_into_the_lookout() -> None:
    scene = Scene("water", "lookout").perk(0, "bribery").yard(1, "Glue").park("Crown").start()
    scene.say("hand:played")
    assert scene.offered == {"park:crown", "deck", "yard:glue"}
    assert scene.say("yard:glue").at("lookout:Nani") == ["Glue"]


def test_bribery_helps_in_the_own_turn_only() -> None:
    scene = Scene("glue", "lookout").hand(0, "Crown").hand(1, "Glue").perk(1, "bribery").park("Book").start()
    assert scene.say("hand:played", "hand:crown").offered == {"pass"}


def test_copy_and_paste_follows_with_two_cards() -> None:
    scene = Scene("glue", "toy × glue").hand(1, "Glue, Glue Two").perk(1, "copy_and_paste").start()
    scene.say("hand:played", "follow:glue")
    assert scene.offered == {"follow:glue-two", "done"}
    assert scene.say("follow:glue-two").state_of(1)[0] == [0, 3]


def test_do_it_yourself_advances_for_one_resource_more() -> None:
    scene = Scene().perk(0, "do_it_yourself").stuff(0, 2, 1).start()
    assert scene.offered == {"hand:played", "use:do_it_yourself", "skip"}
    scene.say("use:do_it_yourself", "pay:2:1:0:0")
    assert scene.asked == ("Nani", "rule")
    scene.say(sorted(scene.offered)[0])
    assert scene.asked == ("Nani", "recruit")  # nobody follows
    assert scene.game.view("Lui").perk("Nani") is None


def test_do_it_yourself_needs_its_price() -> None:
    assert "use:do_it_yourself" not in Scene().perk(0, "do_it_yourself").stuff(0, 1, 1).start().offered


def test_again_plays_a_second_card_that_can_be_followed() -> None:
    scene = Scene("glue", "point").hand(0, "Crown").hand(1, "Crown Coin").perk(0, "again").start()
    scene.say("hand:played", "pass")
    assert scene.asked == ("Nani", "again")
    scene.say("yes", "hand:crown", "follow:crown-coin")
    assert (scene.state_of(0)[2], scene.state_of(1)[2]) == (2, 1)
    assert scene.asked == ("Nani", "recruit")


@pytest.mark.parametrize("moment", ["play", "add", "recruit"])
def test_recycling_takes_a_discarded_card_in_hand(moment: str) -> None:
    scene = Scene("glue", "toy × glue").perk(0, "recycling").discard(0, "Glue, Crown").start()
    if moment == "add":
        scene.say("hand:played")
    elif moment == "recruit":
        scene.say("skip")
    scene.say("use:recycling", "discard:glue")
    assert "Glue" in scene.at("hand:Nani")
    assert scene.game.view("Nani").perk() is None
    if moment == "add":
        assert scene.say("add_hand:glue").state_of(0)[0] == [0, 2]


def test_recycling_between_the_two_actions_of_a_card() -> None:
    """F4: the card that the first action recruits is what the second puts into the lookout."""
    scene = Scene("water", "recruit", "lookout").perk(0, "recycling").park("Glue").start()
    scene.say("hand:played")
    assert "public_private" in scene.offered
    scene.say("public_private", "park:glue")
    assert scene.asked == ("Nani", "recycle_between")
    scene.say("use:recycling", "discard:glue", "hand:glue")
    assert scene.at("lookout:Nani") == ["Glue"]


def test_recycling_within_an_action() -> None:
    scene = Scene("water", "recruit then lookout").perk(0, "recycling").park("Glue").start()
    scene.say("hand:played", "park:glue")
    assert scene.offered == {"use:recycling", "no"}
    scene.say("use:recycling", "discard:glue", "hand:glue")
    assert scene.at("lookout:Nani") == ["Glue"]


def test_recycling_may_be_left() -> None:
    scene = Scene("water", "recruit", "lookout").perk(0, "recycling").hand(0, "Crown").park("Glue").start()
    scene.say("hand:played", "public_private", "park:glue", "no", "hand:crown")
    assert scene.at("lookout:Nani") == ["Crown"]
    assert scene.game.view("Nani").perk() == "recycling"


def test_recycling_until_the_turn_ends() -> None:
    scene = Scene().deck(0, "Glue, Crown, Book, Shovel, Skate, Coin").perk(0, "recycling").start()
    scene.say("skip", "deck")
    assert scene.asked == ("Nani", "recycle_last")
    scene.say("use:recycling")
    scene.say(sorted(scene.offered)[0])
    assert len(scene.at("hand:Nani")) == 6
    assert scene.asked == ("Lui", "play")


def test_rough_housing_removes_the_leaders_card_instead_of_following() -> None:
    scene = (
        Scene("glue", "point", players=3).hand(1, "Glue").hand(2, "Glue Two").perk(1, "rough_housing").start()
    )
    scene.say("hand:played", "pass", "follow:glue-two")
    assert scene.asked == ("Lui", "rough")
    scene.say("yes")
    assert "Played" in scene.at("box")
    assert scene.state_of(2)[2] == 1
    assert scene.game.view("Lui").perk() is None


def test_rough_housing_is_for_those_who_did_not_follow() -> None:
    scene = Scene("glue", "point").hand(1, "Glue").perk(1, "rough_housing").start()
    assert scene.say("hand:played", "follow:glue").asked == ("Nani", "recruit")


def test_light_fingers_fill_the_pack_from_the_supply() -> None:
    scene = Scene("water", "pack").perk(0, "light_fingers").stuff(0, 1, 0).start().say("hand:played")
    assert scene.offered == {"stuff:pizza", "supply:pizza", "supply:toy"}
    assert scene.say("supply:toy").state_of(0)[:2] == ([1, 0], [0, 1])


def test_light_fingers_may_pack_from_stuff() -> None:
    """F3: four pizzas lie in stuff; only a place that packing leaves there lets two more be collected."""
    scene = Scene("shovel", "pack × shovel", "pizza × 2").perk(0, "light_fingers").level(0, 3).stuff(0, 4, 0)
    scene.start().say("hand:played")
    assert "public_private" in scene.offered
    scene.say("public_private", "stuff:pizza")
    assert scene.state_of(0)[:2] == ([4, 0], [1, 0])


def test_big_pack_holds_two_more() -> None:
    scene = Scene("water", "pack × 3").perk(0, "big_pack").stuff(0, 3, 0).start()
    scene.say("hand:played", "stuff:pizza", "stuff:pizza", "stuff:pizza")
    assert scene.state_of(0)[1] == [3, 0]
