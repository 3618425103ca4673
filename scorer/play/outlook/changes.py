"""What each option would change on the shelf of whoever is asked: points, and cards that come out of order.

All of it follows from the view. What was chosen before in the same effect is not in it, so a slide or a swap
is tried in a game that this one may be (`View.deals`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.cards import CATEGORIES, BookCard
from scorer.engine.state import UNKNOWN
from scorer.inspection import Entrant, column, prominent_awards
from scorer.play.bots.shelving import ShelfWorth, aims, books_of
from scorer.play.choices import Choice, Option
from scorer.play.outlook.points import points
from scorer.play.placement import spaces_for
from scorer.play.rack import Rack
from scorer.play.state import HOME
from scorer.play.table import Table
from scorer.play.tiles import (
    AUCTION_HOUSE,
    BOOK_SWAP,
    BOOKSELLER,
    COMMUNITY_CENTER,
    DONATION_DROP,
    THRIFT_STORE,
)
from scorer.play.view import View

#: Kinds of questions whose answer itself may change the shelf.
AT_ONCE = frozenset({"space", "turn", "slide", "discard", "put", "give", "swap_with"})
#: Kinds whose answer is a card that may be shelved after it.
SHELVED_NEXT = frozenset({"shelve", "may_shelve", "take", "offer", "golem"})
#: RULES 7: where an open card is taken that may be shelved, and where a card from hand is shelved.
OFFERS = frozenset({BOOK_SWAP, AUCTION_HOUSE, COMMUNITY_CENTER, BOOKSELLER, THRIFT_STORE})
FROM_HAND = frozenset({HOME, DONATION_DROP})


@dataclass(frozen=True, slots=True)
class Change:
    """By how many points an option changes the player's own total as it stands now.

    ``turned`` are cards that A1 would turn face down besides those that it turns now. ``at_best``: another
    choice comes between, and this is the best that it can bring.
    """

    points: int
    turned: tuple[BookCard, ...] = ()
    at_best: bool = False


def changes(view: View, choice: Choice) -> dict[str, Change]:
    """What the options would change, by their keys; an option that changes no shelf is not among them.

    The view is that of the player who is asked.
    """
    return _Trial(view).changes(choice)


def places(view: View, choice: Choice) -> dict[str, list[Option]]:
    """Where each assistant may be placed that may be chosen now (P2); empty for every other question."""
    if choice.kind != "assistant":
        return {}
    setup = view.setup
    table = Table(view.players, setup.words, setup.rule_set, setup.full_deck, view.state)
    return {
        option.key: spaces_for(table, view.seat, None if option.assistant == "ordinary" else option.assistant)
        for option in choice.options
    }


class _Trial:
    """The own shelf as it is, to hold others against it."""

    def __init__(self, view: View) -> None:
        self._view, self._deck = view, view.setup.full_deck.cards
        self._rack = view.state.shelves[view.seat]
        self._books = books_of(view.setup.full_deck)
        self._worth = ShelfWorth(self._rack, self._books, aims(view.focus, view.prominent, view.banned))
        self._known: dict[int, Change] = {}
        self._prominent = [one.books[view.prominent] for one in points(view)]
        self._total, self._turned = self._inspected(self._rack)

    def changes(self, choice: Choice) -> dict[str, Change]:
        if choice.kind in AT_ONCE:
            return self._tried(choice)
        found = {option.key: self._best(self._cards_of(choice, option)) for option in choice.options}
        for option in (one for each in places(self._view, choice).values() for one in each):
            found[option.key] = self._best(self._cards_at(option))
        return {key: change for key, change in found.items() if change is not None}

    def _tried(self, choice: Choice) -> dict[str, Change]:
        """What answers change at once."""
        racks = {option.key: self._after(choice, option) for option in choice.options}
        return {key: self._change(rack) for key, rack in racks.items() if rack not in (None, self._rack)}

    def _after(self, choice: Choice, option: Option) -> Rack | None:
        """The own shelf after an answer; None where no game was found to try it in."""
        rack = self._rack.copy()
        places = {card: place for place, card in rack.cards.items()}
        if choice.kind == "space" and option.space is not None and choice.card is not None:
            card = self._deck.index(choice.card)
            if card in places:  # L8: it is shelved anew
                rack.lift(places[card])
            place = self._rack.origin() + option.number
            if not option.key.startswith("at:"):
                rack.bury(place, card, option.key.startswith("over:"))
            elif place not in rack.cards:
                rack.cards[place] = card
            else:  # S11: a group has moved away from it
                return self._dealt(option)
        elif choice.kind in ("slide", "swap_with"):  # what is moved was chosen before (L8, L18)
            return self._dealt(option)
        elif option.card is not None and option.number in places:
            if choice.kind == "turn":
                rack.down.add(places[option.number])
            else:
                rack.lift(places[option.number])
        return rack

    def _dealt(self, option: Option) -> Rack | None:
        """The own shelf after the answer in a game that this one may be."""
        game = self._view.deals.deal(0, watched=False) if self._view.deals else None
        if game is None:
            return None
        game.answer(option.key)
        return game._state.shelves[self._view.seat]

    def _cards_of(self, choice: Choice, option: Option) -> Iterable[int]:
        """The cards of which one may be shelved after this answer."""
        if choice.kind in SHELVED_NEXT and option.card is not None:
            return [option.number]
        if choice.kind == "place":
            return self._cards_at(option)
        return self._view.state.hands[self._view.seat] if option.key == "shelve" else ()

    def _cards_at(self, option: Option) -> Iterable[int]:
        state = self._view.state
        if option.location in FROM_HAND:
            return state.hands[self._view.seat]
        return state.stock.get(option.location or HOME, ()) if option.location in OFFERS else ()

    def _best(self, cards: Iterable[int]) -> Change | None:
        """The best that shelving one of the cards brings, None without any."""
        found = [self._best_place(card) for card in cards if card != UNKNOWN]
        return max(found, key=_worth, default=None)

    def _best_place(self, card: int) -> Change:
        if card not in self._known:
            tried = []
            for place in self._rack.spaces():
                rack = self._rack.copy()
                rack.cards[place] = card
                tried.append(self._change(rack, at_best=True))
            self._known[card] = max(tried, key=_worth)
        return self._known[card]

    def _change(self, rack: Rack, at_best: bool = False) -> Change:
        total, turned = self._inspected(rack)
        cards = tuple(self._deck[card] for card in sorted(turned - self._turned))
        return Change(total - self._total, cards, at_best)

    def _inspected(self, rack: Rack) -> tuple[int, frozenset[int]]:
        """The own total with another shelf, and the cards that A1 turns there; in solo without B2."""
        view, last, counts, turned = self._view, UNKNOWN, [0] * len(CATEGORIES), set()
        for place in sorted(rack.cards.keys() - rack.down):
            card = rack.cards[place]
            if card > last:  # cards are numbered in alphabetical order
                last = card
                counts = [*map(sum, zip(counts, self._books[card], strict=True))]
            else:
                turned.add(card)
        books = dict(zip(CATEGORIES, counts, strict=True))
        rectangle = self._worth.rectangle_of(rack.cards)
        own = Entrant(view.player, view.focus, books, rectangle, len(rack.under))
        award = 0
        if not view.setup.solo:
            rivals = self._prominent[: view.seat], self._prominent[view.seat + 1 :]
            award = prominent_awards([*rivals[0], books[view.prominent], *rivals[1]])[view.seat]
        return column(own, award, view.banned).total, frozenset(turned)


def _worth(change: Change) -> tuple[int, int]:
    return change.points, -len(change.turned)
