"""The four printed editions: their words and where their rules differ. The data: ``editions/<key>.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from scorer.cards import Category
from scorer.errors import RefusedInput, phrase
from scorer.inspection import TieBreak, TieBreakEnd

EditionKey = Literal["en", "pt", "fr", "cs"]
EDITION_KEYS: tuple[EditionKey, ...] = get_args(EditionKey)
FOLDER = Path(__file__).parent / "editions"

#: Which form of a noun follows a number, from 0: the forms stand in a text as ``{n:card|cards}``.
PLURALS: Mapping[EditionKey, Callable[[int], int]] = {
    "en": lambda n: int(n != 1),
    "pt": lambda n: int(n != 1),
    "fr": lambda n: int(n > 1),
    "cs": lambda n: 0 if n == 1 else 1 if 2 <= n <= 4 else 2,
}


GamblingDenTies = Literal["counter_clockwise", "turn_order"]
GamblingDenCategories = Literal["player", "assistant"]
GamblingDenRepeats = Literal["different", "same_allowed"]
DonationDropShelving = Literal["up_to_two", "one_or_two"]
GarbageDumpTake = Literal["must", "may"]
MysteryShackTake = Literal["any", "all"]
TaxCollectorTrade = Literal["discard", "put_here"]
GarageSaleUnsold = Literal["in_hand", "back_last"]
GhostShares = Literal["opponents", "anybody"]
BeginnerLocations = Literal["considered", "removed"]
ShelfmasonsSlide = Literal["four_ways", "along_row"]
SetupDraft = Literal["choose_counter_clockwise", "open_from_last", "right_of_first"]


def _with_one_end(order: tuple[TieBreak | TieBreakEnd, ...]) -> tuple[TieBreak | TieBreakEnd, ...]:
    ends = [place for place, each in enumerate(order) if each in get_args(TieBreakEnd)]
    if ends != [len(order) - 1] or len(set(order)) < len(order):
        raise PydanticCustomError("tie_breaks", "no order of tie-breaks")
    return order


#: T: what breaks ties, in order, each at most once; "reading" or "shared" stands at the end, and only there.
TieBreaks = Annotated[tuple[TieBreak | TieBreakEnd, ...], AfterValidator(_with_one_end)]


class RuleOptions(BaseModel):
    """Rule options set one by one; None leaves the edition's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tie_breaks: TieBreaks | None = Field(
        default=None,
        description="T, what breaks ties, in order: most books, fewest cards in hand, fewest banned books; "
        "at the end the first to finish reading a book, or a shared win",
    )
    tie_break_end: TieBreakEnd | None = Field(
        default=None, description="T, the end of that order alone; what stands before it stays"
    )
    gambling_den_ties: GamblingDenTies | None = Field(
        default=None,
        description="L7, a tie without the visitor: nearest counter-clockwise, or first in turn order",
    )
    gambling_den_categories: GamblingDenCategories | None = Field(
        default=None, description="L7: each player there names a category, or one is named for each assistant"
    )
    gambling_den_repeats: GamblingDenRepeats | None = Field(
        default=None, description="L7: every category named is different, or the same may be named twice"
    )
    donation_drop_shelving: DonationDropShelving | None = Field(
        default=None, description="L4: up to two cards from hand are shelved, none included; or one or two"
    )
    garbage_dump_take: GarbageDumpTake | None = Field(
        default=None, description="L11: a card that has the category must be taken, or may be"
    )
    mystery_shack_take: MysteryShackTake | None = Field(
        default=None, description="L13: any of the cards that have the category are taken, or all of them"
    )
    tax_collector_trade: TaxCollectorTrade | None = Field(
        default=None,
        description="L16: cards are discarded for as many of the opponents' cards; or put there, for as many "
        "of all that lie there",
    )
    garage_sale_unsold: GarageSaleUnsold | None = Field(
        default=None,
        description="L17: cards that nobody took are in hand when one shelves, or go back to hand last",
    )
    ghost_shares: GhostShares | None = Field(
        default=None, description="S5: the Ghost shares the spaces of opponents, or of anybody"
    )
    beginner_locations: BeginnerLocations | None = Field(
        default=None,
        description="RULES 5, beginner: taking six locations out is considered, or they are removed",
    )
    setup_draft: SetupDraft | None = Field(
        default=None,
        description="RULES 5, library tiles: two dealt, the first player chooses first; or all open, the "
        "last player takes first; or two dealt, the player to the first player's right chooses first",
    )
    shelfmasons_slide: ShelfmasonsSlide | None = Field(
        default=None, description="L18: cards slide up, down, left or right, or only along their row"
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """Where the editions differ, every option settled; `RuleOptions` says what each means."""

    tie_breaks: TieBreaks
    gambling_den_ties: GamblingDenTies
    gambling_den_categories: GamblingDenCategories
    gambling_den_repeats: GamblingDenRepeats
    donation_drop_shelving: DonationDropShelving
    garbage_dump_take: GarbageDumpTake
    mystery_shack_take: MysteryShackTake
    tax_collector_trade: TaxCollectorTrade
    garage_sale_unsold: GarageSaleUnsold
    ghost_shares: GhostShares
    beginner_locations: BeginnerLocations
    setup_draft: SetupDraft
    shelfmasons_slide: ShelfmasonsSlide

    def with_options(self, options: RuleOptions) -> Rules:
        """These rules, with the options that are set."""
        given = options.model_dump(exclude_none=True)
        if end := given.pop("tie_break_end", None):
            given["tie_breaks"] = (*given.get("tie_breaks", self.tie_breaks)[:-1], end)
        return replace(self, **given)


class Location(BaseModel):
    """A location tile (RULES 7): ``spaces`` gives for each space the number of players that it needs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    cards: int
    spaces: tuple[int, ...]


class Solo(BaseModel):
    """The tiles that can be played alone (RULES 7 and 8)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    locations: tuple[int, ...]
    libraries: tuple[str, ...]


class Edition(BaseModel):
    """One edition's words and rules.

    Texts go by their key; `fill` fills in their {placeholders}. ``difficulties`` go by the number of
    discards, ``places`` and ``locations`` by their number, ``libraries`` and ``assistants`` by the keys of
    RULES 8. Of the values that the rulebooks do not print, ``assumed`` holds the dotted paths of our own, and
    ``known_of`` the edition of which a printed copy shows the value, by its path.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: EditionKey
    name: str
    language: str
    categories: dict[Category, str]
    forms: dict[str, str]
    rows: dict[str, str]
    row_notes: dict[str, str]
    words: dict[str, str]
    stamp: dict[str, str]
    difficulties: dict[int, str]
    places: dict[int, str]
    explain: dict[str, str]
    decided: dict[str, str]
    flips: dict[str, str]
    labels: dict[str, str]
    prompts: dict[str, str]
    reasons: dict[str, str]
    locations: dict[int, Location]
    libraries: dict[str, str]
    assistants: dict[str, str]
    solo: Solo
    rules: Rules
    assumed: frozenset[str]
    known_of: dict[str, EditionKey]

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def unprinted(self) -> frozenset[str]:
        """The dotted paths of what no rulebook prints: a copy may show otherwise."""
        return self.assumed | self.known_of.keys()

    def fill(self, template: str, /, **values: object) -> str:
        """A text of this edition with its {placeholders} filled in, as `fill` does."""
        return fill(template, self.key, **values)


def edition_key(key: str) -> EditionKey:
    """The key of an edition.

    Raises:
        RefusedInput: there is no such edition.
    """
    for known in EDITION_KEYS:
        if known == key:
            return known
    raise RefusedInput(
        phrase("There is no edition {key!r}: choose one of {known}.", key=key, known=", ".join(EDITION_KEYS))
    )


@cache
def load_edition(key: str) -> Edition:
    """The edition of that key.

    Raises:
        RefusedInput: there is no such edition.

    >>> load_edition("cs").rules.tie_breaks
    ('books', 'hand', 'banned', 'shared')
    """
    edition_key(key)
    data = tomllib.loads((FOLDER / f"{key}.toml").read_text(encoding="utf-8"))
    sources: dict[str, str] = {}
    plain = _unwrap(data, (), sources)
    known_of = {path: of for path, of in sources.items() if of}
    return Edition.model_validate(
        {"key": key, "assumed": sources.keys() - known_of, "known_of": known_of, **plain}
    )


class _Filler(Formatter):
    """`str.format`, with printed minuses and the form of a noun that goes with a number."""

    def __init__(self, language: EditionKey) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return format_spec.split("|")[PLURALS[self.language](abs(value))]
        if isinstance(value, int | float):
            return with_minus(value, format_spec)
        return str(super().format_field(value, format_spec))


def with_minus(number: float, form: str = "") -> str:
    """The number as `format` writes it in this ``form``, with a printed minus.

    >>> with_minus(-3), with_minus(3, "+"), with_minus(-4.25, ".1f")
    ('−3', '+3', '−4.2')
    """
    return format(number, form).replace("-", "\N{MINUS SIGN}")


def fill(template: str, language: EditionKey, /, **values: object) -> str:
    """A text with its {placeholders} filled in, as `str.format` does; nouns agree with their numbers.

    >>> fill("{n} {n:card|cards}", "en", n=-1), fill("{n} {n:karta|karty|karet}", "cs", n=5)
    ('−1 card', '5 karet')
    """
    return _Filler(language).vformat(template, (), values)


def nameless(name: str) -> int | None:
    """The place, from 1, of a player who was given no name: they are called after it, in any edition's words.

    >>> nameless("Jogador 2"), nameless("Ana")
    (2, None)
    """
    word, _, place = name.rpartition(" ")
    known = word in {load_edition(key).words["player"] for key in EDITION_KEYS}
    return int(place) if known and place in {"1", "2", "3", "4"} else None


def given_name(name: str, place: int) -> str:
    """The name that the player at a place, from 1, was given; empty where they are only called after it.

    >>> given_name("Jogador 2", 2), given_name("Jogador 2", 1), given_name("Ana", 1)
    ('', 'Jogador 2', 'Ana')
    """
    return "" if nameless(name) == place else name


def called(name: str, language: EditionKey) -> str:
    """A player's name as it is shown: without one they are called after their place in that language.

    >>> called("Jogador 2", "cs"), called("Ana", "cs")
    ('Hráč 2', 'Ana')
    """
    place = nameless(name)
    return called_after(place, language) if place else name


def called_after(place: int, language: EditionKey) -> str:
    """What the player at a place, from 1, is called whom nobody gave a name.

    >>> called_after(2, "cs")
    'Hráč 2'
    """
    return f"{load_edition(language).words['player']} {place}"


def _unwrap(node: Any, path: tuple[str, ...], sources: dict[str, str]) -> Any:
    """Replaces each table with a value by its value, and notes of which edition it is known; "": of none."""
    if not isinstance(node, dict):
        return node
    if "value" in node:
        sources[".".join(path)] = node.get("known_of", "")
        return node["value"]
    return {key: _unwrap(value, (*path, key), sources) for key, value in node.items()}
