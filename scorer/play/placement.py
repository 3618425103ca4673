"""Where an assistant may stand (P2), and what happens when it arrives."""

from __future__ import annotations

from itertools import islice

from scorer.play.assistants import at_home, before_effect
from scorer.play.choices import Effect, Option
from scorer.play.state import HOME, HOME_SPACES, SEATS
from scorer.play.table import Table
from scorer.play.tiles import AUCTION_HOUSE, DIVINERS_HUT, DRAFTHOUSE, INSTANT

#: Special assistants whose spaces are not an ordinary assistant's (S1, S5).
CHOOSY = ("ghost", "sasquatch")


def spaces_for(t: Table, seat: int, power: str | None) -> list[Option]:
    """Every space that a player's ordinary (None) or special assistant may be placed on.

    Where the spaces of a location do not differ, the first free one stands for all of them.
    """
    options: list[Option] = []
    s = t.s
    for location in s.locations():
        here = s.at[location]
        places = t.places[location]
        if not here:
            if power == "ghost" and location == DIVINERS_HUT:
                continue  # S5
            options += islice(places.values(), None if location in (AUCTION_HOUSE, DRAFTHOUSE) else 1)
        elif _admits(t, seat, power, location):
            taken = {space for space, _ in here}
            if location == AUCTION_HOUSE:
                bid = max(taken)  # L3: a higher one
                options += [place for space, place in places.items() if space > bid]
            else:
                free = [place for space, place in places.items() if space not in taken]
                options += free if location == DRAFTHOUSE else free[:1]
            if power == "ghost" and location in INSTANT:
                shareable = _shareable(t, seat, location)
                options += [t.book.place(location, space, True) for space in shareable]
    if len(s.home[seat]) < HOME_SPACES:
        options.append(t.book.place(HOME, 1))
    return options


def _admits(t: Table, seat: int, power: str | None, location: int) -> bool:
    """Whether those who stand at a location let a newcomer in."""
    if t.s.solo:
        return False  # RULES 9: one of your assistants at a time
    if power == "ghost" and location == DIVINERS_HUT:
        return False
    for _, assistant in t.s.at[location]:
        if power == "sasquatch" and assistant // SEATS != seat:
            return False  # S1
        if t.s.power(assistant) == "snowman" and location in INSTANT:
            return False  # S9
    return True


def _shareable(t: Table, seat: int, location: int) -> list[int]:
    """S5: the spaces where one assistant stands, an opponent's; fr: anybody's."""
    here = t.s.at[location]
    alone = [there for there in here if [space for space, _ in here].count(there[0]) == 1]
    anybody = t.rules.ghost_shares == "anybody"
    return sorted(space for space, assistant in alone if anybody or assistant // SEATS != seat)


def arrive(t: Table, seat: int, assistant: int, location: int, space: int, shared: bool = False) -> Effect:
    """An assistant stands down on a space: abilities that come first, then an instant effect (RULES 8)."""
    v = t.visit(seat, assistant, location, space, shared)
    if location == HOME:
        t.s.home[seat].append(assistant)
        yield from at_home(t, v)
        return
    if location == AUCTION_HOUSE:
        for _, outbid in list(t.s.at[location]):
            t.send_home(location, outbid)  # L3: even your own
    t.s.at[location].append((space, assistant))
    yield from before_effect(t, v)
    if location in INSTANT:
        yield from INSTANT[location](t, v)
