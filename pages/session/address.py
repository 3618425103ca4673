"""Where a session is, against what its browser still believes: an address is taken for new only if it is.

A tap comes with the address as the browser showed it, and a fast second one with an address from before the
answer to the first: taken at its word, it would lead back to the table that was just left, or deal a game
twice. So the address goes to the browser in a hidden field too, which the browser sends back with each tap.
What of an address still says the same as that field, nobody has changed; the pages change it by `lead`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode

import streamlit as st
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext, get_script_run_ctx

from pages.session.fields import unseen

#: The hidden field.
FIELD = "address-seen"


@dataclass(slots=True)
class Sent:
    """Where a session led its browser last: the page, by Streamlit's name for it, and its address."""

    page: str = ""
    address: dict[str, str] = field(default_factory=dict)


def _sent() -> Sent:
    """Where this session led its browser last."""
    last: Sent = st.session_state.setdefault("sent", Sent())
    return last


def lead(address: Mapping[str, str | None]) -> None:
    """Leads to an address that says this, and no more what is None here; the rest of it stays.

    It may lead back to where the browser still believes to be: as it is noted, nobody takes that for late.
    The browser is told so all the same, as what it was told before may reach it after that.
    """
    last = _sent()
    before, last.address = last.address, _changed(last.address, address)
    _write(address, anew=last.address != before)


def went_back() -> bool:
    """Whether the browser's back or forward button leads here."""
    return _run().is_history_navigation


class Whereabouts:
    """The address during one run of the script: `Whereabouts()` first of all, `tell` last.

    A run that a tap cuts short may still go on for a while beside the next. So it notes nothing at its end.
    """

    def __init__(self) -> None:
        """Puts what this session told last in place of what its browser only has not heard of yet.

        What differs from the hidden field stays: a link changed it. So does all of it on another page than
        before, and on the way back, whatever the browser has heard of.
        """
        sent, run = _sent(), _run()
        # until a page is whole for the first time, the browser knows what it came with
        seen = dict(parse_qsl(st.session_state.setdefault(FIELD, run.query_string)))
        if not went_back() and run.page_script_hash == sent.page:
            last = sent.address
            names = {*seen, *last}
            _write({name: last.get(name) for name in names if st.query_params.get(name) == seen.get(name)})
        sent.page, sent.address = run.page_script_hash, st.query_params.to_dict()

    def tell(self) -> None:
        """Tells the browser: the page is whole."""
        unseen(FIELD, urlencode(st.query_params.to_dict()))


def _write(address: Mapping[str, str | None], anew: bool = False) -> None:
    """Changes the address, all of it at once: the browser has a single step to go back then.

    An address that stays as it is goes to the browser only ``anew``.
    """
    before = st.query_params.to_dict()
    after = _changed(before, address)
    if anew or after != before:
        st.query_params.from_dict(after)


def _changed(address: Mapping[str, str], by: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in {**address, **by}.items() if value is not None}


def _run() -> ScriptRunContext:
    run = get_script_run_ctx()
    assert run is not None, "the app runs in Streamlit"
    return run
