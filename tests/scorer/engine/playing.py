"""Games played on for tests, and what holds in every game."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import chain
from multiprocessing import Pool
from random import Random
from typing import Any, Self, TypeVar

from scorer.engine.choices import Choice
from scorer.engine.game import AnyGame

GameT = TypeVar("GameT", bound=AnyGame)


def play_on(game: GameT, choices: int = 10_000, seed: int = 0) -> GameT:
    """The game after some random answers."""
    random = Random(seed)
    for _ in range(choices):
        if game.choice is None:
            break
        game.answer(random.choice(game.choice.options))
    return game


def over(game: GameT) -> GameT:
    """The game at its end; each choice was answered with its first option."""
    while game.choice is not None:
        game.answer(game.choice.options[0])
    return game


def played(
    game: AnyGame, bot: Any, rounds: int = 99, anas: Callable[[Any, Any], Any] | None = None
) -> dict[str, Any]:
    """The record of a game up to a round: the bot answers, but for Ana ``anas``, where she has a choice."""
    while (choice := game.choice) is not None and game.round < rounds:
        if anas is not None and choice.player == "Ana" and len(choice.options) > 1:
            game.answer(anas(game, choice))
        else:
            game.answer(bot.decide(game.view(choice.player), choice))
    return game.record


def snapshot(game: Any) -> tuple[object, ...]:
    """All that can be seen of a game."""
    choice = game.choice
    asked = None if choice is None else (choice.player, choice.prompt, [o.key for o in choice.options])
    return json.dumps(game.record), game.zones(), asked, [game.view(name) for name in game.setup.players]


def check_undo(game: AnyGame, choices: int = 60) -> None:
    """Each choice is taken back, one after the other, to the start."""
    random, before = Random(1), []
    for _ in range(choices):
        assert game.choice is not None
        before.append(snapshot(game))
        game.answer(random.choice(game.choice.options))
    while before:
        assert game.undo()
        assert snapshot(game) == before.pop()
    assert not game.undo()


def check_forks(game: AnyGame, chance: float) -> None:
    """A fork keeps what the player knows, deals the rest anew, and leaves the game as it is."""
    random = Random(2)
    differing = asked = 0
    while (choice := game.choice) is not None:
        if random.random() < chance:
            before = snapshot(game)
            fork = game.fork(5)
            assert fork.view(choice.player) == game.view(choice.player)
            assert fork.choice is not None
            assert fork.choice.options == choice.options
            assert fork.choice.prompt == choice.prompt
            check_cards(fork, choice)
            differing += fork.zones() != game.zones()
            asked += 1
            while fork.choice is not None:
                fork.answer(random.choice(fork.choice.options))
            assert fork.result is not None
            assert snapshot(game) == before, "independent"
        game.answer(random.choice(choice.options))
    assert differing > asked * 0.8


def check_first_look(new: Callable[[bool], AnyGame]) -> None:
    """A game at which nobody has looked yet is seen and forked as one that was watched from the start."""
    random = Random(4)
    for stop in range(0, 120, 7):
        unseen, watched = new(False), new(True)
        while unseen.choice is not None and len(unseen.record["choices"]) < stop:
            key = random.choice(unseen.choice.options).key
            unseen.answer(key)
            watched.answer(key)
        if (choice := unseen.choice) is None:
            break
        assert unseen.fork(3).zones() == watched.fork(3).zones()
        assert unseen.view(choice.player) == watched.view(choice.player)
        one, other = (game.view(choice.player).deals.deal(5) for game in (unseen, watched))
        assert one.zones() == other.zones()


def check_choice(choice: Choice[Any, Any], where: object) -> None:
    """There are options, each has a label, and no two have the same key."""
    assert choice.options, where
    keys = [option.key for option in choice.options]
    assert len(set(keys)) == len(keys), where
    assert all(option.label for option in choice.options), where
    assert choice.prompt, where


def check_cards(game: AnyGame, where: object) -> None:
    """Each card is in one place."""
    zones = game._state.zones(game.setup.players)
    assert sorted(chain.from_iterable(zones.values())) == list(range(len(game._course.t.cards))), where


def check_end(game: Any, again: Any) -> None:
    """The finished game has a result with all players, and the game that was replayed is the same."""
    assert game.result is not None
    assert [player.name for player in game.result.players] == game.setup.players
    assert json.dumps(again.record) == json.dumps(game.record)
    assert again.zones() == game.zones()
    assert again.result == game.result


def many(play: Callable[[int], int]) -> None:
    """Plays the games that the command line asks for: GAMES WORKERS [FIRST]."""
    games, workers, first = (*map(int, sys.argv[1:4]), 0)[:3]
    with Pool(workers) as pool:
        total = sum(pool.imap_unordered(play, range(first, first + games), chunksize=20))
    print(f"{games} games, {total} choices: every invariant held.")


class Scene:
    """A game put into a position. After the deals, `start` lets it ask its first question."""

    game: Any

    def start(self) -> Self:
        self.game._start_next()
        return self

    @property
    def choice(self) -> Any:
        """The open question."""
        assert self.game.choice is not None
        return self.game.choice

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what."""
        return self.choice.player, self.choice.kind

    @property
    def keys(self) -> list[str]:
        """The keys of the answers."""
        return [option.key for option in self.choice.options]
