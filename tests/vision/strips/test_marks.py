"""Where a strip's letter, number and icons stand, and how they are cut out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.banner.read import (
    LETTER_INK,
    LETTER_SIDE,
    NUMBER_INK,
    NUMBER_SIZE,
    cut_letter,
    cut_number,
)
from vision.strips import marks as finder
from vision.strips.marks import (
    CELL_SIDE,
    FACE_BESIDE,
    LETTER,
    NUMBER,
    SURE_FACE_PRINT,
    VIEW_HEIGHT,
    VIEW_WIDTH,
    find,
    find_marks,
)
from vision.strips.rectify import HEIGHT, WIDTH
from vision.train.reader.strips import StripSample

LEAST_FOUND = 0.9
#: How far a middle may lie from the true middle, in heights of the mark; and a size, as a logarithm.
MIDDLE, SIZE = 0.35, 0.35


@pytest.mark.parametrize(("name", "which"), [("letter", 0), ("number", 1)])
def test_letter_and_number_are_found_where_they_stand(
    name: str, which: int, samples: list[StripSample]
) -> None:
    found = getattr(find_marks(np.stack([sample.picture for sample in samples])), name)
    true = np.stack([sample.marks[which] for sample in samples])
    near = np.abs(found[:, 1:3] - true[:, :2]).max(axis=1) < MIDDLE * true[:, 3]
    alike = np.abs(np.log(found[:, 3:] / true[:, 2:])).max(axis=1) < SIZE
    assert (near & alike).mean() >= LEAST_FOUND


def test_a_bare_strip_has_no_marks(samples: list[StripSample]) -> None:
    plain = np.full((HEIGHT, WIDTH, 3), 150, np.uint8)
    bare = find_marks(plain[None])
    seen = find_marks(np.stack([plain, *(sample.picture for sample in samples)]))
    assert bare.letter[0, 0] < np.median(seen.letter[1:, 0])
    assert bare.icons[0, 0, 0] < 0.3
    assert seen.shown[0] < FACE_BESIDE
    assert seen.shown[1:].min() > SURE_FACE_PRINT


def test_no_strips_have_no_marks() -> None:
    none = find(np.zeros((0, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8))
    assert (none.icons.shape, none.letter.shape, none.number.shape) == ((0, 8, 5), (0, 5), (0, 5))
    assert find_marks(np.zeros((0, HEIGHT, WIDTH, 3), np.uint8)).letter.shape == (0, 5)


def test_marks_can_be_taken_of_some_strips(samples: list[StripSample]) -> None:
    marks = find_marks(np.stack([sample.picture for sample in samples[:4]]))
    some = marks[np.array([True, False, False, True])]
    assert np.array_equal(some.letter, marks.letter[[0, 3]])
    assert np.array_equal(some.icons, marks.icons[[0, 3]])


def test_marks_below_a_line_are_not_seen(samples: list[StripSample]) -> None:
    marks = find_marks(np.stack([sample.picture for sample in samples[:4]]))
    y = marks.letter[:, 2]
    seen = marks.above(np.array([y[0] + 1, y[1] - 1, 0.0, HEIGHT], np.float32))
    assert np.array_equal(seen.letter[[0, 3]], marks.letter[[0, 3]])
    assert seen.letter[1:3, 0].tolist() == [0, 0]
    assert seen.shown[2] == 0
    assert np.array_equal(seen.icons[3], marks.icons[3])


def ink(picture: NDArray[np.uint8]) -> tuple[float, float, int, int]:
    """Middle, width and height of the white pixels."""
    ys, xs = np.nonzero(picture[..., 0] > 127)
    return (xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2, np.ptp(xs) + 1, np.ptp(ys) + 1


@pytest.mark.parametrize(("width", "height"), [(12, 20), (40, 60), (90, 130)])
def test_a_letter_is_cut_at_one_size(width: int, height: int) -> None:
    strip = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    x, y = 120, 75
    cv2.rectangle(
        strip,
        (x - width // 2, y - height // 2),
        (x + width // 2 - 1, y + height // 2 - 1),
        (255, 255, 255),
        -1,
    )
    cut = cut_letter(strip, np.array([1, x - 0.5, y - 0.5, width, height], np.float32))
    assert cut.shape == (LETTER_SIDE, LETTER_SIDE, 3)
    middle_x, middle_y, _, tall = ink(cut)
    assert tall == pytest.approx(LETTER_INK, abs=2)
    assert (middle_x, middle_y) == pytest.approx(((LETTER_SIDE - 1) / 2,) * 2, abs=1)


def test_a_number_may_be_cut_wider() -> None:
    strip = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    cv2.rectangle(strip, (100, 40), (139, 99), (255, 255, 255), -1)
    box = np.array([1, 119.5, 69.5, 40, 60], np.float32)
    (_, _, wide, tall), wider = ink(cut_number(strip, box)), ink(cut_number(strip, box, wider=1.15))
    assert wider[2:] == (pytest.approx(1.15 * wide, abs=1.5), pytest.approx(tall, abs=1))


@pytest.mark.parametrize(("width", "height"), [(50, 10), (60, 24), (20, 40)])
def test_a_number_is_cut_as_large_as_fits(width: int, height: int) -> None:
    strip = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    cv2.rectangle(strip, (100, 60), (100 + width - 1, 60 + height - 1), (255, 255, 255), -1)
    box = np.array([1, 100 + (width - 1) / 2, 60 + (height - 1) / 2, width, height], np.float32)
    cut = cut_number(strip, box)
    assert cut.shape == (NUMBER_SIZE[1], NUMBER_SIZE[0], 3)
    *_, wide, tall = ink(cut)
    assert wide <= NUMBER_INK[0] + 2
    assert tall <= NUMBER_INK[1] + 2
    assert wide == pytest.approx(NUMBER_INK[0], abs=2) or tall == pytest.approx(NUMBER_INK[1], abs=2)


@pytest.mark.parametrize(("clear_cards", "column"), [(3, 4), (1, 30)])
def test_the_other_cards_of_a_table_tell_where_the_letter_stands(
    clear_cards: int, column: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = np.full((clear_cards + 1, 7, VIEW_HEIGHT // CELL_SIDE, VIEW_WIDTH // CELL_SIDE), -6, np.float32)
    out[:, 3:] = 0
    out[:clear_cards, LETTER, 5, 4] = 2.0
    out[clear_cards, LETTER, 5, 30], out[clear_cards, LETTER, 5, 4] = 0.5, 0.1
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    views = np.zeros((clear_cards + 1, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    assert find(views, one_printing=True).letter[-1, 1] == pytest.approx((column + 0.5) * CELL_SIDE)
    assert find(views).letter[-1, 1] == pytest.approx(30.5 * CELL_SIDE)


def test_a_mark_is_boxed_at_its_own_peak_wherever_the_others_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    cards, columns = 4, VIEW_WIDTH // CELL_SIDE
    out = np.full((cards, 7, VIEW_HEIGHT // CELL_SIDE, columns), -6, np.float32)
    out[:, 3:] = 0
    out[:3, LETTER, 5, 4] = 2.0
    out[3, LETTER, 5, 5], out[3, LETTER, 5, 6] = 1.0, 1.2  # the others draw it to the former
    out[3, 6, 5, 6] = np.log(3)  # only there its height is told
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    monkeypatch.setattr(finder, "_as_tall", lambda marks, *_: marks)
    _, x, _, _, height = find(
        np.zeros((cards, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8), one_printing=True
    ).letter[3]
    assert (x, height) == pytest.approx((6.5 * CELL_SIDE, 3 * CELL_SIDE))


def test_unclear_letters_show_together_where_they_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On each card something else looks more like the letter."""
    cards = 4
    out = np.full((cards, 7, VIEW_HEIGHT // CELL_SIDE, VIEW_WIDTH // CELL_SIDE), -6, np.float32)
    out[:, 3:] = 0
    for card in range(cards):
        out[card, LETTER, 5, 4], out[card, LETTER, 5, 20 + 4 * card] = -1.2, -0.8
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    views = np.zeros((cards, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    assert find(views, one_printing=True).letter[:, 1] == pytest.approx([4.5 * CELL_SIDE] * cards)
    alone = [(20 + 4 * card + 0.5) * CELL_SIDE for card in range(cards)]
    assert find(views).letter[:, 1] == pytest.approx(alone)


def test_backs_do_not_show_where_numbers_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ornament in a corner of all backs looks more like a number than the numbers of the faces."""
    faces, backs = 4, 6
    out = np.full((faces + backs, 7, VIEW_HEIGHT // CELL_SIDE, VIEW_WIDTH // CELL_SIDE), -6, np.float32)
    out[:, 3:] = 0
    out[:faces, LETTER, 5, 4], out[:faces, NUMBER, 12, 4] = 2.0, 0.2
    out[:faces, finder.ICON, 5, [14, 20]] = 2.0
    out[:faces, NUMBER, 9, 6] = 0.0
    out[faces:, NUMBER, 9, 6] = 1.0
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    number = find(np.zeros((faces + backs, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8), one_printing=True).number
    assert number[:faces, 2] == pytest.approx([12.5 * CELL_SIDE] * faces)


@pytest.mark.parametrize("faces", [1, 2])
def test_few_faces_among_backs_keep_their_icons(faces: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ornament of the backs may lie where the faces have an icon."""
    backs = 4
    out = np.full((faces + backs, 7, VIEW_HEIGHT // CELL_SIDE, VIEW_WIDTH // CELL_SIDE), -6, np.float32)
    out[:, 3:] = 0
    out[:faces, LETTER, 5, 4], out[:faces, NUMBER, 12, 4] = 1.0, 1.0
    out[:faces, finder.ICON, 5, [14, 20, 26]] = 2.0
    out[:, LETTER, 5, 20] = 0.9  # on the second icon of each face
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    marks = find(np.zeros((faces + backs, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8), one_printing=True)
    assert marks.letter[:faces, 1] == pytest.approx([4.5 * CELL_SIDE] * faces)
    assert (marks.icons[:faces, :3, 0] > 0.8).all()


def test_the_lower_figure_of_a_fraction_is_no_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may look more like a letter than the letters do, on nearly all cards."""
    cards = 4
    out = np.full((cards, 7, VIEW_HEIGHT // CELL_SIDE, VIEW_WIDTH // CELL_SIDE), -6, np.float32)
    out[:, 3:] = 0
    fraction, lower, letter = (8, 7), (11, 7), (7, 15)
    for place, (width, height) in {fraction: (12, 26), lower: (11, 15), letter: (16, 26)}.items():
        out[:, 5:, *place] = np.log(np.array([width, height]) / CELL_SIDE)
    out[:, NUMBER, *fraction] = 0.5
    out[:, LETTER, *letter] = [0.6, 0.0, 0.0, 0.0]
    out[:, LETTER, *lower] = 0.3
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    found = find(np.zeros((cards, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8), one_printing=True)
    assert found.letter[:, 1] == pytest.approx([(letter[1] + 0.5) * CELL_SIDE] * cards)
    assert found.number[:, 2] == pytest.approx([(fraction[0] + 0.5) * CELL_SIDE] * cards)


@pytest.mark.parametrize(("name", "which"), [("letter", LETTER), ("number", NUMBER)])
@pytest.mark.parametrize("clear_cards", [3, 1])
def test_a_mark_seen_in_part_is_as_large_as_those_of_the_table(
    name: str, which: int, clear_cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a mark is a 10 below a bar of which the bar was missed, or the arms of an M."""
    out = np.full((clear_cards + 1, 7, VIEW_HEIGHT // CELL_SIDE, VIEW_WIDTH // CELL_SIDE), -6, np.float32)
    out[:, 3:5], out[:, 5:7] = 0, 2.0
    out[:, which, 5, 4] = 2.0
    out[-1, 5:7, 5, 4] = 1.2  # less than half as large
    monkeypatch.setattr(finder.networks, "run", lambda name, pictures: [out])
    views = np.zeros((clear_cards + 1, VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    usual, small = np.exp(2.0) * CELL_SIDE, np.exp(1.2) * CELL_SIDE
    together, alone = getattr(find(views, one_printing=True), name), getattr(find(views), name)
    assert together[-1, 4] == pytest.approx(usual if clear_cards > 1 else small)
    assert alone[-1, 4] == pytest.approx(small)
