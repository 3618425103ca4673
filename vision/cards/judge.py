"""The judge: says of each detection, once for all, whether it is a card, and which side it shows.

Each detection has one row of evidence. The first word goes by what the detector measured. Doubtful detections
get a closer look, which adds to their rows. What the others are believed to be is evidence too.

The closer look sees print, and likeness to clear cards and to the table: a face shows letter, number and
icons, the backs of one deck are printed alike, and a patch of the table looks as the table beside it does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Bools, Floats, Floats32
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, NOTHING, STRIP, Detections, face_kinds
from vision.detect.detector import Detector
from vision.detect.score import CARD_THRESHOLD, belief_by, believed, by_itself, rows
from vision.detect.turn import groups
from vision.detect.verifier import EDGE, SIDE, cutouts
from vision.geometry.quads import Quads, extended, free_places
from vision.photo.pyramid import Photo, Pyramid, colour_distances, colour_quantiles, lab
from vision.strips.marks import BOOK_CARD, print_at

#: The names of the columns of `closer_rows`.
CLOSER_EVIDENCE = (
    "print",
    "print upright",
    "less print than usual",
    "unlike backs",
    "unlike faces",
    "colour off backs",
    "colour off faces",
    "colour off the table",
    "glare",
    "in the photo",
)
#: Steps from a detection to places of the table around it, in cards.
AROUND = np.array([(x, y) for x in (-2, -1, 0, 1, 2) for y in (-2, -1, 0, 1, 2) if x or y], np.float64) * 1.05


# Which detections tell how cards of the table look.
#: Detections believed to be a card of a side by more than this show how that side looks.
CLEAR_CARD = 0.9
#: Detections believed to be a card by more than this hide the table.
COVERING = 0.3
#: At most so many clear cards of a side are compared.
MOST_CLEAR_CARDS = 8
#: Pixels cut off at each side of a cut-out, because corners are found less exactly than that.
CUT_MARGIN = 2


# The closer look


@dataclass(frozen=True)
class PrintShown:
    """How much print n detections show (`vision.strips.marks.Marks.shown`), NaN where it was not looked for.

    ``best`` [n]: in the turn of each that shows most. ``upright`` [n]: in its own. ``glare`` [n]: where glare
    hides print, if known.
    """

    best: Floats
    upright: Floats
    glare: Bools | None = None


def turned_to_print(
    photo: Pyramid, quads: Quads, beyond: Floats
) -> tuple[Quads, NDArray[np.float32], NDArray[np.float32]]:
    """The quads in the turn that shows most print; how much that is, and how much shows upright, [n].

    ``beyond`` [n, k]: how far beyond each side of a quad print is looked for, in card widths.
    """
    turned = np.stack([np.roll(quads, -turn, axis=1) for turn in range(4)])
    ways = [np.unique(row) for row in beyond]
    tries = [extended(turned[:, i], by) for i, row in enumerate(ways) for by in row]
    shown = print_at(photo, np.concatenate(tries)).reshape(-1, 4)
    ends = np.cumsum([len(row) for row in ways])[:-1]
    most = np.stack([part.max(axis=0) for part in np.split(shown, ends)])
    best = most.argmax(axis=1)
    return turned[best, np.arange(len(quads))], most.max(axis=1), most[:, 0]


def closer_rows(
    photo: Pyramid, cards: Detections, belief: Floats, asked: NDArray[np.intp], shown: PrintShown
) -> Floats:
    """The evidence of a closer look at the ``asked`` detections, [n, `CLOSER_EVIDENCE`]; NaN for the others.

    ``belief`` [n, 5]: so far. ``shown``: how much print the n detections show.
    """
    out = {name: np.full(len(cards), np.nan) for name in CLOSER_EVIDENCE}
    out["print"], out["print upright"] = shown.best, shown.upright
    if shown.glare is not None:
        out["glare"] = shown.glare.astype(np.float64)
    out["in the photo"] = _in_the_photo(cards.corners, photo.size)
    printed = belief[:, [FACE_UP, STRIP]].sum(axis=1) > CLEAR_CARD
    known = shown.upright[printed & np.isfinite(shown.upright)]
    if len(known):
        out["less print than usual"] = np.median(known) - shown.best
    if len(asked):
        _compare(out, photo, cards, belief, asked)
    return np.column_stack([out[name] for name in CLOSER_EVIDENCE])


def _compare(
    out: dict[str, Floats], photo: Pyramid, cards: Detections, belief: Floats, asked: NDArray[np.intp]
) -> None:
    """Fills the columns of likeness to clear cards and to the table. The arguments are `closer_rows`'s."""
    backs, faces = (_clearest(belief[:, kind]).tolist() for kind in (FACE_DOWN, FACE_UP))
    needed = np.unique([*asked.tolist(), *backs, *faces])
    pictures = dict(zip(needed.tolist(), _inside(cutouts(photo, cards.corners[needed])), strict=True))
    looks = {i: lab(picture) for i, picture in pictures.items()}
    colours = {i: colour_quantiles(picture[None, ::2, ::2])[0] for i, picture in pictures.items()}
    cover = cards.corners[1 - belief[:, NOTHING] > COVERING]
    around = {i: table_around(photo, cards.corners[i], cover) for i in asked.tolist()}
    for i in asked.tolist():
        for side, sample in (("backs", backs), ("faces", faces)):
            others = [k for k in sample if k != i]
            if others:
                out[f"unlike {side}"][i] = _unlike(looks[i], [looks[k] for k in others])
                theirs = np.stack([colours[k] for k in others])
                out[f"colour off {side}"][i] = colour_distances(colours[i][None], theirs).min()
        if len(around[i]):
            places = colour_quantiles(around[i][:, ::2, ::2])
            out["colour off the table"][i] = colour_distances(colours[i][None], places).min()


