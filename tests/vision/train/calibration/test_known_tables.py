"""Photos whose cards are known: what is read of each card is put to the right card."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from scorer.cards import Deck
from vision.common.fields import LETTERS
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections
from vision.photo.errors import PhotoError
from vision.synth.look.looks import make_look
from vision.train.calibration import known_tables as tables
from vision.train.calibration.known_tables import true_kinds, true_objects

CARDS = Deck.house().cards


def at(x: float, y: float = 0, tall: float = 140) -> np.ndarray:
    return np.array([[x, y], [x + 100, y], [x + 100, y + tall], [x, y + tall]], np.float32)


def scene(*cards: object) -> Any:
    objects = [SimpleNamespace(kind=0, corners=at(110.0 * n), card=card) for n, card in enumerate(cards)]
    return SimpleNamespace(objects=objects)


def test_found_cards_are_paired_with_the_true_ones() -> None:
    things = [(FACE_UP, at(0)), (FACE_DOWN, at(110)), (STRIP, at(0, 300, 25))]
    shown: Any = SimpleNamespace(objects=[SimpleNamespace(kind=k, corners=c) for k, c in things])
    seen = np.stack([at(3, 302), at(112, 3), at(2, 4), at(400, 400)])
    found = Detections.of(seen, np.zeros(4, np.int8), np.full(4, 0.9))
    assert true_kinds(shown, found).tolist() == [STRIP, FACE_DOWN, FACE_UP, -1]
    assert true_kinds(SimpleNamespace(objects=[]), found).tolist() == [-1] * 4  # type: ignore[arg-type]


def test_cards_are_those_that_lie_where_they_were_read() -> None:
    two = scene(CARDS[0], CARDS[5])
    seen = np.stack([at(113), at(-4)]).astype(np.float64)
    assert true_objects(two, seen).tolist() == [1, 0]
    assert tables._true_cards(two, seen) == [CARDS[5], CARDS[0]]


@pytest.mark.parametrize("x", [[0.0, 600.0], [0.0, 7.0], [0.0, 220.0]], ids=["none", "twice", "no book card"])
def test_a_photo_in_which_something_else_was_read_is_left_out(x: list[float]) -> None:
    seen = np.stack([at(each) for each in x]).astype(np.float64)
    assert tables._true_cards(scene(CARDS[0], CARDS[5], None), seen) == []


def test_a_look_is_read_in_its_photos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PHOTOS", 1)
    without, with_deck = tables.photo_tables(1)
    assert without.evidence.deck is None
    assert with_deck.evidence.deck is not None
    assert without.cards == with_deck.cards
    assert {card.key for card in with_deck.cards} <= {card.key for card in with_deck.evidence.deck.cards}
    assert without.evidence.icons is not None
    read = without.evidence.letter.argmax(axis=1)
    right = [LETTERS[letter] == card.letter for letter, card in zip(read, without.cards, strict=True)]
    assert np.mean(right) > 0.8
    assert not make_look(1, held_out=False).held_out


def test_a_photo_without_cards_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise PhotoError("No cards were found.")

    monkeypatch.setattr(tables, "PHOTOS", 1)
    monkeypatch.setattr(tables, "_read", none)
    assert tables.photo_tables(1) == []
