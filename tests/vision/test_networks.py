"""Networks run side by side: the same answers, in the same order."""

from __future__ import annotations

import numpy as np
import pytest

from vision import networks


@pytest.mark.parametrize("n", [0, 1, 2, 5, 8])
def test_parts_come_back_whole_and_in_order(n: int) -> None:
    things = list(range(n))
    parts = networks.side_by_side(lambda which: things[which], n)
    assert 1 <= len(parts) <= networks.THREADS
    assert [thing for part in parts for thing in part] == things


@pytest.mark.parametrize("n", [0, 1, 3, 4, 9])
def test_what_is_made_ahead_comes_back_whole_and_in_order(n: int) -> None:
    things = list(range(n))
    parts = networks.ahead(lambda which: things[which], lambda made: [2 * thing for thing in made], n)
    assert [thing for part in parts for thing in part] == [2 * thing for thing in things]
    assert n < 4 or len(parts) == 4


def test_an_error_in_any_part_is_raised() -> None:
    def last_fails(which: slice) -> None:
        if which.stop == 4:
            raise ArithmeticError("the last part")

    with pytest.raises(ArithmeticError, match="the last part"):
        networks.side_by_side(last_fails, 4)


def test_a_batch_gives_what_its_pictures_give_alone() -> None:
    pictures = np.random.default_rng(1).integers(0, 256, (3, 32, 32, 3), np.uint8)
    together = networks.run("icon_encoder", pictures)[0]
    alone = np.concatenate([networks.run("icon_encoder", picture[None])[0] for picture in pictures])
    assert together.shape == alone.shape
    assert np.allclose(together, alone, atol=1e-3)
