"""Screens that show what other devices did, before anybody taps anything."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.session.rights import NotAllowed
from scorer.errors import RefusedInput

#: Seconds until a device asks again what others did: all see it within two seconds.
ASKED_EVERY = 1.5


def live(news: Callable[[], bool]) -> None:
    """Draws the page anew when ``news`` says that another device changed what it shows.

    Put it last: the page has just taken over what there was, so the first to ask is the browser.
    """
    drawn = False

    def ask() -> None:
        nonlocal drawn
        if drawn and _has_news(news):
            st.rerun()
        drawn = True

    st.fragment(ask, run_every=ASKED_EVERY)()


def _has_news(news: Callable[[], bool]) -> bool:
    try:
        return news()
    except NotAllowed:
        return True  # the page says why
    except RefusedInput:  # the archive fails: the page goes on with what this session has
        return False
