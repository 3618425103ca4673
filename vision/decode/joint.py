"""Decides all cards of a table together.

Each card's letter, order number and count come with log-probabilities. Impossible tables are ruled out: no
two cards are the same, an order number is not above its count, and all cards of a letter show one count. A
known deck has only its own cards, with their books. The reading is the most probable table that remains. The
confidence of a value follows from the cost of the best reading without it.

A card's place is evidence too: players mean to lay their cards in order (`vision.decode.shelf_order`). So are
numbers that look alike (`vision.decode.known_cards`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scorer.cards import BOOKS_ON_A_CARD, CATEGORIES, Category, Deck
from scorer.deck.printed import printed_deck
from vision.common.arrays import Bools, Floats
from vision.common.evidence import Evidence
from vision.common.fields import LETTERS, ORDERS, PRINTED, DeckName
from vision.common.probability import TINY, log_odds, log_softmax, log_sums, softmax
from vision.decode.calibration import Calibration, calibrated
from vision.decode.counts import assign, best_counts
from vision.decode.deck_prior import DeckBelief, believed_deck, count_prior, log_count_prior
from vision.decode.known_cards import (
    KnownBooks,
    icon_scores,
    icons_exchanged,
    known_books,
    likeness_ratios,
    of_another_copy,
    printed_on,
    softened,
    with_likeness,
)
from vision.decode.shelf_order import place_ratios

#: The table's counts and the card's place add at most this much to the evidence of its letter, in nats:
#: cards of one letter are set in one type and misread alike, so they are not independent witnesses.
MOST_ADDED = 2.0


@dataclass(frozen=True)
class Decoded:
    """The reading of n cards, as parallel sequences; no two have the same letter and order.

    ``categories`` is empty for a card without matched icons where no deck is known. ``confidence``: for each
    of letter, order, of and categories the probability [n] that the value is right. ``known`` [n]: the cards
    whose categories were looked up, and not read from their icons. ``deck``: the deck that they were taken
    for.
    """

    letter: list[str]
    order: list[int]
    of: list[int]
    categories: list[tuple[Category, ...]]
    confidence: dict[str, Floats]
    known: Bools
    deck: DeckName


def most_cards(deck: Deck | None) -> int:
    """How many different cards there can be: as many as the deck has, or 14 of each letter."""
    return len(LETTERS) * ORDERS if deck is None else len(deck.cards)


def decode(evidence: Evidence, calibration: Calibration | None = None) -> Decoded:
    """The most probable consistent reading of a table's face-up cards.

    Raises ValueError for more cards than can all differ (`most_cards`).
    """
    calibration = calibration or Calibration()
    if len(evidence.letter) == 0:
        deck = believed_deck(evidence.letter, evidence.of).name if evidence.deck is None else "file"
        return Decoded([], [], [], [], {name: np.zeros(0) for name in PRINTED}, np.zeros(0, np.bool_), deck)
    most = most_cards(evidence.deck)
    if len(evidence.letter) > most:
        raise ValueError(f"{len(evidence.letter)} cards cannot all differ: there are {most}")
    evidence = evidence.tempered(calibration.heads)
    if evidence.deck is not None:
        return _calibrated(_with_deck(evidence, evidence.deck, calibration), calibration.deck_slopes)
    return _calibrated(_without_deck(evidence, calibration), calibration.slopes)


def with_number_likeness(evidence: Evidence, deck: DeckBelief, likeness: Sequence[float]) -> Evidence:
    """The evidence of a table without a deck, its orders and counts changed by likeness.

    ``deck``: what the table is believed to be of. Where a card's place tells its order, or the other cards of
    its letter its count, cards that look alike learn it too.
    """
    if evidence.order_glyph is None or evidence.of_glyph is None:
        return evidence
    believed = numbers_by_table(evidence, deck)
    own, glyphs = (evidence.order, evidence.of), (evidence.order_glyph, evidence.of_glyph)
    compared = [
        with_likeness(each, table, likeness_ratios(glyph, likeness))
        for each, table, glyph in zip(own, believed, glyphs, strict=True)
    ]
    return replace(evidence, order=compared[0], of=compared[1])


def numbers_by_table(evidence: Evidence, deck: DeckBelief) -> tuple[Floats, Floats]:
    """The log-probabilities of each card's order and count, [n, 14] each.

    They rest on the card's own print, on its place and on what is known of the deck.
    """
    register, place = _register(evidence, deck), _place_ratios(evidence, deck)
    name = evidence.letter[:, :, None] + evidence.order[:, None] + register.books + place
    count = np.log(count_prior(deck, register.counts)) + evidence.of[:, None]
    return (
        log_softmax(np.logaddexp.reduce(name + _count_allows(count), axis=1)),
        log_softmax(np.logaddexp.reduce(log_sums(name) + count, axis=1)),
    )


def _register(evidence: Evidence, deck: DeckBelief) -> KnownBooks:
    """The known cards of the owner's copy, and those of the printed game as far as the table is of it."""
    return known_books(
        evidence.count, evidence.icons, evidence.known, printed_deck().known, deck.of("printed")
    )


