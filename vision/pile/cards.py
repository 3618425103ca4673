"""The cards in a photo of a solo pile, each in its whole width and at its place in a column.

Mostly the top strips of cards show. A column may cover a side of the next column, whose strips then seem too
narrow. The detector, too, may take a strip for two. All cards have one width, so a narrow strip
is widened on the side where a neighbour begins. All cards of a printing have letter and number at one place,
too: of a card widened on the wrong side, print stands too far to the left or to the right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.common.arrays import Bools, Floats, Ints
from vision.detect.detections import STRIP, Detections, Placed
from vision.geometry.grid import Placement
from vision.geometry.plane import lengths_there
from vision.geometry.quads import TYPICAL_HEIGHT, keep_best, sides
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify
from vision.strips.marks import Strips
from vision.strips.rectify import BLANK_MARGIN
from vision.strips.visibility import touches

# Columns

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


# Whole cards

# Which cards of a pile others cover.
#: Another card covers a part of a card that lacks more than this share of the typical width.
NARROW = 0.1
#: Another card covers a side if it lies this many card widths beyond the side.
BESIDE_SIDE = 0.04
#: Two sides are in line if they lie less than this many card widths apart.
IN_LINE = 0.08


# When print shows that the other side of a card is hidden. Distances are in card widths.
#: Fewest cards in full view that show where letter and number stand.
FEWEST_WHOLE = 3
#: Print in its place stands nearer to it than this.
PRINT_NEAR = 0.05
#: Print of a card widened on the wrong side stands further from its place by more than this.
PRINT_FARTHER = 0.05
#: Letter and number tell the place above this sum of their probabilities.
CLEAR_PRINT = 1.0
#: Below this sum a card shows neither: it was widened on the side that was in view.
UNSEEN_PRINT = 0.3


def pile_cards(found: Detections, size: tuple[int, int]) -> tuple[Detections, Floats]:
    """The cards of a pile in a photo of ``size`` (width, height), with their whole widths.

    Also the share of each card's width that other columns hide on the left and on the right, [n, 2].
    """
    seen = found.corners.astype(np.float64)
    corners, hidden = uncovered(seen, ~touches(seen, size))
    found = replace(found, corners=corners.astype(np.float32))
    # two pieces of a strip are now the same card
    kept = np.sort(keep_best(found.corners, found.score - hidden.sum(axis=1).astype(np.float32)))
    return found[kept], hidden[kept]


def uncovered(corners: Floats, cards: Bools) -> tuple[Floats, Floats]:
    """Corners [n, 4, 2] with the whole widths of those ``cards`` [n] that others partly cover.

    Also the share of each width that is covered on the left and on the right, [n, 2]. A card stays as it is
    where nothing tells which side is hidden.
    """
    whole, hidden = corners.copy(), np.zeros((len(corners), 2))
    across = corners[:, 1] - corners[:, 0]
    longer = np.exp(-lengths_there(np.linalg.norm(across, axis=1), corners[:, :2].mean(axis=1)))
    narrow = 1 - 1 / longer > NARROW
    for i in np.flatnonzero(cards & narrow).tolist():
        side = _covered_side(corners, i)
        if side is None:
            side = _side_inside_column(corners, i, ~narrow)
        if side is None:
            continue
        missing = (longer[i] - 1) * across[i]
        if side == 0:
            whole[i, [0, 3]] -= missing
        else:
            whole[i, [1, 2]] += missing
        hidden[i, side] = 1 - 1 / longer[i]
    return whole, hidden


def _covered_side(corners: Floats, i: int) -> int | None:
    """The side of card i, 0 left or 1 right, at which another card begins; None at both or at neither."""
    # a third of the way down: near its corners a strip may touch the cards above and below
    sides = corners[i, [0, 1]] + (corners[i, [3, 2]] - corners[i, [0, 1]]) / 3
    points = sides + BESIDE_SIDE * np.array([[-1], [1]]) * (corners[i, 1] - corners[i, 0])
    others = np.delete(corners, i, axis=0).astype(np.float32)
    covers = [any(cv2.pointPolygonTest(q, (x, y), False) >= 0 for q in others) for x, y in points.tolist()]
    return covers.index(True) if sum(covers) == 1 else None


def _side_inside_column(corners: Floats, i: int, whole: Bools) -> int | None:
    """The side of card i, 0 left or 1 right, that ends short of its column's; None where both do, or neither.

    The nearest of the ``whole`` cards [n] above or below with a side in line shows where the column ends.
    """
    across, down = corners[i, 1] - corners[i, 0], corners[i, 3] - corners[i, 0]
    frame = np.stack([across, down / max(float(np.linalg.norm(down)), 1e-6) * np.linalg.norm(across)], axis=1)
    ends = (corners[whole][:, :2] - corners[i, :2]) @ np.linalg.pinv(frame).T
    off = np.abs(ends[:, :, 0])
    column = np.flatnonzero((off < IN_LINE).any(axis=1))
    if len(column) == 0:
        return None
    nearest = column[np.abs(ends[column, 0, 1]).argmin()]
    ends_there = (off[nearest] < IN_LINE).tolist()
    return ends_there.index(False) if sum(ends_there) == 1 else None


def with_printed_side(photo: Photo, cards: Detections, hidden: Floats) -> tuple[Detections, Floats]:
    """The cards of a pile in a photo, uint8 BGR [H, W, 3], moved where print shows that the other side is
    hidden; and ``hidden`` [n, 2], the share of each width that is hidden on the left and on the right.
    """
    doubtful = np.flatnonzero((hidden.max(axis=1) > BLANK_MARGIN) & (hidden.min(axis=1) <= 0))
    whole = hidden.max(axis=1) <= 0
    if len(doubtful) == 0 or whole.sum() < FEWEST_WHOLE:
        return cards, hidden
    moved = cards.corners.copy()
    across = (cards.corners[:, 1] - cards.corners[:, 0])[:, None]
    moved += ((hidden[:, 0] - hidden[:, 1])[:, None, None] * across).astype(np.float32)
    both = np.concatenate([cards.corners, moved[doubtful]])
    marks = Strips.at(Pyramid.of(photo), both).marks(guessed=True)
    places = np.stack([marks.letter[:, 1], marks.number[:, 1]], axis=1) / rectify.SCALE
    n = len(cards)
    off = np.abs(places - np.median(places[:n][whole], axis=0)).max(axis=1)
    seen = marks.letter[:, 0] + marks.number[:, 0]
    off[:n][seen[:n] < UNSEEN_PRINT] = np.inf
    clear = seen[n:] > CLEAR_PRINT
    nearer = (off[n:] < PRINT_NEAR) & (off[doubtful] > off[n:] + PRINT_FARTHER)
    other = doubtful[clear & nearer]
    corners, shares = cards.corners.copy(), hidden.copy()
    corners[other], shares[other] = moved[other], hidden[other][:, ::-1]
    return replace(cards, corners=corners), shares


def placed_in_pile(found: Detections, photo: Photo) -> Placed:
    """The cards of a solo pile in a photo, uint8 BGR [H, W, 3], by column and place in the column."""
    photo = Pyramid.of(photo)
    cards, hidden = with_printed_side(photo, *pile_cards(found, photo.size))
    columns, none = columns_of_pile(cards.corners, cards.kind), np.zeros(len(cards), np.int64)
    return Placed(cards, Placement(none, columns.place, columns.column, none, np.ones(len(cards))), hidden)
