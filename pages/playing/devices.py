"""A game on several devices: who came and who plays whom, and the way in for the others.

At one device the curtain hides a hand. Here a device is sent what its own players may know, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from html import escape
from time import monotonic
from typing import TYPE_CHECKING

import streamlit as st

from pages.playing.common.sitting import Kind, Sitting, turn
from pages.session.archive import archive
from pages.session.rights import Right, may, present
from pages.widgets.saying import in_words, plain
from pages.words import words
from scorer.errors import RefusedInput
from scorer.room.agents import agent

if TYPE_CHECKING:
    from scorer.archive.guests import Came, Company

state = st.session_state
#: Seconds after which a device is noted again as here, by a clock that nobody sets: others see the row.
NOTED_EVERY = 4.0
#: What an address may say that leads to nothing but a page.
BARE = {"lang", "tab"}


def arrive(sitting: Sitting) -> Company:
    """Notes now and then that this device has the game open; gives who came.

    Raises:
        ArchiveError: the archive cannot be used.
        NotAllowed: nobody was let in.
    """
    now, game = monotonic(), (sitting.kind, sitting.key)
    noted, when = state.get("noted", (None, now))
    if noted != game or now - when >= NOTED_EVERY:
        state.noted = (game, now)
        runs_on = agent(st.context.headers.get("User-Agent") or "")
        with suppress(RefusedInput):  # an archive that may only be read shows the game all the same
            archive().come(*game, runs_on.kind, runs_on.browser)
    return archive().seated(*game)


def seated(sitting: Sitting, company: Company | None = None) -> dict[str, str]:
    """The players whom a device plays, each with the person whose it is; asked unless ``company`` tells."""
    there = company or archive().seated(sitting.kind, sitting.key)
    return {name: came.person for name, came in there.seats.items()}


def here(sitting: Sitting, company: Company | None = None) -> list[str]:
    """The players who play at this device: at one device all people, else those whose places it has."""
    if not sitting.devices:
        return sitting.people
    mark = present().mark
    taken = seated(sitting, company)
    return [name for name in sitting.people if taken.get(name) == mark]


def begun(sitting: Sitting) -> bool:
    """Whether a person has chosen anything; what bots did and what answered itself came before."""
    return any(not step.forced and step.player not in sitting.bots for step in sitting.story.steps)


def lobby(sitting: Sitting, company: Company) -> None:
    """Before the first choice: who is here, and a large button to say that one is ready. Nobody has to."""
    if begun(sitting):
        return
    w, mark = words("lobby"), present().mark
    came = {name: company.seats.get(name) for name in sitting.people}
    late = [name for name, one in came.items() if one is None or not one.ready]
    note = w("not_ready", names=", ".join(late)) if late else w["all_ready"]
    line = f'<p class="came-in late">{escape(note)}</p>'
    if any(one.person == mark and one.ready for one in came.values() if one is not None):
        st.html(line)
        return
    with st.container(border=True, key="lobby"):
        rows = (_row(name, one, ready=True) for name, one in came.items())
        st.html(f'<p class="came-in"><b>{escape(w["who_is_here"])}</b></p>{"".join(rows)}{line}')
        st.button(
            w["i_am_ready"],
            key="ready",
            type="primary",
            width="stretch",
            icon=":material/thumb_up:",
            on_click=_tried,
            args=(archive().say_ready, sitting),
        )


def places(sitting: Sitting, company: Company) -> None:
    """Who came and who plays where, with a button for each place that may be taken or left."""
    w = words("play")
    if not here(sitting, company):
        st.subheader(w["who_are_you"], anchor=False)
        st.markdown(w["who_are_you_why"])
        _all(sitting, company)
        return
    with st.expander(w["who_plays_where"], icon=":material/devices:"):
        _all(sitting, company)


def _all(sitting: Sitting, company: Company) -> None:
    for number, name in enumerate(sitting.people):
        with st.container(horizontal=True, vertical_alignment="center", key=f"chair-{number}"):
            _place(sitting, number, name, company)
    without = [_device(came) for came in company.standing if came.here and came.person != present().mark]
    if without:
        st.caption(words("lobby")("standing", devices=plain(", ".join(without))))


def _place(sitting: Sitting, number: int, name: str, company: Company) -> None:
    w, came = words("play"), company.seats.get(name)
    if came is None and name in sitting.game.conceded:
        return  # a bot plays on there
    if (moved := _moving(sitting, company)) is not None:
        moving, person = moved
        st.html(_row(name, came, ready=True))
        label = "stay" if name == moving else "here_instead" if came is None else "swap"
        st.button(
            words("lobby")(label, name=plain(moving)),
            key=f"to-{number}",
            type="tertiary" if name == moving else "secondary",
            on_click=_move,
            args=(sitting, moving, person, name),
        )
        return
    if came is None:
        st.button(
            w("i_am", name=plain(name)),
            key=f"sit-{number}",
            type="primary",
            on_click=_tried,
            args=(archive().sit_down, sitting, name),
        )
        st.markdown(words("lobby")["free"])
        return
    st.html(_row(name, came, ready=not begun(sitting)))
    at_this = came.person == present().mark
    if may(Right.PLACES) and not begun(sitting):
        st.button(
            words("lobby")["move"],
            key=f"move-{number}",
            type="tertiary",
            on_click=state.update,
            args=({"moving": (sitting.key, name, came.person)},),
        )
    if at_this or may(Right.PLACES):
        st.button(
            w["stand_up"] if at_this else w["free_place"],
            key=f"stand-{number}",
            type="tertiary",
            on_click=_tried,
            args=(archive().stand_up, sitting, name),
        )


def _moving(sitting: Sitting, company: Company) -> tuple[str, str] | None:
    """The player whose person the owner is about to move, and that person, who plays them yet; nobody moves
    after the first choice.
    """
    key, name, person = state.get("moving", ("", "", ""))
    if key != sitting.key or begun(sitting) or not may(Right.PLACES):
        return None
    came = company.seats.get(name)
    return (name, person) if came is not None and came.person == person else None


def _move(sitting: Sitting, one: str, person: str, other: str) -> None:
    """The person of a player goes to another place; whose place it is comes to theirs. Nobody moves where
    another person plays that player meanwhile.
    """
    state.pop("moving", None)
    if one == other:
        return
    with turn(sitting):
        with suppress(RefusedInput):
            sitting.refresh()
        if begun(sitting):  # the table says what was chosen
            return
        with suppress(RefusedInput):
            if seated(sitting).get(one) != person:
                return
        _tried(archive().swap, sitting, one, other)


def tell_moved(sitting: Sitting, people: list[str]) -> None:
    """Says whom this device plays where the owner just changed that."""
    before, state.sat = state.get("sat"), (sitting.key, people)
    if before and before[0] == sitting.key and before[1] and people and before[1] != people:
        st.toast(words("lobby")("you_play", names=plain(", ".join(people))), icon=":material/swap_horiz:")


def _row(name: str, came: Came | None, ready: bool) -> str:
    """A player with the device that plays them, whether it is here and, where that counts, ``ready``."""
    w, at_this = words("lobby"), came is not None and came.person == present().mark
    if came is None:
        lamp, notes = "away", [w["free"]]
    else:
        lamp = "here" if came.here or at_this else "away"
        notes = [w[lamp], words("play")["at_this_device"] if at_this else _device(came)]
        notes += [f"✓ {w['ready']}"] if ready and came.ready else []
    return f'<p class="came-in {lamp}"><b>{escape(name)}</b> · {escape(" · ".join(notes))}</p>'


def _device(came: Came) -> str:
    """What a device is called: its kind, and its browser."""
    w = words("lobby")
    return ", ".join(filter(None, (w[came.device or "some_device"], came.browser)))


def _tried(do: Callable[..., object], sitting: Sitting, *players: str) -> None:
    """Does what was tapped; the table says why it is refused."""
    for news in ("trouble", "sat"):  # the next look tells no person what they just did themselves
        state.pop(news, None)
    try:
        if do(sitting.kind, sitting.key, *players) is False:
            state.trouble = words("lobby")["just_taken"]
    except RefusedInput as refused:
        state.trouble = plain(in_words(refused))


def back(kind: Kind) -> str | None:
    """The game at whose table a guest's device sat last, once for each session at a bare address: the phone
    slept, or its page was closed. Not where its person left that table, or came to look at something else.

    The owner is one person at all devices, and comes for a new game too: theirs are under way in the list.
    """
    first = state.get(f"sitting-{kind}") is None and not state.get(f"came-{kind}")
    state[f"came-{kind}"] = True
    if not first or not BARE.issuperset(st.query_params) or present().role != "guest":
        return None
    return archive().last_seat(kind)


def to_join(kind: Kind) -> str | None:
    """The games that wait for players; the key of the one that somebody joins now."""
    w = words("play")
    waiting = archive().joinable(kind)
    if waiting:
        st.subheader(w["games_to_join"], anchor=False)
    joined = None
    for number, game in enumerate(waiting):
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            free = w("free_places", names=plain(", ".join(game.free)))
            st.markdown(f"**{plain(', '.join(game.players))}**  \n{free}")
            if st.button(w["join"], key=f"join-{number}", type="primary"):
                joined = game.key
    return joined
