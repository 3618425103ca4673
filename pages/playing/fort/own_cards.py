"""The cards of one's own copy of Fort, typed in a line a card: what can be read, and what is wrong."""

from __future__ import annotations

import json
from functools import partial
from html import escape

import streamlit as st

from pages.components import source
from pages.playing.fort.how_to_play import pictured, symbols
from pages.session.fields import download, show
from pages.session.rights import Right, ask
from pages.widgets.saying import HERE, address, in_words, refuse, trying
from pages.words import Words, words
from scorer.errors import RefusedInput
from scorer.fort.cards import CardSet, Kid
from scorer.fort.own_set import LONGEST_PART, Checked, OwnCards, keep_cards, kept_cards, remarks
from scorer.fort.words import load_words

state = st.session_state
#: The parts by their names in `OwnCards`, with an example of a line and how high the field is.
PARTS = {
    "kids": ("Pasta Pim; glue; toy x glue; point x fort", 340),
    "best_friends": ("Twig; shovel coin; pizza x 2; advance(-1)", 150),
    "levels": ("0\n2; 1; 1\n5; 1; 1; 1", 170),
}
#: So many wrong lines are named; the rest is counted.
NAMED = 8


def own_cards() -> None:
    """The page."""
    w = words("fort_cards")
    st.html(HERE / "archive.css")
    st.html(f"<style>{source('fort', 'how_to_play.css')}</style>")
    st.markdown(w["how"])
    with st.expander(w["written"], icon=":material/keyboard:"):
        _legend(w)
    try:
        own = kept_cards()
    except RefusedInput as refused:
        refuse(refused)
        own = OwnCards()
    for part, (example, height) in PARTS.items():
        key = f"own-cards-{part}"
        show(key, getattr(own, part))
        st.text_area(
            w[part],
            key=key,
            height=height,
            max_chars=LONGEST_PART,
            placeholder=example,
            help=w[f"{part}_how"],
            on_change=trying(partial(_typed, part)),
        )
    _come_to(own.check(), w)


def _typed(part: str) -> None:
    """Keeps a part as it is typed. Raises RefusedInput: it cannot be kept, or that is not the owner."""
    ask(Right.COPY)
    keep_cards(kept_cards().model_copy(update={part: state[f"own-cards-{part}"]}))


def _legend(w: Words) -> None:
    """Each word that is typed, with its symbol and what it means."""
    rows = ((name, f"<code>{escape(name)}</code> {escape(meaning)}") for name, meaning in symbols(w.language))
    st.html(f'<div class="fort-help">{pictured(rows)}</div>')
    st.markdown(w["more_written"])


def _come_to(checked: Checked, w: Words) -> None:
    """What the lines come to, and the whole set to take along."""
    whole, notes = _judged(checked, w)
    lines = [w("of", part=w[part], given=given, most=most) for part, (given, most) in checked.parts.items()]
    items = "".join(f"<li>{escape(one)}</li>" for one in notes)
    wrong = f"<ul>{items}</ul>" if items else ""
    st.html(f'<div class="asked" role="status"><p>{escape(" · ".join(lines))}</p>{wrong}</div>')
    screen = load_words(w.language)
    counts = ((suit, escape(f"{screen.suits[suit]}: {number}")) for suit, number in checked.symbols.items())
    st.html(f'<div class="fort-help"><h3>{escape(w["symbols"])}</h3>{pictured(counts)}</div>')
    if whole is not None:
        _whole(whole, w)
    if read := [*checked.kids, *checked.best_friends]:
        with st.expander(w["as_read"], icon=":material/visibility:"):
            _as_read(read, w)


def _judged(checked: Checked, w: Words) -> tuple[CardSet | None, list[str]]:
    """The set, where it can be played with; and what is wrong with the lines, or to be looked at."""
    if checked.whole:
        try:
            whole = checked.card_set
            return whole, [in_words(one) for one in remarks(whole)]
        except RefusedInput as refused:
            return None, [in_words(refused)]
    more = len(checked.wrong) - NAMED
    rest = [w("more", number=more)] if more > 0 else []
    return None, [*map(in_words, checked.wrong[:NAMED]), *rest]


def _whole(cards: CardSet, w: Words) -> None:
    st.success(w["whole"])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link(
            "pages/fort.py", label=w["play"], icon=":material/castle:", query_params=address(tab="play")
        )
        text = json.dumps(cards.to_dict(), ensure_ascii=False, indent=1)
        download(w["export"], text, "fort-cards.json", "application/json")


def _as_read(cards: list[Kid], w: Words) -> None:
    """The cards in words, so that a mistyped action is seen."""
    screen = load_words(w.language)
    entries = []
    for card in cards:
        sides = [
            f"{screen.printed[side]}: {screen.explain(action)}"
            for side, action in (("public", card.public), ("private", card.private))
            if action is not None
        ]
        entries.append(
            f"<dt>{escape(card.name)} ({escape(screen.symbols(card.suits))})</dt>"
            f"<dd>{escape('. '.join(sides))}</dd>"
        )
    st.html(f'<div class="fort-help"><dl class="reasons">{"".join(entries)}</dl></div>')
