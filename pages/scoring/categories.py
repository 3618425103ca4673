"""Who has which category card: one tap each, in turn (RULES 3)."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pages.components import source
from pages.table.state import CategoryCard, Seat, Table
from pages.widgets.badges import SHEET
from pages.words import Words
from scorer.cards import Category
from scorer.editions import Edition

#: The component, and what it told last in this session.
KEY, LAST = "category-cards", "category-cards-laid"

state = st.session_state

_cards = st.components.v2.component(
    "shelfmark_categories",
    css=f"{SHEET.read_text(encoding='utf-8')}\n{source('page', 'categories.css', 'forced.css')}",
    js=source("page", "categories.js"),
)

#: Place (`CategoryCard.key`) to the code of the card that lies there.
Lies = dict[str, str | None]


class Before(BaseModel):
    """What lay where as Python told it last: after the tap ``n``."""

    model_config = ConfigDict(extra="forbid")
    n: int = Field(ge=0)
    lies: Lies


class Laid(BaseModel):
    """All of what lies where after a tap; ``n`` numbers the taps of a browser window from 1."""

    model_config = ConfigDict(extra="forbid")
    client: str = Field(max_length=60)
    n: int = Field(ge=1)
    table: str
    before: Before
    lies: Lies


def category_cards(table: Table, edition: Edition, w: Words) -> None:
    """The places for category cards, the next one lit; and the six cards, each with who has it."""
    last: Laid | None = state.get(LAST)
    scene = {
        "client": last.client if last else "",
        "done": last.n if last else 0,
        "table": table.key,
        "title": w["one_category_each"],
        "places": [{"key": one.key, "name": _name(one, edition)} for one in table.category_cards],
        "six": [{"code": one.code, "name": edition.categories[one]} for one in Category],
        "lies": lies(table),
    }
    with st.container(key="categories"):
        _cards(
            key=KEY,
            data={
                "scene": json.dumps(scene)
            },  # of a list or a dict Streamlit asks pandas whether it is a table
            on_laid_change=lambda: take(table, state[KEY].get("laid")),
        )


def lies(table: Table) -> Lies:
    """What lies where."""
    return {place.key: place.category and place.category.code for place in table.category_cards}


def take(table: Table, value: Any) -> None:
    """Lays the cards as the browser says; what another device laid since the browser was told last stays.

    What is no such message, or is of another table, is left alone.
    """
    try:
        laid = Laid.model_validate(value)
        after = {key: Category.from_code(code) if code else None for key, code in laid.lies.items()}
    except (ValidationError, KeyError):
        return
    last: Laid | None = state.get(LAST)
    if laid.table != table.key:
        return
    follows = last is not None and last.client == laid.client and last.n > laid.before.n
    state[LAST] = laid
    before = last.lies if last is not None and follows else laid.before.lies
    table.assign({key: each for key, each in after.items() if laid.lies[key] != before.get(key)})


def _name(place: CategoryCard, edition: Edition) -> str:
    """Prominent, banned, or whose focus it is."""
    return place.of.name if isinstance(place.of, Seat) else edition.words[place.name]
