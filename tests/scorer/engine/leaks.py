"""What holds for the views, deals and bots of every game: they know nothing that the player may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random
from typing import Any

from scorer.engine.game import AnyGame
from scorer.engine.state import State
from tests.scorer.engine.playing import check_cards, play_on


def check_decisions(game: AnyGame, bot: Callable[[int], Any], random: Random, chance: float) -> int:
    """A bot decides the same in games that look the same to it; returns how many choices were compared."""
    compared = 0
    while (choice := game.choice) is not None:
        view = game.view(choice.player)
        if len(choice.options) > 1 and random.random() < chance:
            decided = set()
            for deal in range(3):
                assert view.deals is not None
                other = view.deals.deal(deal)
                assert other is not None
                assert other.choice is not None
                assert other.view(choice.player) == view
                decided.add(bot(5).decide(other.view(choice.player), other.choice).key)
            assert decided == {bot(5).decide(view, choice).key}, choice
            compared += 1
        game.answer(choice.options[random.randrange(len(choice.options))])
    return compared


def check_deals(game: AnyGame, random: Random, every: int = 10) -> tuple[int, int]:
    """Each deal is a game that this may be; returns how many were dealt, and in how many cards differ."""
    dealt = differing = 0
    while (choice := game.choice) is not None:
        view = game.view(choice.player)
        before = game.record
        other = view.deals.deal(random.randrange(1000))
        if other is not None:
            dealt += 1
            differing += other._state.zones(game.setup.players) != game._state.zones(game.setup.players)
            check_cards(other, choice)
            assert other.view(choice.player) == view
            assert other.choice is not None
            assert [option.key for option in other.choice.options] == [o.key for o in choice.options]
            play_on(other, seed=dealt)
            assert other.over
        assert game.record == before
        play_on(game, every, random.randrange(1000))
    return dealt, differing


def states_in(thing: Any, seen: set[int]) -> Iterator[Any]:
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
    elif type(thing).__module__.startswith(("scorer.play", "scorer.fort", "scorer.engine")):
        slots = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(thing).__mro__)
        yield from states_in([getattr(thing, name, None) for name in slots], seen)
        yield from states_in(getattr(thing, "__dict__", {}), seen)
