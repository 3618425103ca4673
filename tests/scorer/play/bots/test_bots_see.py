"""What bots decide, and that they decide it by their view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from scorer.play.bots import Bot, make_bot
from scorer.play.bots.greedy import GreedyBot
from scorer.play.bots.search import HardBot
from scorer.play.state import State
from scorer.play.view import View
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
    game, random = game_of(players, players + 10), Random(players)
    compared = 0
    while (choice := game.choice) is not None:
        view = game.view(choice.player)
        if len(choice.options) > 1 and random.random() < 0.06:
            decided = set()
            for deal in range(3):
                assert view.deals is not None
                other = view.deals.deal(deal)
                assert other is not None
                assert other.choice is not None
                assert other.view(choice.player) == view
                again = other.view(choice.player)
                decided.add(BOTS[bot](5).decide(again, other.choice).key)
            assert decided == {BOTS[bot](5).decide(view, choice).key}, choice
            compared += 1
        game.answer(choice.options[random.randrange(len(choice.options))])
    assert compared > 3


def states_in(thing: Any, seen: set[int]) -> Iterator[State]:
    """Every state that can be reached from a thing through the fields of our own classes."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, State):
        yield thing
    elif isinstance(thing, list | tuple | set):
        for part in thing:
            yield from states_in(part, seen)
    elif isinstance(thing, dict):
        yield from states_in(list(thing.values()), seen)
    elif type(thing).__module__.startswith(("scorer.play", "scorer.engine")):
        slots = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(thing).__mro__)
        yield from states_in([getattr(thing, name, None) for name in slots], seen)
        yield from states_in(getattr(thing, "__dict__", {}), seen)


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
        for state in found:
            assert state.seed == ""
            assert not hidden & {card for zone in state.zones(NAMES[:players]).values() for card in zone}
            assert all(focus is None for seat, focus in enumerate(state.focus) if seat != choice.seat)
            assert state.pile == sorted(state.pile)
        game.answer(choice.options[random.randrange(len(choice.options))])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_deal_is_a_game_that_this_may_be(players: int) -> None:
    game, random = game_of(players, players), Random(7)
    dealt = 0
    while (choice := game.choice) is not None:
        view = game.view(choice.player)
        assert view.deals is not None
        before = game.record
        other = view.deals.deal(random.randrange(1000))
        if other is not None:
            dealt += 1
            zones = other._state.zones(NAMES[:players]).values()
            assert sorted(card for zone in zones for card in zone) == list(range(152))
            assert other.view(choice.player) == view
            assert [option.key for option in other.choice.options] == [o.key for o in choice.options]  # type: ignore[union-attr]
            while other.choice is not None:
                other.answer(other.choice.options[random.randrange(len(other.choice.options))])
        assert game.record == before
        game.answer(choice.options[random.randrange(len(choice.options))])
        for _ in range(9):
            if game.choice is not None:
                game.answer(game.choice.options[random.randrange(len(game.choice.options))])
    assert dealt > 5


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
