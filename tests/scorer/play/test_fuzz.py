"""Random games over all player counts, variants, editions and libraries: every invariant, every choice."""

import pytest

from tests.scorer.play import fuzz

#: Games that CI plays, one of each setup, in parts that a failure names; `python -m tests.scorer.play.fuzz`
#: plays more.
GAMES, PARTS = fuzz.KINDS, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_invariants_hold_in_random_games(part: int) -> None:
    choices = sum(fuzz.play(number) for number in range(part, GAMES, PARTS))
    assert choices > GAMES // PARTS * 50


def test_the_games_cover_every_setup() -> None:
    setups = {(len(s.players), s.variant, s.edition) for s in map(fuzz.setup, range(fuzz.KINDS))}
    assert len(setups) == len(set(fuzz.SETUPS))
    libraries = {
        (number % 4, len(fuzz.setup(number).players), fuzz.forced(number)) for number in range(GAMES)
    }
    assert len(libraries) == 4 * 4 * 2
    assert {fuzz.setup(number).difficulty for number in range(GAMES)} == {None, *range(1, 8)}
