"""The engine offers what a second, slow and obvious model of the rules does."""

import pytest

from tests.scorer.fort.play.plans.positions import try_one

#: Positions that the suite tries, in parts that a failure names; the command tries more.
POSITIONS, PARTS = 1_000, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_what_may_be_played_in_random_positions(part: int) -> None:
    questions = sum(try_one(number) for number in range(part, POSITIONS, PARTS))
    assert questions > POSITIONS // PARTS * 4
