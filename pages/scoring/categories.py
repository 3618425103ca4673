"""Who has which category card: one tap each, in turn (RULES 3)."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.scoring.steps import bound
from pages.table.state import CategoryCard, Seat, Table
from pages.widgets.badges import SHEET
from pages.widgets.saying import plain
from pages.words import Words
from scorer.cards import Category
from scorer.editions import Edition

state = st.session_state

ASKED = "asked"  #: whose category card is asked for, until it is given


def category_cards(table: Table, edition: Edition, w: Words) -> None:
    """Those who are to have one, the one whose turn it is lit; and the six, each with who has it."""
    places = {place.key: place for place in table.category_cards}
    names = {key: _name(place, edition) for key, place in places.items()}
    asked = _turn(table)
    bound(
        st.pills,
        w["one_category_each"],
        "whose",
        asked.key if asked else None,
        partial(state.__setitem__, ASKED),
        options=list(places),
        format_func=names.__getitem__,
    )
    held = {place.category: names[key] for key, place in places.items() if place.category}
    st.html(SHEET)
    with st.container(key="six"):
        for category in Category:
            name = edition.categories[category]
            st.button(
                f"{name} :small[{held[category]}]" if category in held else name,
                key=f"category-{category.code}",
                on_click=_give,
                args=(table, category),
            )


def _turn(table: Table) -> CategoryCard | None:
    """Whose category card is asked for: who was tapped, or the first who has none."""
    places = table.category_cards
    tapped = [place for place in places if place.key == state.get(ASKED)]
    return next(iter(tapped + [place for place in places if place.category is None]), None)


def _give(table: Table, category: Category) -> None:
    """Gives the tapped category card to whose turn it is, or takes it back; where all have theirs, it is its
    holder's turn.
    """
    asked = _turn(table)
    state.pop(ASKED, None)
    if asked is None:
        state[ASKED] = next(place.key for place in table.category_cards if place.category == category)
    else:
        table.choose(asked, None if asked.category == category else category)


def _name(place: CategoryCard, edition: Edition) -> str:
    """Prominent, banned, or whose focus it is."""
    return plain(place.of.name) if isinstance(place.of, Seat) else edition.words[place.name]
