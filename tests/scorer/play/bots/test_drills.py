"""Drills: the same for the same seed, of the kind that was asked for, and scored fairly."""

from __future__ import annotations

import pytest

from scorer.engine.choices import Advice
from scorer.engine.search import Ranked, share
from scorer.play.bots.drills import (
    ASKS,
    KINDS,
    PLAYER,
    Kind,
    apart,
    drill,
    flips_score,
    ranked,
    tells,
    worth_keeping,
)
from scorer.play.bots.hard import best_turn
from scorer.play.choices import Option


@pytest.mark.parametrize("kind", KINDS)
def test_a_drill_waits_for_its_choice(kind: Kind) -> None:
    game = drill(kind, 3)
    assert game.choice is not None
    assert (game.choice.player, game.choice.kind) == (PLAYER, ASKS[kind][0])
    assert drill(kind, 3).record == game.record
    assert drill(kind, 4).record != game.record


def test_the_best_answer_scores_100_and_the_worst_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.play.bots.drills.HINT_TRIES", 24)
    options = ranked(drill("location", 2))
    best = max(options, key=lambda advice: advice.margin)
    worst = min(options, key=lambda advice: advice.margin)
    assert (share(options, best.option.key), share(options, worst.option.key)) == (100, 0)
    assert options[0] == best


@pytest.mark.parametrize("seed", range(3))
def test_the_best_flips_score_100_and_none_scores_0(seed: int) -> None:
    game = drill("flips", seed)
    assert flips_score(game, []) == 0
    played, keys = drill("flips", seed), []
    while played.choice is not None and played.choice.player == PLAYER:
        option = best_turn(played.view(PLAYER), played.choice)
        keys.append(option.key)
        played.answer(option)
    assert flips_score(game, [key for key in keys if key != "done"]) == 100


def test_the_first_hand_is_asked_about_whole() -> None:
    game = drill("keep", 3)
    assert game.choice is not None
    assert len(game.zones()[f"hand:{PLAYER}"]) == 6
    assert len([option for option in game.choice.options if option.card is not None]) == 6
    assert not game.zones()[f"shelf:{PLAYER}"]


def test_the_cards_worth_keeping_are_the_dearest_to_part_with() -> None:
    margins = {"A1": 4.0, "B2": 1.0, "C3": 0.0, "D4": -1.0}
    cards = [
        Advice(Option(key, key, card=place), margin, "")
        for place, (key, margin) in enumerate(margins.items())
    ]
    keep_all = Advice(Option("done", "Done"), -2.0, "")
    assert [option.key for option in worth_keeping([*cards, keep_all])] == ["D4", "C3"]
    alike = [Advice(one.option, 4.0, "") for one in cards]
    assert worth_keeping(alike) == []
    one_bad = [*alike[:3], Advice(cards[3].option, -1.0, "")]
    assert [option.key for option in worth_keeping(one_bad)] == ["D4"]


def test_a_hand_is_asked_about_where_its_best_answer_surely_leads_its_worst() -> None:
    def tried(key: str, *margins: float) -> Ranked[Option]:
        return Ranked(Option(key, key), dict(enumerate(margins)))

    low = tried("A1", 1.0, 2.0, 1.0, 2.0, 1.0, 2.0)
    high = tried("B2", 4.0, 5.5, 4.0, 5.0, 4.5, 5.0)
    wild = tried("C3", -9.0, 12.0, -8.0, 14.0, -9.0, 11.0)
    assert tells([low, high])
    assert tells([high, low])
    assert not tells([low, wild])
    assert not tells([tried("A1", 1.0), tried("B2", 4.0)])  # too few tries


def test_the_better_of_two_answers_leads_by_rows_of_the_form() -> None:
    game = drill("keep", 3)
    best, *_, worst = ranked(game)
    lead = apart(game, best.option.key, worst.option.key)
    back = apart(game, worst.option.key, best.option.key)
    assert lead.lead.sure
    assert lead.rows
    assert (back.lead.points, back.rows) == (
        -lead.lead.points,
        {row: -points for row, points in lead.rows.items()},
    )
