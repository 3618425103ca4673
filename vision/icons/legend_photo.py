"""The icons of a legend photo: six category cards in reading order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.errors import RefusedInput, phrase
from vision.arrays import Picture
from vision.detect.detections import CATEGORY
from vision.detect.detector import Detector
from vision.detect.score import BELIEVED
from vision.detect.turn import set_upright
from vision.geometry import quads
from vision.geometry.grid import expected_corners
from vision.icons.encode import CATEGORIES, cut_icon
from vision.photo.load import load_photo
from vision.shelf.lattice import place_cards
from vision.strips.marks import VIEW_HEIGHT, VIEW_WIDTH, find

Quads = NDArray[np.float32]

#: So many category cards make a legend of which the rest is looked for, down to this probability of a card.
MOST_OF_SIX, UNLIKELY = 4, 0.1
#: How much the logarithm of a card's size may differ from the usual one, and how many degrees its turn, for
#: it to be one of six that lie in rows.
ALIKE, UPRIGHT = 0.1, 8.0
CARD_WIDTH = 224  #: pixels of an upright category card
ZOOMS = (1.0, 0.85, 1.2, 1.45)  #: sizes at which an icon is cut, as shares of the size that was found
GROUND = 22  #: how much a card's colour differs from the ground of a scan, of 255
#: A block of cards that touch covers so much of the photo at least, and fills so much of its rectangle; how
#: wide a card is for its height; and how much of the photo's edge may be of another colour than the ground.
LEAST_BLOCK, FULL_BLOCK, BLOCK_CARD, OTHER_EDGE = 0.15, 0.9, 0.7, 0.1
#: Pixels: a category card shown so small has an icon as large as a strip's.
CATEGORY_CARD_WIDTHS = (32, 38, 46)


def category_icons(source: str | Path | bytes | Picture) -> list[list[Picture]]:
    """Pictures of each category's icon, uint8 ``[32, 32, 3]``, in the order in which the cards lie.

    Each icon is cut at several sizes, the likeliest first: how much of its frame belongs to it is a guess.

    The cards lie in rows, each read from the left, the top row first, and are the six of RULES 1 in its
    order.

    Raises:
        PhotoError: ``source`` is no photo.
        LegendError: it does not show six category cards.
    """
    photo = load_photo(source)
    corners = category_cards(photo)
    if len(corners) != len(CATEGORIES):
        raise LegendError(
            phrase(
                "The legend shows {found} category cards and not six; photograph the six category cards "
                "side by side from above, with a little of the table around them.",
                found=len(corners),
            )
        )
    cards = [_upright(photo, quad) for quad in in_reading_order(corners)]
    boxes = _icon_boxes(cards)
    return [
        [cut_icon(card, x, y, size * zoom) for zoom in ZOOMS]
        for card, (x, y, size) in zip(cards, boxes, strict=True)
    ]


def category_cards(photo: Picture) -> Quads:
    """Corners of the category cards in a photo, ``[n, 4, 2]``, in no order, upright as the photo is."""
    scanned = _cards_on_plain_ground(photo)
    if len(scanned) == len(CATEGORIES):
        return scanned
    maybe = Detector.default().weighed(photo)
    found = maybe[maybe.score >= BELIEVED]
    if len(found) != len(CATEGORIES):  # six cards and nothing else: what else could they be
        found = found[found.kind == CATEGORY]
    if MOST_OF_SIX <= len(found) < len(CATEGORIES):  # the sixth may be unlike the others
        found = maybe[np.argsort(-maybe.score)[: len(CATEGORIES)]]
        found = found[found.score >= UNLIKELY]
    cards = mended(set_upright(replace(found, kind=np.full(len(found), CATEGORY, np.int8))))
    if len(cards) != len(CATEGORIES) and len(block := _cards_of_one_block(photo)):
        return block
    return cards


def mended(corners: Quads) -> Quads:
    """The cards ``[n, 4, 2]`` of a legend; those overlooked, or taken for something on them, put right.

    All six have one size and one turn. Where those that have it fill some places of two rows of three, or of
    any other rows of six in all, the rest are set where the grid of these has them; else all stay as they
    are.
    """
    if not MOST_OF_SIX <= len(corners) <= len(CATEGORIES):
        return corners
    size = np.log(np.maximum(np.sqrt(np.abs(quads.areas(corners))), 1e-6))
    turn = quads.common_turn(corners)
    alike = (np.abs(size - np.median(size)) < ALIKE) & (
        quads.degrees_apart(quads.turns(corners), turn) < UPRIGHT
    )
    own = np.asarray(corners[alike], np.float64)
    if not MOST_OF_SIX <= len(own) < len(CATEGORIES):
        return corners
    # which way is up their pictures need not say, so they are placed as face-down cards are
    placed = place_cards(own, np.zeros(len(own), np.bool_))
    across, down = (int(last) + 1 for last in placed.cells.max(axis=0))
    if placed.shelf.any() or across * down != len(CATEGORIES):
        return corners
    taken = {(x, y) for x, y in placed.cells.tolist()}
    gaps = np.array([(x, y) for x in range(across) for y in range(down) if (x, y) not in taken], np.float64)
    return np.concatenate([own, expected_corners(placed.cells.astype(np.float64), own, gaps)]).astype(
        np.float32
    )


def _cards_on_plain_ground(photo: Picture) -> Quads:
    """Upright cards of one size on a ground of one colour, as in a scan: ``[n, 4, 2]``; else empty."""
    apart, scale = _apart_from_ground(photo)
    _, _, stats, _ = cv2.connectedComponentsWithStats(apart, connectivity=4)
    boxes = np.array([s[:4] for s in stats[1:] if s[2] * s[3] > 0.02 * apart.size], np.float32).reshape(-1, 4)
    if len(boxes) == 0 or (boxes[:, 2:].max(axis=0) > 1.1 * boxes[:, 2:].min(axis=0)).any():
        return np.zeros((0, 4, 2), np.float32)  # of several sizes, or turned: no scan of cards
    x, y, w, h = boxes.T
    corners = np.stack([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
    return np.asarray(corners.transpose(2, 0, 1) / scale, np.float32)


def _cards_of_one_block(photo: Picture) -> Quads:
    """Six cards that touch one another on a ground of one colour, in the rows that their block has room for:
    ``[6, 4, 2]``; empty where there is no such block.
    """
    apart, scale = _apart_from_ground(photo)
    block = cv2.findNonZero(cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)))
    edge = np.concatenate([apart[0], apart[-1], apart[:, 0], apart[:, -1]])
    if block is None or edge.mean() > OTHER_EDGE:
        return np.zeros((0, 4, 2), np.float32)
    (x, y), (width, height), turn = cv2.minAreaRect(block)
    if width * height < LEAST_BLOCK * apart.size or len(block) < FULL_BLOCK * width * height:
        return np.zeros((0, 4, 2), np.float32)
    quarters = round(turn / 90)  # OpenCV counts the turn from either side
    if quarters % 2:
        width, height = height, width
    angle = np.radians(turn - 90 * quarters)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    upright = (_in_rows(width / height) - 0.5) * (width, height)
    return np.asarray((upright @ rotation + (x, y)) / scale, np.float32)


def _in_rows(shape: float) -> NDArray[np.float64]:
    """Six equal cards that fill a block so many times as wide as high: their corners in it, 0 to 1,
    ``[6, 4, 2]``.
    """
    count = len(CATEGORIES)
    rows = min((1, 2, 3, 6), key=lambda n: abs(np.log(shape * (n * n / count) / BLOCK_CARD)))
    columns = count // rows
    card = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    cells = np.array([(column, row) for row in range(rows) for column in range(columns)])
    return np.asarray((cells[:, None] + card) / (columns, rows), np.float64)


def _apart_from_ground(photo: Picture) -> tuple[Picture, float]:
    """Where a photo differs from the colour of its edge, 0 or 1, and the scale at which it was looked at."""
    scale = min(1.0, 800 / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edge = np.concatenate([small[:3].reshape(-1, 3), small[-3:].reshape(-1, 3), small[:, :3].reshape(-1, 3)])
    apart = np.abs(small.astype(np.int16) - np.median(edge, axis=0).astype(np.int16)).max(axis=2) > GROUND
    return np.asarray(apart, np.uint8), scale


def in_reading_order(corners: Quads) -> Quads:
    """Cards sorted row by row from the top, each from the left, as seen upright."""
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


def _upright(photo: Picture, quad: NDArray[np.float32]) -> Picture:
    """A card ``CARD_WIDTH`` pixels wide, in its proportions in the photo."""
    one = quad[None]
    height = round(
        CARD_WIDTH * float(np.clip(quads.heights(one)[0] / max(quads.widths(one)[0], 1), 0.6, 2.2))
    )
    target = np.array([[0, 0], [CARD_WIDTH, 0], [CARD_WIDTH, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(photo, matrix, (CARD_WIDTH, height), flags=cv2.INTER_AREA), np.uint8
    )


def _icon_boxes(cards: list[Picture]) -> list[tuple[float, float, float]]:
    """x, y and size of each card's icon in its pixels; a card without a clear one takes the others' place."""
    best = np.zeros((len(cards), 4))
    for width in CATEGORY_CARD_WIDTHS:
        scale = width / CARD_WIDTH
        views = np.stack([_finder_view(card, scale) for card in cards])
        peaks = find(views).icons[:, 0, :4]
        left, top = (VIEW_WIDTH - width) // 2, 0
        for i, (probability, x, y, size) in enumerate(peaks):
            inside = 0 < x - left < width
            if inside and probability > best[i, 0]:
                best[i] = probability, (x - left) / scale, (y - top) / scale, size / scale
    sure = best[best[:, 0] > 0.3]
    if len(sure) == 0:
        return [(CARD_WIDTH / 2, card.shape[0] / 2, CARD_WIDTH * 0.6) for card in cards]
    usual = np.median(sure[:, 1:], axis=0)
    out = []
    for probability, *box in best:
        off = np.abs(np.array(box) - usual).max() > 0.15 * CARD_WIDTH
        x, y, size = usual if probability <= 0.3 or off else box
        out.append((float(x), float(y), float(size)))
    return out


def _finder_view(card: Picture, scale: float) -> Picture:
    """A category card as the finder was trained to see it: small, in the middle of an even ground."""
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[:VIEW_HEIGHT]
    view = np.empty((VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    view[:] = np.median(card.reshape(-1, 3), axis=0)
    left = (VIEW_WIDTH - small.shape[1]) // 2
    view[: small.shape[0], left : left + small.shape[1]] = small
    return view


class LegendError(RefusedInput):
    """A photo that is no legend."""
