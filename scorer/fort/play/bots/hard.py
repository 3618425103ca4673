"""The hard bot of Fort: it searches deals of what it cannot see, with the greedy policy and a learned value.

A try ends at the start of the player's next turn but one, when the rest of this turn and a turn have passed.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorer.engine.bots import SearchBot
from scorer.engine.search import Search
from scorer.engine.value import margins
from scorer.fort.play.bots.position import Value, begins_turn
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.game import Game
from scorer.fort.play.state import State
from scorer.fort.play.view import View


class FortSearch(Search[Option]):
    """Ranks the options of one choice of Fort."""

    def __init__(self, view: View, choice: Choice, seed: int) -> None:
        super().__init__(view, choice, seed)
        self._value = Value(view.setup)

    def _weights(self, state: State, choice: Choice) -> list[float]:
        return self._value.positions.greedy.weights(state, choice)

    def _ends(self, state: State, choice: Choice) -> bool:
        view = self._view
        return choice.seat == view.seat and state.round > view.round and begins_turn(state, choice)

    def _margin(self, state: State, seat: int) -> float:
        return self._value.margins(state)[seat]

    def _final_margin(self, game: Game, seat: int) -> float:
        result = game.result
        assert result is not None
        return margins([player.total for player in result.players])[seat]

    def _rows(self, state: State, seat: int) -> Mapping[str, int]:
        return self._value.positions.rows(state)[seat]

    @property
    def until(self) -> int:
        round_: int = self._view.round
        return round_ + 1


class HardBot(SearchBot):
    """The search."""

    def _search(self, view: View, choice: Choice, seed: int) -> FortSearch:
        return FortSearch(view, choice, seed)
