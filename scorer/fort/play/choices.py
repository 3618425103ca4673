"""What Fort asks and what a player may answer. Options are made once for each language and set of cards."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, TypeVar

from scorer.engine import choices
from scorer.fort.cards import CardSet, Kid
from scorer.fort.play.setup import PERKS, RULES
from scorer.fort.words import Words, load_words


@dataclass(frozen=True, slots=True)
class Option(choices.Option):
    """One possible answer, with what a screen highlights.

    ``zone`` says where the card lies: hand, discard, park, yard or lookout; "deck" is the park deck, whose
    top card nobody knows. ``number`` is for the engine: a card's number, or a seat. ``pay`` are the pizzas
    and toys from stuff, then those from the pack.
    """

    card: Kid | None = None
    zone: str | None = None
    suit: str | None = None
    resource: str | None = None
    rule: str | None = None
    perk: str | None = None
    pay: tuple[int, int, int, int] | None = None


class Options(choices.Options[Option]):
    """Every option of one language and set of cards."""

    kind = Option

    def __init__(self, words: Words, cards: CardSet) -> None:
        super().__init__(words.labels)
        self.words = words
        self.cards = cards.cards
        self._made: dict[tuple[object, ...], Option] = {}

    def card(self, number: int, zone: str, suit: str | None = None) -> Option:
        """A card where it lies; ``suit``: what its coins count as, `OTHER` where they do nothing."""
        option = self._made.get((number, zone, suit))
        if option is None:
            card = self.cards[number]
            label = self.words.zones[zone].format(name=card.name, suits=self.words.symbols(card.suits))
            label = self.words.coin_as(label, suit)
            key = f"{zone}:{card.key}" + (f":{suit}" if suit else "")
            option = Option(key, label, card=card, zone=zone, suit=suit, number=number)
            self._made[number, zone, suit] = option
        return option

    def suit(self, suit: str) -> Option:
        return self._names.get(("suit", suit)) or self._named("suit", suit, self.words.suits[suit], suit=suit)

    def resource(self, resource: str, kind: str = "resource") -> Option:
        """A resource; ``kind``: collected, or from stuff, pack or supply, or what is converted."""
        option = self._names.get((kind, resource))
        if option is None:
            name = self.words.resources[resource]
            label = name if kind == "resource" else self.words.labels[kind].format(resource=name)
            option = self._named(kind, resource, label, resource=resource)
        return option

    def rule(self, rule: int) -> Option:
        key = RULES[rule]
        return self._named("rule", key, self.words.rules[key], rule=key, number=rule)

    def perk(self, perk: int, kind: str = "perk") -> Option:
        key = PERKS[perk]
        return self._named(kind, key, self.words.perks[key], perk=key, number=perk)

    def payment(self, pay: tuple[int, int, int, int]) -> Option:
        """What an Advance Fort is paid with."""
        option = self._made.get(("pay", pay))
        if option is None:
            parts = zip(pay, ("stuff_pizza", "stuff_toys", "pack_pizza", "pack_toys"), strict=True)
            parts_named = [self.words.fill(self.words.labels[key], n=n) for n, key in parts if n]
            label = ", ".join(parts_named) or self.words.labels["nothing"]
            option = Option("pay:" + ":".join(map(str, pay)), label, pay=pay)
            self._made["pay", pay] = option
        return option


@lru_cache(maxsize=16)
def options_for(edition: str, cards: CardSet) -> Options:
    """The options of a language and set of cards."""
    return Options(load_words(edition), cards)


#: A question to one player. ``source`` names the card, perk or phase that asks.
Choice: TypeAlias = choices.Choice[Option, Kid]
R = TypeVar("R")
#: An effect in progress: it yields choices, is sent options, and may return something to its caller.
Asks: TypeAlias = Generator[Choice, Option, R]
Effect: TypeAlias = Asks[None]
