"""The passes of the detector: how clear a pass is, whether two passes settle it, and how they are merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.detect.detections import FACE_DOWN, Detections, joined
from vision.detect.turn import is_aslant, parallel, shared_turn
from vision.geometry.plane import by_area, log_sizes, sizes_there
from vision.geometry.quads import SAME_TURN, degrees_apart, heights, keep_best, turns, widths


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

    A card of the usual size goes before any other, and a card of quite another size than most goes away.
    """
    if len(cards) == 0:
        return cards
    sizes = np.abs(log_sizes(cards.corners, cards.score))
    there = sizes_there(cards.corners, by_area(cards.corners, cards.score))
    unusual = np.abs(there) > np.log(settings.unusual_size)
    best = keep_best(cards.corners, rank - 2 * unusual)
    return cards[best[sizes[best] < np.log(settings.odd_size)]]
