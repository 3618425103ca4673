"""The solo discard pile: cards spread in overlapping columns, of which mostly the top strips show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.arrays import Floats, Ints
from vision.detect.detections import STRIP
from vision.geometry.quads import USUAL_HEIGHT

#: How far to the side, in card widths, the next card of a column may lie; the next column is a width away.
SIDEWAYS = 0.45
#: How far below, in card heights, the next card of a column may lie. More is another column underneath.
DOWN = 1.25
#: A strip this much flatter than most, and than this in card widths, shows no banner.
FLAT, UNREADABLE = 0.68, 0.17
#: The way down is averaged over the cards around, with this standard deviation in card widths.
SURROUNDINGS = 3.0


@dataclass(frozen=True)
class Columns:
    """``column`` [n] from the left and ``place`` [n] in it from the top, both from 0; no two cards share
    both."""

    column: Ints
    place: Ints


def columns_of_pile(corners: ArrayLike, kinds: ArrayLike) -> Columns:
    """Sorts the strips and cards of a pile into columns.

    ``corners`` [n, 4, 2]: as printed, from the top left; a strip's lower corners are where it disappears
    under the next card. ``kinds`` [n]: STRIP or, for anything else, a whole card. All cards lie the same
    way up, in any turn of the camera. Only neighbours are compared, so the columns may bend or run together
    with the perspective.
    """
    quads = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    strip = np.asarray(kinds) == STRIP
    count = len(quads)
    if count == 0:
        return Columns(np.zeros(0, np.int64), np.zeros(0, np.int64))
    tops = quads[:, :2].mean(axis=1)
    right = quads[:, 1] - quads[:, 0]
    down = (quads[:, 3] + quads[:, 2] - quads[:, 0] - quads[:, 1]) / 2
    width = np.linalg.norm(right, axis=1)
    height = _height(down[~strip], width[~strip])
    steps = _steps(tops, right, down * np.where(strip, 0.2, 1.0)[:, None], width)
    chain = np.arange(count)
    for card in range(count):
        aside, below = np.abs(steps[card, :, 0]), steps[card, :, 1]
        follows = (aside < SIDEWAYS) & (below > 0.02) & (below < DOWN * height)
        if follows.any():
            following = int(np.where(follows, below, np.inf).argmin())
            chain[chain == chain[following]] = chain[card]
    return numbered(chain, quads)


def slivers(corners: ArrayLike, kinds: ArrayLike) -> NDArray[np.bool_]:
    """Which of a pile's cards, as `columns_of_pile` takes them, are no strips but lines on the cards: [n].

    Somebody who spreads a pile shows of each card what is to be read, so strips are about equally high. One
    that is much flatter than most shows nothing of a banner; mostly it is part of a picture.
    """
    quads = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    strip = np.asarray(kinds) == STRIP
    down = (quads[:, 3] + quads[:, 2] - quads[:, 0] - quads[:, 1]) / 2
    high = np.linalg.norm(down, axis=1) / np.maximum(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1), 1e-6)
    order = np.argsort(high[strip])
    if len(order) == 0:
        return strip
    # "most" by what they cover, not by number: slivers may be as many as strips
    covered = np.cumsum(high[strip][order])
    usual = high[strip][order][int(np.searchsorted(covered, covered[-1] / 2))]
    return np.asarray(strip & (high < FLAT * usual) & (high < UNREADABLE), np.bool_)


def _height(down: Floats, width: Floats) -> float:
    """Height of a card in widths."""
    if len(down) == 0:
        return USUAL_HEIGHT
    return float(np.median(np.linalg.norm(down, axis=1) / width))


def _steps(tops: Floats, right: Floats, down: Floats, width: Floats) -> Floats:
    """From each card to each other one: how far right and how far down, in card widths, [n, n, 2]."""
    offsets = tops[None] - tops[:, None]
    scale = float(np.median(width))
    # Long edges tell the way down better than the short ones of strips: the sum weighs them by length.
    weights = np.exp(-((np.linalg.norm(offsets, axis=2) / (SURROUNDINGS * scale)) ** 2) / 2) + 1e-3
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
    down = (quads[:, 3] + quads[:, 2] - quads[:, 0] - quads[:, 1]) / 2
    frame = np.stack([right.mean(axis=0), down.sum(axis=0)], axis=1)
    across, along = np.linalg.pinv(frame) @ tops.T
    column, place = np.zeros(len(chain), np.int64), np.zeros(len(chain), np.int64)
    names = sorted(set(chain.tolist()), key=lambda name: float(across[chain == name].mean()))
    for number, name in enumerate(names):
        cards = np.flatnonzero(chain == name)
        column[cards] = number
        place[cards[np.argsort(along[cards], kind="stable")]] = np.arange(len(cards))
    return Columns(column, place)
