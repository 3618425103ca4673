"""S1 to S12: every assistant, each note (RULES 8)."""

import pytest

from tests.scorer.play.scene import Scene, offered

NEXT = ("Bo", "assistant")


class TestS1Sasquatch:
    def test_s1_only_where_no_opponent_is(self) -> None:
        scene = Scene(at=(4, 6), libraries=("sasquatch",)).stand(1, "ordinary", 4).start()
        assert offered(scene, "sasquatch") == ["place:6:1"]

    def test_s1_beside_your_own_it_may(self) -> None:
        scene = Scene(at=(4,), libraries=("sasquatch",)).stand(0, "ordinary", 4).start()
        assert offered(scene, "sasquatch") == ["place:4:2"]

    def test_s1_is_taken_back_when_an_opponent_arrives(self) -> None:
        scene = Scene(at=(4,), libraries=(None, "sasquatch")).stand(1, "sasquatch", 4).hand(0, "A1")
        scene.start().visit(4, 2)
        assert scene.asked == ("Bo", "sasquatch")
        scene.say("yes")
        assert scene.asked == ("Ana", "discard"), "first of all, then the effect"
        assert (scene.placed(1), len(scene.s.free[1])) == ({}, 3)

    def test_s1_may_stay(self) -> None:
        scene = Scene(at=(4,), libraries=(None, "sasquatch")).stand(1, "sasquatch", 4).start()
        assert scene.visit(4, 2).say("no").placed(1) == {4: 1}

    def test_s1_your_own_arrival_does_not_count(self) -> None:
        scene = Scene(at=(4,), libraries=("sasquatch",)).stand(0, "sasquatch", 4).start().visit(4, 2)
        assert scene.asked == NEXT


class TestS2Automaton:
    def test_s2_a_home_action_for_each_of_your_others_there(self) -> None:
        scene = Scene(at=(7,), libraries=("automaton",)).top("A1 A2")
        scene.stand(0, "ordinary", 7, 1).stand(0, "ordinary", 7, 2).stand(1, "ordinary", 7, 3).start()
        scene.visit(7, 4, "automaton")
        assert (scene.asked, scene.keys) == (("Ana", "home"), ["draw", "done"])
        scene.say("draw", "shelve", "A1", "at:0:0")
        assert (scene.shelf_of(0), scene.asked) == ("A1", ("Ana", "category"))

    def test_s2_at_home(self) -> None:
        scene = Scene(libraries=("automaton",)).home(0).top("A1 A2").start().at_home("automaton")
        scene.say("draw", "draw")
        assert (scene.hand_of(0), scene.asked) == ("A1 A2", NEXT)

    def test_s2_nothing_alone(self) -> None:
        scene = Scene(at=(4,), libraries=("automaton",)).stand(1, "ordinary", 4).start()
        assert scene.visit(4, 2, "automaton").asked == NEXT


