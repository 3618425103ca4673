"""The photos of a table with their cards as people left them, for the detector to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256

from pages.table.state import Photo, Seat, Table, TableCard
from scorer.confirmed.corrections import ConfirmedPhoto
from vision.learn.photos import ShelfCard, confirmed_photo


def confirmed_photos(table: Table, now: datetime) -> Iterator[ConfirmedPhoto]:
    """Every photo of which all cards are known: those of players who give counts alone, or whose side is
    still doubtful, nobody looked at.

    Raises:
        RefusedInput: a photo's file is gone or damaged.
    """
    for key, photo in table.photos.items():
        seats = [seat for seat in table.all_seats if key in seat.photos]
        told = all(any(seat is one for one in table.shelves) for seat in seats)
        found = {number for seat in seats for card in seat.read for at, number in card.looks if at == key}
        if not told or found != set(range(len(photo.outlines))):
            continue
        if any("face_up" in card.review for seat in seats for card in seat.cards):
            continue
        shelves = [list(_lying(seat, key, photo)) for seat in seats]
        stays = {number for seat in seats for card in seat.cards for at, number in card.looks if at == key}
        one = confirmed_photo(
            sha256(photo.file.read_bytes()).hexdigest()[:16],
            photo.file,
            (photo.width, photo.height),
            shelves,
            [photo.outlines[number] for number in sorted(found - stays)],
            now,
            photo.kind == "pile",
        )
        if one is not None:
            yield one


def _lying(seat: Seat, key: str, photo: Photo) -> Iterator[ShelfCard]:
    """The cards of a seat that the photo shows, and those put down by hand."""
    was = {look: card for card in seat.read for look in card.looks}
    for card in seat.cards:
        numbers = [number for at, number in card.looks if at == key]
        if numbers:
            read = was.get((key, numbers[0]), card)
            yield ShelfCard(card.row, card.column, _shown_up(read, card), photo.outlines[numbers[0]])
        elif not card.looks and not card.buried:
            yield ShelfCard(card.row, card.column, card.face_up, None)


def _shown_up(read: TableCard, card: TableCard) -> bool:
    """Whether the photo shows the card's face. One that was surely read so and lies face down now was turned
    for the inspection (A0), after the photo.
    """
    return card.face_up or (read.face_up and "face_up" not in read.review)
