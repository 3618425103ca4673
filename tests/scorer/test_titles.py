"""Titles: the letter they begin with, and their order."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import Deck
from scorer.titles import begins, disorders, folded, has_words

TITLES = st.lists(st.text("AÁaéÉêŘřčœ xyz", min_size=1, max_size=8), min_size=2, max_size=8)


@given(TITLES)
def test_sorted_titles_are_in_order_and_swapped_titles_are_not(titles: list[str]) -> None:
    ordered = sorted({folded(title): title for title in titles}.items())
    cards = {("A", number): [title] for number, (_, title) in enumerate(ordered, 1)}
    assert not list(disorders(cards))
    if len(cards) > 1:
        cards["A", 1], cards["A", 2] = cards["A", 2], cards["A", 1]
        first = next(disorders(cards))
        assert (first.card, first.other) == (("A", 1), ("A", 2))


def test_cards_of_other_letters_and_cards_without_titles_are_passed_over() -> None:
    assert not list(disorders({("B", 1): ["Bz"], ("C", 1): ["Ca"]}))
    [found] = disorders({("B", 1): ["Bz"], ("B", 2): [], ("B", 3): ["Bc", "By"]})
    assert (found.card, found.last, found.other, found.first) == (("B", 1), "Bz", ("B", 3), "Bc")


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Łukasz", "Lukasz"),
        ("Søren Ørsted", "soren orsted"),
        ("Đorđe", "Dorde"),
        ("Æneas", "aeneas"),
        ("Þórður", "thordur"),
        ("Işık", "isik"),
        ("IŞIK", "ışık"),
        ("İpek", "ipek"),
        ("ĦAMRUN", "hamrun"),
        ("Straße", "STRASSE"),
        ("Zoë", "ZOE"),
        ("Ştefan Țiriac", "stefan tiriac"),
        ("Ɓala", "bala"),
        ("João", "joao"),
        ("Šárka Řehořová", "sarka rehorova"),
        ("Cœur", "coeur"),
        ("Ŋala", "nala"),
    ],
)
def test_a_name_is_found_by_its_plain_letters_and_by_its_own_in_any_case(name: str, typed: str) -> None:
    for search in (typed, name, name.lower(), name.upper()):
        assert has_words(f"{name} and Bo", search), search
    assert not has_words(name, f"{typed}x")


@given(st.characters(categories=["Ll", "Lu"], min_codepoint=0xC0, max_codepoint=0x17F))
def test_each_letter_of_an_alphabet_of_europe_has_plain_letters(letter: str) -> None:
    assert re.fullmatch("[a-z]{1,2}", re.sub("[ʼ·]", "", folded(letter)))


@pytest.mark.parametrize("title", ["Élixirs", "elixirs", "Ěra"])
def test_accents_and_case_do_not_count(title: str) -> None:
    assert begins(title, "E")
    assert not begins(title, "L")


def test_a_deck_file_may_have_a_french_title_with_an_accent() -> None:
    data = Deck.house().to_dict()
    card = next(card for card in data["cards"] if (card["letter"], card["order"]) == ("E", 1))
    first = min(card["titles"], key=folded)
    card["titles"][card["titles"].index(first)] = "É" + first[1:]
    assert Deck.problems(data) == []
