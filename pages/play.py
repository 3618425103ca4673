"""Play: the whole game on screen, for people at one device and bots."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.playing import frame, session
from pages.playing.chairs import chairs, enough, programs
from pages.playing.common import seeds
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris import guide
from pages.playing.frame import put_right
from pages.session.fields import one_of
from pages.words import Words, chosen, words
from scorer.editions import EDITION_KEYS, load_edition
from scorer.play.bots import bot_names
from scorer.play.setup import VARIANTS

#: What the next game of the same players has of the last one.
SAME = {"players", "edition", "variant", "all_locations", "first"}


def page() -> None:
    frame.run("play", new_game, again)


def new_game(w: Words) -> None:
    st.markdown(w["lede"])
    guided = partial(guide.first_game, chosen(), seeds.new_seed())
    frame.first_game("play", words("guide")["offer_why"], guided, {guide.OTHER: guide.BOT})
    taken = chairs("play", bot_names())
    edition = st.selectbox(
        w["edition"],
        EDITION_KEYS,
        index=EDITION_KEYS.index(chosen()),
        format_func=lambda key: load_edition(key).name,
        key="play-edition",
    )
    variants = st.pills(
        w["variants"],
        VARIANTS[1:],
        selection_mode="multi",
        format_func=w.__getitem__,
        key="play-variants",
    )
    removed = load_edition(edition).rules.beginner_locations == "removed"
    keeps_all = "beginner" in variants and not removed and st.checkbox(w["all_locations"], key="play-all")
    first = _first_player([name for name, _ in taken], w)
    put_right(w)
    devices = st.toggle(w["devices"], key="play-devices", help=w["devices_help"])
    seed = seeds.seed("play", w, devices)
    if st.button(w["start"], type="primary", key="play-start"):
        if not enough(taken):
            return
        seeds.forget_seed("play")
        fields = {
            "players": [name for name, _ in taken],
            "edition": edition,
            "variant": "+".join(variants) or VARIANTS[0],
            "seed": seed,
            "all_locations": keeps_all,
            "first": first,
        }
        frame.begin("play", fields, programs(taken), devices)


def _first_player(names: list[str], w: Words) -> str | None:
    """Who begins: the books give the first-player token to who last acquired a book. None: by lot."""
    key, by_lot = "play-first", ""
    if st.session_state.get(key) not in (by_lot, *names):
        st.session_state.pop(key, None)
    picked = one_of(w["first"], [by_lot, *dict.fromkeys(names)], key, lambda name: name or w["by_lot"])
    return picked or None


def again(sitting: Sitting) -> None:
    """What may come after a game."""
    w = words("play")
    if st.button(w["same_players"], type="primary", key="play-again"):
        fields = sitting.game.setup.model_dump(include=SAME)
        frame.begin("play", fields | {"seed": seeds.new_seed(sitting.devices)}, sitting.bots, sitting.devices)
    st.button(w["another"], key="play-another", on_click=session.leave)


page()
