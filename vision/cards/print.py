"""Book cards by what they show: letter, number and icons tell a card that the detector does not.

A book card with one large picture on it looks to the detector much as a category card does, and one that
lies alone or in glare is only suspected. But its strip shows a letter, a number and several icons, which no
category card has, nor anything else that lies about. And what seems a face and shows nothing of the kind is
a back, or nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.background import strip_colours, unlike_the_table
from vision.cards.backs import faint_backs
from vision.cards.placed import Placement
from vision.detect.contrast import with_contrast
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector
from vision.detect.score import BELIEVED, belief
from vision.detect.turn import groups, set_upright
from vision.detect.verifier import cutouts
from vision.geometry.quads import Quads, common_turn, extended, turns
from vision.geometry.sizes import by_whole_area, sizes_there
from vision.photo.colours import apart
from vision.photo.pyramid import Photo, Pyramid
from vision.strips.marks import BARE, BOOK_CARD, print_at

#: Probabilities of a card: the least with which its print is looked at, the one from which it need not be,
#: and the one that print gives it.
LEAST, CLEAR, TOLD = 0.03, 0.99, 0.9
#: The log odds of the second look below which nothing is there and no print is looked at: the pattern of a
#: cloth may show as much. Of doubtful finds in thirteen sets that show print, cards had -1.7 and more, cloths
#: -3.1 and less.
NOTHING = -3.0
#: A face this likely is one even where it shows no print: it was cut short, or glare lies on its banner. Of
#: 67 faces without print in 480 photos the two above this were faces, as was one at 0.82 whose outline was
#: far too small; the others, below 0.48, were nothing.
SEEMING = 0.9
#: By how much (a natural logarithm) a card's sides are longer or shorter than others' at its place from which
#: on its outline is odd, where so many cards lie; and how likely it is a card then, at most. Of 1,417 whose
#: corners were right four were off by more, none by more than 0.096.
ODD, ENOUGH, DOUBTED = 0.09, 5, 0.85
#: The expected error of a back's edges, in card widths, from which on somebody looks at it however likely it
#: is: a hole among backs on a table like them has the edges of its neighbours.
UNSURE_EDGES = 0.02
#: By how much less print than others what lies apart shows that is none of them. Of some 130 shelves of one
#: or two cards in fifteen sets none showed 1.0 less, of ten such finds that were none nine 1.3 less and more.
LESS = 1.2
#: The same where the colours of its strip differ from those of the faces that lie together by more levels
#: than this: of 627 such finds in 47 sets nine of eleven that were none are so, and one card, of odd size.
LITTLE_LESS, OTHER_COLOURS = 0.5, 5.0
#: How far beyond its sides, in card widths, the banner of what seems a back among backs is looked for: a rule
#: below it may be taken for the card's edge.
BEYOND = (0.0, 0.1, 0.2)
#: Up to how many degrees off most a card stands as they do.
ASLANT = 30.0


def find_book_cards(photo: Photo, detector: Detector, pile: bool = False) -> Detections:
    """The book cards of a photo, as `book_cards` has them.

    Of one or two cards on a large table the detector may take panels and pictures for category cards, and the
    tiles of a floor are many, in one turn, and outweigh the cards that lie on them. So where it sees no book
    card, or on a shelf but faint backs or one alone, it is asked once more, for faces: only what shows a book
    card's print is one then, so that a photo of the category cards themselves shows none.
    """
    found = book_cards(photo, detector.find(photo), pile)
    if faint_backs(found).all() or (len(found) == 1 and found.kind[0] == FACE_DOWN):
        faces = book_cards(photo, detector.without(CATEGORY, FACE_DOWN).find(photo), pile)
        return faces[print_at(photo, faces.corners) > BOOK_CARD]
    return found if pile else _faces_among_backs(photo, found)


def _faces_among_backs(photo: Photo, found: Detections) -> Detections:
    """The book cards of shelves, those among backs alone that show print on one of their sides, or just
    beyond it, face up: of a shelf all of which seems to lie face down nothing else says which way is up.

    Of 595 backs in 576 photos none showed more than 1.3 on any side (ten looked at for this: 1.8 beyond it),
    of twelve faces taken for backs none less than 2.1. What was cut short is made whole later
    (`vision.shelf.recut`).
    """
    backs = [part for part in groups(found.corners) if (found.kind[part] == FACE_DOWN).all()]
    if not backs:
        return found
    asked = np.concatenate(backs)
    turned, shown = _turned_to_print(photo, found.corners[asked], BEYOND)
    if not (printed := shown > BOOK_CARD).any():
        return found
    corners, kind = found.corners.copy(), found.kind.copy()
    corners[asked[printed]], kind[asked[printed]] = turned[printed], FACE_UP
    found = replace(found, corners=corners, kind=kind)
    return replace(found, corners=set_upright(found))


def book_cards(photo: Photo, found: Detections, pile: bool = False) -> Detections:
    """The book cards of all that was found in a photo, uint8 BGR [H, W, 3]; scores are probabilities then.

    ``found``: with the detector's own scores (`vision.detect.detector.Detector.find`). What is doubtful, or a
    category card, and shows a book card's print is a card face up, in the turn in which it shows it. Other
    category cards, and what else is hardly a card, are left out. Of a ``pile`` but strips show: sizes say
    nothing.
    """
    likely = belief(found)
    asked = _asked(found, likely)
    if len(asked):
        turned, shown = _turned_to_print(photo, found.corners[asked])
        printed = asked[shown > BOOK_CARD]
        odd = of_odd_size(found.corners, likely)
        little = shown < np.where(odd[asked], BOOK_CARD, BARE)
        bare = asked[little & (found.kind[asked] == FACE_UP) & (likely[asked] < SEEMING)]
        corners, kind = found.corners.copy(), found.kind.copy()
        corners[printed] = turned[shown > BOOK_CARD]
        kind[printed], kind[bare] = FACE_UP, FACE_DOWN
        if len(bare):
            likely[bare] = belief(_compared(photo, replace(found, kind=kind)))[bare]
        likely[printed] = np.maximum(likely[printed], TOLD)
        found = replace(found, corners=corners, kind=kind)
    if not pile:
        likely = np.where(unlike_the_table(photo, found, likely), DOUBTED, likely).astype(np.float32)
    found = replace(found, score=likely)[(found.kind != CATEGORY) & (likely >= BELIEVED)]
    if not pile:
        doubted = of_odd_size(found.corners, found.score)
        doubted |= (found.kind == FACE_DOWN) & (found.spread > UNSURE_EDGES)
        found = replace(found, score=np.where(doubted, np.minimum(found.score, DOUBTED), found.score))
    return found


def of_odd_size(corners: Quads, likely: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cards, [n, 4, 2], are wider, narrower, higher or lower than cards are at their place, [n].

    Each is counted by its area and how ``likely`` [n] it is one. A camera that looks aslant sees cards
    shorter one way than the other, so only those that stand, or stand upside down, as most do are compared.
    """
    out = np.zeros(len(corners), np.bool_)
    if len(corners) < ENOUGH:
        return out
    counted = by_whole_area(corners, likely)
    along = np.abs((turns(corners) - common_turn(corners, counted) + 90) % 180 - 90) < ASLANT
    if along.sum() >= ENOUGH:
        for across in range(2):
            sizes = sizes_there(np.roll(corners[along], across, axis=1), counted[along])
            out[along] |= np.abs(sizes) > ODD
    return out


