"""The deck that a table's cards are of, and what it says of the letters' counts.

Most people own the printed game: its counts are known (`scorer.deck.printed`), and so are the house deck's.
A table's clear letters tell which deck it is by their counts. Each deck counts as far as it is believed, so
nothing is ruled out: a printing may differ, and a person may draw a deck.

Of other decks one thing is known. A card's letter is the first letter of its titles, and few English titles
begin with J, K, Q, U, V, X, Y or Z. So three cards suggest J, and eight suggest I. Decks in other languages
have other rare letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorer.cards import Deck
from scorer.deck.printed import printed_deck
from vision.common.arrays import Floats, Ints
from vision.common.fields import LETTERS, ORDERS, DeckName
from vision.common.probability import MISREADING, TINY, softmax


@dataclass(frozen=True)
class DeckPrior:
    """Which decks there are, and how many cards they have of a letter, before any card is seen."""

    #: How probable the printed game is, and the house deck; the rest are other decks.
    printed: float = 0.95
    house: float = 0.02
    #: The share of letters of which a printing has another count.
    reprinted: float = 0.005
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
    #: The share of other decks that are not English.
    foreign: float = 0.25
    #: A letter this probable is clear, and its count says which deck it is.
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
        common = (1 - self.unusual) * often / often.sum(axis=1, keepdims=True)
        return np.asarray(common + self.unusual * self.any_counts, np.float64)

    @cached_property
    def decks(self) -> DeckBelief:
        """The decks as they are believed in before any card is seen."""
        printed, house = printed_deck().letters, Deck.house().letters
        other = 1 - self.printed - self.house
        same_counts = printed == house  # no count tells them apart then: it is the printed game
        of_printed, of_house = (self.printed + self.house, 0.0) if same_counts else (self.printed, self.house)
        rows: list[tuple[DeckName, float, Floats]] = [
            ("printed", of_printed, self._counts_of(printed)),
            ("house", of_house, self._counts_of(house)),
            ("other", other * (1 - self.foreign), self.english_counts),
            ("other", other * self.foreign, np.tile(self.any_counts, (len(LETTERS), 1))),
        ]
        names, share, counts = zip(*rows, strict=True)
        return DeckBelief(names, np.array(share), np.stack(counts))

    def _counts_of(self, letters: Mapping[str, int]) -> Floats:
        """The probability that each letter has 1 to 14 cards in a deck with these counts, [26, 14]."""
        exact = np.eye(ORDERS)[[letters[letter] - 1 for letter in LETTERS]]
        return np.asarray((1 - self.reprinted) * exact + self.reprinted * self.any_counts, np.float64)


@dataclass(frozen=True)
class DeckBelief:
    """How far each of k decks is believed to be a table's.

    ``names``: of each; several may be "other". ``share`` [k]: the probabilities. ``each`` [k, 26, 14]: the
    probability that each letter has 1 to 14 cards there.
    """

    names: tuple[DeckName, ...]
    share: Floats
    each: Floats

    @cached_property
    def counts(self) -> Floats:
        """The probability that each letter has 1 to 14 cards, [26, 14]."""
        return np.asarray(np.einsum("k,klc->lc", self.share, self.each))

    @cached_property
    def orders(self) -> Floats:
        """The probability that a letter has so many cards at least, and so a card of this order, [26, 14]."""
        return np.asarray(self.counts[:, ::-1].cumsum(axis=1)[:, ::-1], np.float64)

    def of(self, name: DeckName) -> float:
        """The probability of the decks of this name."""
        return float(self.share[[each == name for each in self.names]].sum())

    @property
    def name(self) -> DeckName:
        """The most probable name."""
        return max(dict.fromkeys(self.names), key=self.of)


DECK_PRIOR = DeckPrior()


def believed_deck(letter: Floats, of: Floats, prior: DeckPrior | None = None) -> DeckBelief:
    """Which deck a table's cards are of, by the counts of their clear letters.

    ``letter`` [n, 26], ``of`` [n, 14]: log-probabilities. The cards of a letter are one witness, and may all
    be misread (`vision.common.probability`).
    """
    prior = prior or DECK_PRIOR
    decks = prior.decks
    chance = softmax(letter)
    clear = np.flatnonzero(chance.max(axis=0, initial=0.0) > prior.clear)
    shown = softmax(chance[:, clear].T @ of)
    shown = (1 - MISREADING.rate) * shown + MISREADING.rate / ORDERS
    logs = np.log(np.einsum("lc,klc->kl", shown, decks.each[:, clear])).sum(axis=1)
    with np.errstate(divide="ignore"):  # of a deck that there is not
        share = softmax(logs + np.log(decks.share))
    return DeckBelief(decks.names, share, decks.each)


def count_prior(deck: DeckBelief, known: Ints) -> Floats:
    """The probability that each letter has 1 to 14 cards in the deck of a table, [26, 14].

    ``deck``: what the table is believed to be of. ``known`` [26]: the counts that are certain, 0 for the
    other letters.
    """
    out = deck.counts.copy()
    certain = np.flatnonzero(known)
    out[certain] = TINY
    out[certain, known[certain] - 1] = 1.0
    return out


def log_count_prior(letter: Floats, deck: DeckBelief, known: Ints | None = None) -> Floats:
    """The natural logs of `count_prior` for each card, to add to the evidence of its count, [n, 26, 14].

    ``letter`` [n, 26]: log-probabilities. ``deck`` and ``known``: as for `count_prior`; without ``known`` no
    count is certain. A letter's count is one fact, however many of its cards lie on the table. So the cards
    that may have a letter share its prior.
    """
    chance = softmax(letter)
    others = chance @ chance.sum(axis=0) - np.square(chance).sum(axis=1)
    known = np.zeros(len(LETTERS), np.int64) if known is None else known
    return np.asarray(
        np.log(count_prior(deck, known)) / (1 + np.maximum(others, 0.0))[:, None, None], np.float64
    )
