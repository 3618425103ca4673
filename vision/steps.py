"""The six steps from a photo to a reading: propose, judge, place, cut, read, decide.

Each step is a small object with all that it needs besides its input, so each can be run and looked at alone.
`vision.pipeline` runs them in turn, `vision.explain` shows what each gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from scorer.cards import Deck
from vision.adapt import Adaptation
from vision.banner.read import BannerEvidence, read_banners
from vision.banner.title_starts import with_titles
from vision.cards.judge import Judged, book_cards
from vision.common.arrays import Bools, Floats, Floats32
from vision.common.evidence import Evidence
from vision.common.probability import SUREST, log_odds
from vision.cutting import CutCards, Kind, cut_as_printed
from vision.decide import Decided, decide
from vision.decode.calibration import Calibration, side_confidence
from vision.decode.shelf_order import shelf_evidence
from vision.detect.detections import Detections, Placed, face_kinds
from vision.detect.detector import Detector
from vision.icons.books import BookEvidence, may_hide_icons, read_books, with_books
from vision.icons.legend import Legend, printed_legend
from vision.icons.match import IconEvidence, read_icons
from vision.join.joining import join_pile, join_shelves
from vision.join.seen import Card, Seen, spaced
from vision.networks.sessions import scales
from vision.photo.pyramid import Pyramid
from vision.pile.cards import placed_in_pile
from vision.pile.judging import judged_in_pile
from vision.shelf.parting import Shelves
from vision.shelf.placing import Hole, doubtful_holes, placed_by_order, placed_on_shelves


@dataclass(frozen=True)
class Propose:
    """All that may be a card, down to faint detections, with refined corners."""

    detector: Detector

    def __call__(self, photo: Pyramid) -> Detections:
        return self.detector.find(photo)


@dataclass(frozen=True)
class Judge:
    """Which detections are book cards, which side each shows, and which others may yet be cards."""

    detector: Detector
    kind: Kind = "shelf"

    def __call__(self, photo: Pyramid, detections: Detections) -> Judged:
        if self.kind == "pile":
            return Judged(judged_in_pile(photo, detections), detections[np.zeros(0, np.intp)])
        return book_cards(photo, self.detector, detections)


@dataclass(frozen=True)
class Place:
    """The rows and columns of at least one card.

    ``shelves``: how many shelves there are, if known.
    """

    kind: Kind = "shelf"
    shelves: Shelves = None

    def __call__(self, photo: Pyramid, judged: Judged) -> Placed:
        if self.kind == "pile":
            return placed_in_pile(judged.cards, photo)
        return placed_on_shelves(judged.cards, photo, judged.candidates, self.shelves)


@dataclass(frozen=True)
class Cut:
    """The strips of the cards: as first cut, and as cut where the print on them shows that the cards lie."""

    kind: Kind = "shelf"

    def __call__(self, photo: Pyramid, placed: Placed) -> tuple[CutCards, CutCards]:
        return cut_as_printed(photo, placed, self.kind)


@dataclass(frozen=True)
class Priors:
    """What is known before a photo is looked at: ``legend``, ``deck``, ``adaptation`` as for
    `vision.pipeline.PhotoReader`; ``known``: the known cards of a deck that is not known as a whole.
    """

    legend: Legend | None = None
    deck: Deck | None = None
    known: Deck | None = None
    adaptation: Adaptation | None = None


@dataclass(frozen=True)
class Print:
    """What the networks say of the faces' ``banners`` and of their ``books``; a legend tells the icons, so
    with a legend the books are None.
    """

    banners: BannerEvidence
    books: BookEvidence | None

    def is_of_the_game(self, priors: Priors) -> bool:
        """Whether the cards are the game's: a legend or a deck says so; without both they must look so."""
        return self.books is None or priors.deck is not None or self.books.as_printed()


