"""The judge: says of each detection, once for all, whether it is a card, and which side it shows.

Each detection has one row of evidence. The first word goes by what the detector measured. Doubtful detections
get a closer look, which adds to their rows. What the others are believed to be is evidence too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Bools, Floats
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, NOTHING, Detections, face_kinds
from vision.detect.detector import Detector
from vision.detect.score import CARD_THRESHOLD, belief_by, believed, by_itself, rows
from vision.detect.turn import groups
from vision.judge.closer import PrintShown, closer_rows, turned_to_print
from vision.photo.pyramid import Photo, Pyramid
from vision.strips.marks import BOOK_CARD, print_at


@dataclass(frozen=True)
class JudgeSettings:
    """When a detection counts as a card, and which detections get a closer look."""

    #: A detection counts as a card beside others when it is believed to be a book card by at least this.
    card: float = CARD_THRESHOLD
    #: A detection on a shelf is taken for a card from this on: a false back may move all cards of a shelf.
    taken: float = 0.9
    #: A detection that is not taken may still be a card from this belief on.
    possible: float = 0.05
    #: A detection is clear when one outcome is believed by at least this.
    clear: float = 0.985
    #: The most detections of a photo that get a closer look, the likeliest cards first.
    most: int = 40
    #: A face is turned when another turn shows this much more print (`vision.strips.marks.Marks.shown`).
    turned: float = 0.5
    #: Where no face says which way is up, print is looked for this far beyond each side too, in card widths:
    #: a rule below the banner may be taken for the card's edge.
    beyond: tuple[float, ...] = (0.0, 0.1, 0.2)
    #: Backs believed in by less than this are faint: alone they make no shelf.
    faint: float = 0.97


JUDGE = JudgeSettings()


class Judged(NamedTuple):
    """The detections taken for ``cards``, and the ``candidates``, which may be cards all the same."""

    cards: Detections
    candidates: Detections


def book_cards(photo: Photo, detector: Detector, found: Detections) -> Judged:
    """The book cards among what the ``detector`` ``found`` in a photo of shelves, uint8 BGR [H, W, 3].

    The detector may take the pictures of one or two cards on a large table for category cards. The tiles of a
    floor are many and outweigh the cards that lie on them. So where only faint backs or a single back are
    found, the detector is asked for faces alone, which must show a book card's print.
    """
    photo, found = Pyramid.of(photo), by_itself(found)
    cards = _cards(_with_belief(found, found.belief))
    alone = len(cards) == 1 and cards.kind[0] == FACE_DOWN
    if alone or not _make_a_shelf(cards):
        faces = _cards(after_closer_look(photo, by_itself(detector.without(CATEGORY, FACE_DOWN).find(photo))))
        printed = print_at(photo, faces.corners) > BOOK_CARD
        if alone or printed.any():
            return Judged(faces[printed], faces[~printed])
    found = after_closer_look(photo, found)
    cards, candidates = _cards(found), ~is_card(found) & may_be_card(as_backs(found))
    return Judged(cards if _make_a_shelf(cards) else cards[np.zeros(0, np.intp)], found[candidates])


def after_closer_look(photo: Pyramid, found: Detections) -> Detections:
    """The detections of shelves with what is believed of them after a closer look at the doubtful ones."""
    if len(doubtful(found)) == 0:
        return _with_belief(found, found.belief)
    found, asked, seen = closer_look(photo, found)
    belief = believed(found)
    belief[asked] = belief_by(seen[asked])
    return _with_belief(found, belief)


def closer_look(photo: Pyramid, found: Detections) -> tuple[Detections, NDArray[np.intp], Floats]:
    """The detections of shelves, doubtful ones in the turn that shows most print; which ones were doubtful,
    [k]; and the evidence rows of all, [n, columns].
    """
    asked, corners = doubtful(found), found.corners.copy()
    both = np.full((2, len(found)), np.nan)
    if len(asked):
        faceless = np.intersect1d(_faceless(found), asked)
        beyond = np.isin(asked, faceless)[:, None] * np.array(JUDGE.beyond)
        turned, shown, upright = turned_to_print(photo, found.corners[asked], beyond)
        turn = shown > upright + JUDGE.turned
        corners[asked[turn]] = turned[turn]
        both[:, asked] = shown, upright
    belief = believed(found)
    return (
        replace(found, corners=corners),
        asked,
        evidence_rows(photo, found, belief, asked, PrintShown(*both)),
    )


def as_backs(found: Detections) -> Detections:
    """The detections as they are in a shelf's grid: category cards lie in no grid, so they are backs."""
    belief = found.belief.copy()
    belief[:, FACE_DOWN] += belief[:, CATEGORY]
    belief[:, CATEGORY] = 0.0
    return _with_belief(found, belief)


