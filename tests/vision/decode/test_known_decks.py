"""Which deck a table's cards are of, and what a known deck says of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import BookCard, Category, Deck
from scorer.deck.printed import printed_deck
from tests.vision.decode.tables import NO_DECK, dealt, dimly, letters, peaked, seen
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import MISREADING, softmax
from vision.decode import deck_prior
from vision.decode.calibration import Calibration
from vision.decode.deck_prior import DECK_PRIOR, DeckPrior, believed_deck
from vision.decode.joint import decode
from vision.decode.known_cards import known_books

PRINTED = printed_deck()
#: Decks that may lie on a table, by their letters' counts.
HOUSE, OTHER = Deck.house().letters, {letter: 1 + (5 * n + 7) % 11 for n, letter in enumerate(LETTERS)}
TWO_BOOKS = (Category.HISTORIC_VOLUMES, Category.REFERENCE_TEXTS)


def of_deck(counts: dict[str, int], seed: int, cards: int) -> list[BookCard]:
    """Some cards of a deck with these counts, their books by chance."""
    rng = np.random.default_rng(seed)
    names = [(letter, order) for letter in LETTERS for order in range(1, counts[letter] + 1)]
    kinds = list(Category)
    return [
        BookCard(*names[i], counts[names[i][0]], tuple(kinds[k] for k in rng.integers(0, 6, 3)))
        for i in rng.permutation(len(names))[:cards]
    ]


# --- which deck it is ---


@pytest.mark.parametrize(
    ("counts", "name"), [(PRINTED.letters, "printed"), (HOUSE, "printed"), (OTHER, "other")]
)
@pytest.mark.parametrize("seed", range(8))
def test_clear_cards_tell_their_deck(counts: dict[str, int], name: str, seed: int) -> None:
    """The house deck is the printed game's twin: no count tells them apart."""
    cards = of_deck(counts, seed, 14)
    assert decode(seen(cards, icons=False)).deck == name


def test_no_card_and_no_count_are_the_printed_game() -> None:
    assert decode(seen([], icons=False)).deck == "printed"
    unseen = seen(of_deck(OTHER, 3, 9), icons=False)
    assert decode(replace(unseen, of=np.full((9, ORDERS), -np.log(ORDERS)))).deck == "printed"


def test_a_given_deck_is_the_deck() -> None:
    cards = dealt(3, 5)
    assert decode(seen(cards, Deck.house())).deck == decode(seen([], Deck.house())).deck == "file"


