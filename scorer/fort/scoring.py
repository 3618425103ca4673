"""What a score sheet of Fort adds up to (RULES 10)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, FailFast

from scorer.fort.sheet import MACARONI_POINTS, POINTS_AT_HIGHEST_LEVEL, MadeUpRule, Player, Sheet, Suit


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
    """Track, fort level, made-up rule and macaroni; a tie goes to the higher fort, else it is shared.

    Whoever conceded cannot win.
    """
    scores = [_score(player, sheet) for player in sheet.players]
    stayed = [i for i, player in enumerate(sheet.players) if not player.conceded]
    best = max(scores[i].total for i in stayed)
    tied = [i for i in stayed if scores[i].total == best]
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
