"""The titles of the owner's copy: what is kept, and what is out of order."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.cards import BookCard, Category, Deck
from scorer.confirmed.catalogue import Catalogue, KeptTitle, TitleStore
from scorer.confirmed.register import Register, RegisterError
from scorer.limits import MOST_TITLE

E1, E2 = ("E", 1), ("E", 2)
PAIR = (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)


@pytest.fixture
def store(tmp_path: Path) -> TitleStore:
    return TitleStore(tmp_path / "titles.db")


def test_the_surest_reading_stays(store: TitleStore) -> None:
    assert store.keep({E2: [KeptTitle("Elfs", 0.6), KeptTitle("", 0.0)]}) == 1
    assert store.keep({E2: [KeptTitle("Elks", 0.5), KeptTitle("Eve", 0.9)]}) == 1
    assert store.keep({E2: [KeptTitle("Elves", 0.9), KeptTitle("", 0.0)]}) == 1
    assert store.all() == {E2: {0: KeptTitle("Elves", 0.9), 1: KeptTitle("Eve", 0.9)}}


def test_no_reading_replaces_what_was_typed(store: TitleStore) -> None:
    store.write({E2: ["  Elves \n at sea ", ""]})
    assert store.keep({E2: [KeptTitle("Elvis", 1.0), KeptTitle("Eve", 0.4)]}) == 1
    assert store.all()[E2] == {0: KeptTitle("Elves at sea", 1.0, True), 1: KeptTitle("Eve", 0.4)}
    assert [book.doubtful for book in store.all()[E2].values()] == [False, True]


def test_titles_are_forgotten(store: TitleStore) -> None:
    store.write({E1: ["Eggs"]})
    store.write({E2: ["Elves"]})
    store.forget(E1)
    assert list(store.all()) == [E2]
    store.forget()
    assert store.all() == {}


def test_a_database_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "titles.db").write_bytes(b"no database" * 100)
    with pytest.raises(RegisterError):
        TitleStore(tmp_path / "titles.db").all()


def catalogue(first: list[str], second: list[str]) -> Catalogue:
    cards = (BookCard("E", 1, 7, PAIR), BookCard("E", 2, 7, PAIR))
    kept = [{place: KeptTitle(text) for place, text in enumerate(texts)} for texts in (first, second)]
    return Catalogue(cards, {E1: kept[0], E2: kept[1]})


def test_titles_out_of_order_are_told_and_stay_out_of_the_deck_file() -> None:
    own = catalogue(["Eggs", "Elms"], ["Elks", "Eve"])
    assert [(each.last, each.first) for each in own.disorders()] == [("Elms", "Elks")]
    data = {"cards": [{"letter": "E", "order": n, "categories": ["a", "b"]} for n in (1, 2)]}
    assert own.deck_file(data) == data
    own = catalogue(["Eggs", "Elks"], ["Elms"])
    assert own.disorders() == []
    assert [card.get("titles") for card in own.deck_file(data)["cards"]] == [["Eggs", "Elks"], None]


def test_a_deck_file_brings_its_titles_and_takes_them_along(store: TitleStore) -> None:
    data = Deck.house().to_dict()
    store.take(data)
    own = Catalogue(Deck.house().cards, store.all())
    assert own.disorders() == []
    bare = {**data, "cards": [{k: v for k, v in card.items() if k != "titles"} for card in data["cards"]]}
    assert own.deck_file(bare) == data


def test_a_deck_file_with_holes_brings_titles_of_cards_that_have_all(store: TitleStore) -> None:
    card = {"letter": "E", "categories": ["historic_volumes", "spells_potions"], "titles": ["Eggs", "Eve"]}
    cards = [
        card | {"order": 1},
        card | {"order": 2, "titles": ["Eggs"]},
        card | {"order": "3"},
        {"letter": "E", "order": 4, "titles": ["Eggs"]},
        card | {"order": 5, "titles": ["Eg\x1b[2Jgs" + "g" * 500, ""]},
    ]
    data = {"partial": True, "cards": cards}
    Register().take_dict(data)
    store.take(data)
    texts = {key: [book.text for book in books.values()] for key, books in store.all().items()}
    assert texts == {E1: ["Eggs", "Eve"], ("E", 5): [("Eg[2Jgs" + "g" * 500)[:MOST_TITLE]]}
