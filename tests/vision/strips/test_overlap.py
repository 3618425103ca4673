"""Cards of a shelf under a neighbour's side, and numbers of which it may cover a digit."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.photos import legend, photo, truth
from vision import PhotoReader
from vision.banner.read import BannerEvidence
from vision.common.arrays import Bools, Floats
from vision.geometry.plane import Plane
from vision.geometry.quads import Quads
from vision.photo.load import load_photo
from vision.reading import CardReading, PhotoReading
from vision.strips.marks import Marks
from vision.strips.overlap import FEWEST_FACES, covered, made_whole, under_others, without_covered_icons
from vision.strips.rectify import LEFT, SCALE

FACES = 6


def table_of(moved: dict[int, float], number_at: float = 0.12) -> Marks:
    """Six strips with letter and number at one place, on some strips ``moved``, in card widths."""
    icons = np.zeros((FACES, 8, 5), np.float32)
    letter = np.repeat(np.array([[0.9, 0.3, 40, 0.11, 40]], np.float32), FACES, axis=0)
    number = np.repeat(np.array([[0.9, number_at, 95, 0.11, 20]], np.float32), FACES, axis=0)
    for card, by in moved.items():
        letter[card, 1] += by
        number[card, 1] += by
    for mark in (letter, number):
        mark[:, 1] -= LEFT
        mark[:, [1, 3]] *= SCALE
    return Marks(icons=icons, letter=letter, number=number)


def doubted(
    name: str, marks: Marks, up: Bools, hidden: Floats | None = None, above: bool = True
) -> list[int]:
    """The cards of which other cards may lie on this part of the print."""
    sides = np.zeros((FACES, 2)) if hidden is None else hidden
    return np.flatnonzero(covered(marks, under_others(marks, up, sides, above))[name]).tolist()


def cards_of(reading: PhotoReading) -> list[CardReading]:
    return [card for shelf in reading.shelves for card in shelf.cards]


def stand_in(which: Callable[[int], Bools], *names: str) -> Callable[[Marks, Bools], dict[str, Bools]]:
    """Stands in for `covered`: other cards may lie on these parts of the print of these cards alone."""

    def of(marks: Marks, under: Bools) -> dict[str, Bools]:
        none = np.zeros(len(under), np.bool_)
        return {name: which(len(under)) if name in names else none for name in covered(marks, under)}

    return of


ALL = np.ones(FACES, np.bool_)
SURE = np.full(FACES, 0.003)  # expected errors of sides that are seen clearly, in card widths


@pytest.mark.parametrize(
    ("moved", "number_at", "lacks"),
    [
        ({2: -0.04}, 0.12, [2]),
        ({2: -0.01}, 0.12, []),
        ({2: 0.04}, 0.12, []),
        ({2: -0.04}, 0.3, []),
        ({2: 0.04}, 0.88, [2]),
        ({2: -0.04}, 0.88, []),
        ({1: -0.04, 4: -0.05}, 0.12, [1, 4]),
    ],
    ids=["left", "hardly", "away", "room for more digits", "right", "away from the right", "two of six"],
)
def test_a_number_at_a_side_that_all_print_has_moved_to_may_lack_a_digit(
    moved: dict[int, float], number_at: float, lacks: list[int]
) -> None:
    assert doubted("order", table_of(moved, number_at), ALL) == lacks


def test_print_of_another_width_has_not_moved() -> None:
    marks = table_of({})
    marks.number[2, 1] -= 0.02 * SCALE  # a longer number ends where the others do
    marks.number[2, 3] += 0.04 * SCALE
    marks.letter[2, 3] /= 2
    assert doubted("order", marks, ALL) == []


def under_the_row_above(card: int, by: float) -> Marks:
    """Six strips with two icons each; all print of one is ``by`` card widths nearer to its upper side."""
    marks = table_of({})
    marks.icons[:, :2] = 0.9, 0.5 * SCALE, 50, 0.1 * SCALE, 0.1 * SCALE
    for mark in (marks.letter, marks.number, marks.icons):
        mark[card, ..., 2] -= by * SCALE
    return marks


@pytest.mark.parametrize(("by", "cut"), [(0.02, []), (0.05, [3])])
def test_icons_of_a_card_whose_print_has_moved_to_its_upper_side_may_be_cut(
    by: float, cut: list[int]
) -> None:
    assert doubted("icons", under_the_row_above(3, by), ALL) == cut
    assert doubted("icons", under_the_row_above(3, by), ALL, above=False) == []


def test_print_that_has_moved_only_in_part_is_not_covered() -> None:
    marks = under_the_row_above(3, 0.05)
    marks.icons[3, :, 2] += 0.05 * SCALE
    assert doubted("icons", marks, ALL) == []
    few = np.arange(FACES) < FEWEST_FACES - 1
    assert doubted("icons", under_the_row_above(2, 0.05), few) == []


def test_icons_that_may_be_cut_are_matched_and_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PhotoReader(legend=legend())
    first = reader.look(photo("ana")).cut.up.argmax()
    plain = cards_of(reader.read(photo("ana")))
    monkeypatch.setattr(
        "vision.strips.visibility.covered", stand_in(lambda n: np.arange(n) == first, "icons")
    )
    doubted = cards_of(reader.read(photo("ana")))
    assert [card.categories for card in doubted] == [card.categories for card in plain]
    assert not any("categories" in card.review for card in plain)
    (only,) = [card for card in doubted if "categories" in card.review]
    assert only.review == ["categories"]


def test_few_faces_do_not_show_the_usual_place_of_print() -> None:
    up = np.arange(FACES) < FEWEST_FACES - 1
    assert doubted("order", table_of({2: -0.04}), up) == []
    up[FEWEST_FACES - 1] = True
    assert doubted("order", table_of({2: -0.04}), up) == [2]


def test_a_number_that_may_lack_a_digit_is_read_and_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = cards_of(PhotoReader().read(photo("ana")))
    corners = PhotoReader().look(photo("ana"), "shelf").seen.corners  # in the order of the detections
    first = np.abs(corners - np.array(truth("ana")[0][0]["corners"])).sum(axis=(1, 2)).argmin()
    which = stand_in(lambda n: np.arange(n) == first, "order", "of")
    monkeypatch.setattr("vision.strips.visibility.covered", which)
    doubted = cards_of(PhotoReader().read(photo("ana")))
    assert [(card.letter, card.order, card.of) for card in doubted] == [
        (card.letter, card.order, card.of) for card in plain
    ]
    assert not any("order" in card.review for card in plain)
    (only,) = [card for card in doubted if "order" in card.review]
    assert "letter" not in only.review


def test_likeness_does_not_count_for_a_number_that_may_lack_a_digit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rest of 1/8 looks like an 8 in any typeface."""
    plain = PhotoReader().look(photo("ana"), "shelf").seen.evidence
    assert plain.order_glyph is not None
    first = np.arange(len(plain.order)) == plain.order_glyph.any(axis=1).argmax()
    monkeypatch.setattr("vision.strips.visibility.covered", stand_in(lambda _: first, "order", "of"))
    doubted = PhotoReader().look(photo("ana"), "shelf").seen.evidence
    assert plain.order_glyph[first].any()
    for name in ("order_glyph", "of_glyph"):
        before, after = getattr(plain, name), getattr(doubted, name)
        assert not after[first].any()
        assert np.array_equal(before[~first], after[~first])


