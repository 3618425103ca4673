"""Icons that the finder missed between two others."""

from __future__ import annotations

import numpy as np
import pytest

from vision.common.arrays import Floats
from vision.icons.missed import MISSED, MissedSettings, common_gap, with_missed
from vision.icons.rows import FEWEST_BOOKS, icon_rows

FIRST, GAP, WIDTH, HEIGHT = 190.0, 35.0, 31.0, 50.0


def row(*places: float) -> Floats:
    """A card's icons at these places, in gaps from the first of the table."""
    out = np.full((4, 4), np.nan)
    for k, place in enumerate(places):
        out[k] = 0.9, FIRST + place * GAP, HEIGHT, WIDTH
    return out


def table(*cards: tuple[float, ...]) -> Floats:
    return np.stack([row(*places) for places in cards])


def peaks(rows: Floats) -> Floats:
    out = np.zeros((len(rows), 8, 4))
    out[:, :4] = np.nan_to_num(rows)
    return out


def counted(rows: Floats) -> tuple[list[int], list[float]]:
    """The number of icons of each card, and how likely it is."""
    count = icon_rows(peaks(rows)).count
    return (count.argmax(axis=1) + FEWEST_BOOKS).tolist(), np.exp(count.max(axis=1)).tolist()


EVEN = ((0, 1, 2), (0, 1, 2, 3), (0, 1), (0, 1, 2), (0, 1, 2, 3))


def test_rows_of_any_number_of_icons_share_a_gap() -> None:
    assert common_gap(table(*EVEN)) == pytest.approx(GAP)
    assert common_gap(table(*EVEN[:2], (0, 2), (0, 2, 3))) == pytest.approx(GAP)


def test_rows_that_end_at_the_same_places_have_no_common_gap() -> None:
    spread = ((0, 1, 2, 3), (0, 1.5, 3), (0, 3), (0, 1.5, 3), (0, 1, 2, 3))
    assert common_gap(table(*spread)) is None
    # a row of four that lacks an icon looks like a row with the narrow gap
    assert common_gap(table(*spread, (0, 1, 2))) is None


def test_rows_of_one_number_show_no_common_gap() -> None:
    assert common_gap(table((0, 1, 2), (0, 1, 2), (0, 1, 2))) is None


@pytest.mark.parametrize(
    ("seen", "books"),
    [((0, 2), 3), ((0, 1, 3), 4), ((0, 2, 3), 4), ((0, 3), 4)],
    ids=["the middle one", "the third", "the second", "two"],
)
def test_a_gap_that_has_room_for_an_icon_has_an_icon(seen: tuple[float, ...], books: int) -> None:
    count, sure = counted(table(*EVEN, seen))
    assert count == [3, 4, 2, 3, 4, books]
    assert sure[-1] > 0.5


def test_rows_with_a_hole_are_completed_on_a_table_of_many() -> None:
    holes = [(0, 2), (0, 2), (0, 2), (0, 2)]
    count, _ = counted(table((0, 1, 2), (0, 1, 2, 3), (0, 1, 2), *holes))
    assert count[3:] == [3] * 4


def test_rows_without_a_hole_stay() -> None:
    rows = table(*EVEN)
    assert np.array_equal(with_missed(peaks(rows), rows, GAP), peaks(rows))


def test_a_faint_peak_in_the_gap_is_the_icon() -> None:
    seen = peaks(table((0, 2)))
    seen[0, 5] = 0.07, FIRST + GAP + 3, HEIGHT + 2, WIDTH
    (card,) = with_missed(seen, table((0, 2)), GAP)
    assert card[5].tolist() == [MISSED.probability, FIRST + GAP + 3, HEIGHT + 2, WIDTH]
    assert (card[:, 0] > 0).sum() == 3


def test_two_peaks_at_one_place_have_no_gap() -> None:
    with np.errstate(all="raise"):
        assert common_gap(table((0, 0), (0, 0), (0, 0, 0))) is None
        assert common_gap(table(*EVEN, (1, 1))) == pytest.approx(GAP)


def test_how_far_a_gap_may_be_off_can_be_set() -> None:
    uneven = table((0, 1, 2), (0, 1.1, 2), (0, 1))
    assert common_gap(uneven) is not None
    assert common_gap(uneven, MissedSettings(tolerance=0.01)) is None