def is_card(cards: Detections, inside: Bools | None = None) -> Bools:
    """Which detections are book cards, [n].

    ``inside`` [n]: those among the cards of a shelf, where no other card's place depends on them; none, if
    left out.
    """
    belief = _belief(cards)
    taken = belief >= JUDGE.taken
    return np.asarray(taken if inside is None else taken | inside & (belief >= JUDGE.card), np.bool_)


def may_be_card(cards: Detections) -> Bools:
    """Which detections may be book cards, [n]."""
    return np.asarray(_belief(cards) >= JUDGE.possible, np.bool_)


def _belief(cards: Detections) -> NDArray[np.float32]:
    """How much each detection is believed to be a book card, [n]."""
    return np.asarray(cards.belief[:, [FACE_UP, FACE_DOWN]].sum(axis=1), np.float32)


def faint_backs(cards: Detections) -> Bools:
    """Which of the cards, [n], lie face down and are faint. Such backs alone make no shelf."""
    return np.asarray((cards.kind == FACE_DOWN) & (cards.score < JUDGE.faint), np.bool_)


def _make_a_shelf(cards: Detections) -> bool:
    """Whether cards lie there that are more than faint backs."""
    return not faint_backs(cards).all()


def _cards(found: Detections) -> Detections:
    return found[np.flatnonzero(is_card(found))]


def doubtful(found: Detections) -> NDArray[np.intp]:
    """The detections that get a closer look: no outcome is clear, or their picture may be that of a book
    card.

    Nothing else than a face says which way is up: where all cards of a group seem to lie face down, their
    print is looked for too.
    """
    belief = found.belief
    doubt = (belief.max(axis=1) < JUDGE.clear) | (belief.argmax(axis=1) == CATEGORY)
    doubt[_faceless(found)] = True
    card = 1 - belief[:, NOTHING]
    asked = np.flatnonzero(doubt)
    return np.sort(asked[np.argsort(-card[asked], kind="stable")[: JUDGE.most]])


def _faceless(found: Detections) -> NDArray[np.intp]:
    """The cards of the groups in which the detector sees no face."""
    cards = found.belief[:, NOTHING] < JUDGE.card
    parts = [part[cards[part]] for part in groups(found.corners)]
    faceless = (part for part in parts if (found.kind[part] == FACE_DOWN).all())
    return np.concatenate([np.zeros(0, np.intp), *faceless])


def evidence_rows(
    photo: Pyramid, cards: Detections, belief: Floats, asked: NDArray[np.intp], shown: PrintShown
) -> Floats:
    """The rows of all detections after a closer look at the ``asked``.

    The arguments are those of `vision.judge.closer.closer_rows`.
    """
    return np.hstack([rows(cards, belief), closer_rows(photo, cards, belief, asked, shown)])


def _with_belief(found: Detections, belief: NDArray[np.floating]) -> Detections:
    """The detections with their kinds and scores by what is believed of them."""
    side = belief[:, [FACE_UP, FACE_DOWN]]
    card = side.sum(axis=1) >= belief[:, CATEGORY]
    kind = np.where(card, face_kinds(side[:, 0] > side[:, 1]), found.kind)
    return replace(
        found,
        belief=belief.astype(np.float32),
        kind=kind.astype(np.int8),
        score=side.max(axis=1).astype(np.float32),
    )
