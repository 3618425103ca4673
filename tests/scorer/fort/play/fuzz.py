"""Random games of Fort with every invariant checked after every choice.

`python -m tests.scorer.fort.play.fuzz GAMES WORKERS [FIRST]` plays many; the suite plays some.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain, product
from random import Random

from scorer.fort.play import Game, Setup
from scorer.fort.play.phases import MOST_ROUNDS
from scorer.fort.play.setup import PERKS, RULES
from scorer.fort.play.state import State
from scorer.fort.play.table import PERK
from scorer.fort.play.view import hidden_cards
from tests.scorer.engine.playing import check_cards, check_choice, check_end, many

NAMES = ["Ana", "Bo", "Cy", "Di"]
EDITIONS = ("en", "pt", "fr", "cs")
#: Player counts, variants and the perk that the first player has from the start, each once.
SETUPS = [*product((2, 3, 4), ("basic", "advanced"), (None, *PERKS))]
KINDS = len(SETUPS)


def setup(number: int) -> Setup:
    """The setup of game ``number``: all combinations in turn, each time in another language."""
    players, variant, _ = SETUPS[number * 37 % KINDS]
    edition = EDITIONS[(number + number // KINDS) % len(EDITIONS)]
    return Setup(players=NAMES[:players], edition=edition, variant=variant, seed=number)


def begin(number: int) -> Game:
    """Game ``number``. With fort level 2 from the start, a perk is there for the whole game."""
    game = Game(setup(number), watched=True)
    s, perk = game._state, SETUPS[number * 37 % KINDS][2]
    if perk is not None:
        (s.perk_row if PERK[perk] in s.perk_row else s.perks_gone).remove(PERK[perk])
        s.level[s.first], s.rules[s.first], s.perks[s.first] = 2, s.rule_pile.pop(), PERK[perk]
        game._start_next()
    return game


def play(number: int) -> int:
    """Plays one game to its end and replays its answers; returns the number of choices.

    Raises:
        AssertionError: an invariant does not hold.
    """
    game, random = begin(number), Random(number)
    choices = 0
    while (choice := game.choice) is not None:
        where = (number, choices, choice)
        check_choice(choice, where)
        if random.random() < 0.05:
            secret(game)
        game.answer(choice.options[random.randrange(len(choice.options))])
        choices += 1
        check_cards(game, where)
        limits(game._state, where)
    again = begin(number)
    for key in json.loads(json.dumps(game.record))["choices"]:
        again.answer(key)
    check_end(game, again)
    return choices


def limits(s: State, where: object) -> None:
    """Resources, packs, lookouts, made-up rules and perks are within their limits."""
    for seat in range(s.players):
        bonus = 2 if s.perks[seat] == PERK["big_pack"] else 0
        assert all(0 <= count <= 4 for count in s.stuff[seat]), where
        assert min(s.packs[seat]) >= 0, where
        assert sum(s.packs[seat]) <= s.level[seat] + 1 + bonus, where
        assert len(s.lookouts[seat]) <= s.level[seat] + 1, where
        # Level 1 is reached before its made-up rule is chosen.
        assert (s.rules[seat] is not None) <= (s.level[seat] > 0), where
    rules = [*s.rule_pile, *s.rules_out, *(rule for rule in s.rules if rule is not None)]
    perks = [*s.perk_row, *s.perks_gone, *(perk for perk in s.perks if perk is not None)]
    assert sorted(rules) == list(range(len(RULES))), where
    assert sorted(perks) == list(range(len(PERKS))), where
    assert s.round <= MOST_ROUNDS, where
    assert s.macaroni is None or s.level[s.macaroni] == 5, where
    assert (s.macaroni is not None) == (5 in s.level), where


def secret(game: Game) -> None:
    """No view holds a hidden card, and a fork shows the player to move what they saw before."""
    choice = game.choice
    assert choice is not None
    for seat, name in enumerate(game.setup.players):
        s = game.view(name)._s
        shown = Counter(chain.from_iterable(s.zones(game.setup.players).values()))
        assert not shown.keys() & set(hidden_cards(game._state, seat))
        assert s.seed == ""
    fork = game.fork(7)
    assert fork.view(choice.player) == game.view(choice.player)
    assert fork.choice is not None
    assert fork.choice.options == choice.options


if __name__ == "__main__":
    many(play)
