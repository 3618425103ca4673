"""Drills: one choice out of a game that bots played, and how good an answer to it is.

A drill is a record up to its choice, made anew from its kind and seed. An answer scores 0 to 100: its share
of what lies between the worst and the best of the options (`scorer.engine.search.share`), or for flips
between none and the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count
from typing import Literal, get_args

from scorer.editions import Edition
from scorer.engine.bots import played_until
from scorer.engine.choices import Advice
from scorer.engine.search import HINT_TRIES, Lead, Ranked, share
from scorer.play.bots import make_bot
from scorer.play.bots.advice import advise, judged
from scorer.play.bots.hard import ExLibrisSearch, best_turn
from scorer.play.bots.position import Positions
from scorer.play.choices import Choice, Option
from scorer.play.game import Game
from scorer.play.phases import SOLO_ROUNDS
from scorer.play.setup import HAND, Setup
from scorer.play.tiles import DONATION_DROP, TAX_COLLECTOR, WISHING_WELL
from scorer.play.view import View

Kind = Literal["keep", "shelving", "flips", "location"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: Who plays a drill, in the first seat, and against whom.
PLAYER, OPPONENT = "Player 1", "Bo"
#: The choice that a drill asks, and from how many options on.
ASKS: dict[Kind, tuple[str, int]] = {
    "keep": ("discard", HAND),
    "shelving": ("space", 6),
    "flips": ("turn", 4),
    "location": ("remove_location", 3),
}
#: RULES 7: where one parts with cards from hand as soon as an assistant comes.
PARTING = frozenset({DONATION_DROP, WISHING_WELL, TAX_COLLECTOR})
#: Cards of a hand that are named as worth keeping; what parting with them scores at most.
MOST_KEPT, DEAR = 2, 50
#: RULES 9: how hard the solo game of a drill is.
DIFFICULTY = 3
#: So many times as many tries score cards of the first hand, which little tells apart.
FIRST_HAND = 3
#: Tries that tell whether a first hand is worth asking about.
LOOK = 240


def drill(kind: Kind, seed: int) -> Game:
    """A game that waits for the drill's choice; the same for the same seed."""
    begun = (_begun(kind, seed * 1000 + number) for number in count())
    player = _Parting if kind == "keep" else partial(make_bot, "easy")
    return played_until(
        (game for game in begun if kind != "keep" or _parts(game)),
        lambda: {PLAYER: player(seed), OPPONENT: make_bot("normal", seed)},
        PLAYER,
        ASKS[kind],
        lambda game: _ripe(kind, game),
    )


def _ripe(kind: Kind, game: Game) -> bool:
    """Whether an answer still counts."""
    choice, state = game.choice, game._state
    assert choice is not None
    if kind == "keep":
        first = state.round == 1 and len(state.hands[0]) == HAND and not state.shelves[0].cards
        return first and tells(judged(game.view(PLAYER), choice, None, LOOK, evenly=True))
    if kind == "flips":
        return best_turn(game.view(PLAYER), choice).card is not None
    return state.final if kind == "shelving" else state.round < SOLO_ROUNDS - 1


class _Parting:
    """Goes where it must part with cards, and is a normal bot else."""

    def __init__(self, seed: int) -> None:
        self._bot = make_bot("normal", seed)

    def decide(self, view: View, choice: Choice) -> Option:
        there = (option for option in choice.options if option.location in PARTING)
        return next(there, None) or self._bot.decide(view, choice)


def _parts(game: Game) -> bool:
    """Whether such a place is open in the first round."""
    state = game._state
    return not PARTING.isdisjoint([*state.permanent, *state.board, *state.pile[-1:]])


def _begun(kind: Kind, seed: int) -> Game:
    if kind == "location":
        return Game(Setup(players=[PLAYER], seed=seed, difficulty=DIFFICULTY))
    return Game(Setup(players=[PLAYER, OPPONENT], seed=seed, variant="beginner" if seed % 2 else "standard"))


def ranked(game: Game, words: Edition | None = None) -> list[Advice[Option]]:
    """The options of a drill's choice, best first, with reasons in the language of ``words``."""
    assert game.choice is not None
    tries = HINT_TRIES * (FIRST_HAND if game.choice.kind == ASKS["keep"][0] else 1)
    return advise(game.view(game.choice.player), game.choice, None, tries, words, evenly=True)


#: How far an answer leads another, and in which rows of the form.
apart = partial(ExLibrisSearch.between, HINT_TRIES)


def tells(ranked: Sequence[Ranked[Option]]) -> bool:
    """Whether the best of some options surely leads the worst."""
    by_margin = sorted(ranked, key=lambda one: one.margin)
    return Lead.of(by_margin[-1].margins, by_margin[0].margins).sure


def worth_keeping(options: Sequence[Advice[Option]]) -> list[Option]:
    """The cards of a hand whose loss costs most, the dearest first: `MOST_KEPT` at most."""
    cards = sorted((one for one in options if one.option.card is not None), key=lambda one: one.margin)
    return [one.option for one in cards[:MOST_KEPT] if share(options, one.option.key) <= DEAR]


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
