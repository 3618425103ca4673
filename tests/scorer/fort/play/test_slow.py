"""The engine offers what a second, slow and obvious model of the rules does."""

import pytest

from tests.scorer.fort.play.positions import try_one

#: Positions that the suite tries, in parts that a failure names; the command tries more.
POSITIONS, PARTS = 400, 2
#: Positions beyond them in which the two differed once.
ONCE_WRONG = (17_471, 40_439)


@pytest.mark.parametrize("part", range(PARTS))
def test_what_may_be_played_in_random_positions(part: int) -> None:
    questions = sum(try_one(number) for number in range(part, POSITIONS, PARTS))
    assert questions > POSITIONS // PARTS * 4


@pytest.mark.parametrize("number", ONCE_WRONG)
def test_positions_that_were_wrong_once(number: int) -> None:
    assert try_one(number)
