"""L1 to L9: every location, each note, each "nothing happens", each edition's difference (RULES 7)."""

import pytest

from tests.scorer.play.scene import Scene

NEXT = ("Bo", "assistant")


def places(scene: Scene, location: int) -> list[str]:
    return [key for key in scene.keys if key.startswith(f"place:{location}:")]


class TestL1DivinersHut:
    def test_l1_draws_for_each_assistant_placed_and_takes_the_token(self) -> None:
        scene = Scene(libraries=(None, None)).home(0).top("A1 A2 A3")
        scene.s.first = 1
        scene.start().visit(1)
        assert scene.hand_of(0) == "A1 A2"
        assert scene.s.first == 0
        assert scene.asked == NEXT

    def test_l1_keeps_the_token(self) -> None:
        scene = Scene().top("A1").start().visit(1)
        assert (scene.hand_of(0), scene.s.first) == ("A1", 0)

    @pytest.mark.parametrize(("players", "spaces"), [(2, 2), (3, 3), (4, 4)])
    def test_l1_spaces_by_players(self, players: int, spaces: int) -> None:
        scene = Scene(players=players).start()
        assert len(scene.game._table.places[1]) == spaces

    def test_l1_the_token_counts_from_the_next_round(self) -> None:
        scene = Scene().start()
        scene.say("assistant:ordinary", "place:home", "draw")
        scene.visit(1)
        assert scene.s.first == 1
        assert scene.asked == ("Ana", "assistant")


class TestL2BookSwap:
    def test_l2_swaps_and_may_shelve(self) -> None:
        scene = Scene(at=(2,)).hand(0, "A1 A2").stock(2, "B1 B2").start().visit(2)
        scene.say("A1", "B2")
        assert scene.asked == ("Ana", "may_shelve")
        assert scene.keys == ["B2", "done"]
        scene.say("B2", "at:0:0")
        assert (scene.hand_of(0), scene.zone("location:2"), scene.shelf_of(0)) == ("A2", "B1 A1", "B2")
        assert scene.asked == NEXT

    def test_l2_nothing_without_hand(self) -> None:
        assert Scene(at=(2,)).stock(2, "B1").start().visit(2).asked == NEXT

    def test_l2_nothing_without_cards(self) -> None:
        assert Scene(at=(2,)).hand(0, "A1").start().visit(2).asked == NEXT


class TestL3AuctionHouse:
    def scene(self) -> Scene:
        return Scene(at=(3,)).stock(3, "A1 A2 A3")

    def test_l3_a_later_bid_is_higher_and_sends_the_lower_bidder_home(self) -> None:
        scene = self.scene().start()
        scene.visit(3, 2).say("assistant:ordinary")
        assert places(scene, 3) == ["place:3:3", "place:3:4"]
        scene.say("place:3:3")
        assert scene.placed(0) == {}
        assert len(scene.s.free[0]) == 3

    def test_l3_the_owner_outbids_themselves(self) -> None:
        scene = self.scene().stand(0, "ordinary", 3, 1).start().visit(3, 4)
        assert scene.placed(0) == {3: 1}
        assert len(scene.s.free[0]) == 2

    def test_l3_space_four_cannot_be_outbid(self) -> None:
        scene = self.scene().stand(1, "ordinary", 3, 4).start().say("assistant:ordinary")
        assert places(scene, 3) == []

    def test_l3_pays_the_bid_and_takes_all_cards(self) -> None:
        scene = self.scene().hand(0, "B1 B2 B3").stand(0, "ordinary", 3, 2).resolve()
        assert scene.asked == ("Ana", "discard")
        assert "done" not in scene.keys
        scene.say("B1", "B3", "A2", "at:0:0", "A1", "at:0:-1", "done")
        assert (scene.hand_of(0), scene.zone("discard"), scene.shelf_of(0)) == ("B2 A3", "B1 B3", "A1 A2")

    def test_l3_nothing_with_too_few_cards(self) -> None:
        scene = self.scene().hand(0, "B1").stand(0, "ordinary", 3, 2).resolve()
        assert (scene.hand_of(0), scene.zone("discard")) == ("B1", "A1 A2 A3")

    def test_l3_nothing_without_cards_there(self) -> None:
        scene = Scene(at=(3,)).hand(0, "B1 B2").stand(0, "ordinary", 3, 1).resolve()
        assert scene.hand_of(0) == "B1 B2"


