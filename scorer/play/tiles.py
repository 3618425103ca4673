"""Which effect belongs to which location tile (RULES 7); the effects register themselves here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from scorer.play.choices import Effect
from scorer.play.table import Table, Visit

InstantEffect: TypeAlias = Callable[[Table, Visit], Effect]
DelayedEffect: TypeAlias = Callable[[Table, list[Visit]], Effect]

DIVINERS_HUT, BOOK_SWAP, AUCTION_HOUSE, DONATION_DROP, COMMUNITY_CENTER, GAMBLING_DEN = 1, 2, 3, 4, 5, 7
BOOKSELLER, DRAFTHOUSE, MYSTERY_SHACK, THRIFT_STORE = 10, 12, 13, 14
WISHING_WELL, TAX_COLLECTOR = 6, 16
#: All location numbers.
LOCATIONS = range(1, 19)

#: At once, when an assistant arrives.
INSTANT: dict[int, InstantEffect] = {}
#: In P3, with everybody who stands there in the order of their spaces; never with nobody.
DELAYED: dict[int, DelayedEffect] = {}


def instant(number: int) -> Callable[[InstantEffect], InstantEffect]:
    def register(effect: InstantEffect) -> InstantEffect:
        INSTANT[number] = effect
        return effect

    return register


def delayed(number: int) -> Callable[[DelayedEffect], DelayedEffect]:
    def register(effect: DelayedEffect) -> DelayedEffect:
        DELAYED[number] = effect
        return effect

    return register