def test_categories_are_flagged_where_an_icon_may_be_taken_for_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = PhotoReader(legend())
    plain = cards_of(reader.read(photo("ana")))
    assert not any("categories" in card.review for card in plain)
    monkeypatch.setattr(BannerEvidence, "without_number", lambda read: np.arange(len(read.letter)) == 0)
    doubted = cards_of(reader.read(photo("ana")))
    assert [card.categories for card in doubted] == [card.categories for card in plain]
    assert sum("categories" in card.review for card in doubted) == 1


def row_of(covered: float, side: int) -> tuple[Quads, Marks]:
    """Six cards side by side and their marks; the share ``covered`` of the third card lies under another, and
    its strip ends there.
    """
    corners = np.float32(
        [[[220 * i, 0], [220 * i + 200, 0], [220 * i + 200, 280], [220 * i, 280]] for i in ALL.nonzero()[0]]
    )
    corners[2][[0, 3] if side == 0 else [1, 2], 0] += (1 - 2 * side) * covered * 200
    marks = table_of({})
    for mark in (marks.letter, marks.number):
        whole = mark[2, 1] / SCALE + LEFT
        seen = (whole - covered * (1 - side)) / (1 - covered)
        mark[2, 1] = (seen - LEFT) * SCALE
    return corners, marks


@pytest.mark.parametrize("side", [0, 1], ids=["left", "right"])
def test_print_shows_on_which_side_a_covered_card_is_made_whole(side: int) -> None:
    corners, marks = row_of(0.15, side)
    whole = made_whole(corners, SURE, marks, ALL, Plane.of(corners))
    assert whole is not None
    assert np.abs(whole.corners[:, :, 0] - row_of(0.0, 0)[0][:, :, 0]).max() < 2
    assert whole.hidden[2, side] == pytest.approx(0.15, abs=0.01)
    assert np.count_nonzero(whole.hidden) == 1


