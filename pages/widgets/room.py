"""How the owner lets a phone in: the QR code, the address and the code of the room."""

from __future__ import annotations

import base64
import socket
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.session.rights import Right, ask, may
from pages.widgets.saying import labelled, moment
from pages.words import Words, words
from scorer.exchange.qr import qr_picture
from scorer.room.codes import Room
from scorer.room.network import OWN, network_name, phone_host, url
from scorer.room.settings import is_open
from scorer.room.visitors import visitors

state = st.session_state


def can_invite() -> bool:
    """Whether this is the owner, and a phone can call the app."""
    return may(Right.ROOM) and _address() is not None


def invite_card(page: str = "", **there: str) -> None:
    """The QR code where a laptop's page has room for it, and the button that tells more; as `invite`."""
    w, where = words("door"), _address()
    if where is not None and may(Right.ROOM):
        with st.container(border=True, key="invite-card", horizontal_alignment="center"):
            st.html(_code(_link(where, page, there)) + f"<p>{escape(w['scan'])}</p>")
            invite(page, **there)


def invite(page: str = "", **there: str) -> None:
    """A button for the owner, which opens a box with all that a phone needs: it leads to ``page`` at the
    address that says ``there``.
    """
    if not may(Right.ROOM):
        return
    w, came = words("door"), len(visitors.here())
    label = f"{w['invite']} ({came})" if came else w["invite"]
    if st.button(label, icon=":material/qr_code_2:", key="invite"):
        state.pop("room-renewed", None)
        st.dialog(w["invite"])(_box)(w, page, there)


def _box(w: Words, page: str, there: Mapping[str, str]) -> None:
    where = _address()
    if where is None:
        st.write(w["no_network"])
        return
    room, network = Room.open(), network_name()
    st.html(_code(_link(where, page, there)))
    rows = {"URL": where} | ({} if is_open() else {w["code"]: room.shown})
    rows |= {w["computer"]: socket.gethostname()} | ({w["network"]: network} if network else {})
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows.items())
    st.html(f'<dl class="reasons room">{lines}</dl>')
    st.write(w["invite_open"] if is_open() else w["invite_how"])
    st.write(w["warns"] if where.startswith("https:") else w["plain_http"])
    with st.expander(w["no_page"]):
        st.write(w(_firewall(), port=st.get_option("server.port")))
        st.write(w["apart"])
    _who_came(w)
    st.caption(w["guests_may"])
    if is_open():
        return
    st.button(w["renew"], icon=":material/refresh:", help=w["renew_help"], key="room-renew", on_click=_renew)
    if state.get("room-renewed") == room.code:
        st.html(f'<p class="said" role="status">{escape(w["renewed"])}</p>')


def _who_came(w: Words) -> None:
    """The devices that came in, each with when it was seen last."""
    guests = visitors.here()
    if not guests:
        return
    lines = [
        labelled(one.device or w["a_device"], moment(datetime.fromtimestamp(one.seen, UTC)), w.language)
        for one in guests
    ]
    st.html(f'<p class="came"><b>{escape(w["came"])}</b><br>{"<br>".join(map(escape, lines))}</p>')


def _firewall(system: str = sys.platform) -> str:
    """The word that says what lets phones through the firewall of this system."""
    return f"firewall_{system}" if system in ("win32", "darwin") else "firewall_linux"


def _code(link: str) -> str:
    """The link as a QR code: a picture of its own, as Streamlit's would load much more."""
    picture = base64.b64encode(qr_picture(link, "svg")).decode()
    return f'<img class="qr" src="data:image/svg+xml;base64,{picture}" alt="{escape(link)}">'


def link_to(page: str, there: Mapping[str, str]) -> tuple[str, str | None]:
    """A page of the app at the address that says ``there``, for somebody else, and where that link opens.

    The second is a word of `door`, and None where the link is as this browser calls the app: the app is at
    another address, at which the network finds this computer, or nobody else can open the link.
    """
    here, where = urlsplit(st.context.url or ""), _address()
    own = f"{here.scheme or 'http'}://{here.netloc or 'localhost'}/"
    opens = "link_here" if where is None else None if where == own else "link_network"
    return f"{where or own}{page}?{urlencode(there)}", opens


def _link(where: str, page: str, there: Mapping[str, str]) -> str:
    code = {} if is_open() else {"room": Room.open().code}
    asked = urlencode(code | dict(there))
    return f"{where}{page}?{asked}" if asked else f"{where}{page}"


def _renew() -> None:
    ask(Right.ROOM)
    state["room-renewed"] = Room.renew().code


def _address() -> str | None:
    """The app's address for a phone; None where no phone can call it."""
    here = urlsplit(st.context.url or "")
    if here.hostname and here.hostname not in OWN and not here.hostname.startswith("127."):
        return f"{here.scheme}://{here.netloc}/"
    host = phone_host(st.get_option("server.address"))
    secure = bool(st.get_option("server.sslCertFile"))
    return host and url(host, st.get_option("server.port"), secure) + "/"
