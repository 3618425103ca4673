"""The greedy bot written plainly, on shelves and cards as forms know them: slow, and the measure of the fast.

It weighs an option by what the form would say if the game ended after it: the rising chain of cards that
survives A1, the rectangle, the banned, varied and focus books, and a fair price for a prominent one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from scorer.cards import BookCard, Category
from scorer.inspection import (
    POINTS_PER_BANNED_BOOK,
    POINTS_PER_FOCUS_BOOK,
    POINTS_PER_VARIETY,
    category_record,
)
from scorer.play.choices import Choice, Option
from scorer.play.view import View
from scorer.shelf import Shelf, ShelvedCard

#: B2 depends on the others; this is about what one more prominent book has been worth in play.
POINTS_PER_PROMINENT_BOOK = 1.5
#: A card on the shelf is a step towards the rectangle (B1) even before it closes one.
POINTS_PER_SHELVED_CARD = 0.6
#: What one more card in hand is worth: something to shelve later.
HAND_CARD = 0.8
#: What a placement is worth by location, in points; those that shelve at once come first.
PLACES = {
    0: 1.2, 1: 1.7, 2: 1.5, 3: 0.8, 4: 1.8, 5: 2.0, 6: 1.9, 7: 1.6, 8: 1.0, 9: 1.2, 10: 2.2, 11: 1.8, 12: 2.0,
    13: 2.2, 14: 2.4, 15: 0.6, 16: 1.4, 17: 0.7, 18: 0.3,
}  # fmt: skip


class GreedyBot:
    """Adds most to its own form now; ties are broken at random."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, view: View, choice: Choice) -> Option:
        if len(choice.options) == 1:
            return choice.options[0]
        weigh = Weigher(view, choice)
        return max(choice.options, key=lambda option: (weigh(option), self._random.random()))


class Weigher:
    """What each option of one choice is worth to the player whose view it is."""

    def __init__(self, view: View, choice: Choice) -> None:
        self.view = view
        self.choice = choice
        self.shelf = view.shelf()
        self.now = self.form_value(self.shelf)
        self._best: dict[BookCard, float] = {}
        self._kinds: dict[str, Callable[[Option], float]] = {
            "space": self._space,
            "shelve": self._take_or_shelve,
            "may_shelve": self._take_or_shelve,
            "take": self._take_or_shelve,
            "offer": self._take_or_shelve,
            "golem": self._take_or_shelve,
            "witch": self._take_or_shelve,
            "swap_with": self._take_or_shelve,
            "discard": self._loss,
            "put": self._loss,
            "give": self._loss,
            "show": self._loss,
            "turn": self._turned,
            "place": self._place,
            "home": self._home,
            "category": self._category,
        }

    def __call__(self, option: Option) -> float:
        weigh = self._kinds.get(self.choice.kind)
        return WORDS.get(option.key, 0.0) if weigh is None else weigh(option)

    def form_value(self, shelf: Shelf) -> float:
        """The form's section B for this shelf alone, B2 by a fair price."""
        books = category_record(shelf)
        rectangle = shelf.largest_rectangle()
        points = float(rectangle.cards if rectangle else 0)
        points += POINTS_PER_BANNED_BOOK * books[self.view.banned]
        points += POINTS_PER_FOCUS_BOOK * books[self.view.focus]
        points += POINTS_PER_PROMINENT_BOOK * books[self.view.prominent]
        counts = sorted(count for category, count in books.items() if category != self.view.banned)
        points += POINTS_PER_VARIETY * counts[0] + 0.3 * counts[1] + 0.1 * counts[2]
        return points + POINTS_PER_SHELVED_CARD * sum(1 for _ in shelf.cells())

    def gain(self, card: BookCard, row: int, column: int) -> float:
        """What shelving a card there adds now."""
        return self.form_value(self.shelf.with_cell(row, column, ShelvedCard(card))) - self.now

    def best(self, card: BookCard) -> float:
        """What shelving the card at its best space adds."""
        if card not in self._best:
            self._best[card] = max(self.gain(card, *space) for space in self.shelf.spaces())
        return self._best[card]

    def _space(self, option: Option) -> float:
        card = self.choice.card
        if option.space is None or card is None:
            return -1.0  # the Wizard's detour
        if not option.key.startswith("at:"):
            return 2.0 if option.key.startswith("under:") else 1.0  # S7: a buried card is worth 2
        return self.gain(card, *option.space)

    def _take_or_shelve(self, option: Option) -> float:
        return 0.0 if option.card is None else self.best(option.card)

    def _loss(self, option: Option) -> float:
        """Cards from hand that would fit badly go first; the shelf stays as it is."""
        card = option.card
        if card is None:
            return -HAND_CARD
        shelved = any(cell.card == card for _, _, cell in self.shelf.cells())
        return -20.0 if shelved else -max(self.best(card), 0.0)

    def _turned(self, option: Option) -> float:
        if option.card is None:
            return 0.0
        place = next((r, c) for r, c, cell in self.shelf.cells() if cell.card == option.card)
        return self.form_value(self.shelf.turned({place})) - self.now - 0.01

    def _place(self, option: Option) -> float:
        location = option.location or 0
        worth = PLACES[location]
        cards = [card for card in self.view.cards_at(location) if card is not None]
        if cards:
            worth += 0.3 * max(self.best(card) for card in cards)
        elif not location and self.view.hand:
            worth += 0.35 * max(self.best(card) for card in self.view.hand)
        elif not self.view.hand and location in (2, 3, 4, 9, 17):
            worth = 0.0
        return worth

    def _home(self, option: Option) -> float:
        if option.key == "shelve":
            return max((self.best(card) for card in self.view.hand), default=0.0)
        return HAND_CARD * 2 if option.key == "draw" else 0.0

    def _category(self, option: Option) -> float:
        """L11 and L13: the own focus first; L7 any."""
        worth: dict[Category | None, float] = {
            self.view.focus: POINTS_PER_FOCUS_BOOK,
            self.view.prominent: POINTS_PER_PROMINENT_BOOK,
            self.view.banned: POINTS_PER_BANNED_BOOK,
        }
        return worth.get(option.category, 0.0)


#: Words of choices that are not about cards.
WORDS = {"yes": 0.1, "no": 0.2, "done": 0.0, "pass": 0.0, "give_random": 0.1, "burn_one": 0.3, "back": -1.0}
