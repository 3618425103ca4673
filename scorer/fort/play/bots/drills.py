"""Drills of Fort: one choice out of a game that bots played, with one best answer.

A drill is a record up to its choice, made anew from its kind and seed. An answer scores 0 to 100, as
`scorer.engine.search.share` says; the search of hints judges it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import Literal, get_args

from scorer.engine.bots import played_until
from scorer.engine.search import HINT_TRIES, LEAST, Lead, Ranked
from scorer.fort.play.bots import make_bot
from scorer.fort.play.bots.advice import judged
from scorer.fort.play.bots.hard import FortSearch
from scorer.fort.play.choices import Option
from scorer.fort.play.game import Game
from scorer.fort.play.setup import DEALT, Setup

Kind = Literal["fort_draft", "fort_card", "fort_add", "fort_follow", "fort_recruit"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: Who plays a drill, in the first seat, and against whom.
PLAYER, OPPONENT = "Player 1", "Bo"
#: The choice that a drill asks, and from how many options on.
ASKS: dict[Kind, tuple[str, int]] = {
    "fort_draft": ("draft", DEALT),
    "fort_card": ("play", 4),
    "fort_add": ("add", 3),
    "fort_follow": ("follow", 3),
    "fort_recruit": ("recruit", 4),
}
#: Before this round there is little on the table to choose by.
FROM_ROUND = 2
#: Tries of a first look, by which most choices are passed over.
LOOK = 40


def drill(kind: Kind, seed: int) -> Game:
    """A game that waits for the drill's choice; the same for the same seed."""
    variant = "advanced" if kind == "fort_draft" else "basic"
    seeds = (seed * 1000 + number for number in count())
    return played_until(
        (Game(Setup(players=[PLAYER, OPPONENT], variant=variant, seed=each)) for each in seeds),
        lambda: {PLAYER: make_bot("normal", seed), OPPONENT: make_bot("normal", seed + 1)},
        PLAYER,
        ASKS[kind],
        _ripe,
    )


def _ripe(game: Game) -> bool:
    """Whether one option is best beyond the noise."""
    choice = game.choice
    assert choice is not None
    begun = game.round >= FROM_ROUND or choice.kind == ASKS["fort_draft"][0]
    return begun and _leads(ranked(game, LOOK)) >= LEAST and one_is_best(ranked(game))


def _leads(options: Sequence[Ranked[Option]]) -> float:
    """How far the best of some options seems to lead the next one."""
    best, second, *_ = sorted((one.margin for one in options), reverse=True)
    return best - second


def one_is_best(options: Sequence[Ranked[Option]]) -> bool:
    """Whether the first of ranked options clearly leads each of the others."""
    best, *others = options
    return all(Lead.of(best.margins, one.margins).sure for one in others)


#: How far an answer leads another, and in which rows of the sheet.
apart = partial(FortSearch.between, HINT_TRIES)


def ranked(game: Game, tries: int = HINT_TRIES) -> list[Ranked[Option]]:
    """The options of a drill's choice, best first."""
    assert game.choice is not None
    return judged(game.view(game.choice.player), game.choice, tries, evenly=True)
