"""Categories of a table's icons by prototypes: the mean vector of the icons of each category.

Icons of one category look more alike on one table than they look like the legend, which was photographed in
other light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32
from vision.networks import sessions as networks
from vision.probability import log_softmax, unit


@dataclass(frozen=True)
class PrototypeSettings:
    """How prototypes are refined, and when a category's icons are split."""

    #: Rounds of refinement, and of reassignment after a split.
    rounds: int = 3
    #: The legend counts as so many icons of the table.
    legend_weight: float = 0.8
    #: The share of the table in a score where a category has many icons; the legend has the rest.
    table_share: float = 0.6
    #: How far the deck's even mixture of categories speaks against a table with few icons of one, 0 to 1.
    evenness: float = 0.6
    #: So many icons of each category count as seen before: people collect some categories and avoid others.
    prior_icons: float = 3
    #: An icon forms prototypes if it is this like the legend, as a share of the median likeness.
    least_likeness: float = 0.6
    #: The weight of the table in the fit of a split; the legend has the rest.
    fit_table_share: float = 0.8
    #: A split must raise the sum of cosines by this.
    least_gain: float = 0.2
    #: The most splits of a table.
    most_splits: int = 4
    #: A category is split at this many of its widest gaps.
    gaps: int = 3
    #: This many of the best splits are tried in full.
    tried: int = 10


PROTOTYPES = PrototypeSettings()


def refined(seen: Floats32, scores: Floats32) -> Floats32:
    """Scores after the icons of a table have helped each other.

    Each category's prototype moves from the legend towards the icons that are likely its own, a few times
    (prototype refinement, Ren et al. 2018). Of two categories with similar icons one could so take all icons.
    So a category with few icons takes icons more easily (logit adjustment, Menon et al. 2021). Where one has
    taken all of them nevertheless, its icons are split.

    Icons that are washed out or covered form no prototypes: a few of them look like each other alone, and
    would take a category.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        scores: their cosines with the legend, ``[m, 6]``.

    Returns:
        The refined scores ``[m, 6]``, as cosines.
    """
    if len(seen) == 0:
        return scores
    scale = networks.scales().icon
    likeness = scores.max(axis=1)
    clear = likeness >= PROTOTYPES.least_likeness * np.median(likeness)
    table = seen[clear]
    out = scores
    ease = np.zeros(scores.shape[1], np.float32)
    for _ in range(PROTOTYPES.rounds):
        share = np.exp(log_softmax(out[clear] * scale + ease))
        weight = share.sum(axis=0) + PROTOTYPES.prior_icons
        ease = -PROTOTYPES.evenness * np.log(weight / weight.mean())
        out = _drawn_towards(seen, scores, table, share)
    out = out + ease / scale
    category = out[clear].argmax(axis=1)
    apart = split(table, scores[clear], category)
    if not np.array_equal(apart, category):
        out = _drawn_towards(seen, scores, table, _one_hot(apart, scores))
    return np.asarray(out, np.float32)


def split(seen: Floats32, scores: Floats32, category: NDArray[np.intp]) -> NDArray[np.intp]:
    """The ``category`` ``[m]`` of each icon, after categories that hold two groups of icons were split.

    Each pair of categories is tried. The icons of the first are sorted by how much nearer they are to the
    second, and split at one of the widest gaps. The table must then fit better as a whole: likeness within
    the categories outweighs likeness to the legend.
    """
    fit = partial(_fit, seen, scores)
    for _ in range(PROTOTYPES.most_splits):
        best_splits = sorted(_splits(scores, category, PROTOTYPES.gaps), key=fit, reverse=True)[
            : PROTOTYPES.tried
        ]
        tried = [_reassigned(seen, scores, other) for other in best_splits]
        best = max(tried, key=fit, default=category)
        if fit(best) <= fit(category) + PROTOTYPES.least_gain:
            break
        category = best
    return category


def _splits(scores: Floats32, category: NDArray[np.intp], gaps: int) -> Iterator[NDArray[np.intp]]:
    """The categories with one of them split at one of its widest ``gaps``, for each pair of categories."""
    for one, other in permutations(range(scores.shape[1]), 2):
        own = np.flatnonzero(category == one)
        nearer = scores[own, other] - scores[own, one]
        order = np.argsort(nearer)
        for gap in np.argsort(-np.diff(nearer[order]))[:gaps]:
            out = category.copy()
            out[own[order[gap + 1 :]]] = other
            yield out


def _reassigned(seen: Floats32, scores: Floats32, category: NDArray[np.intp]) -> NDArray[np.intp]:
    """The categories after each icon moved to the category whose prototype and legend it is likest to
    (k-means).
    """
    for _ in range(PROTOTYPES.rounds):
        share = _one_hot(category, scores)
        table = np.where(share.any(axis=0), PROTOTYPES.fit_table_share, 0.0)
        now = ((1 - table) * scores + table * (seen @ unit(share.T @ seen).T)).argmax(axis=1)
        if np.array_equal(now, category):
            break
        category = now
    return category


def _fit(seen: Floats32, scores: Floats32, category: NDArray[np.intp]) -> float:
    """How well icons fit their categories: the sum of cosines with the legend and with the category's others.

    An icon that is alone in its category is compared with the legend only.
    """
    share = _one_hot(category, scores)
    others = share.sum(axis=0)[category] - 1
    alike = np.einsum("mf,mf->m", seen, (share.T @ seen)[category]) - 1
    table = np.where(others > 0, PROTOTYPES.fit_table_share, 0.0)
    own = scores[np.arange(len(category)), category]
    return float(((1 - table) * own + table * alike / np.maximum(others, 1)).sum())


def _one_hot(category: NDArray[np.intp], scores: Floats32) -> Floats32:
    """1 for each icon's own category, 0 for the others: ``[m, 6]``."""
    return np.eye(scores.shape[1], dtype=np.float32)[category]


def _drawn_towards(seen: Floats32, scores: Floats32, table: Floats32, share: Floats32) -> Floats32:
    """The ``scores`` ``[m, 6]`` of icons, mixed with their cosines with the prototypes of the ``table``.

    ``table`` ``[k, f]`` are vectors of icons, each with its ``share`` ``[k, 6]`` in the categories. A
    category with few icons keeps to the legend.
    """
    weight = share.sum(axis=0)
    trust = PROTOTYPES.table_share * weight / (weight + PROTOTYPES.legend_weight)
    return np.asarray((1 - trust) * scores + trust * (seen @ unit(share.T @ table).T), np.float32)
