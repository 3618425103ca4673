"""PhotoReader: from a photo to a reading, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from scorer.cards import Deck
from scorer.errors import phrase
from vision.adapt import Adaptation
from vision.cards.judge import Judged
from vision.common.arrays import Picture
from vision.common.deadline import Deadline, Stopwatch
from vision.cutting import CutCards, Kind
from vision.decode.calibration import Calibration
from vision.detect.detections import FACE_DOWN, STRIP, Detections, Placed
from vision.detect.detector import Detector
from vision.geometry.quads import moved
from vision.icons.legend import Legend
from vision.join.seen import Seen
from vision.networks.files import FOLDER
from vision.networks.sessions import open_ahead
from vision.photo.errors import MISPLACED, PhotoError
from vision.photo.load import load_half
from vision.photo.pyramid import Pyramid
from vision.reading import HoleReading, PhotoReading, ShelfReading, SlipReading
from vision.shelf.parting import Shelves, bounds
from vision.shelf.placing import Hole
from vision.slips import SlipWatch, called, called_together, check_cards
from vision.steps import Cut, Decide, Judge, Place, Priors, Propose, Read

if TYPE_CHECKING:  # the database of the archive takes a while, and few readers have a register
    from scorer.confirmed.register import Register

#: Networks that nearly every photo needs after its cards are found; they are opened ahead of time.
NETWORKS = (
    "strip_finder",
    "letter_reader",
    "number_reader",
    "title_finder",
    "book_reader",
)


#: A photo with so few cards may be taken too close.
ALONE = 1


@dataclass(frozen=True)
class Looked:
    """What each step made of one photo (`vision.steps`).

    ``detections``: all that may be a card. ``cards``: what the judge took for cards. ``placed``: where they
    were first placed. ``first``: their strips there. ``cut``: the strips as they were read. ``seen``: what
    the print says, before anything is decided.
    """

    photo: Pyramid
    kind: Kind
    detections: Detections
    cards: Detections
    placed: Placed
    first: CutCards
    cut: CutCards
    seen: Seen


class PhotoReader:
    """Reads photos of shelves and discard piles; make one and use it for many photos.

    >>> from vision import Legend, PhotoReader
    >>> reader = PhotoReader(legend=Legend.from_photo("samples/legend.jpg"))
    >>> reading = reader.read("samples/photos/ana.jpg")
    >>> reading.shelves[0].notation
    'C8:MCSH E7:SFHC I1:RCCR . . / K3:MSSH # N1:FRC O2:FCM O4:CFCM / U2:RHSS W6:CH W7:SMF Y1:CCHS Z1:RHSC'
    >>> [card.review for card in reading.shelves[0].cards if card.review]
    []

    Args:
        legend: the category icons of this printing. Without a legend and a deck, categories stay empty.
        deck: the cards of this printing. With a deck, letter, number and icons are read together.
        calibration: from which confidence on a field is not flagged. If left out, the fitted calibration that
            comes with the models.
        register: the cards of this copy that somebody confirmed (`scorer.confirmed.register`). Without a
            deck, they are read like the cards of a deck; once all are confirmed, they are the deck.
        adaptation: what was learned from this owner's corrections (`vision.learn`).
        anyway: whether photos are read without a look for slips (`vision.slips`), mirrored photos too.
    """

    def __init__(
        self,
        legend: Legend | None = None,
        deck: Deck | None = None,
        calibration: Calibration | None = None,
        register: Register | None = None,
        adaptation: Adaptation | None = None,
        anyway: bool = False,
    ) -> None:
        open_ahead(NETWORKS)
        self.anyway = anyway
        self.priors = Priors(
            legend=adaptation.legend(legend) if adaptation else legend,
            deck=deck or (register.deck() if register else None),
            known=register.partial() if register else None,
            adaptation=adaptation,
        )
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
            Overdue: reading took longer than ``deadline`` (`vision.common.deadline`).
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
    ) -> Looked:
        """What each step made of one photo. `read_table` takes its ``seen``, so each of several photos is
        looked at once, as it comes.

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
            sources: photos as for `read`, or what `look` of this reader has ``seen`` in them. The same photo
                twice does no harm.
            kind: what all photos show.
            progress: called with the name of each step as it begins.
            deadline: how long each photo may take, and how long the decision about all photos may take.
            shelves: how many players' shelves the photos show together, if known, as for `read`.

        Raises:
            PhotoError: there is no photo, or one of them is no photo, shows no card, or shows more cards than
                a game has.
            SlipError: a photo is mirrored, or shows no ``kind`` (`vision.slips`).
            Overdue: a photo, or the decision, took longer than ``deadline``.
            ModelError: a model file is missing or damaged.
        """
        if not sources:
            raise PhotoError(phrase("There is no photo to read: give one or more."))
        clock = Stopwatch(progress=progress, deadline=deadline)
        most = bounds(shelves)[1]
        # each of several photos shows some of the shelves
        each = shelves if len(sources) == 1 else None if most == inf else range(1, int(most) + 1)
        seen = [
            source
            if isinstance(source, Seen)
            else _well_placed(self._look(source, kind, clock, called(sources, n), each).seen)
            for n, source in enumerate(sources)
        ]
        # A photo given twice says nothing new; the others keep their numbers.
        numbers = [n for n, one in enumerate(seen) if not any(_same(one, other) for other in seen[:n])]
        seen = [seen[n] for n in numbers]
        with clock.limited(called_together(sources)), clock.step("decide"):
            cards, (readings, deck) = Decide(self.calibration, kind, self.priors.deck)(seen)
        for _, card in readings:
            card.photo = numbers[card.photo]
            card.elsewhere = {numbers[n]: corners for n, corners in card.elsewhere.items()}
        reading = PhotoReading(
            deck=deck,
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
            holes = {card.shelf: card.holes for card in cards}
            for number in there:
                own = [card for shelf, card in readings if shelf == number]
                places = [_hole(numbers[photo], hole) for photo, hole in holes[number]]
                reading.shelves.append(ShelfReading.of_cards(own, doubts[number], places))
        return reading

    def _look(
        self,
        source: str | Path | bytes | Picture,
        kind: Kind,
        clock: Stopwatch,
        which: str,
        shelves: Shelves,
    ) -> Looked:
        """What each step made of one photo."""
        with clock.limited(which):
            with clock.step("decode photo"):
                photo = Pyramid(load_half(source))
                watch = SlipWatch(which, kind, on=not self.anyway)
                watch.light(photo)
            # All cards of a pile lie face up; no card of a shelf lies under another (K1).
            detector = Detector.default().counting(watch.kinds)
            detector = detector.without(FACE_DOWN if kind == "pile" else STRIP)
            detections, judged = _found(photo, detector, kind, clock)
            cards = judged.cards
            watch.laid(len(cards), int((cards.kind != FACE_DOWN).sum()))
            check_cards(len(cards), which, kind)
            with clock.step("place"):
                placed = Place(kind, shelves)(photo, judged)
            with clock.step("cut"):
                first, cut = Cut(kind)(photo, placed)
            with clock.step("read"):
                read = Read(kind, shelves, self.priors)
                printed = read.print_on(photo, cut)
                watch.readable(cut, printed.banners, printed.is_of_the_game(self.priors))
                seen = replace(read(photo, cut, printed, judged, detections), slip=watch.slip)
            return Looked(photo, kind, detections, cards, placed, first, cut, seen)


def _found(photo: Pyramid, detector: Detector, kind: Kind, clock: Stopwatch) -> tuple[Detections, Judged]:
    """All that may be a card, and the cards among it.

    A photo with no card, or with one, is looked at once more as if taken from further away: the edges of a
    card that fills the picture stand out better there.
    """
    with clock.step("propose"):
        detections = Propose(detector)(photo)
    with clock.step("judge"):
        judged = Judge(detector, kind)(photo, detections)
        if kind == "pile" or len(judged.cards) > ALONE:
            return detections, judged
        afar, back = photo.from_afar()
        others = Propose(detector)(afar)
        there = Judge(detector, kind)(afar, others)
    if len(there.cards) > ALONE or there.cards.score.sum() <= judged.cards.score.sum():
        return detections, judged
    detections, cards, candidates = (
        replace(each, corners=moved(each.corners, back)) for each in (others, there.cards, there.candidates)
    )
    return detections, Judged(cards, candidates)


def _well_placed(seen: Seen) -> Seen:
    """What was ``seen``; raises SlipError where the photo shows a pile in place of a shelf, or the other way
    round.
    """
    if seen.slip is not None and seen.slip.slip in MISPLACED:
        raise seen.slip
    return seen


def _hole(photo: int, hole: Hole) -> HoleReading:
    corners = tuple(map(tuple, hole.corners.round(2).tolist()))
    return HoleReading(row=hole.row, column=hole.column, photo=photo, corners=corners)


def _same(one: Seen, other: Seen) -> bool:
    """Whether two photos are the same file: two different pictures never agree to the last digit."""
    return np.array_equal(one.corners, other.corners) and np.array_equal(one.score, other.score)
