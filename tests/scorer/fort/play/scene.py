"""Games of Fort put into a position, so that a test begins where its rule does."""

from __future__ import annotations

from scorer.fort.cards import KIDS, CardSet
from scorer.fort.play import Game, Setup
from scorer.fort.play.setup import RULES
from scorer.fort.play.table import PERK
from tests.scorer.engine import playing

NAMES = ["Nani", "Lui", "Rulico", "Ana"]
#: The cards of tests, in place of the first of the house set: suits, public and private action.
CARDS: dict[str, tuple[str, str | None, str | None]] = {
    # The examples of the book
    "Joãozinha": ("skateboard", "pizza × skateboard", "point × fort"),
    "Toupeiras": ("skateboard skateboard", "toy", None),
    "Mochileiro": ("book", "resource × 2", "remove"),
    "Rabisco": ("crown", "toy × crown", "point"),
    # Symbols to add and to follow with
    "Glue": ("glue", None, None),
    "Glue Two": ("glue glue", "point", None),
    "Glue Coin": ("glue coin", "point", None),
    "Coin": ("coin", "point", "toy"),
    "Coin Two": ("coin", "point", None),
    "Crown": ("crown", "point", None),
    "Crown Coin": ("crown coin", "point", None),
    "Book": ("book", "point", None),
    "Shovel": ("shovel", "point", None),
    "Skate": ("skateboard", "point", None),
    "Skate Two": ("skateboard", "point", None),
}


def card_set(more: dict[str, tuple[str, str | None, str | None]] | None = None) -> CardSet:
    """The cards of tests; ``more`` are those of one test."""
    told = CardSet.house().to_dict()
    cards = CARDS | (more or {})
    for place, (name, (suits, public, private)) in enumerate(cards.items()):
        entry: dict[str, object] = {"name": name, "suits": suits.split()}
        entry |= {"public": public} if public else {}
        told["kids"][place] = entry | ({"private": private} if private else {})
    return CardSet.from_dict(told)


class Scene(playing.Scene):
    """A table at the start of Nani's turn. Nobody has cards or resources until they are given here.

    ``played`` is one more card, called Played, with the suit, the public and the private action.
    """

    game: Game

    def __init__(self, *played: str | None, players: int = 2, edition: str = "en") -> None:
        suits, public, private = (*played, None, None)[:3] if played else ("water", "point", None)
        self.cards = card_set({"Played": (str(suits), public, private)})
        self.game = Game(
            Setup(players=NAMES[:players], edition=edition, cards=self.cards, seed=1), watched=True
        )
        self.s = s = self.game._state
        s.first = s.turn = 0
        s.phase = "play"
        s.park, s.park_deck = [], list(range(KIDS))
        s.seen = 0
        for seat in range(players):
            s.hands[seat], s.decks[seat] = [], list(self.cards.friends(seat))
        self.hand(0, "Played")

    def number(self, name: str) -> int:
        return next(n for n, card in enumerate(self.cards.cards) if card.name == name)

    def _to(self, pile: list[int], names: str) -> Scene:
        for name in names.split(", "):
            number = self.number(name)
            next(p for p in (self.s.park_deck, *self.s.decks) if number in p).remove(number)
            pile.append(number)
        return self

    def hand(self, seat: int, names: str) -> Scene:
        return self._to(self.s.hands[seat], names)

    def only(self, names: str) -> Scene:
        """Nani's hand, in place of the card Played."""
        self.s.park_deck += self.s.hands[0]
        self.s.hands[0] = []
        return self.hand(0, names)

    def lookout(self, seat: int, names: str) -> Scene:
        return self._to(self.s.lookouts[seat], names)

    def yard(self, seat: int, names: str) -> Scene:
        return self._to(self.s.yards[seat], names)

    def discard(self, seat: int, names: str) -> Scene:
        return self._to(self.s.discards[seat], names)

    def deck(self, seat: int, names: str) -> Scene:
        return self._to(self.s.decks[seat], names)

    def park(self, names: str) -> Scene:
        return self._to(self.s.park, names)

    def stuff(self, seat: int, pizza: int, toys: int) -> Scene:
        self.s.stuff[seat] = [pizza, toys]
        return self

    def pack(self, seat: int, pizza: int, toys: int) -> Scene:
        self.s.packs[seat] = [pizza, toys]
        return self

    def level(self, seat: int, level: int) -> Scene:
        self.s.level[seat] = level
        if level and self.s.rules[seat] is None:
            self.s.rules[seat] = self.s.rule_pile.pop()
        return self

    def perk(self, seat: int, perk: str) -> Scene:
        for pile in (self.s.perk_row, self.s.perks_gone):
            if PERK[perk] in pile:
                pile.remove(PERK[perk])
        self.s.perks[seat] = PERK[perk]
        return self

    def rule(self, seat: int, rule: str) -> Scene:
        number = RULES.index(rule)
        for pile in (self.s.rule_pile, self.s.rules_out):
            if number in pile:
                pile.remove(number)
        self.s.rules[seat] = number
        return self

    # Playing

    def say(self, *keys: str) -> Scene:
        """Answers one question after the other."""
        for key in keys:
            self.game.answer(key)
        return self

    @property
    def offered(self) -> set[str]:
        """The keys of the answers, in any order."""
        return set(self.keys)

    def at(self, zone: str) -> list[str]:
        return [card.name for card in self.game.zones()[zone]]

    def state_of(self, seat: int) -> tuple[list[int], list[int], int, int]:
        """Stuff, pack, points on the track, fort level."""
        s = self.s = self.game._state
        return s.stuff[seat], s.packs[seat], s.track[seat], s.level[seat]
