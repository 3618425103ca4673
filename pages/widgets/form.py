"""The inspection form on screen: every number explains itself where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from pages.components import source
from pages.session.fields import download
from pages.widgets.printing import chosen_paper
from pages.widgets.saying import day, labelled
from pages.words import Words, words
from scorer.cards import Category
from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.exchange.bgstats import ALONE, Around, bgstats_link
from scorer.exchange.qr import qr_picture
from scorer.exchange.spreadsheet import to_csv
from scorer.forms import boxed_letters, filled, html, to_chat, to_pdf, to_png, to_screen
from scorer.forms.content import FormColumn
from scorer.gamefile import GameFile
from scorer.result import Result
from scorer.result.form import explain_record
from scorer.shelf import Shelf

_sheet = st.components.v2.component(
    "shelfmark_form",
    css=f"{html.css()}\n{source('page', 'form_sheet.css', 'forced.css')}",
    js=source("page", "form_sheet.js"),
)


def form(
    result: Result,
    edition: Edition,
    game: GameFile | None = None,
    key: str = "form",
    played: datetime | None = None,
) -> None:
    """The form filled in; a number tapped says how it comes about, over the form and without moving it.

    ``game``: what ``result`` is the score of; without it the counts of A2 stand without their cards.
    ``played``: when, where that is known.
    """
    st.html(f"<style>{html.fonts()}</style>")  # fonts are the page's: a component cannot bring its own
    _sheet(key=key, data=view(result, edition, game, words("form"), day(played) if played else ""))


def view(result: Result, edition: Edition, game: GameFile | None, w: Words, date: str = "") -> dict[str, Any]:
    """The form as the component draws it, as plain JSON."""
    content = filled(result, edition, date)
    screens = {"wide": to_screen(content), "narrow": to_screen(content, narrow=True)}
    return {
        "words": {name: w[name] for name in ("hint", "numbers", "close")},
        "sheets": {
            name: {
                "html": screen.html,
                "width": screen.width,
                "height": screen.height,
                "areas": [
                    [area.x, area.y, area.width, area.height, area.column, area.row] for area in screen.areas
                ],
            }
            for name, screen in screens.items()
        },
        "columns": _columns(result, edition, game),
    }


def _columns(result: Result, edition: Edition, game: GameFile | None) -> list[dict[str, Any]]:
    """Each library's name and its numbers: row to title, number and sentence."""
    columns = result.columns
    records = explain_record(game, result) if game else [{} for _ in columns]
    shown: tuple[FormColumn, ...] = filled(result, edition).columns
    found = []
    for column, record, on_form in zip(columns, records, shown, strict=True):
        numbers = {"a1": on_form.a1, "total": on_form.total, **on_form.scores}
        rows = {
            row: [_title(row, edition), numbers[row], sentence]
            for row, sentence in column.explain.items()
            if row in numbers
        }
        rows |= {
            category.value: [
                edition.categories[category],
                on_form.books[category],
                record.get(category)
                or labelled(edition.categories[category], f"{column.a2[category]}.", edition.key),
            ]
            for category in Category
        }
        found.append({"name": column.name, "rows": rows})
    return found


def _title(row: str, edition: Edition) -> str:
    return edition.rows[row] if row == "total" else f"{row.upper()} {edition.rows[row]}"


def exports(
    result: Result,
    edition: Edition,
    key: str = "form",
    played: datetime | None = None,
    play: str | None = None,
    file: Callable[[], str] | None = None,
    around: Around = ALONE,
    game: GameFile | None = None,
) -> None:
    """What can be taken along: PDF, PNG and CSV, a picture for a chat, the play for BG Stats as a link and a
    QR code, and the ``file`` that an archive takes in, where there is one.

    ``played`` must know its time zone; without it the play counts as played when the form was first seen.
    ``play`` names it, for whoever sends it again; ``around`` is what BG Stats takes beside the result;
    ``game`` has the shelves, and who conceded.
    """
    w = words("form")
    when = played or st.session_state.setdefault(f"{key}-played", datetime.now(UTC))
    name = f"ex-libris-{result.form.lower()}-{day(when)}"
    st.subheader(w["take_along"], anchor=False)
    paper, content = chosen_paper(key), filled(result, edition, day(when))
    files: list[tuple[str, str, Callable[[], str | bytes]]] = [
        ("pdf", "application/pdf", partial(to_pdf, content, paper=paper)),
        ("png", "image/png", partial(to_png, content, paper=paper)),
        ("csv", "text/csv", partial(to_csv, result)),
    ]
    if file:
        files.append(("json", "application/json", file))
    with st.container(horizontal=True, key=f"{key}-files"):
        for suffix, mime, make in files:
            download(
                w[suffix],
                make,
                f"{name}.{suffix}",
                mime,
                help=w[f"{suffix}_help"],
                key=f"{key}-{suffix}",
            )
        shelves = _winners_shelves(result, game) if game else []
        for look in ("light", "dark"):
            download(
                w[f"chat_{look}"],
                partial(to_chat, content, shelves, night=look == "dark"),
                f"{name}-chat-{look}.png",
                "image/png",
                icon=f":material/{look}_mode:",
                help=w["chat_help"],
                key=f"{key}-chat-{look}",
            )
        around = replace(around, conceded=game.conceded) if game else around
        link = bgstats_link(result, when, key=play, around=around)
        st.link_button(w["bgstats"], link, help=w["bgstats_help"], icon=":material/casino:")
        # A box over the page, not one at the button: at the foot of the page that cuts the code off.
        if st.button(w["qr"], icon=":material/qr_code:", key=f"{key}-qr"):
            bare = bgstats_link(result, when, key=play, around=replace(around, note=""))
            st.dialog(w["qr"])(_code)(link, bare, w)
    if letters := boxed_letters(result, in_pdf=False):
        st.caption(w("boxed", letters=letters))


def _winners_shelves(result: Result, game: GameFile) -> list[tuple[str, Shelf]]:
    """The shelf of each winner; alone at the table, one's own. Players given by counts have none."""
    alone = result.form == "S-42a"
    won = [number for number, one in enumerate(result.players) if alone or one.name in result.winners]
    return [(result.players[n].name, shelf) for n in won if (shelf := game.shelf_of(n)) is not None]


def _code(link: str, bare: str, w: Words) -> None:
    """The code of the link, or of that without the note where it is too long for a code."""
    try:
        picture, help_key = qr_picture(link, "png"), "qr_help"
    except RefusedInput:
        try:
            picture, help_key = qr_picture(bare, "png"), "qr_no_note"
        except RefusedInput:
            st.write(w["qr_too_long"])
            return
    st.image(picture, width="stretch", alt=w["qr"])
    st.caption(w[help_key])
