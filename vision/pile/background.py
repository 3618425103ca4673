"""Finds in a photo of a pile that are background: to the detector the pattern of a table or a cloth may look
like strips, beside the pile or at the ends of its columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Bools, Floats, Floats32, Picture
from vision.detect.detections import Detections
from vision.geometry.places import free_places
from vision.geometry.quads import Quads, widths
from vision.photo.colours import colour_distances, colour_quantiles
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify
from vision.strips.glare import glare_on
from vision.strips.marks import Marks

#: The places around a strip whose colours it is compared with, in card widths across and down.
STRIP_SURROUNDINGS = np.array([(x, y) for x in np.arange(-3, 3.1, 0.5) for y in np.arange(-3, 3.1, 0.3)])


@dataclass(frozen=True)
class StripColourSettings:
    """The part of a strip whose colours are compared."""

    #: How far down the card it reaches, in card widths.
    depth: float = 0.2
    #: One in so many pixels is looked at, across and down.
    every: int = 4


@dataclass(frozen=True)
class PileBackgroundSettings:
    """When a strip of a pile is background, by `vision.photo.colours.colour_distances`."""

    #: Only strips that show less print than usual by more than this may be background.
    less_print: float = 0.4
    #: Cards lie no further than this from the nearest upper edge, in card widths.
    furthest: float = 0.75
    #: Background has the colours of some place around, up to this difference.
    background: float = 2.6
    #: Background differs from the pile's strips by this much more than from that place.
    strips: float = 4.0
    #: This many strips may also be background and do not count for the difference.
    others: int = 2


PILE_BACKGROUND = PileBackgroundSettings()


def is_background(
    photo: Photo,
    cards: Detections,
    strips: Picture,
    marks: Marks,
    settings: PileBackgroundSettings = PILE_BACKGROUND,
) -> Bools:
    """Which finds of a pile in a photo, uint8 BGR [H, W, 3], are background, [n].

    They show less print than most, and either lie apart from all others or have the colours of the background
    and not those of the pile. ``strips`` and ``marks``: of the n finds (`vision.strips.rectify.strips`).
    """
    out = np.zeros(len(cards), np.bool_)
    if len(cards) <= settings.others + 1:
        return out
    less = marks.shown < np.median(marks.shown) - settings.less_print
    if not less.any():
        return out
    less &= ~glare_on(strips, marks).banner
    out[less] = _steps(cards.corners)[less] > settings.furthest
    colours = strip_colours(strips)
    for i in np.flatnonzero(less & ~out):
        places = background_around(cards.corners, int(i), Pyramid.of(photo).size)
        if len(places):
            around = strip_colours(rectify.strips(photo, places))
            to_background = colour_distances(colours[[i]], around).min()
            between = colour_distances(colours[[i]], np.delete(colours, i, axis=0))[0]
            to_strips = np.sort(between)[settings.others]
            alike = to_background < settings.background
            out[i] = alike and to_strips - to_background > settings.strips
    return out


def background_around(corners: Quads, i: int, size: tuple[int, int]) -> Quads:
    """Free places around card i of a pile, [n, 4, 2], in a photo of ``size`` (width, height), each as large
    as its strip: float32 [m, 4, 2].
    """
    across = corners[i, 1] - corners[i, 0]
    down = corners[i, [3, 2]] - corners[i, :2]
    down *= np.linalg.norm(across) / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    strip = np.concatenate([corners[i, :2], (corners[i, :2] + StripColourSettings.depth * down)[::-1]])
    return free_places(strip, STRIP_SURROUNDINGS @ np.stack([across, down.mean(axis=0)]), corners, size)


def _steps(corners: Quads) -> Floats:
    """How far the upper edge of each card, [n, 4, 2], is from the nearest other, [n], in its widths."""
    middles = corners[:, :2].mean(axis=1).astype(np.float64)
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(far, np.inf)
    return np.asarray(far.min(axis=1) / np.maximum(widths(corners), 1e-6), np.float64)


def strip_colours(
    strips: NDArray[np.uint8], settings: StripColourSettings = StripColourSettings()
) -> Floats32:
    """The colours of strips, [n, 19, 3], without the table around them.

    `vision.strips.rectify.strips` cut them.
    """
    top, left = round(-rectify.TOP * rectify.SCALE), round(-rectify.LEFT * rectify.SCALE)
    low, right = top + round(settings.depth * rectify.SCALE), left + rectify.SCALE
    return colour_quantiles(strips[:, top : low : settings.every, left : right : settings.every])
