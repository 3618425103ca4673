"""The course of a game (RULES 5, 6 and 9): draft, P1 to P4, the last round, A0.

Each step is an effect that runs to its end; which one comes next, the state alone decides. So a copy of the
state between two steps is a whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import scorer.play.locations  # noqa: F401 - the effects register themselves
from scorer.engine import table
from scorer.play.assistants import s8_trash_golem
from scorer.play.choices import Effect, Option
from scorer.play.placement import CHOOSY, arrive, spaces_for
from scorer.play.setup import Setup
from scorer.play.state import SEATS
from scorer.play.table import Table
from scorer.play.tiles import DELAYED

#: Ruling: players who discard their shelves again and again could go on for ever, so this round is the last.
MOST_ROUNDS = 40
#: RULES 9.
SOLO_ROUNDS = 5
#: RULES 9: rounds at whose start a face-down category card is shown and put away.
SOLO_REVEALS = (2, 4)
#: RULES 9: locations removed after each round.
SOLO_REMOVALS = 2


Course: TypeAlias = table.Course[Table, Setup]


def draft(c: Course) -> Effect:
    """RULES 5: a player takes a library tile; fr: and removes another one."""
    s, book = c.t.s, c.t.book
    seat = s.draft[0]
    source = c.t.edition.labels["setup"]
    tiles = s.tiles[0 if c.setup.open_draft else seat]
    option = yield c.t.ask(seat, "draft", source, [book.library(tile) for tile in tiles])
    assert option.assistant is not None
    s.libraries[seat] = option.assistant
    tiles.remove(option.assistant)
    if c.setup.open_draft:
        option = yield c.t.ask(seat, "draft_remove", source, [book.library(tile) for tile in tiles])
        assert option.assistant is not None
        tiles.remove(option.assistant)
    else:
        tiles.clear()
    del s.draft[0]
    if not s.draft:
        s.phase = "prepare"


def prepare(c: Course) -> Effect:
    """P1: reveal locations, put out the cards that they ask for."""
    t, s = c.t, c.t.s
    s.round += 1
    if s.solo:
        if s.round in SOLO_REVEALS:
            shown = s.form.pop(0)
            assert shown is not None
            s.put_away.append(shown)
        s.discard += [card for card in (t.top() for _ in range(c.setup.discards)) if card is not None]
    else:
        while len(s.board) < s.players and (s.pile or s.tile_discard):
            if not s.pile:
                s.pile, s.tile_discard = s.shuffled(s.tile_discard), []
            s.board.append(s.pile.pop())
    s.at = {location: [] for location in s.locations()}
    s.stock = {location: [] for location in s.locations()}
    for location, stock in s.stock.items():
        for _ in range(t.edition.locations[location].cards):
            card = t.top()
            if card is not None:
                stock.append(card)
    s.turn = s.first
    s.phase = "place"
    yield from ()


def place(c: Course) -> Effect:
    """P2: the next player who can places one assistant; when nobody can, the phase ends."""
    t, s = c.t, c.t.s
    for step in range(s.players):
        seat = (s.turn + step) % s.players
        spaces: dict[str | None, tuple[int, list[Option]]] = {}
        shared = None
        for assistant in reversed(s.free[seat]):
            power = s.power(assistant)
            if power not in spaces:
                if power in CHOOSY:
                    options = spaces_for(t, seat, power)
                else:
                    options = shared = spaces_for(t, seat, None) if shared is None else shared
                spaces[power] = assistant, options
        movable = [power for power, (_, options) in spaces.items() if options]
        if movable:
            break
    else:
        s.phase = "resolve"
        return
    source = t.edition.labels["placement"]
    option = yield t.ask(seat, "assistant", source, [t.book.assistant(power) for power in movable])
    power = None if option.assistant == "ordinary" else option.assistant
    assistant, options = spaces[power]
    option = yield t.ask(seat, "place", option.label, options)
    s.free[seat].remove(assistant)
    s.turn = (seat + 1) % s.players
    assert option.location is not None
    assert option.at is not None
    yield from arrive(t, seat, assistant, option.location, option.at, bool(option.number))


def resolve(c: Course) -> Effect:
    """P3: every location in number order: its delayed effect, the discards, the assistants go back."""
    t, s = c.t, c.t.s
    for location in s.locations():
        here = s.at[location]
        if here and location in DELAYED:
            visits = [t.visit(a // SEATS, a, location, space) for space, a in sorted(here)]
            yield from DELAYED[location](t, visits)
        if s.stock[location]:
            yield from s8_trash_golem(t, location)
            s.discard += s.stock[location]
            s.stock[location].clear()
        for _, assistant in s.at.pop(location):
            s.free[assistant // SEATS].append(assistant)
        s.at[location] = []
    s.phase = "clean_up"


def clean_up(c: Course) -> Effect:
    """P4: a location becomes permanent, assistants come home, and the last round is announced or over."""
    s = c.t.s
    for seat, home in enumerate(s.home):
        s.free[seat] = sorted(s.free[seat] + home)
        home.clear()
    if s.solo:
        yield from _remove_locations(c)
        over = s.round == SOLO_ROUNDS
    else:
        s.board.sort()  # none are left below the board once all are permanent
        s.permanent += s.board[:1]
        s.tile_discard += s.board[1:]
        s.board = []
        over = s.final
        # Buried cards do not count, face-down ones do (cs); used for all editions.
        enough = any(len(rack.cards) >= c.setup.last_round_at for rack in s.shelves)
        s.final = enough or s.round + 1 == MOST_ROUNDS
    s.at, s.stock = {}, {}
    for location in s.locations():
        s.at[location], s.stock[location] = [], []
    s.phase, s.turn = ("turn_cards", 0) if over else ("prepare", s.first)
    yield from ()


def _remove_locations(c: Course) -> Effect:
    """RULES 9: two locations of your choice leave the game, one is revealed."""
    t, s = c.t, c.t.s
    source = t.edition.labels["clean_up"]
    for _ in range(SOLO_REMOVALS):
        options = [t.book.location(location) for location in s.locations()]
        option = yield t.ask(0, "remove_location", source, options)
        s.permanent.remove(option.number)
        s.removed.append(option.number)
    if s.pile:
        s.permanent.append(s.pile.pop())


def turn_cards(c: Course) -> Effect:
    """A0: before the inspection a player may turn any cards of their shelf face down."""
    t, s = c.t, c.t.s
    seat, rack = s.turn, s.shelves[s.turn]
    while True:
        up = [card for place, card in rack.cards.items() if place not in rack.down]
        if not up:
            break
        card = yield from t.choose_card(seat, "turn", t.edition.labels["inspection"], up, "done")
        if card is None:
            break
        rack.down.add(rack.place_of(card))
    s.turn += 1
    if s.turn == s.players:
        s.phase = "over"
        if s.solo:  # RULES 4: the hand goes to the public library
            s.discard += s.hands[0]
            s.hands[0].clear()


STEPS: dict[str, Callable[[Course], Effect]] = {
    "draft": draft,
    "prepare": prepare,
    "place": place,
    "resolve": resolve,
    "clean_up": clean_up,
    "turn_cards": turn_cards,
}
