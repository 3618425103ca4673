"""Fields that show what is kept elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from zlib import crc32

import streamlit as st
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from pages.session.rights import asking, present

T = TypeVar("T")


def show(key: str, value: object) -> None:
    """Makes the field ``key`` show ``value``, before the field is drawn.

    It is set only where it says something else: a field set anew forgets what is being typed into it while
    the page still answers something earlier.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def switch(
    label: str, options: Sequence[str], value: str, key: str, on_tap: Callable[[str], None], **look: Any
) -> None:
    """A choice of one that shows ``value`` and hands on what somebody taps.

    A browser tells it with every tap on anything, and may still tell the former value after the page went on
    to another: a hidden field beside it says which one the browser shows. It was tapped if it differs from
    that, or from what was told last.

    What the browser shows it is not told: a next tap is undone where that comes before it was sent.
    """
    state, shows, sent, tapped = st.session_state, f"{key}-shows", f"{key}-told", f"{key}-tapped"

    def changed() -> None:
        now = state[key]
        by_hand = now != state.get(shows, now) or now != state.get(sent)
        state[sent] = now
        if by_hand:
            state[tapped] = now
            on_tap(now)

    state[sent] = state.get(key, value)
    shown = state.pop(tapped, state.get(shows))
    if shown != value or state.get(key) != value:
        state[key] = value
    st.segmented_control(label, options, key=key, on_change=changed, required=True, **look)
    unseen(shows, value)


def one_of(
    label: str,
    options: Sequence[T],
    key: str,
    format_func: Callable[[T], str],
    index: int = 0,
    **look: Any,
) -> T:
    """A list of which one is chosen, at first the one at ``index``, in the language of the page.

    Of its own Streamlit's list goes on to show the words that the chosen one had in the former language.
    """
    state = st.session_state
    spoken, language = f"{key}-spoken", state.get("language")
    if key not in state or state.get(spoken) != language:
        now = state.get(key)
        state[key] = now if now in options else options[index]
    state[spoken] = language
    picked: T = st.selectbox(label, options, format_func=format_func, key=key, **look)
    return picked


def as_seen(label: str, key: str, of: Callable[[], object], act: Callable[[], None], **look: Any) -> None:
    """A button that does what it says to what the page shows.

    ``of()`` is that, at the drawing and at the tap: of two fast taps the second may come when it is something
    else by then, here or on another device, and means nothing any more. So a button that says the same of
    something else is another button.
    """
    shown = of()

    def tapped() -> None:
        if of() == shown:
            act()

    st.button(label, key=f"{key}-{crc32(repr(shown).encode()):08x}", on_click=tapped, **look)


def unseen(key: str, value: str) -> None:
    """A field that nobody sees: the browser sends it back with each tap, and so what it knew then."""
    show(key, value)
    with st.container(key=f"unseen-{key}"):  # takes no room, see style.css
        st.text_input(key, key=key, label_visibility="collapsed")


def download(
    label: str,
    data: bytes | str | Callable[[], bytes | str],
    name: str,
    mime: str,
    icon: str = ":material/download:",
    **options: Any,
) -> None:
    """A button that gives a file ``name`` to keep; the page stays as it is.

    ``data``: what makes it at the tap belongs to this session then, to its language and to who sits there.
    """
    made = _in_session(data) if callable(data) else data
    st.download_button(label, made, name, mime, icon=icon, on_click="ignore", **options)


def _in_session(make: Callable[[], T]) -> Callable[[], T]:
    """``make`` as a part of this session, for its browser alone: Streamlit calls it in a thread that is no
    session's, for any browser that knows the file's name.

    The result raises PermissionError: another person asks.
    """
    run, whose = get_script_run_ctx(), present()

    def made() -> T:
        if asking.get() != whose:
            raise PermissionError("a file was asked for by another person than its page's")
        with ThreadPoolExecutor(1) as own:
            return own.submit(lambda: (add_script_run_ctx(None, run), make())[1]).result()

    return made


def hand_on(key: str, write: Callable[[Any], None], options: Collection[object] | None = None) -> None:
    """Hands on what the field ``key`` was changed to.

    A list hands on only one of its ``options``, or that nothing is chosen: just after a change of language a
    browser may still send the words that an option had in the former one, and Streamlit gives these as they
    are.
    """
    value = st.session_state[key]
    if options is None or value is None or value in options:
        write(value)