class TestL4DonationDrop:
    def test_l4_discards_at_least_one_then_shelves_up_to_two(self) -> None:
        scene = Scene(at=(4,)).hand(0, "A1 A2 A3 A4").start().visit(4)
        assert "done" not in scene.keys
        scene.say("A4")
        assert "done" in scene.keys
        scene.say("done", "A1", "at:0:0", "A2", "at:0:1")
        assert (scene.hand_of(0), scene.zone("discard"), scene.shelf_of(0)) == ("A3", "A4", "A1 A2")
        assert scene.asked == NEXT

    def test_l4_discards_from_the_shelf_too(self) -> None:
        scene = Scene(at=(4,)).hand(0, "A1").shelf(0, "B1 B2 B3").start().visit(4)
        assert scene.keys == ["A1", "B1", "B2", "B3"]
        scene.say("B2", "done")
        assert (scene.zone("discard"), scene.shelf_of(0)) == ("B2", "B1 . B3")
        scene.say("A1")
        assert "at:0:1" in scene.keys, "the gap may be filled again"
        assert (-2, 0) not in [option.space for option in scene.game.choice.options]  # type: ignore[union-attr]

    @pytest.mark.parametrize(
        ("edition", "keys"),
        [
            ("en", ["A1", "A2", "done"]),
            ("pt", ["A1", "A2", "done"]),
            ("cs", ["A1", "A2", "done"]),
            ("fr", ["A1", "A2"]),
        ],
    )
    def test_l4_whether_one_card_must_be_shelved_is_the_editions(self, edition: str, keys: list[str]) -> None:
        scene = Scene(at=(4,), edition=edition).hand(0, "A1 A2 A3").start().visit(4).say("A3", "done")
        assert scene.keys == keys
        assert scene.say("A1", "at:0:0").keys == ["A2", "done"], "the second card is free in every edition"

    def test_l4_fr_with_an_empty_hand_nothing_is_shelved(self) -> None:
        assert Scene(at=(4,), edition="fr").hand(0, "A1").start().visit(4).say("A1").asked == NEXT

    def test_l4_nothing_without_any_card(self) -> None:
        assert Scene(at=(4,)).start().visit(4).asked == NEXT


class TestL5CommunityCenter:
    def test_l5_takes_one_and_gives_one_either_may_shelve(self) -> None:
        scene = Scene(at=(5,), players=3).stock(5, "A1 A2 A3").start().visit(5)
        scene.say("A1", "A1", "at:0:0")
        assert scene.asked == ("Ana", "give")
        scene.say("A3")
        assert scene.keys == ["player:Bo", "player:Cy"]
        scene.say("player:Cy")
        assert scene.asked == ("Cy", "may_shelve")
        scene.say("A3", "at:0:0")
        assert (scene.shelf_of(0), scene.shelf_of(2), scene.zone("location:5")) == ("A1", "A3", "A2")

    def test_l5_gives_nothing_when_no_card_remains(self) -> None:
        scene = Scene(at=(5,)).stock(5, "A1").start().visit(5).say("A1", "done")
        assert (scene.hand_of(0), scene.asked) == ("A1", NEXT)

    def test_l5_nothing_without_cards(self) -> None:
        assert Scene(at=(5,)).start().visit(5).asked == NEXT


