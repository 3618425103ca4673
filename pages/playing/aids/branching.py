"""After a game of any kind: play on from one of its moments, against bots, in a game that is practice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from pages.playing.common.sitting import RULES, Sitting
from pages.session.fields import one_of
from pages.widgets.saying import bot_label
from pages.words import words
from scorer.engine.story import Moment, moments

state = st.session_state
#: Who plays for people who are not there, unless another bot is chosen.
BOT = "normal"
#: Begins a game: as which player, after how many choices, and which bot plays for the other people.
PlayOn = Callable[[str, int, str], None]


def branching(
    sitting: Sitting, named: Callable[[Any], str], play_on: PlayOn, share: Callable[[int], None]
) -> None:
    """Whom to play, from which choice on and against whom, when somebody asks. ``named`` tells an option;
    ``share`` offers the position after so many choices to others.
    """
    w = words("hints")
    key = f"moments-{sitting.widget}"
    if st.button(w["play_on"], key=f"{key}-button", icon=":material/alt_route:"):
        state[key] = moments(RULES[sitting.kind].story.games, sitting.game.record)
    if key not in state:
        return
    found: list[Moment] = state[key]
    players = [name for name in sitting.people or sitting.game.setup.players if _of(found, name)]
    with st.container(border=True):
        st.markdown(w["play_on_how"])
        player = players[0]
        if len(players) > 1:
            player = one_of(w["play_on_as"], players, f"{key}-as", str)
        own = _of(found, player)

        def moment_label(number: int) -> str:
            one = own[number]
            place = sum(each.round == one.round for each in own[: number + 1])
            return w("moment", round=one.round, number=place, chosen=named(one.chosen))

        number = one_of(w["play_on_moment"], range(len(own)), f"{key}-{players.index(player)}", moment_label)
        bots = RULES[sitting.kind].bots()
        bot = BOT
        if len(players) > 1:
            bot = one_of(w["play_on_against"], bots, f"{key}-bot", bot_label, bots.index(BOT))
        if st.button(w["play_on_start"], type="primary", key=f"{key}-start"):
            play_on(player, own[number].step, bot)
        share(own[number].step)


def _of(found: Sequence[Moment], player: str) -> list[Moment]:
    return [one for one in found if one.player == player]
