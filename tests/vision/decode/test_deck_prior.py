"""The prior of counts where no deck is known, and how it decides between letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import BookCard
from tests.vision.decode.tables import NO_DECK, letters, peaked, seen
from vision.common.arrays import Floats, Ints
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import log_odds, log_softmax
from vision.decode import deck_prior
from vision.decode.deck_prior import believed_deck, count_prior, log_count_prior
from vision.decode.joint import decode

seeds = st.integers(0, 2**32 - 1)

RARE = NO_DECK.rare
COMMON = "".join(letter for letter in LETTERS if letter not in RARE)
TORN = {"I": 0.49, "J": 0.49}
NONE_KNOWN = np.zeros(len(LETTERS), np.int64)
#: Clear cards, with counts that English decks have and with counts that none has: letters and counts.
USUAL, UNUSUAL = "J3 Q2 A7 S9", "K9 Q8 X10 A2"


@pytest.fixture(scope="module", autouse=True)
def no_deck_is_known() -> Iterator[None]:
    """The tables here are of decks that are not known (`test_known_decks.py` has the others)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deck_prior, "DECK_PRIOR", NO_DECK)
        yield


def clear(names: str, order: int = 1) -> list[BookCard]:
    """Cards of one order, given as letters and counts."""
    return [BookCard(name[0], order, int(name[1:])) for name in names.split()]


def table(*cards: tuple[dict[str, float], int, int | None], others: str = "") -> Evidence:
    """Cards with these letters, orders and counts (None: unseen), and clear cards beside them."""
    evidence = seen([*(BookCard("I", order, of) for _, order, of in cards), *clear(others)], icons=False)
    letter, of = evidence.letter.copy(), evidence.of.copy()
    letter[: len(cards)] = letters(*(card[0] for card in cards))
    of[[i for i, card in enumerate(cards) if card[2] is None]] = -np.log(ORDERS)
    return replace(evidence, letter=letter, of=of)


def any_table(seed: int, n: int) -> tuple[Floats, Floats]:
    """The letters and counts of clear and blurred cards."""
    rng = np.random.default_rng(seed)
    spread = rng.uniform(0, 8, (n, 1))
    letter, of = (log_softmax(spread * rng.normal(0, 1, (n, size))) for size in (len(LETTERS), ORDERS))
    return letter, of


def certain(seed: int, n: int) -> tuple[Ints, Floats]:
    """Cards of four letters: their numbers, and the same as log-probabilities."""
    which = np.random.default_rng(seed).choice([LETTERS.index(letter) for letter in "AJKS"], n)
    return which, peaked(which.tolist(), len(LETTERS), strength=40.0)


def probability_foreign(letter: Floats, of: Floats) -> float:
    """The probability that an unknown deck is not English."""
    return float(believed_deck(letter, of, NO_DECK).share[-1])


# --- letters that are torn ---


@pytest.mark.parametrize(("count", "letter"), [(2, "J"), (3, "J"), (8, "I"), (9, "I")])
def test_the_count_decides_between_two_letters(count: int, letter: str) -> None:
    decoded = decode(table((TORN, 1, count)))
    assert (decoded.letter, decoded.of) == ([letter], [count])
    assert 0.75 < decoded.confidence["letter"][0] < 0.95
    assert decoded.confidence["of"][0] > 0.99


