"""The hard bot: it searches deals of what it cannot see, with the greedy policy and a learned value.

A try ends with the round; that of the draft of a library some rounds later.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorer.engine.bots import SearchBot
from scorer.engine.search import Search
from scorer.flips import Stakes, best_flips
from scorer.inspection import PROMINENT_PRIZES, category_record, prominent_awards
from scorer.play.bots.position import Value
from scorer.play.choices import Choice, Option
from scorer.play.game import Game
from scorer.play.state import State
from scorer.play.view import View

#: Rounds that the draft of a library looks ahead.
DRAFT_ROUNDS = 3


class ExLibrisSearch(Search[Option]):
    """Ranks the options of one choice of Ex Libris."""

    def __init__(self, view: View, choice: Choice, seed: int) -> None:
        super().__init__(view, choice, seed)
        self._value = Value(view.setup)
        self._ends_after = max(view.round, DRAFT_ROUNDS if view.phase == "draft" else 1)
        if choice.kind == "remove_location":
            self._ends_after += 1  # what is gone is missed in the next round

    def _weights(self, state: State, choice: Choice) -> list[float]:
        return self._value.positions.greedy.weights(state, choice)

    def _ends(self, state: State, choice: Choice) -> bool:
        return choice.kind == "assistant" and state.round > self._ends_after

    def _margin(self, state: State, seat: int) -> float:
        return self._value.margins(state)[seat]

    def _final_margin(self, game: Game, seat: int) -> float:
        return self._value.final_margins(game._state)[seat]

    def _rows(self, state: State, seat: int) -> Mapping[str, int]:
        return self._value.positions.columns(state)[seat]._asdict()

    @property
    def until(self) -> int:
        return self._ends_after


class HardBot(SearchBot):
    """The search, and A0 by the exact one."""

    def _search(self, view: View, choice: Choice, seed: int) -> ExLibrisSearch:
        return ExLibrisSearch(view, choice, seed)

    def decide(self, view: View, choice: Choice) -> Option:
        if choice.kind == "turn" and len(choice.options) > 1:
            return best_turn(view, choice)
        option: Option = super().decide(view, choice)
        return option


def best_turn(view: View, choice: Choice) -> Option:
    """A0: the next card to turn, by the exact search for the best flips; done when none is left."""
    shelf, cards = view.shelf(), len(view.setup.full_deck.cards)
    own = max(category_record(shelf)[view.prominent], 1) * 4
    if view.setup.solo:  # the public library's books are not known, but how many cards it has is
        books = sum(card.categories.count(view.prominent) for card in view.setup.full_deck.cards)
        rival = books * (view.discards + len(view.hand)) // cards
        awards = tuple(PROMINENT_PRIZES[0] * (n > rival) for n in range(own + 1))
    else:
        rivals = [
            category_record(view.shelf(name))[view.prominent] for name in view.players if name != view.player
        ]
        awards = tuple(prominent_awards([n, *rivals])[0] for n in range(own + 1))
    turns = best_flips(shelf, Stakes(view.focus, view.prominent, view.banned, awards))
    wanted = {turn.card for turn in turns}
    return next((option for option in choice.options if option.card in wanted), choice.option("done"))
