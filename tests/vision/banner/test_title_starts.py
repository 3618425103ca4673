"""The first letters of titles: found, read, and used where a banner's letter is in doubt."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import PhotoReader
from vision.banner.title_starts import (
    DOUBTFUL_LETTER,
    book_pictures,
    initials,
    title_likelihoods,
    turned,
    with_titles,
)
from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.networks import sessions as networks
from vision.photo.load import load_photo
from vision.train.reader import books as drawn_books
from vision.train.reader.books import Titles
from vision.train.reader.strips import random_card

SAMPLES = Path(__file__).parents[1] / "invented" / "photos"


def faces(name: str) -> tuple[Path, list[dict[str, Any]]]:
    """A sample photo, and its cards that lie face up."""
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    cards = [card for shelf in truth["shelves"] for card in shelf if card["face_up"]]
    return SAMPLES / f"{name}.jpg", cards


def corners_of(cards: list[dict[str, Any]]) -> Floats:
    return np.array([card["corners"] for card in cards], np.float64)


def letters_of(cards: list[dict[str, Any]]) -> list[int]:
    return [ord(card["letter"]) - ord("A") for card in cards]


def evidence_of(letter: Floats) -> Evidence:
    """Evidence of letters alone, given as probabilities [n, 26]."""
    flat = np.zeros((len(letter), 14))
    return Evidence(np.log(letter), flat, flat, np.zeros((len(letter), 3)))


@pytest.mark.parametrize("name", ["ana", "bo", "cleo", "dmitri", "two-players"])
def test_titles_tell_the_letter_of_their_card(name: str) -> None:
    photo, cards = faces(name)
    said = title_likelihoods(book_pictures(load_photo(photo), corners_of(cards)))
    assert said.argmax(axis=1).tolist() == letters_of(cards)


def test_titles_that_run_downwards_are_read() -> None:
    photo, cards = faces("cleo")
    on_their_heads = np.ascontiguousarray(book_pictures(load_photo(photo), corners_of(cards))[:, ::-1, ::-1])
    assert title_likelihoods(on_their_heads).argmax(axis=1).tolist() == letters_of(cards)


def test_titles_downwards_are_looked_for_only_where_upwards_is_unclear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    photo, cards = faces("cleo")
    pictures = book_pictures(load_photo(photo), corners_of(cards))
    run, asked = networks.run, list[str]()
    monkeypatch.setattr(networks, "run", lambda name, views: asked.append(name) or run(name, views))
    title_likelihoods(pictures)
    assert asked.count("title_finder") == 1
    asked.clear()
    title_likelihoods(np.ascontiguousarray(pictures[:, ::-1, ::-1]))
    assert asked.count("title_finder") == 2


def test_books_without_titles_say_nothing() -> None:
    plain = np.full((3, 320, 320, 3), 90, np.uint8)
    plain[:, 60:300, 40:120] = (40, 60, 160)
    plain[:, 80:300, 140:230] = (150, 90, 30)
    assert not title_likelihoods(plain).any()


def test_more_titles_say_more_but_their_errors_are_correlated() -> None:
    photo, cards = faces("ana")
    which = next(i for i, card in enumerate(cards) if len(card["categories"]) == 4)
    picture = book_pictures(load_photo(photo), corners_of(cards)[[which]])
    begins = initials(turned(picture, downwards=False))[0]
    assert len(begins) == 4
    one = picture.copy()
    one[0, :, : round(float(begins[:, 2].max())) - 20] = (40, 90, 140)  # only the last book is left

    def margin(picture: NDArray[np.uint8]) -> float:
        letter = letters_of(cards)[which]
        said = title_likelihoods(picture)[0]
        return float(said[letter] - np.delete(said, letter).max())

    assert 0 < margin(one) < margin(picture) < 4 * margin(one)


def test_titles_settle_a_letter_in_doubt_and_leave_a_clear_one() -> None:
    photo, cards = faces("bo")
    true, rows = letters_of(cards), np.arange(len(cards))
    letter = np.full((len(cards), 26), 1e-4)
    letter[rows, true] = 1 - 25e-4
    assert (letter[1:].max(axis=1) > DOUBTFUL_LETTER).all()
    letter[0] = 1e-3
    letter[0, [true[0], (true[0] + 1) % 26]] = 0.4, 0.6
    read = with_titles(
        evidence_of(letter), np.ones(len(cards), np.bool_), load_photo(photo), corners_of(cards)
    )
    assert int(read.letter[0].argmax()) == true[0]
    assert np.exp(read.letter[0]).sum() == pytest.approx(1)
    assert (read.letter[1:] == np.log(letter[1:])).all()


def test_no_title_is_looked_for_where_no_letter_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "run", lambda *_: pytest.fail("a network was asked"))
    photo, cards = faces("bo")
    letter = np.full((len(cards), 26), 1e-6)
    letter[:, 4] = 1
    evidence = evidence_of(letter)
    shown = np.ones(len(cards), np.bool_)
    assert with_titles(evidence, shown, load_photo(photo), corners_of(cards)) is evidence
    torn = replace(evidence, letter=np.full((len(cards), 26), -np.log(26.0)))
    assert with_titles(torn, ~shown, load_photo(photo), corners_of(cards)) is torn


def test_a_covered_letter_is_read_from_the_titles() -> None:
    file, cards = faces("bo")
    photo = load_photo(file)
    reader = PhotoReader()
    before = reader.read(photo).shelves[0].cards
    covered = before[3]
    quad = np.array(covered.corners, np.float64)
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    where = next(card for card in cards if np.abs(np.mean(card["corners"], 0) - quad.mean(axis=0)).max() < 30)
    lid = quad[0] + 0.005 * across + 0.005 * down
    ends = [lid, lid + 0.2 * across, lid + 0.2 * across + 0.085 * down, lid + 0.085 * down]
    cv2.fillConvexPoly(photo, np.round(ends).astype(np.int32), (60, 60, 60))
    after = reader.read(photo).shelves[0].cards
    card = min(after, key=lambda c: float(np.abs(np.mean(c.corners, 0) - quad.mean(axis=0)).max()))
    assert card.letter == where["letter"]


def test_the_picture_of_books_ends_at_the_cards_foot() -> None:
    photo = np.zeros((600, 500, 3), np.uint8)
    photo[100:380, 150:350] = 120  # a card of 200 x 280 pixels
    photo[320:380, 150:350] = 255  # and its lowest 60
    quad = np.array([[[150, 100], [350, 100], [350, 380], [150, 380]]], np.float64)
    picture = book_pictures(photo, quad)[0]
    white = np.flatnonzero((picture[:, 160] > 200).all(axis=1))
    assert white[-1] >= 318
    assert len(white) == pytest.approx(60 / 200 * 320, abs=2)
    assert (picture[5, 20:300] == 120).all()


def test_first_letters_are_found_on_drawn_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_books, "WRONG_WAY", 0.0)
    rng = np.random.default_rng(5)
    found = told = true = 0
    for seed in range(24):
        for sample in drawn_books.book_samples(seed, True, rng):
            boxes = initials(sample.picture[None])[0]
            true += len(sample.initials)
            told += len(boxes)
            for x, y, width, height in sample.initials:
                near = np.abs(boxes[:, 1:3] - (x, y)) < (0.5 * max(width, 6), 0.5 * max(height, 6))
                found += bool(near.all(axis=1).any())
    assert true > 100
    assert found > 0.9 * true
    assert told < 1.1 * true


@pytest.mark.parametrize("downwards", [False, True])
def test_turned_pictures_read_from_the_left(downwards: bool) -> None:
    picture = np.zeros((1, 320, 320, 3), np.uint8)
    head, foot = ((0, 20), (0, 300))
    picture[0, head[1] if downwards else foot[1]] = 255  # where titles begin
    column = np.flatnonzero(turned(picture, downwards)[0, 160, :, 0])
    assert column.tolist() == [20 if downwards else 19]


def test_titles_begin_with_the_cards_letter() -> None:
    rng = np.random.default_rng(2)
    for _ in range(200):
        card = random_card(rng)
        assert Titles.random(rng).of(card, rng)[0] == card.letter
