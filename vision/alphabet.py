"""What a card's place says of it: players lay their cards in alphabetical order, some of them astray.

A shelf is read as the inspection reads it (A1): from the left, the top row first. Each of its cards is tidy,
and comes after all tidy ones before it, or astray, and may be any card. Tidy cards are a sorted sample of all
cards there are, so each depends only on the one before it (David and Nagaraja, Order Statistics, 2003,
section 2.5), and what all others say of a card takes one pass forward and one backward (Rabiner, A Tutorial
on Hidden Markov Models, Proceedings of the IEEE 77, 1989). How many are astray is not known: each share of
`ASTRAY` counts by how well it explains the shelf. So on a shelf in no order a place says next to nothing, and
a card that reads clearly stays what it is wherever it lies: the inspection looks for misplaced cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.assign import Floats

#: The shares of cards astray that are tried, of equal weight: a slip, a shelf half done, no order at all.
ASTRAY = (0.03, 0.2, 1.0)
#: More tidy cards than that still to come count as that many: powers of shares below stay above zero.
MOST_TO_COME = 60.0
#: The least likely that a card is thought to be what it is not read as, against what it is read as.
LEAST = 1e-12


def by_place(likely: Floats, usual: Floats, shelves: Sequence[Sequence[int]]) -> Floats:
    """How much more likely each card is to be each of those that there are, by where it lies: [n, cards].

    Natural logs; 0 where the place says nothing. ``likely`` [n, cards]: the log-likelihoods of the n cards by
    what they show, with all cards that there are in alphabetical order. ``usual`` [cards]: how common those
    are. ``shelves``: the numbers of the n cards that lie on each shelf, in reading order.
    """
    usual = usual / usual.sum()
    shown = np.maximum(np.exp(likely - likely.max(axis=1, keepdims=True)), LEAST)
    out = np.zeros(likely.shape)
    for shelf in map(list, shelves):
        tries, evidence = _by_others(shown[shelf], usual, np.array(ASTRAY))
        weight = np.exp(evidence - evidence.max())
        others = np.einsum("t,itc->ic", weight / weight.sum(), tries)
        out[shelf] = np.log(np.maximum(others, LEAST)) - np.log(usual)
    return out


def _by_others(shown: Floats, usual: Floats, astray: Floats) -> tuple[Floats, Floats]:
    """The probability of what each card of a shelf is by all others, [n, t, cards], and the log-evidence,
    [t], for each share of cards ``astray`` [t].

    A state is the last tidy card so far: 0 for none, then each card that there is. ``beyond``: the share of
    all cards that comes after it. The next of r tidy cards to come is the lowest of r that are drawn there.
    """
    n, cards = shown.shape
    astray = astray[:, None]
    beyond = np.append(1.0, np.maximum(1 - np.cumsum(usual), 0.0))
    to_come = np.clip((1 - astray) * (n - np.arange(n)[:, None, None]), 1.0, MOST_TO_COME)
    power = beyond**to_come
    # by power[state]: that this is the next tidy card
    step = np.maximum(power[..., :-1] - power[..., 1:], 0.0)
    per = np.where(power > 0, 1 / np.maximum(power, 1e-300), 0.0)
    anything = shown @ usual

    forward, entered = np.zeros((n, len(astray), cards + 1)), np.zeros((n, len(astray), cards))
    evidence = np.zeros(len(astray))
    now = np.zeros(forward.shape[1:])
    now[:, 0] = 1.0
    for i in range(n):
        forward[i] = now
        entered[i] = (1 - astray) * step[i] * np.cumsum(now * per[i], axis=1)[:, :-1]
        now = astray * anything[i] * now
        now[:, 1:] += entered[i] * shown[i]
        total = now.sum(axis=1, keepdims=True)
        evidence += np.log(total[:, 0])
        now /= total

    place, later = np.zeros(entered.shape), np.ones(now.shape)
    for i in reversed(range(n)):
        stays = (forward[i] * later).sum(axis=1, keepdims=True)
        place[i] = astray * usual * stays + entered[i] * later[:, 1:]
        tidy = np.cumsum((step[i] * shown[i] * later[:, 1:])[:, ::-1], axis=1)[:, ::-1]
        later = astray * anything[i] * later
        later[:, :-1] += (1 - astray) * tidy * per[i][:, :-1]
        later /= later.max(axis=1, keepdims=True)
    return place / place.sum(axis=2, keepdims=True), evidence
