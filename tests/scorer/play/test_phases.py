"""Setup, P1 to P4, the last round, and the solo rounds (RULES 5, 6, 9)."""

from __future__ import annotations

from random import Random

import pytest

from scorer.cards import Category
from scorer.play import Game, Setup
from scorer.play.setup import LIBRARIES, SetupError
from tests.scorer.play.scene import NAMES, Scene


def until(game: Game, kind: str, seed: int = 0) -> Game:
    """Plays at random until a choice of this kind is open."""
    random = Random(seed)
    while game.choice is not None and game.choice.kind != kind:
        game.answer(random.choice(game.choice.options))
    return game


def until_round(game: Game, number: int) -> Game:
    random = Random(0)
    while game.choice is not None and game.round < number:
        game.answer(random.choice(game.choice.options))
    return game


class TestSetup:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_first_deal(self, players: int) -> None:
        game = Game(Setup(players=NAMES[:players], seed=4))
        zones = game.zones()
        assert [len(zones[f"hand:{name}"]) for name in NAMES[:players]] == [6] * players
        assert len(zones["draw"]) == 152 - 6 * players
        categories = [game._state.prominent, game._state.banned, *game._state.focus, *game._state.form]
        assert sorted(map(str, categories)) == sorted(Category)

    @pytest.mark.parametrize(
        ("edition", "steps"),
        [("en", [-1, -2, 0]), ("pt", [0, -1, -2]), ("cs", [-1, -2, 0]), ("fr", [-1, -2, 0])],
    )
    def test_the_draft_goes_counter_clockwise(self, edition: str, steps: list[int]) -> None:
        game = Game(Setup(players=NAMES[:3], edition=edition, seed=2))
        first, order = game._state.first, []
        while game.choice is not None and game.choice.kind.startswith("draft"):
            if game.choice.kind == "draft":
                order.append(game.choice.seat)
            game.answer(game.choice.options[0])
        assert order == [(first + step) % 3 for step in steps]

    @pytest.mark.parametrize("edition", ["pt", "cs"])
    def test_two_tiles_are_dealt_and_one_kept(self, edition: str) -> None:
        game = Game(Setup(players=NAMES[:2], edition=edition, seed=2))
        assert game.choice is not None
        kept = game.choice.options[1].assistant
        seat = game.choice.seat
        assert len(game.choice.options) == 2
        game.answer(game.choice.options[1])
        assert game._state.libraries[seat] == kept

    @pytest.mark.parametrize("edition", ["en", "fr"])
    def test_of_all_that_lie_open_each_takes_one_and_removes_one(self, edition: str) -> None:
        game = Game(Setup(players=NAMES[:2], edition=edition, seed=2))
        sizes = []
        while game.choice is not None and game.choice.kind.startswith("draft"):
            sizes.append((game.choice.kind, len(game.choice.options)))
            game.answer(game.choice.options[0])
        assert sizes == [("draft", 4), ("draft_remove", 3), ("draft", 2), ("draft_remove", 1)]

    @pytest.mark.parametrize("name", NAMES[:3])
    def test_who_last_acquired_a_book_begins(self, name: str) -> None:
        setup = Setup(players=NAMES[:3], variant="beginner", seed=4, first=name)
        game, by_lot = Game(setup), Game(Setup(players=NAMES[:3], variant="beginner", seed=4))
        assert (game.choice and game.choice.player, game.view(name).first_player) == (name, name)
        assert game.zones() == by_lot.zones(), "the cards are dealt alike"
        assert Game.replay(game.record).view(name) == game.view(name)

    def test_who_begins_plays(self) -> None:
        with pytest.raises(SetupError, match='"Zoe" begins and does not play'):
            Setup(players=NAMES[:3], first="Zoe")

    def test_beginner(self) -> None:
        setup = Setup(players=NAMES[:2], variant="beginner", seed=1)
        game = Game(setup)
        assert game._state.libraries == [None, None]
        assert game.choice is not None
        assert [option.key for option in game.choice.options] == ["assistant:ordinary"]
        assert not {3, 7, 8, 9, 15, 17} & set(setup.locations())
        assert len(setup.locations()) == 12

    def test_friendly(self) -> None:
        setup = Setup(players=NAMES[:2], variant="friendly")
        assert not {3, 7, 15, 16} & set(setup.locations())
        gone = {"sneaky_goblin", "gelatinous_cube", "snowman", "fire_imp"}
        assert set(setup.libraries()) == set(LIBRARIES) - gone

    @pytest.mark.parametrize(
        ("players", "variant", "cards"),
        [
            (2, "standard", 16),
            (3, "standard", 14),
            (4, "standard", 12),
            (2, "long", 19),
            (3, "long", 17),
            (4, "long+friendly", 15),
        ],
    )
    def test_the_last_round_by_players_and_variant(self, players: int, variant: str, cards: int) -> None:
        assert Setup(players=NAMES[:players], variant=variant).last_round_at == cards


