"""A shelf as its photos show it now, with all that people have mended of it meanwhile. Knows no widget.

Three tellings of a shelf meet: as its photos said it before (`Seat.read`), as it stands (`Seat.cards`), and
as the photos say it now that there are more of them. What stands otherwise than it was read is what a person
wants, and stays; all else follows the photos.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from pages.table.merging import Merge
from pages.table.seat import UNKNOWN, Look, TableCard, shift
from vision.common.fields import FIELDS

Cards = Sequence[TableCard]
Place = tuple[int, int]


def put_together(
    now: Cards, before: Iterable[tuple[Cards, Cards]], shown: Collection[Look], free: int, pile: bool = False
) -> tuple[list[TableCard], list[TableCard]]:
    """The shelf of which the photos say ``now``: its cards as read, and as they are to lie.

    ``before``: of each seat that had some of these cards, the cards as read and as they stand; no two of them
    have one id. ``shown``: all that the photos show now, on any shelf: a card that none of them shows any
    more (its photo is gone) stays like one put down by hand. New cards are numbered from ``free``.
    """
    was: dict[Look, TableCard] = {}
    stands: dict[int, TableCard] = {}
    for before_read, cards in before:
        to_now, to_read = shift(before_read, now), shift(cards, before_read, by_id=True)
        was |= {look: card for card in _moved(before_read, to_now) for look in card.looks}
        stands |= {card.id: card for card in _moved(_moved(cards, to_read), to_now)}
    removed = {card.id for card in was.values()} - stands.keys()
    read: list[TableCard] = []
    by_person: list[TableCard] = []  # where a person wants them
    by_photo: list[TableCard] = []
    for one in now:
        same = {was[look].id: was[look] for look in one.looks if look in was}
        known = [(card, stands.pop(card.id)) for card in same.values() if card.id in stands]
        if not same and (hand := _by_hand(one, stands.values(), pile)) is not None:
            known = [(_unread(hand), stands.pop(hand.id))]
        one = replace(one, id=known[0][0].id if known else free)
        free += not known
        read.append(one)
        if not known and same.keys() & removed:
            continue
        card = one
        for before_one, mended in known:
            card = _mended(card, before_one, mended)
        (by_photo if card.place == one.place else by_person).append(card)
    by_person += [card for card in stands.values() if not any(look in shown for look in card.looks)]
    return read, apart([*by_person, *by_photo], pile)


def _moved(cards: Cards, by: Place) -> list[TableCard]:
    return [replace(card, row=card.row + by[0], column=card.column + by[1]) for card in cards]


def _by_hand(one: TableCard, cards: Iterable[TableCard], pile: bool) -> TableCard | None:
    """The card put down by hand that a photo now shows: of one name, or on a shelf in one place."""
    hand = [card for card in cards if not card.looks]
    named = [card for card in hand if card.letter and (card.letter, card.order) == (one.letter, one.order)]
    there = [card for card in hand if not pile and card.place == one.place]
    return next(iter([*named, *there]), None)


def _unread(hand: TableCard) -> TableCard:
    """What a card put down by hand was before: all that is told of it now, a person has told."""
    return replace(hand, face_up=not hand.face_up, letter=None, order=None, of=None, categories=())


def _mended(now: TableCard, read: TableCard, mended: TableCard) -> TableCard:
    """The card as the photos say it ``now``, with what a person set or confirmed since it was ``read``."""
    kept: dict[str, Any] = {}
    review = set(now.review)
    for name in (*FIELDS, "buried"):
        value = getattr(mended, name)
        confirmed = name in read.review and name not in mended.review
        # Without a legend photos tell no books; those that are known stay.
        if value != getattr(read, name) or confirmed or (name == "categories" and not now.categories):
            kept[name] = value
            review = review - {name} | ({name} & set(mended.review))
    place = now if mended.place == read.place else mended
    card = replace(now, row=place.row, column=place.column, **kept)
    if not card.face_up and "face_up" in kept:
        review = set()
    if card.face_up:
        review |= {name for name in UNKNOWN if getattr(card, name) is None}
    return replace(card, review=tuple(name for name in FIELDS if name in review))


def apart(cards: Cards, pile: bool) -> list[TableCard]:
    """The cards, none on another: who comes later makes room along the row, in a pile down the column, and is
    to be looked at."""
    laid: dict[Place, TableCard] = {}
    for card in cards:
        first = card.place
        while card.place in laid:
            card = replace(card, row=card.row + pile, column=card.column + (not pile))
        if card.place != first and "face_up" not in card.review:
            card = replace(card, review=("face_up", *card.review))
        laid[card.place] = card
    return list(laid.values())


def carried_over(states: Sequence[Cards], before: Cards, after: Cards) -> list[tuple[TableCard, ...]]:
    """Earlier or later states of a shelf, each with what was changed by no person here from ``before`` to
    ``after``: so undo takes back what was done here, and nothing else. Of equal states then, one
    stays.
    """
    found: list[tuple[TableCard, ...]] = []
    for cards in states:
        merged = Merge().fields(_by_number(before), _by_number(cards), _by_number(after), ())
        laid = apart([TableCard(**card) for card in merged.values()], False)
        state = tuple(sorted(laid, key=lambda card: card.place))
        if state != tuple(after) and state not in found[-1:]:
            found.append(state)
    return found


def _by_number(cards: Cards) -> dict[int, dict[str, Any]]:
    return {card.id: asdict(card) for card in cards}
