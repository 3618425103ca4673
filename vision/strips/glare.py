"""What a glare hides of a strip: what stands there is not missing, it cannot be seen.

A lamp's reflection is as white as a picture can be, ink and all. A card under one keeps its side and its
place in a pile, nothing is read in the white, and there may be more icons than are seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools
from vision.strips.marks import CLEAR, Marks

#: From this value on, in all three channels, a pixel is as white as any print; and a mark is hidden where so
#: much of its usual place is, and it is not seen itself. Of 31 finds in the piles of eleven sets that were no
#: cards and showed no print none came to more than 0.31.
WHITE, HIDES = 240, 0.6
#: A mark white in so much of its own place shows no ink: what is around it may have told the finder of it.
#: And one less white than what is hidden is there from this probability on.
NO_INK, SEEN = 0.97, 0.2
#: Print paler than this in all three channels may be as white in a bright corner: no glare can be told there.
PALE = 190
AROUND = 1.5  #: an icon's surroundings, in its own sizes
#: What is white in so much of its strip, and shows neither letter nor number, is paper, or wholly in the
#: glare: no more can be told of it.
PAPER = 0.6
EVERY = 2  #: pixels of a strip: a glare has no finer detail


@dataclass(frozen=True)
class Glare:
    """Where a glare hides the letter, where the number, and where a place for an icon, of each of n strips:
    [n] each. ``banner``: where what does not show of letter and number is hidden so.
    """

    letter: Bools
    number: Bools
    icons: Bools
    banner: Bools


def glare_on(strips: NDArray[np.uint8], marks: Marks) -> Glare:
    """The glare on strips of one printing, uint8 ``[n, 152, 344, 3]``, on which ``marks`` were found."""
    n = len(strips)
    blue, green, red = np.moveaxis(strips[:, ::EVERY, ::EVERY], 3, 0)
    pale = np.minimum(np.minimum(blue, green), red)  # a twentieth of the time of min(axis=3)
    white = pale >= WHITE
    both = marks.letter, marks.number
    own = np.stack([_means(_sums(white.view(np.uint8)), mark[:, 1:]).diagonal() for mark in both])
    likely = np.stack([mark[:, 0] for mark in both])
    shown = (own < NO_INK) & (likely >= np.where(own < HIDES, SEEN, CLEAR))
    white[(white.mean(axis=(1, 2)) >= PAPER) & ~shown.any(axis=0)] = False
    if not white.any():
        return Glare(*(np.zeros(n, np.bool_) for _ in range(4)))
    whites = _sums(white.view(np.uint8))
    hidden = np.stack([_hidden(whites, mark, clear) for mark, clear in zip(both, shown, strict=True)])
    banner = np.asarray(hidden.any(axis=0) & (hidden | shown).all(axis=0), np.bool_)
    return Glare(hidden[0], hidden[1], _icons_hidden(whites, pale, marks.icons_alone), banner)


def _hidden(whites: NDArray[np.int32], mark: NDArray[np.float32], shown: Bools) -> Bools:
    """Which strips, [n], that have not ``shown`` this ``mark`` [n, 5] are white where those have it that
    clearly do.
    """
    clear = shown & (mark[:, 0] >= CLEAR)
    if not clear.any():
        return clear
    usual = np.median(mark[clear, 1:], axis=0)[None]
    return np.asarray(~shown & (_means(whites, usual)[:, 0] >= HIDES), np.bool_)


def _icons_hidden(whites: NDArray[np.int32], pale: NDArray[np.uint8], icons: NDArray[np.float32]) -> Bools:
    """Which strips, [n], show no icon of their own but white, where others have one of their ``icons``
    [n, 8, 5], on strips that are not ``pale`` [n, h, w].
    """
    seen = icons[..., 0] >= CLEAR
    places = icons[seen][:, 1:]
    share = _means(whites, places)
    if not (share >= HIDES).any():
        return np.zeros(len(icons), np.bool_)
    off = np.abs(icons[:, :, None, 1:3] - places[None, None, :, :2]).max(axis=3)
    own = (seen[:, :, None] & (off < places[:, 2:].max(axis=1) / 2)).any(axis=1)
    return np.asarray(((share >= HIDES) & ~own).any(axis=1) & (_around(pale, icons, seen) < PALE), np.bool_)


def _around(pale: NDArray[np.uint8], icons: NDArray[np.float32], seen: Bools) -> float:
    """How ``pale`` [n, h, w] most strips are around the ``icons`` [n, 8, 5] that are ``seen`` [n, 8]."""
    places = icons[seen][:, 1:]
    strip = np.nonzero(seen)[0]
    inner, outer = places, places * np.array([1, 1, AROUND, AROUND], np.float32)
    sums = _sums(pale)
    within, whole = (_means(sums, each)[strip, np.arange(len(strip))] for each in (inner, outer))
    return float(np.median((AROUND**2 * whole - within) / (AROUND**2 - 1)))


def _sums(pictures: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The sums of all that lies above and to the left of each corner of the pixels of ``pictures`` [n, h, w]:
    [n, h + 1, w + 1] (Crow's summed-area tables).
    """
    return np.stack([np.asarray(cv2.integral(picture), np.int32) for picture in pictures])


def _means(sums: NDArray[np.int32], places: NDArray[np.float32]) -> NDArray[np.float64]:
    """The mean of each strip at each of k ``places`` [k, 4] (x, y, width, height) by its ``sums``, [n, k]."""
    middles, half = places[:, :2], places[:, 2:] / 2
    most = (sums.shape[2] - 1, sums.shape[1] - 1)
    left, top = np.clip((middles - half) / EVERY, 0, most).astype(np.intp).T
    right, low = np.clip(np.ceil((middles + half) / EVERY), 0, most).astype(np.intp).T
    inside = sums[:, low, right] - sums[:, top, right] - sums[:, low, left] + sums[:, top, left]
    return np.asarray(inside / np.maximum((right - left) * (low - top), 1), np.float64)
