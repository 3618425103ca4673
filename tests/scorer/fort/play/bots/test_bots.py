"""Fort's bots: they see a view only, and playing well beats playing at random."""

from __future__ import annotations

from random import Random

import pytest

from scorer.engine.bots import play_out
from scorer.errors import RefusedInput
from scorer.fort.cards import CardSet
from scorer.fort.play import Choice, Game, Option, Setup, View
from scorer.fort.play.bots import bot_names, make_bot
from scorer.fort.play.bots.greedy import PERKS, RULES, GreedyBot
from scorer.fort.play.setup import PERKS as ALL_PERKS
from scorer.fort.play.setup import RULES as ALL_RULES


def winners(*bots: str, seed: int) -> list[str]:
    """The bots that win a game, by their names."""
    names = [f"{bot} {seat}" for seat, bot in enumerate(bots)]
    game = Game(Setup(players=names, seed=seed, variant=("basic", "advanced")[seed % 2]))
    players = [make_bot(bot, seed * 10 + seat) for seat, bot in enumerate(bots)]
    play_out(game, players)
    assert game.result is not None
    return [name.split()[0] for name in game.result.winners]


def test_bots_are_known_by_name() -> None:
    assert bot_names()[:2] == ["random", "greedy"]
    with pytest.raises(RefusedInput, match="no bot 'genius'"):
        make_bot("genius", 1)


def test_greedy_beats_random() -> None:
    games = [winners("greedy", "random", seed=seed) for seed in range(15)]
    games += [winners("random", "greedy", seed=seed) for seed in range(15)]
    assert sum(won == ["greedy"] for won in games) >= 27


def test_greedy_knows_every_made_up_rule_and_perk() -> None:
    assert set(RULES) == set(ALL_RULES)
    assert set(PERKS) == set(ALL_PERKS)


def test_a_bot_decides_the_same_in_games_that_differ_in_hidden_cards_only() -> None:
    game, random, compared = Game(Setup(players=["Ana", "Bo", "Cy"], seed=4)), Random(3), 0
    while (choice := game.choice) is not None:
        if random.random() < 0.2:
            fork = game.fork(9)
            assert fork.choice is not None
            decided = [
                GreedyBot(1).decide(one.view(choice.player), one.choice) for one in (game, fork) if one.choice
            ]
            assert decided[0] == decided[1]
            compared += 1
        game.answer(random.choice(choice.options))
    assert compared > 20


def test_a_bot_of_ones_own_needs_one_method() -> None:
    class First:
        def decide(self, view: View, choice: Choice) -> Option:
            return choice.options[0]

    game = Game(Setup(players=["Ana", "Bo"], seed=2))
    play_out(game, [First()] * 2)
    assert game.over


def test_the_cards_of_the_house_set_all_find_players() -> None:
    """In games between equal bots every kid is owned by somebody at some end."""
    owned: set[str] = set()
    for seed in range(12):
        game, bots = Game(Setup(players=["Ana", "Bo", "Cy", "Di"], seed=seed)), [make_bot("greedy", seed)] * 4
        play_out(game, bots)
        owned |= {
            card.name for seat in range(4) for n in game._state.owned(seat) for card in [game._table.cards[n]]
        }
    assert {card.name for card in CardSet.house().cards} <= owned
