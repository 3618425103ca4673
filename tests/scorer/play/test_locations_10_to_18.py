"""L10 to L18: every location, each note, each "nothing happens", each edition's difference (RULES 7)."""

import pytest

from tests.scorer.play.scene import Scene

NEXT = ("Bo", "assistant")


class TestL10Bookseller:
    def test_l10_takes_one_and_may_shelve_it(self) -> None:
        scene = Scene(at=(10,)).hand(0, "C1").stock(10, "A1 A2").start().visit(10).say("A2")
        assert scene.keys == ["A2", "done"]
        scene.say("A2", "at:0:0")
        assert (scene.shelf_of(0), scene.zone("location:10"), scene.asked) == ("A2", "A1", NEXT)

    def test_l10_nothing_without_cards(self) -> None:
        assert Scene(at=(10,)).start().visit(10).asked == NEXT


class TestL11GarbageDump:
    def test_l11_is_delayed(self) -> None:
        assert Scene(at=(11,)).discard("A1").start().visit(11).asked == NEXT

    def test_l11_names_a_category_then_takes_a_discard_that_has_it(self) -> None:
        scene = Scene(at=(11,)).discard("A1 E6 H3").stand(0, "ordinary", 11).resolve()
        assert scene.asked == ("Ana", "category")
        scene.say("category:monster_manuals")
        assert scene.keys == ["A1", "H3"]
        assert [str(card) for card in scene.game.view("Ana").looking] == ["A1:MM", "E6:SS", "H3:MM"]
        assert scene.game.view("Bo").looking == []
        scene.say("A1", "A1", "at:0:0")
        assert (scene.shelf_of(0), scene.zone("discard")) == ("A1", "E6 H3")

    def test_l11_nothing_when_no_card_matches(self) -> None:
        scene = Scene(at=(11,)).discard("A1").stand(0, "ordinary", 11).resolve()
        scene.say("category:spells_potions")
        assert (scene.zone("discard"), scene.hand_of(0)) == ("A1", "")

    @pytest.mark.parametrize(
        ("edition", "keys"),
        [("en", ["A1", "H3"]), ("pt", ["A1", "H3"]), ("cs", ["A1", "H3"]), ("fr", ["A1", "H3", "done"])],
    )
    def test_l11_whether_a_card_must_be_taken_is_the_editions(self, edition: str, keys: list[str]) -> None:
        scene = Scene(at=(11,), edition=edition).discard("A1 E6 H3").stand(0, "ordinary", 11).resolve()
        scene.say("category:monster_manuals")
        assert scene.keys == keys

    def test_l11_fr_leaves_the_discards_as_they_were(self) -> None:
        scene = Scene(at=(11,), edition="fr").discard("A1 E6 H3").stand(0, "ordinary", 11).resolve()
        scene.say("category:monster_manuals", "done")
        assert (scene.zone("discard"), scene.hand_of(0), scene.game.view("Ana").looking) == (
            "A1 E6 H3",
            "",
            [],
        )

    def test_l11_nothing_without_discards(self) -> None:
        scene = Scene(at=(11,)).stand(0, "ordinary", 11).resolve()
        assert scene.s.phase == "place", "a new round began without a question"


class TestL12Drafthouse:
    def test_l12_two_cards_an_assistant_taken_in_order_of_spaces(self) -> None:
        scene = Scene(at=(12,)).stand(1, "ordinary", 12, 1).stand(0, "ordinary", 12, 3).top("A1 A2 A3 A4")
        scene.resolve()
        assert (scene.asked, scene.keys) == (("Bo", "take"), ["A1", "A2", "A3", "A4"])
        scene.say("A4", "A4", "at:0:0")
        assert scene.asked == ("Ana", "take")
        scene.say("A1", "done", "A2", "done")
        assert scene.asked == ("Ana", "take")
        scene.say("A3", "done")
        assert (scene.hand_of(0), scene.hand_of(1), scene.shelf_of(1)) == ("A1 A3", "A2", "A4")

    @pytest.mark.parametrize(("players", "spaces"), [(2, (1, 2)), (3, (1, 2, 3)), (4, (1, 2, 3, 4))])
    def test_l12_each_space_for_so_many_can_be_chosen(self, players: int, spaces: tuple[int, ...]) -> None:
        scene = Scene(at=(12,), players=players).start().say("assistant:ordinary")
        assert scene.keys == [*(f"place:12:{space}" for space in spaces), "place:home"]

    def test_l12_nothing_with_nobody_there(self) -> None:
        assert Scene(at=(12,)).resolve().s.phase == "place"


