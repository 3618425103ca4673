"""A game of Fort told as it goes: what happened at each choice, and who may know which cards.

>>> from scorer.fort.play import Game, Setup, Story
>>> story, game = Story(), Game(Setup(players=["Ana", "Bo"], seed=7))
>>> story.answer(game, "skip")
>>> [(event.kind, event.player) for event in story.events]
[('skip', 'Bo')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorer.engine import story
from scorer.engine.story import forced
from scorer.fort.cards import Kid
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.game import Game
from scorer.fort.play.view import View

__all__ = ["Event", "Story", "cards_in_sight", "forced"]


@dataclass(frozen=True, slots=True)
class Event(story.Event):
    """Something that happened at a choice, with the suit, resource, made-up rule or perk that it is about."""

    cards: tuple[Kid, ...] = ()
    suit: str | None = None
    resource: str | None = None
    rule: str | None = None
    perk: str | None = None


class Story(story.Story[Game, Event, "_Look"]):
    """The events and steps of a game, which grows with each `answer`."""

    games = Game

    def _look(self, game: Game) -> _Look:
        return _Look(game)

    def _events_of(
        self, step: int, choice: Choice, option: Option, before: _Look, after: _Look
    ) -> Iterator[Event]:
        yield from _announced(step, choice, option, before)
        yield from _moved(step, choice, before, after)
        yield from _counted(step, before, after)
        if before.round != after.round:
            yield Event(step, "last_round" if after.last else "round", number=after.round)

    def _revealed(self, choice: Choice, option: Option, before: _Look, after: _Look) -> frozenset[str]:
        """The players who saw a card that they had not seen before, or the made-up rules that are left."""
        new = {
            name
            for name in after.players
            if any(card not in before.sees[name] and card not in before.open for card in after.sees[name])
        }
        drew = _drawn(choice, before, after).keys()
        return frozenset(new | drew | ({choice.player} if choice.kind == "rule" else set()))


class _Look:
    """The whole table at one moment, and what each player sees of it."""

    def __init__(self, game: Game) -> None:
        self.players = game.setup.players
        zones = game.zones()
        self.zone = {card: zone for zone, cards in zones.items() for card in cards}
        self.hands = {name: set(zones[f"hand:{name}"]) for name in self.players}
        hidden = ("deck:", "park_deck", "hand:", "draft:")
        self.open = {card for card, zone in self.zone.items() if not zone.startswith(hidden)}
        self.top = zones["park_deck"][-1:]
        views = {name: game.view(name) for name in self.players}
        view = views[self.players[0]]
        self.sees = {name: set(cards_in_sight(one)) for name, one in views.items()}
        self.counts = {
            (name, what): count
            for name in self.players
            for what, count in (
                ("track", view.track(name)),
                ("level", view.level(name)),
                ("stuff_pizza", view.stuff(name).pizza),
                ("stuff_toys", view.stuff(name).toys),
                ("pack_pizza", view.pack(name).pizza),
                ("pack_toys", view.pack(name).toys),
            )
        }
        self.macaroni = view.macaroni
        self.round, self.last = view.round, view.last_round


def cards_in_sight(view: View) -> Iterator[Kid]:
    """Every card that the view names."""
    yield from view.hand
    yield from view.pack_of_draft
    yield from view.picked
    yield from view.park
    yield from view.played
    yield from view.added
    for name in view.players:
        yield from view.discards(name)
        yield from view.yard(name)
        yield from view.lookout(name)


#: Choices that tell something by themselves, whatever came of them, and the event of it.
_ANNOUNCED = {
    "declare": "declare",
    "any_suit": "any_suit",
    "resource": "takes",
    "rule": "rule",
    "perk": "perk",
}
_ANNOUNCED_BY_KEY = {"skip": "skip", "pass": "pass"}


def _announced(step: int, choice: Choice, option: Option, before: _Look) -> Iterator[Event]:
    player = choice.player
    if option.key in _ANNOUNCED_BY_KEY:
        yield Event(step, _ANNOUNCED_BY_KEY[option.key], player)
    elif choice.kind in ("recruit", "birthday") and option.key != "done":
        # Told here, as the discard pile may become the deck in the same moment.
        card = option.card or before.top[0]
        at, _, whose = before.zone[card].partition(":")
        yield Event(step, "recruit", player, (card,), other=whose if at == "yard" else None, number=1)
    elif choice.kind == "rule":
        yield Event(step, "rule", player, known_to=frozenset({player}), rule=option.rule)
    elif choice.kind in _ANNOUNCED:
        yield Event(
            step,
            _ANNOUNCED[choice.kind],
            player,
            suit=option.suit,
            resource=option.resource,
            perk=option.perk,
        )
    elif option.perk is not None:
        yield Event(step, "use_perk", player, perk=option.perk)
    elif choice.kind in ("again", "rough") and option.key == "yes":
        perk = "rough_housing" if choice.kind == "rough" else "again"
        yield Event(step, "use_perk", player, perk=perk)


#: What a card's way from one zone to another is called. Ways that are not here are not told: what lies in the
#: park instead, what is cleaned up, what becomes the deck.
_WAYS = {
    ("hand", "played"): "play",
    ("hand", "added"): "add",
    ("hand", "lookout"): "lookout",
    ("park", "lookout"): "lookout",
    ("park_deck", "lookout"): "lookout",
    ("yard", "lookout"): "lookout",
    ("hand", "discard"): "discard",
    ("hand", "yard"): "yard",
    ("hand", "box"): "remove",
    ("discard", "box"): "remove",
    ("yard", "box"): "remove_rival",
    ("played", "box"): "remove_played",
    ("discard", "hand"): "recycle",
    ("draft", "deck"): "draft",
}


def _drawn(choice: Choice, before: _Look, after: _Look) -> dict[str, list[Kid]]:
    """The new hand of each player who drew one. The discards may have become the deck in the same moment, so
    that only who drew knows what lies where.
    """
    if choice.kind == "recycle":
        return {}
    return {name: sorted(hand, key=str) for name, hand in after.hands.items() if hand - before.hands[name]}


def _moved(step: int, choice: Choice, before: _Look, after: _Look) -> Iterator[Event]:
    """The cards that changed places, those that went the same way together."""
    ways: dict[tuple[str, str], list[Kid]] = {}
    drawn = _drawn(choice, before, after)
    for card, zone in after.zone.items():
        at, _, whose = zone.partition(":")
        if before.zone[card] != zone and not (at == "hand" and whose in drawn):
            ways.setdefault((before.zone[card], zone), []).append(card)
    for (was, zone), cards in ways.items():
        at, _, whose = was.partition(":")
        to, _, new = zone.partition(":")
        kind = _WAYS.get((at, to))
        if kind is None:
            continue
        seen = frozenset(
            name
            for name in after.players
            if all(c in before.sees[name] or c in after.sees[name] for c in cards)
        )
        known = None if at != "draft" and (len(seen) == len(after.players) or to == "box") else seen
        other = whose if whose and new and whose != new else None
        shown = tuple(sorted(cards, key=str))
        yield Event(step, kind, new or whose or None, shown, known, other, len(cards))
    for name, hand in drawn.items():
        yield Event(step, "draw", name, tuple(hand), frozenset({name}), number=len(hand))


def _counted(step: int, before: _Look, after: _Look) -> Iterator[Event]:
    """Points, levels and resources that came or went; ``number`` says how many."""
    for (name, what), count in after.counts.items():
        if count != before.counts[name, what]:
            yield Event(step, what, name, number=count - before.counts[name, what])
    if before.macaroni != after.macaroni:
        yield Event(step, "macaroni", after.macaroni)
