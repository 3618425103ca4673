"""What options would change: as it then comes, and the same whatever the player cannot see."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorer.play import Choice, Game, View
from scorer.play.bots import make_bot
from scorer.play.outlook import changes, places, points
from scorer.play.outlook.changes import AT_ONCE, SHELVED_NEXT
from tests.scorer.play.bots.bot_games import game_of
from tests.scorer.play.scene import Scene


def asked(game: Game) -> tuple[Choice, View]:
    assert game.choice is not None
    return game.choice, game.view(game.choice.player)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_foretold_comes(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        game, random, bot = game_of(players, seed), Random(seed), make_bot("normal", seed)
        while game.choice is not None:
            choice, view = asked(game)
            option = random.choice(choice.options) if random.random() < 0.5 else bot.decide(view, choice)
            if choice.kind in AT_ONCE:
                told, shelf = changes(view, choice).get(option.key), view.shelf()
                before = points(view)[view.seat]
                game.answer(option)
                after = points(game.view(choice.player))[view.seat]
                changed = shelf != game.view(choice.player).shelf()
                assert view.deals is not None
                # now and then no deal goes with what was drawn in the same effect
                assert (told is not None) == changed or view.deals.deal(0) is None, (choice, option)
                if told is not None:
                    assert told.points == after.total - before.total
                    assert set(told.turned) == set(after.turned) - set(before.turned)
                    seen[choice.kind] += 1
            else:
                game.answer(option)
    assert seen["space"] > 8


def test_the_best_of_a_card_is_the_best_of_its_spaces() -> None:
    compared = 0
    for seed in range(3):
        game, bot = game_of(2, seed), make_bot("random", seed)
        while game.choice is not None:
            choice, view = asked(game)
            told = changes(view, choice) if choice.kind in SHELVED_NEXT else {}
            option = bot.decide(view, choice)
            game.answer(option)
            after = game.choice
            plain = after is not None and all(o.key.startswith("at:") for o in after.options)
            same = after is not None and after.card is not None and after.card == option.card
            if choice.kind in SHELVED_NEXT and after is not None and after.kind == "space" and plain and same:
                spaces = changes(game.view(after.player), after)
                assert told[option.key].points == max(one.points for one in spaces.values())
                assert told[option.key].at_best
                compared += 1
    assert compared > 10


@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_is_told_is_the_same_whatever_the_player_cannot_see(players: int) -> None:
    """The leak test: other games that look the same to the player tell the same."""
    game, random = game_of(players, players), Random(players)
    compared = 0
    while game.choice is not None:
        choice, view = asked(game)
        assert view.deals is not None
        if random.random() < 0.15 and changes(view, choice) and view.deals.deal(0):
            for deal in range(3):
                other = view.deals.deal(deal)
                assert other is not None
                again = other.view(choice.player)
                assert other.choice is not None
                assert changes(again, other.choice) == changes(view, choice)
                assert points(again) == points(view)
                assert places(again, other.choice) == places(view, choice)
            compared += 1
        game.answer(random.choice(choice.options))
    assert compared > 3


def test_a_card_out_of_order_is_named() -> None:
    scene = Scene().shelf(0, "E2 M8").hand(0, "N1").start()
    scene.at_home().say("shelve")
    scene.say("N1")
    choice, view = asked(scene.game)
    told = changes(view, choice)
    assert told["at:0:2"].turned == ()
    assert [card.letter for card in told["at:0:-1"].turned] == ["E", "M"]
    assert told["at:0:-1"].points < told["at:0:2"].points


def test_a_place_promises_the_best_of_what_lies_there_and_home_the_best_of_the_hand() -> None:
    scene = Scene(at=(1, 10, 13)).shelf(0, "E2").hand(0, "N1").stock(10, "M8 A1").stock(13, "S4").start()
    choice, view = asked(scene.game)
    told = changes(view, choice)
    assert set(told) == {"place:home", "place:10:1"}
    assert all(change.at_best for change in told.values())
    shelved = [changes(scene.game.view("Ana"), asked(scene.at_home().game)[0])["shelve"]]
    assert shelved == [told["place:home"]]


@pytest.mark.parametrize("players", [1, 3])
def test_places_are_those_that_are_then_asked_for(players: int) -> None:
    game, random = game_of(players, 5), Random(5)
    compared = 0
    while game.choice is not None:
        choice, view = asked(game)
        option, told = random.choice(choice.options), places(view, choice)
        game.answer(option)
        if choice.kind == "assistant":
            assert game.choice is not None
            assert told[option.key] == list(game.choice.options)
            compared += 1
        else:
            assert told == {}
    assert compared > 5
