"""Passes messages about the letters' counts between the cards of a table.

Cards of a letter print one count. So every card tells its count to all cards that may have its letter, as far
as it is likely to have the letter itself. The sum-product algorithm passes the messages on until they settle
(Kschischang, Frey and Loeliger, Factor Graphs and the Sum-Product Algorithm, IEEE Transactions on Information
Theory, 2001).

Cards of a letter print their count in one type, so the reader misreads them alike (`vision.misreading`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Ints
from vision.decode.deck_prior import count_prior
from vision.evidence import Evidence
from vision.misreading import MISREADING, Misreading
from vision.probability import TINY, log_softmax, log_sums


@dataclass(frozen=True)
class MessageSettings:
    """How cards share their letter's count."""

    #: How readings of a letter's count on its cards err together.
    errors: Misreading = MISREADING
    #: Rounds of messages, each half new and half old; tables settle in fewer.
    rounds: int = 12


MESSAGES = MessageSettings()


def count_weights(letter: Floats, settings: MessageSettings = MESSAGES) -> Floats:
    """The weight of a card among all cards of a letter, 0 to 1, [26].

    ``letter`` [n, 26]: log-probabilities.
    """
    return settings.errors.weight(np.maximum(np.exp(letter).sum(axis=0), 1.0))


def heard_counts(
    evidence: Evidence, besides: Floats, known: Ints, settings: MessageSettings = MESSAGES
) -> Floats:
    """The probabilities of each letter's counts 1 to 14 by all other cards, [n, 26, 14].

    ``besides`` [n, 26, 14]: log-likelihood ratios of letter and order by what is not in the ``evidence``.
    ``known`` [26]: the counts that are certain, 0 for the other letters.
    """
    letter, order, of = evidence.letter, evidence.order, evidence.of
    prior = count_prior(letter, of, known)
    # each card's likelihood of a letter and count; an order number is not above its count
    joint = letter[:, :, None] + log_sums(order[:, None] + besides) + of[:, None]
    likely = np.exp(joint - joint.max(axis=(1, 2), keepdims=True))
    # counts come first: numpy is slow at sums over a short last axis
    shown = np.ascontiguousarray(likely.transpose(2, 0, 1))
    log_prior = np.log(prior.T)[:, None]
    heard = np.repeat(prior.T[:, None], len(letter), axis=1)
    message = np.zeros_like(shown)
    for _ in range(settings.rounds):
        mine = (shown * heard).sum(axis=0)
        others = mine.sum(axis=1, keepdims=True) - mine
        new = np.log(np.maximum(shown + np.maximum(others, 0.0), TINY))
        message = (message + new - new.max(axis=0)) / 2
        told = message.sum(axis=1, keepdims=True) - message
        heard = _probabilities(log_prior + told)
    heard = _probabilities(log_prior + count_weights(letter, settings) * told)
    return np.ascontiguousarray(heard.transpose(1, 2, 0))


def _probabilities(logs: Floats) -> Floats:
    """Probabilities over the first axis, proportional to exp(logs)."""
    each = np.exp(logs - logs.max(axis=0))
    return np.asarray(each / each.sum(axis=0))


def believed_numbers(
    evidence: Evidence, besides: Floats, known: Ints, settings: MessageSettings = MESSAGES
) -> tuple[Floats, Floats]:
    """The log-probabilities of each card's order and of its count, [n, 14] each.

    They rest on the card's print, on ``besides`` and on `heard_counts`, which takes the same arguments.
    """
    heard = np.log(np.maximum(heard_counts(evidence, besides, known, settings), TINY))
    name = evidence.letter[:, :, None] + evidence.order[:, None] + besides
    count = heard + evidence.of[:, None]
    # an order number is not above its count
    from_there_up = log_sums(count[:, :, ::-1])[:, :, ::-1]
    up_to_there = log_sums(name)
    return (
        log_softmax(np.logaddexp.reduce(name + from_there_up, axis=1)),
        log_softmax(np.logaddexp.reduce(up_to_there + count, axis=1)),
    )
