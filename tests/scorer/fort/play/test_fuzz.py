"""Random games of Fort over all player counts, variants, languages and perks, every invariant checked."""

from itertools import product

import pytest

from scorer.fort.play.setup import PERKS
from tests.scorer.fort.play import fuzz

#: Games that CI plays, two of each setup, in parts that a failure names; `python -m
#: tests.scorer.fort.play.fuzz` plays more.
GAMES, PARTS = 2 * fuzz.KINDS, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_invariants_hold_in_random_games(part: int) -> None:
    choices = sum(fuzz.play(number) for number in range(part, GAMES, PARTS))
    assert choices > GAMES // PARTS * 50


def test_the_games_cover_every_setup_and_every_perk_in_every_language() -> None:
    played = [fuzz.SETUPS[number * 37 % fuzz.KINDS] for number in range(GAMES)]
    assert set(played) == set(fuzz.SETUPS)
    told = {(perk, fuzz.setup(number).edition) for number, (_, _, perk) in enumerate(played)}
    assert told == set(product((None, *PERKS), fuzz.EDITIONS))
