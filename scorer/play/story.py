"""A game told as it goes: what happened at each choice, and who may know which cards.

A log is made of the events; whether a choice may be taken back follows from the steps.

>>> from scorer.play import Game, Setup
>>> story, game = Story(), Game(Setup(players=["Ana", "Bo"], seed=7))
>>> story.answer(game, game.choice.options[0])
>>> [(event.kind, event.player, event.assistant) for event in story.events]
[('library', 'Bo', 'sasquatch')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorer.cards import BookCard, Category
from scorer.engine import story
from scorer.engine.story import forced
from scorer.play.choices import Choice, Option
from scorer.play.game import Game
from scorer.play.state import SEATS
from scorer.play.tiles import GAMBLING_DEN, MYSTERY_SHACK
from scorer.play.view import View

__all__ = ["Event", "Story", "cards_in_sight", "forced"]


@dataclass(frozen=True, slots=True)
class Event(story.Event):
    """Something that happened at a choice, with the location, category or assistant that it is about."""

    cards: tuple[BookCard, ...] = ()
    location: int | None = None
    category: Category | None = None
    assistant: str | None = None
    discarded: bool = False


class Story(story.Story[Game, Event, "_Look"]):
    """The events and steps of a game, which grows with each `answer`."""

    games = Game

    def __init__(self) -> None:
        super().__init__()
        self._sent: str | None = None

    def names(self, event: Event, viewer: str | None) -> bool:
        """P4: of the discards only the top one may be seen.

        RULES 9: alone, the cards that a round discards are looked at as they come.
        """
        if not event.known(viewer):
            return False
        if not event.discarded or self._before is None:
            return True
        look = self._before[2]
        just_come = event.kind == "draw_discard" and event.step == len(self.steps) - 1
        return just_come or event.cards == (look.top,)

    def _look(self, game: Game) -> _Look:
        return _Look(game)

    def _events_of(
        self, step: int, choice: Choice, option: Option, before: _Look, after: _Look
    ) -> Iterator[Event]:
        yield from self._announced(step, choice, option, before)
        yield from _moved(step, choice, option, before, after)
        yield from _turned(step, before, after)

    def _announced(self, step: int, choice: Choice, option: Option, before: _Look) -> Iterator[Event]:
        """What the choice itself tells, whatever came of it."""
        player, kind = choice.player, choice.kind
        if kind == "assistant":
            self._sent = option.assistant
        elif kind == "place":
            yield Event(step, "place", player, location=option.location, assistant=self._sent)
        elif kind in ("draft", "draft_remove"):
            event = "library" if kind == "draft" else "library_removed"
            yield Event(step, event, player, assistant=option.assistant)
        elif kind == "category":
            yield Event(step, "category", player, category=option.category)
        elif kind == "remove_location":
            yield Event(step, "location_removed", player, location=option.location)
        elif kind == "goblin" and option.player:
            yield Event(step, "goblin", player, other=option.player)
        elif kind in ("lodge_move", "guild_space"):
            other = None if kind == "lodge_move" else before.players[option.number // SEATS]
            yield Event(step, kind, player, location=option.location, assistant=option.assistant, other=other)
        elif kind == "turn" and option.card:
            yield Event(step, "turn", player, (option.card,))
        elif (kind, option.key) in _ANNOUNCED:
            yield Event(step, _ANNOUNCED[kind, option.key], player)
        elif kind in ("slide", "shift") and option.number:
            yield Event(step, kind, player)

    def _revealed(self, choice: Choice, option: Option, before: _Look, after: _Look) -> frozenset[str]:
        """The players who saw something new: a card, a location, a category, a random pick."""
        if (
            option.key == "give_random"
            or after.locations - before.locations
            or before.put_away != after.put_away
        ):
            return frozenset(after.players)
        lay_open = {card for card, zone in before.zone.items() if zone == "discard"}
        return frozenset(
            name for name in after.players if not _all_in(after.sees[name], before.sees[name], lay_open)
        )


_ANNOUNCED = {("sasquatch", "yes"): "sasquatch", ("cube", "allow_both"): "cube"}


class _Look:
    """The whole table at one moment, and what each player sees of it."""

    def __init__(self, game: Game) -> None:
        self.players = game.setup.players
        self.zone = {card: zone for zone, cards in game.zones().items() for card in cards}
        views = {name: game.view(name) for name in self.players}
        view = views[self.players[0]]
        self.sees = {name: set(cards_in_sight(view)) for name, view in views.items()}
        self.shelf = {name: str(view.shelf(name)) for name in self.players}
        self.top = view.top_discard
        self.first = view.first_player
        self.round, self.last = view.round, view.last_round
        self.locations, self.put_away = set(view.locations), view.put_away
        self.den = view.edition.locations[GAMBLING_DEN].name


def cards_in_sight(view: View) -> Iterator[BookCard]:
    """Every card that the view names."""
    yield from view.hand
    yield from view.buried()
    yield from view.table
    yield from view.looking
    if view.top_discard is not None:
        yield view.top_discard
    for location in view.locations:
        yield from (card for card in view.cards_at(location) if card is not None)
    for name in view.players:
        for _, _, cell in view.shelf(name).cells():
            if cell.card is not None:
                yield cell.card


def _moved(step: int, choice: Choice, option: Option, before: _Look, after: _Look) -> Iterator[Event]:
    """The cards that changed places, those that went the same way together."""
    ways: dict[tuple[str, str, frozenset[str] | None], list[BookCard]] = {}
    bets = choice.kind == "category" and choice.source == before.den
    for card, zone in after.zone.items():
        was = before.zone[card]
        if was == zone:
            continue
        seen = frozenset(
            name for name in after.players if card in before.sees[name] or card in after.sees[name]
        )
        # Discards lie open when they come, cards that are bet on were turned up in between (L7), and what
        # is found in the Mystery Shack is shown (L13).
        shown = zone == "discard" or (bets and was == "draw") or was == f"location:{MYSTERY_SHACK}"
        open_to_all = shown or len(seen) == len(after.players)
        ways.setdefault((was, zone, None if open_to_all else seen), []).append(card)
    moved = False
    for (was, zone, known), cards in ways.items():
        kind, player, other, location = _way(was, zone, bets)
        if kind is not None:
            moved = moved or "shelf" in (was + zone)
            if kind == "reshuffle":
                yield Event(step, kind)
            else:
                gone = zone == "discard"
                yield Event(
                    step,
                    kind,
                    player,
                    tuple(sorted(cards)),
                    known,
                    other,
                    len(cards),
                    location,
                    discarded=gone,
                )
    player = choice.player
    if not moved and choice.kind not in ("turn", "slide") and before.shelf[player] != after.shelf[player]:
        yield Event(step, "rearrange", player)


def _way(was: str, zone: str, bets: bool) -> tuple[str | None, str | None, str | None, int | None]:
    """What a move between two zones is called, whose it is, who else it is about, and the location."""
    at, _, whose = was.partition(":")
    to, _, new = zone.partition(":")
    kind = "win" if bets and (at, to) == ("draw", "hand") else _WAYS.get((at, to))
    if (at, to) == ("hand", "hand"):
        return "give", whose, new, None
    location = next((int(name) for end, name in ((at, whose), (to, new)) if end == "location"), None)
    player = next((name for end, name in ((to, new), (at, whose)) if end in ("hand", "shelf")), None)
    return kind, player, None, location


#: What a card's way from one zone to another is called. Ways that are not told are not here: the cards that
#: a round lays out at its locations, which everybody sees there.
_WAYS = {
    ("draw", "hand"): "draw",
    ("draw", "table"): "turn_up",
    ("draw", "discard"): "draw_discard",
    ("location", "hand"): "take_there",
    ("location", "discard"): "cleared",
    ("table", "hand"): "take",
    ("table", "discard"): "gone",
    ("discard", "hand"): "take_discard",
    ("discard", "draw"): "reshuffle",
    ("hand", "discard"): "discard",
    ("hand", "shelf"): "shelve",
    ("hand", "location"): "put",
    ("hand", "table"): "show",
    ("shelf", "hand"): "take_up",
    ("shelf", "discard"): "discard_shelf",
    ("shelf", "location"): "put",
    ("location", "shelf"): "shelve",
    ("draw", "shelf"): "shelve",
}


def _turned(step: int, before: _Look, after: _Look) -> Iterator[Event]:
    """What the course of the game brought: the token, a round, the last one, a category put away."""
    if before.first != after.first:
        yield Event(step, "first", after.first)
    if before.round != after.round:
        yield Event(step, "last_round" if after.last else "round", number=after.round)
    for category in after.put_away[len(before.put_away) :]:
        yield Event(step, "put_away", category=category)


def _all_in(cards: Iterable[BookCard], *known: set[BookCard]) -> bool:
    return all(any(card in those for those in known) for card in cards)
