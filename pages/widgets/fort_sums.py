"""The sums of a game of Fort: who won, a table, a sentence for each player, and files to take along."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from typing import Any

import streamlit as st

from pages.session.fields import download
from pages.widgets.saying import table
from pages.words import Words, words
from scorer.editions import EditionKey, load_edition
from scorer.exchange.spreadsheet import spreadsheet
from scorer.fort import FortResult

#: The parts of a sum, in the order of the sheet.
PARTS = ("track", "fort", "rule", "macaroni", "total")


def won(result: FortResult, conceded: Collection[str], w: Words, called: Callable[[str], str] = str) -> str:
    """Who won, by how much, and by what a tie was decided; before that, who conceded.

    ``called`` gives the name to show.
    """
    screen = load_edition(w.language)
    gone = ", ".join(called(one.name) for one in result.players if one.name in conceded)
    first = screen.fill(screen.decided["conceded"], players=gone) + " " if gone else ""
    best = max(one.total for one in result.players if one.name in result.winners)
    winners = ", ".join(map(called, result.winners))
    return first + w(f"won_{result.decided_by}", winners=winners, value=best)


def sums(result: FortResult, w: Words, called: Callable[[str], str] = str) -> None:
    """The sums of all players as a table."""
    rows = [
        {w["name"]: called(one.name), **{w[part]: getattr(one, part) for part in PARTS}}
        for one in result.players
    ]
    table(rows)


def reasons(result: FortResult, players: Sequence[Mapping[str, Any]], w: Words) -> None:
    """A sentence for each player's sum; ``players`` are those of the sheet or its draft."""
    with st.expander(w["why"]):
        for one, given in zip(result.players, players, strict=True):
            sentence = w(
                "explain",
                name=one.name,
                track=one.track,
                fort=one.fort,
                level=given["fort_level"],
                points=one.rule,
                rule=w[f"rule_{given['rule']}"] if given.get("rule") else w["no_rule"],
                macaroni=one.macaroni,
                total=one.total,
            )
            st.html(f"<p>{escape(sentence)}</p>")


def files(sheet: Mapping[str, Any], result: FortResult) -> None:
    """The sheet and the sums as files."""
    w = words("fort")
    download(w["json"], json.dumps(sheet, ensure_ascii=False, indent=2), "fort.json", "application/json")
    download(w["csv"], to_csv(result, w.language), "fort.csv", "text/csv", icon=":material/table:")


def to_csv(result: FortResult, language: EditionKey) -> str:
    """A `spreadsheet` with a row a player."""
    rows: list[list[str | int | float]] = [["name", *PARTS, "winner"]]
    for one in result.players:
        won_it = "yes" if one.name in result.winners else "no"
        rows.append([one.name, *(getattr(one, part) for part in PARTS), won_it])
    return spreadsheet(rows, language)
