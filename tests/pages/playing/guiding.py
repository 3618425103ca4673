"""What the tests of all guided first games share: how their two rounds are played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pages.playing.aids.guide import PERSON, ROUNDS
from pages.playing.common.sitting import Sitting
from pages.words import Words
from scorer.editions import called
from scorer.engine.bots import RandomBot
from scorer.engine.game import AnyGame


def explained(
    begun: Callable[[int], Sitting],
    seeds: Iterable[int],
    guide: Callable[[Sitting], dict[str, Any]],
    w: Words,
) -> set[str]:
    """The kinds of questions in the guided rounds; each has a sentence of its own in ``w``."""
    person, kinds = called(PERSON, w.language), set()
    others = w["say"], Words("guided", w.language)["other"]
    for seed in seeds:
        sitting, bot = begun(seed), RandomBot(seed)
        while (choice := sitting.game.choice) is not None:
            told = guide(sitting)
            if sitting.game.round > ROUNDS:
                assert told["done"]
                break
            kinds.add(choice.kind)
            assert told["say"] not in others, choice.kind
            sitting.story.answer(sitting.game, bot.decide(sitting.game.view(person), choice).key)
            sitting.advance()
        assert sitting.game.round > ROUNDS
    return kinds


def to_the_end_of_the_guide(game: AnyGame, story: Any, bot: Any, person: str) -> None:
    """Plays on until the person is asked after the guided rounds."""
    while (choice := game.choice) is not None and (game.round <= ROUNDS or choice.player != person):
        story.answer(game, bot.decide(game.view(choice.player), choice))
