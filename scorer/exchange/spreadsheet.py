"""Tables for spreadsheets: any rows as CSV, and the form as such a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import NamedTuple

from scorer.cards import Category
from scorer.editions import EditionKey, load_edition
from scorer.result import Result
from scorer.result.form import SCORE_ROWS


class _Heads(NamedTuple):
    """The words of a table that no edition's form has."""

    form: str
    edition: str
    name: str
    focus: str
    winner: str
    yes: str
    no: str


_HEADS: dict[EditionKey, _Heads] = {
    "en": _Heads("form", "edition", "name", "focus", "winner", "yes", "no"),
    "pt": _Heads("formulário", "edição", "nome", "especialidade", "vencedor", "sim", "não"),
    "fr": _Heads("formulaire", "édition", "nom", "spécialité", "gagnant", "oui", "non"),
    "cs": _Heads("formulář", "edice", "jméno", "zaměření", "vítěz", "ano", "ne"),
}
#: What a text begins with that a spreadsheet takes for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


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
    own = _HEADS[result.edition]
    scores = (*SCORE_ROWS, "total")
    if result.edition == "en":  # programs read the English heads
        books, names = list[str](Category), list(scores)
    else:
        books = [words.categories[category] for category in Category]
        names = [*(f"{score.upper()} {words.rows[score]}" for score in SCORE_ROWS), words.rows["total"]]
    heads = [own.form, own.edition, own.name, own.focus, *books, *names, own.winner]
    rows: list[list[str | int | float]] = [[*heads]]
    for column in result.columns:
        counts = [column.a2[category] for category in Category]
        points = [getattr(column, score) for score in scores]
        focus = column.focus if result.edition == "en" else words.categories[column.focus]
        won = own.yes if column.name in result.victors else own.no
        rows.append([result.form, result.edition, column.name, focus, *counts, *points, won])
    return spreadsheet(rows, result.edition)
