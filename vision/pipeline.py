"""PhotoReader: from a photo to a reading, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.cards import Deck
from scorer.errors import phrase
from vision.arrays import Picture
from vision.banner.confusions import with_confusion
from vision.banner.read import BannerEvidence, read_banners
from vision.banner.titles import with_titles
from vision.cards.sides import side_confidence
from vision.cutting import Kind, cut_as_printed
from vision.deadline import Deadline
from vision.decide import decide
from vision.decode.calibration import Calibration
from vision.decode.joint import most_cards
from vision.decode.shelf_order import shelf_evidence
from vision.detect.detections import FACE_DOWN, STRIP, face_kinds, most_likely
from vision.detect.detector import Detector
from vision.evidence import Evidence
from vision.icons.legend import Legend
from vision.icons.match import IconEvidence, read_icons
from vision.join.pile import join_pile
from vision.join.seen import Card, Seen, spaced, without_hidden_print
from vision.join.shelves import join_shelves
from vision.judge.judge import book_cards, make_a_shelf, pile_finds
from vision.learn.adapt import Adaptation
from vision.learn.register import Register
from vision.networks.files import FOLDER
from vision.networks.sessions import open_ahead, scales
from vision.photo.load import PhotoError, load_photo
from vision.photo.pyramid import Pyramid
from vision.pile.placing import placed_in_pile
from vision.probability import SUREST, log_odds
from vision.reading import PhotoReading, ShelfReading, SlipReading
from vision.refusals import called, called_together, check_cards
from vision.shelf.parting import Shelves, bounds
from vision.shelf.placing import placed_by_order, placed_on_shelves
from vision.slips import MISPLACED, SlipWatch
from vision.stopwatch import Stopwatch

#: Networks that nearly every photo needs after its cards are found; they are opened ahead of time.
NETWORKS = (
    "strip_finder",
    "letter_reader",
    "number_reader",
    "second_letter_reader",
    "second_number_reader",
    "close_number_reader",
    "title_finder",
)


class PhotoReader:
    """Reads photos of shelves and discard piles; make one and use it for many photos.

    >>> from vision import Legend, PhotoReader
    >>> reader = PhotoReader(legend=Legend.from_photo("samples/legend.jpg"))
    >>> reading = reader.read("samples/photos/ana.jpg")
    >>> reading.shelves[0].notation
    'D1:SFFR # I3:MHCH . . / J3:HCMH M8:RR # O4:CC R6:CH / W4:CFC W7:MC X1:SRRM Y3:HHFR Z2:CS'
    >>> [card.review for card in reading.shelves[0].cards if card.review]
    []

    Args:
        legend: the category icons of this printing. Without a legend and a deck, categories stay empty.
        deck: the cards of this printing. With a deck, letter, number and icons are read together.
        calibration: from which confidence on a field is not flagged. If left out, the fitted calibration that
            comes with the models.
        register: the cards of this copy that somebody confirmed (`vision.learn.register`). Without a deck,
            they are read like the cards of a deck; once all are confirmed, they are the deck.
        adaptation: what was learned from this owner's corrections (`vision.learn.fit`).
        detector: a detector fine-tuned on this owner's photos (`vision.learn.detector`). If left out, the
            detector that comes with the models.
        anyway: whether photos are read without a look for slips (`vision.slips`), mirrored photos too.
    """

    def __init__(
        self,
        legend: Legend | None = None,
        deck: Deck | None = None,
        calibration: Calibration | None = None,
        register: Register | None = None,
        adaptation: Adaptation | None = None,
        detector: Detector | None = None,
        anyway: bool = False,
    ) -> None:
        open_ahead(NETWORKS)
        self.legend = adaptation.legend(legend) if adaptation else legend
        self.adaptation, self.detector, self.anyway = adaptation, detector, anyway
        self.deck = deck or (register.deck() if register else None)
        self.known = register.partial() if register else None
        file = FOLDER / "calibration.json"
        self.calibration = calibration or (Calibration.load(file) if file.is_file() else Calibration())

    def read(
        self,
        source: str | Path | bytes | Picture,
        kind: Kind = "shelf",
        progress: Callable[[str], None] | None = None,
        deadline: Deadline | None = None,
        shelves: Shelves = None,
    ) -> PhotoReading:
        """Reads one photo.

        Args:
            source: a path, the file's bytes, or a BGR picture, uint8 ``[H, W, 3]``.
            kind: ``"shelf"`` for one or more players' shelves, ``"pile"`` for the solo discard pile spread in
                columns.
            progress: called with the name of each step as it begins.
            deadline: how long reading may take. If left out, as long as it needs.
            shelves: how many players' shelves the photo shows, if known: a number, or a range of numbers. So
                a shelf that lies loosely stays one. Where the photo says otherwise, the shelves' ``review``
                holds "parted" or "joined".

        Raises:
            PhotoError: ``source`` is no photo, shows no card, or shows more cards than a game has.
            SlipError: it is mirrored, or shows no ``kind`` (`vision.slips`).
            Overdue: reading took longer than ``deadline`` (`vision.deadline`).
            ModelError: a model file is missing or damaged.
        """
        return self.read_table([source], kind, progress, deadline, shelves)

    def look(
        self,
        source: str | Path | bytes | Picture,
        kind: Kind = "shelf",
        progress: Callable[[str], None] | None = None,
        deadline: Deadline | None = None,
        shelves: Shelves = None,
    ) -> Seen:
        """What one photo shows, for `read_table`. So each of several photos is looked at once, as it comes.

        Arguments and errors are those of `read`. A pile handed in as a shelf, or a shelf as a pile, is looked
        at all the same; ``Seen.slip`` tells.
        """
        clock = Stopwatch(progress=progress, deadline=deadline)
        return self._look(source, kind, clock, called([source], 0), shelves)

    def read_table(
        self,
        sources: Sequence[str | Path | bytes | Picture | Seen],
        kind: Kind = "shelf",
        progress: Callable[[str], None] | None = None,
        deadline: Deadline | None = None,
        shelves: Shelves = None,
    ) -> PhotoReading:
        """Reads one table from several photos: cards that two photos show are counted once.

        A shelf longer than a photo is put together from its parts. Photos that share no card show different
        shelves. A card's ``photo`` and ``corners`` are those of the photo that shows it best, ``elsewhere``
        has the others; ``PhotoReading.in_photo`` gives what one photo shows. A card that the edge of every
        photo cuts is flagged, and what no photo shows of it is not guessed (`vision.decide`).

        Args:
            sources: photos as for `read`, or what `look` of this reader gave for them. The same photo twice
                does no harm.
            kind: what all photos show.
            progress: called with the name of each step as it begins.
            deadline: how long each photo may take, and how long the decision about all photos may take.
            shelves: how many players' shelves the photos show together, if known, as for `read`.

        Raises:
            PhotoError: there is no photo, or one of them is no photo, shows no card, or shows more cards than
                a game has.
            Overdue: a photo, or the decision, took longer than ``deadline``.
            ModelError: a model file is missing or damaged.
        """
        if not sources:
            raise PhotoError(phrase("There is no photo to read: give one or more."))
        clock = Stopwatch(progress=progress, deadline=deadline)
        most = bounds(shelves)[1]
        each = shelves if len(sources) == 1 else None if most == inf else range(1, int(most) + 1)
        seen = [
            source
            if isinstance(source, Seen)
            else _well_placed(self._look(source, kind, clock, called(sources, n), each))
            for n, source in enumerate(sources)
        ]
        # A photo given twice says nothing new; the others keep their numbers.
        numbers = [n for n, one in enumerate(seen) if not any(_same(one, other) for other in seen[:n])]
        seen = [seen[n] for n in numbers]
        with clock.limited(called_together(sources)), clock.step("decide together"):
            cards = join_photos(seen, kind, self.calibration)
            readings = decide(seen, cards, self.calibration, self.deck, on_shelves=kind == "shelf")
        for _, card in readings:
            card.photo = numbers[card.photo]
            card.elsewhere = {numbers[n]: corners for n, corners in card.elsewhere.items()}
        reading = PhotoReading(
            slips=[
                SlipReading(photo=n, slip=one.slip.slip, said=str(one.slip))
                for n, one in zip(numbers, seen, strict=True)
                if one.slip
            ],
            seconds=clock.seconds,
        )
        if kind == "pile":
            reading.pile = sorted((card for _, card in readings), key=lambda c: (c.column, c.row))
        else:
            there = sorted({shelf for shelf, _ in readings})
            too_many = {"parted"} if len(there) > bounds(shelves)[1] else set()
            doubts = {card.shelf: too_many | set(card.doubts) for card in cards}
            for number in there:
                own = [card for shelf, card in readings if shelf == number]
                reading.shelves.append(ShelfReading.of_cards(own, doubts[number]))
        return reading

    def _look(
        self,
        source: str | Path | bytes | Picture,
        kind: Kind,
        clock: Stopwatch,
        which: str,
        shelves: Shelves,
    ) -> Seen:
        """What one photo shows; the photo itself is not kept."""
        with clock.limited(which):
            with clock.step("decode photo"):
                photo = Pyramid(load_photo(source))
                watch = SlipWatch(which, kind, on=not self.anyway)
                watch.light(photo)
            with clock.step("find cards"):
                # All cards of a pile lie face up; no card of a shelf lies under another (K1).
                unwanted = FACE_DOWN if kind == "pile" else STRIP
                detector = (self.detector or Detector.default()).without(unwanted)
                look = pile_finds if kind == "pile" else book_cards
                found = look(photo, detector.counting(watch.kinds))
            watch.laid(len(found))
            check_cards(len(found), which, kind)
            with clock.step("place cards"):
                found = most_likely(found, most_cards(self.deck))
                if kind == "pile":
                    placed = placed_in_pile(found, photo, detector)
                else:
                    placed = placed_on_shelves(found, photo, detector, shelves)
            placed, cut = cut_as_printed(photo, detector, placed, kind, clock, shelves)
            if kind == "shelf" and not make_a_shelf(placed.cards):
                watch.laid(0)
                check_cards(0, which, kind)
            found, places, edges = placed.cards, placed.places, cut.edges
            strips, marks, up = cut.strips, cut.marks, cut.up
            with clock.step("read banners"):
                banners = read_banners(strips[up], marks[up])
                watch.readable(placed.cards, strips, up, banners)
                if self.adaptation:
                    banners = self.adaptation.adapted(banners)
            with clock.step("match icons"):
                icons = read_icons(strips, self.legend, up, marks)
            # Where a card has no number, an icon may have been taken for it: the row then lacks that icon.
            covered = {**cut.covered, "count": cut.covered["count"].copy()}
            covered["count"][up] |= banners.without_number()
            seen = replace(found, kind=face_kinds(up)) if kind == "pile" else found
            faces = side_confidence(seen, up, icons.shown, scales().face)
            evidence = without_hidden_print(
                spaced(evidence_of(banners, icons, up, self.deck, self.known), up),
                cut.lettered & ~cut.glare.letter,
                cut.lettered & ~cut.glare.number,
                edges.icons,
                covered,
            )
            if kind == "shelf":  # in a pile other cards cover the books
                with clock.step("read titles"):
                    evidence = with_titles(evidence, up & cut.lettered, photo, edges.corners)
            evidence = replace(evidence, letter=with_confusion(evidence.letter))
            if kind == "shelf":
                places = placed_by_order(placed, up, shelf_evidence(evidence), shelves)
            return Seen(
                corners=edges.corners,
                size=photo.size,
                shelf=places.shelf,
                row=places.row,
                column=places.column,
                sure=places.confidence,
                face_up=up,
                up=np.where(up, 1, -1) * log_odds(faces, SUREST),
                score=found.score.astype(np.float64),
                banner=cut.lettered,
                icons=edges.icons,
                cut=edges.cut,
                evidence=evidence,
                doubts=places.doubts,
                slip=watch.slip,
            )


def join_photos(seen: Sequence[Seen], kind: Kind, calibration: Calibration) -> list[Card]:
    """The cards that photos of one kind show, each once."""
    honest = [replace(one, evidence=one.evidence.tempered(calibration.heads)) for one in seen]
    return join_pile(honest) if kind == "pile" else join_shelves(honest)


def _well_placed(seen: Seen) -> Seen:
    """The same; raises SlipError for a photo that shows something else than what it was handed in as."""
    if seen.slip is not None and seen.slip.slip in MISPLACED:
        raise seen.slip
    return seen


def _same(one: Seen, other: Seen) -> bool:
    """Whether two photos are the same file: two different pictures never agree to the last digit."""
    return np.array_equal(one.corners, other.corners) and np.array_equal(one.score, other.score)


def evidence_of(
    banners: BannerEvidence,
    icons: IconEvidence,
    up: NDArray[np.bool_],
    deck: Deck | None,
    known: Deck | None = None,
) -> Evidence:
    """The evidence of the ``up`` cards, [n]. ``banners``: of these cards alone; ``icons``: of all n cards.

    ``known``: the cards that are known where the deck is not known as a whole.
    """
    seen = banners.features or (None, None, None)
    letter, order, of = (None if each is None else each.astype(np.float64) for each in seen)
    looks = banners.looks or (None, None, None)
    letter_look, order_look, of_look = (None if each is None else each.astype(np.float64) for each in looks)
    return Evidence(
        letter=banners.letter.astype(np.float64),
        order=banners.order.astype(np.float64),
        of=banners.of.astype(np.float64),
        count=icons.count[up].astype(np.float64),
        icons=None if icons.category is None else icons.category[up].astype(np.float64),
        deck=deck,
        known=known,
        letter_glyph=letter,
        letter_look=letter_look,
        order_glyph=order,
        order_look=order_look,
        of_glyph=of,
        of_look=of_look,
    )
