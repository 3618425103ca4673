"""Compares the numbers of a table's cards: one printing sets each of them alike.

A reader may take the 6 of a new typeface for an 8. But another 6 of the typeface looks like this 6, and an 8
does not. So any two cards are compared by the number network's features before its last layer: two cards that
look alike have one number, two cards that differ have two. Loopy belief propagation over a Potts model gives
the number of each card (Pearl, Probabilistic Reasoning in Intelligent Systems, 1988; Murphy, Weiss and
Jordan, Loopy Belief Propagation for Approximate Inference, UAI 1999). Orders and counts are compared each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.common.arrays import Floats
from vision.common.probability import MISREADING, log_softmax, softmax, unit

# How far cards that look alike are thought to have one number.
#: A card of which one number is likelier than this keeps it, and tells the others.
SURE_NUMBER = 0.999
#: Rounds of messages, each half new and half old; tables settle in fewer.
LIKENESS_ROUNDS = 12


def likeness_ratios(glyph: Floats, likeness: Sequence[float]) -> Floats:
    """Log-likelihood ratios of one number against two, for any two cards, [n, n]; diagonal 0.

    ``glyph`` [n, f]: the network's features of each card; zeros where no glyph was seen, which says nothing.
    ``likeness``: the nats for a cosine higher by 1, and the cosine that says nothing.
    """
    slope, middle = likeness
    seen, unseen = unit(glyph), ~glyph.any(axis=1)
    out = np.clip(slope * (seen @ seen.T - middle), -MISREADING.most, MISREADING.most)
    out[unseen] = out[:, unseen] = 0.0
    np.fill_diagonal(out, 0.0)
    return np.asarray(out, np.float64)


def by_likeness(number: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of the numbers, [n, values], by each card and the cards that look alike.

    ``number`` [n, values]: log-probabilities by each card alone; ``ratio`` [n, n]: see `likeness_ratios`.
    """
    doubtful = np.flatnonzero((number.max(axis=1) < np.log(SURE_NUMBER)) & ratio.any(axis=1))
    out = number.copy()
    if len(doubtful) == 0:
        return out
    own = number[doubtful]
    # the messages from each card to each doubtful card, [n, doubtful, values], rest on two things: the
    # likelihood ratio of one number against two, and the source's own probability of each number
    message = np.zeros((len(number), len(doubtful), number.shape[1]))
    more = np.expm1(ratio[:, doubtful])[:, :, None]
    source = np.repeat(softmax(number)[:, None], len(doubtful), axis=1)
    for _ in range(LIKENESS_ROUNDS):
        # a message from a doubtful card leaves out the message from its receiver
        source[doubtful] = softmax(
            (own + message.sum(axis=0))[:, None] - message[doubtful].transpose(1, 0, 2)
        )
        excess = more * source
        total = number.shape[1] + excess.sum(axis=2, keepdims=True)
        message = (message + np.log1p(excess) - np.log(total)) / 2
    out[doubtful] = log_softmax(own + message.sum(axis=0))
    return out


def with_likeness(own: Floats, believed: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of each card, ``own`` [n, values], with messages from cards that look alike.

    ``believed`` [n, values]: the log-probabilities, by print and by the table, that the cards tell others.
    """
    return log_softmax(own + by_likeness(believed, ratio) - believed)
