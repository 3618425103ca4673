"""The cards of one's own copy, typed in a line a card: read, refused line by line, kept whole or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.folders import user_folder
from scorer.fort.actions import CardError
from scorer.fort.cards import CardSet
from scorer.fort.own_set import FILE, OwnCards, card_of, keep_cards, kept_cards, kept_set, remarks


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))


HOUSE = OwnCards.of(CardSet.house())


def test_a_typed_set_is_the_set_that_its_lines_tell() -> None:
    checked = HOUSE.check()
    assert checked.whole
    assert checked.card_set == CardSet.house()
    assert checked.symbols["coin"] == sum(
        card.suits.count("coin") for card in CardSet.house().cards if not card.best
    )
    assert remarks(checked.card_set) == []


def test_a_line_may_be_typed_loosely() -> None:
    card = card_of("  Pasta  Pim ;GLUE coin;  Toy X Glue", 1)
    assert (card.name, card.suits, str(card.public), card.private) == (
        "Pasta Pim",
        ("glue", "coin"),
        "toy × glue",
        None,
    )
    assert card_of("Mo; water; -; point * 2", 1).public is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Mo", "here are 1: write"),
        ("Mo; water; pizza; toy; point", "here are 5: write"),
        ("Mo; fire; pizza; toy", "Mo has the suit"),
        ("Mo; water glue; pizza; toy", "two different suits"),
        ("Mo; water; pizzza; toy", "In the action “pizzza”"),
        ("; water; pizza; toy", "card 3"),
        ("Mo; ; pizza; toy", "card 3"),
    ],
)
def test_a_line_that_is_no_card_says_why_and_the_others_count(line: str, why: str) -> None:
    checked = OwnCards(kids=f"Ann; glue; pizza\n\n{line}\nBob; book; toy").check()
    assert [card.name for card in checked.kids] == ["Ann", "Bob"]
    (wrong,) = checked.wrong
    assert wrong.startswith("Line 3 of the kids: ")
    assert why in wrong
    assert not checked.whole


@pytest.mark.parametrize("line", ["five", "5; 1; 1; 1; 1", "-1", "5;;1", "²"])
def test_a_level_is_told_in_numbers(line: str) -> None:
    (wrong,) = OwnCards(levels=line).check().wrong
    assert "is no level" in wrong


def test_a_set_that_lacks_a_card_is_not_whole_and_two_of_a_name_are_refused() -> None:
    lines = HOUSE.kids.splitlines()
    assert not HOUSE.model_copy(update={"kids": "\n".join(lines[1:])}).check().whole
    twice = HOUSE.model_copy(update={"kids": "\n".join([lines[1], *lines[1:]])}).check()
    assert twice.whole
    with pytest.raises(CardError, match="Two kids are called"):
        _ = twice.card_set


def test_what_is_typed_is_kept_and_played_with_once_it_is_whole() -> None:
    assert (kept_cards(), kept_set()) == (OwnCards(), None)
    half = OwnCards(kids="Ann; glue; pizza\nBob; nothing")
    keep_cards(half)
    assert (kept_cards(), kept_set()) == (half, None)
    keep_cards(HOUSE)
    assert kept_set() == CardSet.house()


def test_a_file_of_something_else_is_refused() -> None:
    user_folder().mkdir(parents=True, exist_ok=True)
    (user_folder() / FILE).write_text('{"kids": 3}')
    with pytest.raises(CardError, match="the file of typed cards"):
        kept_cards()
    assert kept_set() is None
