"""Random games with every invariant checked after every choice.

`python -m tests.scorer.play.fuzz GAMES WORKERS [FIRST]` plays many; the suite plays a few.
"""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

from scorer.play import Game, Setup
from scorer.play.phases import MOST_ROUNDS
from scorer.play.setup import ASSISTANTS, LIBRARIES, SOLO_ASSISTANTS
from scorer.play.state import State
from tests.scorer.engine.playing import check_cards, check_choice, check_end, many, snapshot

NAMES = ["Ana", "Bo", "Cy", "Di"]
VARIANTS = ("standard", "beginner", "friendly", "long", "beginner+long", "friendly+long", "beginner+friendly")
EDITIONS = ("en", "pt", "fr", "cs")
#: Player counts, variants and editions, each combination once.
SETUPS = [*product((1,), ("standard",) * 7, EDITIONS), *product((2, 3, 4), VARIANTS, EDITIONS)]
KINDS = len(SETUPS)
#: How often a player asks for a hint before they answer.
HINTS = 0.002


def setup(number: int) -> Setup:
    """The setup of fuzz game ``number``: all combinations in turn."""
    players, variant, edition = SETUPS[number * 29 % KINDS]
    difficulty = (number + number // KINDS) % 7 + 1 if players == 1 else None
    return Setup(
        players=NAMES[:players], edition=edition, variant=variant, seed=number, difficulty=difficulty
    )


def forced(number: int) -> bool:
    """Whether game ``number`` has libraries that its setup cannot express; beginner games have none."""
    row, column = divmod(number * 29 % KINDS, len(EDITIONS))
    return (number // KINDS + row + column) % 2 == 1 and "beginner" not in setup(number).variants


def begin(number: int) -> Game:
    """Game ``number``; every other one with libraries that go round, whatever the draft would have dealt."""
    game = Game(setup(number), watched=True)
    state = game._state
    if forced(number):
        all_libraries = game.setup.words.solo.libraries if state.solo else LIBRARIES
        own = [library for library in all_libraries if library in game.setup.libraries()]
        shift = number // KINDS + number % KINDS // 2
        for seat in range(state.players):
            state.libraries[seat] = own[(shift + seat * (1 + shift % 5)) % len(own)]
        state.draft.clear()
        state.phase = "prepare"
        game._start_next()
    return game


def replay(number: int, record: dict[str, Any]) -> Game:
    """The game ``number`` that a record tells.

    A record begins with a setup, and a setup cannot name the libraries: it would replay the draft. Forced
    libraries are therefore given again, and only the record's choices are answered.
    """
    if not forced(number):
        return Game.replay(record)
    game = begin(number)
    for key in record["choices"]:
        game.answer(key)
    return game


def play(number: int) -> int:
    """Plays one game to its end and replays its record; returns the number of choices.

    Raises:
        AssertionError: an invariant does not hold.
    """
    game, random, hints = begin(number), Random(number), Random(f"hints {number}")
    assistants = SOLO_ASSISTANTS if game._state.solo else ASSISTANTS
    seen: dict[int, dict[int, int]] = {}
    parts: dict[int, int] = {}
    choices = 0
    while (choice := game.choice) is not None:
        where = (number, choices, choice)
        check_choice(choice, where)
        if hints.random() < HINTS:
            shown = snapshot(game)
            told = {advice.option.key for advice in game.advise(seconds=None, tries=1)}
            assert told == {option.key for option in choice.options}, where
            assert snapshot(game) == shown, where
        game.answer(choice.options[random.randrange(len(choice.options))])
        choices += 1
        s = game._state
        check_cards(game, where)
        for seat, rack in enumerate(s.shelves):
            if seen.get(seat) != rack.cards:
                now, before = groups(rack.cards), parts.get(seat, 1)
                gave_away = choice.kind in ("discard", "put") and choice.seat == seat
                assert now <= max(before, 1) or gave_away, where  # K1, and the ruling on discards
                assert not low(rack.cards), where
                assert rack.down | rack.under.keys() <= rack.cards.keys(), where
                seen[seat], parts[seat] = rack.cards.copy(), now
        for seat in range(s.players):
            assert count_assistants(s, seat) == assistants, where
        assert s.round <= MOST_ROUNDS, where
    check_end(game, replay(number, json.loads(json.dumps(game.record))))
    return choices


def groups(cards: dict[int, int]) -> int:
    """K1 the slow way: the groups of cards, each by a flood from one of its cards."""
    places, found = {divmod(place, 1024) for place in cards}, 0
    while places:
        found += 1
        flood, edge = set(), {next(iter(places))}
        while edge:
            flood |= edge
            near = {(r + dr, c + dc) for r, c in edge for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            edge = (near & places) - flood
        places -= flood
    return found


def low(cards: dict[int, int]) -> bool:
    """K2: whether the cards span more than three rows."""
    rows = [place // 1024 for place in cards]
    return bool(rows) and max(rows) - min(rows) > 2


def count_assistants(s: State, seat: int) -> int:
    """How many different assistants of a player are anywhere."""
    standing = [a for here in s.at.values() for _, a in here if a // 4 == seat]
    everywhere = [*s.free[seat], *s.home[seat], *standing]
    assert len(set(everywhere)) == len(everywhere)
    return len(everywhere)


if __name__ == "__main__":
    many(play)
