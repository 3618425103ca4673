"""Decisions about a card, and the fields under review."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scorer.cards import BookCard, Category, Deck
from tests.vision.cards.tables import believing
from tests.vision.join.sights import seen
from tests.vision.photos import shelves_of
from tests.vision.shelf.shelves import grid
from vision import PhotoReader
from vision.common.fields import FIELDS
from vision.decide import decide
from vision.decode.calibration import Calibration
from vision.detect.detections import FACE_DOWN, Detections
from vision.join.seen import Card


def test_strict_thresholds_flag_every_field(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = believing(monkeypatch, grid())
    strict = Calibration(thresholds=dict.fromkeys(FIELDS, 1.1))
    cards = shelves_of(PhotoReader(deck=Deck.house(), calibration=strict).read(picture))[0]
    assert all(card.review == list(FIELDS) for card in cards)


def test_a_back_that_may_be_a_face_leaves_every_field_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grid()
    backs = Detections.of(found.corners, np.full(6, FACE_DOWN), np.full(6, 0.98))
    strict = Calibration(thresholds=dict.fromkeys(FIELDS, 0.0) | {"face_up": 1.1})
    cards = shelves_of(PhotoReader(calibration=strict).read(believing(monkeypatch, backs)))[0]
    assert not any(card.face_up for card in cards)
    assert all(card.review == list(FIELDS) for card in cards)


def test_cards_of_a_pile_lie_face_up_even_where_glare_hides_their_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = grid()
    blank = Detections.of(found.corners, np.full(6, FACE_DOWN), found.score)
    pile = PhotoReader(anyway=True).read(believing(monkeypatch, blank), kind="pile").pile
    assert len(pile) == 6
    assert all(card.face_up and {"letter", "order"} <= {*card.review} for card in pile)


def test_of_more_faces_than_a_deck_has_the_clearest_stay() -> None:
    rng = np.random.default_rng(3)
    cards = [("A", 1, True), ("B", 2, True), ("C", 3, True), ("D", 4, True), ("E", 5, True), ("F", 6, False)]
    books = (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)
    deck = Deck(tuple(BookCard(letter, order, 10, books) for letter, order, _ in cards[:3]))
    looked = seen(grid().corners, cards, rng)
    looked = replace(looked, score=np.linspace(0.4, 0.9, 6), evidence=replace(looked.evidence, deck=deck))
    sightings = [Card(((0, n),), 0, 0, n, 1.0) for n in range(6)]
    readings = decide([looked], sightings, Calibration(), deck).cards
    assert [card.column for _, card in readings] == [2, 3, 4, 5]
