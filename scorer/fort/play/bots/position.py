"""What a position of Fort is worth to each player: their total as it will be, by a model fitted to games.

The features are what a player may know, or what a deal of the hidden cards puts in its place. The weights
come from ``scorer/data/fort_play_value.json``, which `scorer.fort.play.bots.train` writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scorer.engine import value
from scorer.fort.actions import COIN
from scorer.fort.cards import KIDS
from scorer.fort.play.bots.greedy import Greedy
from scorer.fort.play.choices import Choice
from scorer.fort.play.game import sheet_suits
from scorer.fort.play.phases import END_OF_TRACK, MOST_ROUNDS
from scorer.fort.play.setup import DEALT, PARK, RULES, Setup
from scorer.fort.play.state import PIZZA, TOYS, State
from scorer.fort.scoring import rule_points
from scorer.fort.sheet import HIGHEST_LEVEL, MACARONI_POINTS, MadeUpRule, Player, Resources

FILE = Path(__file__).parents[3] / "data" / "fort_play_value.json"
#: A player's features, in order.
FEATURES = (
    "track", "fort", "level", "pizza", "toys", "lacking", "ready", "pack", "lookout", "lookout_symbols",
    "rule", "has_rule", "perk", "cards", "rating", "best_suit", "coins", "hand", "best_in_hand", "yard",
    "waits",
)  # fmt: skip


class Positions:
    """The features of positions of one game."""

    def __init__(self, setup: Setup) -> None:
        self.greedy = Greedy(setup.card_set)
        self._cards, self._levels = setup.card_set.cards, setup.card_set.levels
        self._advances = [card.advances for card in self._cards]
        self._park = KIDS - PARK - DEALT * len(setup.players)

    def features(self, state: State) -> list[list[float]]:
        """A row a seat."""
        left, seats = self._left(state), range(state.players)
        sheets = [self._sheet(state, seat) for seat in seats]
        return [value.row(left, state.final, self._of(state, seat, sheets)) for seat in seats]

    def rows(self, state: State) -> list[dict[str, int]]:
        """The rows of every player's sheet as the table lies, by the names of `scorer.fort.PlayerScore`."""
        sheets = [self._sheet(state, seat) for seat in range(state.players)]
        return [
            {
                "track": mine.track,
                "fort": self._levels[mine.fort_level].points,
                "rule": rule_points(mine, [sheet for sheet in sheets if sheet is not mine]),
                "macaroni": MACARONI_POINTS * (state.macaroni == seat),
            }
            for seat, mine in enumerate(sheets)
        ]

    def _left(self, state: State) -> float:
        """The part of the game that is still to come, from 1 to 0."""
        done = (
            max(state.track) / END_OF_TRACK,
            max(state.level) / HIGHEST_LEVEL,
            1 - len(state.park_deck) / self._park,
            state.round / MOST_ROUNDS,
        )
        return max(0.0, 1 - max(done))

    def _sheet(self, state: State, seat: int) -> Player:
        """As much of a player's sheet as made-up rules ask for. A position needs no check."""
        owned = state.owned(seat)
        rule = state.rules[seat]
        pizza, toys = state.stuff[seat]
        packed = state.packs[seat]
        return Player.model_construct(
            name="",
            track=state.track[seat],
            fort_level=state.level[seat],
            rule=None if rule is None else MadeUpRule(RULES[rule]),
            stuff=Resources.model_construct(pizza=pizza, toys=toys),
            pack=Resources.model_construct(pizza=packed[PIZZA], toys=packed[TOYS]),
            lookout=len(state.lookouts[seat]),
            cards=len(owned),
            suits=sheet_suits(self._cards[card] for card in owned),
            advance_fort=sum(self._advances[card] for card in owned),
            best_friends=sum(card >= KIDS for card in owned),
        )

    def _of(self, state: State, seat: int, sheets: Sequence[Player]) -> list[float]:
        mine, rivals = sheets[seat], [sheet for sheet in sheets if sheet is not sheets[seat]]
        ratings, levels, level = self.greedy.ratings, self._levels, state.level[seat]
        pizza, toys = (mine.stuff.pizza + mine.pack.pizza, mine.stuff.toys + mine.pack.toys)
        lacking = 0
        if level < HIGHEST_LEVEL:
            price = levels[level + 1]
            lacking = max(0, price.pizza - pizza) + max(0, price.toys - toys)
            lacking = max(lacking, price.pizza + price.toys + price.either - pizza - toys)
        owned = state.owned(seat)
        number = max(1, len(owned))
        hand = self.greedy.hand(state, seat)
        return [
            state.track[seat],
            levels[level].points + MACARONI_POINTS * (state.macaroni == seat),
            level,
            pizza,
            toys,
            lacking,
            level < HIGHEST_LEVEL and not lacking,
            mine.pack.total,
            mine.lookout,
            sum(len(self._cards[card].suits) for card in state.lookouts[seat]),
            rule_points(mine, rivals),
            mine.rule is not None,
            state.perks[seat] is not None,
            len(owned),
            sum(ratings[card] for card in owned) / number,
            max((mine.suits or {}).values(), default=0) / number,
            sum(self._cards[card].suits.count(COIN) for card in owned) / number,
            sum(hand),
            max(hand, default=0.0),
            len(state.yards[seat]),
            (seat - state.turn) % state.players,
        ]


class Value:
    """The margin that each player is expected to end with."""

    def __init__(self, setup: Setup) -> None:
        self.positions = Positions(setup)
        self._weights = value.weights(FILE)[len(setup.players)]

    def margins(self, state: State) -> list[float]:
        """An entry a seat."""
        return value.margins(value.totals(self.positions.features(state), self._weights))


def begins_turn(state: State, choice: Choice) -> bool:
    """Whether this is the first choice of a turn."""
    return choice.kind == "play" and not state.played
