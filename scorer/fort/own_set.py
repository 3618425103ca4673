"""The cards of an owner's copy of Fort as they are typed in: a line a card, checked while they are typed.

A line has the name, the suits, the public and the private action, with semicolons between them:

>>> card_of("Pasta Pim; glue; toy x glue; point x fort", 1)
Kid(name='Pasta Pim', suits=('glue',), public=Times(...), private=Times(...), best=False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import Field

from scorer.errors import Phrase, RefusedInput, phrase
from scorer.files import Strict, read_json, shown, validate, writing
from scorer.folders import user_folder
from scorer.fort.actions import ACTS, COIN, FACTORS, SUITS, CardError, acts, factors
from scorer.fort.cards import BEST_FRIENDS, KIDS, CardSet, Kid, KidEntry, Level, kid
from scorer.fort.sheet import HIGHEST_LEVEL
from scorer.limits import SHEET
from scorer.names import tidy
from scorer.whole import write_whole

#: The file of the typed lines in the user's data folder.
FILE = "fort_cards.json"
#: The most characters of one part: 68 cards with the longest names and actions, and room to spare.
LONGEST_PART = 40_000
#: The fields of a line of a card, and of a level.
CARD_FIELDS, LEVEL_FIELDS = 4, 4
#: One suit on cards so many times as often as another is worth a remark.
UNEVEN = 1.5
T = TypeVar("T")
Part = Annotated[str, Field(max_length=LONGEST_PART)]


class OwnCards(Strict):
    """The lines as they are typed, whole or not."""

    version: Literal[1] = 1
    kids: Part = ""
    best_friends: Part = ""
    levels: Part = ""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Reads a file.

        Raises:
            CardError: it cannot be read, or holds something else.
        """
        return validate(cls, read_json(path, SHEET, CardError), phrase("the file of typed cards"), CardError)

    @classmethod
    def of(cls, cards: CardSet) -> Self:
        """The lines of a whole set.

        >>> OwnCards.of(CardSet.house()).check().card_set == CardSet.house()
        True
        """
        kids = [line_of(card) for card in cards.cards]
        levels = [f"{one.points}; {one.pizza}; {one.toys}; {one.either}" for one in cards.levels]
        return cls(kids="\n".join(kids[:KIDS]), best_friends="\n".join(kids[KIDS:]), levels="\n".join(levels))

    def check(self) -> Checked:
        """What the lines come to, and what is wrong with them."""
        wrong: list[Phrase] = []
        kids = list(_each(self.kids, card_of, phrase("the kids"), wrong))
        friends = list(_each(self.best_friends, friend_of, phrase("the best friends"), wrong))
        levels = list(_each(self.levels, level_of, phrase("the levels"), wrong))
        return Checked(kids, friends, levels, wrong)


@dataclass(frozen=True, slots=True)
class Checked:
    """What typed lines come to: the cards and levels that can be read, and what is ``wrong``."""

    kids: list[Kid]
    best_friends: list[Kid]
    levels: list[Level]
    wrong: list[Phrase]

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """How many lines of each part can be read, and how many it has when it is whole."""
        return {
            "kids": (len(self.kids), KIDS),
            "best_friends": (len(self.best_friends), BEST_FRIENDS),
            "levels": (len(self.levels), HIGHEST_LEVEL + 1),
        }

    @property
    def whole(self) -> bool:
        return not self.wrong and all(given == most for given, most in self.parts.values())

    @property
    def card_set(self) -> CardSet:
        """The set to play with.

        Raises:
            CardError: the set is not whole, or two cards or levels do not go together.
        """
        data = CardSet([*self.kids, *self.best_friends], self.levels).to_dict()
        return CardSet.from_dict(data)

    @property
    def symbols(self) -> dict[str, int]:
        """How often each suit, and the coin, stands on the kids that can be read."""
        return suits_of(self.kids)


