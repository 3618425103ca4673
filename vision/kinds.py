"""The icons of a table among each other: those of one category look alike, however the legend shows it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Category
from vision import networks
from vision.read import log_softmax

Floats = NDArray[np.float32]

CATEGORIES = len(Category)
#: Rounds of prototype refinement; how many icons on the table an icon of the legend counts as; and how much
#: of an icon's likeness is to its like on the table.
ROUNDS, LEGEND_WEIGHT, TABLE_SHARE = 3, 0.8, 0.6
#: How far the deck's even mixture of categories speaks against a table that seems to hold hardly any of one,
#: from 0 to 1, and how many icons of each are taken for seen before: people collect some and avoid others.
EVENNESS, SEEN_BEFORE = 0.6, 3
#: How far icons of one category lie apart, as 1 less their cosine, on a table where the fitted scale holds;
#: the power of how much less that is by which a likeness means more; and how many icons as far apart as on
#: most tables are taken for seen before.
APART, TIGHTER, USUALLY_APART, FEW = 0.048, 0.75, 0.02, 10


def settled(seen: Floats, scores: Floats) -> Floats:
    """Scores after the icons of a table have helped each other.

    Icons of one category look more alike on one table than they look like the legend, which was photographed
    in other light. So each category's middle is drawn from the legend towards the icons that are likely its
    own, a few times (prototype refinement, Ren et al. 2018). Left to itself that lets one of two categories
    with like icons take all; so one that has got few icons takes them a little more easily (logit
    adjustment, Menon et al. 2021).

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        scores: their cosines with the legend, ``[m, 6]``.

    Returns:
        The scores ``[m, 6]``, as cosines, after that.
    """
    scale = networks.scales().icon
    out = scores
    ease = np.zeros(scores.shape[1], np.float32)
    for _ in range(ROUNDS):
        share = np.exp(log_softmax(out * scale + ease))
        weight = share.sum(axis=0)
        ease = -EVENNESS * np.log((weight + SEEN_BEFORE) / (weight + SEEN_BEFORE).mean())
        middles = share.T @ seen
        middles = middles / np.maximum(np.linalg.norm(middles, axis=1, keepdims=True), 1e-6)
        trust = TABLE_SHARE * weight / (weight + LEGEND_WEIGHT)  # one seen once or never keeps to the legend
        out = (1 - trust) * scores + trust * (seen @ middles.T)
    return np.asarray(out + ease / scale, np.float32)


def sharpness(seen: Floats, category: NDArray[np.intp]) -> float:
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
