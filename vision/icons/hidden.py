"""Icons that the finder did not see, where a row has room for one: it is pale, or touches both others.

Most printings set all icons equally far apart, however many a card has. In a row of such a printing two
neighbours twice as far apart have another between them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

#: How far a gap may be off the table's, or off twice or thrice that, as a share; the share of a table's gaps
#: that are one of these at least, and how many of its rows have nothing but the single one: of two numbers of
#: icons at least. Rows that end at the same places, however many icons they have, have no gap of their own.
OFF, SHARE, ROWS = 0.22, 0.85, 2
MOST = 3  #: gaps of the table in one between neighbours
#: The probability of an icon that was not seen where one must be. From 0.25 to 0.4 it makes no difference.
HIDDEN = 0.35
AT = 0.3  #: what the finder did see so near to its place, in gaps, is the icon


def one_gap(rows: Floats) -> float | None:
    """The gap at which a table sets all its icons, in pixels; None where that depends on their number, or too
    few rows tell.

    ``rows`` [n, 4, 4]: probability, x, y and width of each card's icons from left to right, nan for none.
    """
    gaps = np.diff(rows[..., 1], axis=1)
    books = np.isfinite(rows[..., 1]).sum(axis=1)
    seen = gaps[np.isfinite(gaps)]
    for least in np.sort(np.nanmin(gaps, axis=1).clip(1)):  # two marks at one place have no gap
        even = (np.isnan(gaps) | (np.abs(gaps / least - 1) < OFF)).all(axis=1)
        if even.sum() < ROWS or len(np.unique(books[even])) < 2:
            continue
        gap = float(np.nanmedian(gaps[even]))
        if (_multiples(seen, gap) > 0).mean() >= SHARE:
            return gap
    return None


def with_hidden(peaks: Floats, rows: Floats, gap: float) -> Floats:
    """The peaks of each card, [n, 8, 4], with those of icons that must stand between the ones seen.

    ``rows`` as for `one_gap`, with the ``gap`` that this gives. What is least likely of a card's peaks makes
    room.
    """
    out = peaks.copy()
    for card, row in zip(out, rows, strict=True):
        seen = row[np.isfinite(row[:, 1])]
        for left, right, parts in zip(seen, seen[1:], _multiples(np.diff(seen[:, 1]), gap), strict=False):
            for part in range(1, parts):
                icon = left + (right - left) * part / parts
                near = np.where(np.abs(card[:, 1] - icon[1]) < AT * gap, card[:, 0], 0)
                if near.any():
                    card[near.argmax(), 0] = max(near.max(), HIDDEN)
                else:
                    card[card[:, 0].argmin()] = (HIDDEN, *icon[1:])
    return out


def _multiples(gaps: Floats, gap: float) -> NDArray[np.int64]:
    """How many times the table's ``gap`` each of the ``gaps`` is, [k]; 0 for what is no multiple of it."""
    times = np.maximum(np.rint(gaps / gap), 1)
    fits = (np.abs(gaps / (times * gap) - 1) < OFF) & (times <= MOST)
    return np.where(fits, times, 0).astype(np.int64)