class TestL6WishingWell:
    def test_l6_draws_one_more_than_discarded_and_may_shelve_a_new_one(self) -> None:
        scene = Scene(at=(6,)).hand(0, "A1 A2").top("B1 B2").start().visit(6).say("A1", "done")
        assert scene.keys == ["B1", "B2", "done"]
        scene.say("B2", "at:0:0")
        assert (scene.hand_of(0), scene.shelf_of(0), scene.asked) == ("A2 B1", "B2", NEXT)

    def test_l6_discards_none(self) -> None:
        scene = Scene(at=(6,)).hand(0, "A1").top("B1").start().visit(6).say("done", "done")
        assert scene.hand_of(0) == "A1 B1"

    def test_l6_the_discards_are_reshuffled_when_the_draws_run_out(self) -> None:
        scene = Scene(at=(6,)).hand(0, "A1 A2").draw_pile("B1").start().visit(6).say("A1", "A2")
        assert sorted(scene.keys) == ["A1", "A2", "B1", "done"], "the cards just discarded come back"
        scene.say("done")
        assert sorted(scene.hand_of(0).split()) == ["A1", "A2", "B1"]
        assert (scene.zone("discard"), scene.zone("draw")) == ("", "")

    def test_l6_alone_the_draws_that_cannot_happen_are_skipped(self) -> None:
        scene = Scene(at=(6,), players=1).hand(0, "A1 A2").draw_pile("B1").start().visit(6)
        scene.say("A1", "A2")
        assert scene.keys == ["B1", "done"]
        scene.say("done")
        assert (scene.hand_of(0), scene.zone("discard")) == ("B1", "A1 A2")
        assert scene.asked == ("Ana", "assistant")

    def test_l6_alone_with_nothing_to_draw_the_discards_are_lost(self) -> None:
        scene = Scene(at=(6,), players=1).hand(0, "A1").draw_pile("").start().visit(6).say("A1")
        assert (scene.hand_of(0), scene.zone("discard")) == ("", "A1")


class TestL7GamblingDen:
    def scene(self, edition: str = "en", players: int = 3) -> Scene:
        # B1:FMFH D3:HFF E6:SS H3:MM: four F, two H, three M, two S, no C or R
        return Scene(at=(7,), edition=edition, players=players).top("B1 D3 E6 H3")

    def test_l7_most_books_win_the_cards_that_have_them(self) -> None:
        scene = self.scene().stand(1, "ordinary", 7, 1).start().visit(7, 2)
        assert scene.asked == ("Ana", "category")
        scene.say("category:monster_manuals")
        assert scene.asked == ("Bo", "category")
        assert "category:monster_manuals" not in scene.keys
        scene.say("category:fantastical_fictions")
        assert scene.asked == ("Bo", "may_shelve")
        assert (scene.hand_of(1), scene.zone("discard")) == ("B1 D3", "E6 H3")
        scene.say("B1", "at:0:0", "D3", "at:0:1")
        assert scene.asked == NEXT

    def test_l7_shelves_as_many_as_players_are_there(self) -> None:
        scene = self.scene().start().visit(7).say("category:fantastical_fictions", "B1", "at:0:0")
        assert (scene.hand_of(0), scene.asked) == ("D3", NEXT)

    def test_l7_a_tie_goes_to_the_visitor(self) -> None:
        scene = self.scene().stand(1, "ordinary", 7, 1).start().visit(7, 2)
        scene.say("category:spells_potions", "category:historic_volumes", "done")
        assert scene.hand_of(0) == "E6"

    @pytest.mark.parametrize(("edition", "winner"), [("pt", 2), ("cs", 2), ("en", 2), ("fr", 1)])
    def test_l7_else_counter_clockwise_or_in_turn_order(self, edition: str, winner: int) -> None:
        scene = self.scene(edition).stand(1, "ordinary", 7, 1).stand(2, "ordinary", 7, 2).start()
        scene.visit(7, 3).say("category:reference_texts")
        scene.say("category:spells_potions", "category:historic_volumes")
        assert scene.asked == (["Ana", "Bo", "Cy"][winner], "may_shelve")

    def test_l7_cs_names_a_category_for_each_assistant(self) -> None:
        scene = self.scene("cs").stand(0, "ordinary", 7, 1).stand(1, "ordinary", 7, 2).start().visit(7, 3)
        scene.say("category:reference_texts", "category:monster_manuals")
        assert scene.asked == ("Bo", "category")
        scene.say("category:spells_potions")
        assert (scene.asked, scene.hand_of(0)) == (("Ana", "may_shelve"), "B1 H3")

    @pytest.mark.parametrize("edition", ["en", "pt", "fr"])
    def test_l7_else_each_player_names_one(self, edition: str) -> None:
        scene = self.scene(edition).stand(0, "ordinary", 7, 1).stand(1, "ordinary", 7, 2).start().visit(7, 3)
        assert scene.say("category:reference_texts").asked == ("Bo", "category")

    @pytest.mark.parametrize(("edition", "again"), [("en", 0), ("pt", 0), ("fr", 1), ("cs", 1)])
    def test_l7_whether_a_category_may_be_named_twice_is_the_editions(self, edition: str, again: int) -> None:
        scene = self.scene(edition).stand(1, "ordinary", 7, 1).start().visit(7, 2)
        assert scene.say("category:spells_potions").keys.count("category:spells_potions") == again

    @pytest.mark.parametrize(("edition", "winner"), [("fr", 1), ("cs", 2)])
    def test_l7_players_who_name_the_same_tie(self, edition: str, winner: int) -> None:
        scene = self.scene(edition).stand(1, "ordinary", 7, 1).stand(2, "ordinary", 7, 2).start()
        scene.visit(7, 3).say("category:reference_texts")
        scene.say("category:fantastical_fictions", "category:fantastical_fictions")
        assert scene.asked == (["Ana", "Bo", "Cy"][winner], "may_shelve")
        assert scene.hand_of(winner) == "B1 D3"

    def test_l7_cs_the_same_named_twice_by_one_player_is_one_bet_won(self) -> None:
        scene = self.scene("cs").stand(0, "ordinary", 7, 1).start().visit(7, 2)
        scene.say("category:spells_potions", "category:spells_potions")
        assert (scene.asked, scene.hand_of(0)) == (("Ana", "may_shelve"), "E6")

    def test_l7_cs_of_two_winning_bets_only_one_counts(self) -> None:
        scene = self.scene("cs").stand(0, "ordinary", 7, 1).start().visit(7, 2)
        scene.say("category:spells_potions", "category:historic_volumes")
        assert scene.keys == ["category:historic_volumes", "category:spells_potions"]
        scene.say("category:historic_volumes", "done")
        assert scene.hand_of(0) == "B1 D3"


