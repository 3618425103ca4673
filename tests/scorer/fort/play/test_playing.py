"""Fort, phase 2: playing a card, with the examples of the book."""

from __future__ import annotations

import pytest

from tests.scorer.fort.play.scene import Scene


class TestNanisJoaozinha:
    """She plays Joãozinha, adds Os Toupeiras from hand and one of two cards in her lookout: four pizzas."""

    def scene(self) -> Scene:
        scene = Scene().only("Joãozinha, Toupeiras").lookout(0, "Skate, Skate Two").level(0, 1)
        return scene.start()

    def test_added_cards_multiply_the_action(self) -> None:
        scene = self.scene().say(
            "hand:joaozinha", "public_private", "add_hand:toupeiras", "add_lookout:skate"
        )
        assert scene.asked[1] != "add"  # a fifth pizza would find no room
        assert scene.state_of(0) == ([4, 0], [0, 0], 1, 1)

    def test_cards_added_from_the_lookout_stay_there(self) -> None:
        scene = self.scene().say("hand:joaozinha", "public", "add_hand:toupeiras", "add_lookout:skate")
        assert scene.at("lookout:Nani") == ["Skate", "Skate Two"]
        assert (scene.at("added"), scene.at("played")) == (["Toupeiras"], ["Joãozinha"])

    def test_without_the_moles_both_cards_of_the_lookout_count(self) -> None:
        scene = self.scene().say("hand:joaozinha", "public", "add_lookout:skate", "add_lookout:skate-two")
        assert "add_hand:toupeiras" not in scene.offered
        assert scene.state_of(0)[0] == [3, 0]

    def test_the_private_action_gives_a_point_for_each_fort_level(self) -> None:
        scene = self.scene().say("hand:joaozinha", "private")
        assert scene.state_of(0)[2] == 1


class TestMochileiro:
    """Two pizzas or two toys, and remove a card; her stuff has room for one pizza only."""

    def scene(self) -> Scene:
        return Scene().only("Mochileiro, Glue").stuff(0, 3, 4).start()

    def test_one_action_must_be_done_wholly(self) -> None:
        assert "public" not in self.scene().say("hand:mochileiro").offered

    @pytest.mark.parametrize(
        ("order", "answers"),
        [
            ("public_private", ("resource:pizza", "hand:glue")),
            ("private_public", ("hand:glue", "resource:pizza")),
        ],
    )
    def test_the_other_may_be_done_in_part_in_any_order(self, order: str, answers: tuple[str, ...]) -> None:
        scene = self.scene().say("hand:mochileiro", order, *answers)
        assert scene.state_of(0)[0] == [4, 4]
        assert "Glue" in scene.at("box")

    def test_with_nothing_to_remove_the_card_cannot_be_played(self) -> None:
        scene = Scene().only("Mochileiro").stuff(0, 3, 4).start()
        assert scene.offered == {"skip"}


class TestLuisRabisco:
    """His private action is done wholly; the public one has room for two toys: one card may be added."""

    def scene(self) -> Scene:
        return Scene().only("Rabisco, Crown, Crown Coin").stuff(0, 0, 2).start()

    @pytest.mark.parametrize("card", ["crown", "crown-coin:crown", "crown-coin:other"])
    def test_either_card_may_be_added_but_not_both(self, card: str) -> None:
        scene = self.scene().say("hand:rabisco", "public_private")
        shown = {"add_hand:crown", "add_hand:crown-coin:crown", "add_hand:crown-coin:other"}
        assert scene.offered == {*shown, "done"}
        scene.say(f"add_hand:{card}")
        assert scene.state_of(0)[:3] == ([0, 4], [0, 0], 1)

    def test_too_many_symbols_leave_the_public_action_unfinished(self) -> None:
        scene = self.scene().say("hand:rabisco", "public")
        assert "add_hand:crown-coin:crown" not in scene.offered  # three toys, and no other action done wholly


def test_a_card_without_actions_cannot_be_played() -> None:
    assert Scene().only("Glue").start().offered == {"skip"}


def test_the_leader_may_play_no_card() -> None:
    scene = Scene("glue", "point").start().say("skip")
    assert scene.asked == ("Nani", "recruit")
    assert scene.at("hand:Nani") == ["Played"]


def test_actions_without_a_multiplier_cannot_be_improved() -> None:
    scene = Scene("glue", "point").hand(0, "Glue").start().say("hand:played")
    assert scene.asked[1] == "follow"
    assert scene.state_of(0)[2] == 1


