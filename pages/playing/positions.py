"""A position of a game: as a link or a file for somebody else, and opened from there.

A position is a record that ends at a moment, with what its player cannot know dealt anew: whoever opens it
has the same cards, and what comes later comes alike. It is played on as practice, as a branch is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.playing import session
from pages.playing.aids.branching import BOT
from pages.playing.common.sitting import RULES, Kind, Sitting
from pages.session.address import lead
from pages.session.fields import download
from pages.session.rights import Right, may
from pages.widgets.room import link_to
from pages.widgets.saying import plain, refuse
from pages.words import words
from scorer.engine.record import RecordError, packed, unpacked
from scorer.errors import RefusedInput, phrase
from scorer.files import parse_json
from scorer.limits import MOST_FORKS_OPENED, RECORD

#: The query parameter that holds a position.
PARAMETER = "position"


def kind_of(record: dict[str, Any]) -> Kind:
    """The kind of game that a record tells, as far as it shows before it is checked."""
    players = record.get("players")
    alone = isinstance(players, list) and len(players) == 1
    return "fort_play" if record.get("game") == "fort" else "solo" if alone else "play"


def game_of(kind: Kind, record: object) -> Any:
    """The game of a record from outside, as it stands after its last choice.

    Raises:
        RecordError: it is no record, is one of another kind of game, or cannot be replayed.
    """
    games = RULES[kind].story.games
    if isinstance(record, dict) and "choices" in record and kind_of(record) != kind:
        raise RecordError(
            phrase(
                "This position is of a game of another kind: Ex Libris with others opens on Play, alone on "
                "Solo, Fort on Fort."
            )
        )
    parsed = games.records.read(record)
    _check_forks(len(parsed.forks))
    return games.replay(parsed)


def _check_forks(times: int) -> None:
    if times > MOST_FORKS_OPENED:
        raise RecordError(
            phrase(
                "In this position hidden cards were dealt anew {times} times, {most} are the most: share an "
                "earlier moment.",
                times=times,
                most=MOST_FORKS_OPENED,
            )
        )


def share(sitting: Sitting, page: str, there: Mapping[str, str], step: int) -> None:
    """The position after ``step`` choices as a link to ``page`` where it says ``there``, and as a file, when
    somebody asks.

    A record tells the seed, so it is for the owner alone.
    """
    if not may(Right.SEED):
        return
    w, key = words("hints"), f"position-{sitting.widget}"
    if st.button(w["position_share"], key=f"{key}-button", icon=":material/share:"):
        st.session_state[key] = step
    if st.session_state.get(key) != step:
        return
    # dealt by the step, so that the link of a moment stays the same
    record = RULES[sitting.kind].story.games.played_on(sitting.game.record, step, step).record
    try:
        _check_forks(len(record["forks"]))
    except RecordError as refused:
        refuse(refused)
        return
    st.markdown(w["position_how"])
    if (text := packed(record)) is not None:
        link, opens = link_to(page, {**there, PARAMETER: text})
        st.code(link, language=None, wrap_lines=True)
        if opens is not None:
            st.caption(words("door")[opens])
    else:
        st.caption(w["position_long"])
    file = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    name = f"shelfmark-position-{step}.json"
    download(w["position_file"], file, name, "application/json", key=f"{key}-file")


def arrived(kind: Kind) -> None:
    """The position that the address brings, to be opened by a tap; nothing where it brings none."""
    text = st.query_params.get(PARAMETER)
    if not text:
        return
    w = words("hints")
    with st.container(border=True, key="position"):
        game = _once("link", (kind, text), lambda: game_of(kind, unpacked(text)))
        if game is not None:
            players, made = ", ".join(game.setup.players), len(game.record["choices"])
            st.markdown(w("position_here", players=plain(players), made=made))
        with st.container(horizontal=True):
            if game is not None and st.button(w["position_open"], key="position-open", type="primary"):
                _open(kind, game)
            if st.button(w["position_leave"], key="position-leave"):
                lead({PARAMETER: None})
                st.rerun()


def from_file(kind: Kind) -> None:
    """A position, or the record of a whole game, from a file."""
    w = words("hints")
    with st.expander(w["position_given"], icon=":material/upload_file:"):
        given = st.file_uploader(
            w["position_given_how"], type="json", key=f"{kind}-position", max_upload_size=RECORD.megabytes
        )
        if given is None:
            return
        game = _once(
            "file",
            (kind, given.file_id),
            lambda: game_of(kind, parse_json(given.getvalue(), given.name, RECORD, RecordError)),
        )
        if game is not None and st.button(w["position_open"], key=f"{kind}-position-open", type="primary"):
            _open(kind, game)


def _once(place: str, source: tuple[str, str], read: Callable[[], Any]) -> Any:
    """The game that ``read`` gives, once, as it takes seconds; None where it is refused, which is said."""
    key = f"position-{place}-read"
    if key not in st.session_state or st.session_state[key][0] != source:
        try:
            st.session_state[key] = source, read(), None
        except RefusedInput as refused:
            st.session_state[key] = source, None, refused.sentence
    _, game, why = st.session_state[key]
    if why is not None:
        refuse(why)
    return game


def _open(kind: Kind, game: Any) -> None:
    try:
        sitting = Sitting.opened(kind, game, BOT)
    except RefusedInput as refused:
        refuse(refused)
        return
    lead({PARAMETER: None})
    session.sit_down(sitting)
    st.rerun()
