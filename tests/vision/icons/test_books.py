"""The book reader: what it sees of a card, and what icons and spines say together."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.cards import BookCard, Category
from vision.arrays import Picture
from vision.icons.books import (
    BODY_ROWS,
    CATEGORIES,
    HEIGHT,
    STRIP_ROWS,
    WIDTH,
    BookEvidence,
    card_pictures,
    read_books,
    with_books,
)
from vision.icons.match import IconEvidence
from vision.probability import log_softmax
from vision.strips import rectify
from vision.synth.card.cards import draw_card
from vision.synth.look.anatomy import make_printed_look
from vision.synth.look.looks import Look, make_look
from vision.synth.scene.decks import deck_as_printed

ALL = tuple(Category)


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
    assert np.abs(picture[:STRIP_ROWS] - half).mean() < 1
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


def no_legend(n: int) -> IconEvidence:
    return IconEvidence(
        np.full((n, 3), -np.log(3), np.float32),
        np.zeros((n, 4, 3), np.float32),
        np.ones(n, np.float32),
        None,
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
    icons = no_legend(3)
    assert with_books(icons, seen([0.1, 0.9, 0.2]), np.ones(3, bool)) is icons
    assert with_books(icons, seen([]), np.zeros(3, bool)) is icons


def test_faces_are_told_and_backs_are_not() -> None:
    books, up = seen([1.0, 1.0]), np.array([True, False, True])
    told = with_books(no_legend(3), books, up)
    assert told.category is not None
    assert np.allclose(told.category[up], books.category, atol=1e-5)
    assert np.allclose(told.count[up], books.count, atol=1e-5)
    assert np.allclose(np.exp(told.category[1]), 1 / CATEGORIES)
    assert np.allclose(np.exp(told.category).sum(axis=2), 1)


def test_a_card_that_hardly_fits_says_little() -> None:
    books = seen([0.9, 0.9, 0.05])
    told = with_books(no_legend(3), books, np.ones(3, bool))
    assert told.category is not None
    assert np.exp(told.category[2]).max() < 0.25 < np.exp(told.category[0]).max()