def test_decks_of_the_same_counts_are_the_printed_game(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = Deck(of_deck(PRINTED.letters, 1, 152))
    monkeypatch.setattr(Deck, "house", lambda: twin)
    belief = believed_deck(*table_of(PRINTED.letters, 5, 12), DeckPrior())
    assert belief.name == "printed"
    assert belief.of("house") == 0
    assert belief.share.sum() == pytest.approx(1)


def test_cards_misread_alike_are_one_witness() -> None:
    """The tens of a letter may all be read as fours: beside other letters it is the printed game still."""
    cards = of_deck({**PRINTED.letters, "H": 4}, 2, 40)
    assert sum(card.letter == "H" for card in cards) > 0
    assert decode(seen(cards, icons=False)).deck == "printed"


@pytest.mark.parametrize("seed", range(3))
def test_blurred_counts_that_look_alike_are_no_other_deck(seed: int) -> None:
    """All look like the one count that is read surely. The print says which deck it is, not the likeness."""
    cards = of_deck(PRINTED.letters, seed, 14)
    evidence = seen(cards, icons=False)
    faint = np.log(np.full((14, ORDERS), 0.7 / ORDERS))
    faint[np.arange(14), [card.of - 1 for card in cards if card.of]] = np.log(0.35)
    faint[0] = peaked([cards[0].of - 1], ORDERS)[0]
    alike = np.ones((14, 4))
    blurred = replace(evidence, of=faint, order_glyph=np.zeros((14, 4)), of_glyph=alike)
    read = decode(blurred, Calibration(number_likeness=(30.0, 0.9)))
    assert read.deck == decode(replace(blurred, of_glyph=None)).deck == "printed"


def table_of(counts: dict[str, int], seed: int, cards: int) -> tuple[np.ndarray, np.ndarray]:
    evidence = dimly(np.random.default_rng(seed), of_deck(counts, seed, cards), None)
    return evidence.letter, evidence.of


def slowly(letter: np.ndarray, of: np.ndarray, prior: DeckPrior) -> list[float]:
    """The probability of each deck, letter by letter and count by count."""
    chance, decks = softmax(letter), prior.decks
    shares = []
    for deck, share in zip(decks.each, decks.share, strict=True):
        for n in range(len(LETTERS)):
            if max(chance[:, n], default=0.0) <= prior.clear:
                continue
            likely = [np.exp(sum(chance[i, n] * of[i, c] for i in range(len(of)))) for c in range(ORDERS)]
            each = [(1 - MISREADING.rate) * one / sum(likely) + MISREADING.rate / ORDERS for one in likely]
            share = share * sum(each[c] * deck[n, c] for c in range(ORDERS))
        shares.append(share)
    return [share / sum(shares) for share in shares]


@given(st.sampled_from([PRINTED.letters, HOUSE, OTHER]), st.integers(0, 10**6), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_decks_are_believed_as_slowly_counted(counts: dict[str, int], seed: int, cards: int) -> None:
    letter, of = table_of(counts, seed, cards)
    belief = believed_deck(letter, of)
    assert belief.share == pytest.approx(slowly(letter, of, DECK_PRIOR), abs=1e-9)
    assert np.allclose(belief.counts.sum(axis=1), 1)
    for n, c in product((0, 7, 25), range(ORDERS)):
        has = sum(s * each[n, c:].sum() for s, each in zip(belief.share, belief.each, strict=True))
        assert belief.orders[n, c] == pytest.approx(has)


# --- what a known deck says ---


def test_the_printed_games_counts_are_read_where_print_is_dim() -> None:
    """Of dim cards more counts are read than without the deck, and no fewer letters."""

    def right(monkey: DeckPrior) -> tuple[int, int]:
        counted = named = 0
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(deck_prior, "DECK_PRIOR", monkey)
            for seed in range(8):
                cards = of_deck(PRINTED.letters, seed, 16)
                decoded = decode(dimly(np.random.default_rng(seed), cards, None))
                counted += sum(a == b.of for a, b in zip(decoded.of, cards, strict=True))
                named += sum(a == b.letter for a, b in zip(decoded.letter, cards, strict=True))
        return counted, named

    with_deck, without = right(DECK_PRIOR), right(NO_DECK)
    assert with_deck[0] >= without[0] + 3
    assert with_deck[1] >= without[1]
    assert with_deck[0] > 0.97 * 8 * 16


def test_a_count_tells_the_letter_of_the_printed_game() -> None:
    """Of ten a B or an E is a B, of seven an E; neither is rare."""
    beside = [card for card in of_deck(PRINTED.letters, 4, 14) if card.letter not in "BE"]
    for count, letter in ((10, "B"), (7, "E")):
        evidence = seen([BookCard("B", 1, count, TWO_BOOKS), *beside], icons=False)
        torn = evidence.letter.copy()
        torn[0] = letters({"B": 0.49, "E": 0.49})[0]
        assert decode(replace(evidence, letter=torn)).letter[0] == letter


def test_a_clear_count_that_the_deck_lacks_is_read_and_flagged() -> None:
    """Evidence, no dogma: a reprinted card stays what it shows."""
    cards = [card for card in of_deck(PRINTED.letters, 6, 14) if card.letter != "C"]
    decoded = decode(seen([BookCard("C", 2, 5, TWO_BOOKS), *cards], strength=12.0, icons=False))
    assert (decoded.letter[0], decoded.of[0], decoded.deck) == ("C", 5, "printed")


def test_another_deck_is_read_without_the_printed_one() -> None:
    cards = of_deck(OTHER, 9, 16)
    decoded = decode(seen(cards))
    assert decoded.of == [card.of for card in cards]
    assert [*zip(decoded.letter, decoded.order, strict=True)] == [card.key for card in cards]
    assert decoded.confidence["of"].min() > 0.9
    assert not decoded.known.any()


# --- cards whose books are known ---


def test_known_cards_of_the_printed_game_bring_their_books_without_icons() -> None:
    known = {card.key for card in PRINTED.known}
    rest = [card for card in of_deck(PRINTED.letters, 1, 14) if card.key not in known]
    decoded = decode(seen([*PRINTED.known, *rest], icons=False))
    assert decoded.categories[: len(PRINTED.known)] == [card.categories for card in PRINTED.known]
    assert decoded.confidence["categories"][: len(PRINTED.known)].min() > 0.9
    assert not any(decoded.categories[len(PRINTED.known) :])
    assert decoded.known.tolist() == [True] * len(PRINTED.known) + [False] * len(rest)


def test_other_decks_cards_have_their_own_books() -> None:
    """Their A 2 is no A 2 of the printed game."""
    cards = [BookCard("A", 2, OTHER["A"], TWO_BOOKS)]
    cards += [card for card in of_deck(OTHER, 2, 14) if card.key != ("A", 2)]
    decoded = decode(seen(cards))
    assert decoded.categories[0] == TWO_BOOKS
    assert decode(seen(cards, icons=False)).categories[0] == ()


def test_icons_that_contradict_a_known_card_leave_its_books_in_doubt() -> None:
    wrong = BookCard("A", 2, 7, (Category.FANTASTICAL_FICTIONS,) * 4)
    rest = [card for card in of_deck(PRINTED.letters, 1, 14) if card.key != ("A", 2)]
    decoded = decode(seen([wrong, *rest]), Calibration())
    assert decoded.letter[0] == "A"
    assert decoded.confidence["categories"][0] < 0.5


def test_a_card_that_the_owner_confirmed_counts_before_the_printed_one() -> None:
    own = Deck([BookCard("A", 2, None, TWO_BOOKS)])
    nothing = np.full((1, 3), -np.log(3))
    both = known_books(nothing, None, own, PRINTED.known, 0.9)
    assert both.cards[0, 1] == TWO_BOOKS
    assert both.sure[0, 1] == 1
    assert both.sure[4, 1] == pytest.approx(0.9)
    alone = known_books(nothing, None, own, PRINTED.known, 0.4)
    assert np.argwhere(alone.has).tolist() == [[0, 1]]


@given(st.floats(0.51, 1), st.integers(0, 2), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_a_card_fits_as_far_as_its_deck_is_believed(sure: float, books: int, seed: int) -> None:
    """As likely as its books make the icons if the table is of this deck, and as any icons if it is not."""
    count = peaked([books], 3, strength=float(np.random.default_rng(seed).uniform(0, 9)))
    fits = known_books(count, None, None, PRINTED.known, sure).books[0]
    for card in PRINTED.known:
        alone = max(3 * np.exp(count[0, len(card.categories) - 2]), np.exp(-MISREADING.most))
        expected = np.log(sure * alone + (1 - sure))
        assert fits[LETTERS.index(card.letter), card.order - 1] == pytest.approx(expected)