class TestP1Preparation:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_p1_as_many_locations_below_the_board_as_players(self, players: int) -> None:
        game = until(Game(Setup(players=NAMES[:players], seed=3)), "assistant")
        assert len(game._state.board) == players
        assert 1 in game._state.board, "in round one the Hut is already there"
        game = until_round(game, 3)
        assert len(game._state.board) == players
        assert len(game._state.permanent) == 2

    def test_p1_every_location_is_stocked_again_the_permanent_ones_too(self) -> None:
        scene = Scene(at=(1, 10, 14), board=(2,))
        scene.s.phase = "prepare"
        scene.start()
        cards = {n: len(scene.s.stock[n]) for n in (1, 2, 10, 14)}
        assert cards == {1: 0, 2: 3, 10: 4, 14: 3}


class TestP2Placement:
    def test_p2_one_assistant_at_a_time_clockwise_from_the_first_player(self) -> None:
        scene = Scene(players=3)
        scene.s.turn = 1
        scene.start()
        order = []
        for _ in range(9):
            assert scene.game.choice is not None
            order.append(scene.game.choice.player)
            scene.at_home().say("draw")
        assert order == ["Bo", "Cy", "Ana"] * 3
        assert scene.s.round == 2

    def test_p2_three_home_spaces(self) -> None:
        scene = Scene(at=(10,)).stock(10, "A1")
        scene.s.free[0] = [0, 1, 2, 3]
        scene.home(0).home(0).home(0).start().say("assistant:ordinary")
        assert scene.keys == ["place:10:1"]

    def test_p2_draw_or_shelve(self) -> None:
        scene = Scene().hand(0, "A1").top("B1").start().at_home()
        assert scene.keys == ["draw", "shelve"]
        scene.say("shelve", "A1", "at:0:0")
        assert scene.shelf_of(0) == "A1"

    def test_p2_without_hand_only_draw(self) -> None:
        assert Scene().start().at_home().keys == ["draw"]

    def test_p2_occupied_spaces_are_taken(self) -> None:
        scene = Scene(at=(16,)).stand(1, "ordinary", 16).start().say("assistant:ordinary")
        assert scene.keys == ["place:home"]

    def test_k1_k2_spaces_when_shelving(self) -> None:
        scene = Scene().shelf(0, "A1 / B1 / C1").hand(0, "D1").start().at_home().say("shelve", "D1")
        assert {key.split(":")[1] for key in scene.keys} == {"0", "1", "2"}, "no fourth row"


class TestP3Resolution:
    def test_p3_locations_in_number_order_the_hut_first(self) -> None:
        scene = Scene(at=(12, 11), board=(3,)).hand(0, "B1").stock(3, "A1").discard("C1").top("D1 D2")
        for location in (12, 11, 3):
            scene.stand(0, "ordinary", location)
        scene.resolve()
        kinds = []
        while scene.s.phase == "resolve":
            assert scene.game.choice is not None
            kinds.append((scene.game.choice.source, scene.game.choice.kind))
            scene.game.answer(scene.game.choice.options[-1])
        sources = list(dict.fromkeys(source for source, _ in kinds))
        assert sources == ["Auction House", "Garbage Dump", "Local Drafthouse"]

    def test_p3_cards_left_are_discarded_and_assistants_go_back(self) -> None:
        scene = Scene(at=(10,)).stock(10, "A1 A2").stand(0, "ordinary", 10).home(0).resolve()
        assert scene.zone("discard") == "A1 A2"
        assert [len(free) for free in scene.s.free] == [3, 3]


