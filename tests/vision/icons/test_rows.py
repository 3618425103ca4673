"""Which peaks of the finder are a card's icons."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.common.arrays import Floats
from vision.icons.match import FEWEST_BOOKS, MOST_BOOKS, icon_rows


def peaks(*places: tuple[float, float], y: float = 40.0, width: float = 30.0) -> Floats:
    """Eight peaks; the given (probability, x) are there, the rest are zeros."""
    out = np.zeros((8, 4))
    for k, (p, x) in enumerate(places):
        out[k] = p, x, y, width
    return out


def counted(cards: list[Floats]) -> list[int]:
    return (icon_rows(np.stack(cards)).count.argmax(axis=1) + FEWEST_BOOKS).tolist()


@pytest.mark.parametrize("books", [2, 3, 4])
def test_clear_icons_are_all_taken_from_left_to_right(books: int) -> None:
    card = peaks(*((0.9, 100.0 + 45 * k) for k in reversed(range(books))))
    rows = icon_rows(card[None])
    assert rows.count[0].argmax() + FEWEST_BOOKS == books
    assert np.exp(rows.count[0]).sum() == pytest.approx(1)
    xs = rows.icons[0, :books, 1]
    assert xs.tolist() == [100.0 + 45 * k for k in range(books)]
    assert (rows.icons[0, books:] == 0).all()


def test_a_weak_icon_in_a_gap_is_taken_and_a_weak_one_out_of_step_is_not() -> None:
    in_step = peaks((0.9, 100), (0.3, 145), (0.9, 190), (0.9, 235))
    out_of_step = peaks((0.9, 100), (0.9, 145), (0.9, 190), (0.3, 214))
    assert counted([in_step, out_of_step]) == [4, 3]


def test_a_peak_above_or_below_the_row_is_no_icon() -> None:
    card = peaks((0.9, 100), (0.9, 145))
    card[2] = 0.6, 190, 75, 30
    assert counted([card]) == [2]


def test_the_other_cards_show_where_a_row_begins() -> None:
    usual = [peaks(*((0.9, 100.0 + 45 * k) for k in range(n))) for n in (2, 3, 4, 3)]
    pale_first = peaks((0.2, 100), (0.9, 145), (0.9, 190))
    something_before = peaks((0.2, 55), (0.9, 100), (0.9, 145))
    assert counted([*usual, pale_first, something_before])[4:] == [3, 2]


def test_the_other_cards_show_where_a_row_ends() -> None:
    usual = [peaks(*((0.9, 300.0 - 45 * k) for k in range(n))) for n in (2, 3, 4, 3)]
    assert counted([*usual, peaks((0.2, 300), (0.9, 255), (0.9, 210))])[4] == 3


def test_a_faint_peak_is_an_icon_only_of_a_pale_printing() -> None:
    def table(p: float) -> list[Floats]:
        return [peaks(*((p, 100.0 + 45 * k) for k in range(n))) for n in (2, 3, 4, 3)]

    def third(faint: float) -> Floats:
        return peaks((0.9, 100), (0.9, 145), (faint, 190))

    bold = icon_rows(np.stack([*table(0.96), third(0.25)])).count[4]
    pale = icon_rows(np.stack([*table(0.6), third(0.25)])).count[4]
    assert (bold.argmax() + FEWEST_BOOKS, pale.argmax() + FEWEST_BOOKS) == (2, 3)


def test_a_peak_a_little_off_a_steady_row_is_no_icon() -> None:
    def row(books: int, *more: tuple[float, float]) -> Floats:
        return peaks(*((0.88, 240.0 + 33 * (k - (books - 1) / 2)) for k in range(books)), *more)

    count = icon_rows(np.stack([row(3, (0.17, 308.0)), row(3), row(4), row(4), row(3), row(4)])).count
    assert np.exp(count[0, 3 - FEWEST_BOOKS]) > 0.96


def test_a_card_that_lacks_an_icon_does_not_move_the_rows() -> None:
    usual = [peaks(*((0.9, 300.0 - 45 * k) for k in range(n))) for n in (2, 3, 4, 3)]
    short = peaks((0.9, 255), (0.9, 210))
    count = icon_rows(np.stack([*usual, short])).count
    assert np.exp(count[2, MOST_BOOKS - FEWEST_BOOKS]) > 0.99


def test_cards_face_down_do_not_show_how_icons_look() -> None:
    faces = [peaks(*((0.9, 100.0 + 45 * k) for k in range(n))) for n in (3, 4, 4)]
    speck = peaks((0.9, 100), (0.9, 145), (0.9, 190), (0.04, 235))
    table = np.stack([*faces, speck, *[peaks()] * 9])
    rows = icon_rows(table, np.arange(len(table)) <= len(faces))
    assert (rows.count[:4].argmax(axis=1) + FEWEST_BOOKS).tolist() == [3, 4, 4, 3]


def test_a_strip_without_peaks_says_nothing() -> None:
    rows = icon_rows(np.zeros((1, 8, 4)))
    assert rows.icons[0, :, 0].max() == 0
    assert icon_rows(np.zeros((0, 8, 4))).count.shape == (0, 3)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 340)), max_size=8))
def test_any_peaks_give_probabilities_and_icons_among_them(places: list[tuple[float, float]]) -> None:
    card = peaks(*places)
    rows = icon_rows(card[None])
    assert np.exp(rows.count[0]).sum() == pytest.approx(1)
    books = int(rows.count[0].argmax()) + FEWEST_BOOKS
    chosen = rows.icons[0, :books]
    assert FEWEST_BOOKS <= books <= MOST_BOOKS
    assert all(any(np.array_equal(icon, peak) for peak in card) for icon in chosen)
    assert (np.diff(chosen[:, 1]) >= 0).all()
