"""Decisions about a card, and the fields under review."""

from __future__ import annotations

import numpy as np
import pytest

from scorer.cards import Deck
from tests.vision.judge.tables import believing
from tests.vision.photos import shelves_of
from tests.vision.shelf.shelves import grid
from vision import PhotoReader
from vision.decode.calibration import Calibration
from vision.detect.detections import FACE_DOWN, Detections
from vision.reading import FIELDS


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
    pile = PhotoReader().read(believing(monkeypatch, blank), kind="pile").pile
    assert len(pile) == 6
    assert all(card.face_up and {"letter", "order"} <= {*card.review} for card in pile)