class TestS3FireImp:
    def scene(self, cards: str) -> Scene:
        scene = Scene(at=(10,), libraries=("fire_imp",)).stock(10, cards).top("B1 B2")
        return scene.start().visit(10, 1, "fire_imp")

    def test_s3_discards_one_for_one_action(self) -> None:
        scene = self.scene("A1 A2 A3").say("burn_one", "A2", "draw")
        assert (scene.zone("discard"), scene.hand_of(0), scene.asked) == ("A2", "B1", ("Ana", "take"))

    def test_s3_discards_all_for_two_actions(self) -> None:
        scene = self.scene("A1 A2").say("burn_all", "draw", "draw")
        assert (scene.zone("discard"), scene.hand_of(0)) == ("A1 A2", "B1 B2")
        assert scene.asked == NEXT, "no card is left for the location's effect"

    def test_s3_one_card_only_the_first_option(self) -> None:
        assert self.scene("A1").keys == ["burn_one", "no"]

    def test_s3_may_leave_it(self) -> None:
        assert self.scene("A1 A2").say("no").asked == ("Ana", "take")

    def test_s3_nothing_without_cards(self) -> None:
        assert self.scene("").asked == NEXT

    def test_s3_the_collectors_only_card_leaves_no_books_to_count(self) -> None:
        # H3:MM is the tile's card, and A1:MM and A3:MMR would count three books with it
        scene = Scene(at=(9,), libraries=("fire_imp",)).stock(9, "H3").hand(0, "A1 A3").top("B1 B2")
        scene.start().visit(9, 1, "fire_imp")
        assert scene.keys == ["burn_one", "no"]
        scene.say("burn_one", "H3", "draw")
        assert (scene.hand_of(0), scene.zone("location:9")) == ("A1 A3 B1", "")
        assert scene.asked == ("Ana", "discard"), "one home action, then the Collector's effect"
        scene.say("A1", "A3", "done")
        assert (scene.hand_of(0), scene.zone("discard")) == ("B1", "H3 A1 A3"), "nothing is drawn for them"
        assert scene.asked == NEXT

    def test_s3_face_down_cards_stay_unseen(self) -> None:
        scene = Scene(at=(13,), libraries=("fire_imp",)).stock(13, "A1 A2").start().visit(13, 1, "fire_imp")
        scene.say("burn_one")
        assert (scene.asked, scene.zone("discard")) == (("Ana", "home"), "A2")


class TestS4GelatinousCube:
    def scene(self, hand: str = "A1") -> Scene:
        scene = Scene(at=(4,), libraries=(None, "gelatinous_cube")).stand(1, "gelatinous_cube", 4)
        return scene.hand(0, hand).hand(1, "B1").top("C1").start().visit(4, 2)

    def test_s4_takes_a_random_hand_card(self) -> None:
        scene = self.scene()
        assert (scene.asked, scene.keys) == (("Ana", "cube"), ["give_random", "allow_both"])
        scene.say("give_random")
        assert (scene.hand_of(0), scene.hand_of(1), scene.asked) == ("", "B1 A1", NEXT)

    def test_s4_or_does_both_home_actions(self) -> None:
        scene = self.scene().say("allow_both")
        assert scene.asked == ("Bo", "home")
        scene.say("draw")
        assert scene.keys == ["shelve", "done"]
        scene.say("shelve", "C1", "at:0:0")
        assert (scene.shelf_of(1), scene.asked) == ("C1", ("Ana", "discard"))

    def test_s4_without_hand_only_the_home_actions(self) -> None:
        assert self.scene("").keys == ["allow_both"]

    def test_s4_your_own_arrival_does_not_count(self) -> None:
        scene = Scene(at=(4,), libraries=("gelatinous_cube",)).stand(0, "gelatinous_cube", 4).start()
        assert scene.visit(4, 2).asked == NEXT

    def test_s4_outbid_at_the_auction_it_goes_home_and_is_owed_nothing(self) -> None:
        scene = Scene(at=(3,), libraries=(None, "gelatinous_cube")).stock(3, "A1").hand(0, "B1 B2")
        scene.hand(1, "C1").stand(1, "gelatinous_cube", 3, 1).start().visit(3, 2)
        assert scene.asked == NEXT, "the Cube was no longer there when the higher bid arrived"
        assert (scene.placed(0), scene.placed(1), len(scene.s.free[1])) == ({3: 1}, {}, 3)
        assert (scene.hand_of(0), scene.hand_of(1)) == ("B1 B2", "C1")
        assert "assistant:gelatinous_cube" in scene.keys, "it is placed again this round"

    def test_s4_outbidding_as_the_cube_the_lower_bidder_owes_nothing(self) -> None:
        scene = Scene(at=(3,), libraries=("gelatinous_cube",)).stock(3, "A1").hand(1, "C1")
        scene.stand(1, "ordinary", 3, 1).start().visit(3, 2, "gelatinous_cube")
        assert (scene.asked, scene.placed(0), scene.placed(1)) == (NEXT, {3: 1}, {})
        assert (scene.hand_of(0), scene.hand_of(1)) == ("", "C1")


