"""The score sheet of Fort, the second game (RULES 10)."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, FailFast, Field

from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, read_json, validate
from scorer.gamefile.names import Name, alike
from scorer.limits import SHEET

HIGHEST_LEVEL = 5
#: The printed points of the only fort level whose number the rules text gives.
POINTS_AT_HIGHEST_LEVEL = 23
MACARONI_POINTS = 4
#: The most of each resource in stuff; pack and lookout hold the fort level + 1, a Big Pack 2 more.
STUFF_HOLDS = 4
PACK_BEYOND_LEVEL = 1
BIG_PACK_HOLDS_MORE = 2

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
    best_friends: Count | None = Field(default=None, description="best friends among the cards owned")


class Sheet(Strict):
    """The players of one game of Fort."""

    players: Annotated[list[Player], Field(min_length=2, max_length=4)]

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


class PlayerScore(BaseModel):
    """One player's sum."""

    name: str
    track: int
    fort: int
    rule: int
    macaroni: int
    total: int
    explain: str


class FortResult(BaseModel):
    """The filled-in sheet."""

    players: Annotated[list[PlayerScore], FailFast()]
    winners: list[str]
    decided_by: Literal["total", "fort_level", "shared"]


def score_fort(sheet: Sheet) -> FortResult:
    """Track, fort level, made-up rule and macaroni; a tie goes to the higher fort, else it is shared."""
    scores = [_score(player, sheet) for player in sheet.players]
    best = max(score.total for score in scores)
    tied = [i for i, score in enumerate(scores) if score.total == best]
    decided_by: Literal["total", "fort_level", "shared"] = "total"
    if len(tied) > 1:
        level = max(sheet.players[i].fort_level for i in tied)
        tied = [i for i in tied if sheet.players[i].fort_level == level]
        decided_by = "fort_level" if len(tied) == 1 else "shared"
    return FortResult(players=scores, winners=[scores[i].name for i in tied], decided_by=decided_by)


def rule_points(player: Player, rivals: list[Player]) -> int:
    """What the player's made-up rule earns.

    >>> rulico = Player(name="Rulico", track=17, fort_level=5, rule=MadeUpRule.POPULARITY, lookout=4)
    >>> rule_points(rulico, [])
    4
    """
    suits = player.suits or {}
    match player.rule:
        case None:
            return 0
        case MadeUpRule.GRAND_PLANS:
            return player.advance_fort or 0
        case MadeUpRule.FRIENDSHIP_BRACELETS:
            different = sum(count > 0 for count in suits.values())
            return different + (different == len(Suit))
        case MadeUpRule.PIGGY_BANK:
            return player.stuff.toys + player.pack.toys
        case MadeUpRule.PIZZA_PARTY:
            return player.stuff.pizza + player.pack.pizza
        case MadeUpRule.STAY_COOL:
            return 0 if player.best_friends else 5
        case MadeUpRule.MINIMALISM:
            return 8 if player.fort_level == 2 else 0
        case MadeUpRule.POPULARITY:
            return player.lookout
        case MadeUpRule.BOUNCY_CASTLE:
            return suits.get(Suit.CROWN, 0)
        case MadeUpRule.SECRET_STASH:
            return player.pack.total
        case MadeUpRule.PYJAMA_PARTY:
            mine, most = player.cards or 0, max((rival.cards or 0 for rival in rivals), default=0)
            return 8 if mine > most else 4 if mine == most else 0
        case MadeUpRule.MAD_SCIENCE:
            return suits.get(Suit.BOOK, 0)


def _score(player: Player, sheet: Sheet) -> PlayerScore:
    fort = POINTS_AT_HIGHEST_LEVEL if player.fort_points is None else player.fort_points
    rule = rule_points(player, [rival for rival in sheet.players if rival is not player])
    macaroni = MACARONI_POINTS if player.macaroni else 0
    total = player.track + fort + rule + macaroni
    name = player.rule.replace("_", " ") if player.rule else "no made-up rule"
    return PlayerScore(
        name=player.name,
        track=player.track,
        fort=fort,
        rule=rule,
        macaroni=macaroni,
        total=total,
        explain=f"{player.track} (track) + {fort} (fort level {player.fort_level}) + {rule} ({name}) "
        f"+ {macaroni} (macaroni) = {total}.",
    )


def _check_together(sheet: Sheet) -> None:
    """Names, made-up rules and the macaroni sculpture exist once."""
    rules = Counter(player.rule for player in sheet.players if player.rule)
    for name, times in alike([player.name for player in sheet.players]):
        raise SheetError(
            phrase("{times} players are called {name}: give each their own name.", times=times, name=name)
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
                owners=reduce(lambda one, other: phrase("{one} and {other}", one=one, other=other), owners),
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
