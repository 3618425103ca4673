"""The bot that takes what is worth most to it now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random

from scorer.engine.bots import pick
from scorer.fort.actions import (
    ANY_SUIT,
    COIN,
    EITHER,
    OTHER,
    PIZZA,
    RESOURCES,
    SUITS,
    Act,
    Action,
    Then,
    Times,
)
from scorer.fort.cards import CardSet, Kid
from scorer.fort.means import payments
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.state import State
from scorer.fort.play.view import View
from scorer.fort.sheet import HIGHEST_LEVEL, STUFF_HOLDS

#: What an action done once is worth, in points, where the table does not say more.
WORTH = {
    "collect": 0.8, "pack": 0.3, "lookout": 0.9, "remove": 0.5, "remove_this": -0.6, "recruit": 0.4,
    "point": 1.0, "spend": -0.8, "remove_rival": 0.5, "convert": 0.2,
}  # fmt: skip
#: What a fort level is worth beside its points: room, a made-up rule, a perk, an early end.
LEVEL = 1.5
#: What a symbol on a card is worth, and a coin among them.
SYMBOL, COIN_SYMBOL = 0.4, 0.6
#: What a resource that no level asks for is worth.
SPARE = 0.3
#: Cards that a player cannot be robbed of are worth a little more.
BEST_FRIEND = 0.5
#: Made-up rules and perks, the best first.
RULES = (
    "popularity", "secret_stash", "grand_plans", "friendship_bracelets", "bouncy_castle", "mad_science",
    "piggy_bank", "pizza_party", "pyjama_party", "stay_cool", "minimalism",
)  # fmt: skip
PERKS = (
    "birthday_party", "again", "light_fingers", "big_pack", "bribery", "copy_and_paste", "recycling",
    "do_it_yourself", "rough_housing",
)  # fmt: skip
#: Words of choices that are not about cards.
WORDS = {"done": 0.0, "pass": 0.1, "skip": 0.0, "yes": 1.0, "no": 0.0, "deck": 0.9}
#: Parts of a card's rating that decide when the card is worth more elsewhere.
KEPT, HIDDEN, STOLEN = 0.1, 0.5, 0.2


class GreedyBot:
    """Takes what is worth most to it now; ties are broken at random."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._greedy: Greedy | None = None

    def decide(self, view: View, choice: Choice) -> Option:
        if len(choice.options) == 1:
            return choice.options[0]
        if self._greedy is None:
            self._greedy = Greedy(view.setup.card_set)
        return pick(choice.options, self._greedy.weights(view.state, choice), self._random)