class TestL13MysteryShack:
    def scene(self, edition: str = "en") -> Scene:
        return Scene(at=(13,), edition=edition).stock(13, "A1 E6 H3")

    def test_l13_names_first_and_nobody_sees_the_cards(self) -> None:
        scene = self.scene().start()
        assert scene.game.view("Ana").cards_at(13) == [None, None, None]
        scene.visit(13)
        assert scene.asked == ("Ana", "category")

    def test_l13_looks_alone_and_takes_any_that_have_it(self) -> None:
        scene = self.scene().start().visit(13).say("category:monster_manuals")
        assert scene.keys == ["A1", "H3", "done"]
        assert [str(card) for card in scene.game.view("Ana").looking] == ["A1:MM", "E6:SS", "H3:MM"]
        assert (scene.game.view("Bo").looking, scene.game.view("Bo").cards_at(13)) == ([], [None] * 3)
        scene.say("H3", "A1")
        assert scene.keys == ["H3", "A1", "done"]
        scene.say("A1", "at:0:0")
        assert (scene.hand_of(0), scene.shelf_of(0), scene.zone("location:13")) == ("H3", "A1", "E6")
        assert scene.asked == NEXT

    def test_l13_may_take_none(self) -> None:
        scene = self.scene().start().visit(13).say("category:monster_manuals", "done")
        assert (scene.zone("location:13"), scene.asked) == ("A1 E6 H3", NEXT)

    def test_l13_cs_takes_all_that_have_it_after_a_look(self) -> None:
        scene = self.scene("cs").start().visit(13).say("category:monster_manuals")
        assert (scene.asked, len(scene.game.view("Ana").looking)) == (("Ana", "look"), 3)
        scene.say("done")
        assert (scene.hand_of(0), scene.zone("location:13")) == ("A1 H3", "E6")
        assert (scene.asked, scene.keys) == (("Ana", "may_shelve"), ["A1", "H3", "done"])

    @pytest.mark.parametrize("edition", ["en", "pt", "fr"])
    def test_l13_any_of_them_in_the_other_editions(self, edition: str) -> None:
        scene = self.scene(edition).start().visit(13).say("category:monster_manuals")
        assert scene.keys == ["A1", "H3", "done"]

    def test_l13_looks_even_when_none_matches(self) -> None:
        scene = self.scene().start().visit(13).say("category:reference_texts")
        assert scene.asked == ("Ana", "look")
        assert scene.say("done").asked == NEXT

    def test_l13_nothing_without_cards(self) -> None:
        assert Scene(at=(13,)).start().visit(13).asked == NEXT


class TestL14ThriftStore:
    def test_l14_takes_one(self) -> None:
        scene = Scene(at=(14,)).stock(14, "A1 A2").start().visit(14).say("A1", "A1", "at:0:0")
        assert (scene.shelf_of(0), scene.asked) == ("A1", NEXT)

    @pytest.mark.parametrize("seat", [0, 1])
    def test_l14_takes_two_beside_another_assistant_even_your_own(self, seat: int) -> None:
        scene = Scene(at=(14,)).stock(14, "A1 A2 A3").stand(seat, "ordinary", 14).start().visit(14, 2)
        scene.say("A1", "done", "A3", "A3", "at:0:0")
        assert (scene.hand_of(0), scene.shelf_of(0), scene.zone("location:14")) == ("A1", "A3", "A2")

    def test_l14_nothing_without_cards(self) -> None:
        assert Scene(at=(14,)).stand(1, "ordinary", 14).start().visit(14, 2).asked == NEXT


