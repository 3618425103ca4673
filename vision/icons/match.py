"""Category icons of strips: found, counted and matched with a legend.

The finder gives a place and a size for each icon, the encoder a unit vector. A legend holds vectors of the
six categories; an icon is of the category with the nearest vectors.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats32, Picture
from vision.icons.legend import Legend
from vision.icons.rows import FEWEST_BOOKS, icon_rows
from vision.strips.marks import Marks, find_marks


@dataclass(frozen=True)
class IconEvidence:
    """The evidence of the icons of ``n`` cards.

    Attributes:
        count: ``[n, 3]`` natural logs of the probabilities of 2, 3 and 4 books.
        boxes: ``[n, 4, 3]`` x, y and size of the likeliest icons in strip pixels, from left to right;
            size 0 for none.
        shown: ``[n]`` the probability that a strip shows two icons, as every face does.
        category: ``[n, 4, 6]`` natural logs of each icon's category probabilities in RULES 1 order, even
            where there is no icon; None without a legend.
    """

    count: Floats32
    boxes: Floats32
    shown: Floats32
    category: Floats32 | None


def read_icons(
    strips: Picture,
    legend: Legend | None,
    up: NDArray[np.bool_] | None = None,
    marks: Marks | None = None,
) -> IconEvidence:
    """Finds and matches the icons of strips, uint8 ``[n, 152, 344, 3]``.

    Args:
        strips: the strips.
        legend: without a legend icons are counted and not matched.
        up: ``[n]`` which cards lie face up: only their icons are matched; all if left out.
        marks: the marks of the strips (``vision.strips.marks.find_marks``); looked for if left out.
    """
    peaks = (marks or find_marks(strips)).icons[..., :4]
    rows = icon_rows(peaks, up)
    boxes = rows.icons[..., 1:].astype(np.float32)
    shown = np.sort(rows.icons[..., 0], axis=1)[:, -FEWEST_BOOKS].astype(np.float32)
    count = rows.count.astype(np.float32)
    faces = boxes if up is None else boxes * up[:, None, None]
    return IconEvidence(count, boxes, shown, None if legend is None else legend.match(strips, faces))
