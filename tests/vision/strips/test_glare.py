"""Print under a glare is neither missing nor misread: it is flagged."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from vision import Legend, PhotoReader
from vision.common.arrays import Picture
from vision.photo.load import load_photo
from vision.reading import CardReading
from vision.strips.marks import find_marks
from vision.strips.rectify import strips
from vision.strips.visibility import glare_on

SAMPLES = Path(__file__).parents[1] / "invented"
Card = dict[str, object]

#: Middle and radius of a glare on a card's banner, and on an icon, in card widths from the card's corner.
BANNER, ICON = (0.17, 0.17, 0.24), (0.62, 0.12, 0.09)


def cards(name: str) -> list[Card]:
    shelves = json.loads((SAMPLES / "photos" / f"{name}.json").read_text("utf-8"))["shelves"]
    return [card for shelf in shelves for card in shelf if card["face_up"]]


def glared(name: str, card: Card, at: tuple[float, float, float]) -> Picture:
    """The sample photo with the reflection of a lamp on this card."""
    photo = load_photo(SAMPLES / "photos" / f"{name}.jpg")
    corners = np.array(card["corners"], np.float64)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    width = float(np.linalg.norm(across))
    x, y = corners[0] + at[0] * across + at[1] * width * down / np.linalg.norm(down)
    rows, columns = np.mgrid[: photo.shape[0], : photo.shape[1]]
    off = np.hypot(columns - x, rows - y) / (at[2] * width)
    light = 510 / (1 + np.exp(np.minimum(14 * (off - 1), 50)))
    return np.clip(photo + light[..., None], 0, 255).astype(np.uint8)


def nearest(read: Sequence[CardReading], card: Card) -> CardReading:
    top = np.array(card["corners"], np.float64)[:2].mean(axis=0)
    return min(read, key=lambda one: float(np.linalg.norm(np.mean(one.corners[:2], axis=0) - top)))


@pytest.mark.parametrize("number", [0, 4, 8])
def test_a_face_with_its_banner_in_a_glare_stays_a_face(number: int) -> None:
    card = cards("ana")[number]
    reading = PhotoReader().read(glared("ana", card, BANNER))
    all_of_it = [one for shelf in reading.shelves for one in shelf.cards]
    assert sum(one.face_up for one in all_of_it) == len(cards("ana"))
    found = nearest(all_of_it, card)
    assert found.face_up
    assert {"order", "of"} <= set(found.review)
    assert found.letter == card["letter"], "its titles say so"


@pytest.mark.parametrize("number", [8, 17, 30])
def test_a_strip_of_a_pile_with_its_banner_in_a_glare_is_not_lost(number: int) -> None:
    card = cards("solo-pile")[number]
    reading = PhotoReader().read(glared("solo-pile", card, BANNER), kind="pile")
    assert len(reading.pile) == len(cards("solo-pile"))
    assert {"letter", "order", "of"} <= set(nearest(reading.pile, card).review)


@pytest.mark.parametrize("number", [5, 9])
def test_categories_are_flagged_where_a_glare_may_hide_an_icon(number: int) -> None:
    card = cards("bo")[number]
    reader = PhotoReader(legend=Legend.from_photo(SAMPLES / "legend.jpg"))
    reading = reader.read(glared("bo", card, ICON))
    found = nearest([one for shelf in reading.shelves for one in shelf.cards], card)
    assert found.letter == card["letter"]
    assert "categories" in found.review


def printed(name: str) -> Picture:
    return strips(
        load_photo(SAMPLES / "photos" / f"{name}.jpg"), np.array([c["corners"] for c in cards(name)])
    )


def test_there_is_no_glare_on_a_clear_photo() -> None:
    clear = printed("ana")
    glare = glare_on(clear, find_marks(clear))
    assert not (glare.letter | glare.number | glare.icons).any()


def test_white_paper_is_no_glare() -> None:
    clear = printed("ana")
    clear[2] = 255
    glare = glare_on(clear, find_marks(clear))
    assert not (glare.letter | glare.number | glare.icons).any()


def test_white_print_is_no_glare() -> None:
    """Icons may be printed on white strips."""
    clear = printed("ana")
    pale = np.where(clear.min(axis=3, keepdims=True) > 150, 255, clear).astype(np.uint8)
    assert not glare_on(pale, find_marks(pale)).icons.any()


def test_a_glare_hides_what_it_covers_and_nothing_else() -> None:
    spoiled = printed("ana")
    marks = find_marks(spoiled)
    x, y, width, height = np.median(marks.letter[:, 1:], axis=0)
    spoiled[3, int(y - height) : int(y + height), int(x - width) : int(x + width)] = 255
    glare = glare_on(spoiled, find_marks(spoiled))
    assert np.flatnonzero(glare.letter).tolist() == [3]
    assert not glare.banner[[i for i in range(len(spoiled)) if i != 3]].any()


def all_but_letters_white(which: list[int]) -> Picture:
    """The sample's strips; a glare leaves nothing but the letter on ``which`` of them."""
    clear = printed("ana")
    x, y, width, height = np.median(find_marks(clear).letter[:, 1:], axis=0)
    rows, columns = (slice(int(m - side), int(m + side * 0.6)) for m, side in ((y, height), (x, width)))
    spoiled = clear.copy()
    spoiled[which] = 255
    spoiled[which, rows, columns] = clear[which, rows, columns]
    return spoiled


def test_a_letter_on_a_white_strip_shows_that_the_rest_is_in_a_glare() -> None:
    """The card is a face, though little of its print shows."""
    spoiled = all_but_letters_white([3])
    glare = glare_on(spoiled, find_marks(spoiled))
    assert np.flatnonzero(glare.number).tolist() == [3]
    assert np.flatnonzero(glare.banner).tolist() == [3]
    assert not glare.letter.any()
