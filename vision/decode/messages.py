"""How likely each letter has each count, as each card hears it from the others, and what follows for it.

Cards of a letter print one count, so every card says something of its letter's count to all that may have
the letter too; how much, depends on how likely it has that letter itself. The sum-product algorithm passes
this on until it settles (Kschischang, Frey and Loeliger, Factor Graphs and the Sum-Product Algorithm, IEEE
Transactions on Information Theory, 2001).

Cards of a letter print their count in the same type, so where it misleads the reader on one it does on
others: their words are not as many as they are (Kish, Survey Sampling, 1965, 5.4).
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Ints
from vision.decode.deck_prior import LEAST, usual_counts
from vision.probability import each_of, log_softmax, log_sums

ROUNDS = 12  #: of messages, each half as new and half as before: tables settle in fewer
#: The correlation of the errors with which a letter's count is read on its cards. With 0 three cards that
#: print 11 in figures on keys, and are each read as 10 a little unsurely, print 10 surely.
ALIKE = 0.6


def weights(letter: Floats, alike: float = ALIKE) -> Floats:
    """What each card's word on its letter's count counts for, 0 to 1, [26], of as many as have the letter.

    ``letter`` [n, 26]: log-probabilities. ``alike``: the correlation of their errors.
    """
    return each_of(np.maximum(np.exp(letter).sum(axis=0), 1.0), alike)


def heard_counts(
    letter: Floats, order: Floats, of: Floats, besides: Floats, known: Ints, alike: float = ALIKE
) -> Floats:
    """The probabilities of a letter's counts 1 to 14 by what all other cards show: [n, 26, 14].

    ``letter`` [n, 26], ``order`` [n, 14] and ``of`` [n, 14] are log-probabilities; ``besides`` [n, 26, 14]
    is what else speaks for letter and order. ``known`` [26]: the counts that are certain, 0 for the others.
    ``alike``: the correlation of the cards' errors; with 0 each says something of its own.
    """
    prior = usual_counts(letter, of, known)
    # of each card: its likelihood for a letter and count; an order number is not above its count
    joint = letter[:, :, None] + log_sums(order[:, None] + besides) + of[:, None]
    likely = np.exp(joint - joint.max(axis=(1, 2), keepdims=True))
    # counts come first: numpy sums over a last axis as short as theirs one row at a time
    shown = np.ascontiguousarray(likely.transpose(2, 0, 1))
    log_prior = np.log(prior.T)[:, None]
    heard = np.repeat(prior.T[:, None], len(letter), axis=1)
    message = np.zeros_like(shown)
    for _ in range(ROUNDS):
        mine = (shown * heard).sum(axis=0)
        others = mine.sum(axis=1, keepdims=True) - mine
        new = np.log(np.maximum(shown + np.maximum(others, 0.0), LEAST))
        message = (message + new - new.max(axis=0)) / 2
        told = message.sum(axis=1, keepdims=True) - message
        heard = _probabilities(log_prior + told)
    heard = _probabilities(log_prior + weights(letter, alike) * told)
    return np.ascontiguousarray(heard.transpose(1, 2, 0))


def _probabilities(logs: Floats) -> Floats:
    """Over the first axis, proportional to exp(logs)."""
    each = np.exp(logs - logs.max(axis=0))
    return np.asarray(each / each.sum(axis=0))


def believed_numbers(
    letter: Floats, order: Floats, of: Floats, besides: Floats, known: Ints, alike: float = ALIKE
) -> tuple[Floats, Floats]:
    """The log-probabilities of each card's order and of its count, [n, 14] each, by what it shows, what else
    speaks for its letter and order, and the counts it hears (`heard_counts`, with the same arguments)."""
    heard = np.log(np.maximum(heard_counts(letter, order, of, besides, known, alike), LEAST))
    name = letter[:, :, None] + order[:, None] + besides
    count = heard + of[:, None]
    # an order number is not above its count
    from_there_up = log_sums(count[:, :, ::-1])[:, :, ::-1]
    up_to_there = log_sums(name)
    return (
        log_softmax(np.logaddexp.reduce(name + from_there_up, axis=1)),
        log_softmax(np.logaddexp.reduce(up_to_there + count, axis=1)),
    )
