"""Random games of Fort over all player counts, variants, languages and perks, every invariant checked."""

import pytest

from tests.scorer.fort.play import fuzz

#: Games that CI plays, in parts that a failure names; `python -m tests.scorer.fort.play.fuzz` plays more.
GAMES, PARTS = 300, 10


@pytest.mark.parametrize("part", range(PARTS))
def test_invariants_hold_in_random_games(part: int) -> None:
    choices = sum(fuzz.play(number) for number in range(part, GAMES, PARTS))
    assert choices > GAMES // PARTS * 50


def test_the_games_cover_every_setup() -> None:
    played = {fuzz.SETUPS[number * 37 % fuzz.KINDS] for number in range(fuzz.KINDS)}
    assert len(played) == len(set(fuzz.SETUPS)) <= GAMES
