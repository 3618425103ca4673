"""The icons of a table among each other: those of one category look alike, however the legend shows it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Category
from vision.arrays import Floats32
from vision.banner.read import log_softmax
from vision.networks import sessions as networks

CATEGORIES = len(Category)
#: Rounds of prototype refinement; how many icons on the table an icon of the legend counts as; and how much
#: of an icon's likeness is to its like on the table.
ROUNDS, LEGEND_WEIGHT, TABLE_SHARE = 3, 0.8, 0.6
#: Of how well the icons of a table are told apart, the share that their likeness within each category has; by
#: how much, in cosines, it must be better for one category's icons to be parted, and how often they may be.
WITHIN, BETTER, PARTINGS = 0.8, 0.2, 4
#: At how many of the widest gaps the icons of a category are tried to part, and how many of all such partings
#: are looked at closely. Of 64,684 icons in 1,536 photos of 16 sets 74 were matched wrongly so, 25 of them
#: surely, in place of 98 and 39 at the widest gap alone (and with 0.05 for `BETTER`).
GAPS, TRIED = 3, 10
#: How far the deck's even mixture of categories speaks against a table that seems to hold hardly any of one,
#: from 0 to 1, and how many icons of each are taken for seen before: people collect some and avoid others.
EVENNESS, SEEN_BEFORE = 0.6, 3
#: The share of how like the legend's most icons of a table are, in cosines, from which one tells something of
#: the others. Of 60,265 icons in 1,440 photos of 15 sets 36 are so matched wrongly, two of them surely, in
#: place of 42 and eight; from 0.56 to 0.64 it makes no difference, and 0.7 leaves a pale category out.
TELLING = 0.6
#: How far icons of one category lie apart, as 1 less their cosine, on a table where the fitted scale holds;
#: the power of how much less that is by which a likeness means more; and how many icons as far apart as on
#: most tables are taken for seen before.
APART, TIGHTER, USUALLY_APART, FEW = 0.048, 0.75, 0.02, 10
#: The cosine of an icon and the legend's likest one at which the fitted scale holds, and the power of how
#: much likelier than that it is by which a difference means more. Washed out or covered ones are nearly as
#: like all: of 161 below 0.7 (of those 64,684) 14 were matched wrongly, 11 of them surely. At the scale that
#: was fitted with it 78 of all are matched wrongly, 15 of them surely (31 without it), and a seventh fewer of
#: the right ones lie below 98.5 %.
AS_SHOWN, CLEARER = 0.81, 5

#: How little nearer an icon is to its category in the legend than to another, in cosines, if it may as well
#: be of that one where the table shows no icon that is nearer to that one by the second of these. Of 39,212
#: icons of ten sets 348 are so; 41 of them are matched wrongly, 14 surely, as are 19 of all others, none
#: surely.
NEARLY, CLEARLY = 0.06, 0.08


def settled(seen: Floats32, scores: Floats32) -> Floats32:
    """Scores after the icons of a table have helped each other.

    Icons of one category look more alike on one table than they look like the legend, which was photographed
    in other light. So each category's middle is drawn from the legend towards the icons that are likely its
    own, a few times (prototype refinement, Ren et al. 2018). Left to itself that lets one of two categories
    with like icons take all; so one that has got few icons takes them a little more easily (logit
    adjustment, Menon et al. 2021). Where it has taken all of them nevertheless, they are parted again.

    What shows little of any icon, washed out or covered, is told by the others and tells nothing of them: a
    few such, like each other alone, would take a category for theirs.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        scores: their cosines with the legend, ``[m, 6]``.

    Returns:
        The scores ``[m, 6]``, as cosines, after that.
    """
    if len(seen) == 0:
        return scores
    scale = networks.scales().icon
    shown = scores.max(axis=1)
    telling = shown >= TELLING * np.median(shown)
    table = seen[telling]
    out = scores
    ease = np.zeros(scores.shape[1], np.float32)
    for _ in range(ROUNDS):
        share = np.exp(log_softmax(out[telling] * scale + ease))
        weight = share.sum(axis=0)
        ease = -EVENNESS * np.log((weight + SEEN_BEFORE) / (weight + SEEN_BEFORE).mean())
        out = _towards(seen, scores, table, share)
    out = out + ease / scale
    category = out[telling].argmax(axis=1)
    apart = parted(table, scores[telling], category)
    if not np.array_equal(apart, category):
        out = _towards(seen, scores, table, _shares(apart))
    return np.asarray(out, np.float32)


def parted(seen: Floats32, scores: Floats32, category: NDArray[np.intp]) -> NDArray[np.intp]:
    """The ``category`` [m] of each icon, after those of one that fall into two groups were parted.

    Each pair of categories is tried: the icons of the one, in the order of how much nearer they are to the
    other, fall apart at one of the widest gaps. What all of them gain in likeness to their like must outweigh
    what they lose in likeness to the legend.
    """
    fits = partial(_fits, seen, scores)
    for _ in range(PARTINGS):
        likeliest = sorted(_partings(scores, category), key=fits, reverse=True)[:TRIED]
        tried = [_rearranged(seen, scores, other) for other in likeliest]
        best = max(tried, key=fits, default=category)
        if fits(best) <= fits(category) + BETTER:
            break
        category = best
    return category


def _partings(scores: Floats32, category: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """The categories with the icons of one parted at one of its widest gaps, for each two categories."""
    for one, other in permutations(range(CATEGORIES), 2):
        own = np.flatnonzero(category == one)
        nearer = scores[own, other] - scores[own, one]
        order = np.argsort(nearer)
        for gap in np.argsort(-np.diff(nearer[order]))[:GAPS]:
            out = category.copy()
            out[own[order[gap + 1 :]]] = other
            yield out


def _rearranged(seen: Floats32, scores: Floats32, category: NDArray[np.intp]) -> NDArray[np.intp]:
    """The categories after each icon was given the one whose middle and legend it is likest to (k-means)."""
    for _ in range(ROUNDS):
        share = _shares(category)
        within = np.where(share.any(axis=0), WITHIN, 0.0)
        now = ((1 - within) * scores + within * (seen @ _middles(seen, share).T)).argmax(axis=1)
        if np.array_equal(now, category):
            break
        category = now
    return category


def _fits(seen: Floats32, scores: Floats32, category: NDArray[np.intp]) -> float:
    """How like all icons are to their category in the legend and to the others of it on the table: the sum of
    cosines. One by itself has but the legend.
    """
    share = _shares(category)
    others = share.sum(axis=0)[category] - 1
    alike = np.einsum("mf,mf->m", seen, (share.T @ seen)[category]) - 1
    within = np.where(others > 0, WITHIN, 0.0)
    own = scores[np.arange(len(category)), category]
    return float(((1 - within) * own + within * alike / np.maximum(others, 1)).sum())


def _shares(category: NDArray[np.intp]) -> Floats32:
    return np.eye(CATEGORIES, dtype=np.float32)[category]


def _middles(seen: Floats32, share: Floats32) -> Floats32:
    """The middle of each category's icons, [6, f], of which each has a ``share`` [m, 6]."""
    middles = share.T @ seen
    return np.asarray(middles / np.maximum(np.linalg.norm(middles, axis=1, keepdims=True), 1e-6), np.float32)


