"""Finds cards in a photo, with their four corners.

Two passes of one network: over the whole photo, in whatever turn it was taken; then over the cards' part of
it, turned upright and scaled so that a card is as wide as the network likes it. There the strips of a pile
no longer overlap in their boxes, and corners come out several times better. ``vision.refine`` then makes
the corners exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from vision.models import model_path
from vision.pyramid import Picture, Pyramid
from vision.quads import (
    Quads,
    common_turn,
    degrees_apart,
    heights,
    is_card_like,
    keep_best,
    moved,
    turns,
    widths,
)
from vision.refine import EdgeRefiner

FACE_UP, FACE_DOWN, STRIP, CATEGORY = range(4)

#: Longest side of the first pass's input.
FIRST = 544
#: How wide a card is in the second pass, and how large that may become.
CARD, LONGEST, LARGEST = 76.0, 800, 640 * 576
#: Room around the cards found first, in card widths: the second pass finds the ones that the first
#: overlooked.
MARGIN = 0.8
#: Scores from which a card counts: to steer the second pass, to be reported by it, to be reported by the
#: first pass alone.
STEERING, SURE, SURE_ALONE = 0.2, 0.3, 0.6
#: How the evidence for a card is weighed (``python -m vision.train detector weigh``; logistic regression) and
#: the probability from which a card is reported: to miss one is worse than to show one too many.
WEIGHTS = (1.27, -1.62, -5.01, 2.62)
BELIEVED = 0.35
#: When the second pass finds most cards this many degrees off, it is taken again in their turn.
TURNED = 6.0
#: Mean score from which a first pass needs no second look, and what is tried else: how many degrees the photo
#: is turned, and how large it is. Smaller for a few large cards, larger for many small ones.
CLEAR = 0.78
VIEWS = ((0.0, FIRST // 2), (45.0, FIRST), (90.0, FIRST), (135.0, FIRST), (0.0, FIRST * 7 // 4))
#: Cards on a table look about equally large: one that is this many times larger or smaller than most is none.
ODD_SIZE = 2.2
#: A card narrower than this many photo pixels cannot be read and is not reported.
NARROWEST = 8


@dataclass(frozen=True, slots=True)
class Detections:
    """Cards in a photo, as parallel arrays.

    ``corners``: float32 [n, 4, 2], photo pixels, top-left, top-right, bottom-right, bottom-left as printed.
    ``kind``: int8 [n], 0 face up, 1 face down, 2 strip (only the card's top strip shows; the corners are
    those of what shows), 3 category card. ``score``: float32 [n], 0 to 1. ``spread``: float32 [n], expected
    error of the worst corner in card widths.

    Raises ValueError when the arrays do not fit together.
    """

    corners: NDArray[np.float32]
    kind: NDArray[np.int8]
    score: NDArray[np.float32]
    spread: NDArray[np.float32]

    def __post_init__(self) -> None:
        n = len(self.corners)
        if self.corners.shape != (n, 4, 2) or not all(
            a.shape == (n,) for a in (self.kind, self.score, self.spread)
        ):
            raise ValueError("corners must be [n, 4, 2], and kind, score and spread [n].")

    def __len__(self) -> int:
        return len(self.corners)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Detections:
        """The detections that a mask or a list of indices picks."""
        return Detections(self.corners[which], self.kind[which], self.score[which], self.spread[which])

    @staticmethod
    def of(corners: Quads, kind: NDArray[np.integer], score: NDArray[np.floating]) -> Detections:
        """Detections whose spread is not known yet."""
        n = len(corners)
        return Detections(
            np.asarray(corners, np.float32).reshape(n, 4, 2),
            np.asarray(kind, np.int8),
            np.asarray(score, np.float32),
            np.full(n, np.nan, np.float32),
        )


class Detector:
    """The card detector; make one and use it for many photos.

    ``path`` and ``edges``: the two ONNX models. Without ``edges`` corners stay as the detector gives them.
    """

    def __init__(self, path: str | Path, edges: str | Path | None = None, threads: int = 2) -> None:
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name
        self._refiner = EdgeRefiner(edges, threads) if edges is not None else None

    @staticmethod
    @lru_cache(maxsize=1)
    def default() -> Detector:
        """The detector with the models that come with the program."""
        return Detector(model_path("card_detector.onnx"), model_path("card_edges.onnx"))

    def detect(self, bgr: Picture) -> Detections:
        """The cards in a photo, uint8 BGR [H, W, 3]; none is no error.

        With the edge network a score is the probability that there is such a card.
        """
        found = self.find(bgr)
        if self._refiner is None or len(found) == 0:
            return found
        belief = 1 / (1 + np.exp(-evidence(found) @ np.array(WEIGHTS)))
        weighed = Detections(found.corners, found.kind, belief.astype(np.float32), found.spread)
        return weighed[np.flatnonzero(belief >= BELIEVED)]

    def find(self, bgr: Picture) -> Detections:
        """All that may be cards, with the network's own scores."""
        pyramid = Pyramid(bgr)
        first = self.survey(pyramid)
        steering = first[first.score >= STEERING]
        if len(steering) == 0:
            return steering
        second, off = self.upright_look(pyramid, steering)
        if off > TURNED and len(second):
            second, _ = self.upright_look(pyramid, second)
        found = merged(first, second)
        found = found[widths(found.corners) >= NARROWEST]
        found = Detections.of(set_upright(found), found.kind, found.score)
        if self._refiner is None or len(found) == 0:
            return found
        corners, spread = self._refiner.refine(pyramid, found.corners, found.kind == STRIP)
        return Detections(corners, found.kind, found.score, spread)

    def survey(self, pyramid: Pyramid) -> Detections:
        """The first pass: over the photo as it is, and turned, smaller and larger when that says little.

        In a pile that lies aslant the boxes of the strips overlap so much that few are found; a turn sets it
        straight enough. Cards that fill the photo, or are tiny in it, show at another size.
        """
        best = self.look(pyramid, *whole_view(pyramid))
        for i, (turn, longest) in enumerate(VIEWS):
            # the small view costs little, and alone tells large cards from the pictures on them
            if i > 0 and is_clear(best):
                break
            best = max(best, self.look(pyramid, *whole_view(pyramid, turn, longest)), key=agreement)
        return best

    def upright_look(self, pyramid: Pyramid, cards: Detections) -> tuple[Detections, float]:
        """The second pass, and by how many degrees most of its cards stand off the turn it was taken in."""
        turn = common_turn(cards.corners, cards.score * widths(cards.corners))
        seen = self.look(pyramid, *upright_view(pyramid, cards, turn))
        if len(seen) == 0:
            return seen, 0.0
        now = common_turn(seen.corners, seen.score * widths(seen.corners))
        return seen, float(degrees_apart(now, turn))

    def look(self, pyramid: Pyramid, matrix: NDArray[np.float64], size: tuple[int, int]) -> Detections:
        """One pass over the photo under the 2 x 3 ``matrix``, an input of ``size`` (width, height); in
        photo pixels.
        """
        picture = pyramid.picture(matrix, size)
        rows = self.run(picture).T
        rows = rows[rows[:, 4:8].max(axis=1) >= STEERING / 2]
        # the network counts pixels from the picture's edge, everything else here from the first pixel's
        # middle
        quads = rows[:, 8:16].reshape(-1, 4, 2) - 0.5
        score, kind = rows[:, 4:8].max(axis=1), rows[:, 4:8].argmax(axis=1)
        good = is_card_like(quads)
        inverse = np.asarray(cv2.invertAffineTransform(matrix), np.float64)
        found = Detections.of(moved(quads[good], inverse), kind[good], score[good])
        return found[keep_best(found.corners, found.score)]

    def run(self, picture: Picture) -> NDArray[np.float32]:
        """The network's output for a picture, uint8 BGR [h, w, 3], whose sides 32 divides: float32 [16, n].

        Box (middle, width, height), a score a kind, four corners, in pixels from the picture's edge.
        """
        rgb = np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255
        return np.asarray(self._session.run(None, {self._input: rgb})[0][0], np.float32)


