"""The closer look at doubtful detections: their print, and their likeness to clear cards and to the table.

A face shows letter, number and icons. The backs of one deck are printed alike. A patch of the table looks as
the table beside it does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Bools, Floats, Floats32
from vision.detect.detections import FACE_DOWN, FACE_UP, NOTHING, STRIP, Detections
from vision.detect.verifier import EDGE, SIDE, cutouts
from vision.geometry.quads import Quads, extended, free_places
from vision.photo.colours import colour_distances, colour_quantiles, lab
from vision.photo.pyramid import Pyramid
from vision.strips.marks import print_at

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
