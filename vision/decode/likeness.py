"""One printing sets each letter and number alike: what the cards of a table tell of one another's.

A reader that has never met a typeface may take its M for an N, but another M of it looks like this one, and
an N does not. So any two cards are compared by what the letter network saw of them (its features before the
last layer): those that look alike have one letter, those that do not have two. What follows for each card is
worked out by loopy belief propagation over a Potts model (Pearl, Probabilistic Reasoning in Intelligent
Systems, 1988; Murphy, Weiss and Jordan, Loopy Belief Propagation for Approximate Inference, UAI 1999). The
same goes for its orders and counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Bools, Floats
from vision.probability import TINY, log_softmax, softmax, unit


@dataclass(frozen=True)
class LikenessSettings:
    """What cards that look alike tell one another."""

    #: The likeness of two cards says at most this much, in nats: letters of one typeface may look alike.
    most: float = 4.0
    #: The correlation of the errors with which letters that look alike are read.
    correlation: float = 0.6
    #: A card of which one letter is likelier than this keeps it, and tells the others.
    sure: float = 0.999
    #: Rounds of messages, each half new and half old; tables settle in fewer.
    rounds: int = 12


LIKENESS = LikenessSettings()


def likeness_ratios(
    glyph: Floats, likeness: Sequence[float], settings: LikenessSettings = LIKENESS
) -> Floats:
    """How much likelier any two cards look as they do if they have one letter (or number) than if they have
    two: natural logs, [n, n], 0 of a card and itself.

    ``glyph`` [n, f]: what was seen of each; zeros where none was seen, which says nothing.
    ``likeness``: the nats that each 1 of two glyphs' cosine says, and the cosine that says nothing.
    """
    slope, middle = likeness
    seen, unseen = unit(glyph), ~glyph.any(axis=1)
    out = np.clip(slope * (seen @ seen.T - middle), -settings.most, settings.most)
    out[unseen] = out[:, unseen] = 0.0
    np.fill_diagonal(out, 0.0)
    return np.asarray(out, np.float64)


def by_likeness(letter: Floats, ratio: Floats, settings: LikenessSettings = LIKENESS) -> Floats:
    """The log-probabilities of the letters (or numbers), [n, 26], with what the cards' likeness adds to them.

    ``letter`` [n, 26]: those of each card by itself; ``ratio`` [n, n] as `likeness_ratios` gives it.
    """
    return independent_and_correlated(letter, ratio, settings)[0]


def independent_and_correlated(
    letter: Floats, ratio: Floats, settings: LikenessSettings = LIKENESS
) -> tuple[Floats, Floats]:
    """What `by_likeness` gives if each card errs by itself, and if cards that look alike err alike.

    [n, 26] each.
    """
    doubtful = np.flatnonzero((letter.max(axis=1) < np.log(settings.sure)) & ratio.any(axis=1))
    apart, together = letter.copy(), letter.copy()
    if len(doubtful) == 0:
        return apart, together
    own = letter[doubtful]
    # messages from each card to each doubtful one, [n, doubtful, letters], and what they rest on: the
    # likelihood ratio of one letter and two, and how likely the source has each letter
    message = np.zeros((len(letter), len(doubtful), letter.shape[1]))
    more = np.expm1(ratio[:, doubtful])[:, :, None]
    source = np.repeat(softmax(letter)[:, None], len(doubtful), axis=1)
    for _ in range(settings.rounds):
        # what a doubtful card tells another does not rest on what that one told it
        source[doubtful] = softmax(
            (own + message.sum(axis=0))[:, None] - message[doubtful].transpose(1, 0, 2)
        )
        told = more * source
        total = letter.shape[1] + told.sum(axis=2, keepdims=True)
        message = (message + np.log1p(told) - np.log(total)) / 2
    total = own + message.sum(axis=0)
    apart[doubtful] = log_softmax(total)
    share = _weight(own, message, ratio[:, doubtful] > 0, settings.correlation)
    together[doubtful] = log_softmax(share[:, None] * total)
    return apart, together


def _weight(own: Floats, message: Floats, alike: Bools, correlation: float) -> Floats:
    """The weight of what m cards say and hear of their letters, 0 to 1, [m].

    ``own`` [m, letters]: what each says; ``message`` [n, m, letters]: what n cards tell it. Cards that look
    ``alike`` [n, m] err with this ``correlation``. The weight is Kish's design effect with weights (Survey
    Sampling, 1965, 11.7): a clear card among blurred cards counts in full.
    """
    second, best = np.argsort(own + message.sum(axis=0), axis=1)[:, -2:].T
    cards = np.arange(len(own))
    told = np.where(alike, message[:, cards, best] - message[:, cards, second], 0.0)
    said = np.concatenate([(own[cards, best] - own[cards, second])[None], told])
    each = np.square(said).sum(axis=0)
    shared = correlation * np.maximum(np.square(said.sum(axis=0)) - each, 0.0)
    return np.asarray(np.where(shared > 0, each / np.maximum(each + shared, TINY), 1.0), np.float64)


def with_likeness(own: Floats, believed: Floats, ratio: Floats) -> Floats:
    """The log-probabilities of each card by itself, ``own`` [n, values], with what those of its like say.

    These say what is ``believed`` of them [n, values], by all that a table tells besides their looks.
    """
    return log_softmax(own + by_likeness(believed, ratio) - believed)
