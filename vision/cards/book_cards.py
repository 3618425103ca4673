"""Which finds are book cards: letter, number and icons tell a card that the detector does not.

A book card with one large picture looks to the detector like a category card. A book card that lies alone or
in glare is only suspected. But its strip shows a letter, a number and several icons, and nothing else on a
table does. A find that seems a face and shows no print is a back, or nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.background import strip_colours, unlike_the_table
from vision.cards.backs import faint_backs
from vision.cards.placed import Placement
from vision.detect.contrast import with_contrast
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP, Detections
from vision.detect.detector import Detector
from vision.detect.score import CARD_THRESHOLD, card_probability
from vision.detect.turn import groups, set_upright
from vision.detect.verifier import cutouts
from vision.geometry.quads import Quads, common_turn, extended, turns
from vision.geometry.sizes import by_whole_area, sizes_there
from vision.photo.colours import colour_distances
from vision.photo.pyramid import Photo, Pyramid
from vision.strips.marks import BARE, BOOK_CARD, print_at


@dataclass(frozen=True)
class OutlineSettings:
    """When a card's outline is odd."""

    #: Where fewer cards lie, no outline is odd.
    cards: int = 5
    #: Only cards within this many degrees of most cards' turn are compared.
    aslant: float = 30.0
    #: A side this much longer or shorter than others at its place is odd, as a natural logarithm.
    odd: float = 0.09


@dataclass(frozen=True)
class PrintSettings:
    """Which finds are looked at for print, and what print says of them."""

    #: Finds below this probability are not looked at.
    least: float = 0.03
    #: Faces from this probability on need not be looked at.
    clear: float = 0.99
    #: Doubtful finds with less log odds of the second look than this are nothing, whatever print they show:
    #: the pattern of a cloth may show as much.
    nothing: float = -3.0
    #: Faces from this probability on are faces even without print: glare may lie on the banner.
    face: float = 0.9
    #: A card that a closer look confirms has at least this probability.
    confirmed: float = 0.9
    #: A card that a closer look doubts has at most this probability, and is flagged (`vision.decide`).
    doubted: float = 0.85
    #: A back whose edges are less exact than this, in card widths, is doubted: a hole among backs has the
    #: edges of its neighbours.
    edge_error: float = 0.02
    #: Print is looked for this far beyond each side of a back among backs, in card widths: a rule below the
    #: banner may be taken for the card's edge.
    beyond: tuple[float, ...] = (0.0, 0.1, 0.2)
    #: When an outline is odd. Cards of odd outlines must show more print, and are doubted.
    outline: OutlineSettings = OutlineSettings()


@dataclass(frozen=True)
class LoneCardSettings:
    """When a find that lies apart is no card of this game, because it shows less print than the others.

    Print is the sum of three probabilities, 0 to 3 (`vision.strips.marks.Marks.shown`).
    """

    #: A find with this much less print is no card.
    less: float = 1.2
    #: A find with this much less print is no card if its colours differ too.
    little_less: float = 0.5
    #: The least difference of colours from every other face, in levels of CIELAB.
    other_colours: float = 5.0


def find_book_cards(
    photo: Photo, detector: Detector, pile: bool = False, settings: PrintSettings = PrintSettings()
) -> Detections:
    """The book cards of a photo (see `book_cards`).

    The detector may take the pictures of one or two cards on a large table for category cards. The tiles of a
    floor are many and outweigh the cards that lie on them. So the detector is asked for faces alone where it
    finds no book card, only faint backs, or a single back. Then only finds with a book card's print count: a
    photo of the category cards holds no book card.
    """
    found = book_cards(photo, detector.find(photo), pile, settings)
    if faint_backs(found).all() or (len(found) == 1 and found.kind[0] == FACE_DOWN):
        faces = book_cards(photo, detector.without(CATEGORY, FACE_DOWN).find(photo), pile, settings)
        return faces[print_at(photo, faces.corners) > BOOK_CARD]
    return found if pile else _faces_among_backs(photo, found, settings)


def _faces_among_backs(photo: Photo, found: Detections, settings: PrintSettings) -> Detections:
    """The book cards of shelves, backs that show print at one of their sides turned into faces.

    Only groups in which every card seems to lie face down are looked at: nothing else in the group says which
    way is up. A card cut short at its upper edge is made whole later (`vision.shelf.recut`).
    """
    backs = [part for part in groups(found.corners) if (found.kind[part] == FACE_DOWN).all()]
    if not backs:
        return found
    asked = np.concatenate(backs)
    turned, shown = _turned_to_print(photo, found.corners[asked], settings.beyond)
    if not (printed := shown > BOOK_CARD).any():
        return found
    corners, kind = found.corners.copy(), found.kind.copy()
    corners[asked[printed]], kind[asked[printed]] = turned[printed], FACE_UP
    found = replace(found, corners=corners, kind=kind)
    return replace(found, corners=set_upright(found))


