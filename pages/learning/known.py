"""The cards whose books are known beforehand: the owner's copy as far as it is known, or the house deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import streamlit as st

from pages.session.address import lead
from pages.session.fields import switch
from pages.words import words
from scorer.cards import BookCard, Deck
from scorer.confirmed.register import Register
from scorer.errors import RefusedInput

Source = Literal["none", "own", "house"]
SOURCES: tuple[Source, ...] = ("none", "own", "house")
#: What the address calls the source, so that a reload keeps it.
PARAMETER = "books"


@dataclass(frozen=True)
class KnownCards:
    """Cards with their books, and how many cards a letter has where that is known."""

    cards: Mapping[tuple[str, int], BookCard] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, cards: Iterable[BookCard], counts: Mapping[str, int]) -> KnownCards:
        return cls({card.key: card for card in cards}, dict(counts))

    def get(self, letter: str | None, order: int | None) -> BookCard | None:
        """The card of that letter and number, None where it is not known."""
        return self.cards.get((letter, order)) if letter and order else None

    def view(self) -> dict[str, dict[str, object]]:
        """Letter to its count (0: not known) and its cards' books by number, as plain JSON."""
        letters: dict[str, dict[str, object]] = {
            letter: {"of": of, "books": {}} for letter, of in self.counts.items()
        }
        for (letter, order), card in self.cards.items():
            entry = letters.setdefault(letter, {"of": 0, "books": {}})
            books = entry["books"]
            assert isinstance(books, dict)
            books[order] = "".join(category.code for category in card.categories)
        return letters


def known_cards(source: Source) -> KnownCards:
    """The cards that a source knows; without one, how many cards each letter of the owner's copy has."""
    if source == "house":
        deck = Deck.house()
        return KnownCards.of(deck.cards, deck.letters)
    if source == "own":
        register = _register()
        return KnownCards.of(register.cards, register.counts)
    return KnownCards(counts=_register().counts)


def books_from() -> Source:
    """The source that was chosen: in this session, else in the address, else the owner's copy if any of it
    is known."""
    chosen = st.session_state.get("books-from") or st.query_params.get(PARAMETER)
    named = next((source for source in SOURCES if source == chosen), None)
    return named or ("own" if _register().cards else "none")


def choose_books() -> None:
    """The choice between the sources; only those that there are."""
    w = words("grid")
    own = bool(_register().cards)
    sources = [source for source in SOURCES if own or source != "own"]
    names = {
        "none": w["from_none"],
        "own": w["from_own"],
        "house": w["from_house"],
    }
    now = books_from()
    shown = now if now in sources else "none"
    switch(w["books_from"], sources, shown, "books-choice", _choose, format_func=names.__getitem__)


def _choose(source: str) -> None:
    st.session_state["books-from"] = source
    lead({PARAMETER: source})


def _register() -> Register:
    """The owner's register; an empty one where its file is none, which the deck page tells of."""
    try:
        return Register.load()
    except (RefusedInput, OSError):
        return Register()
