"""The corrections, and `shelfmark learn` with its figures, as the deck page shows them."""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import Any

import streamlit as st

from pages.learning.confirmed import (
    forget_corrections,
    forget_learned,
    kept_adaptation,
    last_report,
    learn_now,
    store,
)
from pages.session.kept import kept_legend
from pages.table.pictures import jpeg_uri
from pages.widgets.saying import refuse
from pages.words import Words, chosen
from scorer.confirmed.corrections import Correction
from scorer.editions import load_edition
from scorer.errors import RefusedInput
from vision.learn.fit import LEARNING, Figure, Report

#: So many strips are shown, the newest.
SHOWN = 24
#: What `vision.learn` tells it does, by our words for it.
STEPS = {
    "read the corrected cards": "step_cards",
    "read the general strips": "step_general",
    "learn letters and numbers": "step_text",
    "learn icons": "step_icons",
}

#: What was wrong, by our words for it; how much of it; whether what was learned is kept.
Row = tuple[str, Figure, bool | None]


def learning(w: Words) -> None:
    st.markdown(w["learning_how"])
    try:
        kept = store().all()
    except RefusedInput as refused:
        refuse(refused)
        _forget(w)
        return
    if kept:
        wrong = sum(bool(each.mended) for each in kept)
        st.markdown(f"**{w('corrections', n=len(kept), wrong=wrong)}**")
    else:
        st.info(w["corrections_none"])
    with st.container(horizontal=True, key="deck-do-learn"):
        enough = len(kept) >= LEARNING.least_cards
        asked = st.button(
            w["learn"], type="primary", icon=":material/school:", disabled=not enough, key="deck-learn"
        )
        if kept:
            _forget(w)
    if kept and not enough:
        st.caption(w("too_few", n=len(kept), least=LEARNING.least_cards))
    if asked:
        _learn(w)
    figures(w)
    if kept:
        with st.expander(w["see"]):
            strips(kept, w)


def _learn(w: Words) -> None:
    bar = st.progress(0.0, text=w["step_cards"])

    def tell(step: str, share: float) -> None:
        bar.progress(share, text=w[STEPS[step]] if step in STEPS else None)

    try:
        learn_now(kept_legend(), tell)
    except (RefusedInput, OSError) as refused:
        bar.empty()
        refuse(refused)
    else:
        bar.empty()


def figures(w: Words) -> None:
    """What the last learning brought, and whether it is used."""
    report = last_report()
    if report is None:
        return
    table = _table(_rows(report), w)
    st.html(f'<div class="gains" role="region" tabindex="0">{table}</div>')
    st.caption(w["figures_how"])
    used = kept_adaptation() is not None
    st.markdown(w["in_use"] if used else w["not_in_use"])
    if used and st.button(w["unlearn"], key="deck-unlearn", icon=":material/undo:"):
        try:
            forget_learned()
        except (RefusedInput, OSError) as refused:
            refuse(refused)
        else:
            st.rerun()


def _rows(report: Report) -> list[Row]:
    rows: list[Row] = [("figure_own", report.own, report.kept_text), ("figure_general", report.general, None)]
    if report.icons is not None:
        rows.append(("figure_icons", report.icons, report.kept_icons))
    return rows


def _table(rows: list[Row], w: Words) -> str:
    head = "".join(f'<th scope="col">{escape(w[name])}</th>' for name in ("before", "after", "of_all"))
    head = (
        f'<th scope="col">{escape(w["wrong_of"])}</th>{head}<th scope="col">{escape(w["kept_or_not"])}</th>'
    )
    body = ""
    for name, figure, kept in rows:
        answer = "" if kept is None else w["yes"] if kept else w["no"]
        body += (
            f'<tr><th scope="row">{escape(w[name])}</th><td>{figure.before}</td><td>{figure.after}</td>'
            f"<td>{figure.count}</td><td>{escape(answer)}</td></tr>"
        )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def strips(kept: list[Correction], w: Words) -> None:
    """The newest strips, each with what it is and what had been read."""
    if len(kept) > SHOWN:
        st.caption(w("newest", n=SHOWN))
    items = []
    for each in reversed(kept[-SHOWN:]):
        name = f"{each.card.letter}{each.card.order}" + (f"/{each.card.of}" if each.card.of else "")
        note = ""
        if each.mended:
            note = f'<span class="mended">{escape(w("was_read", read=_read(each)))}</span>'
        items.append(
            f'<li><img src="{jpeg_uri(each.strip)}" alt="{escape(w("strip_of", card=name))}">'
            f"<span>{escape(name)}</span>{note}</li>"
        )
    st.html(f'<ul class="strips">{"".join(items)}</ul>')


def _read(each: Correction) -> str:
    """What was read in place of the truth, where it was wrong."""
    names: Any = load_edition(chosen()).categories
    seen = each.read
    parts = []
    if {"letter", "order", "of"} & set(each.mended):
        parts.append(f"{seen.get('letter') or '?'}{seen.get('order') or '?'}/{seen.get('of') or '?'}")
    if "categories" in each.mended:
        parts.append(", ".join(names[category] for category in seen["categories"]) or "?")
    return " · ".join(parts)


def _forget_strips() -> None:
    with suppress(RefusedInput):  # the list of strips says what is wrong
        forget_corrections()


def _forget(w: Words) -> None:
    with st.popover(w["forget_corrections"], key="deck-forget-corrections"):
        st.button(
            w["sure"],
            key="deck-forget-strips",
            on_click=_forget_strips,
            icon=":material/delete:",
        )