def loners(
    found: Detections, places: Placement, shown: NDArray[np.float32], strips: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which cards, [n], lie by themselves or in twos and show less print than the faces that lie together: a
    leaflet, category cards, or cards of another game.

    Much less, or less in a strip of other colours. ``shown`` [n]: how much each of the ``strips``, uint8
    [n, 152, 344, 3], shows of what every face does.
    """
    few = (places.together <= 2) & (places.together < places.together.max(initial=0))
    others = ~few & (found.kind == FACE_UP)
    usual = float(np.median(shown[others])) if others.any() else np.inf
    fails = shown < min(BOOK_CARD, usual - LESS)
    asked = np.flatnonzero(few & ~fails & (shown < usual - LITTLE_LESS))
    if len(asked) and others.any():
        colours = apart(strip_colours(strips[asked]), strip_colours(strips[others]))
        fails[asked] = colours.min(axis=1) > OTHER_COLOURS
    return np.asarray(few & ~np.isin(places.shelf, places.shelf[~fails]), np.bool_)


def _turned_to_print(
    photo: Photo, corners: Quads, beyond: tuple[float, ...] = (0.0,)
) -> tuple[Quads, NDArray[np.float32]]:
    """Cards in the turn in which they show most of what every face shows, and how much, 0 to 3, [n].

    It is looked for so many card widths ``beyond`` each side, too.
    """
    turned = np.stack([np.roll(corners, -turn, axis=1) for turn in range(4)])
    tries = np.stack([extended(quads, by) for quads in turned for by in beyond])
    shown = print_at(photo, tries.reshape(-1, 4, 2)).reshape(4, len(beyond), -1).max(axis=1)
    return turned[shown.argmax(axis=0), np.arange(len(corners))], shown.max(axis=0)


def _compared(photo: Photo, found: Detections) -> Detections:
    """The finds, those face down compared with the table beside them: some were taken for faces before."""
    pyramid = Pyramid.of(photo)
    return with_contrast(cutouts(pyramid, found.corners), found, (pyramid.width, pyramid.height))


def _asked(found: Detections, likely: NDArray[np.float32]) -> NDArray[np.intp]:
    """Those whose print is looked at; not the strips of a pile, where much else shows print."""
    doubtful = likely < BELIEVED
    unsure_face = (found.kind == FACE_UP) & (likely < CLEAR)
    asked = doubtful & (found.kind != STRIP) | unsure_face | (found.kind == CATEGORY)
    return np.flatnonzero(asked & (likely >= LEAST) & ~(doubtful & (found.checked < NOTHING)))
