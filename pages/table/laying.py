"""What the photos of a table show together, laid out for its players. Knows no widget."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain

from pages.table.seat import Look, Photo, Seat, TableCard, TableHole
from pages.table.state import Table
from pages.table.together import carried_over, put_together
from scorer.errors import RefusedInput, phrase
from scorer.gamefile import MOST_PLAYERS
from vision.reading import CardReading, PhotoReading, ShelfReading

Point = tuple[float, float]


class TooManyShelves(RefusedInput):
    """Photos that show more shelves than can be at one table."""


@dataclass(frozen=True)
class _Shown:
    """What the photos say of a shelf, or of the pile. ``doubts``: whether it is one shelf."""

    cards: list[TableCard]
    doubts: tuple[str, ...] = ()
    holes: tuple[TableHole, ...] = ()


def lay(
    table: Table,
    photos: Mapping[str, Photo],
    reading: PhotoReading,
    new: Collection[str],
    wanted: str | None = None,
) -> None:
    """Lays what all photos of one kind show; ``reading`` numbers these ``photos`` in their order.

    A shelf stays with the player who has cards of it. One that nobody has, in a photo handed in now
    (``new``), goes to a player who has none, in the order of the photos and from the left, or brings another
    player; a single one goes to the player ``wanted`` who was to be photographed. Who plays alone has one
    shelf, whatever the photos show. What people mended stays (`pages.table.together`); what they took off
    comes back with a new photo only. What photos show is nothing that somebody did: undo takes none of it
    back.

    Raises:
        TooManyShelves: more would sit there than can play; the table is as it was.
    """
    shown_shelves = _shown_in(photos, reading)
    if table.solo and not reading.pile:
        shown_shelves = _one(shown_shelves)
    shelves = [each.cards for each in shown_shelves]
    no_card = [hole for seat in table.all_seats for hole in seat.holes if hole.settled]
    shown = _looks(chain.from_iterable(shelves))
    before = {seat.id: (seat.read, seat.cards) for seat in table.all_seats}
    owners = [[table.library] if reading.pile else _owners(table, _looks(cards)) for cards in shelves]
    seats: list[Seat | None] = []
    for mine in owners:
        seats.append(next((seat for seat in mine if seat not in seats), None))
    come = [
        number
        for number, cards in enumerate(shelves)
        if seats[number] is None and (owners[number] or any(photo in new for photo, _ in _looks(cards)))
    ]
    moved = [seat for seat in chain.from_iterable(owners) if seat not in seats]
    known = {photo for cards, seat in zip(shelves, seats, strict=True) if seat for photo, _ in _looks(cards)}
    _check_room(table, [shown_shelves[number] for number in come], moved, known)
    table.photos |= photos
    for photo in photos.values():
        photo.added = photo.added or datetime.now(UTC)
    for seat in moved:
        seat.clear()  # its cards turn out to lie on another's shelf
    single = sum(not mine for mine in owners) == 1
    for number in come:
        waiting = (seat for seat in _waiting(table, wanted if single else None) if seat not in seats)
        seats[number] = next(waiting, None) or table.sit_down()
    for each, mine, keeper in zip(shown_shelves, owners, seats, strict=True):
        if keeper is None:
            continue
        cards = each.cards
        answered = any(photos[photo].answered for photo, _ in _looks(cards))
        keeper.doubts = () if answered else each.doubts
        keeper.holes = tuple(_settled(hole, no_card) for hole in each.holes)
        parts, free = [], keeper.next_id()
        for seat in mine:
            read, stands = before[seat.id]
            if seat is not keeper:
                if seat in seats:  # it keeps the rest
                    stands = tuple(card for card in stands if _looks([card]) & _looks(cards))
                read, stands = _numbered(read, free), _numbered(stands, free)
                free += seat.next_id()
            parts.append((read, stands))
        now, laid = put_together(cards, parts, shown, free, keeper.pile)
        keeper.read = tuple(now)
        stood, history = keeper.cards, keeper.history
        keeper.lay(laid)
        keeper.history = carried_over(history, stood, keeper.cards) if stood else []
    table.drop_photos()


def _check_room(table: Table, come: Sequence[_Shown], moved: Collection[Seat], known: set[str]) -> None:
    """Raises TooManyShelves. Shelves of one photo that may be parts of one need a single place, and none
    where the photo is ``known``: it shows a shelf that somebody has.
    """
    waiting = [seat for seat in table.waiting if seat not in moved]
    places = {
        one.cards[0].looks[0][0] if "parted" in one.doubts else number for number, one in enumerate(come)
    }
    places -= known  # it may be part of a shelf that somebody has
    there = len(table.seats) - len(waiting) - len(moved) + len(places)
    if not table.solo and places and there > MOST_PLAYERS:
        raise TooManyShelves(
            phrase(
                "At most {most} can play, and with these photos there are {there} shelves: hand in the "
                "photos of one game.",
                most=MOST_PLAYERS,
                there=there,
            )
        )


def _one(shelves: list[_Shown]) -> list[_Shown]:
    """The shelves as one, side by side, without doubts whether it is one."""
    together = _Shown([])
    for shelf in shelves:
        top = min((card.row for card in shelf.cards), default=0)
        left = min((card.column for card in shelf.cards), default=0)
        right = max((card.column for card in together.cards), default=-1) + 1 - left
        cards = [replace(card, row=card.row - top, column=card.column + right) for card in shelf.cards]
        holes = [replace(hole, row=hole.row - top, column=hole.column + right) for hole in shelf.holes]
        together = _Shown([*together.cards, *cards], holes=(*together.holes, *holes))
    numbered = tuple(replace(hole, id=number) for number, hole in enumerate(together.holes))
    return [replace(together, holes=numbered)] if together.cards else []


def _settled(hole: TableHole, no_card: Iterable[TableHole]) -> TableHole:
    """The hole, settled where somebody saw no card in that place of the photo before."""
    middle, half = _middle(hole.corners), math.dist(*hole.corners[:2]) / 2
    known = (_middle(one.corners) for one in no_card if one.photo == hole.photo)
    return replace(hole, settled=any(math.dist(one, middle) < half for one in known))


def _waiting(table: Table, wanted: str | None) -> list[Seat]:
    """Who waits for a shelf, the one who is wanted first."""
    return sorted(table.waiting, key=lambda seat: seat.id != wanted)


def take_away(table: Table, photo: str) -> tuple[list[Seat], list[Seat]]:
    """Takes the cards away that this photo alone shows; tells who lost some, and who keeps a shelf of it.

    A shelf that somebody mended stays as it is.
    """
    seen = [seat for seat in table.all_seats if photo in seat.photos]
    kept = [seat for seat in seen if seat.mended]
    lost = [seat for seat in seen if seat not in kept]
    for seat in lost:
        left = _without(seat.cards, photo)
        seat.read = _without(seat.read, photo)
        seat.holes = tuple(hole for hole in seat.holes if hole.photo != photo)
        seat.lay(left)
        seat.history = []
    table.drop_photos()
    return lost, kept


def _without(cards: Iterable[TableCard], photo: str) -> tuple[TableCard, ...]:
    """The cards that another photo shows too."""
    seen = (replace(card, looks=tuple(look for look in card.looks if look[0] != photo)) for card in cards)
    return tuple(card for card in seen if card.looks)


def _shown_in(photos: Mapping[str, Photo], reading: PhotoReading) -> list[_Shown]:
    """Each shelf, in the order in which players are seated; or the pile."""
    middles = [(key, [_middle(corners) for corners in photo.outlines]) for key, photo in photos.items()]

    def looks(card: CardReading) -> tuple[Look, ...]:
        seen = []
        for number, corners in [(card.photo, card.corners), *card.elsewhere.items()]:
            key, there = middles[number]
            at = _middle(corners)
            seen.append((key, min(range(len(there)), key=lambda n: math.dist(there[n], at))))
        return tuple(seen)

    keys = list(photos)

    def holes(shelf: ShelfReading) -> tuple[TableHole, ...]:
        return tuple(
            TableHole(number, hole.row, hole.column, keys[hole.photo], hole.corners)
            for number, hole in enumerate(shelf.places)
        )

    shelves = [ShelfReading(cards=reading.pile)] if reading.pile else _in_order(reading)
    return [
        _Shown(
            [TableCard.from_reading(card, looks(card)) for card in shelf.cards],
            tuple(doubt for doubt in shelf.review if doubt != "hole"),
            holes(shelf),
        )
        for shelf in shelves
    ]


def _in_order(reading: PhotoReading) -> list[ShelfReading]:
    """The shelves in the order of the first photos that show them; of one photo, from the left."""
    first = [min(n for card in s.cards for n in (card.photo, *card.elsewhere)) for s in reading.shelves]
    return [
        reading.shelves[place]
        for number in sorted(set(first))
        for place in _from_the_left(reading.in_photo(number))
        if first[place] == number
    ]


def _from_the_left(photo: PhotoReading) -> list[int]:
    """The places of a photo's shelves from left to right, seen from where most cards can be read."""
    shelves = [[card.corners for card in shelf.cards if card.corners] for shelf in photo.shelves]
    corners = list(chain.from_iterable(shelves))
    across = [sum(to[axis] - at[axis] for at, to, *_ in corners) for axis in (0, 1)]

    def along(place: int) -> float:
        middles = [_middle(quad) for quad in shelves[place]]
        return sum(x * across[0] + y * across[1] for x, y in middles) / max(len(middles), 1)

    return sorted(range(len(shelves)), key=along)


def _middle(corners: Sequence[Point]) -> Point:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _looks(cards: Iterable[TableCard]) -> set[Look]:
    return {look for card in cards for look in card.looks}


def _owners(table: Table, looks: set[Look]) -> list[Seat]:
    """Who has cards that are seen so, by the photos of before."""
    return [seat for seat in table.all_seats if _looks(seat.read) & looks]


def _numbered(cards: Sequence[TableCard], free: int) -> tuple[TableCard, ...]:
    return tuple(replace(card, id=card.id + free) for card in cards)
