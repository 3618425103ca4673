"""A filled-in form as data: what `shelfmark score --json` prints, forms are drawn from and archives keep."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, FailFast, Field, model_validator

from scorer.cards import Category
from scorer.editions import EditionKey
from scorer.gamefile import MOST_DISCARDS, GameFile
from scorer.inspection import DECIDED_BY_PEOPLE, Column, DecidedBy, cards_in_order, inspect, out_of_order
from scorer.licence import apply
from scorer.result.explain import (
    explain_awards,
    explain_books,
    explain_column,
    explain_library,
    explain_licence,
    explain_licence_awards,
    explain_winner,
)


def _of_each(books: dict[Category, int]) -> dict[Category, int]:
    if len(books) < len(Category):
        raise ValueError("a category is missing")
    return books


#: The rows of section B, as a form's column has them.
SCORE_ROWS = ("b1", "b2", "b3", "b4", "b5")


class ColumnResult(BaseModel):
    """One library's column of the form."""

    name: str
    focus: Category
    turned: list[tuple[int, int]] = Field(
        default_factory=list, description="row and column of each card that A1 turned face down, from 0"
    )
    a2: Annotated[dict[Category, int], AfterValidator(_of_each)] = Field(
        description="books of each category on face-up cards"
    )
    b1: int
    b2: int
    b3: int
    b4: int
    b5: int
    total: int
    explain: dict[str, str] = Field(
        description="a sentence for a1, b1 to b5 and total, in the edition's language"
    )


class Result(BaseModel):
    """A filled-in form: the game it is about, a column for each library, and who won."""

    form: Literal["B-7c", "S-42a"]
    edition: EditionKey
    prominent: Category
    banned: Category
    difficulty: Annotated[int, Field(ge=1, le=MOST_DISCARDS)] | None = Field(
        default=None, description="solo only: cards discarded each round"
    )
    players: Annotated[list[ColumnResult], FailFast()]
    library: ColumnResult | None = Field(default=None, description="solo only: the public library")
    winners: list[str] = Field(
        description='names; with decided_by "reading" all still tied, unless "reading_winner" of the game '
        'file names one of them; with "hand" too, where nobody counted the cards; the library after a lost '
        "solo game"
    )
    decided_by: DecidedBy
    won: bool | None = Field(default=None, description="solo only")
    explain: str = Field(description="who won and why, in the edition's language")

    @property
    def columns(self) -> list[ColumnResult]:
        """A column a library, the public one last."""
        return self.players if self.library is None else [*self.players, self.library]

    @property
    def open_tie(self) -> list[str]:
        """T: the players still tied, until somebody says what decides: hands, or who read a book first."""
        return self.winners if self.decided_by in DECIDED_BY_PEOPLE and len(self.winners) > 1 else []

    @property
    def victors(self) -> list[str]:
        """The players who won: nobody while a tie is open."""
        return [] if self.open_tie else self.winners

    @model_validator(mode="after")
    def _of_its_form(self) -> Self:
        solo = self.form == "S-42a"
        if (self.library is not None, self.won is not None) != (solo, solo):
            raise ValueError("a public library, and whether it won, belong to form S-42a")
        if solo and len(self.players) > 1:
            raise ValueError("form S-42a is for one player")
        return self

    def to_json(self) -> dict[str, Any]:
        """The result as JSON holds it; what belongs to solo games only is left out of the others."""
        return self.model_dump(mode="json", exclude_none=True)


def score(game: GameFile) -> Result:
    """Fills in the form for a game (RULES 3 and 4).

    >>> books = {"corrupted_codices": 2, "reference_texts": 7, "spells_potions": 6}
    >>> rita = {"name": "Rita", "focus": "spells_potions", "tally": books, "stability": 8}
    >>> game = {"form": "B-7c", "prominent": "reference_texts", "banned": "corrupted_codices"}
    >>> score(GameFile.from_dict(game | {"players": [rita]})).players[0].total
    33
    """
    return _score_inspection(game) if game.form == "B-7c" else _score_licence(game)


def explain_record(game: GameFile, result: Result) -> list[dict[Category, str]]:
    """A2 in sentences, a dict a column of the form (the public library last): which cards hold the books."""
    shelves = [game.shelf_of(player) for player in range(len(game.players))]
    cards = [None if shelf is None else cards_in_order(shelf) for shelf in shelves]
    if result.library is not None:
        cards.append(game.library_cards())
    pairs = zip(cards, result.columns, strict=True)
    return [explain_books(game.words, mine, column.a2) for mine, column in pairs]


def _score_inspection(game: GameFile) -> Result:
    words = game.words
    entrants = [game.entrant(player) for player in range(len(game.players))]
    conceded = [place for place, player in enumerate(game.players) if player.conceded]
    inspection = inspect(
        entrants, game.prominent, game.banned, game.rule_options.tie_breaks, game.reading_winner, conceded
    )
    awards = explain_awards(words, inspection.columns, game.prominent)
    return Result(
        form="B-7c",
        edition=game.edition,
        prominent=game.prominent,
        banned=game.banned,
        players=[
            _player(game, player, column, award)
            for player, (column, award) in enumerate(zip(inspection.columns, awards, strict=True))
        ],
        winners=[game.players[place].name for place in inspection.winners],
        decided_by=inspection.decided_by,
        explain=explain_winner(words, inspection, game.banned, conceded),
    )


def _score_licence(game: GameFile) -> Result:
    words, entry = game.words, game.library
    assert entry is not None  # GameFile.from_dict refuses S-42a without it
    library = game.library_entrant(words.words["library"])
    application = apply(game.entrant(0), library, game.prominent, game.banned, game.players[0].conceded)
    mine, theirs = explain_licence_awards(words, application, game.prominent)
    sentences = explain_library(words, application.library, game.banned, theirs, trusted=entry.cards is None)
    return Result(
        form="S-42a",
        edition=game.edition,
        prominent=game.prominent,
        banned=game.banned,
        difficulty=game.difficulty,
        players=[_player(game, 0, application.player, mine)],
        library=_column(application.library, sentences),
        winners=[game.players[0].name if application.won else library.name],
        decided_by="total",
        won=application.won,
        explain=explain_licence(words, application),
    )


def _player(game: GameFile, player: int, column: Column, award: str) -> ColumnResult:
    shelf = game.shelf_of(player)
    errors = [] if shelf is None else out_of_order(shelf)
    sentences = explain_column(game.words, column, game.banned, award, shelf, errors)
    return _column(column, sentences, [(error.row, error.column) for error in errors])


def _column(
    column: Column, sentences: dict[str, str], turned: list[tuple[int, int]] | None = None
) -> ColumnResult:
    return ColumnResult(
        name=column.entrant.name,
        focus=column.entrant.focus,
        turned=turned or [],
        a2=dict(column.entrant.books),
        b1=column.b1,
        b2=column.b2,
        b3=column.b3,
        b4=column.b4,
        b5=column.b5,
        total=column.total,
        explain=sentences,
    )
