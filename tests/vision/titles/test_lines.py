"""Lines of titles on a drawn card."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.titles.stand_in import CORNERS, card
from vision.titles.lines import hanging, title_lines

TITLES = [["Dragons at home"], ["Dwarves and", "their beards"], ["Dust"]]


@pytest.mark.parametrize("upwards", [True, False])
def test_each_line_is_found_in_order(upwards: bool) -> None:
    lines = title_lines(card(TITLES, upwards), CORNERS)
    assert len(lines) == 4
    middles = [line.middle for line in lines]
    assert middles == sorted(middles)
    # the edge between two books is clearer than between two lines of one title
    inner = 2 if upwards else 2
    edges = [line.edge for line in lines][1:]
    assert int(np.argmin(edges)) + 1 == inner


def test_titles_that_run_downwards_are_turned_round() -> None:
    up = title_lines(card(TITLES), CORNERS)
    down = hanging(title_lines(card(TITLES, upwards=False), CORNERS))
    # read in their direction, the books of one come in the other order
    assert [line.picture.shape[1] > 150 for line in up] == [True, True, True, False]
    assert [line.picture.shape[1] > 150 for line in down] == [True, True, True, False]
    assert all(
        (line.picture == turned.picture).all() for line, turned in zip(up, hanging(hanging(up)), strict=True)
    )


def test_a_blank_card_has_no_lines() -> None:
    blank = np.full((880, 630, 3), 128, np.uint8)
    assert title_lines(blank, CORNERS) == []
    noise = np.random.default_rng(1).normal(128, 4, blank.shape).clip(0, 255).astype(np.uint8)
    assert title_lines(noise, CORNERS) == []