@pytest.mark.parametrize(("spread", "hidden"), [(0.01, None), (0.02, 0.09)], ids=["clear", "unsure"])
def test_a_card_hardly_narrower_is_made_whole_where_its_side_is_unsure(
    spread: float, hidden: float | None
) -> None:
    corners, marks = row_of(0.05, 1)
    sides = SURE.copy()
    sides[2] = spread
    whole = made_whole(corners, sides, marks, ALL, Plane.of(corners))
    if hidden is None:
        assert whole is None
    else:
        assert whole is not None
        assert whole.hidden[2, 1] == pytest.approx(hidden, abs=0.01)  # the neighbour may cover this much
        assert np.abs(whole.corners[:, :, 0] - row_of(0.0, 0)[0][:, :, 0]).max() < 2


def test_a_card_whose_lower_side_is_in_view_keeps_it() -> None:
    corners, marks = row_of(0.15, 1)
    corners[2, 2, 0] += 0.15 * 200  # the neighbour lies aslant
    whole = made_whole(corners, SURE, marks, ALL, Plane.of(corners))
    assert whole is not None
    assert whole.corners[2, 2] == pytest.approx(corners[2, 2], abs=2)


def test_a_hardly_narrower_card_or_a_back_or_unclear_print_stays_as_it_is() -> None:
    corners, marks = row_of(0.05, 1)
    assert made_whole(corners, SURE, marks, ALL, Plane.of(corners)) is None
    corners, marks = row_of(0.15, 1)
    assert made_whole(corners, SURE, marks, np.arange(FACES) != 2, Plane.of(corners)) is None
    assert made_whole(corners, SURE, marks, np.arange(FACES) < FEWEST_FACES, Plane.of(corners)) is None
    marks.letter[2, 0] = marks.number[2, 0] = 0.1
    assert made_whole(corners, SURE, marks, ALL, Plane.of(corners)) is None
    moved, marks = row_of(0.15, 1)
    marks.letter[2, 1] += 0.1 * SCALE
    assert made_whole(moved, SURE, marks, ALL, Plane.of(moved)) is None


def test_covered_letters_numbers_and_icons_are_doubted() -> None:
    marks, hidden = table_of({}), np.zeros((FACES, 2))
    hidden[0, 0], hidden[1, 0], hidden[2, 1] = 0.1, 0.27, 0.1
    assert doubted("order", marks, ALL, hidden) == doubted("of", marks, ALL, hidden) == [0, 1]
    assert doubted("letter", marks, ALL, hidden) == [1]
    assert doubted("count", marks, ALL, hidden) == doubted("icons", marks, ALL, hidden) == [2]


def test_an_icon_that_another_card_covers_is_left_out() -> None:
    marks, hidden = table_of({}), np.zeros((FACES, 2))
    middles = np.array([0.5, 0.7, 0.89, 0.93])
    marks.icons[:, :4, 0], marks.icons[:, :4, 1] = 0.9, (middles - LEFT) * SCALE
    marks.icons[:, :4, 3:] = 0.1 * SCALE
    hidden[2, 1] = 0.08
    shown = without_covered_icons(marks, hidden).icons[..., 0] > 0
    assert shown[:, :4].sum(axis=1).tolist() == [4, 4, 3, 4, 4, 4]
    assert shown[2, :4].tolist() == [True, True, True, False]


def test_a_covered_card_of_a_photo_is_read_whole_and_its_categories_are_flagged() -> None:
    picture = load_photo(photo("ana"))
    first, second = (np.float32(card["corners"]) for card in truth("ana")[0][:2])
    onto = second + 0.14 * (first[0] - first[1])  # the second card slides over the first one's right side
    matrix = cv2.getPerspectiveTransform(second, onto)
    size = picture.shape[1::-1]
    mask = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), np.int32(onto.round()), 1).astype(bool)
    picture[mask] = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_CUBIC)[mask]
    card = cards_of(PhotoReader(legend()).read(picture))[0]
    assert np.abs(np.array(card.corners) - first).max() < 0.03 * np.linalg.norm(first[1] - first[0])
    assert (card.letter, card.order) == (truth("ana")[0][0]["letter"], truth("ana")[0][0]["order"])
    assert card.review == ["categories"]
