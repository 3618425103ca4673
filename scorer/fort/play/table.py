"""What all effects of Fort are made of: asking, counting symbols, moving cards, the means of a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorer.engine import table
from scorer.fort.cards import CardSet, Kid
from scorer.fort.play.choices import Option, Options, options_for
from scorer.fort.play.plans.face import Position, faces_of
from scorer.fort.play.plans.first import FirstFollower, FirstPlanner
from scorer.fort.play.plans.follower import Follower
from scorer.fort.play.plans.means import NO_POWERS, Means, Powers, Terms
from scorer.fort.play.plans.order import Order, Side
from scorer.fort.play.plans.planner import Planner
from scorer.fort.play.setup import PERKS
from scorer.fort.play.state import PIZZA, TOYS, State
from scorer.fort.sheet import BIG_PACK_HOLDS_MORE, PACK_BEYOND_LEVEL, STUFF_HOLDS
from scorer.fort.words import load_words

PERK = {perk: number for number, perk in enumerate(PERKS)}
RECYCLING = PERK["recycling"]
#: Perks that help with actions, by their number and whether it is the player's own turn.
POWERS: dict[tuple[int | None, bool], Powers] = {
    (PERK["big_pack"], True): Powers(pack_bonus=BIG_PACK_HOLDS_MORE),
    (PERK["big_pack"], False): Powers(pack_bonus=BIG_PACK_HOLDS_MORE),
    (PERK["light_fingers"], True): Powers(light_fingers=True),
    (PERK["bribery"], True): Powers(bribery=True),
}
#: The same in games of the first version.
FIRST_POWERS = POWERS | {(PERK["light_fingers"], True): Powers(light_fingers=True, supply_only=True)}


def pack_holds(level: int, big: bool) -> int:
    """RULES 10: the resources that a pack holds, with Big Pack where it is ``big``."""
    return level + PACK_BEYOND_LEVEL + (BIG_PACK_HOLDS_MORE if big else 0)


class Table(table.Table[State, Option, Kid]):
    """The state of one game and the players around it. ``first``: it is played by the rules of version 1."""

    book: Options

    def __init__(
        self, names: Sequence[str], edition: str, cards: CardSet, state: State, first: bool = False
    ) -> None:
        self.words = load_words(edition)
        super().__init__(names, cards.cards, options_for(edition, cards), self.words.prompts, state)
        self.levels = cards.levels
        self.faces = faces_of(cards)
        self.first = first
        self._powers = FIRST_POWERS if first else POWERS

    # Perks

    def has(self, seat: int, perk: str) -> bool:
        return self.s.perks[seat] == PERK[perk]

    def recycles(self, seat: int) -> bool:
        """Whether a player may use Recycling, if there is a discarded card."""
        return self.s.perks[seat] == RECYCLING and seat == self.s.turn and not self.first

    def recycling(self, seat: int) -> list[Option]:
        """Recycling as an option: at any moment of the own turn at which a card is discarded."""
        if self.s.perks[seat] == RECYCLING and self.s.discards[seat] and seat == self.s.turn:
            return [self.book.perk(RECYCLING, "use")]
        return []

    def use(self, seat: int) -> None:
        """A perk that is used leaves the game."""
        perk = self.s.perks[seat]
        assert perk is not None
        self.s.perks[seat] = None
        self.s.perks_gone.append(perk)

    # Limits

    def pack_room(self, seat: int) -> int:
        return pack_holds(self.s.level[seat], self.has(seat, "big_pack")) - sum(self.s.packs[seat])

    def lookout_room(self, seat: int) -> int:
        return self.s.level[seat] + PACK_BEYOND_LEVEL - len(self.s.lookouts[seat])

    def collect(self, seat: int, kind: int, number: int = 1) -> int:
        """Puts resources from the supply into stuff, as many as it holds; returns how many."""
        stuff = self.s.stuff[seat]
        number = min(number, STUFF_HOLDS - stuff[kind])
        stuff[kind] += number
        return number

    # Cards

    def yard_options(self, seat: int) -> list[Option]:
        """The cards in the yards of a player's rivals."""
        s, card = self.s, self.book.card
        return [card(number, "yard") for rival in s.others(seat) for number in s.yards[rival]]

    def park_options(self) -> list[Option]:
        """The cards of the park, and the top of its deck."""
        options = [self.book.card(number, "park") for number in self.s.park]
        return [*options, self.book.word("deck")] if self.s.park_deck else options

    def take(self, option: Option) -> int:
        """Takes a card from park, park deck or a yard; the park is filled up again at once."""
        s = self.s
        if option.key == "deck":
            return s.park_deck.pop()
        if option.zone == "park":
            place = s.park.index(option.number)
            if s.park_deck:
                s.park[place] = s.park_deck.pop()
                s.open((s.park[place],))
            else:
                del s.park[place]
        else:
            next(yard for yard in s.yards if option.number in yard).remove(option.number)
        return option.number

    def followable(self, number: int) -> tuple[str, ...]:
        """The suits that a card which was played can be followed with."""
        return self.faces[number].followed_with(self.s.declared)

    # What may be played

    def planner(self, seat: int) -> Planner:
        """What a player may play, by the rules of the game."""
        return (FirstPlanner if self.first else Planner)(self.position(seat))

    def follower(self, seat: int, order: Order, most: int) -> Follower:
        """What a player may discard to follow the card that was just played, at most so many cards."""
        suits = self.followable(self.s.played[-1])
        return (FirstFollower if self.first else Follower)(self.position(seat), order, suits, most)

    def position(self, seat: int) -> Position:
        """What the table shows of a player to say what they may play."""
        s = self.s
        return Position(
            self.faces, s.hands[seat], s.lookouts[seat], self.means(seat), self.powers(seat),
            self.rival_packs(seat), s.taken,
        )  # fmt: skip

    # Means

    def means(self, seat: int) -> Means:
        """What a player has now."""
        s = self.s
        stuff, pack = s.stuff[seat], s.packs[seat]
        yards = sum(map(len, s.yards)) - len(s.yards[seat])
        return (
            stuff[PIZZA], stuff[TOYS], pack[PIZZA], pack[TOYS], s.level[seat], len(s.lookouts[seat]),
            len(s.hands[seat]), len(s.discards[seat]), yards,
            len(s.park) + len(s.park_deck), int(self.recycles(seat)),
        )  # fmt: skip

    def alone(self, card: int, side: Side) -> Order:
        """One action of a card by itself."""
        return self.faces[card].orders["public" if side.public else "private"]

    def powers(self, seat: int) -> Powers:
        """The perks that help a player now; some do in their own turn only."""
        perk = self.s.perks[seat]
        return self._powers.get((perk, seat == self.s.turn), NO_POWERS)

    def rival_packs(self, seat: int) -> tuple[tuple[int, int], ...]:
        packs = self.s.packs
        return tuple([(packs[rival][PIZZA], packs[rival][TOYS]) for rival in self.s.others(seat)])

    def terms(
        self, seat: int, counts: Mapping[str, int], any_count: int = 0, order: Order | None = None
    ) -> Terms:
        """What a player does an action with, of an ``order`` of actions where there are several ways."""
        packs = self.rival_packs(seat) if order is not None and order.rivals else ()
        return Terms(self.levels, counts, any_count, self.powers(seat), packs)