def book_cards(
    photo: Photo, found: Detections, pile: bool = False, settings: PrintSettings = PrintSettings()
) -> Detections:
    """The book cards among the finds of a photo, uint8 BGR [H, W, 3], their scores as probabilities.

    ``found``: with the detector's own scores (`vision.detect.detector.Detector.find`). A doubtful find or a
    category card that shows a book card's print is a face, in the turn that shows most print. Other category
    cards and improbable finds are left out. Of a ``pile`` only strips show, so sizes say nothing there.
    """
    likely = card_probability(found)
    asked = _asked(found, likely, settings)
    if len(asked):
        turned, shown = _turned_to_print(photo, found.corners[asked])
        printed = asked[shown > BOOK_CARD]
        odd = of_odd_size(found.corners, likely, settings.outline)
        little = shown < np.where(odd[asked], BOOK_CARD, BARE)
        bare = asked[little & (found.kind[asked] == FACE_UP) & (likely[asked] < settings.face)]
        corners, kind = found.corners.copy(), found.kind.copy()
        corners[printed] = turned[shown > BOOK_CARD]
        kind[printed], kind[bare] = FACE_UP, FACE_DOWN
        if len(bare):
            likely[bare] = card_probability(_compared(photo, replace(found, kind=kind)))[bare]
        likely[printed] = np.maximum(likely[printed], settings.confirmed)
        found = replace(found, corners=corners, kind=kind)
    if not pile:
        backs = unlike_the_table(photo, found, likely)
        likely = np.where(backs, settings.doubted, likely).astype(np.float32)
    found = replace(found, score=likely)[(found.kind != CATEGORY) & (likely >= CARD_THRESHOLD)]
    if not pile:
        doubted = of_odd_size(found.corners, found.score, settings.outline)
        doubted |= (found.kind == FACE_DOWN) & (found.corner_error > settings.edge_error)
        score = np.where(doubted, np.minimum(found.score, settings.doubted), found.score)
        found = replace(found, score=score)
    return found


def of_odd_size(
    corners: Quads, likely: NDArray[np.float32], settings: OutlineSettings = OutlineSettings()
) -> NDArray[np.bool_]:
    """Which cards, [n, 4, 2], are wider, narrower, higher or lower than cards are at their place, [n].

    A card counts by its area and by how ``likely`` [n] it is a card. A camera that looks aslant sees cards
    shorter in one direction, so only cards that stand as most do, or upside down, are compared.
    """
    out = np.zeros(len(corners), np.bool_)
    if len(corners) < settings.cards:
        return out
    counted = by_whole_area(corners, likely)
    along = np.abs((turns(corners) - common_turn(corners, counted) + 90) % 180 - 90) < settings.aslant
    if along.sum() >= settings.cards:
        for across in range(2):
            sizes = sizes_there(np.roll(corners[along], across, axis=1), counted[along])
            out[along] |= np.abs(sizes) > settings.odd
    return out


def lone_strangers(
    found: Detections,
    places: Placement,
    shown: NDArray[np.float32],
    strips: NDArray[np.uint8],
    settings: LoneCardSettings = LoneCardSettings(),
) -> NDArray[np.bool_]:
    """Which finds, [n], lie alone or in pairs and are no cards of this game, by print and colours.

    Such a find is a leaflet, a category card, or a card of another game. ``shown`` [n]: how much print each
    of the ``strips``, uint8 [n, 152, 344, 3], shows.
    """
    few = (places.together <= 2) & (places.together < places.together.max(initial=0))
    others = ~few & (found.kind == FACE_UP)
    usual = float(np.median(shown[others])) if others.any() else np.inf
    fails = shown < min(BOOK_CARD, usual - settings.less)
    asked = np.flatnonzero(few & ~fails & (shown < usual - settings.little_less))
    if len(asked) and others.any():
        colours = colour_distances(strip_colours(strips[asked]), strip_colours(strips[others]))
        fails[asked] = colours.min(axis=1) > settings.other_colours
    return np.asarray(few & ~np.isin(places.shelf, places.shelf[~fails]), np.bool_)


def _turned_to_print(
    photo: Photo, corners: Quads, beyond: tuple[float, ...] = (0.0,)
) -> tuple[Quads, NDArray[np.float32]]:
    """The cards in the turn that shows most print, and how much print that is, 0 to 3, [n].

    Print is looked for at these distances ``beyond`` each side, in card widths.
    """
    turned = np.stack([np.roll(corners, -turn, axis=1) for turn in range(4)])
    tries = np.stack([extended(quads, by) for quads in turned for by in beyond])
    shown = print_at(photo, tries.reshape(-1, 4, 2)).reshape(4, len(beyond), -1).max(axis=1)
    return turned[shown.argmax(axis=0), np.arange(len(corners))], shown.max(axis=0)


def _compared(photo: Photo, found: Detections) -> Detections:
    """The finds, the backs compared with the table beside them: some were faces until now."""
    pyramid = Pyramid.of(photo)
    return with_contrast(cutouts(pyramid, found.corners), found, (pyramid.width, pyramid.height))


def _asked(found: Detections, likely: NDArray[np.float32], settings: PrintSettings) -> NDArray[np.intp]:
    """The finds whose print is looked at. Strips of a pile are not: much else in a pile shows print."""
    doubtful = likely < CARD_THRESHOLD
    unsure_face = (found.kind == FACE_UP) & (likely < settings.clear)
    asked = doubtful & (found.kind != STRIP) | unsure_face | (found.kind == CATEGORY)
    return np.flatnonzero(
        asked & (likely >= settings.least) & ~(doubtful & (found.verifier_odds < settings.nothing))
    )
