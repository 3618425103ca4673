"""Networks that run in parts give the same answers in the same order."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from vision.networks import sessions as networks
from vision.networks.files import model_path


@pytest.mark.parametrize("n", [0, 1, 2, 5, 8])
def test_parts_come_back_whole_and_in_order(n: int) -> None:
    things = list(range(n))
    parts = networks.side_by_side(lambda which: things[which], n)
    assert 1 <= len(parts) <= networks.THREADS
    assert [thing for part in parts for thing in part] == things


@pytest.mark.parametrize("n", [0, 1, 3, 4, 9])
def test_parts_made_ahead_come_back_whole_and_in_order(n: int) -> None:
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


def test_a_batch_gives_what_single_pictures_give() -> None:
    pictures = np.random.default_rng(1).integers(0, 256, (3, 32, 32, 3), np.uint8)
    together = networks.run("icon_encoder", pictures)[0]
    alone = np.concatenate([networks.run("icon_encoder", picture[None])[0] for picture in pictures])
    assert together.shape == alone.shape
    assert np.allclose(together, alone, atol=1e-3)


def test_matrix_products_run_on_one_thread_once_a_network_is_open() -> None:
    networks.network("icon_encoder")  # sets the limit, which is then lifted and must be set again
    with threadpool_limits(2, user_api="blas"):
        networks._products_on_one_thread.cache_clear()
        networks.opened(model_path("icon_encoder.onnx"))
        threads = [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]
    assert set(threads) <= {1}