def whole_view(
    pyramid: Pyramid, turn: float = 0.0, longest: int = FIRST
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """The first pass's view: the whole photo turned by ``turn`` degrees, ``longest`` pixels long."""
    frame = np.array([[pyramid.width, 0], [0, pyramid.height]], np.float64)
    linear = _rotation(turn)
    extent = np.abs(linear @ frame).sum(axis=1)
    scale = longest / float(extent.max())
    size = _input_size(*(extent * scale))
    # pixel centres: the photo's middle falls on the middle of what it fills
    middle = np.array([pyramid.width, pyramid.height]) / 2 - 0.5
    return np.column_stack([linear * scale, extent * scale / 2 - 0.5 - linear @ middle * scale]), size


def upright_view(
    pyramid: Pyramid, cards: Detections, degrees: float
) -> tuple[NDArray[np.float64], tuple[int, int]]:
    """The second pass's view: the part of the photo with the cards, turned so that most stand upright."""
    turn = np.column_stack([_rotation(-degrees), (0, 0)])
    card = float(np.median(widths(cards.corners)))
    room = MARGIN * card
    points = moved(cards.corners, turn).reshape(-1, 2)
    w, h = pyramid.width, pyramid.height
    photo = moved(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32), turn)[0]
    low = np.maximum(points.min(axis=0) - room, photo.min(axis=0))
    high = np.minimum(points.max(axis=0) + room, photo.max(axis=0))
    extent = np.maximum(high - low, 1)
    scale = min(CARD / card, LONGEST / float(extent.max()), float(np.sqrt(LARGEST / extent.prod())))
    matrix = turn * scale
    matrix[:, 2] = -low * scale
    return matrix, _input_size(*(extent * scale))


