"""The box that says what a tile does: a number or a name is typed, all else happens in the browser."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

import streamlit as st

from pages.components import source
from pages.lookup.tiles import sections, tiles
from pages.session.fields import download
from pages.widgets.printing import chosen_paper
from pages.words import chosen, words
from scorer.editions import Edition
from scorer.forms.leaflet import to_pdf
from scorer.own_tiles import OwnTiles, TilesError, kept_tiles, owned_edition

_tiles = st.components.v2.component(
    "shelfmark_tiles",
    css=source("page", "tiles.css", "forced.css"),
    js=source("page", "tiles.js"),
)
#: What the box says beside the tiles.
WORDS = ("find", "none", "all", "locations", "assistants", "order")


def own_edition() -> Edition:
    """The edition in the language of the screen, with what the owner's copy prints."""
    try:
        own = kept_tiles()
    except TilesError:  # the page on which the copy is described says what is wrong with the file
        own = OwnTiles()
    return owned_edition(chosen(), own)


def box() -> None:
    """Opens the box over the page, which stays as it is."""
    st.dialog(words("lookup")["title"], width="medium")(_inside)()


def _inside() -> None:
    w, edition = words("lookup"), own_edition()
    scene = {"words": {name: w[name] for name in WORDS}, "tiles": [asdict(tile) for tile in tiles(edition)]}
    _tiles(key="tiles-box", data={"scene": json.dumps(scene)})
    with st.container(horizontal=True, vertical_alignment="bottom", key="tiles-files"):
        paper = chosen_paper("tiles")
        draw = partial(to_pdf, sections(edition), paper, edition.language)
        download(w["print"], draw, f"ex-libris-tiles-{edition.key}.pdf", "application/pdf", key="tiles-pdf")
