"""Fort's cards as data: 60 kids, 8 best friends, the levels of a fort. The house set, or an owner's own."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field

from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, read_json, shown, validate
from scorer.fort.actions import COIN, LONGEST, SUITS, Action, CardError, acts, parse
from scorer.fort.sheet import HIGHEST_LEVEL, POINTS_AT_HIGHEST_LEVEL
from scorer.limits import SHEET
from scorer.names import Name

KIDS, BEST_FRIENDS = 60, 8
#: Best friends of one player.
FRIENDS_EACH = 2
HOUSE_SET = "fort_house_set.json"


@dataclass(frozen=True, slots=True)
class Kid:
    """A card: a kid with one or two symbols, a public and a private action. ``best``: a best friend."""

    name: str
    suits: tuple[str, ...]
    public: Action | None = None
    private: Action | None = None
    best: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> str:
        """The name in small plain letters, which records are made of.

        >>> Kid("Zoë Moon", ("glue",)).key
        'zoe-moon'
        """
        return _key(self.name)

    @property
    def advances(self) -> int:
        """How many Advance Fort actions the card has (RULES 10, Grand Plans)."""
        return sum(act.kind == "advance" for action in (self.public, self.private) for act in acts(action))


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the fort: its points at the end, and what it costs to come here from the level below."""

    points: int
    pizza: int = 0
    toys: int = 0
    either: int = 0


Text = Annotated[str, Field(min_length=1, max_length=LONGEST)]
Price = Annotated[int, Field(strict=True, ge=0, le=4)]


class KidEntry(Strict):
    """A card as a file holds it."""

    name: Name
    suits: Annotated[list[str], Field(min_length=1, max_length=2)]
    public: Text | None = None
    private: Text | None = None


class LevelEntry(Strict):
    """A level as a file holds it."""

    points: Annotated[int, Field(strict=True, ge=0, le=99)]
    pizza: Price = 0
    toys: Price = 0
    either: Price = 0


class SetFile(Strict):
    """A set of cards as a file holds it. ``assumed`` names what the rulebook does not print."""

    kids: Annotated[list[KidEntry], Field(min_length=KIDS, max_length=KIDS)]
    best_friends: Annotated[list[KidEntry], Field(min_length=BEST_FRIENDS, max_length=BEST_FRIENDS)] = Field(
        description="two for each player, in the order of the boards"
    )
    levels: Annotated[list[LevelEntry], Field(min_length=HIGHEST_LEVEL + 1, max_length=HIGHEST_LEVEL + 1)]
    assumed: list[Annotated[str, Field(max_length=100)]] = Field(default=[], max_length=20)


class CardSet:
    """All cards of a game: ``cards`` are the kids, then the best friends; ``levels`` go by number.

    >>> house = CardSet.house()
    >>> len(house.cards), house.levels[5].points
    (68, 23)
    """

    def __init__(self, cards: Sequence[Kid], levels: Sequence[Level], assumed: Sequence[str] = ()) -> None:
        self.cards = tuple(cards)
        self.levels = tuple(levels)
        self.assumed = tuple(assumed)
        self._same = (self.cards, self.levels)
        self._hash = hash(self._same)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self._same == other._same

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads a set from a file.

        Raises:
            CardError: it cannot be read, or is no set of cards.
        """
        return cls.from_dict(read_json(Path(path), SHEET, CardError))

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Checks a parsed file.

        Raises:
            CardError: a card or a level could not be played with; the sentence says which.
        """
        checked = validate(SetFile, data, phrase("the set of Fort cards"), CardError)
        cards = [kid(entry) for entry in checked.kids] + [kid(entry, True) for entry in checked.best_friends]
        for name, times in Counter(card.key for card in cards).items():
            if times > 1:
                twice = next(card.name for card in cards if card.key == name)
                raise CardError(phrase("Two kids are called {name}: give each their own name.", name=twice))
        levels = [Level(**entry.model_dump()) for entry in checked.levels]
        _check_levels(levels)
        return cls(cards, levels, checked.assumed)

    @classmethod
    def house(cls) -> CardSet:
        """The set that comes with the app."""
        return _house()

    def to_dict(self) -> dict[str, Any]:
        """The set as a file holds it.

        >>> CardSet.from_dict(CardSet.house().to_dict()) == CardSet.house()
        True
        """
        levels = [
            {name: value for name in Level.__slots__ if (value := getattr(level, name)) or name == "points"}
            for level in self.levels
        ]
        data: dict[str, Any] = {
            "kids": [_entry(card) for card in self.cards if not card.best],
            "best_friends": [_entry(card) for card in self.cards if card.best],
            "levels": levels,
        }
        return data | ({"assumed": list(self.assumed)} if self.assumed else {})

    def friends(self, seat: int) -> range:
        """The numbers of the best friends of the board at a seat."""
        first = KIDS + FRIENDS_EACH * seat
        return range(first, first + FRIENDS_EACH)


@cache
def _house() -> CardSet:
    text = (resources.files("scorer") / "data" / HOUSE_SET).read_text(encoding="utf-8")
    return CardSet.from_dict(json.loads(text))


def _key(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "-".join(f"{ord(letter):x}" for letter in name)


def kid(entry: KidEntry, best: bool = False) -> Kid:
    """The card of an entry.

    Raises:
        CardError: a suit or an action that no card has; the sentence says which.
    """
    name = entry.name
    for suit in entry.suits:
        if suit not in (*SUITS, COIN):
            raise CardError(
                phrase(
                    "{name} has the suit {suit}: choose one of {known}.",
                    name=name,
                    suit=shown(suit),
                    known=", ".join((*SUITS, COIN)),
                )
            )
    if len(set(entry.suits) - {COIN}) > 1:
        raise CardError(
            phrase("{name} has two different suits: a second symbol is the same suit or a coin.", name=name)
        )
    try:
        public, private = (None if text is None else parse(text) for text in (entry.public, entry.private))
    except RefusedInput as error:
        raise CardError(phrase("{name}: {error}", name=name, error=error)) from error
    return Kid(name, tuple(entry.suits), public, private, best)


def _entry(card: Kid) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": card.name, "suits": list(card.suits)}
    entry |= {"public": str(card.public)} if card.public else {}
    return entry | ({"private": str(card.private)} if card.private else {})


def _check_levels(levels: Sequence[Level]) -> None:
    """RULES 10: level 5 prints 23; a higher level is never worth less, and costs something."""
    if levels[HIGHEST_LEVEL].points != POINTS_AT_HIGHEST_LEVEL:
        raise CardError(
            phrase(
                "Level {level} has {points} points, the rulebook prints {printed}: correct it.",
                level=HIGHEST_LEVEL,
                points=levels[HIGHEST_LEVEL].points,
                printed=POINTS_AT_HIGHEST_LEVEL,
            )
        )
    for number, (below, level) in enumerate(pairwise(levels), 1):
        if level.points < below.points or not level.pizza + level.toys + level.either:
            raise CardError(
                phrase(
                    "Level {level} is worth less than the level below, or costs nothing: correct it.",
                    level=number,
                )
            )
