"""What one player may know of a game of Fort, and which hidden cards a fork deals anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from scorer.engine import view as seen
from scorer.engine.game import Game
from scorer.engine.state import UNKNOWN, hide, shuffled
from scorer.fort.cards import BEST_FRIENDS, KIDS, Kid, Level
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.setup import PERKS, RULES, Setup
from scorer.fort.play.state import State
from scorer.fort.play.table import faces_of
from scorer.fort.sheet import Resources
from scorer.fort.words import Words

#: A game that `Deals` deals; one of `scorer.fort.play.game`.
Dealt: TypeAlias = Game[Setup, State, Option, Choice, Any]


class View(seen.View[Setup, State, Kid]):
    """The game as one player sees it. It holds nothing that the player may not know.

    Hidden are the other hands and all decks, the packs and picks of a draft, the rivals' made-up rules and
    those that are left. What lies in a lookout lay open when it came there.
    """

    deals: Deals | None

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
        return faces_of(self.setup.card_set)[number].followed_with(self.declared)

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


def owned(now: State, seat: int, hidden: Sequence[int]) -> list[list[int]]:
    """The ``hidden`` cards that are surely one player's, by owner and in order: those that lay open once.

    Of their own deck the player at ``seat`` knows all cards, but not in which order they lie.
    """
    free = set(hidden)
    return [
        sorted(
            card
            for card in (*now.hands[other], *now.decks[other])
            if card in free and (other == seat or now.seen >> card & 1)
        )
        for other in range(now.players)
    ]


def redeal(
    now: State, before: State, seat: int, seed: str, cards: Sequence[int], deck: int
) -> tuple[State, list[int]]:
    """A copy of ``before``: the ``cards`` hidden ``now``, a later moment, and made-up rules are dealt anew.

    A card that has lain open stays its owner's: it changes places with the owner's other hidden cards only.
    The names come with it that cards have afterwards: ``names[card]`` lies where ``card`` lay.
    """
    free = set(cards)
    names = list(range(deck))
    secret = sorted(free.difference(*owned(now, seat, cards)))
    _mix(names, secret, shuffled(secret, seed + "/secret"))
    for other in range(now.players):
        own = [card for card in (*now.hands[other], *now.decks[other]) if card in free]
        lie = [names[card] for card in own]
        for card, new in zip(own, shuffled(lie, f"{seed}/{other}"), strict=True):
            names[card] = new
    state = before.renamed(names)
    _redeal_rules(now.rules_known[seat], state, seat, seed)
    return state, names


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


class Deals(seen.Deals[Dealt, State]):
    """The games that a game of Fort may be.

    ``before`` is the whole state when the effect began, ``now`` that of this moment.
    """

    def __init__(
        self,
        view: View,
        blank: Dealt,
        before: State,
        now: State,
        given: Sequence[Option],
        choice: Choice,
    ) -> None:
        seat, hidden = choice.seat, hidden_cards(now, choice.seat)
        #: The hidden cards that everybody knows to be a player's, by seat; the rest may be anywhere.
        self._owned = owned(now, seat, hidden)
        self._secret = sorted(set(hidden).difference(*self._owned))
        #: Made-up rules, and the rivals who hold one of them: those that the player saw, and the others.
        self._rules = [_rules_of(before, seat, now.rules_known[seat], known) for known in (True, False)]
        super().__init__(blank, view.state, _hidden_from(before, seat, hidden), given, choice, hidden)

    def _fill(self, state: State) -> None:
        secret = iter(shuffled(self._secret, f"{state.seed}/secret"))
        for seat, mine in enumerate(self._owned):
            zones = (state.hands[seat], state.decks[seat])
            more = sum(zone.count(UNKNOWN) for zone in zones) - len(mine)
            cards = iter(shuffled([*mine, *(next(secret) for _ in range(more))], f"{state.seed}/{seat}"))
            for zone in zones:
                seen.fill_zone(zone, cards)
            seen.fill_zone(state.drafts[seat], secret)
        seen.fill_zone(state.park_deck, secret)
        left: list[int] = []
        for rules, holders in self._rules:
            dealt = shuffled(rules, f"{state.seed}/rules")
            for holder in holders:
                state.rules[holder] = dealt.pop()
            left += dealt
        pile = len(state.rule_pile)
        state.rule_pile, state.rules_out = sorted(left[:pile]), left[pile:]

    def _masked(self, state: State) -> State:
        return masked(state, self._choice.seat)


def _hidden_from(before: State, seat: int, hidden: Iterable[int]) -> State:
    """The state without the cards and made-up rules that the player at ``seat`` cannot see."""
    names = list(range(KIDS + BEST_FRIENDS))
    for card in hidden:
        names[card] = UNKNOWN
    state = before.renamed(names)
    state.seed = ""
    for other in range(state.players):
        if other != seat:
            state.rules[other] = None if state.rules[other] is None else UNKNOWN
            state.rules_known[other] = 0
    state.rule_pile, state.rules_out = hide(state.rule_pile), hide(state.rules_out)
    return state


def _rules_of(before: State, seat: int, known: int, seen: bool) -> tuple[list[int], list[int]]:
    """The made-up rules whose place the player cannot tell, either those ``seen`` or the others, in order;
    and the rivals who hold one of these.

    Who chose after the player chose from the same pile: everybody knows that.
    """
    held = {other: rule for other, rule in enumerate(before.rules) if other != seat and rule is not None}
    rules = [*held.values(), *before.rule_pile, *before.rules_out]
    return (
        sorted(rule for rule in rules if (known >> rule & 1) == seen),
        [other for other, rule in held.items() if (known >> rule & 1) == seen],
    )
