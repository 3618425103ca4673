"""People of earlier games: their names are offered as one types, and those of the last game in one tap."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

import streamlit as st

from pages.components import source
from pages.session.archive import archive
from pages.widgets.saying import plain, trying
from pages.words import words
from scorer.editions import nameless
from scorer.errors import RefusedInput
from scorer.names import person, tidy

if TYPE_CHECKING:
    from scorer.archive import ArchivedGame

state = st.session_state

_offer = st.components.v2.component("shelfmark_names", js=source("page", "names.js"))

#: The most names that are offered, and the colours of players on a table (`pages/components/game/table.css`).
MOST, COLOURS = 40, 6


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sat at a table: a person's name, or a bot's with its program."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class People:
    """The names of persons, who played most first; and who sat at the last game of a form, empty where none
    has a name."""

    names: tuple[str, ...] = ()
    last: tuple[Seated, ...] = ()


def people_of(games: Sequence[ArchivedGame], form: str, bots: bool) -> People:
    """The people of these games, latest first; ``bots``: whether programs can sit here too."""
    often: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for game in games:
        for name in game.people:
            if not nameless(name):
                often[person(name)] += 1
                spelled.setdefault(person(name), tidy(name))
    ranked = tuple(spelled[who] for who, _ in often.most_common(MOST))
    tables = (_seated(game, bots) for game in games if game.form == form)
    return People(ranked, next(filter(None, tables), ()))


def _seated(game: ArchivedGame, bots: bool) -> tuple[Seated, ...]:
    """Who sat there; empty where no two could sit down again."""
    played = {one.get("name"): one.get("bot") for one in game.game.get("players", [])}
    seats = [Seated(tidy(name), played.get(name)) for name in game.players]
    seats = [one for one in seats if bots or one.bot is None]
    known = [one for one in seats if one.bot is None and not nameless(one.name)]
    return tuple(seats) if len(seats) > 1 and len(known) == sum(one.bot is None for one in seats) else ()


def people(form: str, at: object, bots: bool = False) -> People:
    """The people whom the person at this browser played with; looked up once for each ``at``."""
    key, now = f"people-{form}", (str(at), bots)
    if key not in state or state[key][0] != now:
        try:
            state[key] = now, people_of(archive().games(), form, bots)
        except RefusedInput:  # what the page needs of the archive says what is wrong
            state[key] = now, People()
    found: People = state[key][1]
    return found


def colours(players: Sequence[str], bots: Container[str]) -> dict[str, int]:
    """The colour of each player at a table, from 0. A person's goes by their name, so that it stays with them
    from game to game; of two who would have the same, one takes the next. The others take what is left.

    >>> colours(["Bo", "Ana"], ())["Ana"] == colours(["Ana", "Rita", "Eric"], ())["Ana"]
    True
    """
    found: dict[str, int] = {}
    for name in sorted((one for one in players if one not in bots and not nameless(one)), key=person):
        colour = crc32(person(name).encode()) % COLOURS
        while colour in found.values():
            colour = (colour + 1) % COLOURS
        found[name] = colour
    left = (colour for colour in range(COLOURS) if colour not in set(found.values()))
    return found | {name: next(left) for name in players if name not in found}


def forget_people() -> None:
    """They are looked up anew: a game is about to be added."""
    for key in [key for key in state if str(key).startswith("people-")]:
        del state[key]


def offer_names(known: People, fields: str) -> None:
    """Offers the names in the fields of this CSS selector, without names that stand in another field."""
    with st.container(key="unseen-names"):  # takes no room, see style.css
        _offer(key="names-offered", data={"scene": json.dumps({"names": known.names, "fields": fields})})


def same_people(known: People, key: str, seat: Callable[[Sequence[Seated]], None]) -> None:
    """The button that seats everybody of the last game."""
    if not known.last:
        return
    label = plain(words("shared")("same_people", names=", ".join(one.name for one in known.last)))
    st.button(
        label, key=f"{key}-same-people", icon=":material/group:", on_click=trying(seat), args=(known.last,)
    )
