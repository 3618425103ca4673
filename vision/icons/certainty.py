"""How certain an icon's category is: the scale of its cosines.

Cosines are multiplied by a scale, and a softmax makes probabilities of them. ``models/scales.json`` holds the
scale that was fitted on all tables. The scales here are factors to it, for one table and for one icon.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats32

#: How far icons of one category lie apart, as 1 less their cosine, where the fitted scale holds.
DISTANCE = 0.048
#: The scale of a table grows with this power of the ratio of distances.
TABLE_POWER = 0.75
#: The distance that is expected before a table is seen.
EXPECTED_DISTANCE = 0.02
#: The expected distance counts as so many icons.
EXPECTED_ICONS = 10.0
#: The cosine of an icon with the nearest icon of the legend where the fitted scale holds.
LIKENESS = 0.81
#: The scale of an icon grows with this power of the ratio of cosines.
ICON_POWER = 5


def table_scale(seen: Floats32, category: NDArray[np.intp]) -> float:
    """The factor of a table's scale: how much more a difference of cosines means on this table.

    In sharp, even light all pictures of an icon are nearly the same, so that a slight likeness to another
    category says much. In grain and glare it says little.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        category: the likeliest category of each, ``[m]``.
    """
    distances, icons = EXPECTED_DISTANCE * EXPECTED_ICONS, EXPECTED_ICONS
    for own in (seen[category == each] for each in np.unique(category)):
        n = len(own)
        if n > 1:
            together = float(np.square(own.sum(axis=0)).sum())
            distances += n * (1 - (together - n) / (n * (n - 1)))  # the mean cosine of all pairs
            icons += n
    return float((DISTANCE * icons / max(distances, 1e-6)) ** TABLE_POWER)


def icon_scale(scores: Floats32) -> Floats32:
    """The factor of each icon's scale, ``[m]``.

    Icons that are washed out or covered look nearly as much like all categories: their differences say
    little.

    Args:
        scores: the icons' cosines with the legend, ``[m, 6]``.
    """
    ratio = np.maximum(scores.max(axis=1), 0) / LIKENESS
    return np.asarray(ratio**ICON_POWER, np.float32)
