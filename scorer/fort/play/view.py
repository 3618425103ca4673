"""What one player may know of a game of Fort, and which hidden cards a fork deals anew."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.engine import state as seen
from scorer.engine.state import UNKNOWN, hide, shuffled
from scorer.fort.cards import Kid, Level
from scorer.fort.play.setup import PERKS, RULES, Setup
from scorer.fort.play.state import State
from scorer.fort.play.table import faces_of, followable
from scorer.fort.sheet import Resources
from scorer.fort.words import Words


class View(seen.View[Setup, State, Kid]):
    """The game as one player sees it. It holds nothing that the player may not know.

    Hidden are the other hands and all decks, the packs and picks of a draft, the rivals' made-up rules and
    those that are left. What lies in a lookout lay open when it came there.
    """

    def __init__(self, setup: Setup, words: Words, state: State, seat: int) -> None:
        super().__init__(setup, masked(state, seat), seat, setup.card_set.cards)
        self.words = words

    @property
    def levels(self) -> tuple[Level, ...]:
        """Costs and points of the levels of a fort."""
        return self.setup.card_set.levels

    @property
    def leader(self) -> str:
        """Whose turn it is."""
        return self.players[self._s.turn]

    @property
    def pack_of_draft(self) -> list[Kid]:
        """The cards to choose from in a draft."""
        return self._cards(self._s.drafts[self.seat])

    @property
    def picked(self) -> list[Kid]:
        """The cards kept so far in a draft."""
        kept = self._s.decks[self.seat] if self.phase == "draft" else []
        return [card for card in self._cards(kept) if not card.best]

    def deck_size(self, name: str | None = None) -> int:
        return len(self._s.decks[self._seat(name)])

    def discards(self, name: str | None = None) -> list[Kid]:
        """A discard pile, the top last."""
        return self._cards(self._s.discards[self._seat(name)])

    def yard(self, name: str | None = None) -> list[Kid]:
        return self._cards(self._s.yards[self._seat(name)])

    def lookout(self, name: str | None = None) -> list[Kid]:
        return self._cards(self._s.lookouts[self._seat(name)])

    def stuff(self, name: str | None = None) -> Resources:
        pizza, toys = self._s.stuff[self._seat(name)]
        return Resources(pizza=pizza, toys=toys)

    def pack(self, name: str | None = None) -> Resources:
        pizza, toys = self._s.packs[self._seat(name)]
        return Resources(pizza=pizza, toys=toys)

    def track(self, name: str | None = None) -> int:
        """Points on the victory track."""
        return self._s.track[self._seat(name)]

    def level(self, name: str | None = None) -> int:
        """The fort level."""
        return self._s.level[self._seat(name)]

    def rule(self) -> str | None:
        """The player's own made-up rule."""
        rule = self._s.rules[self.seat]
        return None if rule is None else RULES[rule]

    def has_rule(self, name: str) -> bool:
        return self._s.rules[self._seat(name)] is not None

    def perk(self, name: str | None = None) -> str | None:
        """A perk that a player has and has not used."""
        perk = self._s.perks[self._seat(name)]
        return None if perk is None else PERKS[perk]

    @property
    def perk_row(self) -> list[str]:
        return [PERKS[perk] for perk in self._s.perk_row]

    @property
    def macaroni(self) -> str | None:
        """Who has the macaroni sculpture."""
        seat = self._s.macaroni
        return None if seat is None else self.players[seat]

    @property
    def park(self) -> list[Kid]:
        return self._cards(self._s.park)

    @property
    def park_deck(self) -> int:
        """How many cards are left to recruit from the deck."""
        return len(self._s.park_deck)

    @property
    def played(self) -> list[Kid]:
        """The cards that the leader has played in this turn."""
        return self._cards(self._s.played)

    @property
    def added(self) -> list[Kid]:
        """The cards that the leader has added from hand in this turn."""
        return self._cards(self._s.added)

    @property
    def followers(self) -> list[str]:
        """The rivals who are still to be asked whether they follow, but for the one who is asked now."""
        return [self.players[seat] for seat in self._s.followers]

    @property
    def follow_with(self) -> tuple[str, ...]:
        """The suits that the card played last can be followed with; none where nobody follows."""
        if self.phase != "follow":
            return ()
        number = self._s.played[-1]
        return followable(faces_of(self.setup.card_set)[number], self.declared)

    @property
    def declared(self) -> str | None:
        """The suit that the coins of the played card count as."""
        return self._s.declared


def masked(state: State, seat: int) -> State:
    """A copy of the state without anything that the player at ``seat`` may not know."""
    s = state.copy()
    s.seed = ""
    s.park_deck = hide(s.park_deck)
    drafting = s.phase == "draft"
    s.drafts = [pack if place == seat else hide(pack) for place, pack in enumerate(s.drafts)]
    s.decks = [deck if drafting and place == seat else hide(deck) for place, deck in enumerate(s.decks)]
    for other in range(s.players):
        if other != seat:
            s.hands[other] = hide(s.hands[other])
            s.rules[other] = None if s.rules[other] is None else UNKNOWN
            s.rules_known[other] = 0
    s.rule_pile, s.rules_out = hide(s.rule_pile), hide(s.rules_out)
    return s


def hidden_cards(state: State, seat: int) -> list[int]:
    """The cards that the player at ``seat`` cannot place: what a fork deals anew."""
    hidden = state.park_deck.copy()
    for other in range(state.players):
        if other != seat:
            hidden += [*state.hands[other], *state.decks[other], *state.drafts[other]]
        elif state.phase != "draft":
            hidden += state.decks[seat]
    return hidden


def redeal(now: State, state: State, seat: int, seed: str, cards: Sequence[int], deck: int) -> list[int]:
    """Deals the hidden ``cards`` of ``now``, a later moment of ``state``, and the made-up rules of it anew.

    A card that has lain open stays its owner's: it changes places with the owner's other hidden cards only.
    Returns the names that cards have afterwards: ``names[card]`` lies where ``card`` lay.
    """
    free = set(cards)
    names = list(range(deck))
    mine = [card for card in now.decks[seat] if card in free]
    secret = sorted(card for card in free.difference(mine) if not now.seen >> card & 1)
    _mix(names, secret, shuffled(secret, seed + "/secret"))
    for other in range(now.players):
        own = mine if other == seat else [c for c in (*now.hands[other], *now.decks[other]) if c in free]
        lie = [names[card] for card in own]
        for card, new in zip(own, shuffled(lie, f"{seed}/{other}"), strict=True):
            names[card] = new
    state.rename(names)
    _redeal_rules(now.rules_known[seat], state, seat, seed)
    return names


def _mix(names: list[int], cards: Sequence[int], order: Sequence[int]) -> None:
    for card, other in zip(cards, order, strict=True):
        names[card] = other


def _redeal_rules(known: int, s: State, seat: int, seed: str) -> None:
    """Made-up rules that the player saw when choosing stay among the pile and those who chose later."""
    rivals = [other for other in range(s.players) if other != seat and s.rules[other] is not None]
    held = [rule for other in rivals if (rule := s.rules[other]) is not None]
    unseen = [*held, *s.rule_pile, *s.rules_out]
    names = {rule: rule for rule in unseen}
    for group in ([r for r in unseen if known >> r & 1], [r for r in unseen if not known >> r & 1]):
        names |= dict(zip(sorted(group), shuffled(sorted(group), seed + "/rules"), strict=True))
    for other, rule in zip(rivals, held, strict=True):
        s.rules[other] = names[rule]
    s.rule_pile = sorted(names[rule] for rule in s.rule_pile)
    s.rules_out = [names[rule] for rule in s.rules_out]
