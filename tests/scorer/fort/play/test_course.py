"""Fort: setup, recruiting, discarding, drawing, levels and the end."""

from __future__ import annotations

from random import Random

import pytest

from scorer.fort.cards import KIDS, CardSet
from scorer.fort.play import Game, Setup
from scorer.fort.play.phases import END_OF_TRACK, MOST_ROUNDS
from tests.scorer.fort.play.scene import NAMES, Scene


class TestSetup:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_basic(self, players: int) -> None:
        game = Game(Setup(players=NAMES[:players], seed=3))
        zones, s = game.zones(), game._state
        for name in NAMES[:players]:
            own = zones[f"hand:{name}"] + zones[f"deck:{name}"]
            assert (len(zones[f"hand:{name}"]), len(own), sum(card.best for card in own)) == (5, 10, 2)
        assert (len(zones["park"]), len(zones["park_deck"])) == (3, KIDS - 3 - 8 * players)
        assert (len(s.rule_pile), len(s.perk_row)) == (players + 1, players + 1)
        assert len(zones["box"]) == 2 * (4 - players)  # best friends of boards that nobody has

    def test_the_first_player_is_random(self) -> None:
        assert {Game(Setup(players=NAMES, seed=seed)).view("Nani").first_player for seed in range(30)} == set(
            NAMES
        )

    def test_advanced_is_a_draft_of_eight(self) -> None:
        game = Game(Setup(players=NAMES[:3], variant="advanced", seed=5))
        packs = {name: set(cards) for name, cards in game.zones().items() if name.startswith("draft")}
        picks = 0
        while game.choice is not None and game.choice.kind == "draft":
            if picks == 3:  # the packs have gone to the left
                first = game.choice.player
                right = NAMES[(NAMES.index(first) - 1) % 3]
                assert {option.card for option in game.choice.options} < packs[f"draft:{right}"]
            game.answer(game.choice.options[0])
            picks += 1
        assert picks == 8 * 3
        assert all(len(game.zones()[f"hand:{name}"]) == 5 for name in NAMES[:3])
        assert all(len(game.zones()[f"deck:{name}"]) == 5 for name in NAMES[:3])


class TestRecruitDiscardDraw:
    def test_recruiting_is_a_must(self) -> None:
        scene = Scene().park("Glue").yard(1, "Crown").start().say("skip")
        assert scene.offered == {"park:glue", "deck", "yard:crown"}
        scene.say("park:glue")
        assert "Glue" in [*scene.at("discard:Nani"), *scene.at("deck:Nani"), *scene.at("hand:Nani")]

    def test_friends_who_were_not_played_go_to_the_yard(self) -> None:
        scene = (
            Scene("glue", "toy × glue").hand(0, "Glue, Crown, Biscuit").deck(0, "Book, Shovel, Skate, Coin")
        )
        scene.start().say("hand:played", "add_hand:glue", "done", "pass", "deck")
        assert scene.at("yard:Nani") == ["Crown"]
        assert {"Biscuit", "Played", "Glue"} <= set(scene.at("discard:Nani"))  # best friends stay yours
        assert len(scene.at("hand:Nani")) == 5

    def test_an_empty_deck_is_made_of_the_discards(self) -> None:
        scene = Scene().discard(0, "Glue, Crown, Book, Shovel, Skate").start().say("skip", "deck")
        assert len(scene.at("hand:Nani")) == 5
        assert len(scene.at("deck:Nani")) + len(scene.at("discard:Nani")) == 3

    def test_the_yard_is_cleaned_up_at_the_next_turn(self) -> None:
        scene = Scene().hand(0, "Crown").start().say("skip", "deck")
        assert scene.at("yard:Nani") == ["Played", "Crown"]
        scene.say("skip")
        assert "yard:crown" in scene.offered
        scene.say("deck")
        assert scene.asked == ("Nani", "play")
        assert scene.at("yard:Nani") == []
        assert scene.at("discard:Nani")[-2:] == ["Played", "Crown"]


