"""The words and numbers of a form, before it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from scorer.cards import Category
from scorer.editions import Edition, load_edition, with_minus
from scorer.errors import RefusedInput, phrase
from scorer.gamefile import MOST_PLAYERS
from scorer.result import ColumnResult, Result
from scorer.result.form import SCORE_ROWS

FormName = Literal["B-7c", "S-42a"]
#: The mark of a row that the inspector skips.
SKIPPED = "–"
IN_ORDER = "✓"


@dataclass(frozen=True, slots=True)
class FormColumn:
    """One library's column; an empty text leaves the space for a pen."""

    name: str = ""
    focus: Category | None = None
    a1: str = ""
    books: Mapping[Category, str] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)
    total: str = ""
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class FormContent:
    """A form, filled in or empty."""

    form: FormName
    edition: Edition
    columns: tuple[FormColumn, ...]
    prominent: Category | None = None
    banned: Category | None = None
    difficulty: int | None = None
    remarks: str = ""
    date: str = ""

    @property
    def title(self) -> str:
        return f"{self.edition.forms[self.form]} {self.form}"


def filled(result: Result, edition: str | Edition | None = None, date: str = "") -> FormContent:
    """The form of a result, in its own edition or another one; ``date``: when it was played.

    Raises:
        RefusedInput: there is no such edition.
    """
    words = _edition(edition or result.edition)
    columns = [_column(player, words, _stamp(result, player, words)) for player in result.players]
    if result.library is not None:
        columns.append(_column(result.library, words, "", checked=False))
    return FormContent(
        result.form,
        words,
        tuple(columns),
        result.prominent,
        result.banned,
        result.difficulty,
        result.explain,
        date,
    )


def empty(form: str, edition: str | Edition = "en", players: int = MOST_PLAYERS) -> FormContent:
    """A form to print and fill in by hand, a column a player; S-42a has one and the library's.

    Raises:
        RefusedInput: there is no such form or edition, or not that many columns.
    """
    words = _edition(edition)
    if form == "S-42a":
        skipped = FormColumn(words.words["library"], a1=SKIPPED, scores={"b1": SKIPPED})
        return FormContent("S-42a", words, (FormColumn(), skipped))
    if form != "B-7c":
        raise RefusedInput(phrase("There is no form {form!r}: choose B-7c or S-42a.", form=form))
    if not 1 <= players <= MOST_PLAYERS:
        raise RefusedInput(
            phrase(
                "Form B-7c has no {players} columns: ask for 1 to {most} players.",
                players=players,
                most=MOST_PLAYERS,
            )
        )
    return FormContent("B-7c", words, (FormColumn(),) * players)


def _edition(edition: str | Edition) -> Edition:
    return edition if isinstance(edition, Edition) else load_edition(edition)


def _column(column: ColumnResult, words: Edition, stamp: str, checked: bool = True) -> FormColumn:
    """``checked`` is False for the public library, which skips A1 and B1 (RULES 4)."""
    on_trust = column.explain.get("a1") == words.explain["a2_trust"]
    a1 = SKIPPED if on_trust or not checked else str(len(column.turned)) if column.turned else IN_ORDER
    scores = {row: with_minus(getattr(column, row)) for row in SCORE_ROWS}
    if not checked:
        scores["b1"] = SKIPPED
    return FormColumn(
        column.name,
        column.focus,
        a1,
        {category: str(column.a2.get(category, 0)) for category in Category},
        scores,
        with_minus(column.total),
        stamp,
    )


def _stamp(result: Result, player: ColumnResult, words: Edition) -> str:
    """The text of the inspector's stamp in a player's column; empty for a player who did not win."""
    if result.form == "S-42a":
        return words.stamp["licensed" if result.won else "refused"]
    if player.name not in result.winners:
        return ""
    if result.open_tie:
        return words.stamp["undecided"]
    return words.stamp["winner"]
