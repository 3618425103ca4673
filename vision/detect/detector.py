"""Finds cards in a photo, with their four corners.

Two passes of one network: over the whole photo, in whatever turn it was taken; then over the cards' part of
it, turned upright and scaled so that a card is as wide as the network likes it. There the strips of a pile
no longer overlap in their boxes, and corners come out several times better. ``vision.detect.edges`` then
makes the corners exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.deadline import in_time
from vision.detect.contrast import with_contrast
from vision.detect.detections import CATEGORY, FACE_DOWN, STRIP, Detections, joined
from vision.detect.edges import EdgeRefiner
from vision.detect.score import BELIEVED, belief, log_sizes
from vision.detect.turn import groups, is_aslant, parallel, set_upright, told_turn
from vision.detect.verifier import CardVerifier, cutouts
from vision.detect.views import CARD, FIRST, upright_view, whole_view
from vision.geometry.quads import (
    SAME_TURN,
    Quads,
    common_turn,
    degrees_apart,
    heights,
    is_card_like,
    keep_best,
    moved,
    surest,
    turns,
    widths,
)
from vision.geometry.sizes import by_area, sizes_there
from vision.networks.files import model_path
from vision.networks.sessions import THREADS, opened
from vision.photo.pyramid import Photo, Pyramid

MODELS = "card_detector", "card_edges", "card_verifier"
#: Room around the cards of one of several players, in card widths, and how wide a card must be not to be
#: looked at again.
GROUP_MARGIN, SMALL = 2.2, 60.0
#: Scores from which a card counts: to steer the second pass, to be reported by it, to be reported by the
#: first pass alone.
STEERING, SURE, SURE_ALONE = 0.2, 0.3, 0.6
#: And from which a whole card is suspected where nothing better was found: a closer look decides.
SUSPECTED = 0.15
#: When the second pass finds most cards this many degrees off, it is taken again in their turn.
TURNED = 6.0
#: Mean score from which a pass is clear, and how many cards, and which share of the other pass's, settle it.
CLEAR, FEW, MOST = 0.78, 5, 0.7
#: Of so many strips of a pile a look at all may see less than the survey did, which leads where it is less
#: than this share: of 152 cards in one photo it saw 112, every other strip of some columns, and the survey
#: 137. What but the survey sees may else be tiles: on two photos with many of them three cards were lost so.
LARGE, FEWER = 60, 0.85
#: How often it is looked wider where two passes do not settle it, as long as more cards come into view.
WIDER = 3
#: What is tried there before: how many degrees the photo is turned, and how large it is. Smaller for a few
#: large cards, larger for many small ones.
VIEWS = ((0.0, FIRST // 2), (45.0, FIRST), (90.0, FIRST), (135.0, FIRST), (0.0, FIRST * 7 // 4))
#: And how wide cards are in it then, in pixels of the network's input.
OTHERWISE = (60.0, 96.0)
#: Cards on a table look about equally large: one that is this many times larger or smaller than most is none.
#: One that is this many times off what they are at its place gives way to any other find there.
ODD_SIZE, UNUSUAL = 2.2, 1.3
#: Log odds of the second look up to which nothing is there, and the expected error of the sides in card
#: widths below which there may be a card beside another.
HOPELESS, LIKELY = -6.0, 0.05
#: A game has six category cards: a pass that sees more than these and two mistakes sees a table's ornaments.
#: On five of 480 photos passes saw more than three, and none of theirs was a card.
CATEGORY_CARDS = 8
#: A card narrower than this many photo pixels cannot be read and is not reported.
NARROWEST = 8
#: So many finds of a photo, the surest, are looked at closely, and so many rows of the network's output (it
#: has about ten a card). `vision.refusals` refuses a photo that shows more cards than a game has.
MOST_FINDS, MOST_ROWS = 250, 4000


class Detector:
    """The card detector; make one and use it for many photos.

    ``path``, ``edges`` and ``verifier``: the three ONNX models. Without the latter two corners stay as the
    detector gives them, and nothing is looked at closely.
    """

    def __init__(
        self,
        path: str | Path,
        edges: str | Path | None = None,
        verifier: str | Path | None = None,
        threads: int = THREADS,
    ) -> None:
        self._session = opened(path, threads)
        self._input = self._session.get_inputs()[0].name
        self._refiner = EdgeRefiner(edges) if edges is not None else None
        self._verifier = CardVerifier(verifier) if verifier is not None else None
        self._unwanted: tuple[int, ...] = ()

    @staticmethod
    @lru_cache(maxsize=1)
    def default() -> Detector:
        """The detector with the models that come with the program."""
        detector, edges, verifier = (model_path(f"{name}.onnx") for name in MODELS)
        return Detector(detector, edges, verifier)

    def without(self, *kinds: int) -> Detector:
        """The same where none of these kinds can be there: what looks like one is another, or nothing."""
        other = copy(self)
        other._unwanted = (*self._unwanted, *kinds)
        return other

    def detect(self, bgr: Photo) -> Detections:
        """The cards in a photo, uint8 BGR [H, W, 3]; none is no error.

        With the edge network a score is the probability that there is such a card.
        """
        found = self.weighed(bgr)
        return found[np.flatnonzero(found.score >= BELIEVED)] if self._refiner is not None else found

    def weighed(self, bgr: Photo) -> Detections:
        """All that may be cards, with the probability of each where there is an edge network."""
        found = self.find(bgr)
        if self._refiner is None or len(found) == 0:
            return found
        return replace(found, score=belief(found))

    def likely(self, bgr: Photo, quads: Quads, hopeless: float = HOPELESS) -> Detections:
        """What may be cards of the places beside cards, float32 [n, 4, 2] in photo pixels; mostly none is.

        None where the second look gives ``hopeless`` log odds or less. Of unknown side, with the sides'
        expected error, which tells best whether there is one, and the log odds of the second look. Without
        the other two networks there is none.
        """
        if self._refiner is None or self._verifier is None or len(quads) == 0:
            return Detections.of(quads[:0], np.zeros(0, np.int8), np.zeros(0))
        pyramid = Pyramid.of(bgr)
        quads = quads[self._verifier.log_odds(cutouts(pyramid, quads)) > hopeless]
        found = _refined(self._refiner, pyramid, quads, FACE_DOWN)
        found = found[found.spread < LIKELY]
        checked = self._verifier.log_odds(cutouts(pyramid, found.corners)).astype(np.float32)
        return replace(found, checked=checked)

    def edges(self, bgr: Photo, quads: Quads, kind: int) -> Detections:
        """What may be cards of a kind near these places, float32 [n, 4, 2] in photo pixels: with their edges,
        and these edges' expected error. Without the edge network there is none.
        """
        if self._refiner is None or len(quads) == 0:
            return Detections.of(quads[:0], np.zeros(0, np.int8), np.zeros(0))
        return _refined(self._refiner, Pyramid.of(bgr), quads, kind)

    def find(self, bgr: Photo) -> Detections:
        """All that may be cards, with the network's own scores."""
        pyramid = Pyramid.of(bgr)
        first = self.look(pyramid, *whole_view(pyramid))
        second = self.upright_look(pyramid, first)
        if not is_settled(first, second):
            first, second = self.look_again(pyramid, first, second)
        found = self.group_looks(pyramid, merged(first, second))
        if self._verifier is not None:
            found = with_suspected(found, [first, second])
        found = found[widths(found.corners) >= NARROWEST]
        found = found[surest(found.score, MOST_FINDS)]
        found = Detections.of(set_upright(found), found.kind, found.score)
        if self._refiner is None or len(found) == 0:
            return found
        corners, spread = self._refiner.refine(pyramid, found.corners, found.kind == STRIP)
        found = replace(found, corners=corners, spread=spread)
        if self._verifier is None:
            return found
        pictures = cutouts(pyramid, corners)
        checked = self._verifier.log_odds(pictures).astype(np.float32)
        return with_contrast(pictures, replace(found, checked=checked), (pyramid.width, pyramid.height))

    def look_again(
        self, pyramid: Pyramid, first: Detections, second: Detections
    ) -> tuple[Detections, Detections]:
        """Better passes than two that do not settle it, over more of the photo as long as more cards
        come into view, and over what the survey alone sees: another player's cards, further off. Of a large
        pile the survey itself may be the better one.
        """
        surveyed = self.survey(pyramid, first)
        first = max(surveyed, second, key=worth)
        second = max(second, self.upright_look(pyramid, first), key=worth)
        for _ in range(WIDER):
            wider = self.upright_look(pyramid, second)
            if len(wider) <= len(second) or worth(wider) <= worth(second):
                break
            second = wider
        whole = merged(surveyed, second)
        if len(whole) > (second.score >= SURE).sum():
            second = max(second, self.upright_look(pyramid, whole), key=worth)
        for wide in OTHERWISE:
            second = max(second, self.upright_look(pyramid, second, wide), key=worth)
        many, few = strips_in(first), strips_in(second)
        return (second, first) if many > LARGE and few < FEWER * many else (first, second)

    def survey(self, pyramid: Pyramid, first: Detections) -> Detections:
        """What says most: the ``first`` pass, or one over the photo turned, smaller or larger.

        In a pile that lies aslant the boxes of the strips overlap so much that few are found; a turn sets it
        straight enough. Cards that fill the photo, or are tiny in it, show at another size.
        """
        best = first
        for turn, longest in VIEWS:
            if is_clear(best):
                break
            best = max(best, self.look(pyramid, *whole_view(pyramid, turn, longest)), key=agreement)
        return best

    def upright_look(self, pyramid: Pyramid, cards: Detections, wide: float = CARD) -> Detections:
        """The second pass: over the part of the photo with the ``cards``, in their turn and so that they are
        so ``wide``, and once more when most turn out to stand otherwise.
        """
        seen = cards[cards.score >= STEERING]
        for _ in range(2):
            if len(seen) == 0:
                break
            turn = told_turn(seen, seen.score * widths(seen.corners))
            seen = self.look(pyramid, *upright_view(pyramid, seen, turn, wide=wide))
            now = told_turn(seen, seen.score * widths(seen.corners))
            if degrees_apart(now, turn) <= TURNED:
                break
        return seen

    def group_looks(self, pyramid: Pyramid, found: Detections) -> Detections:
        """Several players' cards with those found too that stood aslant, or small, in the passes over all.

        Each such group is looked at in its own turn and with room around it: often few of it were seen.
        """
        for _ in range(2):
            parts = groups(found.corners) if len(found) else []
            if len(parts) < 2:
                break
            turn = common_turn(found.corners, found.score * widths(found.corners))
            matrix, _ = upright_view(pyramid, found, turn)
            small = np.sqrt(abs(np.linalg.det(matrix[:, :2]))) * np.median(widths(found.corners)) < SMALL
            again = [part for part in parts if small or is_aslant(found.corners[part], turn)]
            if not again:
                break
            looks = [
                self.look(pyramid, *upright_view(pyramid, own, common_turn(own.corners), GROUP_MARGIN))
                for own in (found[part] for part in again)
            ]
            looked = np.concatenate(again)
            rest = found[np.setdiff1d(np.arange(len(found)), looked)]
            before = len(found)
            found = merged(found[looked], joined([*looks, rest]))
            if len(found) <= before:
                break
        return found

    def look(self, pyramid: Pyramid, matrix: NDArray[np.float64], size: tuple[int, int]) -> Detections:
        """One pass over the photo under the 2 x 3 ``matrix``, an input of ``size`` (width, height); in
        photo pixels.
        """
        in_time()
        picture = pyramid.picture(matrix, size)
        rows = self.run(picture).T.copy()
        rows[:, list(self._unwanted)] = 0.0
        rows = rows[rows[:, :4].max(axis=1) >= STEERING / 2]
        rows = rows[surest(rows[:, :4].max(axis=1), MOST_ROWS)]
        # the network counts pixels from the picture's edge, everything else here from the first pixel's
        # middle
        quads = rows[:, 4:].reshape(-1, 4, 2) - 0.5
        score, kind = rows[:, :4].max(axis=1), rows[:, :4].argmax(axis=1)
        good = is_card_like(quads)
        inverse = np.asarray(cv2.invertAffineTransform(matrix), np.float64)
        found = Detections.of(moved(quads[good], inverse), kind[good], score[good])
        found = without_ornaments(found[keep_best(found.corners, found.score)])
        found = self._without_tiles(pyramid, found)
        return found[surest(found.score, MOST_FINDS)]

    def _without_tiles(self, pyramid: Pyramid, found: Detections) -> Detections:
        """A pass of which most seem to lie face down, without those of which a closer look says that nothing
        is there: the tiles of a table are many, in one turn, and would lead the next pass astray.
        """
        backs = np.flatnonzero(found.kind == FACE_DOWN)
        seen = found.score >= STEERING
        if self._verifier is None or 2 * seen[backs].sum() <= seen.sum():
            return found
        nothing = self._verifier.log_odds(cutouts(pyramid, found.corners[backs])) <= HOPELESS
        return found[np.setdiff1d(np.arange(len(found)), backs[nothing])]

    def run(self, picture: Picture) -> NDArray[np.float32]:
        """The network's output for a picture, uint8 BGR [h, w, 3], whose sides 32 divides: float32 [12, n].

        A score a kind, four corners, in pixels from the picture's edge.
        """
        return np.asarray(self._session.run(None, {self._input: picture[None]})[0][0], np.float32)


