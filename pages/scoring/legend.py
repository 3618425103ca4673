"""The legend: given once, kept for later sessions, forgotten on demand."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.photos.reading import LegendInUse, legend_in_use, read_books, take_legend, take_other_legend
from pages.scoring.refusals import by_name
from pages.session.kept import forget_legend
from pages.session.rights import Right, may
from pages.table.state import Table
from pages.widgets.badges import category_list
from pages.widgets.saying import refuse, trying
from pages.words import Words, words
from scorer.cards import Category
from scorer.editions import Edition
from scorer.errors import RefusedInput

state = st.session_state


def legend_box(table: Table, edition: Edition, w: Words, wanted: bool) -> None:
    """The legend that is kept, or the place to give one: open where it is ``wanted``, else folded."""
    legend, given = legend_in_use(), state.get("legend-photo")
    if legend and (given is None or given.file_id in state.taken):
        _kept(table, legend, edition, w)
        return
    with st.container(border=True) if wanted else st.expander(w["legend_other"], key="legend-folded"):
        if wanted:
            st.markdown(f"**{w['legend_unknown']}**")
        st.caption(w["legend_how"])
        st.html(category_list("laid", edition.categories))
        given = st.file_uploader(w["legend_photo"], key="legend-photo")
        if given is None:
            return
        if given.file_id not in state.taken:
            with st.spinner(w["legend_reading"]):
                try:
                    state.legend = take_legend(given.getvalue())
                    state.legend_other = legend and legend.legend  # another device was faster
                    read_books(table, state.legend)
                except RefusedInput as refused:
                    state.refused[given.file_id] = by_name(refused, given.name)
                    state.taken.add(given.file_id)
                else:
                    state.taken.add(given.file_id)
                    st.rerun()
        if given.file_id in state.refused:
            refuse(state.refused[given.file_id])


def _take_other(table: Table) -> None:
    take_other_legend()
    if legend := legend_in_use():
        read_books(table, legend)


def _kept(table: Table, legend: LegendInUse, edition: Edition, w: Words) -> None:
    with st.container(border=True, key="legend"):
        st.markdown(f"**{w['legend_kept']}**")
        pictures = [picture[:, :, ::-1] for picture in legend.legend.pictures]
        st.image(pictures, width=40, alt=[edition.categories[category] for category in Category])
        if not legend.kept:
            st.caption(w["legend_session" if may(Right.LEGEND) else "legend_guest"])
        if state.get("legend_other") is not None:
            st.html(f'<p class="said" role="status">{escape(words("shared")["legend"])}</p>')
            st.button(
                words("shared")["take"], key="legend-other", on_click=trying(_take_other), args=(table,)
            )
        if may(Right.LEGEND) and st.button(w["legend_forget"], key="forget", type="tertiary"):
            forget_legend()
            state.legend = None
            st.rerun()
