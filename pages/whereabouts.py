"""Where a session is, against what its browser still believes: an address is taken for new only if it is.

A tap comes with the address as the browser showed it, and a fast second one with an address from before the
answer to the first: taken at its word, it would lead back to the table that was just left, or deal a game
twice. So the address goes to the browser in a hidden field too, which the browser sends back with each tap.
What of an address still says the same as that field, nobody has changed.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

import streamlit as st
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext, get_script_run_ctx

from pages.fields import show

#: The hidden field.
FIELD = "address-seen"


def told() -> dict[str, str]:
    """The address that the run before this one led to."""
    before: dict[str, str] = st.session_state.setdefault("address-told", {})
    return before


class Whereabouts:
    """The address during one run of the script: `Whereabouts()` first of all, `keep` and `tell` last."""

    def __init__(self) -> None:
        """Puts what this session told last in place of what its browser only has not heard of yet.

        What differs from the hidden field stays: a link or this tap's own callback changed it. So does all of
        it on the way back, which somebody may take before the page is whole and the field is there.
        """
        self._told = told()
        if _run().is_history_navigation:
            return
        seen = dict(parse_qsl(st.session_state.get(FIELD, "")))
        for name in {*seen, *self._told}:
            now, last = st.query_params.get(name), self._told.get(name)
            if now != seen.get(name) or now == last:
                continue
            if last is None:
                del st.query_params[name]
            else:
                st.query_params[name] = last

    def keep(self) -> None:
        """Notes the address that this run leads to, even where another tap cuts it short."""
        query = _run().query_string  # unlike st.query_params it can be asked then
        self._told.clear()
        self._told.update(parse_qsl(query))

    def tell(self) -> None:
        """Tells the browser: the page is whole."""
        show(FIELD, urlencode(self._told))
        with st.container(key="whereabouts"):  # never seen, see style.css
            st.text_input(FIELD, key=FIELD, label_visibility="collapsed")


def _run() -> ScriptRunContext:
    run = get_script_run_ctx()
    assert run is not None, "the app runs in Streamlit"
    return run
