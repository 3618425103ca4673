"""A game in this browser session: which one the address names, who holds the device, and what was tapped."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import Any

import streamlit as st

from pages.playing.common.conceding import concede
from pages.playing.common.sitting import PARAMETER, Kind, Overtaken, Sitting, turn
from pages.playing.devices import arrive, here, lobby, places, tell_moved
from pages.playing.screens import SCREENS
from pages.session.address import lead
from pages.session.archive import archive
from pages.session.live import ASKED_EVERY
from pages.widgets.saying import in_words, plain, refuse
from pages.words import words
from scorer.archive import ArchiveError
from scorer.errors import RefusedInput

state = st.session_state


def current(kind: Kind) -> Sitting | None:
    """The game that the address names, None without one.

    Raises:
        RefusedInput: the archive cannot be used, or the game cannot be replayed.
    """
    key = st.query_params.get(PARAMETER)
    if not key:
        return None
    sitting: Sitting | None = state.get(f"sitting-{kind}")
    if sitting is not None and sitting.key == key:
        try:
            if sitting.unsaved:
                sitting.save()
                state.pop("trouble", None)
            sitting.refresh()
        except ArchiveError as error:  # the game goes on with what this session has
            state.trouble = words("play")("unsaved", why=plain(in_words(error)))
        except Overtaken as error:
            state.trouble = plain(in_words(error))
        return sitting
    sitting = Sitting.open(kind, key)
    if sitting is not None:
        sit_down(sitting)
    return sitting


def sit_down(sitting: Sitting) -> None:
    """This session plays that game, and nobody holds the device yet."""
    state[f"sitting-{sitting.kind}"] = sitting
    state.holder = None
    state.pop("trouble", None)
    lead({PARAMETER: sitting.key})


def leave(sitting: Sitting | None = None) -> None:
    """Back to the list of games; from a ``sitting`` on several devices, this one is away then."""
    if sitting is not None and sitting.devices:
        with suppress(RefusedInput):
            archive().go(sitting.kind, sitting.key)
        state.pop("noted", None)
    lead({PARAMETER: None})


def viewer(sitting: Sitting, people: list[str] | None = None) -> str | None:
    """Whose cards the screen may show: the only person's at this device, or the one's who is asked and holds
    it. ``people``: who plays here, where that was just asked.
    """
    people = here(sitting) if people is None else people
    if len(people) == 1:
        return people[0]
    choice = sitting.game.choice
    asked = choice is not None and choice.player in people and choice.player == state.get("holder")
    return choice.player if choice is not None and asked else None


def play(sitting: Sitting) -> None:
    """The table. A tap runs `_draw` alone, so that little is computed and little is sent."""
    _settle()
    SCREENS[sitting.kind].kit(sitting)
    # On several devices each asks now and then whether another has answered.
    st.fragment(_draw, run_every=ASKED_EVERY if sitting.devices else None)(sitting)


@st.cache_resource(show_spinner=False)
def _settle() -> None:
    """Streamlit collects garbage after every run, through all that is imported: 0.1 s a tap."""
    gc.freeze()


def _draw(sitting: Sitting) -> None:
    """The table, or why it cannot be shown: the archive fails, or the code of the room is another by now."""
    try:
        _show(sitting)
    except RefusedInput as refused:
        refuse(refused)


def _show(sitting: Sitting) -> None:
    if sitting.devices:
        with suppress(ArchiveError):
            sitting.refresh()
    choice = sitting.game.choice
    if state.pop("leaving", False):
        leave(sitting)
        st.rerun()
    if choice is None:
        st.rerun()
    company = arrive(sitting) if sitting.devices else None
    people = here(sitting, company)
    if people and company is not None:
        tell_moved(sitting, people)
        with st.container(key="before-table"):
            lobby(sitting, company)
    if people:
        _lay(sitting, people)
    if trouble := state.get("trouble"):
        st.error(trouble)
    if company is not None:
        places(sitting, company)


def _lay(sitting: Sitting, people: list[str]) -> None:
    """The table before those who play here."""
    key = f"table-{sitting.widget}"
    SCREENS[sitting.kind].table(scene(sitting, people), key, lambda: _take(sitting, state[key]["tap"]))


def scene(sitting: Sitting, people: list[str]) -> dict[str, Any]:
    """What those who play here are shown: the table, or a curtain before it.

    The history that was tapped for goes with every scene until the next tap: a run may replace another one
    before the browser has its scene.
    """
    choice, screen, who = sitting.game.choice, SCREENS[sitting.kind], viewer(sitting, people)
    assert choice is not None
    if who is None:
        return screen.curtain(sitting, choice.player, choice.player in people)
    shown = screen.scene(sitting, who) | {"hints": _hints(sitting, who)}
    of, history = state.get("history", ("", None))
    return shown | ({"history": history} if of == (sitting.key, who) else {})


def _do(sitting: Sitting, tap: dict[str, Any]) -> None:
    choice, who = sitting.game.choice, viewer(sitting)
    if choice is None:
        return
    if tap["kind"] in ("answer", "concede") and sitting.overtaken(tap["step"]):
        raise Overtaken(sitting.data)
    if tap["kind"] == "lift" and tap.get("player") == choice.player:
        state.holder = choice.player
    elif who is None:
        return
    elif tap["kind"] == "undo":
        sitting.take_back(who, tap["step"])
    elif tap["kind"] == "answer":
        sitting.answer(who, tap["step"], str(tap["option"]))
        _go_on(sitting, who, tap.get("then"))
    elif tap["kind"] == "hint" and _hints(sitting, who) == []:
        state.hints = (sitting.key, sitting.step, SCREENS[sitting.kind].hints(sitting, who))
    elif tap["kind"] == "concede":
        if tap["means"] != SCREENS[sitting.kind].scene(sitting, who)["concede"]:
            raise Overtaken(sitting.data)  # another gave up at this step: it means something else now
        concede(sitting, who, tap["step"])
    elif tap["kind"] == "history":
        chapters = SCREENS[sitting.kind].history(sitting, who)
        state.history = ((sitting.key, who), {"tap": tap.get("nonce"), "chapters": chapters})
    elif tap["kind"] == "unguide":
        sitting.guided = False
        sitting.save()
        state.leaving = bool(tap.get("leave"))


def _hints(sitting: Sitting, who: str) -> list[dict[str, Any]] | None:
    """What hints said of the open question, empty until asked; None where there is nothing to hint."""
    choice = sitting.game.choice
    if not SCREENS[sitting.kind].hinting or choice is None or choice.player != who or len(choice.options) < 2:
        return None
    key, step, found = state.get("hints", ("", -1, []))
    return found if (key, step) == (sitting.key, sitting.step) else []


def _go_on(sitting: Sitting, who: str, then: object) -> None:
    """Answers the next question too, where one tap answered both: it sent an assistant to a place."""
    choice = sitting.game.choice
    if choice is not None and any(option.key == then for option in choice.options):
        sitting.answer(who, sitting.step, str(then))


def _take(sitting: Sitting, tap: dict[str, Any] | None) -> None:
    """Does what was tapped; what the game has meanwhile left behind is passed over."""
    if not tap or tap.get("game") != sitting.key:
        return
    for answered in ("trouble", "history"):
        state.pop(answered, None)
    try:
        with turn(sitting):
            with suppress(ArchiveError):
                sitting.refresh()
            _do(sitting, tap)
    except ArchiveError as error:
        state.trouble = words("play")("unsaved", why=plain(in_words(error)))
    except RefusedInput as error:
        state.trouble = plain(in_words(error))
