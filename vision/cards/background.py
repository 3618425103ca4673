"""What the table says of cards: what has its colours is a part of it, what has others lies on it.

It is looked at around a card, at places like the card's own that nothing was found at.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32
from vision.cards.backs import CLEAR, inside
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.neighbours import off_the_grid
from vision.detect.score import BELIEVED
from vision.detect.verifier import cutouts
from vision.geometry.quads import Quads
from vision.photo.colours import apart, colours_of
from vision.photo.pyramid import Photo, Pyramid
from vision.strips import rectify

#: A back that is not clear is a patch of the table if its colours differ from those somewhere around by less
#: than this, and from those of the clear backs by more than this, as the table's do. Of 155 such finds beside
#: clear backs, in 42 sets of 96 photos, six are so, and none of the six is a card.
PATCH, UNLIKE = 1.4, 5.0
#: Where no back is clear it is one if it is less likely than this too: five of eleven finds that were none in
#: 47 sets, and one card.
UNLIKELY = 0.9
#: A back less probable than is believed, but no less than this, is one if the network saw it so clearly, its
#: sides are no less sure (in card widths), it lies no further off its place (in cards), and its colours
#: differ so much from the table's all around. Of 86 backs that were not believed, in 28 sets, 19 are so, all
#: of them cards.
LEAST, SEEN, SIDES, IN_PLACE, NOWHERE = 0.1, 0.5, 0.055, 0.17, 6.0
#: Where the table is looked at: cards across and down.
AROUND = np.array([(x, y) for x in np.arange(-3, 3.1, 0.5) for y in np.arange(-3, 3.1, 0.5)])
#: Points of a place at which it may lie under a card: so many across and down.
POINTS = (7, 3)
#: How far down a card its strip is compared, in card widths; of every so many of its pictures' pixels.
DEEP, EVERY = 0.2, 4


def patches_of_table(
    photo: Photo, cards: Detections, up: NDArray[np.bool_], table: Quads
) -> NDArray[np.bool_]:
    """Which of the cards of a photo, uint8 BGR [H, W, 3], are none, [n]: backs that are not clear, have the
    colours of no clear one, and those of the table, or were taken for faces until no print showed.

    ``up`` [n]: which cards lie face up; ``table`` [m, 4, 2]: places around them that none of them covers. Of
    eight finds taken for faces first, in 47 sets, six were none, and two look as clear backs do.
    """
    out = np.zeros(len(cards), np.bool_)
    clear = ~up & (cards.kind == FACE_DOWN) & (cards.score >= CLEAR)
    asked = ~up & (cards.score < CLEAR)
    if not asked.any():
        return out
    pyramid = Pyramid.of(photo)
    places = cards.corners[asked], cards.corners[clear], table
    own, backs, around = (_colours(pyramid, quads) for quads in places)
    if clear.any():
        tells = np.full(len(own), apart(backs, around).min(initial=np.inf) > UNLIKE)
    else:
        tells = cards.score[asked] < UNLIKELY
    patch = (apart(own, around).min(axis=1, initial=np.inf) < PATCH) & tells
    unlike = apart(own, backs).min(axis=1, initial=np.inf) > UNLIKE
    out[asked] = unlike & (patch | (cards.kind[asked] == FACE_UP))
    return out


def unlike_the_table(photo: Photo, cards: Detections, likely: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Which of the finds of a photo, uint8 BGR [H, W, 3], are backs though little else speaks for them, [n].

    They lie where a card beside another would, have the colours of the clear backs, if there are any, and the
    table has these nowhere around. ``likely`` [n]: how probable each find is by all else.
    """
    out = np.zeros(len(cards), np.bool_)
    asked = (cards.kind == FACE_DOWN) & (likely >= LEAST) & (likely < BELIEVED)
    asked &= (cards.score >= SEEN) & ~(cards.spread > SIDES)
    if not asked.any():
        return out
    asked &= off_the_grid(cards, likely.astype(np.float64)) < IN_PLACE
    pyramid = Pyramid.of(photo)
    there = cards.corners[(likely >= BELIEVED) & np.isin(cards.kind, (FACE_UP, FACE_DOWN))]
    backs = _colours(pyramid, cards.corners[(likely >= CLEAR) & (cards.kind == FACE_DOWN)])
    for i in np.flatnonzero(asked):
        quad = cards.corners[i]
        across, down = (quad[[1, 2]] - quad[[0, 3]]).mean(axis=0), (quad[2:] - quad[[1, 0]]).mean(axis=0)
        moves, taken = AROUND @ np.stack([across, down]), np.append(there, quad[None], axis=0)
        table = free_places(quad, moves, taken, pyramid.size)
        if len(table):
            own = _colours(pyramid, quad[None])
            alike = len(backs) == 0 or apart(own, backs).min() < UNLIKE
            out[i] = alike and apart(own, _colours(pyramid, table)).min() > NOWHERE
    return out


def _colours(photo: Pyramid, quads: Quads) -> NDArray[np.float32]:
    """The colours of cards or places, [n, 4, 2], in a photo: [n, 19, 3]."""
    return colours_of(inside(cutouts(photo, quads)))


def free_places(quad: Quads, moves: NDArray[np.floating], corners: Quads, size: tuple[int, int]) -> Quads:
    """Where a place, [4, 2], lies after each of the ``moves`` [k, 2], if that is in a photo of ``size``
    (width, height) and on none of the cards, [n, 4, 2]: float32 [m, 4, 2], all in pixels.
    """
    places = (quad[None] + np.asarray(moves)[:, None]).astype(np.float32)
    places = places[((places >= 0) & (places <= np.array(size) - 1)).all(axis=(1, 2))]
    return places[~_covered(places, corners)]


def _covered(places: Quads, corners: Quads) -> NDArray[np.bool_]:
    """Which of the places, [m, 4, 2], have a point on one of the cards, [n, 4, 2]."""
    x, y = (part.reshape(-1, 1) for part in np.meshgrid(*(np.linspace(0, 1, n) for n in POINTS)))
    corner = places[:, None]
    upper = (1 - x) * corner[:, :, 0] + x * corner[:, :, 1]
    lower = (1 - x) * corner[:, :, 3] + x * corner[:, :, 2]
    points = (1 - y) * upper + y * lower  # [m, 21, 2]
    out = np.zeros(len(places), np.bool_)
    for quad in corners:
        side, there = np.roll(quad, -1, axis=0) - quad, points[:, :, None] - quad
        within = side[:, 0] * there[..., 1] - side[:, 1] * there[..., 0] >= 0  # corners run clockwise
        out |= within.all(axis=2).any(axis=1)
    return out


def strip_colours(strips: NDArray[np.uint8]) -> Floats32:
    """The colours of strips, [n, 19, 3], without what lies around them: `vision.strips.rectify.strips` cut
    them.
    """
    top, left = round(-rectify.TOP * rectify.SCALE), round(-rectify.LEFT * rectify.SCALE)
    low, right = top + round(DEEP * rectify.SCALE), left + rectify.SCALE
    return colours_of(strips[:, top:low:EVERY, left:right:EVERY])