class TestS5Ghost:
    def test_s5_never_at_the_diviners_hut(self) -> None:
        scene = Scene(at=(1, 6), libraries=("ghost",)).stand(1, "ordinary", 1).start()
        assert offered(scene, "ghost") == ["place:6:1"]
        assert offered(Scene(at=(1, 6), libraries=("ghost",)).start(), "ghost") == ["place:6:1"]

    def test_s5_shares_an_opponents_space_and_first_draws_a_card(self) -> None:
        scene = Scene(at=(17,), libraries=("ghost",)).stand(1, "ordinary", 17).top("A1").start()
        scene.visit(17, 1, "ghost", share=True)
        assert (scene.hand_of(0), scene.asked) == ("A1", ("Ana", "show"))

    def test_s5_draws_nothing_on_a_space_of_its_own(self) -> None:
        scene = Scene(at=(4,), libraries=("ghost",)).stand(1, "ordinary", 4).start()
        scene.visit(4, 2, "ghost")
        assert (scene.hand_of(0), scene.asked) == ("", NEXT)

    def test_s5_not_with_your_own_assistant(self) -> None:
        scene = Scene(at=(17,), libraries=("ghost",)).stand(0, "ordinary", 17).start()
        assert offered(scene, "ghost") == []

    def test_s5_fr_shares_anybodys_space(self) -> None:
        scene = Scene(at=(17,), libraries=("ghost",), edition="fr").stand(0, "ordinary", 17).top("A1").start()
        assert offered(scene, "ghost") == ["place:17:1:share"]
        assert scene.say("place:17:1:share").hand_of(0) == "A1"

    @pytest.mark.parametrize("edition", ["en", "pt", "cs"])
    def test_s5_only_opponents_spaces_in_the_other_editions(self, edition: str) -> None:
        scene = Scene(at=(17,), libraries=("ghost",), edition=edition).stand(0, "ordinary", 17).start()
        assert offered(scene, "ghost") == []

    def test_s5_not_at_delayed_locations(self) -> None:
        scene = Scene(at=(11,), libraries=("ghost",)).stand(1, "ordinary", 11).start()
        assert offered(scene, "ghost") == ["place:11:2"]


class TestS6SneakyGoblin:
    def scene(self, players: int = 2) -> Scene:
        scene = Scene(at=(7,), libraries=("sneaky_goblin",), players=players).stand(1, "ordinary", 7, 1)
        return scene.hand(1, "A1 H3 E6")

    def test_s6_an_opponent_gives_a_card_that_has_the_category(self) -> None:
        scene = self.scene().start().visit(7, 2, "sneaky_goblin")
        assert scene.keys == ["player:Bo", "done"]
        scene.say("player:Bo", "category:monster_manuals")
        assert (scene.asked, scene.keys) == (("Bo", "give"), ["A1", "H3"])
        scene.say("H3")
        assert (scene.asked, scene.keys) == (("Ana", "may_shelve"), ["H3", "done"])
        scene.say("H3", "at:0:0")
        assert (scene.shelf_of(0), scene.asked) == ("H3", ("Ana", "category")), "then the location's effect"

    def test_s6_or_shows_a_hand_without(self) -> None:
        scene = self.scene().start().visit(7, 2, "sneaky_goblin").say("player:Bo", "category:reference_texts")
        assert scene.asked == ("Ana", "look")
        assert [str(card) for card in scene.game.view("Ana").looking] == ["A1:MM", "H3:MM", "E6:SS"]
        assert scene.game.view("Bo").looking == []
        scene.say("done")
        assert (scene.hand_of(1), scene.game.view("Ana").looking) == ("A1 H3 E6", [])

    def test_s6_each_opponent_once(self) -> None:
        scene = self.scene(players=3).stand(2, "ordinary", 7, 2).stand(1, "ordinary", 7, 3).hand(2, "A3")
        scene.start().visit(7, 4, "sneaky_goblin")
        assert scene.keys == ["player:Bo", "player:Cy", "done"]
        scene.say("player:Cy", "category:monster_manuals", "A3")
        assert scene.keys == ["player:Bo", "done"]

    def test_s6_nothing_without_opponents(self) -> None:
        scene = Scene(at=(4,), libraries=("sneaky_goblin",)).start()
        assert scene.visit(4, 1, "sneaky_goblin").asked == NEXT