class TestL8LibrariansLodge:
    def test_l8_moves_an_assistant_home_and_uses_it(self) -> None:
        scene = Scene(at=(8, 10)).stand(0, "ordinary", 10).top("A1").start().visit(8)
        assert scene.keys == ["lodge_move", "done"], "nothing is shelved yet"
        scene.say("lodge_move", "@10", "draw")
        assert (scene.hand_of(0), scene.placed(0)) == ("A1", {8: 1, 0: 1})
        assert scene.asked == NEXT

    def test_l8_needs_a_free_home_space(self) -> None:
        scene = Scene(at=(8,)).shelf(0, "A1")
        scene.s.free[0] = [1, 2, 3, 0]
        scene.home(0).home(0).home(0).start().visit(8)
        assert scene.keys == ["lodge_shelf", "done"]

    def test_l8_swaps_a_shelf_card_with_a_hand_card(self) -> None:
        scene = Scene(at=(8,)).hand(0, "C1").shelf(0, "A1 B1").start().visit(8)
        scene.say("lodge_shelf", "swap_hand", "A1", "C1")
        assert (scene.shelf_of(0), scene.hand_of(0)) == ("C1 B1", "A1")
        assert scene.keys == ["lodge_move", "done"], "each once"

    def test_l8_swaps_two_shelf_cards(self) -> None:
        scene = Scene(at=(8,)).shelf(0, "B1 #A1").start().visit(8)
        scene.say("lodge_shelf", "swap_shelf", "B1", "A1")
        assert scene.shelf_of(0) == "#A1 B1"

    def test_l8_shelves_a_card_anew(self) -> None:
        scene = Scene(at=(8,)).shelf(0, "A1 B1").start().visit(8)
        scene.say("lodge_shelf", "reshelve", "A1", "at:1:1")
        assert scene.shelf_of(0) == "B1 / A1"

    def test_l8_a_shelf_that_the_wizard_moves_is_whole_after(self) -> None:
        scene = Scene(at=(8,), libraries=("wizard",)).shelf(0, "A1 B1 C1 D1").start().visit(8, 1, "wizard")
        scene.say("lodge_shelf", "reshelve", "B1", "move_group", "D1", "done")
        assert scene.keys == ["back"], "wherever D1 goes, B1 beside it leaves A1 alone"
        scene.say("back", "move_group", "C1", "D1", "done", "left:1", "at:0:3")
        assert scene.shelf_of(0) == "A1 C1 D1 B1"

    def test_l8_a_card_that_held_the_shelf_together_mends_it(self) -> None:
        scene = Scene(at=(8,)).shelf(0, "A1 B1 C1").start().visit(8)
        scene.say("lodge_shelf", "reshelve", "B1")
        assert scene.keys == ["at:0:1"]

    def test_l8_both_in_any_order(self) -> None:
        scene = Scene(at=(8, 10)).shelf(0, "A1 B1").stand(0, "ordinary", 10).top("C1").start().visit(8)
        scene.say("lodge_shelf", "swap_shelf", "A1", "B1", "lodge_move", "@10", "draw")
        assert (scene.shelf_of(0), scene.hand_of(0), scene.asked) == ("B1 A1", "C1", NEXT)

    def test_l8_does_nothing(self) -> None:
        assert Scene(at=(8,)).start().visit(8).say("done").asked == NEXT


