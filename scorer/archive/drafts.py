"""The drafts that the archive keeps: unfinished work, one shape for each kind.

A page keeps more of its work while it is open. Fields that the shape does not name are left out. For example,
a file may bring a picture along, which the page draws anew from the photo.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PureWindowsPath
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from scorer.cards import BOOKS_PER_CATEGORY, HIGHEST_ORDER, Category
from scorer.editions import EditionKey
from scorer.errors import RefusedInput, phrase
from scorer.files import validate
from scorer.fort import HIGHEST_LEVEL, MadeUpRule
from scorer.fort.play.record import Record as FortRecord
from scorer.gamefile import MOST_DISCARDS, MOST_PLAYERS, GameFile
from scorer.gamefile.schema import CardCount
from scorer.names import DraftName
from scorer.play.record import Record
from scorer.shelf import MOST_COLUMNS

DraftKind = Literal["table", "play", "solo", "fort", "fort_play"]

#: A kept photo is named by its content, so that its name cannot be a path.
PHOTO_FILE = re.compile(r"[0-9a-f]{16}(\.[^./\\\0]{0,7})?")
#: Far more than a person lays, takes or answers; the bounds keep nonsense out of files.
MOST_CARDS, MOST_PHOTOS, MOST_AWAY, MOST_STEPS = 400, 64, 64, 10_000_000


class DraftError(RefusedInput):
    """A draft that does not have the shape of its kind."""


class Part(BaseModel):
    """A part of a draft; fields that it does not know are left out."""

    model_config = ConfigDict(extra="ignore", frozen=True)


Identifier = Annotated[str, Field(max_length=200)]
Letter = Annotated[str, Field(pattern="^[A-Z]$")]
Order = Annotated[int, Field(ge=1, le=HIGHEST_ORDER)]
CardField = Literal["face_up", "letter", "order", "of", "categories"]
PixelPlace = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]


# A table of Score


class CardDraft(Part):
    """A card of a seat (`pages.table.seat.TableCard`)."""

    id: Annotated[int, Field(ge=-1, le=MOST_STEPS)]
    row: Annotated[int, Field(ge=0, le=MOST_COLUMNS)]
    column: Annotated[int, Field(ge=0, le=MOST_COLUMNS)]
    face_up: bool = True
    letter: Letter | None = None
    order: Order | None = None
    of: Order | None = None
    categories: Annotated[tuple[Category, ...], Field(max_length=4)] = ()
    buried: bool = False
    review: Annotated[tuple[CardField, ...], Field(max_length=5)] = ()
    looks: Annotated[
        tuple[tuple[Identifier, Annotated[int, Field(ge=0, le=MOST_CARDS)]], ...],
        Field(max_length=MOST_PHOTOS),
    ] = ()
    letter_or: Letter | None = None
    order_or: Order | None = None


class HoleDraft(Part):
    """A place where a card may lie that was not read (`pages.table.seat.TableHole`)."""

    id: Annotated[int, Field(ge=0, le=MOST_CARDS)]
    row: Annotated[int, Field(ge=0, le=MOST_COLUMNS)]
    column: Annotated[int, Field(ge=0, le=MOST_COLUMNS)]
    photo: Identifier
    corners: Annotated[list[tuple[PixelPlace, PixelPlace]], Field(min_length=4, max_length=4)]
    settled: bool = False


Cards = Annotated[tuple[CardDraft, ...], Field(max_length=MOST_CARDS)]


class TallyDraft(Part):
    """Counts alone, in place of cards."""

    books: dict[Category, Annotated[int, Field(ge=0, le=BOOKS_PER_CATEGORY)]] = {}
    stability: CardCount = 0
    buried: CardCount = 0


class SeatDraft(Part):
    """A player at the table, or a player who left it."""

    id: Annotated[str, Field(pattern="^s[1-9][0-9]{0,6}$")]
    name: DraftName
    focus: Category | None = None
    hand: CardCount | None = None
    bot: DraftName | None = None
    conceded: bool = False
    read: Cards = ()
    cards: Cards = ()
    tally: TallyDraft | None = None
    doubts: Annotated[tuple[Literal["parted", "joined"], ...], Field(max_length=2)] = ()
    holes: Annotated[tuple[HoleDraft, ...], Field(max_length=MOST_CARDS)] = ()
    pile: bool = False


class LibraryDraft(SeatDraft):
    """The public library of a solo game."""

    id: Literal["library"] = "library"
    name: DraftName = ""
    pile: bool = True


Quad = Annotated[list[tuple[PixelPlace, PixelPlace]], AfterValidator(lambda quad: _four(quad))]


def _four(quad: list[tuple[float, float]]) -> list[tuple[float, float]]:
    if len(quad) not in (0, 4):
        raise PydanticCustomError("corners", "it must have four corners")
    return quad


def _own_name(file: object) -> object:
    """The name of a kept photo alone: drafts of before held the whole path."""
    name = PureWindowsPath(file).name if isinstance(file, str) else ""
    if not PHOTO_FILE.fullmatch(name):
        raise PydanticCustomError("photo_file", "it must be the name of a kept photo")
    return name


class PhotoDraft(Part):
    """A photo that was read: ``file`` is its name in the folder of kept photos, never a path."""

    name: Annotated[str, Field(max_length=255, pattern=r"^[^\x00]*$")]
    file: Annotated[str, BeforeValidator(_own_name)]
    width: Annotated[int, Field(ge=1, le=1_000_000)]
    height: Annotated[int, Field(ge=1, le=1_000_000)]
    outlines: Annotated[list[Quad], Field(max_length=MOST_CARDS)]
    kind: Literal["shelf", "pile"] = "shelf"
    shelves: tuple[CardCount, CardCount] | None = None
    answered: bool = False
    added: AwareDatetime | None = None


class TableDraft(Part):
    """A table (`pages.table.state.Table`)."""

    edition: EditionKey = "en"
    key: Identifier = ""
    step: Identifier = "players"
    form: Literal["B-7c", "S-42a"] = "B-7c"
    prominent: Category | None = None
    banned: Category | None = None
    difficulty: Annotated[int, Field(ge=1, le=MOST_DISCARDS)] | None = None
    reading_winner: Identifier | None = None
    tie_stays: bool = False
    seats: Annotated[list[SeatDraft], Field(max_length=MOST_PLAYERS)] = []
    library: LibraryDraft = LibraryDraft()
    away: Annotated[list[SeatDraft], Field(max_length=MOST_AWAY)] = []
    photos: Annotated[dict[Identifier, PhotoDraft], Field(max_length=MOST_PHOTOS)] = {}
    finished: Identifier | None = None
    sample: bool = False
    seated: Annotated[int, Field(ge=0, le=MOST_STEPS)] = 0


def _table(data: dict[str, Any]) -> dict[str, Any]:
    if "game" in data:  # a game of the archive, opened again
        GameFile.from_dict(data["game"])
        return {"game": data["game"]}
    table = validate(TableDraft, data, phrase("the table"), DraftError)
    everyone = [*table.seats, *table.away]
    if len({seat.id for seat in everyone}) < len(everyone):
        raise DraftError(phrase("Two seats of the table have the same id: give each its own."))
    if max((int(seat.id[1:]) for seat in everyone), default=0) > table.seated:
        raise DraftError(phrase('"seated" of the table is less than its seats: export the table again.'))
    if table.form == "S-42a" and len(table.seats) > 1:
        raise DraftError(phrase("Form S-42a is for one player, the table has more: use B-7c."))
    for key, photo in table.photos.items():
        if key != f"{photo.file.partition('.')[0]}-{photo.kind}":
            raise DraftError(
                phrase("A photo of the table has the key of another one: export the table again.")
            )
    return _dumped(table)


# A game on screen


class GameDraft(Part):
    """A game that is being played, but for its record: which programs play which players. ``devices``: each
    person plays on a device of their own. ``guided``: it is a first game, with a sentence for each choice.
    ``over``: it was played on from another game and is over, and no archive keeps it. ``began``: when it was
    dealt.
    """

    bots: Annotated[dict[DraftName, DraftName], Field(max_length=MOST_PLAYERS)] = {}
    undone: Annotated[int, Field(ge=0, le=MOST_STEPS)] = 0
    round: Annotated[int, Field(ge=0, le=MOST_STEPS)] = 0
    devices: bool = False
    guided: bool = False
    finished: Identifier | None = None
    over: bool = False
    began: AwareDatetime | None = None


class BookGameDraft(GameDraft):
    """A game of Ex Libris that is being played."""

    record: Record
    reading_winner: DraftName | None = None


class FortGameDraft(GameDraft):
    """A game of Fort that is being played."""

    record: FortRecord


def _book_game(data: dict[str, Any], solo: bool) -> dict[str, Any]:
    game = validate(BookGameDraft, data, phrase("the game"), DraftError)
    setup = game.record.setup()
    if setup.solo != solo:
        raise DraftError(
            phrase("A solo game has one player, any other game several: import it as what it is.")
        )
    return _game(game, setup.players)


def _fort_game(data: dict[str, Any]) -> dict[str, Any]:
    game = validate(FortGameDraft, data, phrase("the game"), DraftError)
    return _game(game, game.record.setup().players)


def _game(game: GameDraft, players: list[str]) -> dict[str, Any]:
    if not set(game.bots) <= set(players):
        raise DraftError(phrase("A bot of the game plays for nobody: name one of its players."))
    return _dumped(game)


# A sheet of Fort


Count = Annotated[int, Field(ge=0, le=999)] | None


class FortSeatDraft(Part):
    """A player of Fort (`pages.session.fort_sheet.seat`); what only some made-up rules ask for may be left
    out.
    """

    id: Identifier = ""
    name: DraftName
    track: Count
    fort_level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL)]
    fort_points: Count
    rule: MadeUpRule | Literal[""]
    big_pack: bool
    bot: DraftName | None = None
    conceded: bool = False
    advance_fort: Count = None
    best_friends: Count = None
    lookout: Count = None
    cards: Count = None
    stuff_toys: Count = None
    stuff_pizza: Count = None
    pack_toys: Count = None
    pack_pizza: Count = None
    book: Count = None
    crown: Count = None
    glue: Count = None
    shovel: Count = None
    skateboard: Count = None
    squirt_gun: Count = None


class FortDraft(Part):
    """A sheet that is being filled in; ``macaroni`` is the number of the player who has it, −1 for nobody."""

    players: Annotated[list[FortSeatDraft], Field(min_length=2, max_length=4)]
    macaroni: Annotated[int, Field(ge=-1, le=3)]


def _fort(data: dict[str, Any]) -> dict[str, Any]:
    sheet = validate(FortDraft, data, phrase("the sheet"), DraftError)
    if sheet.macaroni >= len(sheet.players):
        raise DraftError(phrase("Nobody sits where the macaroni sculpture is: give it to a player."))
    rules = [player.rule for player in sheet.players if player.rule]
    if len(set(rules)) < len(rules):
        raise DraftError(phrase("Two players have the same made-up rule: each exists only once; change one."))
    return _dumped(sheet)


_CHECKS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "table": _table,
    "play": lambda data: _book_game(data, solo=False),
    "solo": lambda data: _book_game(data, solo=True),
    "fort": _fort,
    "fort_play": _fort_game,
}


def checked_draft(kind: str, data: Any) -> dict[str, Any]:
    """The draft in the shape of its kind; other fields are left out.

    >>> checked_draft("fort", {"x": 1})
    Traceback (most recent call last):
    scorer.archive.drafts.DraftError: In the sheet, "players" is missing: add it. And 1 more.

    Raises:
        RefusedInput: the draft does not have this shape, or there is no such kind.
    """
    check = _CHECKS.get(kind)
    if check is None:
        raise DraftError(phrase("There is no such kind of draft: {known}.", known=", ".join(_CHECKS)))
    if not isinstance(data, dict):
        raise DraftError(phrase("it must be an object"))
    return check(data)


def checked_record(record: dict[str, Any], players: int, fort: bool = False) -> dict[str, Any]:
    """The record of a game with this many players, of Ex Libris or of ``fort``.

    Raises:
        RefusedInput: no game can begin like this, or it is the record of another game.
    """
    parsed: Record | FortRecord = FortRecord.read(record) if fort else Record.read(record)
    if len(parsed.setup().players) != players:
        raise DraftError(phrase("The game record is of another game: it has other players."))
    return _dumped(parsed)


def _dumped(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(mode="json", exclude_unset=True)
