"""The score sheet of Fort, the second game (RULES 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field

from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, read_json, validate
from scorer.limits import SHEET
from scorer.names import Name, duplicates

HIGHEST_LEVEL = 5
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
#: The printed points of the only fort level whose number the rules text gives.
POINTS_AT_HIGHEST_LEVEL = 23
MACARONI_POINTS = 4
#: The most of each resource in stuff; pack and lookout hold the fort level + 1, a Big Pack 2 more.
STUFF_HOLDS = 4
PACK_BEYOND_LEVEL = 1
BIG_PACK_HOLDS_MORE = 2
#: The fort levels that give a made-up rule and a perk.
RULE_LEVEL, PERK_LEVEL = 1, 2
#: The best friends that a player begins with; nobody gets more.
MOST_BEST_FRIENDS = 2

Count = Annotated[int, Field(strict=True, ge=0, le=999)]


class SheetError(RefusedInput):
    """A Fort sheet that cannot be scored."""


class Suit(StrEnum):
    """The six suits; coins are not a suit and are not counted."""

    BOOK = "book"
    CROWN = "crown"
    GLUE = "glue"
    SHOVEL = "shovel"
    SKATEBOARD = "skateboard"
    SQUIRT_GUN = "squirt_gun"


class MadeUpRule(StrEnum):
    """The eleven made-up rules."""

    GRAND_PLANS = "grand_plans"
    FRIENDSHIP_BRACELETS = "friendship_bracelets"
    PIGGY_BANK = "piggy_bank"
    PIZZA_PARTY = "pizza_party"
    STAY_COOL = "stay_cool"
    MINIMALISM = "minimalism"
    POPULARITY = "popularity"
    BOUNCY_CASTLE = "bouncy_castle"
    SECRET_STASH = "secret_stash"
    PYJAMA_PARTY = "pyjama_party"
    MAD_SCIENCE = "mad_science"


class Resources(Strict):
    """Pizza and toys in one place."""

    pizza: Count = 0
    toys: Count = 0

    @property
    def total(self) -> int:
        return self.pizza + self.toys


class Player(Strict):
    """One player at the end; "cards you own" are those in deck, discard, hand, yard and lookout.

    What only some made-up rules ask for may be left out; a rule that needs it says so.
    """

    name: Name
    bot: Name | None = Field(default=None, description="the program that played, if no person did")
    conceded: bool = Field(default=False, strict=True, description="gave up: cannot win, and a bot played on")
    track: Count = Field(description="points on the victory track")
    fort_level: Annotated[int, Field(strict=True, ge=0, le=HIGHEST_LEVEL)]
    fort_points: Count | None = Field(
        default=None, description="points printed at the fort level; level 5 prints 23"
    )
    macaroni: bool = Field(default=False, strict=True, description="has the macaroni sculpture")
    rule: MadeUpRule | None = None
    stuff: Resources = Resources()
    pack: Resources = Resources()
    big_pack: bool = Field(default=False, strict=True, description="has the perk Big Pack")
    lookout: Count = Field(default=0, description="cards in the lookout")
    cards: Count | None = Field(default=None, description="cards owned")
    suits: dict[Suit, Count] | None = Field(
        default=None, description="suits on the cards owned, coins left out"
    )
    advance_fort: Count | None = Field(default=None, description="Advance Fort actions on the cards owned")
    best_friends: Annotated[int, Field(strict=True, ge=0, le=MOST_BEST_FRIENDS)] | None = Field(
        default=None, description="best friends among the cards owned"
    )


class Sheet(Strict):
    """The players of one game of Fort."""

    players: Annotated[list[Player], Field(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)]

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads and checks a sheet file.

        Raises:
            SheetError: it cannot be read or scored.
        """
        return cls.from_dict(read_json(Path(path), SHEET, SheetError))

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """Checks a parsed sheet file.

        Raises:
            SheetError: as `load`.
        """
        sheet = validate(cls, data, phrase("the sheet file"), SheetError)
        _check_together(sheet)
        for player in sheet.players:
            _check_player(player)
        return sheet

    @property
    def conceded(self) -> list[str]:
        """The players who gave up."""
        return [player.name for player in self.players if player.conceded]


def doubts(sheet: Sheet) -> list[str]:
    """What a sheet may have forgotten: everybody gets a made-up rule at fort level 1.

    >>> doubts(Sheet.from_dict({"players": [
    ...     {"name": "Nani", "track": 3, "fort_level": 1, "fort_points": 2},
    ...     {"name": "Lui", "track": 5, "fort_level": 0, "fort_points": 0},
    ... ]}))
    ['Nani has fort level 1 and no made-up rule, which comes with level 1: add it if it was forgotten.']
    """
    return [
        phrase(
            "{who} has fort level {level} and no made-up rule, which comes with level {first}: add it if it "
            "was forgotten.",
            who=player.name,
            level=player.fort_level,
            first=RULE_LEVEL,
        )
        for player in sheet.players
        if player.rule is None and player.fort_level >= RULE_LEVEL
    ]


def _joined(names: Sequence[str]) -> str:
    """Names as the reader's language joins them."""
    return reduce(lambda one, other: phrase("{one} and {other}", one=one, other=other), names)