class TestS7Mummy:
    def scene(self, shelf: str) -> Scene:
        scene = Scene(libraries=("mummy",)).shelf(0, shelf).hand(0, "C1").start()
        return scene.at_home("mummy").say("shelve", "C1")

    def test_s7_buries_under_a_shelved_card(self) -> None:
        scene = self.scene("A1 B1").say("under:0:1")
        assert scene.shelf_of(0) == "A1 B1+"
        assert scene.zone("shelf:Ana") == "A1 B1 C1"

    def test_s7_buries_by_laying_on_top(self) -> None:
        assert self.scene("A1 B1").say("over:0:0").shelf_of(0) == "C1+ B1"

    def test_s7_at_most_one_under_a_card(self) -> None:
        keys = self.scene("A1+D1 B1").keys
        assert {"over:0:1", "under:0:1"} <= set(keys)
        assert not {"over:0:0", "under:0:0"} & set(keys)

    def test_s7_other_assistants_bury_nothing(self) -> None:
        scene = Scene(libraries=("mummy",)).shelf(0, "A1").hand(0, "C1").start().at_home().say("shelve", "C1")
        assert all(key.startswith("at:") for key in scene.keys)

    def test_s7_each_buried_card_is_worth_two(self) -> None:
        scene = Scene(libraries=("mummy",)).shelf(0, "A1+D1 B1+E1 C1")
        scene.s.phase, scene.s.turn = "turn_cards", 0
        scene.start().say("done")
        assert scene.game.result is not None
        assert scene.game.result.players[0].b1 == 4

    def test_s7_when_the_upper_card_goes_the_lower_stays_face_down_and_counts_no_more(self) -> None:
        scene = Scene(at=(4,), libraries=("mummy",)).shelf(0, "A1 B1+D1 C1").start().visit(4)
        assert "B1" in scene.keys, "the place stays taken, so nothing falls apart"
        scene.say("B1", "done")
        assert (scene.shelf_of(0), scene.zone("discard")) == ("A1 #D1 C1", "B1")

    def test_s7_buried_cards_do_not_count_for_the_last_round(self) -> None:
        cells = " ".join(f"A{n}" for n in range(1, 8)) + " / " + " ".join(f"B{n}" for n in range(1, 9))
        scene = Scene(libraries=("mummy",)).shelf(0, cells.replace("A1", "A1+C1"))
        scene.s.phase = "clean_up"
        assert not scene.start().s.final, "15 places and a buried card"
        scene = Scene().shelf(0, cells + " #C1")
        scene.s.phase = "clean_up"
        assert scene.start().s.final, "15 places and a face-down one"


