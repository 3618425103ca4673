"""Counts alone in place of a shelf: the numbers of section A and of the stability, typed in."""

from __future__ import annotations

import streamlit as st

from pages.session.fields import show
from pages.table.state import Seat, Tally
from pages.words import words
from scorer.cards import BOOKS_PER_CATEGORY, CARDS_IN_DECK, Category
from scorer.editions import Edition


def counts(seat: Seat, edition: Edition, key: str | None = None) -> None:
    """A field for each number of ``seat.tally``, which there must be; typing changes it at once.

    The public library (``seat.pile``) has no stability, it is not asked for.
    """
    w = words("form")
    key = key or f"counts-{seat.id}"
    tally = seat.tally
    assert tally is not None
    st.caption(w["counts_library" if seat.pile else "counts"])
    with st.container(horizontal=True, key=f"{key}-books"):
        for category in Category:
            field = f"{key}-{category.value}"
            show(field, tally.books[category])
            st.number_input(
                edition.categories[category],
                min_value=0,
                max_value=BOOKS_PER_CATEGORY,
                step=1,
                key=field,
                on_change=_take_books,
                args=(tally, category, field),
            )
    if not seat.pile:
        with st.container(horizontal=True, vertical_alignment="bottom", key=f"{key}-shelf"):
            for name in ("stability", "buried"):
                field = f"{key}-{name}"
                show(field, getattr(tally, name))
                st.number_input(
                    w[name],
                    min_value=0,
                    max_value=CARDS_IN_DECK,
                    step=1,
                    help=w[f"{name}_help"],
                    key=field,
                    on_change=_take,
                    args=(tally, name, field),
                )
    st.caption(w("in_all", count=sum(tally.books.values())))


def _take_books(tally: Tally, category: Category, field: str) -> None:
    tally.books[category] = st.session_state[field]


def _take(tally: Tally, name: str, field: str) -> None:
    setattr(tally, name, st.session_state[field])
