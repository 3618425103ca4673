"""Patches of the table are no cards, and a back that differs from the table is a card."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.cards.tables import DARK, PALE, TABLE, WOOD, laid
from vision.cards.background import free_places, patches_of_table, unlike_the_table
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.geometry.quads import Quads, common_area


def patches(laid_out: str, score: float, table: str = "", faces: int = 0, kind: int = FACE_DOWN) -> list[int]:
    """Which of the cards laid side by side are called patches of a table that shows these patterns.

    The last card has this score and ``kind``; of the others, clear backs, so many at first are ``faces``.
    """
    cards_there, places = laid_out.split(), table.split()
    photo, all_laid = laid([*cards_there, *places])
    cards = all_laid[: len(cards_there)]
    cards.kind[:] = FACE_DOWN
    cards.kind[:faces], cards.kind[-1], cards.score[-1] = FACE_UP, kind, score
    up = np.arange(len(cards)) < faces
    told = patches_of_table(photo, cards, up, all_laid.corners[len(cards_there) :])
    return np.flatnonzero(told).tolist()


@pytest.mark.parametrize(
    ("last", "score", "none"),
    [("parquet", 0.8, True), ("parquet", 0.98, False), ("rings", 0.8, False)],
    ids=["a patch of the table", "clear", "like the backs"],
)
def test_a_faint_back_with_the_table_s_colours_is_a_patch(last: str, score: float, none: bool) -> None:
    assert patches(f"rings rings {last}", score, table="parquet") == [2] * none


def test_a_faint_back_with_other_colours_than_the_table_stays() -> None:
    assert patches("rings rings parquet", 0.8, table="plain") == []


def test_backs_with_the_table_s_colours_make_nothing_a_patch() -> None:
    """A back lies in a shadow, and so does a part of the table."""
    assert patches("rings parquet", 0.8, table="parquet rings") == []


@pytest.mark.parametrize(("score", "none"), [(0.85, True), (0.93, False)])
def test_without_clear_backs_only_an_unlikely_back_is_a_patch(score: float, none: bool) -> None:
    """A stone of a floor beside faces."""
    assert patches("rings parquet", score, table="parquet", faces=1) == [1] * none


@pytest.mark.parametrize(
    ("last", "score", "none"),
    [("planks", 0.9, False), ("parquet", 0.9, True), ("parquet", 0.98, False)],
    ids=["as the clear backs", "unlike them", "clear: something lies on its print"],
)
def test_a_face_without_print_stays_only_if_it_looks_like_the_backs(
    last: str, score: float, none: bool
) -> None:
    """A hole between faces."""
    assert patches(f"planks planks {last}", score, kind=FACE_UP) == [2] * none


def test_without_a_free_place_nothing_is_a_patch() -> None:
    assert patches("rings parquet", 0.8) == []


def shelf(
    back: tuple[int, int, int], off: float = 0.0, clear: tuple[int, int, int] | None = None
) -> tuple[np.ndarray, Detections]:
    """A photo of two faces side by side and a back beside them, ``off`` its place by so many cards, and
    before them another back if ``clear``, on a table of one colour. The back in question comes last.
    """
    photo = np.random.default_rng(4).normal(TABLE, 2, (420, 640, 3)).clip(0, 255).astype(np.uint8)
    lefts = [250, 311, 372 + round(60 * off)]
    colours = [PALE, PALE, back]
    if clear is not None:
        lefts, colours = [189, *lefts], [clear, *colours]
    quads = [[(x, 170), (x + 60, 170), (x + 60, 254), (x, 254)] for x in lefts]
    for x, colour in zip(lefts, colours, strict=True):
        photo[170:255, x : x + 61] = colour
    kinds = [FACE_DOWN] * (clear is not None) + [FACE_UP, FACE_UP, FACE_DOWN]
    cards = Detections.of(np.array(quads, np.float32), np.array(kinds, np.int8), np.full(len(lefts), 0.8))
    return photo, cards


def likely(cards: Detections, last: float = 0.3) -> np.ndarray:
    return np.append(np.full(len(cards) - 1, 0.99), last)


@pytest.mark.parametrize(("colour", "told"), [(DARK, True), (TABLE, False)])
def test_a_back_has_colours_that_the_table_has_nowhere(colour: tuple[int, int, int], told: bool) -> None:
    """A plain back in a shadow, which the second look gave up."""
    photo, cards = shelf(colour)
    assert unlike_the_table(photo, cards, likely(cards)).tolist() == [False, False, told]


@pytest.mark.parametrize(("colour", "told"), [(DARK, True), (WOOD, False)])
def test_a_back_has_the_colours_of_the_clear_backs(colour: tuple[int, int, int], told: bool) -> None:
    photo, cards = shelf(colour, clear=DARK)
    assert unlike_the_table(photo, cards, likely(cards)).tolist() == [False, False, False, told]


def test_a_back_lies_in_the_grid_and_was_seen_by_the_detector() -> None:
    photo, cards = shelf(DARK)
    assert not unlike_the_table(photo, cards, likely(cards, 0.05)).any()
    cards.score[-1] = 0.4
    assert not unlike_the_table(photo, cards, likely(cards)).any()
    photo, cards = shelf(DARK)
    cards.corner_error[-1] = 0.06
    assert not unlike_the_table(photo, cards, likely(cards)).any()
    photo, cards = shelf(DARK, off=0.25)
    assert not unlike_the_table(photo, cards, likely(cards)).any()


def test_free_places_lie_in_the_photo_and_on_no_card() -> None:
    _, cards = shelf(DARK)
    quad: Quads = cards.corners[0]
    moves = np.array([(x, y) for x in range(-400, 401, 40) for y in range(-300, 301, 40)])
    places = free_places(quad, moves, cards.corners, (640, 420))
    assert len(places) > 20
    assert places.min() >= 0
    assert (places <= (639, 419)).all()
    assert max(common_area(place, card) for place in places for card in cards.corners) < 0.1 * 60 * 84
    assert not any(np.allclose(place, quad) for place in places)
