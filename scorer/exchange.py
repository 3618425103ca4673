"""Results for other programs: CSV, JSON schemas, and a link that records the play in BG Stats."""

from __future__ import annotations

import csv
import io
import json
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from pydantic import BaseModel, Field

from scorer.cards import BOOKS_ON_A_CARD, CARDS_IN_DECK, HIGHEST_ORDER, Category
from scorer.errors import RefusedInput, phrase
from scorer.files import Strict
from scorer.fort import Sheet
from scorer.fort.cards import SetFile
from scorer.gamefile import GameFile
from scorer.result import ColumnResult, Result
from scorer.result.advice import Flips

if TYPE_CHECKING:
    import segno

BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="
BGG_ID = 201825
SOURCE = "Shelfmark"

Letter = Annotated[str, Field(pattern="^[A-Z]$")]


class DeckCard(Strict):
    """A card of a deck file."""

    letter: Letter
    order: int = Field(ge=1, le=HIGHEST_ORDER)
    of: int = Field(ge=1, le=HIGHEST_ORDER, description="cards of the same letter")
    categories: list[Category] = Field(min_length=BOOKS_ON_A_CARD[0], max_length=BOOKS_ON_A_CARD[-1])
    titles: list[str] = Field(default=[], description="a title for each book, in the order of the categories")


class DeckFile(Strict):
    """A deck file; `Deck.problems` also checks what no schema can say."""

    letters: dict[Letter, int] = Field(default={}, description="cards of each letter")
    cards: list[DeckCard] = Field(min_length=CARDS_IN_DECK, max_length=CARDS_IN_DECK)


#: The files that Shelfmark reads or writes, by the names of `shelfmark schema`.
MODELS: dict[str, type[BaseModel]] = {
    "game": GameFile,
    "deck": DeckFile,
    "result": Result,
    "flips": Flips,
    "fort": Sheet,
    "fort-cards": SetFile,
}


def to_csv(result: Result) -> str:
    """The form as CSV, a row a library."""
    out = io.StringIO()
    scores = ("b1", "b2", "b3", "b4", "b5", "total")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["form", "edition", "name", "focus", *Category, *scores, "winner"])
    for column in _columns(result):
        books = [column.a2[category] for category in Category]
        points = [getattr(column, score) for score in scores]
        won = "yes" if column.name in result.victors else "no"
        writer.writerow([result.form, result.edition, column.name, column.focus, *books, *points, won])
    return out.getvalue()


def _columns(result: Result) -> list[ColumnResult]:
    return [*result.players, *([result.library] if result.library else [])]


def bgstats_play(result: Result, played: datetime, start_player: str | None = None) -> dict[str, Any]:
    """The play as BG Stats takes it. The public library of a solo game is no player.

    ``played`` must know its time zone. The ids come from the result and the date, so that the same play
    imported twice is recognised.
    """
    date = played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    play = uuid.uuid5(uuid.NAMESPACE_URL, f"{BGSTATS}{date}{result.model_dump_json()}")
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(play),
        "playDate": date,
        "game": {
            "name": "Ex Libris",
            "bggId": BGG_ID,
            "sourceGameId": "ex-libris",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{BGSTATS}{player.name}")),
                "score": player.total,
                "winner": player.name in result.victors,
                "rank": _rank(result, player),
                "startPlayer": player.name == start_player,
            }
            for player in result.players
        ],
    }


def _rank(result: Result, player: ColumnResult) -> int:
    """1 for the winners; the other players by points, and equal points share a rank."""
    if player.name in result.winners:
        return 1
    ahead = [p for p in result.players if p.total > player.total or p.name in result.winners]
    return 1 + len(ahead)


def bgstats_link(result: Result, played: datetime, start_player: str | None = None) -> str:
    """The link that opens BG Stats with this play filled in."""
    play = json.dumps(bgstats_play(result, played, start_player), ensure_ascii=False, separators=(",", ":"))
    return BGSTATS + quote(play, safe="")


def qr_code(link: str) -> segno.QRCode:
    """The link as a QR code.

    Raises:
        RefusedInput: it is longer than a QR code can hold.
    """
    import segno  # few want a code, and every command would wait for it

    try:
        return segno.make_qr(link, error="l")
    except segno.DataOverflowError as error:
        raise RefusedInput(
            phrase(
                "The link has {length} characters, more than a QR code holds: shorten the names or use the "
                "link itself.",
                length=len(link),
            )
        ) from error


def qr_picture(link: str, suffix: str) -> bytes:
    """The QR code as a file: SVG, PNG or PDF by the suffix, with or without its dot.

    Raises:
        RefusedInput: another suffix, or the link is too long.
    """
    kind = suffix.lower().lstrip(".")
    if kind not in ("svg", "png", "pdf"):
        raise RefusedInput(
            phrase(
                "A QR code is written as .svg, .png or .pdf, not as {suffix}: give such a name.",
                suffix=suffix or phrase("nothing"),
            )
        )
    out = io.BytesIO()
    qr_code(link).save(out, kind=kind, scale=4)
    return out.getvalue()