def test_a_card_that_serves_for_nothing_cannot_be_added() -> None:
    scene = Scene("glue", "toy × glue").hand(0, "Crown, Glue").start().say("hand:played")
    assert scene.offered == {"add_hand:glue", "done"}


def test_a_first_symbol_may_come_from_an_added_card() -> None:
    """With no symbol of its own, an action is done by cards that are added: without them it does nothing."""
    scene = Scene("glue", "point × crown").hand(0, "Crown").start().say("hand:played")
    assert scene.offered == {"add_hand:crown"}
    assert scene.say("add_hand:crown").state_of(0)[2] == 1
    assert Scene("glue", "point × crown").hand(0, "Glue").start().offered == {"skip"}


def test_one_action_is_finished_before_the_other_begins() -> None:
    scene = Scene("glue", "toy × 2", "pack").start().say("hand:played", "public_private")
    assert scene.state_of(0)[0] == [0, 2]
    scene.say("stuff:toy")
    assert scene.state_of(0)[:2] == ([0, 1], [0, 1])


class TestCoins:
    def test_an_added_coin_counts_as_any_suit(self) -> None:
        scene = Scene("glue", "toy × glue").hand(0, "Coin").start().say("hand:played", "add_hand:coin:glue")
        assert scene.state_of(0)[0] == [0, 2]

    def test_an_added_coin_is_one_suit_for_both_actions(self) -> None:
        scene = Scene("glue", "toy × glue", "point × crown").hand(0, "Crown, Coin").start()
        scene.say("hand:played", "public_private", "add_hand:crown")
        assert scene.offered == {"add_hand:coin:crown", "add_hand:coin:glue", "done"}
        scene.say("add_hand:coin:crown")
        assert scene.state_of(0)[:3] == ([0, 1], [0, 0], 2)

    def test_two_symbols_of_a_card_may_be_a_suit_and_a_coin(self) -> None:
        scene = Scene("glue", "toy × glue").hand(0, "Glue Coin").start()
        assert scene.say("hand:played", "add_hand:glue-coin:glue").state_of(0)[0] == [0, 3]

    def test_a_played_coin_is_declared(self) -> None:
        scene = Scene("coin", "toy × glue").start().say("hand:played")
        assert scene.asked == ("Nani", "declare")
        assert scene.offered == {"suit:glue"}  # as any other suit it would do nothing
        assert scene.say("suit:glue").state_of(0)[0] == [0, 1]

    def test_a_coin_is_declared_even_if_it_counts_for_nothing(self) -> None:
        scene = Scene("coin", "point").start().say("hand:played")
        assert len(scene.offered) == 6

    def test_any_suit_counts_the_own_symbol_if_it_is_chosen(self) -> None:
        scene = Scene("glue", "toy × any suit").hand(0, "Crown").start().say("hand:played")
        assert scene.offered == {"suit:glue", "suit:crown"}
        assert scene.say("suit:glue").state_of(0)[0] == [0, 1]

    def test_any_suit_does_not_count_the_own_symbol_otherwise(self) -> None:
        scene = Scene("glue", "toy × any suit").hand(0, "Crown").start().say("hand:played", "suit:crown")
        assert scene.offered == {"add_hand:crown"}
        assert scene.say("add_hand:crown").state_of(0)[0] == [0, 1]

    def test_coins_themselves_may_be_chosen_for_any_suit(self) -> None:
        scene = Scene("glue", "toy × any suit").hand(0, "Coin").start().say("hand:played", "suit:coin")
        assert scene.say("add_hand:coin:coin").state_of(0)[0] == [0, 1]

    def test_f1_a_played_coin_may_be_a_suit_that_does_not_count(self) -> None:
        """There is room for one pizza: as a second shovel the coin asks for two, as another suit for one."""
        scene = Scene("shovel coin", "pizza × shovel").stuff(0, 3, 0).start()
        assert scene.offered == {"hand:played", "skip"}
        scene.say("hand:played")
        assert scene.offered == {"suit:book", "suit:crown", "suit:glue", "suit:skateboard", "suit:water"}
        assert scene.say("suit:glue").state_of(0)[0] == [4, 0]

    def test_f1_a_group_is_done_less_often_with_the_coin_as_another_suit(self) -> None:
        scene = (
            Scene("shovel coin", "pack", "(spend pizza then point × 2) × shovel").stuff(0, 1, 0).pack(0, 0, 1)
        )
        scene.start().say("hand:played")
        assert scene.asked == ("Nani", "declare")  # the pack is full, so the public action cannot be used
        assert "suit:shovel" not in scene.offered
        assert scene.say("suit:book", "stuff:pizza").state_of(0)[2] == 2

    def test_f1_an_added_coin_may_be_a_suit_that_does_not_count(self) -> None:
        scene = Scene("glue", "toy × glue").hand(0, "Glue Coin").stuff(0, 0, 2).start().say("hand:played")
        assert scene.offered == {"add_hand:glue-coin:other", "done"}  # with the coin, a third toy lacks room
        assert scene.say("add_hand:glue-coin:other").state_of(0)[0] == [0, 4]

    def test_a_coin_alone_is_not_added_as_a_suit_that_does_not_count(self) -> None:
        scene = Scene("glue", "toy × glue").hand(0, "Coin").start().say("hand:played")
        assert scene.offered == {"add_hand:coin:glue", "done"}


