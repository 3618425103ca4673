"""Numbers of which the card beside may cover a digit."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_pipeline import photo
from vision import PhotoReader
from vision.covered import ENOUGH, covered_digits
from vision.finder import Marks
from vision.reading import CardReading, PhotoReading
from vision.rectify import LEFT, SCALE

FACES = 6


def table_of(moved: dict[int, float], number_at: float = 0.12) -> Marks:
    """Six strips with letter and number at one place, those of some ``moved``, in card widths."""
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


def cards_of(reading: PhotoReading) -> list[CardReading]:
    return [card for shelf in reading.shelves for card in shelf.cards]


ALL = np.ones(FACES, np.bool_)


@pytest.mark.parametrize(
    ("moved", "number_at", "covered"),
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
    moved: dict[int, float], number_at: float, covered: list[int]
) -> None:
    assert np.flatnonzero(covered_digits(table_of(moved, number_at), ALL)).tolist() == covered


def test_print_of_another_width_has_not_moved() -> None:
    marks = table_of({})
    marks.number[2, 1] -= 0.02 * SCALE  # a longer number ends where the others do
    marks.number[2, 3] += 0.04 * SCALE
    marks.letter[2, 3] /= 2
    assert not covered_digits(marks, ALL).any()


def test_few_faces_do_not_show_where_print_stands() -> None:
    up = np.arange(FACES) < ENOUGH - 1
    assert not covered_digits(table_of({2: -0.04}), up).any()
    up[ENOUGH - 1] = True
    assert covered_digits(table_of({2: -0.04}), up).tolist() == [False, False, True, False, False, False]


def test_such_a_number_is_read_and_doubted(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = cards_of(PhotoReader().read(photo("ana")))
    monkeypatch.setattr("vision.pipeline.covered_digits", lambda marks, up: np.arange(len(up)) == 0)
    doubted = cards_of(PhotoReader().read(photo("ana")))
    assert [(card.letter, card.order, card.of) for card in doubted] == [
        (card.letter, card.order, card.of) for card in plain
    ]
    assert not any("order" in card.review for card in plain)
    (only,) = [card for card in doubted if "order" in card.review]
    assert "letter" not in only.review
