"""Hints: every option ranked with a margin and a reason, by what the player may know, and nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorer.editions import load_edition
from scorer.engine.search import LEAST
from scorer.play import Choice, Game, IllegalChoice, Option, Setup
from scorer.play.bots import make_bot
from scorer.play.bots.advice import advise, hints, review
from scorer.play.bots.hard import ExLibrisSearch, best_turn
from tests.scorer.engine.playing import played
from tests.scorer.play.bots.bot_games import game_of
from tests.scorer.play.scene import Scene


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_hints_rank_every_option_and_change_nothing(players: int) -> None:
    game, random = game_of(players, players + 20), Random(players)
    kinds = set()
    while (choice := game.choice) is not None:
        if random.random() < 0.06:
            before = json.dumps(game.record), game.zones()
            ranked = game.advise(seconds=None, tries=len(choice.options))
            assert (json.dumps(game.record), game.zones()) == before
            assert {option.key for option, _, _ in ranked} == {option.key for option in choice.options}
            assert all(reason.endswith(".") and "{" not in reason for _, _, reason in ranked)
            kinds.add(choice.kind)
        game.answer(choice.options[random.randrange(len(choice.options))])
    assert len(kinds) > 2
    with pytest.raises(IllegalChoice):
        game.advise()


def test_hints_are_the_same_whatever_the_player_cannot_see() -> None:
    game, bot = game_of(2, 8), make_bot("normal", 1)
    while game.choice is not None and game.round < 3:
        choice = game.choice
        if len(choice.options) > 2:
            view = game.view(choice.player)
            other = view.deals.deal(9) if view.deals else None
            assert other is not None
            assert other.advise(None, 12) == game.advise(None, 12)
        game.answer(bot.decide(game.view(choice.player), choice))


def test_a_card_that_fits_is_taken_and_the_reason_says_why() -> None:
    # focus of Ana: fantastical fictions; C1 would stand before D3
    scene = Scene(at=(10,)).shelf(0, "A1 D3 / B1 H3").stock(10, "H1 C9").start().visit(10)
    best = scene.game.advise(None, 60)[0]
    assert best.option.key == "H1"
    assert best.reason.startswith(("Brings", "Makes", "Raises", "Fits"))


def test_before_the_inspection_the_best_flips_come_first() -> None:
    scene = Scene().shelf(0, "M8 M3 N1 / O1 P1 Q1")
    scene.s.phase, scene.s.turn = "turn_cards", 0
    game = scene.start().game
    assert game.choice is not None
    assert game.advise(None, 20)[0].option == best_turn(game.view("Ana"), game.choice)


def test_reasons_are_told_in_the_language_that_is_asked_for() -> None:
    scene = Scene(at=(10,)).shelf(0, "A1 B1").stock(10, "D3 C9").start().visit(10)
    view, choice = scene.game.view("Ana"), scene.game.choice
    assert choice is not None
    czech = load_edition("cs").reasons.values()
    told = {advice.reason.split()[0] for advice in advise(view, choice, None, 4, load_edition("cs"))}
    assert told <= {reason.split()[0] for reason in czech}


def against_bo(choose: Callable[[Game, Choice], Option], rounds: int, seed: int = 6) -> dict[str, Any]:
    """The record of a game in which Ana answers so, and Bo as the normal bot does."""
    game = Game(Setup(players=["Ana", "Bo"], seed=seed, variant="beginner"))
    return played(game, make_bot("normal", 1), rounds, choose)


def test_the_review_names_the_choices_that_cost_most() -> None:
    chance = make_bot("random", 1)
    record = against_bo(lambda game, choice: chance.decide(game.view("Ana"), choice), 3)
    costs = review(record, "Ana", tries=120)
    assert costs
    assert len(costs) <= 3
    assert [cost.points for cost in costs] == sorted((cost.points for cost in costs), reverse=True)
    for cost in costs:
        assert cost.choice.player == "Ana"
        assert record["choices"][cost.step] == cost.chosen.key != cost.better.key
        assert cost.points >= LEAST
        assert cost.apart.rows.keys() <= {"b1", "b2", "b3", "b4", "b5"}
        assert cost.apart.until >= cost.round


def test_rows_apart_are_what_a_card_brings_on_the_form() -> None:
    # focus of Ana: fantastical fictions; G3 has two, and a reference text, of which Bo has none
    scene = Scene().shelf(0, "G3")
    scene.s.phase, scene.s.turn = "turn_cards", 0
    game = scene.start().game
    choice = game.choice
    assert choice is not None
    card, done = choice.options
    apart = ExLibrisSearch(game.view("Ana"), choice, 1).apart(done, card, 12)
    assert apart.rows == {"b2": 3, "b5": 4}
    assert apart.lead.points == 3 + 4 + 3  # and Bo, who is second, has as much less
    assert apart.lead.error == 0


@pytest.mark.parametrize("seed", [6, 11])
def test_the_review_faults_no_choice_that_a_hint_named_first(seed: int) -> None:
    def first(game: Game, choice: Choice) -> Option:
        return hints(game.view("Ana"), choice, 3, load_edition("en"), tries=24)[0].option

    assert review(against_bo(first, 3, seed), "Ana", tries=24) == []


def test_hints_are_compared_on_the_same_deals() -> None:
    scene = Scene(at=(10,)).shelf(0, "A1 D3 / B1 H3").stock(10, "H1 C9").start().visit(10)
    choice = scene.game.choice
    assert choice is not None
    best, *others = hints(scene.game.view("Ana"), choice, 3, load_edition("en"), tries=60)
    assert best.option.key == others[0].other.key == "H1"
    assert best.other.key == others[0].option.key
    assert best.lead.points == -others[0].lead.points
    assert others[0].lead.error == best.lead.error
