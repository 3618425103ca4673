"""The games that a game may be, as far as one player knows: whatever they cannot see is dealt anew.

A bot searches these. They are made of the masked state alone, so two games that look the same to a player
give that player the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scorer.cards import Category
from scorer.engine.state import UNKNOWN, shuffled
from scorer.play.choices import Choice, Option
from scorer.play.state import State
from scorer.play.view import masked

if TYPE_CHECKING:
    from scorer.play.game import Game

#: How often a deal is tried. An effect under way may have drawn or shuffled since it began, and not every
#: deal goes with what the player has seen of it.
TRIES = 20


class Deals:
    """What the player who is asked knows of the running effect, and games dealt to go with it.

    ``blank`` is a game without a state; ``before`` the state when the effect began, ``given`` the answers
    since, ``hidden`` the cards that the player cannot see now.
    """

    def __init__(
        self, blank: Game, before: State, given: Sequence[Option], choice: Choice, hidden: Sequence[int]
    ) -> None:
        unseen = set(hidden)
        self._blank = blank
        self._before = _hidden_from(before, choice.seat, unseen, len(blank.setup.full_deck.cards))
        self._given = [option for option in given if option.card is None or option.number not in unseen]
        self._told = len(self._given) == len(given)
        self._choice = choice
        self._hidden = list(hidden)

    def deal(self, seed: int | str, forkable: bool = True) -> Game | None:
        """A game that asks the same, as ``seed`` deals it; None when no deal was found that goes with it.

        One that is not ``forkable`` is quicker: it can be played on, but not forked or viewed.
        """
        self._blank._forkable = forkable
        for number in range(TRIES if self._told else 0):
            state = self._before.copy()
            state.seed = f"{seed}/{number}"
            _fill(state, self._choice.seat, self._hidden)
            game: Game | None = self._blank._resumed(state, self._given.copy(), self._choice)
            if game is not None and masked(game._state, self._choice.seat) == self._blank._course.t.s:
                return game
        return None


def _hidden_from(before: State, seat: int, hidden: set[int], deck: int) -> State:
    """The state without the cards, tiles and categories that the player at ``seat`` cannot see."""
    state = before.copy()
    state.rename([UNKNOWN if card in hidden else card for card in range(deck)])
    state.seed = ""
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
        _fill_zone(zone, cards)
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


def _fill_zone(zone: list[int], cards: Iterator[int]) -> None:
    for place, card in enumerate(zone):
        if card == UNKNOWN:
            zone[place] = next(cards)
