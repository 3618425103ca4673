"""Drills: one choice out of a game that bots played, and how good an answer to it is.

A drill is a record up to its choice, made anew from its kind and seed. An answer scores 0 to 100: its share
of what lies between the worst and the best of the options (`scorer.engine.search.share`), or for flips
between none and the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Literal, get_args

from scorer.editions import Edition
from scorer.engine.bots import played_until
from scorer.play.bots import make_bot
from scorer.play.bots.advice import advise
from scorer.play.bots.position import Positions
from scorer.play.bots.search import best_turn
from scorer.play.choices import Advice, Option
from scorer.play.game import Game
from scorer.play.phases import SOLO_ROUNDS
from scorer.play.setup import Setup

Kind = Literal["shelving", "flips", "location"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: Who plays a drill, in the first seat, and against whom.
PLAYER, OPPONENT = "Player 1", "Bo"
#: The choice that a drill asks, and from how many options on.
ASKS: dict[Kind, tuple[str, int]] = {
    "shelving": ("space", 6),
    "flips": ("turn", 4),
    "location": ("remove_location", 3),
}
#: RULES 9: how hard the solo game of a drill is.
DIFFICULTY = 3
#: Tries that score an answer.
TRIES = 240


def drill(kind: Kind, seed: int) -> Game:
    """A game that waits for the drill's choice; the same for the same seed."""
    return played_until(
        (_begun(kind, seed * 1000 + number) for number in count()),
        lambda: {PLAYER: make_bot("easy", seed), OPPONENT: make_bot("normal", seed)},
        PLAYER,
        ASKS[kind],
        lambda game: _ripe(kind, game),
    )


def _ripe(kind: Kind, game: Game) -> bool:
    """Whether an answer still counts."""
    choice, state = game.choice, game._state
    assert choice is not None
    if kind == "flips":
        return best_turn(game.view(PLAYER), choice).card is not None
    return state.final if kind == "shelving" else state.round < SOLO_ROUNDS - 1


def _begun(kind: Kind, seed: int) -> Game:
    if kind == "location":
        return Game(Setup(players=[PLAYER], seed=seed, difficulty=DIFFICULTY))
    return Game(Setup(players=[PLAYER, OPPONENT], seed=seed, variant="beginner" if seed % 2 else "standard"))


def ranked(game: Game, words: Edition | None = None) -> list[Advice]:
    """The options of a drill's choice, best first, with reasons in the language of ``words``."""
    assert game.choice is not None
    return advise(game.view(game.choice.player), game.choice, None, TRIES, words, evenly=True)


def flips_score(game: Game, keys: Sequence[str]) -> int:
    """How good it is to turn these cards and no more, of what the best flips bring."""
    none, own = _total(game, []), _total(game, keys)
    most = _total(game, [option.key for option in best_turns(game)])
    return 100 if most == none else max(0, round(100 * (own - none) / (most - none)))


def turns(game: Game) -> bool:
    """Whether more cards may be turned in a drill of flips."""
    return game.choice is not None and not game.choice.seat


def best_turns(game: Game) -> list[Option]:
    """The cards that are best turned in a drill of flips."""
    best: list[Option] = []
    turned = Game.replay(game.record)
    while turns(turned):
        assert turned.choice is not None
        option = best_turn(turned.view(turned.choice.player), turned.choice)
        best += [option] if option.card is not None else []
        turned.answer(option)
    return best


def _total(game: Game, keys: Sequence[str]) -> int:
    """The player's total as the table lies, with these cards turned."""
    turned = Game.replay(game.record)
    for key in keys:
        turned.answer(key)
    return Positions(game.setup).totals(turned._state)[0]
