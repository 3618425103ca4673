"""The words that Streamlit's fields bring of their own, put into the language of the page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st

from pages.words import chosen, sentences, words
from scorer.editions import EDITION_KEYS

_FILE = Path(__file__).parent / "components" / "own_words.js"
_words = st.components.v2.component("shelfmark_words", js=_FILE.read_text(encoding="utf-8"))


def own_words() -> None:
    """Has the browser put them so, now and whenever a field brings new ones or the page another language.

    The page itself says which language it is in, the component only knows the words of all: of two changes in
    quick succession a component at times hears too late, or not at all.
    """
    with st.container(key="own-words"):  # takes no room, see style.css
        st.html(f'<span class="page-language" lang="{chosen()}"></span>')
        _words(key="own-words-said", data=_told())


@cache
def _told() -> dict[str, dict[str, tuple[tuple[str, str], ...]]]:
    """A language's name, what kind of words, and theirs with ours.

    As tuples: to see whether a list is a table, Streamlit would load pandas.
    """
    said = sentences("widgets")
    told: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {}
    for language in EDITION_KEYS:
        w = words("widgets", language)
        # the size is the one thing that they say worse than we do
        pairs = [(key, each["en"].replace("{} MB", "{}MB"), w[key]) for key, each in said.items()]
        told[language] = {
            kind: tuple((theirs, ours) for key, theirs, ours in pairs if key.partition("_")[0] == kind)
            for kind in ("text", "label")
        }
    return told