def of_this_copy(evidence: Evidence) -> Evidence:
    """The evidence, without the known cards where the table is of another copy of the game."""
    known = known_books(evidence.count, evidence.icons, evidence.known)
    if of_another_copy(known, evidence.letter, evidence.order, evidence.of):
        return replace(evidence, known=None)
    return evidence


def _calibrated(decoded: Decoded, slopes: Mapping[str, Sequence[float]]) -> Decoded:
    """The same reading with calibrated confidences (`vision.decode.calibration.calibrated`)."""
    sure = {
        name: calibrated(values, *slopes.get(name, (1.0, 0.0, 0.0)))
        for name, values in decoded.confidence.items()
    }
    return replace(decoded, confidence=sure)


# --- with a deck: one candidate for each of its cards


def _with_deck(evidence: Evidence, deck: Deck, calibration: Calibration) -> Decoded:
    cards = deck.cards
    letter, order, of, books = printed_on(deck)
    count, icons = softened(evidence.count, evidence.icons)
    likely = evidence.letter[:, letter] + evidence.order[:, order] + evidence.of[:, of] + count[:, books]
    if icons is not None:
        contents = tuple(card.categories for card in cards)
        likely = likely + icon_scores(icons_exchanged(icons, likely, contents), contents)
    likely = likely + place_ratios(likely, np.ones(len(cards)), evidence.shelves)
    solved = assign(-likely)
    chosen = [cards[c] for c in solved.column]
    shares = softmax(-solved.rise / calibration.temperature)
    sets = [tuple(sorted(card.categories)) for card in cards]
    multisets = np.array([sets.index(each) for each in sets])
    confidence = {}
    for name, values in (("letter", letter), ("order", order), ("of", of), ("categories", multisets)):
        confidence[name] = (shares * (values[None] == values[solved.column][:, None])).sum(axis=1)
    rows = np.arange(len(chosen))
    for name, values in (("letter", letter), ("order", order), ("of", of)):
        own = getattr(evidence, name)
        confidence[name] *= _uncontradicted(own, own[rows, values[solved.column]], calibration)
    return Decoded(
        [card.letter for card in chosen],
        [card.order for card in chosen],
        [card.of or deck.letters[card.letter] for card in chosen],
        [card.categories for card in chosen],
        confidence,
        np.ones(len(chosen), np.bool_),
        "file",
    )


# --- without a deck: a candidate for each letter and order, and a count for each letter


def _without_deck(evidence: Evidence, calibration: Calibration) -> Decoded:
    # The print alone says which deck it is: numbers that look alike may all be misread alike.
    deck = believed_deck(evidence.letter, evidence.of)
    evidence = with_number_likeness(evidence, deck, calibration.number_likeness)
    register = _register(evidence, deck)
    besides = register.books + _place_ratios(evidence, deck)
    of_by_count = evidence.of[:, None] + log_count_prior(evidence.letter, deck, register.counts)
    # one count of each letter is chosen: other likely counts must not speak against the letter
    any_count = besides + _count_allows(of_by_count) - _best_count_allows(of_by_count)
    counts = best_counts(evidence.letter, evidence.order, of_by_count, any_count, register.counts)
    solved = assign(counts.costs())
    n = len(evidence.letter)
    rows = np.arange(n)
    counts = counts.agreed(solved.column)[0]
    letters, orders = solved.column // ORDERS, solved.column % ORDERS
    ofs = counts.pinned[letters] - 1
    temperature = calibration.temperature
    shares, of_count = _likely(evidence, besides, count_prior(deck, register.counts), temperature)
    beside = np.logaddexp.reduce(evidence.order[:, None] + _count_allows(of_by_count) + besides, axis=2)
    alone = softmax(evidence.letter + beside)
    confidence = {
        "letter": _capped(shares.sum(axis=2)[rows, letters], alone[rows, letters]),
        "order": shares.sum(axis=1)[rows, orders],
        "of": of_count[rows, ofs],
    }
    for name, values in (("letter", letters), ("order", orders), ("of", ofs)):
        own = getattr(evidence, name)
        confidence[name] *= _uncontradicted(own, own[rows, values], calibration)
    categories, sure = _books(evidence, temperature)
    confidence["categories"] = sure
    known = register.has[letters, orders]
    for i in np.flatnonzero(known):
        same = register.multiset == register.multiset[letters[i], orders[i]]
        categories[i] = register.cards[letters[i], orders[i]]
        behind = register.clearest[i] - register.books[i, letters[i], orders[i]]
        sure = (shares[i] * register.sure)[same].sum()
        confidence["categories"][i] = sure * _undoubted(behind, calibration)
    return Decoded(
        [LETTERS[letter] for letter in letters],
        (orders + 1).tolist(),
        (ofs + 1).tolist(),
        categories,
        confidence,
        known,
        deck.name,
    )


