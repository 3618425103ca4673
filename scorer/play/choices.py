"""What the game asks and what a player may answer.

Options are made once for each edition and deck and shared by all games, so that a choice is little more
than a list of references. Their keys are stable: records are made of them.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, TypeVar

from scorer.cards import BookCard, Category, Deck
from scorer.editions import Edition
from scorer.engine import choices
from scorer.play.rack import ROW
from scorer.shelf import Space


@dataclass(frozen=True, slots=True)
class Option(choices.Option):
    """One possible answer, with what a screen highlights.

    ``space`` is a row and column of the chooser's shelf as its notation counts them, -1 and beyond the edge
    included. ``location`` is a location's number (0 the player's own library), ``at`` a space there, from 1.
    ``number`` is for the engine: a card's number in the deck, or a place relative to the shelf's corner.
    """

    card: BookCard | None = None
    space: Space | None = None
    location: int | None = None
    at: int | None = None
    category: Category | None = None
    assistant: str | None = None


class Options(choices.Options[Option]):
    """Every option of one edition and deck."""

    kind = Option

    def __init__(self, edition: Edition, deck: Deck) -> None:
        super().__init__(edition.labels)
        self.edition = edition
        self.cards = [
            Option(f"{card.letter}{card.order}", str(card), card=card, number=number)
            for number, card in enumerate(deck.cards)
        ]
        self.categories = [
            Option(f"category:{category.value}", edition.categories[category], category=category)
            for category in Category
        ]
        self._spaces: dict[tuple[str, int], Option] = {}
        self._places: dict[tuple[int, int, bool], Option] = {}

    def space(self, place: int, how: str = "at") -> Option:
        """A space of the shelf; ``how`` is "at", or "over" or "under" for the Mummy (S7)."""
        option = self._spaces.get((how, place))
        if option is None:
            row, column = divmod(place + ROW // 2, ROW)
            column -= ROW // 2
            label = self.edition.labels[how].format(row=row + 1, column=column + 1)
            option = Option(f"{how}:{row}:{column}", label, space=Space(row, column), number=place)
            self._spaces[how, place] = option
        return option

    def slide(self, way: str, distance: int) -> Option:
        """A slide of a run of cards (L18), or a step of a group (S11)."""
        key = f"{way}:{distance}"
        option = self._words.get(key)
        if option is None:
            label = self.edition.labels[way].format(distance=distance)
            option = self._words[key] = Option(key, label, number=distance)
        return option

    def place(self, location: int, space: int, shared: bool = False) -> Option:
        """A space of a location, from 1, or of the player's own library (location 0)."""
        option = self._places.get((location, space, shared))
        if option is None:
            labels = self.edition.labels
            if location:
                name, key = self.edition.locations[location].name, f"place:{location}:{space}"
                label = labels["share" if shared else "location_space"].format(location=name, space=space)
            else:
                key, label = "place:home", labels["home"]
            option = Option(key + ":share" * shared, label, location=location, at=space, number=shared)
            self._places[location, space, shared] = option
        return option

    def location(self, location: int) -> Option:
        """A location tile as a whole."""
        name = self.edition.locations[location].name
        return self._named("location", str(location), name, location=location, number=location)

    def assistant(self, power: str | None) -> Option:
        """An ordinary assistant (None) or a special one."""
        key = power or "ordinary"
        return self._named("assistant", key, self.edition.assistants[key], assistant=key)

    def standing(self, power: str | None, location: int, space: int, assistant: int) -> Option:
        """An assistant that stands somewhere."""
        key = power or "ordinary"
        where = self.place(location, space).label
        label = f"{self.edition.assistants[key]} ({where})"
        name = f"{assistant}:{location}:{space}"
        return self._named(
            "move", f"{key}:{name}", label, assistant=key, location=location, at=space, number=assistant
        )

    def library(self, power: str) -> Option:
        """A library tile, with its special assistant."""
        label = f"{self.edition.libraries[power]} ({self.edition.assistants[power]})"
        return self._named("library", power, label, assistant=power)


@lru_cache(maxsize=16)
def options_for(edition: Edition, deck: Deck) -> Options:
    """The options of an edition and deck."""
    return Options(edition, deck)


#: A question to one player. ``source`` names the location, assistant or phase that asks.
Choice: TypeAlias = choices.Choice[Option, BookCard]
R = TypeVar("R")
#: An effect in progress: it yields choices, is sent options, and may return something to its caller.
Asks: TypeAlias = Generator[Choice, Option, R]
Effect: TypeAlias = Asks[None]
