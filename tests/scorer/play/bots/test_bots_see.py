"""What bots decide, and that they decide it by their view alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from scorer.play.bots import Bot, make_bot
from scorer.play.bots.greedy import GreedyBot
from scorer.play.bots.hard import HardBot
from scorer.play.view import View
from tests.scorer.engine.leaks import check_deals, check_decisions, states_in
from tests.scorer.oracle import greedy as plain
from tests.scorer.play.bots.bot_games import NAMES, game_of

BOTS: dict[str, Callable[[int], Bot]] = {
    "easy": lambda seed: make_bot("easy", seed),
    "normal": lambda seed: make_bot("normal", seed),
    "hard": lambda seed: HardBot(seed, tries=6),
}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_the_greedy_bot_decides_as_the_plain_one(players: int, seed: int) -> None:
    game = game_of(players, seed)
    fast, slow = GreedyBot(seed), plain.GreedyBot(seed)
    while (choice := game.choice) is not None:
        view = game.view(choice.player)
        chosen = fast.decide(view, choice)
        assert chosen is slow.decide(view, choice), choice
        game.answer(chosen)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_bot_decides_the_same_whatever_it_cannot_see(bot: str, players: int) -> None:
    """The leak test: two games that look the same to a player, with all else dealt differently."""
    assert check_decisions(game_of(players, players + 10), BOTS[bot], Random(players), 0.03) > 3


@pytest.mark.parametrize("players", [1, 3])
def test_a_view_leads_to_no_state_that_holds_more_than_the_player_may_know(players: int) -> None:
    game, random = game_of(players, 3), Random(3)
    while (choice := game.choice) is not None:
        view = game.view(choice.player)
        assert isinstance(view, View)
        assert view.setup.seed == 0
        found = list(states_in(view, set()))
        assert found
        hidden = set(game._unseen(choice.seat))
        s = game._state
        if not game._given and s.looking is None:  # nothing was moved before the player's eyes
            others = [card for seat, hand in enumerate(s.hands) if seat != choice.seat for card in hand]
            assert hidden >= {*s.draw, *others}
        for state in found:
            assert state.seed == ""
            assert not hidden & {card for zone in state.zones(NAMES[:players]).values() for card in zone}
            assert all(focus is None for seat, focus in enumerate(state.focus) if seat != choice.seat)
            assert state.pile == sorted(state.pile)
        game.answer(choice.options[random.randrange(len(choice.options))])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_deal_is_a_game_that_this_may_be(players: int) -> None:
    assert check_deals(game_of(players, players), Random(7))[0] > 5


def test_the_hard_bot_is_seeded() -> None:
    keys = []
    for _ in range(2):
        game, bots = game_of(2, 4), [HardBot(1, tries=4), HardBot(2, tries=4)]
        while game.choice is not None and game.round < 3:
            choice = game.choice
            game.answer(bots[choice.seat].decide(game.view(choice.player), choice))
        keys.append(game.record["choices"])
    assert keys[0] == keys[1]


def test_a_bot_of_a_kept_game_keeps_its_former_name() -> None:
    assert isinstance(make_bot("greedy", 1), GreedyBot)
