"""Categories of a table's icons by prototypes: the mean vector of the icons of each category.

Icons of one category look more alike on one table than they look like the legend, which was photographed in
other light.
"""

from __future__ import annotations

import numpy as np

from vision.common.arrays import Floats32
from vision.common.probability import log_softmax, unit
from vision.networks import sessions as networks

#: Rounds of refinement.
ROUNDS = 3
#: The legend counts as so many icons of the table.
LEGEND_WEIGHT = 0.8
#: The share of the table in a score where a category has many icons; the legend has the rest.
TABLE_SHARE = 0.6
#: How far the deck's even mixture of categories speaks against a table with few icons of one, 0 to 1.
EVENNESS = 0.6
#: So many icons of each category count as seen before: people collect some categories and avoid others.
PRIOR_ICONS = 3.0
#: An icon forms prototypes if it is this like the legend, as a share of the median likeness.
LEAST_LIKENESS = 0.6


def refined(seen: Floats32, scores: Floats32) -> Floats32:
    """Scores after the icons of a table have helped each other.

    Each category's prototype moves from the legend towards the icons that are likely its own, a few times
    (prototype refinement, Ren et al. 2018). Of two categories with similar icons one could so take all icons.
    So a category with few icons takes icons more easily (logit adjustment, Menon et al. 2021).

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
    clear = likeness >= LEAST_LIKENESS * np.median(likeness)
    table = seen[clear]
    out = scores
    ease = np.zeros(scores.shape[1], np.float32)
    for _ in range(ROUNDS):
        share = np.exp(log_softmax(out[clear] * scale + ease))
        weight = share.sum(axis=0) + PRIOR_ICONS
        ease = -EVENNESS * np.log(weight / weight.mean())
        out = _drawn_towards(seen, scores, table, share)
    out = out + ease / scale
    return np.asarray(out, np.float32)


def _drawn_towards(seen: Floats32, scores: Floats32, table: Floats32, share: Floats32) -> Floats32:
    """The ``scores`` ``[m, 6]`` of icons, mixed with their cosines with the prototypes of the ``table``.

    ``table`` ``[k, f]`` are vectors of icons, each with its ``share`` ``[k, 6]`` in the categories. A
    category with few icons keeps to the legend.
    """
    weight = share.sum(axis=0)
    trust = TABLE_SHARE * weight / (weight + LEGEND_WEIGHT)
    return np.asarray((1 - trust) * scores + trust * (seen @ unit(share.T @ table).T), np.float32)