class TestLevels:
    def test_level_1_gives_a_made_up_rule_in_secret(self) -> None:
        scene = Scene("water", None, "advance").stuff(0, 1, 1).start().say("hand:played", "pay:1:1:0:0")
        assert scene.asked == ("Nani", "rule")
        assert len(scene.offered) == 3
        rule = sorted(scene.offered)[0]
        scene.say(rule)
        assert scene.game.view("Nani").rule() == rule.removeprefix("rule:")
        assert scene.game.view("Lui").has_rule("Nani")
        assert scene.game.view("Lui")._s.rules[0] == -1

    def test_level_2_gives_a_perk(self) -> None:
        scene = Scene("water", None, "advance").stuff(0, 2, 1).level(0, 1).start()
        scene.say("hand:played", "pay:2:1:0:0")
        assert scene.asked == ("Nani", "perk")
        perk = sorted(scene.offered)[0]
        assert scene.say(perk).game.view("Lui").perk("Nani") == perk.removeprefix("perk:")

    @pytest.mark.parametrize("owner", [None, 1])
    def test_level_5_gives_the_macaroni_to_the_first(self, owner: int | None) -> None:
        scene = Scene("water", None, "advance").stuff(0, 3, 3).level(0, 4)
        scene.s.macaroni = owner
        scene.start().say("hand:played", "pay:3:3:0:0")
        assert scene.game._state.macaroni == (0 if owner is None else owner)


def finished(scene: Scene) -> Game:
    """Everybody skips until the game is over."""
    game, turns = scene.game, 0
    while game.choice is not None:
        keys = scene.offered
        game.answer("skip" if "skip" in keys else "pass" if "pass" in keys else game.choice.options[-1])
        turns += 1
        assert turns < 100
    return game


class TestEnd:
    def test_the_track_at_25_ends_the_round(self) -> None:
        scene = Scene("water", None, "point", players=3)
        scene.s.track[0] = END_OF_TRACK - 1
        game = finished(scene.start().say("hand:played"))
        assert (game.round, game._state.turn) == (1, 0)
        assert game.result is not None
        assert game.result.winners == ["Nani"]

    def test_level_5_ends_the_round(self) -> None:
        scene = Scene("water", None, "advance", players=2).stuff(0, 3, 3).level(0, 4)
        assert finished(scene.start().say("hand:played", "pay:3:3:0:0")).round == 1

    def test_an_empty_park_deck_ends_the_round_even_with_cards_in_the_park(self) -> None:
        scene = Scene().park("Glue, Crown")
        scene.s.box += scene.s.park_deck[1:]
        del scene.s.park_deck[1:]
        game = finished(scene.start())
        assert (game.round, len(game.zones()["park"])) == (1, 2)

    def test_every_player_has_the_same_number_of_turns(self) -> None:
        """The second player brings the end on, and the third still has a turn."""
        scene = Scene(players=3)
        scene.s.turn, scene.s.hands[0], scene.s.hands[1] = 1, [], scene.s.hands[0]
        scene.s.track[1] = END_OF_TRACK
        scene.start()
        players = []
        while scene.game.choice is not None:
            players.append(scene.game.choice.player)
            keys = scene.offered
            scene.say(next(key for key in ("skip", "pass", "deck") if key in keys))
        assert list(dict.fromkeys(players)) == ["Lui", "Rulico"]

    def test_rulicos_48(self) -> None:
        """17 on the track, 23 for level 5, macaroni, four cards in the lookout: 48; a higher fort wins."""
        scene = Scene(players=2).lookout(0, "Glue, Crown, Book, Shovel").rule(0, "popularity").level(0, 5)
        scene.rule(1, "stay_cool").level(1, 4)
        scene.s.macaroni = 0
        scene.s.decks[1] = []
        points = scene.cards.levels[4].points
        scene.s.track[:] = [17, 48 - points - 5]
        result = finished(scene.start()).result
        assert result is not None
        assert [player.total for player in result.players] == [48, 48]
        assert (result.winners, result.decided_by) == (["Nani"], "fort_level")

    def test_a_game_ends_at_the_latest_after_the_last_round(self) -> None:
        scene = Scene()
        scene.s.round = MOST_ROUNDS
        assert finished(scene.start()).round == MOST_ROUNDS

    def test_owned_cards_and_their_symbols_are_counted(self) -> None:
        scene = Scene("glue", "advance then point", "advance").discard(0, "Crown Coin").yard(0, "Book")
        told = scene.lookout(0, "Glue Two").start().game.sheet()["players"][0]
        assert told["cards"] == 4 + 2
        assert told["suits"]["crown"] == 1 + 1  # of the best friends one shows a crown
        assert told["suits"]["glue"] == 1 + 2 + 1
        assert told["best_friends"] == 2
        assert told["advance_fort"] == 2 + 1


def test_games_of_other_sets_travel_in_the_record() -> None:
    cards = CardSet.from_dict(CardSet.house().to_dict())
    game, random = Game(Setup(players=NAMES[:2], cards=cards, seed=2)), Random(1)
    for _ in range(40):
        assert game.choice is not None
        game.answer(random.choice(game.choice.options))
    assert Game.replay(game.record).zones() == game.zones()