class TestS8TrashGolem:
    def scene(self) -> Scene:
        scene = Scene(at=(2, 6, 10), libraries=("trash_golem",), board=(5, 14))
        scene.stock(2, "A1 A2").stock(5, "B1").stock(10, "C1").stock(14, "D1")
        return scene.stand(0, "trash_golem", 10)

    def test_s8_saves_a_card_of_every_location_up_to_its_own(self) -> None:
        scene = self.scene().resolve()
        assert (scene.asked, scene.keys) == (("Ana", "golem"), ["A1", "A2", "pass"])
        scene.say("A2", "done")
        assert scene.keys == ["B1", "pass"]
        scene.say("B1", "B1", "at:0:0")
        assert scene.keys == ["C1", "pass"]
        scene.say("pass")
        assert scene.zone("discard") == "A1 C1 D1", "the Thrift Store lies beyond"
        assert (scene.hand_of(0), scene.shelf_of(0)) == ("A2", "B1")

    def test_s8_nothing_to_save(self) -> None:
        scene = Scene(at=(6,), libraries=("trash_golem",)).stand(0, "trash_golem", 6).resolve()
        assert scene.s.phase == "place"

    def test_s8_at_home_it_saves_nothing(self) -> None:
        scene = Scene(at=(2,), libraries=("trash_golem",)).stock(2, "A1").home(0, "trash_golem").resolve()
        assert scene.zone("discard") == "A1"


class TestS9Snowman:
    @pytest.mark.parametrize("seat", [0, 1])
    def test_s9_no_other_assistant_comes_to_an_instant_location(self, seat: int) -> None:
        libraries = ("snowman", None) if seat == 0 else (None, "snowman")
        scene = Scene(at=(4,), libraries=libraries).stand(seat, "snowman", 4).start()
        assert offered(scene, "ordinary") == []

    def test_s9_a_delayed_location_stays_open(self) -> None:
        scene = Scene(at=(11,), libraries=(None, "snowman")).stand(1, "snowman", 11).start()
        assert offered(scene, "ordinary") == ["place:11:2"]

    def test_s9_it_may_join_others(self) -> None:
        scene = Scene(at=(4,), libraries=("snowman",)).stand(1, "ordinary", 4).start()
        assert offered(scene, "snowman") == ["place:4:2"]


class TestS10Bookworm:
    def test_s10_both_home_actions_and_for_a_discard_both_once_more(self) -> None:
        scene = Scene(libraries=("bookworm",)).hand(0, "A1").top("B1 B2").start().at_home("bookworm")
        assert scene.keys == ["draw", "shelve", "done"]
        scene.say("draw", "shelve", "A1", "at:0:0")
        assert scene.asked == ("Ana", "discard")
        scene.say("A1", "shelve", "B1", "at:0:0", "draw")
        assert (scene.zone("discard"), scene.shelf_of(0), scene.hand_of(0)) == ("A1", "B1", "B2")
        assert scene.asked == NEXT, "only once"

    def test_s10_without_a_discard_it_ends(self) -> None:
        scene = Scene(libraries=("bookworm",)).hand(0, "A1").start().at_home("bookworm").say("done", "done")
        assert (scene.hand_of(0), scene.asked) == ("A1", NEXT)

    def test_s10_others_do_one(self) -> None:
        scene = Scene(libraries=("bookworm",)).hand(0, "A1").start().at_home().say("draw")
        assert scene.asked == NEXT


