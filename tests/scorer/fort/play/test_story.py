"""The log of Fort: what everybody may read of what happened, and who saw something new."""

from __future__ import annotations

from functools import cache

import pytest

from scorer.engine.story import Step
from scorer.fort.cards import Kid
from scorer.fort.play import Event, Game, Setup, Story
from scorer.fort.play.bots import make_bot


@cache
def told(seed: int, players: str = "Ana Bo Cy") -> list[tuple[dict[str, list[Kid]], Step, list[Event]]]:
    """After each answer of a random game: where the cards are, the step, and what was told of it."""
    game, story, bot = Game(Setup(players=players.split(), seed=seed)), Story(), make_bot("random", seed)
    steps = []
    while (choice := game.choice) is not None:
        before = len(story.events)
        story.answer(game, bot.decide(game.view(choice.player), choice))
        steps.append((game.zones(), story.steps[-1], story.events[before:]))
    return steps


@pytest.mark.parametrize("seed", range(6))
def test_the_log_names_nobody_elses_hand(seed: int) -> None:
    drawn = 0
    for zones, _, events in told(seed):
        hands = {name: set(zones[f"hand:{name}"]) for name in ("Ana", "Bo", "Cy")}
        for event in events:
            drawn += event.kind == "draw"
            for viewer in hands:
                # what was recruited lay open before it was drawn
                if event.known(viewer) and event.kind not in ("recycle", "recruit"):
                    others = set().union(*(hand for name, hand in hands.items() if name != viewer))
                    assert not others & set(event.cards), (event, viewer)
    assert drawn > 10


@pytest.mark.parametrize("seed", range(6))
def test_who_draws_sees_something_new_even_of_discards_that_everybody_saw(seed: int) -> None:
    for _, step, events in told(seed):
        for event in events:
            if event.kind == "draw":
                assert event.player in step.revealed
                assert event.number == len(event.cards) > 0


def test_taking_a_discarded_card_in_hand_is_told_only_of_the_perk() -> None:
    recycled = [
        step for _, step, events in told(3, "Ana Bo") if any(event.kind == "recycle" for event in events)
    ]
    assert [step.kind for step in recycled] == ["recycle"]
