"""A legend photo: its six category cards are found and sorted in reading order, their icons cut out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from scorer.errors import RefusedInput, phrase
from vision.common.arrays import Picture
from vision.detect.detections import CATEGORY
from vision.detect.detector import Detector
from vision.detect.score import CARD_THRESHOLD
from vision.detect.turn import set_upright
from vision.geometry import quads
from vision.geometry.grid import Grid
from vision.geometry.quads import Quads
from vision.icons.encode import cut_icon
from vision.photo.load import load_photo
from vision.shelf.lattice import place_cards
from vision.strips.marks import VIEW_HEIGHT, VIEW_WIDTH, find

CARD_WIDTH = 224  #: pixels of an upright category card


# How the icon of a category card is found and cut.
#: The sizes at which an icon is cut, in the size that was found: its frame may belong to it or not.
LEGEND_ZOOMS = (1.0, 0.85, 1.2, 1.45)
#: The widths in pixels at which the finder sees a card; the icon is then as large as a strip's.
VIEW_WIDTHS = (32, 38, 46)
#: An icon is clear above this probability.
CLEAR_ICON = 0.3
#: An icon further than this from the median place or size takes the median, in card widths.
ICON_TOLERANCE = 0.15
#: The size of an icon where none is clear, in card widths.
DEFAULT_ICON_SIZE = 0.6


# When detections are the six cards of a legend.
#: So many category cards make a legend; the rest is then looked for.
LEAST_LEGEND_CARDS = 4
#: The least score of a card that is looked for.
LEAST_CARD_SCORE = 0.1
#: A card of the rows differs from the median size by less than this, in natural logs of the side.
SIZE_TOLERANCE = 0.1
#: A card of the rows is turned from the others by less than this, in degrees.
TURN_TOLERANCE = 8.0
#: On a background of one colour, as in a scan, a card differs from it by more levels than this …
SCAN_CONTRAST = 22
#: … covers at least this share of the photo …
LEAST_CARD_SHARE = 0.02
#: … fills its upright box to this share …
LEAST_FILL = 0.92
#: … and the largest card is at most this many times as wide, and as high, as the smallest.
MOST_SIZE_RATIO = 1.1


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
    """x, y and size of each card's icon in its pixels; a card without a clear icon takes the median box."""
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


def category_cards(photo: Picture) -> Quads:
    """Corners of the category cards in a photo, ``[n, 4, 2]``, in no order, upright as the photo is."""
    scanned = _scanned(photo)
    if len(scanned):
        return scanned
    detections = Detector.default().weighed(photo)
    found = detections[detections.score >= CARD_THRESHOLD]
    if len(found) != len(CATEGORIES):  # six cards and nothing else are the legend, whatever their kind
        found = found[found.kind == CATEGORY]
    if LEAST_LEGEND_CARDS <= len(found) < len(CATEGORIES):  # the sixth may be unlike the others
        found = detections[np.argsort(-detections.score)[: len(CATEGORIES)]]
        found = found[found.score >= LEAST_CARD_SCORE]
    upright = set_upright(replace(found, kind=np.full(len(found), CATEGORY, np.int8)))
    return completed(upright)


def _scanned(photo: Picture) -> Quads:
    """Six upright cards of one size that lie apart on a background of one colour, ``[6, 4, 2]``; empty where
    there are none.
    """
    scale = min(1.0, 800 / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edge = np.concatenate([small[:3].reshape(-1, 3), small[-3:].reshape(-1, 3), small[:, :3].reshape(-1, 3)])
    difference = np.abs(small.astype(np.int16) - np.median(edge, axis=0).astype(np.int16)).max(axis=2)
    foreground = (difference > SCAN_CONTRAST).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(foreground, connectivity=4)
    boxes = stats[1:].astype(np.float32)
    boxes = boxes[boxes[:, 2] * boxes[:, 3] > LEAST_CARD_SHARE * foreground.size]
    x, y, w, h, area = boxes.T
    if (
        len(boxes) != len(CATEGORIES)
        or max(np.ptp(np.log(w)), np.ptp(np.log(h))) > np.log(MOST_SIZE_RATIO)
        or (area < LEAST_FILL * w * h).any()  # turned, or no cards
    ):
        return np.zeros((0, 4, 2), np.float32)
    corners = np.stack([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
    return np.asarray(corners.transpose(2, 0, 1) / scale, np.float32)


def completed(corners: Quads) -> Quads:
    """The cards of a legend, ``[n, 4, 2]``, with the cards that were overlooked or taken for their pictures.

    All six cards have one size and one turn. Where the cards that agree fill some places of a full grid of
    six, the grid gives the places of the rest. Else all stay as they are.
    """
    fewest = LEAST_LEGEND_CARDS
    if not fewest <= len(corners) <= len(CATEGORIES):
        return corners
    size = np.log(np.maximum(np.sqrt(np.abs(quads.areas(corners))), 1e-6))
    turn = quads.common_turn(corners)
    of_one_size = (np.abs(size - np.median(size)) < SIZE_TOLERANCE) & (
        quads.degrees_apart(quads.turns(corners), turn) < TURN_TOLERANCE
    )
    own = np.asarray(corners[of_one_size], np.float64)
    if not fewest <= len(own) < len(CATEGORIES):
        return corners
    # placed as face-down cards: their pictures need not say which way is up
    placed = place_cards(own, np.zeros(len(own), np.bool_))
    across, down = (int(last) + 1 for last in placed.cells.max(axis=0))
    if placed.shelf.any() or across * down != len(CATEGORIES):
        return corners
    taken = {(x, y) for x, y in placed.cells.tolist()}
    gaps = np.array([(x, y) for x in range(across) for y in range(down) if (x, y) not in taken], np.float64)
    grid = Grid.fit(placed.cells.astype(np.float64), own)
    return np.concatenate([own, grid.corners(gaps)]).astype(np.float32)


def in_reading_order(corners: Quads) -> Quads:
    """Cards ``[n, 4, 2]`` sorted row by row from the top, each row from the left, as seen upright."""
    turn = np.radians(quads.common_turn(corners))
    middles = corners.mean(axis=1) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    height = float(np.median(quads.heights(corners)))
    rows: list[list[int]] = []
    for i in np.argsort(middles[:, 1]):
        if rows and middles[i, 1] - np.mean(middles[rows[-1], 1]) < 0.5 * height:
            rows[-1].append(int(i))
        else:
            rows.append([int(i)])
    return corners[[i for row in rows for i in sorted(row, key=lambda j: middles[j, 0])]]
