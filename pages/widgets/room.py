"""How the owner lets a phone in: the QR code, the address and the code of the room."""

from __future__ import annotations

from html import escape
from urllib.parse import urlsplit

import streamlit as st

from pages.session.people import Right, ask, may
from pages.words import Words, words
from scorer.exchange import qr_picture
from scorer.room.codes import Room
from scorer.room.network import OWN, http, phone_host
from scorer.room.settings import is_open

state = st.session_state


def invite() -> None:
    """A button for the owner, which opens a box with all that a phone needs."""
    if not may(Right.ROOM):
        return
    w = words("door")
    if st.button(w["invite"], icon=":material/qr_code_2:", key="invite"):
        state.pop("room-renewed", None)
        st.dialog(w["invite"])(_box)(w)


def _box(w: Words) -> None:
    where = _address()
    if where is None:
        st.write(w["no_network"])
        return
    room = Room.open()
    link = where if is_open() else f"{where}?room={room.code}"
    st.image(qr_picture(link, "png"), width=260, alt=link)
    code = "" if is_open() else f"<dt>{escape(w['code'])}</dt><dd><b>{room.shown}</b></dd>"
    st.html(f'<dl class="reasons room"><dt>URL</dt><dd>{escape(where)}</dd>{code}</dl>')
    st.write(w["invite_open"] if is_open() else w["invite_how"])
    st.caption(w["guests_may"])
    if is_open():
        return
    st.button(w["renew"], icon=":material/refresh:", help=w["renew_help"], key="room-renew", on_click=_renew)
    if state.get("room-renewed") == room.code:
        st.html(f'<p class="said" role="status">{escape(w["renewed"])}</p>')


def _renew() -> None:
    ask(Right.ROOM)
    state["room-renewed"] = Room.renew().code


def _address() -> str | None:
    """The app's address for a phone; None where no phone can call it."""
    here = urlsplit(st.context.url or "")
    if here.hostname and here.hostname not in OWN and not here.hostname.startswith("127."):
        return f"{here.scheme}://{here.netloc}/"
    host = phone_host(st.get_option("server.address"))
    return host and http(host, st.get_option("server.port")) + "/"
