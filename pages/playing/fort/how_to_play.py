"""How Fort is played, in our own words: a short sheet with all symbols, made-up rules and perks."""

from __future__ import annotations

from html import escape

import streamlit as st

from pages.components import source
from pages.playing.fort.table import picture
from pages.words import words
from scorer.fort.actions import ACTS, FACTORS, RESOURCES, SUITS, parse
from scorer.fort.words import Words, load_words

#: The paragraphs in the order of a game.
_PARAGRAPHS = ("goal", "play", "add", "follow", "recruit", "yard", "store", "levels", "end")


def how_to_play() -> None:
    """The sheet, folded until somebody opens it."""
    w = words("fort_help")
    told = load_words(w.language)
    with st.expander(words("fort_play")["how"], icon=":material/help:"):
        turn = "".join(f"<li>{escape(w[key])}</li>" for key in _PARAGRAPHS)
        lists = [
            (w["symbols"], _symbols(told)),
            (
                words("fort")["rule"],
                _explained({key: (name, w[f"rule_{key}"]) for key, name in told.rules.items()}),
            ),
            (
                words("fort_table")["perk"],
                _explained({key: (name, w[f"perk_{key}"]) for key, name in told.perks.items()}),
            ),
        ]
        more = "".join(f"<section><h3>{escape(head)}</h3>{body}</section>" for head, body in lists)
        st.html(
            f"<style>{source('fort', 'how_to_play.css')}</style>"
            f'<div class="fort-help"><ol class="turn">{turn}</ol>{more}</div>'
        )


def _symbols(told: Words) -> str:
    """Each symbol with what it stands for."""
    meant = {suit: told.suits[suit] for suit in (*SUITS, "coin")}
    meant |= {
        word: told.explain(parse(word)) for word in ACTS if word not in (*RESOURCES, "resource", *meant)
    }
    counted = {factor: told.factors[factor] for factor in FACTORS if factor in told.factors}
    collected = {word: told.explain(parse(word)) for word in (*RESOURCES, "resource")}
    rows = [*meant.items(), *collected.items(), *((name, f"× {said}") for name, said in counted.items())]
    items = "".join(f'<li><img src="{picture(name)}" alt="">{escape(said)}</li>' for name, said in rows)
    return f'<ul class="symbols">{items}</ul>'


def _explained(entries: dict[str, tuple[str, str]]) -> str:
    said = "".join(f"<dt>{escape(name)}</dt><dd>{escape(what)}</dd>" for name, what in entries.values())
    return f'<dl class="reasons">{said}</dl>'
