"""How certain an icon's category is: the scale of its cosines, and a second category that it may be of.

Cosines are multiplied by a scale, and a softmax makes probabilities of them. ``models/scales.json`` holds the
scale that was fitted on all tables. The scales here are factors to it, for one table and for one icon.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32


@dataclass(frozen=True)
class ScaleSettings:
    """How much a difference of cosines means."""

    #: How far icons of one category lie apart, as 1 less their cosine, where the fitted scale holds.
    distance: float = 0.048
    #: The scale of a table grows with this power of the ratio of distances.
    table_power: float = 0.75
    #: The distance that is expected before a table is seen.
    prior_distance: float = 0.02
    #: The expected distance counts as so many icons.
    prior_icons: float = 10.0
    #: The cosine of an icon with the nearest icon of the legend where the fitted scale holds.
    likeness: float = 0.81
    #: The scale of an icon grows with this power of the ratio of cosines.
    icon_power: float = 5


SCALES = ScaleSettings()


def table_scale(seen: Floats32, category: NDArray[np.intp]) -> float:
    """The factor of a table's scale: how much more a difference of cosines means on this table.

    In sharp, even light all pictures of an icon are nearly the same, so that a slight likeness to another
    category says much. In grain and glare it says little.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        category: the likeliest category of each, ``[m]``.
    """
    distances, icons = SCALES.prior_distance * SCALES.prior_icons, SCALES.prior_icons
    for own in (seen[category == each] for each in np.unique(category)):
        n = len(own)
        if n > 1:
            together = float(np.square(own.sum(axis=0)).sum())
            distances += n * (1 - (together - n) / (n * (n - 1)))  # the mean cosine of all pairs
            icons += n
    return float((SCALES.distance * icons / max(distances, 1e-6)) ** SCALES.table_power)


def icon_scale(scores: Floats32) -> Floats32:
    """The factor of each icon's scale, ``[m]``.

    Icons that are washed out or covered look nearly as much like all categories: their differences say
    little.

    Args:
        scores: the icons' cosines with the legend, ``[m, 6]``.
    """
    ratio = np.maximum(scores.max(axis=1), 0) / SCALES.likeness
    return np.asarray(ratio**SCALES.icon_power, np.float32)


def second_categories(
    scores: Floats32, category: NDArray[np.intp], least_margin: float = 0.06, clear_margin: float = 0.08
) -> Floats32:
    """The second category that each icon may be of: 1 in its column, or a row of zeros, ``[m, 6]``.

    The icons of a table tell similar categories apart. Where the table has no icon of one of them, all icons
    of the other may be of it.

    Args:
        scores: the icons' cosines with the legend, ``[m, 6]``.
        category: the likeliest category of each, ``[m]``.
        least_margin: an icon nearer to its category than to the second by less than this may be of the
        second.
        clear_margin: an icon nearer to its category by this shows that the table has the category.
    """
    one_hot = np.eye(scores.shape[1], dtype=bool)
    own = one_hot[category]
    others = np.where(own, -np.inf, scores)
    second, margin = others.argmax(axis=1), scores[own] - others.max(axis=1)
    present = np.bincount(category[margin >= clear_margin], minlength=scores.shape[1]) > 0
    doubted = (margin < least_margin) & ~present[second]
    return (one_hot[second] & doubted[:, None]).astype(np.float32)
