"""The words that Streamlit's fields bring of their own, put into the language of the page."""

from __future__ import annotations

from functools import cache

import streamlit as st

from pages.components import source
from pages.words import chosen, sentences, words
from scorer.editions import EDITION_KEYS

_words = st.components.v2.component("shelfmark_words", js=source("page", "digits.js", "own_words.js"))


def own_words() -> None:
    """Has the browser put them so, now and whenever a field brings new ones or the page another language.

    The page itself says which language it is in, the component only knows the words of all: of two changes in
    quick succession a component at times hears too late, or not at all.
    """
    with st.container(key="own-words"):  # takes no room, see style.css
        st.html(f'<span class="page-language" lang="{chosen()}"></span>')
        _words(key="own-words-pairs", data=_pairs())


@cache
def _pairs() -> dict[str, tuple[tuple[str, str], ...]]:
    """Theirs with ours, by language and kind: "fr_text".

    As tuples, one a key: to see whether something else is a table, Streamlit would load pandas.
    """
    own = sentences("widgets")
    by_kind: dict[str, list[tuple[str, str]]] = {}
    for language in EDITION_KEYS:
        w = words("widgets", language)
        for key, each in own.items():
            theirs = each["en"].replace("{} MB", "{}MB")  # the one thing that they say worse than we do
            by_kind.setdefault(f"{language}_{key.partition('_')[0]}", []).append((theirs, w[key]))
    return {kind: tuple(pairs) for kind, pairs in by_kind.items()}