class TestL9BookCollector:
    def test_l9_draws_half_the_matching_books_rounded_down(self) -> None:
        # the tile's H3:MM; A1:MM and A3:MMR and D2:FMM have five or six monster manuals
        scene = Scene(at=(9,)).stock(9, "H3").hand(0, "A1 E6 M8").shelf(0, "A3").top("B1 B2").start().visit(9)
        scene.say("A1", "A3", "E6", "done")
        assert scene.keys == ["B1", "B2", "done"]
        scene.say("B1", "at:0:0", "B2", "at:0:1")
        assert (scene.shelf_of(0), scene.zone("location:9")) == ("B1 B2", "H3")

    def test_l9_rounds_down(self) -> None:
        scene = Scene(at=(9,)).stock(9, "H3").hand(0, "A3 F1").top("B1 B2").start().visit(9)
        scene.say("A3", "F1", "done")
        assert scene.hand_of(0) == "B1"

    def test_l9_may_shelve_two_at_most(self) -> None:
        scene = Scene(at=(9,)).stock(9, "H3").hand(0, "A1 A3 D2").top("B1 B2 B3").start().visit(9)
        scene.say("A1", "A3", "D2", "B1", "at:0:0", "B2", "at:0:1")
        assert (scene.hand_of(0), scene.asked) == ("B3", NEXT)

    def test_l9_discards_none(self) -> None:
        scene = Scene(at=(9,)).stock(9, "H3").hand(0, "A1").start().visit(9).say("done")
        assert (scene.hand_of(0), scene.asked) == ("A1", NEXT)

    def test_l9_without_its_card_counts_no_books(self) -> None:
        scene = Scene(at=(9,)).hand(0, "A1 A3").start().visit(9).say("A1", "A3")
        assert (scene.hand_of(0), scene.zone("discard"), scene.asked) == ("", "A1 A3", NEXT)

    def test_l9_the_discards_are_reshuffled_when_the_draws_run_out(self) -> None:
        scene = Scene(at=(9,)).stock(9, "H3").hand(0, "A1 A3 D2").draw_pile("B1").start().visit(9)
        scene.say("A1", "A3", "D2")
        assert (scene.keys[0], len(scene.keys)) == ("B1", 4), "six books: B1 and two of the discards"
        scene.say("done")
        assert len(scene.hand_of(0).split()) == 3
        assert scene.zone("discard") == ""
        assert len(scene.zone("draw").split()) == 1

    def test_l9_alone_the_draws_that_cannot_happen_are_skipped(self) -> None:
        scene = Scene(at=(9,), players=1).stock(9, "H3").hand(0, "A1 A3 D2").draw_pile("B1").start().visit(9)
        scene.say("A1", "A3", "D2")
        assert scene.keys == ["B1", "done"]
        scene.say("done")
        assert (scene.hand_of(0), scene.zone("discard")) == ("B1", "A1 A3 D2")
        assert scene.asked == ("Ana", "assistant")
