"""Counts alone in place of a shelf: the numbers of section A and of the stability, typed in."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.table.state import Seat
from pages.widgets.numbers import number
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
    with st.container(key=f"numbers-{key}-books"):
        for category in Category:
            field = f"{key}-{category.value}"
            write = partial(tally.books.__setitem__, category)
            number(edition.categories[category], field, tally.books[category], BOOKS_PER_CATEGORY, write)
    if not seat.pile:
        with st.container(key=f"numbers-{key}-shelf"):
            for name in ("stability", "buried"):
                field = f"{key}-{name}"
                now, write = getattr(tally, name), partial(setattr, tally, name)
                number(w[name], field, now, CARDS_IN_DECK, write, help=w[f"{name}_help"])
    st.caption(w("in_all", count=sum(tally.books.values())))
