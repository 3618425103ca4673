"""The bot that takes and shelves what adds most to its own form now, and an easy one that often errs.

An option is weighed by what the form would say if the game ended after it: the rising chain of cards that
survives A1, the rectangle, the banned, varied and focus books, and a fair price for a prominent one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from scorer.cards import BookCard, Category, Deck
from scorer.engine.bots import pick
from scorer.engine.state import UNKNOWN
from scorer.inspection import POINTS_PER_BANNED_BOOK, POINTS_PER_FOCUS_BOOK
from scorer.play.bots.shelving import POINTS_PER_PROMINENT_BOOK, Aims, ShelfWorth, aims, books_of
from scorer.play.choices import Choice, Option
from scorer.play.state import State
from scorer.play.tiles import MYSTERY_SHACK
from scorer.play.view import View

#: What one more card in hand is worth: something to shelve later.
HAND_CARD = 0.8
#: What a card on the shelf is worth when one must be given away: it stays.
SHELVED = 20.0
#: What a placement is worth by location, in points; those that shelve at once come first.
PLACES = {
    0: 1.2, 1: 1.7, 2: 1.5, 3: 0.8, 4: 1.8, 5: 2.0, 6: 1.9, 7: 1.6, 8: 1.0, 9: 1.2, 10: 2.2, 11: 1.8, 12: 2.0,
    13: 2.2, 14: 2.4, 15: 0.6, 16: 1.4, 17: 0.7, 18: 0.3,
}  # fmt: skip
#: Locations that do nothing for an empty hand.
NEED_A_HAND = (2, 3, 4, 9, 17)
#: Words of choices that are not about cards.
WORDS = {"yes": 0.1, "no": 0.2, "done": 0.0, "pass": 0.0, "give_random": 0.1, "burn_one": 0.3, "back": -1.0}
#: Shelves that are remembered at once.
MOST_SHELVES = 2000
#: How often the easy bot takes any option at all.
EASY_ERRS = 0.4


class GreedyBot:
    """Adds most to its own form now; ties are broken at random."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._greedy: Greedy | None = None

    def decide(self, view: View, choice: Choice) -> Option:
        if len(choice.options) == 1:
            return choice.options[0]
        if self._greedy is None:
            self._greedy = Greedy(view.setup.full_deck)
        return pick(choice.options, self._greedy.weights(view.state, choice), self._random)


class EasyBot(GreedyBot):
    """Plays as `GreedyBot` does, and takes any option at all every now and then."""

    def decide(self, view: View, choice: Choice) -> Option:
        if self._random.random() < EASY_ERRS:
            return choice.options[int(self._random.random() * len(choice.options))]
        return super().decide(view, choice)


class Greedy:
    """Weighs options for anybody at a table, by what that player may know.

    It remembers shelves that it has looked over: a search comes to the same again and again.
    """

    def __init__(self, deck: Deck) -> None:
        self._books = books_of(deck)
        self._number = {card: number for number, card in enumerate(deck.cards)}
        self._shelves: dict[tuple[Aims, frozenset[tuple[int, int]], frozenset[int]], ShelfWorth] = {}

    def weights(self, state: State, choice: Choice) -> list[float]:
        """What each option is worth to the player who is asked; ``state`` may be masked for that player."""
        weigh = _KINDS.get(choice.kind)
        if weigh is None:
            return [WORDS.get(option.key, 0.0) for option in choice.options]
        asked = _Asked(state, choice, self.shelf(state, choice.seat), self._number)
        return [weigh(asked, option) for option in choice.options]

    def shelf(self, state: State, seat: int) -> ShelfWorth:
        """What that player's shelf is worth to them."""
        focus = state.focus[seat]
        assert focus is not None
        wanted = aims(focus, state.prominent, state.banned)
        rack = state.shelves[seat]
        key = wanted, frozenset(rack.cards.items()), frozenset(rack.down)
        known = self._shelves.get(key)
        if known is None:
            if len(self._shelves) >= MOST_SHELVES:
                self._shelves.clear()
            known = self._shelves[key] = ShelfWorth(rack, self._books, wanted)
        return known


class _Asked(NamedTuple):
    """A choice with what a player needs to weigh its options."""

    state: State
    choice: Choice
    shelf: ShelfWorth
    number: dict[BookCard, int]

    @property
    def hand(self) -> list[int]:
        return self.state.hands[self.choice.seat]

    def space(self, option: Option) -> float:
        card = self.choice.card
        if option.space is None or card is None:
            return -1.0  # the Wizard's detour
        if not option.key.startswith("at:"):
            return 2.0 if option.key.startswith("under:") else 1.0  # S7: a buried card is worth 2
        return self.shelf.gain(self.number[card], self.shelf.origin + option.number)

    def take_or_shelve(self, option: Option) -> float:
        return 0.0 if option.card is None else self.shelf.best(option.number)

    def loss(self, option: Option) -> float:
        """Cards from hand that would fit badly go first; the shelf stays as it is."""
        if option.card is None:
            return -HAND_CARD
        shelved = option.number in self.shelf.cards.values()
        return -SHELVED if shelved else -max(self.shelf.best(option.number), 0.0)

    def turned(self, option: Option) -> float:
        if option.card is None:
            return 0.0
        place = next(place for place, card in self.shelf.cards.items() if card == option.number)
        return self.shelf.turned(place) - 0.01

    def placed(self, option: Option) -> float:
        location = option.location or 0
        worth = PLACES[location]
        # Nobody knows the cards of the Mystery Shack, though a state that is not masked has them.
        stock = () if location == MYSTERY_SHACK else self.state.stock.get(location, ())
        cards = [card for card in stock if card != UNKNOWN]
        if cards:
            worth += 0.3 * self.shelf.best_of(cards)
        elif not location and self.hand:
            worth += 0.35 * self.shelf.best_of(self.hand)
        elif not self.hand and location in NEED_A_HAND:
            worth = 0.0
        return worth

    def home(self, option: Option) -> float:
        if option.key == "shelve":
            return self.shelf.best_of(self.hand)
        return HAND_CARD * 2 if option.key == "draw" else 0.0

    def named(self, option: Option) -> float:
        """L11 and L13: the own focus first; L7 any."""
        state = self.state
        worth: dict[Category | None, float] = {
            state.focus[self.choice.seat]: POINTS_PER_FOCUS_BOOK,
            state.prominent: POINTS_PER_PROMINENT_BOOK,
            state.banned: POINTS_PER_BANNED_BOOK,
        }
        return worth.get(option.category, 0.0)


_KINDS: dict[str, Callable[[_Asked, Option], float]] = {
    **dict.fromkeys(
        ("shelve", "may_shelve", "take", "offer", "golem", "witch", "swap_with"), _Asked.take_or_shelve
    ),
    **dict.fromkeys(("discard", "put", "give", "show"), _Asked.loss),
    "space": _Asked.space,
    "turn": _Asked.turned,
    "place": _Asked.placed,
    "home": _Asked.home,
    "category": _Asked.named,
}
