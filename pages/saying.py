"""What pages say: a refusal, a plain label, a day."""

from __future__ import annotations

import re
from datetime import datetime
from html import escape
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from pages.words import PARAMETER

HERE = Path(__file__).parent


def refuse(sentence: str) -> None:
    """The one sentence that says what is wrong, word for word, where it went wrong."""
    st.html(f'<p class="refused" role="alert">{escape(sentence)}</p>')


def plain(text: str) -> str:
    """A text for a label, where Streamlit would take it for Markdown."""
    return re.sub(r"([\\`*_{}\[\]()#+.!|<>~$:-])", r"\\\1", text)


def day(moment: datetime) -> str:
    """The day where the browser is, as every language reads it: 2026-11-20."""
    try:
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    return moment.astimezone(zone).strftime("%Y-%m-%d")


def address(**parameters: str) -> dict[str, str]:
    """The parameters of a link inside the app; the language goes along where the address says it."""
    language = st.query_params.get(PARAMETER)
    return parameters | ({PARAMETER: language} if language else {})
