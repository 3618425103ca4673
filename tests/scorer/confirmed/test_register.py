"""The register of the owner's copy, and the joint reading with it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from scorer.cards import BookCard, Category, Deck, DeckError
from scorer.confirmed.register import Register, RegisterError
from tests.vision.decode.tables import seen as table
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS
from vision.common.probability import log_softmax
from vision.decode.calibration import Calibration
from vision.decode.joint import Decoded, decode, of_this_copy

H, S, M, R = (
    Category.HISTORIC_VOLUMES,
    Category.SPELLS_POTIONS,
    Category.MONSTER_MANUALS,
    Category.REFERENCE_TEXTS,
)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_confirmed_card_is_looked_up_by_letter_and_order() -> None:
    register = Register()
    register.confirm(BookCard("E", 2, 7, (H, S)))
    register.confirm(BookCard("E", 4, 7))
    assert register.get("E", 2) == BookCard("E", 2, 7, (H, S))
    assert register.get("E", 4) is None
    assert register.counts == {"E": 7}
    assert register.partial().cards == (BookCard("E", 2, 7, (H, S)),)
    assert register.conflicts == []


def test_the_last_confirmation_wins_and_the_conflict_is_reported() -> None:
    register = Register()
    register.confirm(BookCard("E", 2, 7, (H, S)), NOON)
    assert register.confirm(BookCard("E", 2, 7, (S, H)), NOON + timedelta(hours=1)) == []
    found = register.confirm(BookCard("E", 2, 8, (H, M)), NOON + timedelta(hours=2))
    assert [conflict.field for conflict in found] == ["categories", "of"]
    assert register.get("E", 2) == BookCard("E", 2, 8, (H, M))
    assert register.counts == {"E": 8}
    assert [(c.field, c.before.of, c.now.of) for c in register.conflicts] == [
        ("categories", 7, 8),
        ("of", 7, 8),
    ]
    assert len(register.history) == 3


def test_the_last_confirmation_wins_though_the_clock_was_set_back(tmp_path: Path) -> None:
    path = tmp_path / "register.db"
    for books, when in (((H, S), NOON + timedelta(days=400)), ((H, M), NOON), ((H, R), NOON)):
        register = Register.load(path)
        register.confirm(BookCard("E", 2, 7, books), when)
        register.save(path)
    assert Register.load(path).get("E", 2) == BookCard("E", 2, 7, (H, R))


def test_an_equal_confirmation_is_noted_once_and_counts_as_the_last() -> None:
    register = Register()
    for books in ((H, S), (H, M), (H, S)):
        register.confirm(BookCard("E", 2, 7, books))
    assert len(register.history) == 2
    assert register.get("E", 2) == BookCard("E", 2, 7, (H, S))


@pytest.mark.parametrize(
    "card", [BookCard("E", 8, 7), BookCard("E", 15, 15), BookCard("E", 1, 7, (H,))], ids=str
)
def test_a_card_that_cannot_exist_is_refused(card: BookCard) -> None:
    register = Register()
    with pytest.raises(RegisterError, match="cannot be kept"):
        register.confirm(card)
    assert register.history == []


def test_a_card_above_its_letters_count_is_not_known() -> None:
    register = Register()
    register.confirm(BookCard("E", 8, 9, (H, S)))
    register.confirm(BookCard("E", 2, 7, (H, M)))
    assert [card.key for card in register.cards] == [("E", 2)]


def test_another_printing_is_told_from_a_few_wrong_cards() -> None:
    register = Register()
    for order in range(1, 7):
        register.confirm(BookCard("E", order, 7, (H, S)))
    others = [BookCard("E", order, 9, (M, M, R)) for order in range(1, 7)]
    assert register.is_another(others)
    assert not register.is_another(others[:1])  # one card alone may be noted wrongly
    assert not register.is_another(
        [BookCard("F", order, 5, (M, M)) for order in range(1, 6)]
    )  # no card in common
    mixed = [BookCard("E", 1, 6, (M, M)), BookCard("E", 2, 7, (R, R)), *register.cards[2:]]
    assert not register.is_another(mixed)
    assert not Register().is_another(others)


def test_a_register_is_kept_and_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "data" / "archive.db"
    assert Register.load(path).cards == ()
    register = Register()
    register.confirm(BookCard("E", 2, 7, (H, S)), NOON)
    register.confirm(BookCard("Q", 1, 2, (H, H)), NOON)
    register.save(path)
    again = Register.load(path)
    assert again == register
    again.forget("E", 2)
    assert again.counts == {"Q": 2}
    again.save(path)
    assert Register.load(path).counts == {"Q": 2}


def test_a_whole_copy_becomes_a_deck() -> None:
    register = Register()
    house = Deck.house()
    assert register.take(house) == 152
    assert register.take(house) == 0
    whole = register.deck()
    assert whole is not None
    assert whole.cards == house.cards
    assert [card.of for card in whole.cards] == [card.of for card in house.cards]
    register.forget("E", 2)
    assert register.deck() is None
    register.confirm(BookCard("E", 2, 7, (H, H)))  # 152 cards, but not 85 books of each category
    assert len(register.cards) == 152
    assert register.deck() is None


def test_known_cards_are_exported_and_imported() -> None:
    register = known(E2, E4)
    other = known(F2)
    assert other.take_dict(register.to_dict()) == 2
    assert [str(card) for card in other.cards] == ["E2:HSM", "E4:RR", "F2:MM"]
    assert other.counts == {"E": 7, "F": 7}
    assert other.take_dict(Deck.house().to_dict()) > 149
    whole = other.to_dict()
    assert "partial" not in whole
    assert Deck.from_dict(whole).cards == Deck.house().cards


@pytest.mark.parametrize(
    "card",
    [{"letter": "E"}, {"letter": "E", "order": 9, "of": 7}, "E2", {"letter": "e", "order": 1}],
    ids=str,
)
def test_a_file_with_an_impossible_card_is_refused_as_a_whole(card: object) -> None:
    register = known(E2)
    good = {"letter": "A", "order": 1, "of": 3, "categories": ["spells_potions", "spells_potions"]}
    with pytest.raises(RegisterError):
        register.take_dict({"partial": True, "cards": [good, card]})
    assert register.cards == (E2,)
    with pytest.raises(DeckError):
        register.take_dict({"cards": [good]})


# --- the joint reading with known cards ---


def seen(cards: list[BookCard], known: Register | None, icons: bool = True) -> Evidence:
    return replace(table(cards, icons=icons), known=known.partial() if known else None)


def known(*cards: BookCard) -> Register:
    register = Register()
    for card in cards:
        register.confirm(card)
    return register


def names(decoded: Decoded) -> list[str]:
    return [f"{a}{b}/{c}" for a, b, c in zip(decoded.letter, decoded.order, decoded.of, strict=True)]


E2, E4, F2 = BookCard("E", 2, 7, (H, S, M)), BookCard("E", 4, 7, (R, R)), BookCard("F", 2, 7, (M, M))


def test_a_known_card_needs_no_icons() -> None:
    decoded = decode(seen([E2, F2], known(E2), icons=False))
    assert decoded.categories == [E2.categories, ()]
    assert decoded.confidence["categories"][0] > 0.99
    assert decoded.confidence["categories"][1] == 0


def test_known_books_decide_between_two_letters() -> None:
    d2 = BookCard("D", 2, 7, (M, M))
    evidence = seen([E2], known(E2, d2))
    unsure = evidence.letter.copy()
    unsure[0, 4] = unsure[0, 3] = -1.0
    unsure[0, 3] += 0.5  # the banner alone says D, a little
    doubtful = Evidence(unsure, evidence.order, evidence.of, evidence.count, evidence.icons)
    assert names(decode(doubtful)) == ["D2/7"]
    told = Evidence(unsure, *(getattr(evidence, name) for name in ("order", "of", "count", "icons")))
    told = Evidence(told.letter, told.order, told.of, told.count, told.icons, known=evidence.known)
    decoded = decode(told)
    assert names(decoded) == ["E2/7"]
    assert decoded.confidence["letter"][0] > 0.99


def test_a_known_card_fixes_its_letters_count_for_other_cards() -> None:
    evidence = seen([BookCard("E", 6, 9, (R, R))], known(E2))
    assert names(decode(seen([BookCard("E", 6, 9, (R, R))], None))) == ["E6/9"]
    decoded = decode(evidence, Calibration(contradiction=6.0))
    assert names(decoded) == ["E6/7"]
    assert decoded.confidence["of"][0] < 0.5  # the banner says 9


def test_no_order_is_read_above_a_known_count() -> None:
    evidence = seen([BookCard("E", 9, 9, (R, R))], known(E2))
    assert decode(evidence).order[0] <= 7 or decode(evidence).letter[0] != "E"


def test_a_known_card_with_quite_different_icons_is_flagged() -> None:
    other = BookCard("E", 2, 7, (R, R, R, R))
    decoded = decode(seen([other], known(E2)), Calibration(contradiction=6.0))
    assert names(decoded) == ["E2/7"]
    assert decoded.categories == [E2.categories]  # as confirmed
    assert decoded.confidence["categories"][0] < 0.5


def test_unknown_cards_are_read_as_without_a_register() -> None:
    cards = [F2, BookCard("Q", 1, 2, (H, R)), BookCard("A", 3, 6, (S, S, S))]
    apart, plain = decode(seen(cards, known(E2, E4))), decode(seen(cards, None))
    assert names(apart) == names(plain) == [f"{c.letter}{c.order}/{c.of}" for c in cards]
    assert apart.categories == plain.categories
    for name, values in plain.confidence.items():
        assert np.allclose(apart.confidence[name], values, atol=1e-3)


def test_cards_of_another_copy_say_nothing() -> None:
    """Another printing has other counts and books: the table is read as without a register."""
    rng = np.random.default_rng(4)

    def copy(most: int) -> list[BookCard]:
        drawn = [rng.integers(0, 6, int(rng.integers(2, 5))) for _ in range(20)]
        books = [tuple(list(Category)[c] for c in each) for each in drawn]
        return [BookCard(LETTERS[n], 1 + n % 3, most - n % 2, each) for n, each in enumerate(books)]

    table = copy(9)
    unsure = seen(table, None)
    blurred = replace(
        unsure, letter=log_softmax(unsure.letter * np.where(np.arange(20) % 4, 1, 0.4)[:, None])
    )
    plain = decode(blurred)
    apart = decode(of_this_copy(replace(blurred, known=known(*copy(6)).partial())))
    assert names(apart) == names(plain)
    assert apart.categories == plain.categories == [card.categories for card in table]
    for name, values in plain.confidence.items():
        np.testing.assert_array_equal(apart.confidence[name], values)


def test_one_card_noted_wrongly_does_not_make_another_copy() -> None:
    cards = [BookCard(letter, 2, 6, (H, R)) for letter in "ABCDEFGH"]
    wrong = [BookCard("A", 2, 7, (S, S, S)), BookCard("B", 2, 5, (M, M))]
    decoded = decode(of_this_copy(seen(cards, known(*wrong, *cards[2:]), icons=False)))
    assert decoded.categories[2:] == [(H, R)] * 6  # still looked up


def test_more_cards_than_the_known_counts_allow_are_still_read() -> None:
    every = known(*(BookCard(letter, 1, 1, (H, R)) for letter in LETTERS))
    decoded = decode(seen([BookCard("E", n, 14, (R, R)) for n in range(1, 15)] + [F2] * 14, every))
    assert len(set(zip(decoded.letter, decoded.order, strict=True))) == 28