def _likely(evidence: Evidence, besides: Floats, counts: Floats, temperature: float) -> tuple[Floats, Floats]:
    """The probabilities of each card's letter and order [n, 26, 14], and of its count [n, 14].

    ``counts`` [26, 14]: how probable each letter's counts are.
    The letters' counts are not fixed to the best reading: they differ if enough cards have other letters than
    they seem to have.
    """
    count = counts * np.exp(evidence.of[:, None])
    at_least = np.maximum(np.add.accumulate(count[:, :, ::-1], axis=2)[:, :, ::-1], TINY)
    likely = evidence.letter[:, :, None] + evidence.order[:, None] + besides + np.log(at_least)
    costs = -likely.reshape(len(count), -1)
    shares = softmax(-assign(costs).rise / temperature).reshape(count.shape)
    # a card's count is at least its order; its share is split as the counts from there up are likely
    return shares, np.asarray((np.add.accumulate(shares / at_least, axis=2) * count).sum(axis=1), np.float64)


def _place_ratios(evidence: Evidence, deck: DeckBelief) -> Floats:
    """The evidence of each card's place for its letter and order, [n, 26, 14]: log-likelihood ratios."""
    prior = log_count_prior(evidence.letter, deck)
    count = _count_allows(evidence.of[:, None] + prior) - _count_allows(prior)
    likely = evidence.letter[:, :, None] + evidence.order[:, None] + count
    flat = likely.reshape(len(likely), -1)
    return place_ratios(flat, deck.orders.ravel(), evidence.shelves).reshape(likely.shape)


def _count_allows(count: Floats) -> Floats:
    """The log-probability that the count is at least each order; ``count`` has counts on its last axis."""
    return log_sums(count[..., ::-1])[..., ::-1]


def _best_count_allows(count: Floats) -> Floats:
    """The log-probability of the likeliest count that allows each order."""
    return np.maximum.accumulate(count[..., ::-1], axis=-1)[..., ::-1]


def _books(evidence: Evidence, temperature: float) -> tuple[list[tuple[Category, ...]], Floats]:
    """Each card's categories by its icons alone, and their confidences."""
    n = len(evidence.letter)
    if evidence.icons is None:
        return [()] * n, np.zeros(n)
    counts = softmax(evidence.count / temperature)
    slots = softmax(evidence.icons / temperature)
    books = counts.argmax(axis=1) + BOOKS_ON_A_CARD[0]
    there = np.arange(4)[None] < books[:, None]
    sure = counts.max(axis=1) * np.where(there, slots.max(axis=2), 1.0).prod(axis=1)
    best = slots.argmax(axis=2)
    return [tuple(CATEGORIES[c] for c in best[i, : books[i]]) for i in range(n)], sure


def _capped(confidence: Floats, alone: Floats) -> Floats:
    """The confidences [n], at most `MOST_ADDED` above the confidence of each card ``alone`` [n]."""
    most = log_odds(alone) + MOST_ADDED
    return np.where(most < log_odds(confidence), 1 / (1 + np.exp(-most)), confidence)


def _uncontradicted(own: Floats, chosen: Floats, calibration: Calibration) -> Floats:
    """1 where the card's own evidence [n, values] supports the ``chosen`` value [n]; near 0 against it."""
    return _undoubted(own.max(axis=1) - chosen, calibration)


def _undoubted(behind: Floats, calibration: Calibration) -> Floats:
    """1 where a value is 0 nats behind the most likely value, a half at `Calibration.contradiction`."""
    half = calibration.contradiction
    return np.asarray((1 + np.exp(-half)) / (1 + np.exp(behind - half)))
