"""The photos that come with Shelfmark are read with nothing told."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from scorer.cards import Deck
from scorer.deck.print import book_card
from scorer.forms.png import render
from scorer.forms.sheets import HEIGHT, WIDTH, sheets
from vision import PhotoReader

SAMPLES = Path(__file__).parents[2] / "samples"

Printed = tuple[str, int, int, list[str]]


def shown(name: str) -> list[list[Printed]]:
    """The faces of each shelf, in reading order."""
    truth = json.loads((SAMPLES / "photos" / f"{name}.json").read_text("utf-8"))
    return [
        [
            (card["letter"], card["order"], card["of"], sorted(card["categories"]))
            for card in sorted(shelf, key=lambda card: (card["row"], card["column"]))
            if card["face_up"]
        ]
        for shelf in truth["shelves"]
    ]


@pytest.mark.parametrize("name", ["ana", "bo", "cleo", "dmitri", "two-players", "solo-pile"])
def test_a_sample_is_read_rightly_and_nothing_is_flagged(name: str) -> None:
    reading = PhotoReader().read(SAMPLES / "photos" / f"{name}.jpg", "pile" if "pile" in name else "shelf")
    shelves = [shelf.cards for shelf in reading.shelves] or [reading.pile]
    read = [
        [
            (card.letter, card.order, card.of, sorted(each.value for each in card.categories))
            for card in cards
            if card.face_up
        ]
        for cards in shelves
    ]
    assert sorted(map(sorted, read)) == sorted(map(sorted, shown(name)))
    assert not [card for cards in shelves for card in cards if card.review]
    assert (reading.deck, reading.slips) == ("printed", [])


def test_no_card_of_the_samples_is_outside_the_house_deck() -> None:
    cards = {
        (card.letter, card.order, card.of, tuple(sorted(map(str, card.categories))))
        for card in Deck.house().cards
    }
    names = [path.stem for path in (SAMPLES / "photos").glob("*.json")]
    assert names
    for name in names:
        for shelf in shown(name):
            assert {(letter, order, of, tuple(told)) for letter, order, of, told in shelf} <= cards, name


def test_cards_that_were_printed_at_home_are_read() -> None:
    deck = Deck.house()
    fronts = [book_card(card, deck.titles(card)) for card in deck.cards[:9]]
    sheet = render(next(iter(sheets(fronts, None, "a4", "en"))), dpi=150)
    page = cv2.cvtColor(np.asarray(Image.open(BytesIO(sheet)).convert("RGB")), cv2.COLOR_RGB2BGR)
    across, down = round(3 * WIDTH / 25.4 * 150), round(3 * HEIGHT / 25.4 * 150)
    left, top = (page.shape[1] - across) // 2, (page.shape[0] - down) // 2
    cards = page[top : top + down, left : left + across]
    table = np.full((down + 600, across + 800, 3), (150, 165, 175), np.uint8)
    table[300 : 300 + down, 400 : 400 + across] = cards
    (shelf,) = PhotoReader().read(table).shelves
    assert [card.letter for card in shelf.cards] == [card.letter for card in deck.cards[:9]]
    assert [(card.order, card.of) for card in shelf.cards] == [
        (card.order, card.of) for card in deck.cards[:9]
    ]
    read = [sorted(map(str, card.categories)) for card in shelf.cards]
    assert read == [sorted(map(str, card.categories)) for card in deck.cards[:9]]