class Greedy:
    """Weighs options for anybody at a table, by what that player may know."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.ratings = ratings(cards)

    def weights(self, state: State, choice: Choice) -> list[float]:
        """What each option is worth to the player who is asked; ``state`` may be masked for that player."""
        weigh = _KINDS.get(choice.kind)
        if weigh is None:
            return [_word(option) for option in choice.options]
        asked = _Asked(self, state, choice)
        return [
            _word(option) if option.card is None and option.key in WORDS else weigh(asked, option)
            for option in choice.options
        ]

    def hand(self, state: State, seat: int) -> list[float]:
        """What playing each card in hand is worth to a player."""
        return list(_Player(self, state, seat).hand().values())


def _word(option: Option) -> float:
    return WORDS.get(option.key, 0.05 if option.perk else 0.0)


class _Player:
    """What a player needs to weigh actions and cards."""

    def __init__(self, greedy: Greedy, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.cards, self.ratings = greedy.cards.cards, greedy.ratings
        self.levels = greedy.cards.levels
        self.level = state.level[self.seat]
        self.stuff, self.pack = state.stuff[self.seat], state.packs[self.seat]

    # Actions

    def action(self, action: Action | None, symbols: Mapping[str, int]) -> float:
        """What doing an action once is worth, with those symbols."""
        if action is None:
            return 0.0
        if isinstance(action, Act):
            return self._act(action, 1)
        if isinstance(action, Times):
            times = self._times(action.factor, symbols)
            if isinstance(action.body, Act):
                return self._act(action.body, times)
            return times * self.action(action.body, symbols)
        first = self.action(action.parts[0], symbols)
        needs = isinstance(action.parts[0], Act) and not self.can(action.parts[0])
        return 0.0 if needs else first + sum(self.action(part, symbols) for part in action.parts[1:])

    def can(self, act: Act) -> bool:
        """Whether an action can be done at all."""
        if act.kind == "advance":
            return self._affordable(act)
        if act.kind == "spend":
            kinds = range(len(RESOURCES)) if act.resource == EITHER else (int(act.resource != PIZZA),)
            return any(self._has(kind) for kind in kinds)
        if act.kind == "remove_rival":
            return any(yard for seat, yard in enumerate(self.state.yards) if seat != self.seat)
        return True

    def _has(self, kind: int) -> int:
        return self.stuff[kind] + self.pack[kind]

    def _affordable(self, act: Act) -> bool:
        if self.level == HIGHEST_LEVEL:
            return False
        has = (self.stuff[0], self.stuff[1], self.pack[0], self.pack[1])
        return bool(payments(self.levels[self.level + 1], act.dearer, has))

    def _act(self, act: Act, times: int) -> float:
        if times <= 0 or not self.can(act):
            return 0.0
        match act.kind:
            case "collect":
                kinds = range(len(RESOURCES)) if act.resource == EITHER else (int(act.resource != PIZZA),)
                return max(self.collected(kind, times) for kind in kinds)
            case "advance":
                return self.levels[self.level + 1].points - self.levels[self.level].points + LEVEL
            case "pack":
                room = self.level + 1 - sum(self.pack)
                return WORTH["pack"] * min(times, max(0, room), sum(self.stuff))
            case "lookout":
                return WORTH["lookout"] * min(times, self.level + 1 - len(self._lookout()))
            case "copy_pack":
                return sum(self.collected(kind, number) for kind, number in enumerate(self.pack))
            case "copy_rival_pack":
                return max(
                    float(sum(pack)) for seat, pack in enumerate(self.state.packs) if seat != self.seat
                )
        return WORTH[act.kind] * times

    def collected(self, kind: int, times: int) -> float:
        """What some more of a resource are worth: those that the next level asks for count most."""
        more = min(times, STUFF_HOLDS - self.stuff[kind])
        if self.level == HIGHEST_LEVEL:
            return SPARE * more
        price = self.levels[self.level + 1]
        wanted = (price.toys if kind else price.pizza) + price.either
        useful = max(0, min(more, wanted - self._has(kind)))
        return WORTH["collect"] * useful + SPARE * (more - useful)

    def _lookout(self) -> list[int]:
        return self.state.lookouts[self.seat]

    def _times(self, factor: int | str, symbols: Mapping[str, int]) -> int:
        if isinstance(factor, int):
            return factor
        if factor == ANY_SUIT:
            return max([symbols.get(suit, 0) for suit in SUITS]) + symbols.get(COIN, 0)
        if factor in SUITS:
            return symbols.get(factor, 0) + symbols.get(COIN, 0)
        return {"fort": self.level, "pack": sum(self.pack), "lookout": len(self._lookout())}[factor]

    def _symbols(self, *numbers: int) -> Mapping[str, int]:
        return Counter(chain.from_iterable(self.cards[number].suits for number in numbers))

    def hand(self) -> dict[int, float]:
        """What playing each card of the hand is worth, with the symbols of all the others."""
        hand = self.state.hands[self.seat]
        symbols, cards = self._symbols(*hand, *self._lookout()), self.cards
        return {
            card: self.action(cards[card].public, symbols) + self.action(cards[card].private, symbols)
            for card in hand
        }


class _Asked(_Player):
    """A choice with what a player needs to weigh its options."""

    def __init__(self, greedy: Greedy, state: State, choice: Choice) -> None:
        super().__init__(greedy, state, choice.seat)
        self.choice = choice
        self.in_hand = self.hand() if choice.kind == "play" else {}

    def played(self, option: Option) -> float:
        if option.card is None:
            return 2.0 if option.perk == "do_it_yourself" else 0.05
        return self.in_hand[option.number] + 0.1

    def actions(self, option: Option) -> float:
        card = self.choice.card
        assert card is not None
        symbols = Counter(card.suits) + Counter(self._symbols(*self._lookout()))
        sides = {"public": card.public, "private": card.private}
        return sum(self.action(sides[key], symbols) for key in option.key.split("_"))

    def added(self, option: Option) -> float:
        """What is not added goes to the yard, where rivals take it."""
        return sum(_shown(option).values()) - KEPT * self.rated(option) if option.card else 0.05

    def followed(self, option: Option) -> float:
        card = self.choice.card
        assert card is not None
        return self.action(card.public, _shown(option)) - KEPT * self.rated(option)

    def rated(self, option: Option) -> float:
        return WORDS["deck"] if option.card is None else self.ratings[option.number]

    def recruited(self, option: Option) -> float:
        return self.rated(option) + (STOLEN if option.zone == "yard" else 0.0)

    def looking_out(self, option: Option) -> float:
        """In the lookout symbols count for ever, and actions never again."""
        if option.card is None:
            return 0.5
        return len(option.card.suits) - HIDDEN * self.rated(option) + (0.5 if option.zone != "hand" else 0)

    def removed(self, option: Option) -> float:
        return -self.rated(option)

    def resource(self, option: Option) -> float:
        return self.collected(_kind(option), 2)

    def packed(self, option: Option) -> float:
        return (1.0 if option.key.startswith("supply") else 0.0) + self.stuff[_kind(option)]

    def spent(self, option: Option) -> float:
        return float(self.stuff[_kind(option)])

    def paid(self, option: Option) -> float:
        return float(sum(option.pay[:2])) if option.pay else 0.0

    def rule(self, option: Option) -> float:
        return -float(RULES.index(option.rule or ""))

    def perk(self, option: Option) -> float:
        return -float(PERKS.index(option.perk or ""))

    def rival_pack(self, option: Option) -> float:
        return float(sum(self.state.packs[option.number]))


_KINDS: dict[str, Callable[[_Asked, Option], float]] = {
    "play": _Asked.played,
    "actions": _Asked.actions,
    "add": _Asked.added,
    "follow": _Asked.followed,
    "draft": _Asked.rated,
    "recruit": _Asked.recruited,
    "birthday": _Asked.recruited,
    "recycle": _Asked.rated,
    "lookout": _Asked.looking_out,
    "remove": _Asked.removed,
    "remove_rival": _Asked.rated,
    "resource": _Asked.resource,
    "pack": _Asked.packed,
    "spend": _Asked.spent,
    "pay": _Asked.paid,
    "rule": _Asked.rule,
    "perk": _Asked.perk,
    "rival_pack": _Asked.rival_pack,
}


def _shown(option: Option) -> Counter[str]:
    """The symbols of a card that count for something."""
    suits = option.card.suits if option.card else ()
    return Counter(suit for suit in suits if suit != COIN or option.suit != OTHER)


def _kind(option: Option) -> int:
    return RESOURCES.index(option.resource or PIZZA)


@lru_cache(maxsize=16)
def ratings(cards: CardSet) -> Sequence[float]:
    """What each card of a set is worth in a deck."""
    return [_rating(card) for card in cards.cards]


def _rating(card: Kid) -> float:
    symbols = Counter(card.suits)
    rated = sum(COIN_SYMBOL if suit == COIN else SYMBOL for suit in card.suits)
    rated += sum(_general(side, symbols) for side in (card.public, card.private))
    return rated + (BEST_FRIEND if card.best else 0.0)


def _general(action: Action | None, symbols: Mapping[str, int]) -> float:
    """What an action is worth in general, with the card's own symbols and one more."""
    if action is None:
        return 0.0
    if isinstance(action, Act):
        return {"advance": 2.5 - 0.5 * action.dearer, "copy_pack": 1.0, "copy_rival_pack": 1.0}.get(
            action.kind, WORTH.get(action.kind, 0.0)
        )
    if isinstance(action, Then):
        return sum(_general(part, symbols) for part in action.parts)
    factor = action.factor
    times = factor if isinstance(factor, int) else symbols.get(factor, 0) + symbols.get(COIN, 0) + 1
    return times * _general(action.body, symbols)
