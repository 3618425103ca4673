"""Icons that the finder missed, where a row has room for an icon: pale icons, and icons that touch both
others.

Most printings set all icons equally far apart, however many a card has. There two neighbours that stand twice
as far apart have an icon between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats


@dataclass(frozen=True)
class MissedSettings:
    """When a row is taken to have an icon that was not seen."""

    #: A gap may differ from a multiple of the table's gap by this share.
    tolerance: float = 0.22
    #: At least this share of a table's gaps are multiples of its gap.
    least_share: float = 0.85
    #: At least so many rows have the table's gap alone.
    least_rows: int = 2
    #: Neighbours stand at most so many of the table's gaps apart.
    most_gaps: int = 3
    #: The probability of an icon that was not seen.
    probability: float = 0.35
    #: A peak this near to the missed icon's place is the icon, in gaps.
    reach: float = 0.3


MISSED = MissedSettings()


def common_gap(rows: Floats, settings: MissedSettings = MISSED) -> float | None:
    """The gap between neighbouring icons on all cards of a table, in pixels.

    None where the gap depends on the number of icons, or where too few rows show it. Rows with different
    numbers of icons must show it: where all rows end at the same places, each number has its own gap.

    Args:
        rows: ``[n, 4, 4]`` probability, x, y and width of each card's icons from left to right, nan for none.
    """
    gaps = np.diff(rows[..., 1], axis=1)
    books = np.isfinite(rows[..., 1]).sum(axis=1)
    seen = gaps[np.isfinite(gaps)]
    for least in np.sort(np.nanmin(gaps, axis=1).clip(1)):  # two peaks at one place have no gap
        even = (np.isnan(gaps) | (np.abs(gaps / least - 1) < settings.tolerance)).all(axis=1)
        if even.sum() < settings.least_rows or len(np.unique(books[even])) < 2:
            continue
        gap = float(np.nanmedian(gaps[even]))
        if (_multiples(seen, gap, settings) > 0).mean() >= settings.least_share:
            return gap
    return None


def with_missed(peaks: Floats, rows: Floats, gap: float, settings: MissedSettings = MISSED) -> Floats:
    """The peaks of each card, ``[n, 8, 4]``, with the icons that were missed.

    A missed icon takes the place of the card's least likely peak.

    Args:
        peaks: ``[n, 8, 4]`` probability, x, y and width.
        rows: as for `common_gap`.
        gap: the table's gap, as `common_gap` gives it.
    """
    out = peaks.copy()
    for card, row in zip(out, rows, strict=True):
        seen = row[np.isfinite(row[:, 1])]
        multiples = _multiples(np.diff(seen[:, 1]), gap, settings)
        for left, right, parts in zip(seen, seen[1:], multiples, strict=False):
            for part in range(1, parts):
                icon = left + (right - left) * part / parts
                near = np.where(np.abs(card[:, 1] - icon[1]) < settings.reach * gap, card[:, 0], 0)
                if near.any():
                    card[near.argmax(), 0] = max(near.max(), settings.probability)
                else:
                    card[card[:, 0].argmin()] = (settings.probability, *icon[1:])
    return out


def _multiples(gaps: Floats, gap: float, settings: MissedSettings) -> NDArray[np.int64]:
    """How many times the table's ``gap`` each of the ``gaps`` is, ``[k]``; 0 where it is no multiple."""
    times = np.maximum(np.rint(gaps / gap), 1)
    fits = (np.abs(gaps / (times * gap) - 1) < settings.tolerance) & (times <= settings.most_gaps)
    return np.where(fits, times, 0).astype(np.int64)