def _check_together(sheet: Sheet) -> None:
    """Names, made-up rules and the macaroni sculpture exist once, and somebody played to the end."""
    rules = Counter(player.rule for player in sheet.players if player.rule)
    for name, times in duplicates([player.name for player in sheet.players]):
        raise SheetError(
            phrase("{times} players are called {name}: give each their own name.", times=times, name=name)
        )
    if all(player.conceded for player in sheet.players):
        raise SheetError(
            phrase('All players of the sheet "conceded": leave it out for whoever played to the end.')
        )
    for rule, times in rules.items():
        if times > 1:
            raise SheetError(
                phrase(
                    '{times} players have the made-up rule "{rule}": each exists only once; change one '
                    "of them.",
                    times=times,
                    rule=rule,
                )
            )
    owners = [player.name for player in sheet.players if player.macaroni]
    if len(owners) > 1:
        raise SheetError(
            phrase(
                "{owners} both have the macaroni sculpture: it exists only once; leave it to one player.",
                owners=_joined(owners),
            )
        )
    if not owners and any(player.fort_level == HIGHEST_LEVEL for player in sheet.players):
        raise SheetError(
            phrase(
                "Somebody reached fort level {highest}, but nobody has the macaroni sculpture: set "
                '"macaroni" to true for the first who did.',
                highest=HIGHEST_LEVEL,
            )
        )
    packs = [player.name for player in sheet.players if player.big_pack]
    if len(packs) > 1:
        raise SheetError(
            phrase(
                "{owners} both have the perk Big Pack: it exists only once; leave it to one player.",
                owners=_joined(packs),
            )
        )
    printed: dict[int, int] = {}
    for player in sheet.players:
        points = player.fort_points
        if points is not None and printed.setdefault(player.fort_level, points) != points:
            raise SheetError(
                phrase(
                    "Fort level {level} has {points} points for {who} and {others} for another player: all "
                    "boards print the same; correct one of them.",
                    level=player.fort_level,
                    points=points,
                    who=player.name,
                    others=printed[player.fort_level],
                )
            )
    if rules[MadeUpRule.PYJAMA_PARTY]:
        for player in sheet.players:
            if player.cards is None:
                raise SheetError(
                    phrase(
                        'Pyjama Party compares all players, and {name} has no "cards": add their number.',
                        name=player.name,
                    )
                )


def _check_player(player: Player) -> None:
    who, level = player.name, player.fort_level
    if player.fort_points is None and level != HIGHEST_LEVEL:
        raise SheetError(
            phrase(
                '{who} has fort level {level}: add "fort_points", the number printed there on the board.',
                who=who,
                level=level,
            )
        )
    if level == HIGHEST_LEVEL and player.fort_points not in (None, POINTS_AT_HIGHEST_LEVEL):
        raise SheetError(
            phrase(
                "{who} has {fort_points} points for fort level {highest}, which prints {points}: correct "
                '"fort_points" or leave it out.',
                who=who,
                fort_points=player.fort_points,
                highest=HIGHEST_LEVEL,
                points=POINTS_AT_HIGHEST_LEVEL,
            )
        )
    if player.macaroni and level != HIGHEST_LEVEL:
        raise SheetError(
            phrase(
                "{who} has the macaroni sculpture at fort level {level}, it takes level {highest}: "
                "correct one "
                "of them.",
                who=who,
                level=level,
                highest=HIGHEST_LEVEL,
            )
        )
    if player.rule and level == 0:
        raise SheetError(
            phrase(
                "{who} has a made-up rule at fort level 0, it comes with level 1: correct one of them.",
                who=who,
            )
        )
    if player.big_pack and level < PERK_LEVEL:
        raise SheetError(
            phrase(
                "{who} has a perk at fort level {level}, it comes with level {first}: correct one of them.",
                who=who,
                level=level,
                first=PERK_LEVEL,
            )
        )
    holds = level + PACK_BEYOND_LEVEL
    pack = holds + (BIG_PACK_HOLDS_MORE if player.big_pack else 0)
    for what, there, most in (
        (phrase("pizzas in the stuff"), player.stuff.pizza, STUFF_HOLDS),
        (phrase("toys in the stuff"), player.stuff.toys, STUFF_HOLDS),
        (phrase("cards in the lookout"), player.lookout, holds),
        (phrase("resources in the pack"), player.pack.total, pack),
    ):
        if there > most:
            raise SheetError(
                phrase(
                    "{who} has {there} {what}, at level {level} it holds {most}: correct one of them.",
                    who=who,
                    there=there,
                    what=what,
                    level=level,
                    most=most,
                )
            )
    if player.cards is not None and player.lookout > player.cards:
        raise SheetError(
            phrase(
                "{who} owns {cards} cards and has {lookout} in the lookout alone: correct one number.",
                who=who,
                cards=player.cards,
                lookout=player.lookout,
            )
        )
    field = _NEEDED.get(player.rule) if player.rule else None
    if field and getattr(player, field) is None:
        raise SheetError(
            phrase(
                '{who} has the made-up rule "{rule}", which needs "{field}": add it.',
                who=who,
                rule=player.rule,
                field=field,
            )
        )


#: The field that a made-up rule reads and that has no natural value when left out.
_NEEDED = {
    MadeUpRule.GRAND_PLANS: "advance_fort",
    MadeUpRule.FRIENDSHIP_BRACELETS: "suits",
    MadeUpRule.STAY_COOL: "best_friends",
    MadeUpRule.BOUNCY_CASTLE: "suits",
    MadeUpRule.PYJAMA_PARTY: "cards",
    MadeUpRule.MAD_SCIENCE: "suits",
}
