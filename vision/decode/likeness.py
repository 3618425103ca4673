"""Compares the letters and numbers of a table's cards: one printing sets each of them alike.

A reader may take the M of a new typeface for an N. But another M of the typeface looks like this M, and an N
does not. So any two cards are compared by the letter network's features before its last layer: two cards that
look alike have one letter, two cards that differ have two. Loopy belief propagation over a Potts model gives
the letter of each card (Pearl, Probabilistic Reasoning in Intelligent Systems, 1988; Murphy, Weiss and
Jordan, Loopy Belief Propagation for Approximate Inference, UAI 1999). Orders and counts are compared the same
way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats
from vision.misreading import MISREADING
from vision.probability import TINY, log_softmax, softmax, unit


@dataclass(frozen=True)
class LikenessSettings:
    """How far cards that look alike are thought to have one letter or number."""

    #: A card of which one letter is likelier than this keeps it, and tells the others.
    sure: float = 0.999
    #: Rounds of messages, each half new and half old; tables settle in fewer.
    rounds: int = 12


LIKENESS = LikenessSettings()


def likeness_ratios(glyph: Floats, likeness: Sequence[float]) -> Floats:
    """Log-likelihood ratios of one letter (or number) against two, for any two cards, [n, n]; diagonal 0.

    ``glyph`` [n, f]: the network's features of each card; zeros where no glyph was seen, which says nothing.
    ``likeness``: the nats for a cosine higher by 1, and the cosine that says nothing.
    """
    slope, middle = likeness
    seen, unseen = unit(glyph), ~glyph.any(axis=1)
    out = np.clip(slope * (seen @ seen.T - middle), -MISREADING.most, MISREADING.most)
    out[unseen] = out[:, unseen] = 0.0
    np.fill_diagonal(out, 0.0)
    return np.asarray(out, np.float64)


def by_likeness(letter: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of the letters (or numbers), [n, 26], by each card and the cards that look alike.

    ``letter`` [n, 26]: log-probabilities by each card alone; ``ratio`` [n, n]: see `likeness_ratios`.
    """
    return independent_and_correlated(letter, ratio)[0]


def independent_and_correlated(letter: Floats, ratio: Floats) -> tuple[Floats, Floats]:
    """`by_likeness` if the errors of all cards are independent, and if cards that look alike err alike.

    [n, 26] each.
    """
    doubtful = np.flatnonzero((letter.max(axis=1) < np.log(LIKENESS.sure)) & ratio.any(axis=1))
    apart, together = letter.copy(), letter.copy()
    if len(doubtful) == 0:
        return apart, together
    own = letter[doubtful]
    # the messages from each card to each doubtful card, [n, doubtful, letters], rest on two things: the
    # likelihood ratio of one letter against two, and the source's own probability of each letter
    message = np.zeros((len(letter), len(doubtful), letter.shape[1]))
    more = np.expm1(ratio[:, doubtful])[:, :, None]
    source = np.repeat(softmax(letter)[:, None], len(doubtful), axis=1)
    for _ in range(LIKENESS.rounds):
        # a message from a doubtful card leaves out the message from its receiver
        source[doubtful] = softmax(
            (own + message.sum(axis=0))[:, None] - message[doubtful].transpose(1, 0, 2)
        )
        told = more * source
        total = letter.shape[1] + told.sum(axis=2, keepdims=True)
        message = (message + np.log1p(told) - np.log(total)) / 2
    total = own + message.sum(axis=0)
    apart[doubtful] = log_softmax(total)
    share = _weight(own, message, ratio[:, doubtful] > 0)
    together[doubtful] = log_softmax(share[:, None] * total)
    return apart, together


def _weight(own: Floats, message: Floats, alike: Bools) -> Floats:
    """The weight of m cards' own evidence and their messages together, 0 to 1, [m].

    ``own`` [m, letters]: own evidence; ``message`` [n, m, letters]: messages from n cards. Cards that look
    ``alike`` [n, m] err together (`vision.misreading`). The weight is Kish's design effect with weights
    (Survey Sampling, 1965, 11.7): a clear card among blurred cards counts in full.
    """
    second, best = np.argsort(own + message.sum(axis=0), axis=1)[:, -2:].T
    cards = np.arange(len(own))
    told = np.where(alike, message[:, cards, best] - message[:, cards, second], 0.0)
    said = np.concatenate([(own[cards, best] - own[cards, second])[None], told])
    each = np.square(said).sum(axis=0)
    shared = MISREADING.correlation * np.maximum(np.square(said.sum(axis=0)) - each, 0.0)
    return np.asarray(np.where(shared > 0, each / np.maximum(each + shared, TINY), 1.0), np.float64)


def with_likeness(own: Floats, believed: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of each card, ``own`` [n, values], with messages from cards that look alike.

    ``believed`` [n, values]: the log-probabilities, by print and by the table, that the cards tell others.
    """
    return log_softmax(own + by_likeness(believed, ratio) - believed)
