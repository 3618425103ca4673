"""The book reader: what it sees of a card, and what icons and spines say together."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scorer.cards import CATEGORIES, BookCard, Category
from scorer.deck.printed import FIRST_ICON, ICON_PITCH
from vision.common.arrays import Picture
from vision.common.probability import log_softmax
from vision.icons.books import (
    BODY_ROWS,
    HEIGHT,
    STRIP_ROWS,
    WEIGHT,
    WIDTH,
    BookEvidence,
    card_pictures,
    may_hide_icons,
    read_books,
    whole_cards,
    with_books,
)
from vision.icons.encode import encoder_checksum
from vision.icons.legend import PRINTED
from vision.icons.match import IconEvidence, read_icons
from vision.networks.files import FOLDER
from vision.strips import rectify
from vision.synth.card.cards import draw_card
from vision.synth.look.anatomy import make_printed_look
from vision.synth.look.looks import Look, make_look
from vision.synth.scene.decks import deck_as_printed

ALL = CATEGORIES


def laid(look: Look, cards: list[BookCard], width: int = 260) -> tuple[Picture, Picture, np.ndarray]:
    """Cards in a row on a plain table: the photo, their strips and their corners."""
    high = round(width * look.aspect)
    photo = np.full((high + 80, len(cards) * (width + 30) + 50, 3), (96, 120, 140), np.uint8)
    corners = []
    for number, card in enumerate(cards):
        x, y = 40 + number * (width + 30), 40
        picture = draw_card(look, card, width)
        alpha = picture[..., 3:].astype(np.float32) / 255
        place = photo[y : y + high, x : x + width]
        place[:] = (place * (1 - alpha) + picture[..., :3] * alpha).astype(np.uint8)
        corners.append([(x, y), (x + width, y), (x + width, y + high), (x, y + high)])
    quads = np.array(corners, np.float64) - 0.5
    return photo, rectify.strips(photo, quads), quads


def test_a_picture_shows_the_strip_above_and_the_books_below() -> None:
    look = make_printed_look(3)
    spines = BookCard("M", 2, 8, (Category.HISTORIC_VOLUMES, Category.MONSTER_MANUALS))
    photo, strips, corners = laid(look, [spines])
    (picture,) = card_pictures(photo, strips, corners)
    assert picture.shape == (STRIP_ROWS + BODY_ROWS, WIDTH, 3) == (HEIGHT, WIDTH, 3)
    half = strips[0].reshape(STRIP_ROWS, 2, WIDTH, 2, 3).mean(axis=(1, 3))
    light = picture[:STRIP_ROWS].mean(axis=(0, 1)) / half.mean(axis=(0, 1))
    assert np.abs(picture[:STRIP_ROWS] - np.clip(half * light, 0, 255)).mean() < 4
    foot = picture[-3, 20:150].astype(int)
    assert (foot[:, 2] > foot[:, 0] + 20).mean() > 0.9, "the lower board of orange wood ends the picture"


@pytest.mark.parametrize("seed", [101, 102, 103, 104])
def test_books_of_printed_looks_are_read(seed: int) -> None:
    look = make_printed_look(seed, held_out=True)
    rng = np.random.default_rng(seed)
    cards = [deck_as_printed(rng)[i] for i in rng.permutation(152)[:8]]
    seen = read_books(*laid(look, cards))
    assert np.allclose(np.exp(seen.count).sum(axis=1), 1, atol=1e-4)
    assert (seen.fits > 0.5).all()
    right = [
        int(count) + 2 == len(card.categories)
        and tuple(ALL[i] for i in slots[: int(count) + 2]) == card.categories
        for card, count, slots in zip(
            cards, seen.count.argmax(axis=1), seen.category.argmax(axis=2), strict=True
        )
    ]
    assert np.mean(right) >= 0.8


def test_cards_of_invented_looks_do_not_fit() -> None:
    fits = [
        float(np.median(read_books(*laid(make_look(seed), [BookCard("C", 2, 9, ALL[:3])] * 3)).fits))
        for seed in range(10)
    ]
    assert np.mean(np.array(fits) < 0.5) >= 0.8


def test_light_is_evened_out_by_the_pennant() -> None:
    photo, strips, corners = laid(make_printed_look(3), [BookCard("M", 2, 8, ALL[:3])])
    warm = np.array([0.6, 0.8, 1.0])
    seen = card_pictures(photo, strips, corners).astype(int)
    tinted = card_pictures(*((each * warm).astype(np.uint8) for each in (photo, strips)), corners).astype(int)
    assert np.abs(seen - tinted).mean() < 3 < np.abs(strips - strips * warm).mean()


def test_a_strip_of_a_pile_is_taken_for_a_whole_card() -> None:
    whole = np.array([[(0, 0), (100, 0), (100, 149), (0, 149)]], np.float64)
    strip = np.array([[(0, 0), (100, 0), (100, 40), (0, 40)]], np.float64)
    assert np.allclose(whole_cards(strip), whole)
    assert np.array_equal(whole_cards(whole), whole)


def matched(n: int) -> IconEvidence:
    rng = np.random.default_rng(8)
    return IconEvidence(
        np.full((n, 3), -np.log(3), np.float32),
        np.zeros((n, 4, 3), np.float32),
        np.ones(n, np.float32),
        np.asarray(log_softmax(rng.normal(0, 1, (n, 4, 6))), np.float32),
    )


def seen(fits: list[float]) -> BookEvidence:
    rng = np.random.default_rng(5)
    n = len(fits)
    return BookEvidence(
        np.asarray(log_softmax(rng.normal(0, 3, (n, 3))), np.float32),
        np.asarray(log_softmax(rng.normal(0, 3, (n, 4, 6))), np.float32),
        np.array(fits, np.float32),
    )


def test_where_the_cards_do_not_fit_no_category_is_said() -> None:
    icons = matched(3)
    assert with_books(icons, seen([0.1, 0.3, 0.1]), np.ones(3, bool)).category is None
    assert with_books(icons, seen([]), np.zeros(3, bool)).category is None


def test_icons_and_spines_are_two_witnesses_and_backs_have_none() -> None:
    icons, books, up = matched(3), seen([1.0, 1.0]), np.array([True, False, True])
    told = with_books(icons, books, up)
    assert told.category is not None
    assert icons.category is not None
    both = log_softmax(icons.category[up] + WEIGHT * books.category)
    assert np.allclose(told.category[up], both, atol=1e-5)
    assert np.array_equal(told.category[1], icons.category[1])
    assert np.allclose(told.count[up], log_softmax(WEIGHT * books.count), atol=1e-5)
    assert np.allclose(np.exp(told.category).sum(axis=2), 1, atol=1e-4)


def peaked(values: list[int], size: int) -> np.ndarray:
    logits = np.zeros((len(values), size))
    logits[np.arange(len(values)), values] = 5
    return np.asarray(log_softmax(logits), np.float32)


@pytest.mark.parametrize("first_found", [True, False])
def test_a_first_icon_that_the_pennant_hides_moves_no_other(first_found: bool) -> None:
    books = [3, 0, 5, 1]
    found = books if first_found else [*books[1:], 2]
    icons = IconEvidence(
        peaked([2 if first_found else 1], 3),
        np.zeros((1, 4, 3), np.float32),
        np.ones(1, np.float32),
        peaked(found, 6)[None],
    )
    spines = BookEvidence(peaked([2], 3), peaked(books, 6)[None], np.ones(1, np.float32))
    told = with_books(icons, spines, np.array([True]))
    assert told.category is not None
    assert told.category[0].argmax(axis=1).tolist() == books
    assert told.count.argmax() == 2


def test_the_printed_legend_is_of_the_delivered_encoder() -> None:
    """Vectors of another encoder mean nothing, and would be replaced by those of a single drawing."""
    table = json.loads((FOLDER / PRINTED).read_text(encoding="utf-8"))
    assert table["encoder"] == encoder_checksum()


def icon_row(books: int, left: float = 0.0, right: float = 1.0) -> np.ndarray:
    """The boxes [4, 3] of a printed card's icons, of which neighbours leave what lies from ``left`` to
    ``right``, in card widths.
    """
    x = FIRST_ICON + ICON_PITCH * np.arange(books)
    x = x[(x > left) & (x < right)]
    boxes = np.zeros((4, 3), np.float32)
    boxes[: len(x), 0] = ((x - left) / (right - left) - rectify.LEFT) * rectify.SCALE
    boxes[: len(x), 2] = 60
    return boxes


@pytest.mark.parametrize("books", [2, 3, 4])
def test_a_whole_card_hides_no_icon(books: int) -> None:
    assert not may_hide_icons(icon_row(books)[None])[0]
    assert not may_hide_icons(icon_row(books, right=0.98)[None])[0], "corners are not exact"


def test_a_card_that_ends_too_soon_may_hide_its_last_icons() -> None:
    rows = [icon_row(books, right=0.8) for books in (2, 3, 4)]
    assert may_hide_icons(np.stack(rows)).tolist() == [False, True, True], "a third would show, a fourth not"
    assert not may_hide_icons(icon_row(4, right=0.93)[None])[0], "all four that there can be are seen"


def test_a_card_that_begins_too_late_may_hide_its_first_icon() -> None:
    assert may_hide_icons(np.stack([icon_row(books, left=0.35) for books in (3, 4)])).all()


def test_cards_without_icons_hide_none() -> None:
    assert not may_hide_icons(np.zeros((2, 4, 3), np.float32)).any()
    assert may_hide_icons(np.zeros((0, 4, 3), np.float32)).shape == (0,)


def test_a_neighbour_on_a_drawn_card_is_seen_by_its_icons() -> None:
    look = make_printed_look(101)
    cards = [BookCard("M", 2, 8, ALL[:books]) for books in (2, 3, 4)]
    photo, _, corners = laid(look, cards)
    covered = corners.copy()
    covered[:, [1, 2]] -= 0.22 * (corners[:, 1] - corners[:, 0])[:, None]
    for card in covered.astype(int):  # the next card lies there
        (_, top), (right, foot) = card[0], card[2]
        photo[top:foot, right : right + 60] = (90, 60, 40)
    part = rectify.strips(photo, covered)
    assert may_hide_icons(read_icons(part, None).boxes).tolist() == [False, True, True]
    assert not may_hide_icons(read_icons(laid(look, cards)[1], None).boxes).any()
