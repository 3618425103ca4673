"""The passes of the detector: the views it gets, how clear a pass is, and how passes are merged.

A view is an affine map of the whole photo, or of the part with the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, Detections, joined
from vision.detect.turn import is_aslant, parallel, shared_turn
from vision.geometry.plane import by_area, log_sizes, sizes_there, typical_width
from vision.geometry.quads import SAME_TURN, degrees_apart, heights, keep_best, moved, turns, widths
from vision.photo.pyramid import Pyramid

#: The sides of the network's input are multiples of this many pixels.
SIDE_MULTIPLE = 32
#: A 2 x 3 matrix from the photo's pixels to the input's, and the input's width and height.
View = tuple[NDArray[np.float64], tuple[int, int]]


@dataclass(frozen=True)
class PassSettings:
    """The scores from which the detections of a pass count, and when passes settle which cards are there."""

    #: Detections from this score on steer the next pass.
    steering: float = 0.2
    #: Detections of the second pass are reported from this score on.
    reported: float = 0.3
    #: Detections of the first pass that the second lacks are reported from this score on.
    reported_alone: float = 0.6
    #: Cards are suspected from this score on where no better detection lies: closer looks decide.
    suspected: float = 0.15
    #: A pass is clear when its reported detections have this mean score …
    clear: float = 0.78
    #: … and more than this share of their squared scores is in one turn.
    clear_share: float = 0.6
    #: Passes settle it only when the second has this many cards: fewer may be pictures on larger cards.
    fewest: int = 5
    #: Passes settle it only when each has this share of the other's number of cards.
    common_share: float = 0.7
    #: Cards at least as wide as this in the first pass need no second, in pixels of the network's input: a
    #: second would show them hardly larger.
    large: float = 68.0
    #: A detection this many times larger or smaller than most cards is no card.
    odd_size: float = 2.2
    #: A detection this many times larger or smaller than cards at its place gives way to any other detection.
    unusual_size: float = 1.3


PASSES = PassSettings()


def agreement(
    cards: Detections, weight: NDArray[np.float64] | float = 1.0, settings: PassSettings = PASSES
) -> float:
    """The sum of the squared scores of the cards in the most common turn, each times its ``weight`` [n].

    A back does not show which way is up, and tiles laid aslant look like backs. Beside other cards, a back
    counts when its sides are parallel to theirs.
    """
    says = np.where(cards.score >= settings.steering, cards.score.astype(np.float64) ** 2, 0.0) * weight
    if not says.any():
        return 0.0
    turn = shared_turn(cards, np.sqrt(says))
    off = degrees_apart(turns(cards.corners), turn)
    return float(says[(off < SAME_TURN) | ((cards.kind == FACE_DOWN) & parallel(cards, turn))].sum())


def worth(cards: Detections, settings: PassSettings = PASSES) -> float:
    """The `agreement` of a pass where each card counts by its area.

    The panels of a back may each be taken for a card, and would outnumber the cards.
    """
    seen = cards[cards.score >= settings.steering]
    return agreement(seen, widths(seen.corners) * heights(seen.corners), settings)


def is_clear(cards: Detections, settings: PassSettings = PASSES) -> bool:
    """Whether a pass is sure of most detections, so that no other turn need be tried."""
    seen = cards[cards.score >= settings.reported]
    return (
        len(seen) > 0
        and float(seen.score.mean()) >= settings.clear
        and agreement(seen, settings=settings) > settings.clear_share * float((seen.score**2).sum())
    )


def is_settled(first: Detections, second: Detections, settings: PassSettings = PASSES) -> bool:
    """Whether the second pass is clear, and both passes saw about the same number of cards.

    Where the second pass sees many more than the first, which steered it, there may be still more cards.
    """
    n, m = (int((cards.score >= settings.reported).sum()) for cards in (first, second))
    share = settings.common_share
    return is_clear(second, settings) and m >= settings.fewest and n >= share * m and m >= share * n


def is_enough(first: Detections, scale: float, settings: PassSettings = PASSES) -> bool:
    """Whether the first pass needs no second: it is clear, and its cards are large and stand straight.

    ``scale``: pixels of the network's input a pixel of the photo.
    """
    if not is_settled(first, first, settings):
        return False
    seen = first.corners[first.score >= settings.reported]
    wide = scale * np.median(widths(seen)) >= settings.large
    return bool(wide) and not is_aslant(seen, 0.0)


def merged(first: Detections, second: Detections, settings: PassSettings = PASSES) -> Detections:
    """The detections of the second pass, and the sure detections of the first that lie on none of these."""
    second, first = second[second.score >= settings.reported], first[first.score >= settings.reported_alone]
    both = joined([second, first])
    return _without_doubles(both, np.concatenate([second.score + 1, first.score]), settings)


def with_suspected(
    found: Detections, looks: Sequence[Detections], settings: PassSettings = PASSES
) -> Detections:
    """The detections, and the cards that the passes ``looks`` suspect where no detection lies."""
    seen = joined(looks)
    seen = seen[seen.score >= settings.suspected]
    rank = np.concatenate([found.score + 1, seen.score])
    return _without_doubles(joined([found, seen]), rank, settings)


def _without_doubles(cards: Detections, rank: NDArray[np.float32], settings: PassSettings) -> Detections:
    """The cards of the highest ``rank`` [n], 0 to 2, among cards that lie on one another.

    A card of the typical size goes before any other, and a card of quite another size than most goes away.
    """
    if len(cards) == 0:
        return cards
    sizes = np.abs(log_sizes(cards.corners, cards.score))
    there = sizes_there(cards.corners, by_area(cards.corners, cards.score))
    unusual = np.abs(there) > np.log(settings.unusual_size)
    best = keep_best(cards.corners, rank - 2 * unusual)
    return cards[best[sizes[best] < np.log(settings.odd_size)]]


@dataclass(frozen=True)
class ViewSettings:
    """How large the detector's views are, in pixels of its input."""

    #: The longest side of the whole photo in the first pass.
    longest: int = 544
    #: The width of a card in the second pass.
    card_width: float = 76.0
    #: The longest side of the second pass's input.
    longest_upright: int = 800
    #: The area of the second pass's input.
    largest_upright: int = 640 * 576
    #: Room around the cards in the second pass, in card widths, where further cards may lie.
    margin: float = 0.8


