"""Icons that must stand between two that were seen, though the finder shows none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Floats
from vision.icons.hidden import HIDDEN, one_gap, with_hidden
from vision.icons.rows import FEWEST, icon_rows

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
    return (count.argmax(axis=1) + FEWEST).tolist(), np.exp(count.max(axis=1)).tolist()


EVEN = ((0, 1, 2), (0, 1, 2, 3), (0, 1), (0, 1, 2), (0, 1, 2, 3))


def test_most_printings_have_one_gap_for_any_number_of_icons() -> None:
    assert one_gap(table(*EVEN)) == pytest.approx(GAP)
    assert one_gap(table(*EVEN[:2], (0, 2), (0, 2, 3))) == pytest.approx(GAP)


def test_where_rows_end_at_the_same_places_there_is_none() -> None:
    spread = ((0, 1, 2, 3), (0, 1.5, 3), (0, 3), (0, 1.5, 3), (0, 1, 2, 3))
    assert one_gap(table(*spread)) is None
    # one of them short of an icon looks like a row of the narrow gap
    assert one_gap(table(*spread, (0, 1, 2))) is None


def test_cards_of_one_number_do_not_tell() -> None:
    assert one_gap(table((0, 1, 2), (0, 1, 2), (0, 1, 2))) is None


@pytest.mark.parametrize(
    ("seen", "books"),
    [((0, 2), 3), ((0, 1, 3), 4), ((0, 2, 3), 4), ((0, 3), 4)],
    ids=["the middle one", "the third", "the second", "two"],
)
def test_where_there_is_room_for_an_icon_there_is_one(seen: tuple[float, ...], books: int) -> None:
    """Pale icons of one category, and icons that touched: of 29 wrong counts of two looks 12 are left."""
    count, sure = counted(table(*EVEN, seen))
    assert count == [3, 4, 2, 3, 4, books]
    assert sure[-1] > 0.5


def test_no_row_with_a_hole_is_surely_what_was_seen_of_it() -> None:
    holes = [(0, 2), (0, 2), (0, 2), (0, 2)]
    count, _ = counted(table((0, 1, 2), (0, 1, 2, 3), (0, 1, 2), *holes))
    assert count[3:] == [3] * 4


def test_a_row_without_a_hole_stays_as_it_is() -> None:
    rows = table(*EVEN)
    assert np.array_equal(with_hidden(peaks(rows), rows, GAP), peaks(rows))


def test_what_the_finder_faintly_saw_there_is_the_icon() -> None:
    seen = peaks(table((0, 2)))
    seen[0, 5] = 0.07, FIRST + GAP + 3, HEIGHT + 2, WIDTH
    (card,) = with_hidden(seen, table((0, 2)), GAP)
    assert card[5].tolist() == [HIDDEN, FIRST + GAP + 3, HEIGHT + 2, WIDTH]
    assert (card[:, 0] > 0).sum() == 3


def test_two_marks_at_one_place_have_no_gap() -> None:
    with np.errstate(all="raise"):
        assert one_gap(table((0, 0), (0, 0), (0, 0, 0))) is None
        assert one_gap(table(*EVEN, (1, 1))) == pytest.approx(GAP)
