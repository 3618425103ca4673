"""The photos that come with Shelfmark are read with nothing told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorer.cards import Deck
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
