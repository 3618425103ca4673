"""Reads a card by its place: players lay their cards in alphabetical order, some of them astray.

A shelf is read as the inspection reads it (A1): from the left, the top row first. A tidy card comes after
all tidy cards before it; a card astray may be any card. Tidy cards are a sorted sample of the deck, so each
depends only on the tidy card before it (David and Nagaraja, Order Statistics, 2003, section 2.5). What all
other cards say of a card takes one pass forward and one pass backward (Rabiner, A Tutorial on Hidden Markov
Models, Proceedings of the IEEE 77, 1989).

How many cards are astray is not known: each share of `ShelfOrderSettings.astray` counts by how well it
explains the shelf. So a place says next to nothing on a shelf in no order. And a card that reads clearly
stays what it is wherever it lies: the inspection looks for misplaced cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.common.arrays import Floats
from vision.common.evidence import Evidence
from vision.common.probability import TINY
from vision.decode.deck_prior import believed_deck


@dataclass(frozen=True)
class ShelfOrderSettings:
    """How players lay their cards in order."""

    #: The shares of cards astray that are tried, of equal weight: a slip, a shelf half done, no order at all.
    astray: tuple[float, ...] = (0.03, 0.2, 1.0)
    #: At most this many tidy cards are thought to follow: powers of small shares stay above zero.
    most_to_come: float = 60.0


SHELF_ORDER = ShelfOrderSettings()


def place_ratios(
    likely: Floats,
    prior: Floats,
    shelves: Sequence[Sequence[int]],
    settings: ShelfOrderSettings = SHELF_ORDER,
) -> Floats:
    """How much likelier a card's place makes each card of the deck, [n, cards]: natural logs, 0 for nothing.

    Args:
        likely: ``[n, cards]``, log-likelihoods by the n cards' print; the deck's cards in alphabetical order.
        prior: ``[cards]``, how common each card of the deck is.
        shelves: the numbers of the n cards that lie on each shelf, in reading order.
        settings: how players lay their cards in order.
    """
    prior = prior / prior.sum()
    shown = np.maximum(np.exp(likely - likely.max(axis=1, keepdims=True)), TINY)
    out = np.zeros(likely.shape)
    for shelf in map(list, shelves):
        tries, evidence = _by_others(shown[shelf], prior, settings)
        weight = np.exp(evidence - evidence.max())
        others = np.einsum("t,itc->ic", weight / weight.sum(), tries)
        out[shelf] = np.log(np.maximum(others, TINY)) - np.log(prior)
    return out


def shelf_evidence(evidence: Evidence) -> Callable[[Sequence[int]], float]:
    """How likely cards lie in this order on one shelf, as a natural log, by their letters and numbers."""
    likely = (evidence.letter[:, :, None] + evidence.order[:, None]).reshape(len(evidence.letter), -1)
    prior = believed_deck(evidence.letter, evidence.of).orders.ravel()
    return lambda cards: order_evidence(likely[list(cards)], prior)


def order_evidence(likely: Floats, prior: Floats, settings: ShelfOrderSettings = SHELF_ORDER) -> float:
    """How likely n cards lie in this order if they are a shelf, as a natural log.

    Compare it with the sum over the parts of the shelf: cards of two shelves hardly go on from one to the
    other. Arguments as for `place_ratios`, ``likely`` in reading order.
    """
    shown = np.maximum(np.exp(likely - likely.max(axis=1, keepdims=True)), TINY)
    _, _, totals = _forward(shown, prior / prior.sum(), settings)
    evidence = np.log(totals[..., 0]).sum(axis=0)
    return float(np.logaddexp.reduce(evidence) - np.log(len(evidence)))


def _forward(shown: Floats, prior: Floats, settings: ShelfOrderSettings) -> tuple[Floats, Floats, Floats]:
    """What the cards before each card say of it: the states [n, t, cards + 1], how likely a tidy card is
    entered [n, t, cards], and the evidence of each card [n, t, 1].

    States and shares t as in `_by_others`.
    """
    n, cards = shown.shape
    step, per = _steps(n, prior.tobytes(), settings)
    astray = np.array(settings.astray)[:, None]
    astray_too = astray * (shown @ prior)[:, None, None]
    forward, totals = np.zeros((n, len(astray), cards + 1)), np.ones((n, len(astray), 1))
    entered = np.zeros((n, len(astray), cards))
    now = np.zeros(forward.shape[1:])
    now[:, 0] = 1.0
    for i in range(n):
        forward[i] = now
        entered[i] = step[i] * np.cumsum(now * per[i], axis=1)[:, :-1]
        now = astray_too[i] * now
        now[:, 1:] += entered[i] * shown[i]
        totals[i] = now.sum(axis=1, keepdims=True)
        now /= totals[i]
    return forward, entered, totals


def _by_others(shown: Floats, prior: Floats, settings: ShelfOrderSettings) -> tuple[Floats, Floats]:
    """The probabilities of each card of a shelf by its other cards, [n, t, cards], and the log-evidence, [t].

    There are t shares of cards astray. A state is the last tidy card so far: 0 for no card, then each card
    of the deck.
    """
    n = len(shown)
    step, per = _steps(n, prior.tobytes(), settings)
    astray = np.array(settings.astray)[:, None]
    astray_too = astray * (shown @ prior)[:, None, None]
    tidy = step * shown[:, None]

    forward, entered, totals = _forward(shown, prior, settings)
    backward, later = np.zeros(forward.shape), np.ones(forward.shape[1:])
    for i in reversed(range(n)):
        backward[i] = later
        to_come = np.cumsum((tidy[i] * later[:, 1:])[:, ::-1], axis=1)[:, ::-1]
        later = astray_too[i] * later
        later[:, :-1] += to_come * per[i, :, :-1]
        later /= later.max(axis=1, keepdims=True)

    stays = (forward * backward).sum(axis=2, keepdims=True)
    place = astray * prior * stays + entered * backward[..., 1:]
    return place / place.sum(axis=2, keepdims=True), np.log(totals[..., 0]).sum(axis=0)


@lru_cache(maxsize=8)
def _steps(n: int, prior: bytes, settings: ShelfOrderSettings) -> tuple[Floats, Floats]:
    """The probability that a shelf's i-th card is tidy, and each card of the deck.

    It is ``step`` [n, t, cards] times ``per`` [n, t, cards + 1] of the last tidy card before it. ``prior``
    (the bytes of float64) and ``settings`` as for `_by_others`. ``beyond``: the share of the deck after a
    card. The next of r tidy cards is the lowest of r cards drawn from there.
    """
    beyond = np.append(1.0, np.maximum(1 - np.cumsum(np.frombuffer(prior)), 0.0))
    tidy = 1 - np.array(settings.astray)[:, None]
    power = beyond ** np.clip(tidy * (n - np.arange(n)[:, None, None]), 1.0, settings.most_to_come)
    step = np.maximum(power[..., :-1] - power[..., 1:], 0.0)
    return tidy * step, np.where(power > 0, 1 / np.maximum(power, 1e-300), 0.0)
