"""The entry of the app: the menu, the language, the look, and what all pages share."""

from pathlib import Path

import streamlit as st

from pages.fields import switch
from pages.own_words import own_words
from pages.saying import address
from pages.warming import warm_up
from pages.whereabouts import Whereabouts
from pages.words import settle, speak, words
from scorer.editions import EDITION_KEYS

HERE = Path(__file__).parent
#: The pages by their address, in the order of the menu, with their icons; a page is there when its file is.
ICONS = {
    "score": "photo_camera",
    "play": "playing_cards",
    "solo": "person",
    "deck": "library_books",
    "archive": "inventory_2",
    "fort": "castle",
}

whereabouts = Whereabouts()
st.set_page_config(page_title="Shelfmark")
st.html(HERE / "pages" / "style.css")
language = settle()
w = words("shell")
pages = {
    name: st.Page(
        HERE / "pages" / f"{name}.py",
        title=w[name],
        url_path=name,
        default=name == "score",
    )
    for name in ICONS
    if (HERE / "pages" / f"{name}.py").exists()
}
page = st.navigation(list(pages.values()), position="hidden")
whole = st.container(key="whole", height=1, border=False)  # no higher until it has its looks, see style.css

with whole, st.container(key="top", horizontal=True, vertical_alignment="center"):
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
    with st.container(key="menu", horizontal=True):
        for name, entry in pages.items():
            with st.container(key="menu-here" if entry is page else f"menu-{name}"):
                # its icon is given here: as the page's own, it is the tab's too, fetched from another host
                icon = f":material/{ICONS[name]}:"
                st.page_link(entry, icon=icon, query_params=address() or None)
with whole:
    own_words()
    try:
        page.run()
    finally:
        whereabouts.keep()
    whereabouts.tell()
st.set_page_config(page_icon=HERE / "pages" / "icon.svg")  # last: Streamlit loads NumPy and Pillow for it
warm_up()