class TestBothActions:
    """F2: both actions may be used where added cards make the second possible."""

    def test_toys_for_the_last_level_come_from_the_first_action(self) -> None:
        scene = Scene("glue coin", "toy × glue", "advance then point × 2").hand(0, "Glue")
        scene.level(0, 4).stuff(0, 3, 0).start().say("hand:played")
        assert {"public", "public_private"} <= scene.offered
        scene.say("public_private", "suit:glue")
        assert scene.offered == {"add_hand:glue"}
        scene.say("add_hand:glue", "pay:3:3:0:0")
        assert scene.state_of(0)[2:] == (2, 5)

    def test_what_is_converted_pays_for_the_last_level(self) -> None:
        scene = Scene("shovel", "convert × shovel", "advance(-1)").level(0, 4).perk(0, "big_pack")
        scene.stuff(0, 1, 0).pack(0, 4, 0).lookout(0, "Coin").start().say("hand:played")
        assert "public_private" in scene.offered
        scene.say("public_private")
        assert scene.offered == {"add_lookout:coin:shovel"}
        scene.say("add_lookout:coin:shovel", "convert:pizza", "from_pack:pizza")
        assert scene.say("from_pack:pizza").asked == ("Nani", "pay")

    def test_two_cards_together_may_do_what_none_does_alone(self) -> None:
        scene = Scene("glue", "toy × glue", "advance").hand(0, "Glue, Glue Two").level(0, 4).stuff(0, 3, 0)
        scene.start().say("hand:played", "public_private")
        assert scene.offered == {"add_hand:glue", "add_hand:glue-two"}
        scene.say("add_hand:glue-two")
        assert scene.offered == {"add_hand:glue", "done"}  # three toys pay for the level; a fourth has room
        assert scene.say("done").asked == ("Nani", "pay")

    def test_an_order_whose_second_action_does_nothing_is_not_offered(self) -> None:
        scene = Scene("glue", "toy × 2", "toy").stuff(0, 0, 2).start().say("hand:played")
        assert scene.offered == {"public", "private", "private_public"}

    def test_the_way_is_chosen_that_lets_an_added_card_serve(self) -> None:
        """One pizza or three toys have room: with the added card only toys are taken."""
        scene = Scene("glue", "resource × glue", "point").hand(0, "Glue").stuff(0, 3, 1).start()
        scene.say("hand:played", "private_public", "add_hand:glue")
        assert scene.offered == {"resource:toy"}


def test_a_pack_that_does_not_fit_is_not_copied_where_the_action_must_be_whole() -> None:
    scene = Scene("water", None, "copy rival pack", players=3).stuff(0, 3, 0).pack(1, 2, 0).pack(2, 1, 0)
    scene.start().say("hand:played")
    assert scene.offered == {"player:Rulico"}
    assert scene.say("player:Rulico").state_of(0)[0] == [4, 0]


def test_a_pack_may_be_copied_in_part_where_the_other_action_is_whole() -> None:
    scene = Scene("water", "point", "copy rival pack", players=3).stuff(0, 3, 0).pack(1, 2, 0).pack(2, 1, 0)
    scene.start().say("hand:played", "public_private")
    assert scene.offered == {"player:Lui", "player:Rulico"}


def test_what_is_multiplied_by_nothing_is_not_done() -> None:
    assert Scene("glue", "point × lookout").start().offered == {"skip"}


def test_then_is_complete_with_its_left_part() -> None:
    scene = Scene("glue", "recruit then toy").stuff(0, 0, 4).start()
    assert scene.offered == {"hand:played", "skip"}
    assert Scene("glue", "toy then recruit").stuff(0, 0, 4).start().offered == {"skip"}


def test_any_suit_may_be_any_of_seven() -> None:
    """Where the action goes without it, a suit may be chosen that nobody shows."""
    scene = Scene("glue", "recruit then toy × any suit").start().say("hand:played")
    assert len(scene.offered) == 7
