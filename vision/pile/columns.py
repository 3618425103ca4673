"""The columns of a solo discard pile: its cards overlap, and mostly their top strips show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from vision.common.arrays import Bools, Floats, Ints
from vision.detect.detections import STRIP
from vision.geometry.quads import TYPICAL_HEIGHT, sides

# Which card follows another in a column.
#: The next card of a column lies less far to the side, in card widths; the next column is one width away.
SIDEWAYS = 0.45
#: The next card of a column lies further down than this, in card widths.
LEAST_DOWN = 0.02
#: The next card of a column lies less far down, in card heights; below that another column begins.
MOST_DOWN = 1.25
#: A strip's short sides count this much for the way down; the sides of a whole card count 1.
STRIP_SIDES = 0.2
#: Standard deviation, in card widths, of the surroundings that the way down is averaged over.
COLUMN_SURROUNDINGS = 3.0


@dataclass(frozen=True)
class Columns:
    """``column`` [n] from the left and ``place`` [n] in it from the top, both from 0; no two cards share
    both.
    """

    column: Ints
    place: Ints


def columns_of_pile(corners: ArrayLike, kinds: ArrayLike) -> Columns:
    """Sorts the strips and cards of a pile into columns.

    ``corners`` [n, 4, 2]: as printed, from the top left; a strip's lower corners are where it disappears
    under the next card. ``kinds`` [n]: STRIP; every other kind is a whole card. All cards lie the same way
    up, in any turn of the camera. Only neighbours are compared, so the perspective may bend the columns.
    """
    quads = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    strip = np.asarray(kinds) == STRIP
    count = len(quads)
    if count == 0:
        return Columns(np.zeros(0, np.int64), np.zeros(0, np.int64))
    _, down = sides(quads)
    height = _height(down[~strip], np.linalg.norm(quads[~strip, 1] - quads[~strip, 0], axis=1))
    apart = steps(quads, strip)
    chain = np.arange(count)
    for card in range(count):
        aside, below = np.abs(apart[card, :, 0]), apart[card, :, 1]
        follows = (aside < SIDEWAYS) & (below > LEAST_DOWN)
        follows &= below < MOST_DOWN * height
        if follows.any():
            following = int(np.where(follows, below, np.inf).argmin())
            chain[chain == chain[following]] = chain[card]
    return numbered(chain, quads)


def _height(down: Floats, width: Floats) -> float:
    """The height of a card in card widths."""
    if len(down) == 0:
        return TYPICAL_HEIGHT
    return float(np.median(np.linalg.norm(down, axis=1) / width))


def steps(corners: ArrayLike, strip: Bools) -> Floats:
    """How far right and how far down each card lies from each other card, in card widths, [n, n, 2].

    ``corners`` [n, 4, 2] as `columns_of_pile` takes them; ``strip`` [n]: which are strips.
    """
    quads = np.asarray(corners, np.float64)
    tops, right = quads[:, :2].mean(axis=1), quads[:, 1] - quads[:, 0]
    down = sides(quads)[1] * np.where(strip, STRIP_SIDES, 1.0)[:, None]
    width = np.linalg.norm(right, axis=1)
    offsets = tops[None] - tops[:, None]
    scale = float(np.median(width))
    # long sides tell the way down better than the short sides of strips: the sum weighs them by length
    weights = np.exp(-((np.linalg.norm(offsets, axis=2) / (COLUMN_SURROUNDINGS * scale)) ** 2) / 2) + 1e-3
    towards = weights @ down
    towards *= (width / np.maximum(np.linalg.norm(towards, axis=1), 1e-9))[:, None]
    frames = np.stack([right[:, None] + right[None], towards[:, None] + towards[None]], axis=-1) / 2
    return np.asarray((np.linalg.pinv(frames) @ offsets[..., None])[..., 0])


def numbered(chain: Ints, quads: Floats) -> Columns:
    """Columns from the left, and in each the cards from the top.

    ``chain`` [n]: equal numbers for cards of one column; ``quads`` [n, 4, 2] as in `columns_of_pile`.
    """
    tops = quads[:, :2].mean(axis=1)
    right = quads[:, 1] - quads[:, 0]
    _, down = sides(quads)
    frame = np.stack([right.mean(axis=0), down.sum(axis=0)], axis=1)
    across, along = np.linalg.pinv(frame) @ tops.T
    column, place = np.zeros(len(chain), np.int64), np.zeros(len(chain), np.int64)
    names = sorted(set(chain.tolist()), key=lambda name: float(across[chain == name].mean()))
    for number, name in enumerate(names):
        cards = np.flatnonzero(chain == name)
        column[cards] = number
        place[cards[np.argsort(along[cards], kind="stable")]] = np.arange(len(cards))
    return Columns(column, place)
