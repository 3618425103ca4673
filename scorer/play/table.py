"""What all effects are made of: asking, drawing, gaining, discarding, shelving, home actions.

Names of the small generators say what happens at the table. Where the books are silent, the ruling stands
beside the constant or the method that carries it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scorer.cards import BookCard, Category, Deck
from scorer.editions import Edition, Rules
from scorer.engine import table
from scorer.play.choices import Asks, Effect, Option, Options, options_for
from scorer.play.rack import DIRECTIONS, Rack, groups
from scorer.play.state import HOME, SEATS, State


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a location (0: at home) with an assistant, or without one (``assistant`` None).

    ``shared``: the Ghost came to a space that an opponent holds (S5).
    """

    seat: int
    assistant: int | None
    location: int
    space: int
    power: str | None
    source: str
    shared: bool = False


class Table(table.Table[State, Option, BookCard]):
    """The state of one game and the players around it."""

    book: Options

    def __init__(
        self, names: Sequence[str], edition: Edition, rules: Rules, deck: Deck, state: State
    ) -> None:
        super().__init__(names, deck.cards, options_for(edition, deck), edition.prompts, state)
        self.edition = edition
        self.rules = rules
        #: The options of the spaces of each location that this many players may use, by space, from 1.
        self.places = {
            number: {
                space: self.book.place(number, space)
                for space, least in enumerate(location.spaces, 1)
                if least <= len(names)
            }
            for number, location in self.edition.locations.items()
        }

    # Asking

    def card_options(self, cards: Iterable[int]) -> list[Option]:
        options = self.book.cards
        return [options[card] for card in cards]

    def choose_card(
        self, seat: int, kind: str, source: str, cards: Iterable[int], end: str | None = None
    ) -> Asks[int | None]:
        """One of the cards, or None for the option ``end`` ("done", "pass")."""
        options = self.card_options(cards)
        if end is not None:
            options.append(self.book.word(end))
        option = yield self.ask(seat, kind, source, options)
        return None if option.card is None else option.number

    def must_choose_card(self, seat: int, kind: str, source: str, cards: Iterable[int]) -> Asks[int]:
        """One of the cards, of which there is at least one."""
        option = yield self.ask(seat, kind, source, self.card_options(cards))
        return option.number

    def name_category(self, seat: int, source: str, taken: Collection[Category] = ()) -> Asks[Category]:
        options = [o for o in self.book.categories if o.category not in taken]
        option = yield self.ask(seat, "category", source, options)
        assert option.category is not None
        return option.category

    # Seats

    def visit(
        self, seat: int, assistant: int | None, location: int, space: int, shared: bool = False
    ) -> Visit:
        power = None if assistant is None else self.s.power(assistant)
        source = self.edition.locations[location].name if location else self.library_name(seat)
        return Visit(seat, assistant, location, space, power, source, shared)

    def library_name(self, seat: int) -> str:
        library = self.s.libraries[seat]
        return self.edition.labels["home"] if library is None else self.edition.libraries[library]

    def present(self, location: int) -> list[tuple[int, int]]:
        """(space, assistant) of everybody at a location, in order of arrival."""
        return self.s.at.get(location, [])

    # Cards

    def has(self, card: int, category: Category) -> bool:
        return category in self.cards[card].categories

    def books(self, cards: Iterable[int], categories: Collection[Category]) -> int:
        """How many books on the cards have one of the categories."""
        return sum(book in categories for card in cards for book in self.cards[card].categories)

    def refill(self) -> None:
        """P4, ruling: an empty draw pile is made of the discards, never in solo."""
        if not self.s.draw and not self.s.solo and self.s.discard:
            self.s.draw = self.s.shuffled(self.s.discard)
            self.s.discard = []
            self.s.lose(self.s.draw)

    def top(self) -> int | None:
        """The top card off the draw pile; None when there is none left: that draw is skipped."""
        if not self.s.draw:
            self.refill()
        return self.s.draw.pop() if self.s.draw else None

    def can_draw(self) -> bool:
        return bool(self.s.draw or (self.s.discard and not self.s.solo))

    def turn_up(self, number: int) -> list[int]:
        """Cards off the draw pile, open on the table."""
        cards = [card for card in (self.top() for _ in range(number)) if card is not None]
        self.s.table += cards
        return cards

    def gain(self, v: Visit, card: int) -> Asks[int]:
        """Takes a card in hand and returns the card kept. The card is nowhere else any more.

        S12: when the Witch gains a card with a banned book, the top card is turned up; one is kept.
        """
        s = self.s
        if v.power == "witch" and self.has(card, s.banned):
            s.table.append(card)  # where it lies while the choice is open
            other = self.top()
            if other is None:
                s.table.remove(card)
            else:
                s.table.append(other)
                source = self.edition.assistants["witch"]
                kept = yield from self.must_choose_card(v.seat, "witch", source, [card, other])
                s.table.remove(card)
                s.table.remove(other)
                s.discard.append(other if kept == card else card)
                card = kept
                s.show([card])
        s.hands[v.seat].append(card)
        return card

    def draw(self, v: Visit, number: int = 1) -> Asks[list[int]]:
        """Draws cards; returns those kept."""
        kept = []
        for _ in range(number):
            card = self.top()
            if card is not None:
                kept.append((yield from self.gain(v, card)))
        return kept

    def take_from(self, v: Visit, zone: list[int], card: int) -> Asks[int]:
        """Gains a card that lies in a zone; returns the card kept.

        All see which one it is, but for a card that one hand gives to another, and for one from beneath
        others in the discard pile (P4: only the top one may be seen).
        """
        giver = next((seat for seat, hand in enumerate(self.s.hands) if hand is zone), None)
        if giver is not None:
            self.hand_over(giver, v.seat, card)
        elif zone is self.s.discard and zone[-1] != card:
            self.s.lose([card], keep=[v.seat])
        else:
            self.s.show([card])
        zone.remove(card)
        kept = yield from self.gain(v, card)
        return kept

    def hand_over(self, giver: int, taker: int, card: int) -> None:
        """A card changes hands unseen: the others no longer know of any card that the giver had it still."""
        self.s.show([card], [giver, taker])
        self.s.lose(self.s.hands[giver], keep=[giver, taker])

    def owned(self, seat: int) -> list[int]:
        """The cards that a player may give away from hand or shelf.

        Ruling (L4, L9, L16, S10): any card may leave the shelf, though the rest falls apart.
        """
        return [*self.s.hands[seat], *self.s.shelves[seat].cards.values()]

    def leave(self, seat: int, card: int, zone: list[int]) -> None:
        """Moves a card from hand or shelf to a zone."""
        hand = self.s.hands[seat]
        if card in hand:
            hand.remove(card)
        else:
            rack = self.s.shelves[seat]
            rack.lift(rack.place_of(card))
        zone.append(card)

    def discard_any(
        self, v: Visit, shelf_too: bool, least: int = 0, most: int | None = None, to: list[int] | None = None
    ) -> Asks[list[int]]:
        """Discards cards one by one until the player is done; returns them. ``to``: elsewhere instead."""
        gone: list[int] = []
        while most is None or len(gone) < most:
            cards = self.owned(v.seat) if shelf_too else self.s.hands[v.seat]
            if not cards:
                break
            end = "done" if len(gone) >= least else None
            kind = "discard" if to is None else "put"
            card = yield from self.choose_card(v.seat, kind, v.source, cards, end)
            if card is None:
                break
            self.leave(v.seat, card, self.s.discard if to is None else to)
            gone.append(card)
        return gone

    def look(self, seat: int, cards: Sequence[int]) -> None:
        """One player alone looks at these cards, until ``looking`` is cleared, and remembers them."""
        self.s.looking = seat, tuple(cards)
        self.s.show(cards, [seat])

    # Shelving

    def may_shelve(self, v: Visit, cards: Iterable[int], least: int = 0, most: int | None = None) -> Effect:
        """The player may shelve some of these cards, all from hand, one by one; ``least`` they must."""
        left = list(cards)
        shelved = 0
        while left and (most is None or shelved < most):
            kind, end = ("shelve", None) if shelved < least else ("may_shelve", "done")
            card = yield from self.choose_card(v.seat, kind, v.source, left, end)
            if card is None:
                return
            left.remove(card)
            yield from self.shelve(v, card)
            shelved += 1

    def shelve_from_hand(self, v: Visit) -> Effect:
        """Shelves any one card from hand."""
        card = yield from self.must_choose_card(v.seat, "shelve", v.source, self.s.hands[v.seat])
        yield from self.shelve(v, card)

    def shelve(self, v: Visit, card: int, lifted: int | None = None) -> Effect:
        """Shelves a card from hand, or anew from the place ``lifted`` of the shelf (L8), where K1, K2 allow.

        The state changes when all is decided, so that no shelf is seen to fall apart on the way.
        """
        s = self.s
        shown = s.shelves[v.seat]
        rack, origin = shown, shown.origin()
        if lifted is not None:
            rack = shown.copy()
            rack.lift(lifted)
        parts = groups(shown.cards) if lifted is not None or v.power == "wizard" else 1
        hangs_together = lifted is None or groups(rack.cards) <= parts
        spaces = rack.spaces()
        if not hangs_together:
            spaces = [place for place in spaces if groups({*rack.cards, place}) <= parts]
        options = [self.book.space(place - origin) for place in spaces]
        if v.power == "mummy" and hangs_together:
            free = [place for place in rack.cards if place not in rack.under]
            options += [self.book.space(place - origin, "over") for place in free]
            options += [self.book.space(place - origin, "under") for place in free]
        if v.power == "wizard" and rack.cards:
            options.append(self.book.word("move_group"))
        while True:
            option = yield self.ask(v.seat, "space", v.source, options, card)
            if option.space is not None:
                break
            moved = yield from self._move_group(v, card, rack, origin, parts)
            if moved is not None:
                rack, option = moved
                break
        if lifted is None:
            s.hands[v.seat].remove(card)
        place = origin + option.number
        if option.key.startswith("under:"):  # S7: from a hand it goes there face down, so any of them may
            s.lose([card, *s.hands[v.seat]], keep=[v.seat])
        else:
            s.show([card])
        if option.key.startswith("at:"):
            rack.cards[place] = card
        else:
            rack.bury(place, card, option.key.startswith("over:"))
        s.shelves[v.seat] = rack

    def _move_group(
        self, v: Visit, card: int, rack: Rack, origin: int, parts: int
    ) -> Asks[tuple[Rack, Option] | None]:
        """S11: moves a group of adjacent cards one space; the shelf then, and the opened space to shelve in.

        With the card the shelf has at most ``parts`` groups (K1), as many as before a card was lifted. None
        when the player thinks better of it. The group is chosen card by card.
        """
        source = self.edition.assistants["wizard"]
        group: set[int] = set()
        done = self.book.word("done")
        while True:
            if group:
                near = {beside for place in group for beside in _beside(place)} & rack.cards.keys() - group
                options = [*self._standing(rack, sorted(near)), done]
            else:
                options = [*self._standing(rack, sorted(rack.cards)), self.book.word("back")]
            option = yield self.ask(v.seat, "group", source, options, card)
            if option.key == "back":
                return None
            if option.card is None:
                break
            group.add(rack.place_of(option.number))
        ways = {way: rack.openings(group, by, parts) for way, by in DIRECTIONS.items()}
        options = [self.book.slide(way, 1) for way in DIRECTIONS if ways[way]]
        option = yield self.ask(v.seat, "shift", source, [*options, self.book.word("back")], card)
        if option.key == "back":
            return None
        way = option.key.split(":")[0]
        opened = [self.book.space(place - origin) for place in ways[way]]
        space = yield self.ask(v.seat, "space", source, opened, card)
        rack = rack.copy()
        rack.shift(group, DIRECTIONS[way])
        return rack, space

    def _standing(self, rack: Rack, places: Iterable[int]) -> list[Option]:
        return self.card_options(rack.cards[place] for place in places)

    # Home actions (P2)

    def home_actions(self, seat: int) -> list[str]:
        """Those that are possible now."""
        possible = {"draw": self.can_draw(), "shelve": bool(self.s.hands[seat])}
        return [action for action, may in possible.items() if may]

    def home_action(self, v: Visit, may: bool = False) -> Effect:
        """Draws a card, or shelves one from hand; nothing when neither is possible."""
        options = [self.book.word(action) for action in self.home_actions(v.seat)]
        if not options:
            return
        if may:
            options.append(self.book.word("done"))
        option = yield self.ask(v.seat, "home", v.source, options)
        yield from self.act_at_home(v, option.key)

    def both_home_actions(self, v: Visit) -> Effect:
        """Both home actions, each once, in any order; each may be left out."""
        left = {"draw", "shelve"}
        while left:
            options = [self.book.word(action) for action in self.home_actions(v.seat) if action in left]
            if not options:
                return
            option = yield self.ask(v.seat, "home", v.source, [*options, self.book.word("done")])
            yield from self.act_at_home(v, option.key)
            if option.key == "done":
                return
            left.remove(option.key)

    def act_at_home(self, v: Visit, action: str) -> Effect:
        if action == "draw":
            yield from self.draw(v)
        elif action == "shelve":
            yield from self.shelve_from_hand(v)

    # Assistants

    def send_home(self, location: int, assistant: int) -> None:
        """An assistant goes back to its player, to be placed again this round."""
        self.s.at[location] = [there for there in self.s.at[location] if there[1] != assistant]
        self.s.free[assistant // SEATS].append(assistant)

    def placed(self, seat: int) -> int:
        """How many of a player's assistants stand at locations or at home."""
        there = sum(a // SEATS == seat for here in self.s.at.values() for _, a in here)
        return there + len(self.s.home[seat])

    def leave_place(self, assistant: int, location: int) -> None:
        """Takes a placed assistant up, to stand elsewhere at once."""
        if location == HOME:
            self.s.home[assistant // SEATS].remove(assistant)
        else:
            self.s.at[location] = [there for there in self.s.at[location] if there[1] != assistant]


def _beside(place: int) -> tuple[int, ...]:
    return tuple(place + by for by in DIRECTIONS.values())
