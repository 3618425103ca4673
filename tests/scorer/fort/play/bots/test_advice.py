"""Hints for Fort: the best options compared, the same each time, with reasons true of the options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorer.engine.choices import IllegalChoice
from scorer.engine.search import LEAST
from scorer.fort.play import Choice, Game, Option, Setup
from scorer.fort.play.bots import make_bot
from scorer.fort.play.bots.advice import hints, review
from scorer.fort.words import load_words
from tests.scorer.engine.playing import over, played
from tests.scorer.fort.play.scene import Scene

EN = load_words("en")


def test_every_kind_of_choice_has_hints_with_reasons_and_nothing_changes() -> None:
    game, bot = Game(Setup(players=["Ana", "Bo", "Cy"], variant="advanced", seed=4)), make_bot("random", 2)
    kinds = set()
    while (choice := game.choice) is not None and game.round < 6:
        if choice.kind not in kinds and len(choice.options) > 1:
            kinds.add(choice.kind)
            before, view = game.record, game.view(choice.player)
            found = hints(view, choice, len(choice.options), EN, tries=1)
            assert sorted(one.option.key for one in found) == sorted(one.key for one in choice.options)
            assert all(one.reason for one in found)
            assert all(one.option.key != one.other.key for one in found)
            assert game.record == before
        game.answer(bot.decide(game.view(choice.player), choice))
    assert {"draft", "play", "follow", "recruit"} <= kinds


def test_a_game_ranks_its_options_as_ex_libris_does_and_nothing_changes() -> None:
    game, bot = Game(Setup(players=["Ana", "Bo"], seed=5)), make_bot("random", 2)
    asked = 0
    while (choice := game.choice) is not None and game.round < 4:
        if len(choice.options) > 1:
            before, asked = game.record, asked + 1
            ranked = game.advise(seconds=None, tries=2 * len(choice.options))
            assert sorted(option.key for option, _, _ in ranked) == sorted(one.key for one in choice.options)
            assert all(reason.endswith(".") and "{" not in reason for _, _, reason in ranked)
            assert game.record == before
        game.answer(bot.decide(game.view(choice.player), choice))
    assert asked > 5


def test_the_best_option_comes_first_with_its_reason() -> None:
    best = Scene("water", "advance").stuff(0, 4, 4).start().game.advise(None, 60)[0]
    assert (best.option.key, best.reason) == ("hand:played", "Brings your fort to level 1.")


def test_a_game_that_is_over_gives_no_advice() -> None:
    with pytest.raises(IllegalChoice):
        over(Game(Setup(players=["Ana", "Bo"], seed=5))).advise()


def test_every_language_has_the_same_reasons() -> None:
    assert all(load_words(key).reasons.keys() == EN.reasons.keys() for key in ("pt", "fr", "cs"))


def reason(scene: Scene, key: str) -> str:
    choice = scene.choice
    found = hints(scene.game.view(choice.player), choice, len(choice.options), EN, tries=2)
    return next(one.reason for one in found if one.option.key == key)


def test_a_reason_tells_what_the_option_brings() -> None:
    assert reason(Scene("water", "toy").start(), "hand:played") == "Brings 1 resource."
    advancing = Scene("water", "advance").stuff(0, 4, 4).start()
    assert reason(advancing, "hand:played") == "Brings your fort to level 1."
    assert reason(advancing, "skip") == "The rounds tried ended with this."


def test_a_reason_for_a_recruit_tells_what_the_card_is_good_for() -> None:
    scene = Scene().park("Glue, Glue Coin, Book").discard(0, "Crown").start().say("skip")
    assert reason(scene, "park:glue-coin") == "Its coin counts as any suit."
    assert reason(scene, "park:glue") == "The rounds tried ended with this."


def test_hints_are_the_same_each_time_and_compared_on_the_same_deals() -> None:
    scene = Scene("water", "advance").stuff(0, 4, 4).start()
    choice = scene.choice
    best, *others = hints(scene.game.view(choice.player), choice, 3, EN, tries=40)
    assert best.option.key == "hand:played"
    assert best.other.key == others[0].option.key
    assert {one.other.key for one in others} == {"hand:played"}
    assert best.lead.points == -others[0].lead.points
    assert [best, *others] == hints(scene.game.view(choice.player), choice, 3, EN, tries=40)


def against_bo(choose: Callable[[Game, Choice], Option], rounds: int) -> dict[str, Any]:
    """The record of a game in which Ana answers so, and Bo as the normal bot does."""
    return played(Game(Setup(players=["Ana", "Bo"], seed=3)), make_bot("normal", 1), rounds, choose)


def test_the_review_names_the_choices_that_cost_most() -> None:
    chance = make_bot("random", 1)
    record = against_bo(lambda game, choice: chance.decide(game.view("Ana"), choice), 6)
    costs = review(record, "Ana", EN, tries=80)
    assert costs
    assert [cost.points for cost in costs] == sorted((cost.points for cost in costs), reverse=True)
    for cost in costs:
        assert cost.choice.player == "Ana"
        assert record["choices"][cost.step] == cost.chosen.key != cost.better.key
        assert cost.points >= LEAST
        assert cost.reason


def test_the_review_faults_no_choice_that_a_hint_named_first() -> None:
    def first(game: Game, choice: Choice) -> Option:
        return hints(game.view("Ana"), choice, 3, EN, tries=24)[0].option

    assert review(against_bo(first, 3), "Ana", EN, tries=24) == []