@dataclass(frozen=True)
class Read:
    """What each card's print may say. Nothing is decided."""

    kind: Kind = "shelf"
    shelves: Shelves = None
    priors: Priors = Priors()

    def print_on(self, photo: Pyramid, cut: CutCards) -> Print:
        """What the networks say of the print on the faces."""
        pictures, up = cut.strips.pictures[cut.up], cut.up
        books = None if self.priors.legend else read_books(photo, pictures, cut.corners[up])
        return Print(read_banners(pictures, cut.marks[up]), books)

    def __call__(
        self, photo: Pyramid, cut: CutCards, printed: Print, judged: Judged, detections: Detections
    ) -> Seen:
        """The evidence for the cards that were ``cut``, and where they lie by their letters.

        ``printed``: of `print_on`. ``judged``: candidates lie on shelves too. ``detections``: all that was
        proposed; holes are asked about by them.
        """
        priors = self.priors
        found, places, up = cut.placed.cards, cut.placed.places, cut.up
        pictures, marks = cut.strips.pictures, cut.marks
        banners = printed.banners
        if priors.adaptation:
            banners = priors.adaptation.adapted(banners)
        icons = read_icons(pictures, priors.legend or printed_legend(), up, marks)
        icon_missing = np.zeros(len(up), np.bool_)
        # Where a card has no number, an icon may have been taken for the number: the row lacks that icon.
        icon_missing[up] = banners.without_number()
        if printed.books:
            icons = with_books(icons, printed.books, up)
            # An icon may lie under the next card, too.
            icon_missing |= up & printed.books.as_printed() & may_hide_icons(icons.boxes)
        visibility = cut.visibility.with_doubt("count", icon_missing)
        evidence = spaced(evidence_of(banners, icons, up, priors.deck, priors.known), up)
        evidence = evidence.weighed(visibility.hidden)
        holes: tuple[Hole, ...] = ()
        if self.kind == "shelf":  # in a pile other cards cover the books
            evidence = with_titles(evidence, up & visibility.banner, photo, cut.corners)
            order = shelf_evidence(evidence)
            places = placed_by_order(cut.placed, up, order, self.shelves, judged.candidates)
            holes = doubtful_holes(photo, found.corners, places, up, detections)
        return Seen(
            corners=cut.corners,
            size=photo.size,
            shelf=places.shelf,
            row=places.row,
            column=places.column,
            sure=places.confidence,
            face_up=up,
            up=np.where(up, 1, -1) * log_odds(self._sides(found, up, icons.shown), SUREST),
            score=found.score.astype(np.float64),
            banner=visibility.banner,
            icons=visibility.icons,
            cut=cut.outside,
            evidence=evidence,
            doubts=places.doubts,
            holes=holes,
        )

    def _sides(self, found: Detections, up: Bools, icons_shown: Floats32) -> Floats:
        """How sure the side of each card is, [n]."""
        seen = replace(found, kind=face_kinds(up)) if self.kind == "pile" else found
        return side_confidence(seen, up, icons_shown, scales().face)


@dataclass(frozen=True)
class Decide:
    """The cards of a table from its photos, each once, and what each is.

    No two cards are the same, and fields in doubt are marked (`vision.decide`).
    """

    calibration: Calibration
    kind: Kind = "shelf"
    deck: Deck | None = None

    def __call__(self, seen: Sequence[Seen]) -> tuple[list[Card], Decided]:
        cards = join_photos(seen, self.kind, self.calibration)
        return cards, decide(seen, cards, self.calibration, self.deck, on_shelves=self.kind == "shelf")


def join_photos(seen: Sequence[Seen], kind: Kind, calibration: Calibration) -> list[Card]:
    """The cards that photos of one kind show, each once."""
    tempered = [replace(one, evidence=one.evidence.tempered(calibration.heads)) for one in seen]
    return join_pile(tempered) if kind == "pile" else join_shelves(tempered)


def evidence_of(
    banners: BannerEvidence, icons: IconEvidence, up: Bools, deck: Deck | None, known: Deck | None = None
) -> Evidence:
    """The evidence of the ``up`` cards, [n]. ``banners``: of these cards alone; ``icons``: of all n cards.

    ``known``: the cards that are known where the deck is not known as a whole.
    """
    rows = {"letter": banners.letter, "order": banners.order, "of": banners.of, "count": icons.count[up]}
    if icons.category is not None:
        rows["icons"] = icons.category[up]
    if banners.features is not None:
        _, rows["order_glyph"], rows["of_glyph"] = banners.features
    evidence: dict[str, Any] = {name: values.astype(np.float64) for name, values in rows.items()}
    return Evidence(**evidence, deck=deck, known=known)
