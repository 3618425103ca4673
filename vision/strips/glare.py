"""Print that a lamp's reflection hides on a strip: it is not missing, it cannot be seen.

In a glare a picture is white, ink and all. A card in a glare stays a face and keeps its place in a pile;
nothing is read where it is white, and it may have more icons than can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.common.arrays import Bools, Floats32, Picture
from vision.strips.marks import CLEAR_MARK, Marks
from vision.strips.raster import STEP, Sums, means, sums

# What counts as white, and what a white place hides.
#: A pixel is white from this value in all three channels.
WHITE = 240
#: Share of a place that is white where a glare hides the place.
WHITE_HIDES = 0.6
#: A mark less white than `WHITE_HIDES` is there from this probability.
FAINT_UNDER_GLARE = 0.2
#: A mark this white shows no ink: its surroundings misled the finder.
NO_INK = 0.97
#: Icons whose surroundings are paler than this are printed on white, which looks like a glare.
PALE = 190
#: The surroundings of an icon, in its own sizes.
ICON_SURROUNDINGS = 1.5
#: A strip as white as this without a letter or a number is paper, or wholly in a glare.
PAPER = 0.6


@dataclass(frozen=True)
class Glare:
    """On which strips a glare hides the letter, the number, or a place for an icon, [n] each. ``banner``:
    where it hides the letter or the number, and the other, too, is hidden or seen. ``white`` [n, rows,
    columns]: the cells that are white (`vision.strips.raster`).
    """

    letter: Bools
    number: Bools
    icons: Bools
    banner: Bools
    white: Bools


def glare_on(strips: Picture, marks: Marks) -> Glare:
    """The glare on strips of one printing, uint8 ``[n, 152, 344, 3]``, on which ``marks`` were found."""
    blue, green, red = np.moveaxis(strips[:, ::STEP, ::STEP], 3, 0)
    lightness = np.minimum(np.minimum(blue, green), red)  # much faster than min(axis=3)
    white = lightness >= WHITE
    both = marks.letter, marks.number
    own = np.stack([means(sums(white), mark[:, 1:]).diagonal() for mark in both])
    likely = np.stack([mark[:, 0] for mark in both])
    least = np.where(own < WHITE_HIDES, FAINT_UNDER_GLARE, CLEAR_MARK)
    seen = (own < NO_INK) & (likely >= least)
    white[(white.mean(axis=(1, 2)) >= PAPER) & ~seen.any(axis=0)] = False
    if not white.any():
        none = np.zeros(len(strips), np.bool_)
        return Glare(none, none, none, none, white)
    whites = sums(white)
    hidden = np.stack([_hidden(whites, mark, there) for mark, there in zip(both, seen, strict=True)])
    banner = np.asarray(hidden.any(axis=0) & (hidden | seen).all(axis=0), np.bool_)
    icons = _icons_hidden(whites, lightness, marks.icons)
    return Glare(hidden[0], hidden[1], icons, banner, white)


def _hidden(whites: Sums, mark: Floats32, seen: Bools) -> Bools:
    """Which strips, [n], on which this ``mark`` [n, 5] is not ``seen`` [n] are white where the clear marks
    stand on other strips.
    """
    clear = seen & (mark[:, 0] >= CLEAR_MARK)
    if not clear.any():
        return clear
    median = np.median(mark[clear, 1:], axis=0)[None]
    return np.asarray(~seen & (means(whites, median)[:, 0] >= WHITE_HIDES), np.bool_)


def _icons_hidden(whites: Sums, lightness: Picture, icons: Floats32) -> Bools:
    """Which strips, [n], are white without an icon where others have one of their ``icons`` [n, 8, 5].

    ``lightness`` [n, h, w]: nothing is told of icons that are printed on white.
    """
    seen = icons[..., 0] >= CLEAR_MARK
    places = icons[seen][:, 1:]
    white = means(whites, places) >= WHITE_HIDES
    if not white.any():
        return np.zeros(len(icons), np.bool_)
    off = np.abs(icons[:, :, None, 1:3] - places[None, None, :, :2]).max(axis=3)
    own = (seen[:, :, None] & (off < places[:, 2:].max(axis=1) / 2)).any(axis=1)
    printed_on_white = _around(lightness, icons, seen) >= PALE
    return np.asarray((white & ~own).any(axis=1) & (not printed_on_white), np.bool_)


def _around(lightness: Picture, icons: Floats32, seen: Bools) -> float:
    """The median ``lightness`` [n, h, w] around the ``icons`` [n, 8, 5] that are ``seen`` [n, 8]."""
    places, larger = icons[seen][:, 1:], ICON_SURROUNDINGS
    strip = np.nonzero(seen)[0]
    outer = places * np.array([1, 1, larger, larger], np.float32)
    summed = sums(lightness)
    within, whole = (means(summed, each)[strip, np.arange(len(strip))] for each in (places, outer))
    return float(np.median((larger**2 * whole - within) / (larger**2 - 1)))