class TestP4CleanUp:
    def test_p4_the_lowest_becomes_permanent_the_others_are_discarded(self) -> None:
        scene = Scene(at=(1,), board=(14, 6), players=2)
        scene.s.phase = "clean_up"
        scene.start()
        assert scene.s.permanent == [1, 6]
        assert 14 in scene.s.tile_discard + scene.s.board

    def test_p4_discarded_locations_are_shuffled_when_the_pile_is_empty(self) -> None:
        scene = Scene(at=(1,), board=())
        scene.s.pile, scene.s.tile_discard, scene.s.phase = [4], [6, 14], "prepare"
        scene.start()
        assert len(scene.s.board) == 2
        assert 4 in scene.s.board
        assert not scene.s.tile_discard

    def test_p4_the_next_round_is_the_last(self) -> None:
        scene = Scene(at=(1,)).shelf(0, " ".join(f"S{n}" for n in range(1, 11)) + " A1 A2 A3 A4 A5 A6")
        scene.s.phase = "clean_up"
        scene.start()
        assert scene.s.final
        scene.s.phase = "clean_up"
        assert scene.start().asked == ("Ana", "turn")

    def test_an_empty_draw_pile_is_made_of_the_discards(self) -> None:
        scene = Scene()
        scene.discard("A1 A2")
        scene.s.draw, lost = [], scene.s.draw
        scene.s.table = lost
        scene.start().at_home().say("draw")
        assert len(scene.s.hands[0]) == 1
        assert len(scene.s.draw) == 1
        assert scene.s.discard == []

    def test_nothing_to_draw_and_nothing_to_shelve_is_nothing(self) -> None:
        scene = Scene()
        scene.s.draw, scene.s.table = [], scene.s.draw
        assert scene.start().at_home().asked == ("Bo", "assistant")


class TestSolo:
    def game(self, difficulty: int = 1, seed: int = 0) -> Game:
        return Game(Setup(players=["Ana"], difficulty=difficulty, seed=seed))

    def test_solo_setup(self) -> None:
        game = self.game()
        assert game.choice is not None
        assert len(game.choice.options) == 2
        assert {option.assistant for option in game.choice.options} <= set(game.setup.words.solo.libraries)
        s = game._state
        assert (len(s.permanent), len(s.pile), len(s.free[0]), len(s.form)) == (6, 4, 4, 2)
        assert set(s.permanent + s.pile) == {1, 2, 4, 6, 8, 9, 10, 11, 13, 18}

    @pytest.mark.parametrize("difficulty", range(1, 8))
    def test_each_round_begins_with_discards_by_difficulty(self, difficulty: int) -> None:
        game = until(self.game(difficulty), "assistant")
        assert len(game.zones()["discard"]) == difficulty

    def test_rounds_two_and_four_put_a_category_card_away(self) -> None:
        game, shown = self.game(seed=5), []
        for number in range(1, 6):
            shown.append(len(until_round(game, number).view("Ana").put_away))
        assert shown == [0, 1, 1, 2, 2]
        public = game._state.public
        assert public not in game.view("Ana").put_away

    def test_six_five_four_three_two_locations(self) -> None:
        game, open_locations = self.game(seed=3), []
        for number in range(1, 6):
            open_locations.append(len(until_round(game, number)._state.locations()))
        assert open_locations == [6, 5, 4, 3, 2]
        until(game, "turn")
        assert game._state.locations() == []

    def test_one_assistant_at_a_location_at_a_time(self) -> None:
        scene = Scene(at=(10,), players=1).stand(0, "ordinary", 10).start().say("assistant:ordinary")
        assert scene.keys == ["place:home"]

    def test_the_draw_pile_is_never_refilled(self) -> None:
        scene = Scene(players=1).discard("A1").hand(0, "B1")
        scene.s.draw, scene.s.table = [], scene.s.draw
        assert scene.start().at_home().keys == ["shelve"]

    def test_the_hand_goes_to_the_public_library(self) -> None:
        game = until(self.game(seed=2), "none")
        zones = game.zones()
        assert zones["hand:Ana"] == []
        assert game.result is not None
        assert game.result.library is not None
        books = sum(len(card.categories) for card in zones["discard"])
        assert sum(game.result.library.a2.values()) == books
