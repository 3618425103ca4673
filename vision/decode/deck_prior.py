"""The prior of a letter's count: decks have few cards of a letter that few titles begin with.

The printed lists are not public and differ between editions (RULES 1). But a card's letter is the first
letter of its titles, and few English titles begin with J, K, Q, U, V, X, Y or Z. So the count helps where a
letter may be I or J: three cards suggest J, eight cards suggest I. Copies in other languages have other rare
letters, so no count is ruled out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.arrays import Floats, Ints
from vision.probability import TINY, softmax
from vision.reading import LETTERS


@dataclass(frozen=True)
class DeckPrior:
    """How many cards decks have of a letter, before any card is seen."""

    #: Few English titles begin with these letters.
    rare: str = "JKQUVXYZ"
    #: How often a rare letter has 1 to 14 cards in an English deck.
    of_rare: tuple[float, ...] = (1, 30, 41, 17, 6, 2, 1, 0, 0, 0, 0, 0, 0, 0)
    #: How often any other letter has them there.
    of_others: tuple[float, ...] = (0, 1, 3, 9, 14, 17, 18, 16, 12, 7, 2.5, 0.5, 0, 0)
    #: How often any letter has them in a deck of an unknown language.
    of_any: tuple[float, ...] = (1, 10, 10, 10, 10, 10, 10, 8, 6, 5, 4, 3, 1, 1)
    #: The share of letters in English decks that have a count as in any deck.
    unusual: float = 0.05
    #: The probability that a deck is not English.
    foreign: float = 0.25
    #: A letter this probable is clear, and its count says whether the deck is English.
    clear: float = 0.9

    @cached_property
    def any_counts(self) -> Floats:
        """The probability that a letter has 1 to 14 cards in a deck of an unknown language, [14]."""
        often = np.array(self.of_any)
        return np.asarray(often / often.sum(), np.float64)

    @cached_property
    def english_counts(self) -> Floats:
        """The probability that each letter has 1 to 14 cards in an English deck, [26, 14]."""
        often = np.array([self.of_rare if letter in self.rare else self.of_others for letter in LETTERS])
        usual = (1 - self.unusual) * often / often.sum(axis=1, keepdims=True)
        return np.asarray(usual + self.unusual * self.any_counts, np.float64)

    @cached_property
    def orders(self) -> Floats:
        """The probability that a deck has a letter's card of each order, [26, 14]: as many cards at least."""
        counts = (1 - self.foreign) * self.english_counts + self.foreign * self.any_counts
        return np.asarray(counts[:, ::-1].cumsum(axis=1)[:, ::-1], np.float64)


DECK_PRIOR = DeckPrior()


def probability_foreign(letter: Floats, of: Floats, prior: DeckPrior = DECK_PRIOR) -> float:
    """The probability that the deck of a table is not English, by the counts of its clear letters.

    ``letter`` [n, 26], ``of`` [n, 14]: log-probabilities.
    """
    chance = softmax(letter)
    clear = np.flatnonzero(chance.max(axis=0, initial=0.0) > prior.clear)
    shown = softmax(chance[:, clear].T @ of)
    speaks = np.log((shown * prior.english_counts[clear]).sum(axis=1)) - np.log(shown @ prior.any_counts)
    return float(prior.foreign / (prior.foreign + (1 - prior.foreign) * np.exp(speaks.sum())))


def count_prior(letter: Floats, of: Floats, known: Ints, prior: DeckPrior = DECK_PRIOR) -> Floats:
    """The probability that each letter has 1 to 14 cards in the deck of a table, [26, 14].

    ``letter`` [n, 26], ``of`` [n, 14]: log-probabilities of the table's cards. ``known`` [26]: the counts
    that are certain, 0 for the other letters.
    """
    other = probability_foreign(letter, of, prior)
    out = (1 - other) * prior.english_counts + other * prior.any_counts
    certain = np.flatnonzero(known)
    out[certain] = TINY
    out[certain, known[certain] - 1] = 1.0
    return np.asarray(out, np.float64)


def log_count_prior(
    letter: Floats, of: Floats, known: Ints | None = None, prior: DeckPrior = DECK_PRIOR
) -> Floats:
    """The natural logs of `count_prior` for each card, to add to ``of``, [n, 26, 14].

    The arguments are those of `count_prior`; without ``known`` no count is certain. A letter's count is one
    fact, however many of its cards lie on the table. So the cards that may have a letter share its prior.
    """
    chance = softmax(letter)
    others = chance @ chance.sum(axis=0) - np.square(chance).sum(axis=1)
    known = np.zeros(len(LETTERS), np.int64) if known is None else known
    usual = np.log(count_prior(letter, of, known, prior))
    return np.asarray(usual / (1 + np.maximum(others, 0.0))[:, None, None])
