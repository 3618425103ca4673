"""The icons of a legend photo: cut out of the six category cards, in reading order."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from scorer.errors import RefusedInput, phrase
from vision.common.arrays import Picture
from vision.geometry import quads
from vision.icons.encode import cut_icon
from vision.icons.legend_cards import category_cards, in_reading_order
from vision.photo.load import load_photo
from vision.strips.marks import VIEW_HEIGHT, VIEW_WIDTH, find

CARD_WIDTH = 224  #: pixels of an upright category card


# How the icon of a category card is found and cut.
#: The sizes at which an icon is cut, in the size that was found: its frame may belong to it or not.
LEGEND_ZOOMS = (1.0, 0.85, 1.2, 1.45)
#: The widths in pixels at which the finder sees a card; the icon is then as large as a strip's.
VIEW_WIDTHS = (32, 38, 46)
#: An icon is clear above this probability.
CLEAR_ICON = 0.3
#: An icon further than this from the usual place or size is replaced by the usual one, in card widths.
ICON_TOLERANCE = 0.15
#: The size of an icon where none is clear, in card widths.
DEFAULT_ICON_SIZE = 0.6


class LegendError(RefusedInput):
    """A photo that is no legend."""


def category_icons(source: str | Path | bytes | Picture) -> list[list[Picture]]:
    """Pictures of each category's icon, uint8 ``[32, 32, 3]``: each at several sizes, the likeliest size
    first.

    The cards lie in rows, in the order of RULES 1 from the left, the top row first.

    Raises:
        PhotoError: ``source`` is no photo.
        LegendError: it does not show six category cards.
    """
    photo = load_photo(source)
    corners = category_cards(photo)
    if len(corners) != len(CATEGORIES):
        raise LegendError(
            phrase(
                "{found}: lay all six in two rows of three and photograph them from above, with a little of "
                "the table around them.",
                found=phrase("Category cards found: {n}", n=len(corners))
                if len(corners)
                else phrase("No category cards found"),
            )
        )
    cards = [_upright(photo, quad) for quad in in_reading_order(corners)]
    boxes = _icon_boxes(cards)
    return [
        [cut_icon(card, x, y, size * zoom) for zoom in LEGEND_ZOOMS]
        for card, (x, y, size) in zip(cards, boxes, strict=True)
    ]


def _upright(photo: Picture, quad: NDArray[np.float32]) -> Picture:
    """A card ``CARD_WIDTH`` pixels wide, in its proportions in the photo."""
    one = quad[None]
    shape = float(np.clip(quads.heights(one)[0] / max(quads.widths(one)[0], 1), 0.6, 2.2))
    height = round(CARD_WIDTH * shape)
    target = np.array([[0, 0], [CARD_WIDTH, 0], [CARD_WIDTH, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(photo, matrix, (CARD_WIDTH, height), flags=cv2.INTER_AREA), np.uint8
    )


def _icon_boxes(cards: list[Picture]) -> list[tuple[float, float, float]]:
    """x, y and size of each card's icon in its pixels; a card without a clear one takes the usual box."""
    best = np.zeros((len(cards), 4))
    for width in VIEW_WIDTHS:
        scale = width / CARD_WIDTH
        views = np.stack([_finder_view(card, scale) for card in cards])
        peaks = find(views).icons[:, 0, :4]
        left, top = (VIEW_WIDTH - width) // 2, 0
        for i, (probability, x, y, size) in enumerate(peaks):
            inside = 0 < x - left < width
            if inside and probability > best[i, 0]:
                best[i] = probability, (x - left) / scale, (y - top) / scale, size / scale
    clear = best[best[:, 0] > CLEAR_ICON]
    if len(clear) == 0:
        size = CARD_WIDTH * DEFAULT_ICON_SIZE
        return [(CARD_WIDTH / 2, card.shape[0] / 2, size) for card in cards]
    median = np.median(clear[:, 1:], axis=0)
    out = []
    for probability, *box in best:
        off = np.abs(np.array(box) - median).max() > ICON_TOLERANCE * CARD_WIDTH
        x, y, size = median if probability <= CLEAR_ICON or off else box
        out.append((float(x), float(y), float(size)))
    return out


def _finder_view(card: Picture, scale: float) -> Picture:
    """A category card as the finder was trained to see it: small, in the middle of an even background."""
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:VIEW_HEIGHT]
    view = np.empty((VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    view[:] = np.median(card.reshape(-1, 3), axis=0)
    left = (VIEW_WIDTH - small.shape[1]) // 2
    view[: small.shape[0], left : left + small.shape[1]] = small
    return view
