"""Drills of Fort: the same for the same seed, of the kind that was asked for, with one best answer."""

from __future__ import annotations

from functools import cache

import pytest

from scorer.engine.search import Ranked, share
from scorer.fort.play import Game, Option
from scorer.fort.play.bots.drills import (
    ASKS,
    FROM_ROUND,
    KINDS,
    PLAYER,
    Kind,
    apart,
    drill,
    one_is_best,
    ranked,
)


@cache
def first(kind: Kind) -> Game:
    """The first drill of a kind, made once: nobody plays it on."""
    return drill(kind, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_drill_waits_for_its_choice_and_one_answer_is_best(kind: Kind) -> None:
    game, (asks, least) = first(kind), ASKS[kind]
    choice = game.choice
    assert choice is not None
    assert (choice.player, choice.seat, choice.kind) == (PLAYER, 0, asks)
    assert len(choice.options) >= least
    assert game.round >= (1 if kind == "fort_draft" else FROM_ROUND)  # a draft is over before the first round
    best, *others = ranked(game)
    assert share([best, *others], best.option.key) == 100
    assert all(share([best, *others], one.option.key) < 100 for one in others)


def test_a_seed_is_one_drill_and_another_seed_another() -> None:
    assert drill("fort_recruit", 1).record == first("fort_recruit").record
    assert drill("fort_recruit", 3).record != first("fort_recruit").record


def options(*margins: list[float]) -> list[Ranked[Option]]:
    return [Ranked(Option(str(place), ""), dict(enumerate(tried))) for place, tried in enumerate(margins)]


def test_nothing_is_best_that_is_not_clearly_so() -> None:
    few = [1.0, 2.0, 1.0, 2.0, 1.0, 2.0]
    more = [margin + 3 for margin in few]
    assert one_is_best(options(more, few, few))
    assert not one_is_best(options(more, few, more))
    assert not one_is_best(options(more, few, []))  # an option that nobody tried


def test_the_best_friend_of_a_draft_surely_leads_the_worst() -> None:
    game = first("fort_draft")
    best, *_, worst = ranked(game)
    lead, back = (
        apart(game, best.option.key, worst.option.key),
        apart(game, worst.option.key, best.option.key),
    )
    assert lead.lead.sure
    assert back.lead.points == -lead.lead.points
    assert lead.rows == {row: -points for row, points in back.rows.items()}
