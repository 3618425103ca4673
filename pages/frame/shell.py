"""What all pages share: the menu, the language, the look, and the way back."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st
from streamlit.delta_generator_singletons import context_dg_stack, get_default_dg_stack_value
from streamlit.navigation.page import StreamlitPage

from pages.frame.ahead import fetch_ahead
from pages.frame.own_words import own_words
from pages.frame.warming import warm_up
from pages.frame.wire import wire
from pages.photos.uploads import watch
from pages.session.address import Whereabouts
from pages.session.fields import switch
from pages.session.rights import present
from pages.widgets.saying import address, refuse, tell_refused
from pages.words import settle, speak, words
from scorer.editions import EDITION_KEYS
from scorer.errors import RefusedInput

HERE = Path(__file__).parents[1]
#: The pages by their address, in the order of the menu, with their icons; a page is there when its file is.
ICONS = {
    "score": "photo_camera",
    "play": "playing_cards",
    "solo": "person",
    "deck": "library_books",
    "archive": "inventory_2",
    "fort": "castle",
}


def menu(pages: Mapping[str, StreamlitPage], here: StreamlitPage) -> None:
    """The way to all pages, the one that is open marked, and to what the tiles of the game do."""
    with st.container(key="menu", horizontal=True):
        for name, entry in pages.items():
            with st.container(key="menu-here" if entry is here else f"menu-{name}"):
                # its icon is given here: as the page's own, the tab would fetch it from another host
                icon = f":material/{ICONS[name]}:"
                st.page_link(entry, icon=icon, query_params=address() or None)
        with st.container(key="menu-tiles"):
            asked = st.button(
                words("lookup")["tiles"], icon=":material/help:", type="tertiary", key="ask-tiles"
            )
        if asked:
            from pages.lookup.box import box  # it knows the whole game, which no page waits for

            box()


def run(page: StreamlitPage) -> None:
    """The page, for who was let in: a guest whose code is the former one no longer is. Where the archive
    fails in the middle of a page, the page says so and ends there.
    """
    try:
        present()
        page.run()
    except RefusedInput as refused:
        refuse(refused)


def shell() -> None:
    """The page that the address names, in what all pages share.

    It is drawn from its top. Where a tap comes while a part of the page is drawn alone, as
    `pages.session.live` does, Streamlit goes on inside that part, and leaves nothing of the page but white.
    """
    context_dg_stack.set(get_default_dg_stack_value())
    whereabouts = Whereabouts()
    watch()
    st.set_page_config(page_title="Shelfmark")
    st.html(HERE / "style.css")
    st.html(HERE / "components" / "page" / "forced.css")
    language = settle()
    w = words("shell")
    pages = {
        name: st.Page(HERE / f"{name}.py", title=w[name], url_path=name, default=name == "score")
        for name in ICONS
        if (HERE / f"{name}.py").exists()
    }
    page = st.navigation(list(pages.values()), position="hidden")
    wire()
    # no higher until it has its looks, see style.css
    with st.container(key="whole", height=1, border=False):
        with st.container(key="top", horizontal=True, vertical_alignment="center"):
            st.html('<p class="brand">Shelfmark</p>')
            switch(
                w["language"],
                EDITION_KEYS,
                language,
                "language-switch",
                speak,
                format_func=str.upper,
                label_visibility="collapsed",
            )
            menu(pages, page)
        own_words()
        fetch_ahead()
        tell_refused()
        run(page)
        whereabouts.tell()
    st.set_page_config(page_icon=HERE / "icon.svg")  # last: Streamlit loads NumPy and Pillow for it
    warm_up()
