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
    # an edge between two books is clearer than between two lines of one title
    assert int(np.argmin([line.edge for line in lines][1:])) == 1


def test_titles_that_run_downwards_are_turned_round() -> None:
    up = title_lines(card(TITLES), CORNERS)
    down = hanging(title_lines(card(TITLES, upwards=False), CORNERS))
    # the last book comes first, and the lines of each read from the first
    order = [up[number] for number in (3, 1, 2, 0)]
    widths = [[line.picture.shape[1] for line in lines] for lines in (order, down)]
    assert np.allclose(widths[0], widths[1], atol=6)
    assert [line.middle for line in down] == sorted(line.middle for line in down)
    twice = hanging(hanging(up))
    assert all((line.picture == other.picture).all() for line, other in zip(up, twice, strict=True))
    assert [line.edge for line in twice][1:] == [line.edge for line in up][1:]


def test_a_blank_card_has_no_lines() -> None:
    blank = np.full((880, 630, 3), 128, np.uint8)
    assert title_lines(blank, CORNERS) == []
    noise = np.random.default_rng(1).normal(128, 4, blank.shape).clip(0, 255).astype(np.uint8)
    assert title_lines(noise, CORNERS) == []
