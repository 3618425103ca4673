"""Who plays: the chairs of a new game, each with a name and with a person, a bot, or nobody on it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages.playing.sitting import Kind
from pages.session.fields import one_of
from pages.widgets.saying import refuse
from pages.words import Words, words
from scorer.gamefile import MOST_PLAYERS
from scorer.gamefile.names import tidy

PERSON, NOBODY = "person", "nobody"
#: Who sits on the four chairs to begin with.
NAMES = ("Ana", "Bo", "Cleo", "Dan")
#: The bot that sits beside a person to begin with, where a game has it.
BESIDE = "normal"


def chairs(kind: Kind, bots: Sequence[str]) -> list[tuple[str, str]]:
    """The names on the chairs that are taken, each with `PERSON` or the bot that plays.

    ``bots`` are those of the game.
    """
    w = words("play")
    beside = BESIDE if BESIDE in bots else bots[-1]
    seated = (PERSON, beside, *[NOBODY] * (MOST_PLAYERS - 2))
    with st.container(border=True):
        st.subheader(w["players"], anchor=False)
        seats = [_chair(w, kind, number, [PERSON, *bots, NOBODY], who) for number, who in enumerate(seated)]
    return [(tidy(name), who) for name, who in seats if who != NOBODY]


def _chair(w: Words, kind: Kind, chair: int, kinds: list[str], seated: str) -> tuple[str, str]:
    def named(who: str) -> str:
        key = who if who in (PERSON, NOBODY) else f"bot_{who}"
        return w[key] if key in w else w("bot", name=who)

    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            w("name", number=chair + 1), NAMES[chair], max_chars=60, key=f"{kind}-name-{chair}"
        )
        who = one_of(
            w("who", number=chair + 1), kinds, f"{kind}-who-{chair}", named, index=kinds.index(seated)
        )
    return name, who


def enough(taken: Sequence[tuple[str, str]]) -> bool:
    """Whether so many can play; says so where they cannot."""
    if len(taken) < 2:
        refuse(words("play")["few"])
    return len(taken) >= 2


def programs(taken: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The players that bots play, each with the bot's name."""
    return {name: who for name, who in taken if who != PERSON}
