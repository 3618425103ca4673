"""What one player may know, and which hidden cards a fork deals anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from scorer.cards import BookCard, Category
from scorer.editions import Edition
from scorer.engine import view as seen
from scorer.engine.game import Game
from scorer.engine.state import UNKNOWN, hide, shuffled
from scorer.play.choices import Choice, Option
from scorer.play.setup import Setup
from scorer.play.state import SEATS, State
from scorer.play.tiles import MYSTERY_SHACK
from scorer.shelf import Shelf

#: A game that `Deals` deals; one of `scorer.play.game`.
Dealt: TypeAlias = Game[Setup, State, Option, Choice, Any]


class View(seen.View[Setup, State, BookCard]):
    """The game as one player sees it. It holds nothing that the player may not know.

    Hidden are the other hands, focus cards and face-down cards, the order of the piles, the discards below
    the top one, and in solo the public library's focus.
    """

    deals: Deals | None

    def __init__(self, setup: Setup, edition: Edition, state: State, seat: int) -> None:
        super().__init__(setup, masked(state, seat), seat, setup.full_deck.cards)
        self.edition = edition

    @property
    def prominent(self) -> Category:
        return self._s.prominent

    @property
    def banned(self) -> Category:
        return self._s.banned

    @property
    def focus(self) -> Category:
        """The player's own secret category."""
        focus = self._s.focus[self.seat]
        assert focus is not None
        return focus

    @property
    def put_away(self) -> list[Category]:
        """RULES 9: the category cards that solo rounds have shown and put away."""
        return list(self._s.put_away)

    def shelf(self, name: str | None = None) -> Shelf:
        """A player's shelf; another's face-down cards are unknown."""
        return self._s.shelves[self._seat(name)].shelf(self._deck)

    def buried(self) -> list[BookCard]:
        """S7: the cards that lie buried on the player's own shelf."""
        return self._cards(self._s.shelves[self.seat].under.values())

    def library(self, name: str | None = None) -> str | None:
        """The key of a player's library and special assistant; None for a basic one."""
        return self._s.libraries[self._seat(name)]

    @property
    def locations(self) -> dict[int, str]:
        """The open locations: number and name."""
        return {number: self.edition.locations[number].name for number in self._s.locations()}

    @property
    def permanent(self) -> list[int]:
        return list(self._s.permanent)

    def cards_at(self, location: int) -> list[BookCard | None]:
        """The cards at a location; None for one that lies face down."""
        stock = self._s.stock.get(location, [])
        return [None if card == UNKNOWN else self._deck[card] for card in stock]

    def assistants_at(self, location: int) -> list[tuple[int, str, str]]:
        """(space, player, assistant key) of everybody at a location, in order of arrival."""
        return [
            (space, self.players[a // SEATS], self._s.power(a) or "ordinary")
            for space, a in self._s.at.get(location, [])
        ]

    def assistants_home(self, name: str | None = None) -> list[str]:
        """The assistants on a player's home spaces."""
        return [self._s.power(a) or "ordinary" for a in self._s.home[self._seat(name)]]

    def assistants_free(self, name: str | None = None) -> list[str]:
        """The assistants that a player has yet to place."""
        return [self._s.power(a) or "ordinary" for a in self._s.free[self._seat(name)]]

    @property
    def table(self) -> list[BookCard]:
        """Cards that lie open in the middle."""
        return self._cards(self._s.table)

    @property
    def looking(self) -> list[BookCard]:
        """Cards that the player alone looks at now: a search, a hand that was shown."""
        return self._cards(self._s.looking[1]) if self._s.looking else []

    @property
    def top_discard(self) -> BookCard | None:
        return self._deck[self._s.discard[-1]] if self._s.discard else None

    @property
    def discards(self) -> int:
        return len(self._s.discard)

    @property
    def draw_pile(self) -> int:
        """How many cards are left to draw."""
        return len(self._s.draw)


def masked(state: State, seat: int) -> State:
    """A copy of the state without anything that the player at ``seat`` may not know."""
    s = state.copy()
    s.seed = ""
    s.known = [0] * s.players
    s.draw = hide(s.draw)
    s.discard = hide(s.discard[:-1]) + s.discard[-1:]
    s.pile = hide(s.pile)
    if s.looking is not None and s.looking[0] != seat:
        s.looking = None
    s.public = None
    s.form = [None] * len(s.form)
    for other in range(s.players):
        if other != seat:
            s.hands[other] = hide(s.hands[other])
            s.focus[other] = None
            rack = s.shelves[other]
            rack.cards = {p: UNKNOWN if p in rack.down else card for p, card in rack.cards.items()}
            rack.under = dict.fromkeys(rack.under, UNKNOWN)
    if MYSTERY_SHACK in s.stock:
        s.stock[MYSTERY_SHACK] = hide(s.stock[MYSTERY_SHACK])
    return s


def hidden_cards(state: State, seat: int) -> list[int]:
    """The cards that the player at ``seat`` does not see now. Discards are not among them: they lay open."""
    hidden = state.draw.copy()
    for other in range(state.players):
        if other != seat:
            rack = state.shelves[other]
            hidden += state.hands[other]
            hidden += [card for place, card in rack.cards.items() if place in rack.down]
            hidden += rack.under.values()
    hidden += state.stock.get(MYSTERY_SHACK, [])
    if state.looking is not None and state.looking[0] == seat:
        seen = set(state.looking[1])
        hidden = [card for card in hidden if card not in seen]
    return hidden


def unknown_cards(state: State, seat: int) -> list[int]:
    """The cards that the player at ``seat`` cannot place: what a fork deals anew.

    A card that went openly into a hand, or under a card, stays there: the player saw it.
    """
    known = state.known[seat]
    return [card for card in hidden_cards(state, seat) if not known >> card & 1]


def redeal(before: State, seat: int, seed: str, cards: Sequence[int], deck: int) -> tuple[State, list[int]]:
    """A copy of ``before`` with the hidden ``cards``, categories and tiles dealt anew.

    ``deck``: how many cards it has. The names come with the copy that cards have in it: ``names[card]`` lies
    where ``card`` lay.
    """
    names = list(range(deck))
    for card, other in zip(cards, shuffled(cards, seed), strict=True):
        names[card] = other
    state = before.renamed(names)
    state.pile = shuffled(state.pile, seed + "/tiles")
    others = [other for other in range(state.players) if other != seat]
    unseen = [*(state.focus[other] for other in others), state.public, *state.form]
    dealt = iter(shuffled([category for category in unseen if category is not None], seed + "/focus"))
    for other in others:
        state.focus[other] = next(dealt)
    if state.public is not None:
        state.public = next(dealt)
    state.form = [next(dealt) for _ in state.form]
    return state, names


class Deals(seen.Deals[Dealt, State]):
    """The games that a game of Ex Libris may be, by what the player sees now and saw in the running effect.

    What lay open before, and is out of sight now, is dealt anew: a bot remembers no card. ``before`` is the
    whole state when the effect began, ``hidden`` the cards that the player cannot see now, the discards below
    the top one among them.
    """

    def __init__(
        self,
        view: View,
        blank: Dealt,
        before: State,
        given: Sequence[Option],
        choice: Choice,
        hidden: Sequence[int],
    ) -> None:
        deck = len(blank.setup.full_deck.cards)
        known = _hidden_from(before, choice.seat, set(hidden), deck)
        super().__init__(blank, view.state, known, given, choice, hidden)

    def _fill(self, state: State) -> None:
        _fill(state, self._choice.seat, self._hidden)

    def _masked(self, state: State) -> State:
        return masked(state, self._choice.seat)


def _hidden_from(before: State, seat: int, hidden: set[int], deck: int) -> State:
    """The state without the cards, tiles and categories that the player at ``seat`` cannot see."""
    state = before.renamed([UNKNOWN if card in hidden else card for card in range(deck)])
    state.seed = ""
    state.known = [0] * state.players
    state.pile.sort()
    for other in range(state.players):
        if other != seat:
            state.focus[other] = None
    state.public = None
    state.form = [None] * len(state.form)
    return state


def _fill(state: State, seat: int, hidden: Sequence[int]) -> None:
    """Deals the hidden cards, tiles and categories of a masked state by its seed."""
    cards = iter(shuffled(hidden, f"{state.seed}/cards"))
    for zone in (state.draw, state.discard, state.table, *state.hands, *state.stock.values()):
        seen.fill_zone(zone, cards)
    for rack in state.shelves:
        for places in (rack.cards, rack.under):
            for place, card in places.items():
                if card == UNKNOWN:
                    places[place] = next(cards)
    state.pile = shuffled(state.pile, f"{state.seed}/tiles")
    known = {state.prominent, state.banned, *state.put_away, state.focus[seat]}
    unseen = [category for category in Category if category not in known]
    left = iter(shuffled(unseen, f"{state.seed}/focus"))
    for other in range(state.players):
        if other != seat:
            state.focus[other] = next(left)
    if state.solo:
        state.public = next(left)
    state.form = [next(left) for _ in state.form]