VIEW = ViewSettings()


def whole_view(pyramid: Pyramid, turn: float = 0.0, longest: int = VIEW.longest) -> View:
    """The whole photo turned by ``turn`` degrees, ``longest`` pixels long, for the first pass."""
    frame = np.array([[pyramid.width, 0], [0, pyramid.height]], np.float64)
    linear = _rotation(turn)
    extent = np.abs(linear @ frame).sum(axis=1)
    scale = longest / float(extent.max())
    size = _input_size(*(extent * scale))
    # positions are centres of pixels: the photo's middle falls on the middle of the area that it fills
    middle = np.array([pyramid.width, pyramid.height]) / 2 - 0.5
    return np.column_stack([linear * scale, extent * scale / 2 - 0.5 - linear @ middle * scale]), size


def upright_view(pyramid: Pyramid, cards: Detections, degrees: float, settings: ViewSettings = VIEW) -> View:
    """The part of the photo with the cards, turned back by ``degrees``, for the second pass.

    The cards' width is weighted `by_area`, for specks may be taken for cards of low scores.
    """
    turn = np.column_stack([_rotation(-degrees), (0, 0)])
    card = typical_width(cards.corners, by_area(cards.corners, cards.score))
    room = settings.margin * card
    points = moved(cards.corners, turn).reshape(-1, 2)
    w, h = pyramid.width, pyramid.height
    photo = moved(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), turn)[0]
    low = np.maximum(points.min(axis=0) - room, photo.min(axis=0))
    high = np.minimum(points.max(axis=0) + room, photo.max(axis=0))
    extent = np.maximum(high - low, 1)
    scale = min(
        settings.card_width / card,
        settings.longest_upright / float(extent.max()),
        float(np.sqrt(settings.largest_upright / extent.prod())),
    )
    matrix = turn * scale
    matrix[:, 2] = -low * scale
    return matrix, _input_size(*(extent * scale))


def _rotation(degrees: float) -> NDArray[np.float64]:
    """The 2 x 2 matrix of a clockwise turn."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _input_size(width: float, height: float) -> tuple[int, int]:
    """Width and height rounded up to multiples of SIDE_MULTIPLE, at least two."""
    across, down = (max(2, int(np.ceil(side / SIDE_MULTIPLE - 1e-3))) for side in (width, height))
    return across * SIDE_MULTIPLE, down * SIDE_MULTIPLE
