"""The words that Streamlit's fields bring of their own, put into the language of the page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.words import sentences, words

_FILE = Path(__file__).parent / "components" / "own_words.js"
_words = st.components.v2.component("shelfmark_words", js=_FILE.read_text(encoding="utf-8"))


def own_words() -> None:
    """Has the browser put them so, now and whenever a field brings new ones."""
    w = words("widgets")
    told: dict[str, list[list[str]]] = {"text": [], "label": []}
    for key, said in sentences("widgets").items():
        theirs = said["en"].replace("{} MB", "{}MB")  # the one thing that they say worse than we do
        told[key.partition("_")[0]].append([theirs, w[key]])
    with st.container(key="own-words"):  # takes no room, see style.css
        # as tuples: to see whether a list is a table, Streamlit would load pandas
        said_so = {kind: tuple(pairs) for kind, pairs in told.items()}
        # one of its own a language: where one failed to begin, it would never hear of another language
        _words(key=f"own-words-{w.language}", data={"language": w.language, **said_so})