def _each(text: str, read: Callable[[str, int], T], part: Phrase, wrong: list[Phrase]) -> Iterator[T]:
    """What each line tells; the sentence of a line that tells nothing goes to ``wrong``."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            yield read(line, number)
        except CardError as error:
            wrong.append(
                phrase("Line {line} of {part}: {error}", line=number, part=part, error=error.sentence)
            )


def card_of(line: str, number: int) -> Kid:
    """The kid that a line tells.

    Raises:
        CardError: the line is no card; the sentence says why.
    """
    return _card(line, number, best=False)


def friend_of(line: str, number: int) -> Kid:
    """The best friend that a line tells.

    Raises:
        CardError: as `card_of`.
    """
    return _card(line, number, best=True)


def _card(line: str, number: int, best: bool) -> Kid:
    fields = [field.strip() for field in line.split(";")]
    if not 3 <= len(fields) <= CARD_FIELDS:
        raise CardError(
            phrase(
                "A card has three or four parts, here are {given}: "
                "write name; suits; public action; private action.",
                given=len(fields),
            )
        )
    name, suits, public, private = [*fields, ""][:CARD_FIELDS]
    entry: dict[str, Any] = {"name": tidy(name), "suits": suits.lower().split()}
    sides = {"public": public.lower(), "private": private.lower()}
    entry |= {side: action for side, action in sides.items() if action not in ("", "-", "–")}
    return kid(validate(KidEntry, entry, phrase("card {number}", number=number), CardError), best)


def line_of(card: Kid) -> str:
    """The line of a card.

    >>> line_of(CardSet.house().cards[0])
    'Pasta Pim; glue; toy × glue; point × fort'
    """
    sides = ("-" if side is None else str(side) for side in (card.public, card.private))
    return "; ".join((card.name, " ".join(card.suits), *sides))


def level_of(line: str, number: int) -> Level:
    """The level that a line tells: its points, and what it costs in pizzas, toys, and either.

    Raises:
        CardError: the line is no level.

    >>> level_of("5; 1; 1; 1", 3)
    Level(points=5, pizza=1, toys=1, either=1)
    """
    fields = [field.strip() for field in line.split(";")]
    if len(fields) > LEVEL_FIELDS or not all(field.isdecimal() and len(field) < 3 for field in fields):
        raise CardError(
            phrase("“{line}” is no level: write points; pizzas; toys; either, in numbers.", line=shown(line))
        )
    return Level(*map(int, fields))


def suits_of(cards: list[Kid]) -> dict[str, int]:
    """How often each suit, and the coin, stands on cards."""
    counted = Counter(suit for card in cards for suit in card.suits)
    return {suit: counted[suit] for suit in (*SUITS, COIN)}


def remarks(cards: CardSet) -> list[Phrase]:
    """What an owner may have mistyped: suits that differ much, actions and symbols that no card has."""
    shows = suits_of([card for card in cards.cards if not card.best])
    found = []
    most, least = max(SUITS, key=lambda suit: shows[suit]), min(SUITS, key=lambda suit: shows[suit])
    if shows[most] > UNEVEN * shows[least]:
        found.append(
            phrase(
                "The suits are uneven: {most} stands on cards {often} times, {least} {rarely} times.",
                most=most,
                often=shows[most],
                least=least,
                rarely=shows[least],
            )
        )
    sides = [side for card in cards.cards for side in (card.public, card.private)]
    used = {act.kind for side in sides for act in acts(side)}
    symbols = {str(factor) for side in sides for factor in factors(side)}
    missing = [word for word, kind in ACTS.items() if kind not in used]
    missing += [f"× {factor}" for factor in FACTORS if factor not in symbols]
    if missing:
        found.append(phrase("No card has: {missing}.", missing=", ".join(missing)))
    return found


def kept_cards() -> OwnCards:
    """The owner's lines as they are kept in the user's data folder; empty without a file.

    Raises:
        CardError: the file is none.
    """
    path = user_folder() / FILE
    return OwnCards.load(path) if path.exists() else OwnCards()


def keep_cards(own: OwnCards) -> None:
    """Keeps the owner's lines, whole or not.

    Raises:
        CardError: the folder cannot be written.
    """
    path = user_folder() / FILE
    with writing(path, CardError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, own.model_dump_json().encode("utf-8"))


def kept_set() -> CardSet | None:
    """The owner's set where it is whole and can be played with."""
    try:
        checked = kept_cards().check()
        return checked.card_set if checked.whole else None
    except RefusedInput:
        return None
