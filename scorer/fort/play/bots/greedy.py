"""The bot that takes what is worth most to it now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from scorer.fort.actions import ANY_SUIT, COIN, EITHER, PIZZA, SUITS, Act, Action, Then, Times
from scorer.fort.cards import Kid
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.means import payments
from scorer.fort.play.view import View
from scorer.fort.sheet import HIGHEST_LEVEL, STUFF_HOLDS, Resources

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


class GreedyBot:
    """Takes what is worth most to it now; ties are broken at random."""

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
        self.level = view.level()
        self.stuff, self.pack = view.stuff(), view.pack()
        self._kinds: dict[str, Callable[[Option], float]] = {
            "play": self._play,
            "actions": self._actions,
            "add": self._add,
            "follow": self._follow,
            "draft": self._rated,
            "recruit": self._recruited,
            "birthday": self._recruited,
            "recycle": self._rated,
            "lookout": self._lookout,
            "remove": self._removed,
            "remove_rival": self._rated,
            "resource": self._resource,
            "pack": self._packed,
            "spend": self._spent,
            "pay": lambda option: float(sum(option.pay[:2])) if option.pay else 0.0,
            "rule": lambda option: -float(RULES.index(option.rule or "")),
            "perk": lambda option: -float(PERKS.index(option.perk or "")),
            "rival_pack": lambda option: float(view.pack(option.player).total),
        }

    def __call__(self, option: Option) -> float:
        weigh = self._kinds.get(self.choice.kind)
        if weigh is None or (option.card is None and option.key in WORDS):
            return WORDS.get(option.key, 0.05 if option.perk else 0.0)
        return weigh(option)

    # Actions

    def action(self, action: Action | None, symbols: dict[str, int]) -> float:
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
            both = self._all()
            return bool(both.total if act.resource == EITHER else _of(both, act.resource))
        if act.kind == "remove_rival":
            return any(self.view.yard(name) for name in self.view.players if name != self.view.player)
        return True

    def _all(self) -> Resources:
        return Resources(pizza=self.stuff.pizza + self.pack.pizza, toys=self.stuff.toys + self.pack.toys)

    def _affordable(self, act: Act) -> bool:
        if self.level == HIGHEST_LEVEL:
            return False
        has = (self.stuff.pizza, self.stuff.toys, self.pack.pizza, self.pack.toys)
        return bool(payments(self.view.levels[self.level + 1], act.dearer, has))

    def _act(self, act: Act, times: int) -> float:
        view, levels = self.view, self.view.levels
        if times <= 0 or not self.can(act):
            return 0.0
        match act.kind:
            case "collect":
                kinds = ("pizza", "toy") if act.resource == EITHER else (act.resource,)
                return max(self._collected(kind, times) for kind in kinds)
            case "advance":
                return levels[self.level + 1].points - levels[self.level].points + LEVEL
            case "pack":
                room = self.level + 1 - self.pack.total
                return WORTH["pack"] * min(times, max(0, room), self.stuff.total)
            case "lookout":
                return WORTH["lookout"] * min(times, self.level + 1 - len(view.lookout()))
            case "copy_pack":
                return self._collected("pizza", self.pack.pizza) + self._collected("toy", self.pack.toys)
            case "copy_rival_pack":
                return max(float(view.pack(name).total) for name in view.players if name != view.player)
        return WORTH[act.kind] * times

    def _collected(self, kind: str, times: int) -> float:
        """What some more of a resource are worth: those that the next level asks for count most."""
        more = min(times, STUFF_HOLDS - _of(self.stuff, kind))
        if self.level == HIGHEST_LEVEL:
            return SPARE * more
        price = self.view.levels[self.level + 1]
        wanted = (price.pizza if kind == PIZZA else price.toys) + price.either
        useful = max(0, min(more, wanted - _of(self._all(), kind)))
        return WORTH["collect"] * useful + SPARE * (more - useful)

    def _times(self, factor: int | str, symbols: dict[str, int]) -> int:
        if isinstance(factor, int):
            return factor
        if factor == ANY_SUIT:
            return max(symbols.get(suit, 0) for suit in SUITS) + symbols.get(COIN, 0)
        if factor in SUITS:
            return symbols.get(factor, 0) + symbols.get(COIN, 0)
        return {"fort": self.level, "pack": self.pack.total, "lookout": len(self.view.lookout())}[factor]

    def _symbols(self, *cards: Kid) -> dict[str, int]:
        return Counter(suit for card in cards for suit in card.suits)

    # Choices

    def rating(self, card: Kid | None) -> float:
        """What a card is worth in a deck."""
        if card is None:
            return WORDS["deck"]
        symbols = self._symbols(card)
        rated = sum(COIN_SYMBOL if suit == COIN else SYMBOL for suit in card.suits)
        rated += sum(_general(side, symbols) for side in (card.public, card.private))
        return rated + (BEST_FRIEND if card.best else 0.0)

    def _play(self, option: Option) -> float:
        card = option.card
        if card is None:
            return 2.0 if option.perk == "do_it_yourself" else 0.05
        symbols = self._symbols(*self.view.hand, *self.view.lookout())
        return self.action(card.public, symbols) + self.action(card.private, symbols) + 0.1

    def _actions(self, option: Option) -> float:
        card = self.choice.card
        assert card is not None
        symbols = self._symbols(card, *self.view.lookout())
        sides = {"public": card.public, "private": card.private}
        return sum(self.action(sides[key], symbols) for key in option.key.split("_"))

    def _add(self, option: Option) -> float:
        """What is not added goes to the yard, where rivals take it."""
        return len(option.card.suits) - 0.1 * self.rating(option.card) if option.card else 0.05

    def _follow(self, option: Option) -> float:
        card = self.choice.card
        assert card is not None
        assert option.card is not None
        symbols = self._symbols(option.card)
        return self.action(card.public, symbols) - 0.1 * self.rating(option.card)

    def _rated(self, option: Option) -> float:
        return self.rating(option.card)

    def _recruited(self, option: Option) -> float:
        return self.rating(option.card) + (0.2 if option.zone == "yard" else 0.0)

    def _lookout(self, option: Option) -> float:
        """In the lookout symbols count for ever, and actions never again."""
        if option.card is None:
            return 0.5
        return len(option.card.suits) - 0.5 * self.rating(option.card) + (0.5 if option.zone != "hand" else 0)

    def _removed(self, option: Option) -> float:
        return -self.rating(option.card)

    def _resource(self, option: Option) -> float:
        return self._collected(option.resource or PIZZA, 2)

    def _packed(self, option: Option) -> float:
        supply = 1.0 if option.key.startswith("supply") else 0.0
        return supply + _of(self.stuff, option.resource)

    def _spent(self, option: Option) -> float:
        return _of(self.stuff, option.resource)


def _of(resources: Resources, kind: str | None) -> int:
    return resources.pizza if kind == PIZZA else resources.toys


def _general(action: Action | None, symbols: dict[str, int]) -> float:
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