def without_ornaments(found: Detections) -> Detections:
    """A pass without its category cards where it has more than a game: a floor's ornaments look like these,
    and would lead the next pass astray.
    """
    category = found.kind == CATEGORY
    many = (category & (found.score >= STEERING)).sum() > CATEGORY_CARDS
    return found[~category] if many else found


def _refined(refiner: EdgeRefiner, pyramid: Pyramid, quads: Quads, kind: int) -> Detections:
    """Cards of one kind that nobody but the edge network has seen at these places."""
    corners, spread = refiner.refine(pyramid, quads, np.full(len(quads), kind == STRIP))
    found = Detections.of(corners, np.full(len(quads), kind, np.int8), np.full(len(quads), BELIEVED))
    return replace(found, spread=spread)


def agreement(cards: Detections, weight: NDArray[np.float64] | float = 1.0) -> float:
    """How much a pass says: the squared scores of the cards that share one turn, each times its ``weight``
    [n].

    Which way up a back lies nothing tells, and tiles laid aslant look like backs: where there are others,
    backs count as far as their sides are parallel to those.
    """
    says = np.where(cards.score >= STEERING, cards.score.astype(np.float64) ** 2, 0.0) * weight
    if not says.any():
        return 0.0
    turn = told_turn(cards, np.sqrt(says))
    off = degrees_apart(turns(cards.corners), turn)
    return float(says[(off < SAME_TURN) | ((cards.kind == FACE_DOWN) & parallel(cards, turn))].sum())


