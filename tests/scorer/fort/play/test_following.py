"""Fort: following the leader's public action."""

from __future__ import annotations

from tests.scorer.fort.play.scene import Scene


def led(scene: Scene, *answers: str) -> Scene:
    """The scene when the leader has played the card Played and Lui is asked whether he follows."""
    scene.start().say("hand:played", *answers)
    assert scene.asked == ("Lui", "follow")
    return scene


def test_a_follower_discards_one_card_of_the_leaders_suit() -> None:
    scene = led(Scene("glue", "point").hand(1, "Glue, Crown"))
    assert scene.offered == {"follow:glue", "pass"}
    scene.say("follow:glue")
    assert scene.at("discard:Lui") == ["Glue"]
    assert scene.state_of(1)[2] == 1
    assert scene.asked == ("Nani", "recruit")


def test_rivals_follow_in_turn_order() -> None:
    scene = led(Scene("glue", "point", players=4).hand(2, "Glue").hand(3, "Glue Two"))
    order = [scene.asked[0]]
    for _ in range(2):
        scene.say("pass")
        order.append(scene.asked[0])
    assert order == ["Lui", "Rulico", "Ana"]


def test_the_public_action_can_be_followed_even_if_the_leader_did_not_use_it() -> None:
    scene = led(Scene("glue", "point", "toy").hand(1, "Glue"), "private")
    assert scene.say("follow:glue").state_of(1)[2] == 1
    assert scene.state_of(0)[2] == 0


def test_the_private_action_cannot_be_followed() -> None:
    scene = Scene("glue", None, "point").hand(1, "Glue").start().say("hand:played")
    assert scene.asked == ("Nani", "recruit")


def test_a_follower_counts_the_symbols_of_the_discarded_card_only() -> None:
    scene = Scene("glue", "toy × glue").hand(0, "Glue").hand(1, "Glue Two").lookout(1, "Glue Coin")
    led(scene, "add_hand:glue").say("follow:glue-two")
    assert scene.state_of(0)[0] == [0, 2]
    assert scene.state_of(1)[0] == [0, 2]


def test_f1_a_followers_coin_is_any_suit_beside_a_symbol_that_matches() -> None:
    scene = led(Scene("glue", "toy × glue").hand(1, "Glue Coin, Coin, Crown Coin"))
    assert scene.offered == {
        "follow:glue-coin:glue", "follow:glue-coin:other", "follow:coin", "follow:crown-coin", "pass",
    }  # fmt: skip
    assert scene.say("follow:glue-coin:glue").state_of(1)[0] == [0, 2]


def test_f1_a_follower_without_room_for_two_uses_the_coin_as_another_suit() -> None:
    scene = led(Scene("glue", "toy × glue").hand(1, "Glue Coin").stuff(1, 0, 3))
    assert scene.offered == {"follow:glue-coin:other", "pass"}
    assert scene.say("follow:glue-coin:other").state_of(1)[0] == [0, 4]


def test_a_followers_any_suit_counts_suit_and_coin() -> None:
    scene = led(Scene("glue", "toy × any suit").hand(0, "Crown").hand(1, "Glue Coin"), "suit:glue")
    assert scene.offered == {"follow:glue-coin:glue", "follow:glue-coin:other", "pass"}
    assert scene.say("follow:glue-coin:glue").state_of(1)[0] == [0, 2]


def test_a_followers_any_suit_counts_as_many_as_there_is_room_for() -> None:
    scene = led(
        Scene("glue", "toy × any suit").hand(0, "Crown").hand(1, "Glue Coin").stuff(1, 0, 3), "suit:glue"
    )
    assert scene.say("follow:glue-coin:other").state_of(1)[0] == [0, 4]


def test_a_card_with_suit_and_coin_is_followed_with_either() -> None:
    scene = led(Scene("glue coin", "point").hand(1, "Glue, Crown, Book"), "suit:crown")
    assert scene.offered == {"follow:glue", "follow:crown", "pass"}


def test_a_follower_must_do_the_action_wholly() -> None:
    scene = led(Scene("glue", "toy × glue").hand(1, "Glue Two, Glue").stuff(1, 0, 3))
    assert scene.offered == {"follow:glue", "pass"}


def test_the_leader_declares_what_a_coin_is_followed_with() -> None:
    scene = led(Scene("coin", "point").hand(1, "Glue, Crown"), "suit:crown")
    assert scene.offered == {"follow:crown", "pass"}


def test_followers_take_the_same_resource_as_the_leader() -> None:
    scene = led(Scene("glue", "resource × 2").hand(1, "Glue"), "resource:pizza")
    scene.say("follow:glue")
    assert scene.offered == {"resource:pizza"}
    assert scene.say("resource:pizza").state_of(1)[0] == [2, 0]


def test_they_cannot_follow_without_room_for_that_resource() -> None:
    scene = led(Scene("glue", "resource × 2").hand(1, "Glue").stuff(1, 3, 0), "resource:pizza")
    assert scene.offered == {"pass"}


def test_each_follower_chooses_if_the_leader_took_no_resource() -> None:
    scene = led(Scene("glue", "resource × 2", "point").hand(1, "Glue"), "private")
    scene.say("follow:glue")
    assert scene.offered == {"resource:pizza", "resource:toy"}


def test_followers_may_follow_every_leader_and_do_not_draw() -> None:
    scene = led(Scene("glue", "point").hand(1, "Glue, Crown"))
    scene.say("follow:glue")
    assert scene.at("hand:Lui") == ["Crown"]


def test_a_follower_recruits_onto_the_own_discard_pile() -> None:
    scene = led(Scene("glue", "recruit").hand(1, "Glue").yard(1, "Crown"), "deck")
    scene.say("follow:glue")
    assert scene.offered == {"deck"}  # never from the own yard
    scene.say("deck")
    assert len(scene.at("discard:Lui")) == 2


def test_the_played_card_leaves_when_all_have_followed() -> None:
    scene = led(Scene("glue", "point", "point × 2 then remove this").hand(1, "Glue"), "private")
    assert scene.at("played") == ["Played"]
    scene.say("follow:glue")
    assert "Played" in scene.at("box")
    assert scene.at("played") == []
