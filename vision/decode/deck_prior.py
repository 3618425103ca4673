"""How many cards decks have of a letter: few of those that few titles begin with.

The printed lists are not public and differ between editions (RULES 1). What is known: a card's letter is
its titles' first, and titles in English seldom begin with J, K, Q, U, V, X, Y or Z. Where a letter is torn
between I and J, the count beside it says something: three cards are more likely J's, eight I's. Copies in
other languages have other rare letters, so nothing here rules anything out.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Ints
from vision.probability import softmax
from vision.reading import LETTERS

#: Few titles begin with these letters.
RARE = "JKQUVXYZ"
#: How often a letter has 1 to 14 cards in an English deck, one of these and one of the others; and any letter
#: in a deck of which nothing is known, as now and then an English one has more or fewer than it should.
OF_RARE = np.array([1, 30, 41, 17, 6, 2, 1, 0, 0, 0, 0, 0, 0, 0])
OF_OTHERS = np.array([0, 1, 3, 9, 14, 17, 18, 16, 12, 7, 2.5, 0.5, 0, 0])
OF_ANY = np.array([1, 10, 10, 10, 10, 10, 10, 8, 6, 5, 4, 3, 1, 1])
NOW_AND_THEN = 0.05
#: How likely a deck is no English one before its cards are seen, and how clear a card's letter must be to say
#: something of that.
FOREIGN, CLEAR = 0.25, 0.9
#: What cannot be is this likely, so that its logarithm is a number.
LEAST = 1e-12

_ANY = OF_ANY / OF_ANY.sum()
_ROWS = np.stack([OF_RARE if letter in RARE else OF_OTHERS for letter in LETTERS])
_ENGLISH = (1 - NOW_AND_THEN) * _ROWS / _ROWS.sum(axis=1, keepdims=True) + NOW_AND_THEN * _ANY
#: How likely there is a letter's card of each order, [26, 14]: that it has so many at least.
USUAL_ORDERS: Floats = ((1 - FOREIGN) * _ENGLISH + FOREIGN * _ANY)[:, ::-1].cumsum(axis=1)[:, ::-1]


def foreign(letter: Floats, of: Floats) -> float:
    """How likely the deck of a table is no English one, by the counts of its clear letters.

    ``letter`` [n, 26], ``of`` [n, 14]: log-probabilities.
    """
    chance = softmax(letter)
    clear = np.flatnonzero(chance.max(axis=0, initial=0.0) > CLEAR)
    shown = softmax(chance[:, clear].T @ of)
    speaks = np.log((shown * _ENGLISH[clear]).sum(axis=1)) - np.log(shown @ _ANY)
    return float(FOREIGN / (FOREIGN + (1 - FOREIGN) * np.exp(speaks.sum())))


def usual_counts(letter: Floats, of: Floats, known: Ints) -> Floats:
    """How likely each letter has 1 to 14 cards in the deck of a table, [26, 14].

    ``letter`` [n, 26], ``of`` [n, 14]: log-probabilities of its cards. ``known`` [26]: the counts that are
    certain, 0 for the others.
    """
    other = foreign(letter, of)
    out = (1 - other) * _ENGLISH + other * _ANY
    certain = np.flatnonzero(known)
    out[certain] = LEAST
    out[certain, known[certain] - 1] = 1.0
    return np.asarray(out, np.float64)


def how_usual(letter: Floats, of: Floats, known: Ints | None = None) -> Floats:
    """How usual each count is, were the card of each letter, [n, 26, 14]: natural logs to add to ``of``.

    The arguments are those of `usual_counts`; nothing is known, if ``known`` is left out. A letter's count is
    one fact, however many of its cards are on the table: they share what that says, each in proportion to the
    others that may have its letter.
    """
    chance = softmax(letter)
    others = chance @ chance.sum(axis=0) - np.square(chance).sum(axis=1)
    usual = np.log(usual_counts(letter, of, np.zeros(len(LETTERS), np.int64) if known is None else known))
    return np.asarray(usual / (1 + np.maximum(others, 0.0))[:, None, None])
