"""Setting up a game of Fort: who plays, how it begins, with which cards."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from pages.playing import frame, session
from pages.playing.aids import series
from pages.playing.chairs import NAMES, PERSON, chairs, enough, programs
from pages.playing.common import seeds
from pages.playing.common.sitting import Kind, Sitting
from pages.playing.fort.drills import DRILLS
from pages.playing.fort.guide import BOT, OTHER, first_game
from pages.playing.fort.how_to_play import how_to_play
from pages.session.rights import Right, may
from pages.widgets.printing import printing
from pages.widgets.saying import address, bot_label, refuse
from pages.words import Words, chosen, words
from scorer.editions import EditionKey, called_after
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.fort.actions import CardError
from scorer.fort.cards import CardSet
from scorer.fort.own_set import kept_set
from scorer.fort.play.bots import bot_names
from scorer.fort.play.bots.puzzle import called_by, puzzle_of, rivals_of
from scorer.fort.play.setup import VARIANTS
from scorer.fort.words import load_words
from scorer.limits import SHEET

KIND: Kind = "fort_play"


def new_game(w: Words) -> None:
    """What a game needs, and the button that begins it."""
    p = words("play")
    st.markdown(w["lede"])
    fields = partial(first_game, chosen(), seeds.new_seed())
    frame.first_game(KIND, words("fort_guide")["offer_why"], fields, {OTHER: BOT})
    taken = chairs(KIND, bot_names())
    variant = st.radio(w["beginning"], VARIANTS, format_func=w.__getitem__, key="fort-variant")
    devices = st.toggle(p["devices"], key="fort-devices", help=p["devices_help"])
    seed = seeds.seed(KIND, p, devices)
    try:
        cards = _cards(w)
    except RefusedInput as refused:
        refuse(refused)
        return
    st.caption(w["own_set_read"] if cards else w["house_set"])
    if st.button(p["start"], type="primary", key="fort-start"):
        if not enough(taken):
            return
        seeds.forget_seed(KIND)
        begun: dict[str, Any] = {
            "players": [name for name, _ in taken],
            "edition": chosen(),
            "variant": variant,
            "seed": seed,
            "cards": cards,
        }
        frame.begin(KIND, begun, programs(taken), devices)
    _puzzle(next((name for name, who in taken if who == PERSON), ""), w)
    how_to_play()
    with st.expander(w["print"], icon=":material/print:"):
        st.markdown(w["print_how"])
        printing("fort", "shelfmark-fort.pdf", partial(_pdf, cards or CardSet.house()))
    DRILLS.offer(words("hints"))


def _puzzle(name: str, w: Words) -> None:
    """The game of the day, which everybody can play with the same cards."""
    on = series.today()
    rivals, fields = rivals_of(on), puzzle_of(on)
    level = f"{len(rivals)} × {bot_label(rivals[0])}"
    level += f", {w['draft']}" if fields["variant"] == VARIANTS[1] else ""
    person = name or called_after(1, chosen())
    bots = called_by(rivals, NAMES, person)
    begun = fields | {"players": [person, *bots]}
    series.puzzle(KIND, on, level, person, lambda: frame.begin(KIND, begun, bots, day=on))


def _cards(w: Words) -> CardSet | None:
    """The set that is played with: of a file, or the owner's own; None: the house set.

    Raises:
        CardError: as `own_set`.
    """
    own = _which(w)
    with st.expander(w["own_set"], icon=":material/upload_file:"):
        if may(Right.COPY):
            st.page_link(
                "pages/fort.py",
                label=w["type_in"],
                icon=":material/keyboard:",
                query_params=address(tab="own_cards"),
            )
        given = st.file_uploader(
            w["own_set_how"], type="json", key="fort-cards", max_upload_size=SHEET.megabytes
        )
    return own_set(given.getvalue(), given.name) if given else own


def _which(w: Words) -> CardSet | None:
    """The set that is played with, where the owner's own is whole and may be chosen; None: the house set."""
    own = kept_set()
    if own is None:
        return None
    which = st.radio(w["which_cards"], ("own", "house"), format_func=w.__getitem__, key="fort-which")
    return own if which == "own" else None


def own_set(raw: bytes, name: str) -> CardSet:
    """A set of cards from a file that somebody gave.

    Raises:
        CardError: it is none; the sentence says why.
    """
    return CardSet.from_dict(parse_json(raw, name, SHEET, CardError))


@st.cache_data(show_spinner=False, max_entries=2, hash_funcs={CardSet: hash})
def _pdf(cards: CardSet, paper: str, backs: bool, language: EditionKey) -> bytes:
    from scorer.fort.drawn.print import fort_pdf  # what draws PDF files takes long to load

    return fort_pdf(cards, load_words(language), paper, backs)


def again(sitting: Sitting) -> None:
    """What may come after a game."""
    w = words("play")
    if st.button(w["same_players"], type="primary", key="fort-again"):
        fields = sitting.game.setup.model_dump(include={"players", "edition", "variant"})
        more = {"seed": seeds.new_seed(sitting.devices), "cards": sitting.game.setup.cards}
        frame.begin(KIND, fields | more, sitting.bots, sitting.devices)
    st.button(w["another"], key="fort-another", on_click=session.leave)
