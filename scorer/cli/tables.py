"""Results as tables for the terminal, in the edition's words."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from scorer.cards import Category
from scorer.editions import load_edition
from scorer.fort import FortResult
from scorer.result import Result
from scorer.result.flip_advice import Flips
from scorer.result.form import SCORE_ROWS


def form_table(result: Result) -> Table:
    """The form: a row a category and a section, a column a library."""
    words = load_edition(result.edition)
    columns = result.columns
    title = f"{words.forms[result.form]} {result.form}"
    if result.difficulty:
        title += f" · {words.difficulties[result.difficulty]}"
    table = Table("", *(c.name for c in columns), title=title)
    for column in table.columns[1:]:
        column.justify = "right"
    for category in Category:
        mark = {result.prominent: " ◯", result.banned: " ⌇"}.get(category, "")
        table.add_row(words.categories[category] + mark, *(str(c.a2[category]) for c in columns))
    table.add_section()
    for row in SCORE_ROWS:
        table.add_row(f"{row.upper()} {words.rows[row]}", *(str(getattr(c, row)) for c in columns))
    table.add_section()
    table.add_row(words.words["total"], *(str(c.total) for c in columns), style="bold")
    return table


def form_sentences(result: Result) -> Iterable[str]:
    """The winner, then each column's arithmetic."""
    yield result.explain
    for column in result.columns:
        yield ""
        yield column.name
        yield from (f"  {row.upper():5} {sentence}" for row, sentence in column.explain.items())


def flip_sentences(flips: Flips) -> Iterable[str]:
    for player in flips.players:
        first, *rest = player.explain
        yield first
        yield from (f"  {sentence}" for sentence in rest)


def fort_table(result: FortResult) -> Table:
    table = Table("", "Track", "Fort", "Made-up rule", "Macaroni", "Total", title="Fort")
    for player in result.players:
        numbers = (player.track, player.fort, player.rule, player.macaroni, player.total)
        table.add_row(player.name, *map(str, numbers))
    return table