def _towards(seen: Floats32, scores: Floats32, table: Floats32, share: Floats32) -> Floats32:
    """The ``scores`` [m, 6] of icons drawn towards the middles of the ``table``'s, [k, f], each with its
    ``share`` [k, 6]; a category seen once or never keeps to the legend.
    """
    weight = share.sum(axis=0)
    trust = TABLE_SHARE * weight / (weight + LEGEND_WEIGHT)
    return np.asarray((1 - trust) * scores + trust * (seen @ _middles(table, share).T), np.float32)


def rivals(shown: Floats32, category: NDArray[np.intp]) -> Floats32:
    """The other category that each icon of a table may be of as well, one in its column, or none, [m, 6].

    Icons of the table help each other to be told apart; where one of two like categories is not there, all of
    the other's may be its.

    Args:
        shown: cosines of the table's icons with the legend, ``[m, 6]``.
        category: which of the six each seems to be, ``[m]``.
    """
    own = np.eye(CATEGORIES, dtype=bool)[category]
    others = np.where(own, -np.inf, shown)
    second, nearer = others.argmax(axis=1), shown[own] - others.max(axis=1)
    there = np.bincount(category[nearer >= CLEARLY], minlength=CATEGORIES) > 0
    doubted = (nearer < NEARLY) & ~there[second]
    return _shares(second) * doubted[:, None].astype(np.float32)


def sharpness(seen: Floats32, category: NDArray[np.intp]) -> float:
    """How much more a likeness means on this table than on one where the fitted scale holds.

    In sharp, even light the pictures of one icon are nearly the same, so that even a slight likeness to
    another category is telling; in grain and glare it is not.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        category: which of the six each seems to be, ``[m]``.
    """
    apart, icons = USUALLY_APART * FEW, float(FEW)
    for own in (seen[category == each] for each in range(CATEGORIES)):
        n = len(own)
        if n > 1:
            together = float(np.square(own.sum(axis=0)).sum())
            apart += n * (1 - (together - n) / (n * (n - 1)))  # the mean cosine of all pairs
            icons += n
    return float((APART * icons / max(apart, 1e-6)) ** TIGHTER)


def clearness(scores: Floats32) -> Floats32:
    """How much more a difference in likeness means for each icon, ``[m]``, than for one that shows its
    category as well as the fitted scale takes it to.

    Args:
        scores: the icons' cosines with the legend, ``[m, 6]``.
    """
    return np.asarray((np.maximum(scores.max(axis=1), 0) / AS_SHOWN) ** CLEARER, np.float32)