def _in_the_photo(quads: Quads, size: tuple[int, int]) -> Floats:
    """The share of each quad's upper edge, [n], that lies in a photo of this ``size``."""
    along = np.linspace(0, 1, 9)[:, None]
    points = quads[:, None, 0] * (1 - along) + quads[:, None, 1] * along
    return np.asarray(((points >= 0) & (points <= np.array(size) - 1)).all(axis=2).mean(axis=1), np.float64)


def _clearest(belief: Floats) -> NDArray[np.intp]:
    order = np.argsort(-belief, kind="stable")[:MOST_CLEAR_CARDS]
    return order[belief[order] > CLEAR_CARD]


def _inside(pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut-outs without the table beside the cards."""
    low, high = round(EDGE) + CUT_MARGIN, SIDE - round(EDGE) - CUT_MARGIN
    return pictures[:, low:high, low:high]


def inside_of(photo: Pyramid, quads: Quads) -> NDArray[np.uint8]:
    """Pictures of places, [n, 4, 2], without what lies beside them."""
    return _inside(cutouts(photo, quads))


def table_around(photo: Pyramid, quad: Quads, cover: Quads) -> NDArray[np.uint8]:
    """Pictures of free places around a detection; ``cover`` [n, 4, 2] hides the table."""
    across, down = (quad[[1, 2]] - quad[[0, 3]]).mean(axis=0), (quad[2:] - quad[[1, 0]]).mean(axis=0)
    taken = np.append(cover, quad[None], axis=0)
    places = free_places(quad, AROUND @ np.stack([across, down]), taken, photo.size)
    return inside_of(photo, places)


def _unlike(look: Floats32, others: list[Floats32]) -> float:
    """How much a picture differs from the most similar of the others, either way up, in levels of CIELAB."""
    theirs = np.stack(others)
    theirs = np.concatenate([theirs, theirs[:, ::-1, ::-1]])
    return float(np.abs(look[None] - theirs).mean(axis=(1, 2, 3)).min())


# The judge


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

    The arguments are those of `vision.cards.judge.closer_rows`.
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