def worth(cards: Detections) -> float:
    """How much a pass says when each card counts by its area: the panels of a back may each pass for one, and
    would outnumber the cards.
    """
    seen = cards[cards.score >= STEERING]
    return agreement(seen, widths(seen.corners) * heights(seen.corners))


def strips_in(cards: Detections) -> int:
    """How many strips of a pile a pass is sure of."""
    return int(((cards.score >= SURE) & (cards.kind == STRIP)).sum())


def is_clear(cards: Detections) -> bool:
    """Whether a pass is sure of most of what it sees, so that no other turn need be tried."""
    seen = cards[cards.score >= SURE]
    return (
        len(seen) > 0
        and float(seen.score.mean()) >= CLEAR
        and agreement(seen) > 0.6 * float((seen.score**2).sum())
    )


def is_settled(first: Detections, second: Detections) -> bool:
    """Whether two passes say enough: the second is clear, and the first saw most of the same cards.

    A few may be pictures on larger cards, and where the second sees many more than the first that guided it,
    there may be still more outside its view.
    """
    n, m = (int((cards.score >= SURE).sum()) for cards in (first, second))
    return is_clear(second) and m >= FEW and n >= MOST * m and m >= MOST * n


def merged(first: Detections, second: Detections) -> Detections:
    """The second pass's cards, and those of which the first pass alone is sure and that do not contradict
    them.
    """
    second, first = second[second.score >= SURE], first[first.score >= SURE_ALONE]
    both = joined([second, first])
    return _apart(both, np.concatenate([second.score + 1, first.score]))


def with_suspected(found: Detections, looks: Sequence[Detections]) -> Detections:
    """What was found, and the whole cards that the passes suspect where nothing of it lies."""
    seen = joined(looks)
    seen = seen[(seen.score >= SUSPECTED) & (seen.kind != STRIP)]
    return _apart(joined([found, seen]), np.concatenate([found.score + 1, seen.score]))


def _apart(cards: Detections, rank: NDArray[np.float32]) -> Detections:
    """Of cards that lie on one another those of the highest ``rank`` [n], 0 to 2, and rather one of the usual
    size; none of quite another size than most.
    """
    if len(cards) == 0:
        return cards
    sizes = np.abs(log_sizes(cards.corners, cards.score))
    there = sizes_there(cards.corners, by_area(cards.corners, cards.score))
    unusual = np.abs(there) > np.log(UNUSUAL)
    best = keep_best(cards.corners, rank - 2 * unusual)
    return cards[best[sizes[best] < np.log(ODD_SIZE)]]
