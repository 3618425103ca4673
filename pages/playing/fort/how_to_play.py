"""How Fort is played, in our own words: the course of a game, all symbols, made-up rules and perks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import streamlit as st

from pages.components import source
from pages.playing.fort.examples import EXAMPLES
from pages.playing.fort.examples import style as figures
from pages.playing.fort.symbols import picture
from pages.words import words
from scorer.editions import EditionKey
from scorer.fort.actions import ACTS, COIN, EITHER, FACTORS, RESOURCES, SUITS, parse
from scorer.fort.words import load_words


def help_sheet(language: EditionKey) -> dict[str, Any]:
    """The sheet in a language: the paragraphs of ``turn``, each with its figure; symbols, made-up rules and
    perks explained.
    """
    w, named = words("fort_how_to_play", language), load_words(language)
    return {
        "title": words("fort_play", language)["how"],
        "turn": [[w[key], figure] for key, figure in EXAMPLES.items()],
        "symbols": [w["symbols"], symbols(language)],
        "rules": [
            words("fort", language)["rule"],
            [[name, named.rule_texts[key]] for key, name in named.rules.items()],
        ],
        "perks": [
            words("fort_table", language)["perk"],
            [[name, named.perk_texts[key]] for key, name in named.perks.items()],
        ],
    }


def symbols(language: EditionKey) -> list[list[str]]:
    """Each symbol with what it stands for, suits first."""
    named = load_words(language)
    suits = {suit: named.suits[suit] for suit in (*SUITS, COIN)}
    collected = {word: named.explain(parse(word)) for word in (*RESOURCES, EITHER)}
    acts = {word: named.explain(parse(word)) for word in ACTS if word not in collected}
    counted = [[factor, f"× {named.factors[factor]}"] for factor in FACTORS if factor in named.factors]
    return [*([name, meaning] for name, meaning in {**suits, **collected, **acts}.items()), *counted]


def pictured(rows: Iterable[tuple[str, str]]) -> str:
    """A list in HTML: the picture of each symbol beside what is said of it, which is HTML too."""
    items = "".join(
        f'<li><img src="{picture(name)}" alt=""><span>{meaning}</span></li>' for name, meaning in rows
    )
    return f'<ul class="symbols">{items}</ul>'


def how_to_play() -> None:
    """The sheet on the page, folded until somebody opens it."""
    sheet = help_sheet(words("fort_how_to_play").language)
    with st.expander(sheet["title"], icon=":material/help:"):
        turn = "".join(f"<li>{escape(text)}{figure}</li>" for text, figure in sheet["turn"])
        head, rows = sheet["symbols"]
        parts = [f"<h3>{escape(head)}</h3>{pictured((name, escape(text)) for name, text in rows)}"]
        for head, rows in (sheet["rules"], sheet["perks"]):
            entries = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in rows)
            parts.append(f'<h3>{escape(head)}</h3><dl class="reasons">{entries}</dl>')
        more = "".join(f"<section>{part}</section>" for part in parts)
        style = f"<style>{source('fort', 'how_to_play.css', 'figures.css')}{figures()}</style>"
        st.html(f'{style}<div class="fort-help"><ol class="turn">{turn}</ol>{more}</div>')
