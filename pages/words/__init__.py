"""The words of the interface: a TOML file a page, a table a key, the four languages in each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.session.address import lead, went_back
from scorer.editions import EDITION_KEYS, EditionKey, fill

FOLDER = Path(__file__).parent
#: The spaces of French punctuation.
_APART = re.compile("(?<=«) | (?=[;:!?»])")
#: What the browser's address calls the language: ``?lang=cs``.
PARAMETER = "lang"
#: The language of a session before any was chosen.
_FIRST = "language-first"


class Words(Mapping[str, str]):
    """The sentences of one page in one language; called with a key, it fills in the {placeholders}.

    >>> Words("shell", "cs")("language")
    'Jazyk'
    """

    def __init__(self, page: str, language: EditionKey) -> None:
        self.page, self.language = page, language
        self._sentences = sentences(page)

    def __getitem__(self, key: str) -> str:
        return self._sentences[key][self.language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)

    def __call__(self, key: str, **values: Any) -> str:
        """The sentence, its placeholders filled in as `scorer.editions.fill` does."""
        return fill(self[key], self.language, **values) if values else self[key]


def words(page: str, language: EditionKey | None = None) -> Words:
    """The words of ``pages/words/<page>.toml``, in the language chosen at the top unless one is given."""
    return Words(page, language or chosen())


@cache
def sentences(page: str) -> dict[str, dict[str, str]]:
    """The words of one page: key to language to sentence. Raises FileNotFoundError: there is no such page.

    In French no line begins with a mark that stands apart from its word (« ! »).
    """
    written = tomllib.loads((FOLDER / f"{page}.toml").read_text(encoding="utf-8"))
    return {
        key: {**sentence, "fr": _APART.sub("\N{NO-BREAK SPACE}", sentence["fr"])}
        for key, sentence in written.items()
    }


def chosen() -> EditionKey:
    """The language of this session."""
    return known(st.session_state.get("language")) or "en"


def known(language: object) -> EditionKey | None:
    """The language that ``language`` names (cs, fr-CA), None when it is none of the four."""
    key = str(language or "").replace("_", "-").partition("-")[0].lower()
    return next((each for each in EDITION_KEYS if each == key), None)


def settle() -> EditionKey:
    """Settles the session's language: the address, else what was chosen before, else the browser's own.

    On the way back an address that names no language has the one from before any was chosen.
    """
    state, named = st.session_state, known(st.query_params.get(PARAMETER))
    if named is None:
        first = state.setdefault(_FIRST, known(state.get("language")) or known(st.context.locale) or "en")
        named = first if went_back() else known(state.get("language")) or first
    state.language = named
    return named


def speak(language: str) -> None:
    """Changes the session's language, and the address with it."""
    st.session_state.language = language
    lead({PARAMETER: language})
