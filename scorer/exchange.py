"""Results for other programs: CSV, JSON schemas, and a link that records the play in BG Stats."""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from pydantic import BaseModel, Field

from scorer.cards import BOOKS_ON_A_CARD, CARDS_IN_DECK, HIGHEST_ORDER, Category
from scorer.editions import EditionKey, load_edition
from scorer.errors import RefusedInput, phrase
from scorer.files import Strict
from scorer.fort import Sheet
from scorer.fort.cards import SetFile
from scorer.gamefile import GameFile
from scorer.gamefile.names import person
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


def spreadsheet(rows: Sequence[Sequence[str | int | float]], language: EditionKey) -> str:
    """A table as CSV that a spreadsheet opens with a double click, where people speak this language.

    It begins with a byte order mark, without which Excel takes it for another encoding. Where numbers have a
    decimal comma, cells are parted by semicolons. A text that would be a formula stays a text.

    >>> spreadsheet([["name", "points"], ["=1+1", -4]], "cs")
    "\ufeffname;points\\n'=1+1;-4\\n"
    """
    out = io.StringIO()
    comma = language != "en"
    writer = csv.writer(out, delimiter=";" if comma else ",", lineterminator="\n")
    for row in rows:
        writer.writerow([_cell(value, comma) for value in row])
    return "\ufeff" + out.getvalue()


def _cell(value: str | int | float, comma: bool) -> str | int | float:
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return str(value).replace(".", ",") if comma and isinstance(value, float) else value


def to_csv(result: Result) -> str:
    """The form as a `spreadsheet` in its edition's language, a row a library."""
    words = load_edition(result.edition)
    said = _SAID[result.edition]
    scores = ("b1", "b2", "b3", "b4", "b5", "total")
    heads: list[str] = [*said[:4], *Category, *scores, said[4]]
    if result.edition != "en":  # programs read the English heads
        names = [f"{score.upper()} {words.rows[score]}" for score in scores[:-1]]
        books = [words.categories[category] for category in Category]
        heads = [*said[:4], *books, *names, words.rows["total"], said[4]]
    rows: list[list[str | int | float]] = [[*heads]]
    for column in _columns(result):
        counts = [column.a2[category] for category in Category]
        points = [getattr(column, score) for score in scores]
        focus = column.focus if result.edition == "en" else words.categories[column.focus]
        won = said[5] if column.name in result.victors else said[6]
        rows.append([result.form, result.edition, column.name, focus, *counts, *points, won])
    return spreadsheet(rows, result.edition)


#: Form, edition, name, focus, winner, yes, no.
_SAID: dict[EditionKey, tuple[str, ...]] = {
    "en": ("form", "edition", "name", "focus", "winner", "yes", "no"),
    "pt": ("formulário", "edição", "nome", "especialidade", "vencedor", "sim", "não"),
    "fr": ("formulaire", "édition", "nom", "spécialité", "gagnant", "oui", "non"),
    "cs": ("formulář", "edice", "jméno", "zaměření", "vítěz", "ano", "ne"),
}
#: What a text begins with that a spreadsheet takes for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _columns(result: Result) -> list[ColumnResult]:
    return [*result.players, *([result.library] if result.library else [])]


@dataclass(frozen=True, slots=True)
class Around:
    """What BG Stats takes of a play beside its result, each if it is known.

    ``new``: the players who played for the first time.
    """

    minutes: int | None = None
    place: str = ""
    note: str = ""
    new: Collection[str] = ()


#: A play of which nothing is known beside its result.
ALONE = Around()


def bgstats_play(
    result: Result,
    played: datetime,
    start_player: str | None = None,
    key: str | None = None,
    around: Around = ALONE,
) -> dict[str, Any]:
    """The play as BG Stats takes it. The public library of a solo game is no player.

    ``played`` must know its time zone. ``key`` names the play: BG Stats recognises a play that is sent again
    by it, also when the form was mended since. Without a key the date and the numbers of the result name it.
    """
    date = played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    numbers = [[column.name, column.focus, column.total, *column.a2.values()] for column in _columns(result)]
    play = uuid.uuid5(uuid.NAMESPACE_URL, f"{BGSTATS}{key or json.dumps([date, result.form, numbers])}")
    beside = {"durationMin": around.minutes, "location": around.place, "comments": around.note}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(play),
        "playDate": date,
        **{name: value for name, value in beside.items() if value},
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
                "sourcePlayerId": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{BGSTATS}{person(player.name)}")),
                "score": player.total,
                "winner": player.name in result.victors,
                "rank": _rank(result, player),
                "startPlayer": player.name == start_player,
                **({"newPlayer": True} if player.name in around.new else {}),
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


def bgstats_link(
    result: Result,
    played: datetime,
    start_player: str | None = None,
    key: str | None = None,
    around: Around = ALONE,
) -> str:
    """The link that opens BG Stats with this play filled in; arguments as for `bgstats_play`."""
    told = bgstats_play(result, played, start_player, key, around)
    play = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
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