class TestL15AssistantsGuild:
    def test_l15_takes_an_opponents_space_and_its_instant_effect(self) -> None:
        scene = Scene(at=(10, 15)).stock(10, "A1").home(0).stand(1, "ordinary", 10, 2).start().visit(15)
        assert scene.asked == ("Ana", "guild_assistant")
        scene.say("@0", "@10")
        assert scene.asked == ("Ana", "take")
        scene.say("A1", "done")
        assert (scene.placed(0), scene.placed(1), len(scene.s.free[1])) == ({10: 1, 15: 1}, {}, 3)
        assert scene.s.at[10][0][0] == 2, "the space that the opponent held"

    def test_l15_no_effect_at_a_delayed_location(self) -> None:
        scene = Scene(at=(11, 15)).home(0).stand(1, "ordinary", 11).start().visit(15)
        scene.say("@0", "@11")
        assert (scene.placed(0), scene.asked) == ({11: 1, 15: 1}, NEXT)

    @pytest.mark.parametrize("edition", ["en", "pt", "fr", "cs"])
    def test_l15_an_opponents_space_at_the_guild_itself(self, edition: str) -> None:
        scene = Scene(at=(15,), edition=edition).home(0).stand(1, "ordinary", 15).start().visit(15, 2)
        scene.say("@0", "@15")
        assert (scene.placed(0), scene.placed(1), scene.asked) == ({15: 2}, {}, NEXT)

    def test_l15_into_the_auction_keeps_the_bid(self) -> None:
        scene = Scene(at=(3, 15)).home(0).stand(1, "ordinary", 3, 4).start().visit(15)
        scene.say("@0", "@3")
        assert [(space, assistant // 4) for space, assistant in scene.s.at[3]] == [(4, 0)]
        assert len(scene.s.free[1]) == 3

    def test_l15_nothing_with_no_assistant_at_home(self) -> None:
        assert Scene(at=(10, 15)).stand(1, "ordinary", 10).start().visit(15).asked == NEXT

    def test_l15_offers_no_assistant_without_a_target(self) -> None:
        scene = Scene(at=(1, 15), libraries=("ghost",)).home(0, "ghost").home(0)
        scene.stand(1, "ordinary", 1).start().visit(15)
        assert [option.assistant for option in scene.game.choice.options] == ["ordinary"]  # type: ignore[union-attr]

    def test_l15_nothing_when_only_the_ghost_is_home_and_only_the_hut_is_held(self) -> None:
        scene = Scene(at=(1, 15), libraries=("ghost",)).home(0, "ghost").stand(1, "ordinary", 1)
        assert scene.start().visit(15).asked == NEXT

    def test_l15_nothing_with_no_opponent_anywhere(self) -> None:
        assert Scene(at=(10, 15)).home(0).start().visit(15).asked == NEXT


class TestL16TaxCollector:
    def test_l16_every_opponent_pays_in_turn_order_then_the_visitor_trades(self) -> None:
        scene = (
            Scene(at=(16,), players=3).hand(0, "A1 A2").hand(1, "B1 B2").shelf(2, "C1 C2").start().visit(16)
        )
        assert (scene.asked, scene.keys) == (("Bo", "put"), ["B1", "B2"])
        scene.say("B2")
        assert (scene.asked, scene.keys) == (("Cy", "put"), ["C1", "C2"])
        scene.say("C1", "A1", "done")
        assert (scene.asked, scene.keys) == (("Ana", "take"), ["B2", "C1"])
        scene.say("C1", "C1", "at:0:0")
        assert (scene.zone("location:16"), scene.hand_of(0), scene.shelf_of(0)) == ("B2", "A2", "C1")
        assert (scene.zone("discard"), scene.asked) == ("A1", NEXT)

    @pytest.mark.parametrize("edition", ["en", "pt", "fr"])
    def test_l16_no_more_are_discarded_than_lie_there(self, edition: str) -> None:
        scene = Scene(at=(16,), edition=edition).hand(0, "A1 A2").hand(1, "B1").start().visit(16)
        scene.say("B1", "A1")
        assert (scene.asked, scene.keys) == (("Ana", "take"), ["B1"])

    def test_l16_cs_puts_any_number_there_and_may_take_own_cards_back(self) -> None:
        scene = Scene(at=(16,), edition="cs").hand(0, "A1 A2").hand(1, "B1").start().visit(16)
        scene.say("B1", "A1", "A2")
        assert (scene.asked, scene.keys) == (("Ana", "take"), ["B1", "A1", "A2"])
        scene.say("A1", "B1", "done")
        assert (scene.hand_of(0), scene.zone("location:16")) == ("A1 B1", "A2")

    def test_l16_the_visitor_may_put_nothing(self) -> None:
        scene = Scene(at=(16,)).hand(0, "A1").hand(1, "B1").start().visit(16).say("B1", "done")
        assert (scene.zone("location:16"), scene.asked) == ("B1", NEXT)

    def test_l16_nothing_when_nobody_has_a_card(self) -> None:
        assert Scene(at=(16,)).hand(0, "A1").start().visit(16).asked == NEXT

    def test_l16_cards_left_there_are_discarded(self) -> None:
        scene = Scene(at=(16,)).hand(1, "B1").start().visit(16).say("B1")
        scene.s.phase = "resolve"
        scene.start()
        assert scene.zone("discard") == "B1"


class TestL17GarageSale:
    def test_l17_opponents_take_or_shelve_round_and_round(self) -> None:
        scene = Scene(at=(17,), players=3).hand(0, "A1 A2 A3 A4").top("D1 D2 D3 D4 D5 D6").start().visit(17)
        scene.say("A1", "A2", "A3", "done")
        assert (scene.asked, scene.keys) == (("Bo", "offer"), ["A1", "A2", "A3", "pass"])
        scene.say("pass")
        assert scene.asked == ("Cy", "offer")
        scene.say("A2", "A2", "at:0:0")
        assert scene.asked == ("Bo", "offer"), "who passed is asked again"
        scene.say("A1", "done", "pass", "pass")
        assert scene.asked == ("Ana", "shelve")
        assert scene.hand_of(0) == "A4 A3 D1 D2", "what nobody took was only shown, and may be shelved"
        scene.say("A3", "at:0:0")
        assert scene.hand_of(0) == "A4 D1 D2 D3 D4"
        scene.say("D3", "at:0:1")
        assert (scene.hand_of(0), scene.shelf_of(0)) == ("A4 D1 D2 D4", "A3 D3")
        assert (scene.shelf_of(2), scene.hand_of(1), scene.asked) == ("A2", "A1", NEXT)

    @pytest.mark.parametrize(
        ("edition", "keys"),
        [
            ("en", ["A3", "A2", "D1", "D2"]),
            ("pt", ["A3", "A2", "D1", "D2"]),
            ("fr", ["A3", "A2", "D1", "D2"]),
            ("cs", ["A3", "D1", "D2"]),
        ],
    )
    def test_l17_whether_unsold_cards_may_be_shelved_is_the_editions(
        self, edition: str, keys: list[str]
    ) -> None:
        scene = Scene(at=(17,), edition=edition).hand(0, "A1 A2 A3").top("D1 D2").start().visit(17)
        scene.say("A1", "A2", "done", "A1", "done", "pass")
        assert (scene.asked, scene.keys) == (("Ana", "shelve"), keys)
        scene.say("A3", "at:0:0")
        assert sorted(scene.hand_of(0).split()) == ["A2", "D1", "D2"]

    def test_l17_ends_when_all_are_gone(self) -> None:
        scene = Scene(at=(17,)).hand(0, "A1").top("D1 D2").start().visit(17).say("A1", "A1", "done")
        assert (scene.asked, scene.hand_of(1)) == (("Ana", "shelve"), "A1")

    def test_l17_shows_none(self) -> None:
        scene = Scene(at=(17,)).hand(0, "A1").start().visit(17).say("done")
        assert (scene.hand_of(0), scene.asked) == ("A1", NEXT)

    def test_l17_nothing_without_hand(self) -> None:
        assert Scene(at=(17,)).start().visit(17).asked == NEXT


class TestL18ShelfmasonsGuild:
    def test_l18_slides_a_run_any_distance(self) -> None:
        scene = Scene(at=(18,)).shelf(0, "A1 B1 C1 / D1 E1 .").start().visit(18).say("D1", "E1")
        assert scene.keys == ["left:1", "right:1", "right:2", "done"]
        scene.say("right:2")
        assert scene.shelf_of(0) == "A1 B1 C1 . / . . D1 E1"
        assert scene.asked == NEXT

    def test_l18_never_falls_into_two_groups(self) -> None:
        scene = Scene(at=(18,)).shelf(0, "A1 . / B1 C1").start().visit(18).say("A1", "A1")
        assert scene.keys == ["right:1", "done"]

    def test_l18_not_even_on_the_way(self) -> None:
        rows = "A1 . . D1 / B1 . . C1 / E1 F1 G1 H1"
        scene = Scene(at=(18,)).shelf(0, rows).start().visit(18).say("A1", "A1")
        assert scene.keys == ["done"], "two spaces on it would touch D1, one space on nothing"

    def test_l18_does_not_jump_over_cards(self) -> None:
        scene = Scene(at=(18,)).shelf(0, "A1 B1 C1 / D1 E1 F1").start().visit(18).say("A1", "A1")
        assert scene.keys == ["done"]

    @pytest.mark.parametrize(
        ("edition", "ways"),
        [
            ("en", ["up:1", "right:1"]),
            ("pt", ["up:1", "right:1"]),
            ("cs", ["up:1", "right:1"]),
            ("fr", ["right:1"]),
        ],
    )
    def test_l18_directions_of_the_edition(self, edition: str, ways: list[str]) -> None:
        rows = ". B1 D1 / C1 . E1 / F1 G1 H1"
        scene = Scene(at=(18,), edition=edition).shelf(0, rows).start().visit(18).say("C1", "C1")
        assert scene.keys == [*ways, "done"]

    def test_l18_a_shelf_that_fell_apart_may_be_mended(self) -> None:
        scene = Scene(at=(18,)).shelf(0, "A1 B1 . . C1 / D1 . . . .").start().visit(18).say("C1", "C1")
        assert scene.keys == ["left:2", "done"], "only where it stands beside a card again"
        assert scene.say("left:2").shelf_of(0) == "A1 B1 C1 / D1 . ."

    def test_l18_takes_buried_and_face_down_cards_along(self) -> None:
        scene = Scene(at=(18,)).shelf(0, "A1 B1 / #C1+D1 .").start().visit(18).say("C1", "C1", "right:1")
        assert scene.shelf_of(0) == "A1 B1 / . #C1+"

    def test_l18_may_be_left_out(self) -> None:
        scene = Scene(at=(18,)).shelf(0, "A1 B1").start().visit(18).say("done")
        assert (scene.shelf_of(0), scene.asked) == ("A1 B1", NEXT)

    def test_l18_nothing_with_fewer_than_two_cards(self) -> None:
        assert Scene(at=(18,)).shelf(0, "A1").start().visit(18).asked == NEXT