def agreement(cards: Detections) -> float:
    """How much a first pass says: the scores of the cards that share one turn, surer ones counted more."""
    seen = cards[cards.score >= STEERING]
    if len(seen) == 0:
        return 0.0
    off = degrees_apart(turns(seen.corners), common_turn(seen.corners, seen.score.astype(np.float64)))
    return float((seen.score.astype(np.float64) ** 2)[(off < 25) | (seen.kind == FACE_DOWN)].sum())


def is_clear(cards: Detections) -> bool:
    """Whether a first pass is sure of most of what it sees, so that no other turn need be tried."""
    seen = cards[cards.score >= SURE]
    return (
        len(seen) > 0
        and float(seen.score.mean()) >= CLEAR
        and agreement(seen) > 0.6 * float((seen.score**2).sum())
    )


def _rotation(degrees: float) -> NDArray[np.float64]:
    """The 2 x 2 matrix of a clockwise turn."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _input_size(width: float, height: float) -> tuple[int, int]:
    """Width and height rounded up to what the network takes."""
    return max(64, int(np.ceil(width / 32 - 1e-3)) * 32), max(64, int(np.ceil(height / 32 - 1e-3)) * 32)


def merged(first: Detections, second: Detections) -> Detections:
    """The second pass's cards, and those of which the first pass alone is sure and that do not contradict
    them.
    """
    second, first = second[second.score >= SURE], first[first.score >= SURE_ALONE]
    corners = np.concatenate([second.corners, first.corners])
    kind, score = np.concatenate([second.kind, first.kind]), np.concatenate([second.score, first.score])
    rank = np.concatenate([second.score + 1, first.score])
    kept = keep_best(corners, rank)
    if len(kept):
        kept = kept[np.abs(log_sizes(corners[kept], score[kept])) < np.log(ODD_SIZE)]
    return Detections.of(corners[kept], kind[kept], score[kept])


def log_sizes(corners: Quads, score: NDArray[np.floating]) -> NDArray[np.float64]:
    """The logarithm of how much wider than most each card is, [n]; "most" by score, not by number."""
    size = np.log(widths(corners))
    order = np.argsort(size)
    share = np.cumsum(score[order]) / score.sum()
    return np.asarray(size - size[order[int(np.searchsorted(share, 0.5))]], np.float64)


def evidence(cards: Detections) -> NDArray[np.float64]:
    """What speaks for and against each card, [n, 4], to be weighed by WEIGHTS.

    The log odds of the network's score, the log of how unsure the edge network is of its sides (in hundredths
    of a card), how unlike the other cards' its size is, and one.
    """
    score = np.clip(cards.score.astype(np.float64), 1e-3, 1 - 1e-3)
    odd = np.abs(log_sizes(cards.corners, score)) if len(cards) else np.zeros(0)
    unsure = np.log(np.maximum(cards.spread, 1e-4) / 0.01)
    return np.column_stack([np.log(score / (1 - score)), unsure, odd, np.ones(len(cards))])


def set_upright(cards: Detections) -> Quads:
    """The corners, with those of face-down and category cards counted from the one that sets them upright.

    Their pictures need not say which way is up, and the network was not taught to: the cards around do. Where
    there are none, they stand as the photo does, a little higher than wide.
    """
    corners = cards.corners.copy()
    silent = np.isin(cards.kind, (FACE_DOWN, CATEGORY))
    others = corners[~silent]
    middles = others.mean(axis=1)
    for i in np.flatnonzero(silent):
        orders = np.stack([np.roll(corners[i], k, axis=0) for k in range(4)])
        turn = 0.0
        if len(others):
            nearest = np.argsort(np.linalg.norm(middles - corners[i].mean(axis=0), axis=1))[:4]
            turn = common_turn(others[nearest])
        else:
            orders = orders[heights(orders) > 0.9 * widths(orders)]
        off = degrees_apart(turns(orders), turn)
        corners[i] = orders[int(off.argmin())]
    return corners
