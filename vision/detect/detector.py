"""Finds cards in a photo, with their four corners.

One network makes two passes at most. The first looks at the whole photo as it is. The second looks at the
part with the cards, turned upright and scaled to a fixed width of a card: there the boxes of a pile's strips
no longer overlap, and corners are more exact. Large cards that stand straight need no second pass. The edge
network (`vision.detect.edges`) then refines the corners.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Picture
from vision.common.deadline import in_time
from vision.detect.contrast import with_contrast
from vision.detect.detections import FACE_DOWN, STRIP, Detections, KindTally, joined
from vision.detect.edges import EdgeRefiner
from vision.detect.passes import (
    PassSettings,
    ViewSettings,
    agreement,
    is_clear,
    is_enough,
    is_settled,
    merged,
    upright_view,
    whole_view,
    with_suspected,
    worth,
)
from vision.detect.score import CARD_THRESHOLD, by_itself
from vision.detect.turn import groups, is_aslant, set_upright, shared_turn
from vision.detect.verifier import CardVerifier, cutouts
from vision.geometry.quads import (
    common_turn,
    is_card_like,
    keep_best,
    moved,
    surest,
    widths,
)
from vision.networks.files import model_path
from vision.networks.sessions import THREADS, opened
from vision.photo.pyramid import Photo, Pyramid

MODELS = "card_detector", "card_edges", "card_verifier"


@dataclass(frozen=True)
class DetectorSettings:
    """How often and at which sizes a photo is looked at, and which detections are looked at closely."""

    #: The scores from which the detections of a pass count.
    passes: PassSettings = field(default_factory=PassSettings)
    #: The sizes of the views.
    views: ViewSettings = field(default_factory=ViewSettings)
    #: Views of the survey, the turn in degrees and the longest side in pixels: large cards show better in a
    #: small view, small cards in a large view, and a pile aslant shows better turned.
    survey: tuple[tuple[float, int], ...] = ((0.0, 272), (45.0, 544), (90.0, 544), (135.0, 544), (0.0, 952))
    #: Another width of a card that is tried where passes settle nothing, in pixels of the network's input.
    other_width: float = 60.0
    #: Room around the cards of each player, in card widths, where the players' groups are looked at.
    group_margin: float = 2.2
    #: Groups whose cards were narrower than this in the second pass are looked at again, in its pixels.
    small: float = 60.0
    #: At these log odds of the verifier or less there is no card.
    hopeless: float = -6.0
    #: A narrower card cannot be read, in pixels of the photo.
    narrowest: int = 8
    #: The most detections of a photo, and `vision.slips` refuses a photo with more cards than a game.
    most_detections: int = 250
    #: The most rows of the network's output that are compared: it has several rows a card.
    most_rows: int = 4000


class Detector:
    """The card detector; make one and use it for many photos.

    ``path``, ``edges`` and ``verifier``: the ONNX files of the detector, the edge network and the verifier.
    Without an edge network corners stay as the detector has them; without a verifier all detections stay.

    >>> len(Detector.default().detect(np.zeros((480, 640, 3), np.uint8)))
    0
    """

    def __init__(
        self,
        path: str | Path,
        edges: str | Path | None = None,
        verifier: str | Path | None = None,
        threads: int = THREADS,
        settings: DetectorSettings = DetectorSettings(),
    ) -> None:
        self._session = opened(path, threads)
        self._input = self._session.get_inputs()[0].name
        self._refiner = EdgeRefiner(edges) if edges is not None else None
        self._verifier = CardVerifier(verifier) if verifier is not None else None
        self._unwanted: tuple[int, ...] = ()
        self._tally: KindTally | None = None
        self.settings = settings

    @staticmethod
    @lru_cache(maxsize=1)
    def default() -> Detector:
        """The detector with the models that come with the program."""
        detector, edges, verifier = (model_path(f"{name}.onnx") for name in MODELS)
        return Detector(detector, edges, verifier)

    def without(self, *kinds: int) -> Detector:
        """This detector for photos without these kinds: their scores are 0, and other kinds come instead."""
        other = copy(self)
        other._unwanted = (*self._unwanted, *kinds)
        return other

    def counting(self, tally: KindTally) -> Detector:
        """This detector, telling ``tally`` what it saw of every kind, the unwanted kinds too."""
        other = copy(self)
        other._tally = tally
        return other

    def with_settings(self, settings: DetectorSettings) -> Detector:
        """This detector with other settings."""
        other = copy(self)
        other.settings = settings
        return other

    def detect(self, bgr: Photo) -> Detections:
        """The cards in a photo, uint8 BGR [H, W, 3]; there may be no cards.

        With an edge network the score is the probability of a card.
        """
        found = self.weighed(bgr)
        return found[np.flatnonzero(found.score >= CARD_THRESHOLD)] if self._refiner is not None else found

    def weighed(self, bgr: Photo) -> Detections:
        """All detections, with an edge network those too whose probability of a card, the score, is low."""
        found = self.find(bgr)
        if self._refiner is None or len(found) == 0:
            return found
        return by_itself(found)

    def find(self, bgr: Photo) -> Detections:
        """All detections, with the detector network's own scores."""
        pyramid, passes = Pyramid.of(bgr), self.settings.passes
        longest = self.settings.views.longest
        first = self.look(pyramid, *whole_view(pyramid, longest=longest))
        enough = is_enough(first, longest / max(pyramid.size), passes)
        second = first if enough else self.upright_look(pyramid, first)
        if not is_settled(first, second, passes):
            first, second = self.look_again(pyramid, first, second)
        found = self.group_looks(pyramid, merged(first, second, passes))
        if self._verifier is not None:
            found = with_suspected(found, [first, second], passes)
        found = found[widths(found.corners) >= self.settings.narrowest]
        found = found[surest(found.score, self.settings.most_detections)]
        found = Detections.of(set_upright(found), found.kind, found.score)
        if self._refiner is None or len(found) == 0:
            return found
        corners, corner_error = self._refiner.refine(pyramid, found.corners, found.kind == STRIP)
        found = replace(found, corners=corners, corner_error=corner_error)
        if self._verifier is None:
            return found
        pictures = cutouts(pyramid, corners)
        verifier_odds = self._verifier.log_odds(pictures).astype(np.float32)
        return with_contrast(pictures, replace(found, verifier_odds=verifier_odds), pyramid.size)

    def look_again(
        self, pyramid: Pyramid, first: Detections, second: Detections
    ) -> tuple[Detections, Detections]:
        """Two better passes, where the first two did not settle it.

        A survey chooses the first pass; the second then looks at its cards, and at cards in another size.
        """
        passes = self.settings.passes

        def better(one: Detections, other: Detections) -> Detections:
            return max(one, other, key=lambda cards: worth(cards, passes))

        first = better(self.survey(pyramid, first), second)
        second = better(second, self.upright_look(pyramid, first))
        return first, better(second, self.upright_look(pyramid, second, self.settings.other_width))

    def survey(self, pyramid: Pyramid, first: Detections) -> Detections:
        """The pass of most `agreement`: the ``first``, or a pass over the photo turned, smaller or larger.

        In a pile aslant the boxes of the strips overlap so much that few are found: a turn helps. Cards that
        fill the photo, or are tiny in it, show at another size.
        """
        passes, best = self.settings.passes, first
        for turn, longest in self.settings.survey:
            if is_clear(best, passes):
                break
            looked = self.look(pyramid, *whole_view(pyramid, turn, longest))
            best = max(best, looked, key=lambda cards: agreement(cards, settings=passes))
        return best

    def upright_look(self, pyramid: Pyramid, cards: Detections, width: float | None = None) -> Detections:
        """The second pass: over the part of the photo with the ``cards``, turned back by their turn.

        ``width``: the width of a card in the view, by default that of the settings.
        """
        view = self.settings.views if width is None else replace(self.settings.views, card_width=width)
        seen = cards[cards.score >= self.settings.passes.steering]
        if len(seen) == 0:
            return seen
        turn = shared_turn(seen, seen.score * widths(seen.corners))
        return self.look(pyramid, *upright_view(pyramid, seen, turn, view))

    def group_looks(self, pyramid: Pyramid, found: Detections) -> Detections:
        """The detections, with those of a look at each player's cards that were aslant or small in the
        passes.

        Each such group is looked at in its own turn, with room around it: often few of its cards were found.
        """
        parts = groups(found.corners) if len(found) else []
        if len(parts) < 2:
            return found
        turn, views = common_turn(found.corners, found.score * widths(found.corners)), self.settings.views
        matrix, _ = upright_view(pyramid, found, turn, views)
        small = (
            np.sqrt(abs(np.linalg.det(matrix[:, :2]))) * np.median(widths(found.corners))
            < self.settings.small
        )
        again = [part for part in parts if small or is_aslant(found.corners[part], turn)]
        if not again:
            return found
        views = replace(views, margin=self.settings.group_margin)
        looks = [
            self.look(pyramid, *upright_view(pyramid, own, common_turn(own.corners), views))
            for own in (found[part] for part in again)
        ]
        looked = np.concatenate(again)
        rest = found[np.setdiff1d(np.arange(len(found)), looked)]
        return merged(found[looked], joined([*looks, rest]), self.settings.passes)

    def look(self, pyramid: Pyramid, matrix: NDArray[np.float64], size: tuple[int, int]) -> Detections:
        """One pass over a view of this ``size`` (width, height): the photo mapped by the 2 x 3 ``matrix``.

        The corners are in photo pixels.
        """
        in_time()
        picture = pyramid.picture(matrix, size)
        rows = self.run(picture).T.copy()
        if self._tally is not None:
            self._tally.add(rows[:, :4])
        rows[:, list(self._unwanted)] = 0.0
        rows = rows[rows[:, :4].max(axis=1) >= self.settings.passes.steering / 2]
        rows = rows[surest(rows[:, :4].max(axis=1), self.settings.most_rows)]
        # the network counts pixels from the view's edge, all else from the centre of the first pixel
        quads = rows[:, 4:].reshape(-1, 4, 2) - 0.5
        score, kind = rows[:, :4].max(axis=1), rows[:, :4].argmax(axis=1)
        good = is_card_like(quads)
        inverse = np.asarray(cv2.invertAffineTransform(matrix), np.float64)
        found = Detections.of(moved(quads[good], inverse), kind[good], score[good])
        found = self._without_tiles(pyramid, found[keep_best(found.corners, found.score)])
        return found[surest(found.score, self.settings.most_detections)]

    def _without_tiles(self, pyramid: Pyramid, found: Detections) -> Detections:
        """A pass without the backs that the verifier takes for nothing, where most detections are backs.

        The tiles of a table are many and in one turn, and would steer the next pass.
        """
        backs = np.flatnonzero(found.kind == FACE_DOWN)
        seen = found.score >= self.settings.passes.steering
        if self._verifier is None or 2 * seen[backs].sum() <= seen.sum():
            return found
        nothing = self._verifier.log_odds(cutouts(pyramid, found.corners[backs])) <= self.settings.hopeless
        return found[np.setdiff1d(np.arange(len(found)), backs[nothing])]

    def run(self, picture: Picture) -> NDArray[np.float32]:
        """The network's output for a view, uint8 BGR [h, w, 3], with sides that 32 divides: float32 [12, n].

        The rows: a score for each of four kinds, then x and y of four corners in pixels from the view's edge.
        """
        return np.asarray(self._session.run(None, {self._input: picture[None]})[0][0], np.float32)
