"""Who plays: the chairs of a new game, each with a name and with a person, a bot, or nobody on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.playing.common.sitting import Kind
from pages.session.fields import one_of, show
from pages.widgets.people import Seated, offer_names, people, same_people
from pages.widgets.saying import bot_label, refuse
from pages.words import Words, chosen, words
from scorer.editions import called_after
from scorer.gamefile import MOST_PLAYERS
from scorer.names import tidy

state = st.session_state

PERSON, NOBODY = "person", "nobody"
#: What bots on the four chairs are called to begin with. A person is called after the place, as figures are
#: kept only of who has a name.
NAMES = ("Al", "Bo", "Cleo", "Dan")
#: The bot that sits beside a person to begin with, where a game has it.
BESIDE = "normal"


def chairs(kind: Kind, bots: Sequence[str]) -> list[tuple[str, str]]:
    """The names on the chairs that are taken, each with `PERSON` or the bot that plays.

    ``bots`` are those of the game.
    """
    w = words("play")
    beside = BESIDE if BESIDE in bots else bots[-1]
    seated = (PERSON, beside, *[NOBODY] * (MOST_PLAYERS - 2))
    known = people("fort" if kind == "fort_play" else "B-7c", state.get(f"{kind}-dealt"), bots=True)
    with st.container(border=True):
        st.subheader(w["players"], anchor=False)
        if not any(_typed(kind, number) for number in range(MOST_PLAYERS)):
            same_people(known, kind, partial(_seat, kind, bots))
        offer_names(known, f"[class*='st-key-{kind}-name-'] input")
        seats = [_chair(w, kind, number, [PERSON, *bots, NOBODY], who) for number, who in enumerate(seated)]
    return [(tidy(name), who) for name, who in seats if who != NOBODY]


def _typed(kind: Kind, chair: int) -> bool:
    """Whether somebody gave a name to a chair."""
    return state.get(f"{kind}-name-{chair}") not in (None, "", state.get(f"{kind}-given-{chair}"))


def _seat(kind: Kind, bots: Sequence[str], those: Sequence[Seated]) -> None:
    """The players of the last game sit down; another bot takes the place of a bot that is not there."""
    for chair in range(MOST_PLAYERS):
        one = those[chair] if chair < len(those) else None
        state[f"{kind}-name-{chair}"] = one.name if one else ""
        state[f"{kind}-given-{chair}"] = ""  # a name as bots have it is one too
        sits = NOBODY if one is None else PERSON if one.bot is None else one.bot
        state[f"{kind}-who-{chair}"] = sits if sits in (PERSON, NOBODY, *bots) else bots[-1]


def _chair(w: Words, kind: Kind, chair: int, kinds: list[str], seated: str) -> tuple[str, str]:
    """One chair; a name that nobody typed goes with who sits there."""

    def named(who: str) -> str:
        return w[who] if who in (PERSON, NOBODY) else bot_label(who)

    name, sits, given = (f"{kind}-{part}-{chair}" for part in ("name", "who", "given"))
    a_bot = state.get(sits, seated) not in (PERSON, NOBODY)
    default = NAMES[chair] if a_bot else called_after(chair + 1, chosen())
    if state.get(name) in (None, "", state.get(given)):
        show(name, default)
    state[given] = default
    with st.container(horizontal=True, vertical_alignment="bottom"):
        return (
            st.text_input(w("name", number=chair + 1), max_chars=60, key=name),
            one_of(w("who", number=chair + 1), kinds, sits, named, index=kinds.index(seated)),
        )


def enough(taken: Sequence[tuple[str, str]]) -> bool:
    """Whether so many can play; says so where they cannot."""
    if len(taken) < 2:
        refuse(words("play")["few"])
    return len(taken) >= 2


def programs(taken: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The players that bots play, each with the bot's name."""
    return {name: who for name, who in taken if who != PERSON}