@given(st.sampled_from(RARE), st.sampled_from(COMMON), st.integers(1, 12), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_a_low_count_suggests_a_rare_letter_and_a_high_count_a_common_letter(
    rare: str, common: str, count: int, order: int
) -> None:
    decoded = decode(table(({rare: 0.49, common: 0.49}, min(order, count), count)))
    if count <= 3:
        assert decoded.letter == [rare]
    if count >= 6:
        assert decoded.letter == [common]


@given(st.sampled_from([RARE, COMMON]), st.data())
@settings(max_examples=30, deadline=None)
def test_a_count_says_nothing_of_two_letters_that_are_as_rare(among: str, data: st.DataObject) -> None:
    likelier, other = data.draw(st.permutations(among))[:2]
    count = data.draw(st.integers(1, 12))
    letter, of = letters({likelier: 0.5, other: 0.48}), peaked([count - 1], ORDERS)
    said = log_count_prior(letter, believed_deck(letter, of))[
        0, [LETTERS.index(likelier), LETTERS.index(other)]
    ]
    assert np.array_equal(said[0], said[1])
    assert decode(table(({likelier: 0.5, other: 0.48}, 1, count))).letter == [likelier]


@pytest.mark.parametrize("cards", [1, 3])
@pytest.mark.parametrize(("letter", "count"), [("K", 9), ("J", 12), ("A", 3), ("S", 3)])
def test_a_clear_letter_stays_whatever_its_count(letter: str, count: int, cards: int) -> None:
    decoded = decode(table(*(({letter: 0.98}, order + 1, count) for order in range(cards))))
    assert decoded.letter == [letter] * cards
    assert decoded.of == [count] * cards
    assert decoded.confidence["letter"].min() > 0.9


@pytest.mark.parametrize(("order", "likelier", "other"), [(1, 0.65, 0.33), (2, 0.6, 0.38), (1, 0.55, 0.43)])
def test_without_a_count_the_likelier_letter_is_read(order: int, likelier: float, other: float) -> None:
    """J has fewer usual counts than I; this alone must not make a letter likelier."""
    decoded = decode(table(({"I": likelier, "J": other}, order, None)))
    assert decoded.letter == ["I"]
    assert decoded.confidence["letter"][0] > 0.5
    assert decode(table(({"J": likelier, "I": other}, order, None))).letter == ["J"]


# --- one count, however many cards ---


def test_a_count_outweighs_the_print_of_one_card_and_not_of_three() -> None:
    """Each J of a printing may look a little like an I; its count is one fact."""
    print_says = {"I": 0.74, "J": 0.22}
    assert decode(table((print_says, 1, 3))).letter == ["J"]
    assert decode(table(*((print_says, order, 3) for order in (1, 2, 3)))).letter == ["I"] * 3


@pytest.mark.parametrize(("count", "letter"), [(3, "J"), (8, "I")])
def test_several_doubtful_cards_share_the_evidence_of_their_count(count: int, letter: str) -> None:
    one = decode(table((TORN, 1, count)))
    three = decode(table(*((TORN, order, count) for order in (1, 2, 3))))
    assert one.letter * 3 == three.letter == [letter] * 3
    # as sure as one card, and not three times as sure
    assert three.confidence["letter"].min() > one.confidence["letter"][0] - 0.02
    assert log_odds(three.confidence["letter"]).max() < 2 * log_odds(one.confidence["letter"])[0]


@given(seeds, st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_the_cards_of_a_letter_share_one_prior(seed: int, n: int) -> None:
    which, letter = certain(seed, n)
    of = any_table(seed, n)[1]
    deck = believed_deck(letter, of)
    said, usual = log_count_prior(letter, deck), np.log(count_prior(deck, NONE_KNOWN))
    for one in np.unique(which):
        assert np.allclose(said[which == one, one].sum(axis=0), usual[one], atol=1e-6)


@given(seeds, st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_no_card_has_more_than_the_whole_prior(seed: int, n: int) -> None:
    letter, of = any_table(seed, n)
    deck = believed_deck(letter, of)
    said, usual = log_count_prior(letter, deck), np.log(count_prior(deck, NONE_KNOWN))
    assert np.isfinite(said).all()
    assert (said <= 0).all()
    assert (said >= usual - 1e-9).all()
    assert np.allclose(log_count_prior(letter[:1], deck)[0], usual)


# --- decks that are no English ones ---


def test_unusual_counts_tell_a_foreign_deck() -> None:
    unusual, usual = (table(others=names) for names in (UNUSUAL, USUAL))
    assert probability_foreign(unusual.letter, unusual.of) > 0.99
    assert probability_foreign(usual.letter, usual.of) < 0.05


@pytest.mark.parametrize(("count", "letter"), [(3, "J"), (8, "I")])
def test_among_cards_of_a_foreign_deck_a_count_says_little(count: int, letter: str) -> None:
    english, other = (
        decode(table((TORN, 1, count), others=names)).confidence["letter"][0] for names in ("Z3 S9", UNUSUAL)
    )
    assert decode(table((TORN, 1, count), others="Z3 S9")).letter[0] == letter
    assert english > 0.85
    assert other == pytest.approx(0.5, abs=0.02)


@given(seeds, st.integers(1, 12))
@settings(max_examples=40, deadline=None)
def test_doubtful_letters_and_unseen_counts_say_nothing_of_the_deck(seed: int, n: int) -> None:
    of = any_table(seed, n)[1]
    assert probability_foreign(letters(*[TORN] * n), of) == pytest.approx(NO_DECK.foreign)
    unseen = np.full((n, ORDERS), -np.log(ORDERS))
    assert probability_foreign(certain(seed, n)[1], unseen) == pytest.approx(NO_DECK.foreign)


@pytest.mark.parametrize(("letter", "count"), [("K", 9), ("K", 2), ("A", 2), ("A", 8)])
def test_several_cards_of_a_letter_say_as_much_of_the_deck_as_one_card(letter: str, count: int) -> None:
    one, more = (table(*(({letter: 0.98}, order + 1, count) for order in range(n))) for n in (1, 4))
    assert probability_foreign(more.letter, more.of) == pytest.approx(
        probability_foreign(one.letter, one.of), abs=0.03
    )


@given(seeds, st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_cards_does_not_matter(seed: int, n: int) -> None:
    letter, of = any_table(seed, n)
    turned = np.random.default_rng(seed).permutation(n)
    assert 0 <= probability_foreign(letter, of) <= 1
    assert probability_foreign(letter[turned], of[turned]) == pytest.approx(
        probability_foreign(letter, of), abs=1e-9
    )
    deck = believed_deck(letter, of)
    assert np.allclose(
        log_count_prior(letter[turned], deck), log_count_prior(letter, deck)[turned], atol=1e-9
    )


# --- how usual counts and orders are ---


@given(seeds, st.integers(1, 20), st.lists(st.integers(0, ORDERS), min_size=26, max_size=26))
@settings(max_examples=40, deadline=None)
def test_priors_sum_to_one_and_known_counts_are_certain(seed: int, n: int, known: list[int]) -> None:
    counts = count_prior(believed_deck(*any_table(seed, n)), np.array(known))
    assert counts.shape == (len(LETTERS), ORDERS)
    assert np.allclose(counts.sum(axis=1), 1, atol=1e-9)
    for row, count in zip(counts, known, strict=True):
        if count:
            assert row[count - 1] == pytest.approx(1)
            assert np.delete(row, count - 1).max() < 1e-9
        else:
            assert row.min() > 1e-3  # nothing is ruled out


def test_a_known_count_decides_between_two_letters() -> None:
    known = NONE_KNOWN.copy()
    known[LETTERS.index("J")] = 8
    evidence = table((TORN, 1, 8))
    deck = believed_deck(evidence.letter, evidence.of)
    said = log_count_prior(evidence.letter, deck, known)[0, :, 7]
    assert said[LETTERS.index("J")] > said[LETTERS.index("I")]
    known[LETTERS.index("J")] = 2
    said = log_count_prior(evidence.letter, deck, known)[0, :, 7]
    assert said[LETTERS.index("J")] < said[LETTERS.index("I")] - 20


def test_the_higher_an_order_the_fewer_letters_have_a_card_of_it() -> None:
    orders = NO_DECK.decks.orders
    assert orders.shape == (len(LETTERS), ORDERS)
    assert np.allclose(orders[:, 0], 1)
    assert (np.diff(orders, axis=1) < 0).all()
    assert (orders > 0).all()


def test_few_rare_letters_have_a_card_of_a_high_order() -> None:
    rare = np.isin(list(LETTERS), list(RARE))
    assert rare.sum() == 8
    orders = NO_DECK.decks.orders
    assert (orders[rare, 1:12].max(axis=0) < orders[~rare, 1:12].min(axis=0)).all()
    # all cards together: about as many as a deck has
    assert orders.sum() == pytest.approx(152, abs=15)
