"""Solo practice: one player against the public library, by difficulty, with a record of past games."""

from __future__ import annotations

import streamlit as st

from pages.playing import frame, past, session
from pages.playing.aids import series
from pages.playing.common import seeds
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.drills import DRILLS
from pages.words import Words, chosen, words
from scorer.editions import EDITION_KEYS, called_after, load_edition
from scorer.gamefile import MOST_DISCARDS
from scorer.names import tidy
from scorer.play.bots.puzzle import puzzle_of

state = st.session_state


def page() -> None:
    if DRILLS.under_way():
        DRILLS.play()
    else:
        frame.run("solo", new_game, again, past.by_difficulty)


def new_game(w: Words) -> None:
    st.markdown(w["lede"])
    default = state.get("solo-kept-name") or called_after(1, chosen())
    name = st.text_input(w["name"], default, max_chars=60, key="solo-name")
    levels = load_edition(chosen()).difficulties
    difficulty = st.select_slider(
        w["difficulty"],
        range(1, MOST_DISCARDS + 1),
        value=state.get("solo-kept-difficulty", 2),
        format_func=lambda level: f"{level} · {levels[level]}",
        key="solo-difficulty",
        help=w["difficulty_help"],
    )
    edition = st.selectbox(
        words("play")["edition"],
        EDITION_KEYS,
        index=EDITION_KEYS.index(chosen()),
        format_func=lambda key: load_edition(key).name,
        key="solo-edition",
    )
    frame.put_right(words("play"), solo=True)
    seed = seeds.seed("solo", words("play"))
    if st.button(w["start"], type="primary", key="solo-start"):
        state["solo-kept-name"], state["solo-kept-difficulty"] = name, difficulty
        seeds.forget_seed("solo")
        fields = {"players": [tidy(name)], "edition": edition, "seed": seed, "difficulty": difficulty}
        frame.begin("solo", fields)
    on = series.today()
    puzzle = puzzle_of(on)
    level = f"{puzzle['difficulty']} · {levels[puzzle['difficulty']]}"
    begun = puzzle | {"players": [tidy(name)]}
    series.puzzle("solo", on, level, tidy(name), lambda: frame.begin("solo", begun, day=on))
    DRILLS.offer(words("hints"))


def again(sitting: Sitting) -> None:
    """What may come after a game: the same deal once more, another one, or back to the list."""
    w = words("solo")
    fields = sitting.game.setup.model_dump(include={"players", "edition", "difficulty"})
    if st.button(w["same_seed"], type="primary", key="solo-same"):
        frame.begin("solo", fields | {"seed": sitting.game.setup.seed})
    if st.button(w["new_seed"], key="solo-new"):
        frame.begin("solo", fields | {"seed": seeds.new_seed()})
    st.button(w["back"], key="solo-back", on_click=session.leave)


page()