class TestS11Wizard:
    def scene(self, rows: str) -> Scene:
        scene = Scene(libraries=("wizard",)).shelf(0, rows).hand(0, "M1").start()
        return scene.at_home("wizard").say("shelve", "M1", "move_group")

    def test_s11_opens_a_space_and_shelves_into_it(self) -> None:
        scene = self.scene("A1 B1 C1").say("C1", "B1", "done")
        assert "right:1" in scene.keys
        scene.say("right:1")
        assert scene.keys == ["at:0:1"]
        assert scene.say("at:0:1").shelf_of(0) == "A1 M1 B1 C1"
        assert scene.asked == NEXT

    def test_s11_the_shelf_may_fall_apart_and_must_be_whole_after(self) -> None:
        scene = self.scene("A1 B1 C1").say("C1", "done")
        assert "right:1" in scene.keys, "A1 B1 and C1 are apart until M1 joins them"
        assert scene.say("right:1", "at:0:2").shelf_of(0) == "A1 B1 M1 C1"

    def test_s11_a_move_that_one_card_cannot_mend_is_not_offered(self) -> None:
        scene = self.scene("A1 B1 C1").say("B1", "done")
        assert scene.keys == ["up:1", "down:1", "back"], "sideways B1 would meet its neighbours"
        scene = self.scene("A1 . C1 / D1 E1 F1").say("E1", "D1", "done")
        assert scene.keys == ["left:1", "back"], "down, neither place would join A1, C1 F1 and D1 E1"

    def test_s11_the_group_is_chosen_card_by_card_among_neighbours(self) -> None:
        scene = self.scene("A1 B1 C1").say("A1")
        assert scene.keys == ["B1", "done"]

    def test_s11_never_more_than_three_rows(self) -> None:
        scene = self.scene("A1 / B1 / C1").say("A1", "done")
        assert "up:1" not in scene.keys

    def test_s11_may_think_better_of_it(self) -> None:
        scene = self.scene("A1 B1").say("back")
        assert scene.say("at:0:2").shelf_of(0) == "A1 B1 M1"

    def test_s11_others_move_nothing(self) -> None:
        scene = (
            Scene(libraries=("wizard",)).shelf(0, "A1").hand(0, "M1").start().at_home().say("shelve", "M1")
        )
        assert "move_group" not in scene.keys


class TestS12Witch:
    def test_s12_a_banned_book_turns_up_the_top_card(self) -> None:
        # A2:CHRR has a banned book (corrupted codices), A1:MM has none
        scene = Scene(libraries=("witch",)).top("A2 A1").start().at_home("witch").say("draw")
        assert (scene.asked, scene.keys) == (("Ana", "witch"), ["A2", "A1"])
        scene.say("A1")
        assert (scene.hand_of(0), scene.zone("discard"), scene.asked) == ("A1", "A2", NEXT)

    def test_s12_may_keep_the_first(self) -> None:
        scene = Scene(libraries=("witch",)).top("A2 A1").start().at_home("witch").say("draw", "A2")
        assert (scene.hand_of(0), scene.zone("discard")) == ("A2", "A1")

    def test_s12_cards_taken_count_too(self) -> None:
        scene = Scene(at=(10,), libraries=("witch",)).stock(10, "A2").top("B2").start().visit(10, 1, "witch")
        scene.say("A2", "B2")
        assert (scene.keys, scene.zone("discard")) == (["B2", "done"], "A2"), "the card kept may be shelved"

    def test_s12_nothing_without_a_banned_book(self) -> None:
        scene = Scene(libraries=("witch",)).top("A1").start().at_home("witch").say("draw")
        assert scene.asked == NEXT

    def test_s12_keeps_the_card_when_nothing_can_be_turned_up(self) -> None:
        scene = Scene(libraries=("witch",)).draw_pile("A2").start().at_home("witch").say("draw")
        assert (scene.hand_of(0), scene.zone("discard"), scene.zone("table")) == ("A2", "", "")
        assert scene.asked == NEXT

    def test_s12_the_discards_are_reshuffled_to_turn_one_up(self) -> None:
        scene = Scene(libraries=("witch",)).discard("A1").draw_pile("A2").start().at_home("witch").say("draw")
        assert (scene.asked, scene.keys) == (("Ana", "witch"), ["A2", "A1"])
        scene.say("A1")
        assert (scene.hand_of(0), scene.zone("discard"), scene.zone("draw")) == ("A1", "A2", "")

    def test_s12_alone_the_discards_stay_and_the_card_is_kept(self) -> None:
        scene = Scene(libraries=("witch",), players=1).discard("A1").draw_pile("A2").start()
        scene.at_home("witch").say("draw")
        assert (scene.hand_of(0), scene.zone("discard")) == ("A2", "A1")
        assert scene.asked == ("Ana", "assistant")

    def test_s12_other_assistants_gain_as_usual(self) -> None:
        scene = Scene(libraries=("witch",)).top("A2").start().at_home().say("draw")
        assert (scene.hand_of(0), scene.asked) == ("A2", NEXT)
