"""Fort: its score sheet with players, their sums and the winner; and the whole game on screen."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from html import escape
from typing import Any, Literal

import streamlit as st

from pages.playing import frame
from pages.playing.fort.drills import DRILLS
from pages.playing.fort.own_cards import own_cards
from pages.playing.fort_game import KIND as GAME
from pages.playing.fort_game import again, new_game
from pages.session.address import lead
from pages.session.archive import PersonalArchive, archive
from pages.session.fields import as_seen, hand_on, one_of, show
from pages.session.fort_sheet import (
    NOBODY,
    asked,
    draft_of,
    empty,
    missing,
    named,
    put,
    seat,
    settle,
    sheet_of,
    take_over,
)
from pages.session.live import live
from pages.session.reopened import opened
from pages.session.rights import Right, may
from pages.table.merging import Path
from pages.widgets.fort_sums import files, reasons, sums, won
from pages.widgets.numbers import sheet_number
from pages.widgets.saying import HERE, address, in_words, plain, refuse, title, trying
from pages.widgets.sections import sections
from pages.widgets.shared import Shared, Values
from pages.words import Words, words
from scorer.errors import RefusedInput, phrase
from scorer.fort import (
    HIGHEST_LEVEL,
    POINTS_AT_HIGHEST_LEVEL,
    FortResult,
    MadeUpRule,
    Sheet,
    doubts,
    score_fort,
)
from scorer.fort.sheet import FEWEST_PLAYERS, MOST_PLAYERS
from scorer.names import tidy

KIND: Literal["fort"] = "fort"
#: The parts of the page, by the words that name them.
TABS = ("sheet", "play", "own_cards")
#: The address of a sheet: ?game=….
PARAMETER = "game"
MOST_POINTS = 999

state = st.session_state


def page() -> None:
    if st.query_params.get("tab") == TABS[1] and DRILLS.under_way():
        DRILLS.play()
    elif st.query_params.get("tab") == TABS[1]:
        frame.run(GAME, new_game, again, head=head)
    elif st.query_params.get("tab") == TABS[2] and may(Right.COPY):
        head()
        own_cards()
    else:
        head()
        frame.join(GAME, tab=TABS[1])
        sheet()


def head() -> None:
    """The title of the page, and its parts: the sheet, the game on screen, and the owner's own cards."""
    w = words("fort")
    title(w["title"])
    sections(w, TABS if may(Right.COPY) else TABS[:2], forget=(PARAMETER,))


def sheet() -> None:
    st.html(HERE / "archive.css")
    w = words("fort")
    try:
        here = archive(anew=True)
        draft = present(here)
    except RefusedInput as refused:
        refuse(refused)
        return
    if state.get("fort-unsaved"):
        trying(changed)(here)
    state.fort_shared.tell(
        partial(field_of, draft, w), value_of, lambda: deepcopy(draft), trying(partial(write, here, draft))
    )
    verdict_place = st.container()
    players(here, draft, w)
    result, filled = filled_in(draft, w, verdict_place)
    if result:
        st.header(w["sums"], anchor=False)
        sums(result, w)
        reasons(result, draft["players"], w)
        keep(here, filled, result, w)
    as_seen(w["new"], "fort-new", lambda: state.get("fort_key"), start_over, icon=":material/note_add:")
    live(lambda: state.fort_shared.news(lambda: here))


# The sheet that is being filled in


def present(archive: PersonalArchive) -> dict[str, Any]:
    """The sheet that the address names, else that of before, else an empty one.

    An address without a name says nothing: what was typed while the page was naming its sheet comes under
    the old address.
    """
    key = st.query_params.get(PARAMETER, "")
    if "fort" not in state or (key and state.fort_key != key):
        kept = opened(archive, KIND, key) if key else None
        shared = Shared(KIND, key, named, settle=settle)
        state.fort = empty()
        if kept and "game" in kept:
            state.fort = draft_of(kept["game"])
        elif kept:
            state.fort = named(kept)
            shared.kept_as(state.fort)
        state.fort_key, state.fort_shared = key, shared
        shared.base = deepcopy(state.fort)
        state.fort_opened = secrets.token_hex(4)  # the widgets of another sheet are others
    else:
        if state.fort_key and not key:
            lead({PARAMETER: state.fort_key})
        if merged := state.fort_shared.pull(lambda: archive, state.fort):
            take_over(state.fort, merged)
    draft: dict[str, Any] = state.fort
    return draft


def changed(archive: PersonalArchive) -> None:
    """Keeps the sheet; from its first change on the address names it."""
    if not state.fort_key:
        state.fort_key = secrets.token_urlsafe(9)
        lead({PARAMETER: state.fort_key})
    state["fort-unsaved"] = True
    state.fort_shared.key = state.fort_key
    if merged := state.fort_shared.push(archive, deepcopy(state.fort)):
        take_over(state.fort, merged)
    state["fort-unsaved"] = False


def field_of(draft: dict[str, Any], w: Words, path: Path) -> str:
    """What stands at a path of the sheet, in words."""
    shared = words("shared")
    match path:
        case ("macaroni",):
            return w["macaroni_who"]
        case ("players", who, str(field)) if field in w:
            names = [name_of(draft, n, w) for n, one in enumerate(draft["players"]) if one["id"] == who]
            return shared("of", what=w[field], name=", ".join(names))
    return shared["sheet"]


def value_of(fields: Values) -> str:
    """A short value of such a field; there is one in words."""
    path, value = fields[0]
    short = len(fields) == 1 and path[-1] != "rule" and path[0] == "players" and isinstance(value, (str, int))
    return str(value) if short else ""


def write(archive: PersonalArchive, draft: dict[str, Any], new: dict[str, Any]) -> None:
    take_over(draft, new)
    changed(archive)


def start_over() -> None:
    state.pop("fort", None)
    lead({PARAMETER: None})


def name_of(draft: dict[str, Any], number: int, w: Words) -> str:
    return tidy(draft["players"][number]["name"]) or w("player", number=number + 1)


def players(archive: PersonalArchive, draft: dict[str, Any], w: Words) -> None:
    seats = draft["players"]
    columns = [*st.columns(2), *(st.columns(2) if len(seats) > FEWEST_PLAYERS else [])]
    for number, column in enumerate(columns):
        if number < len(seats):
            with column.container(border=True):
                player(archive, draft, number, w)

    def sit_down() -> None:
        seats.append(seat(secrets.token_hex(4)))
        changed(archive)

    def leave(number: int) -> None:
        del seats[number]
        if draft["macaroni"] >= number:
            draft["macaroni"] = NOBODY if draft["macaroni"] == number else draft["macaroni"] - 1
        changed(archive)

    def ids() -> list[str]:
        return [one["id"] for one in seats]

    names = [name_of(draft, number, w) for number in range(len(seats))]
    bound(
        archive,
        one_of,
        w["macaroni_who"],
        draft,
        "macaroni",
        "table",
        options=[NOBODY, *range(len(seats))],
        format_func=lambda one: w["nobody"] if one == NOBODY else names[one],
    )
    with st.container(horizontal=True):
        if len(seats) < MOST_PLAYERS:
            as_seen(w["add"], "fort-add", ids, trying(sit_down), icon=":material/person_add:")
        if len(seats) > FEWEST_PLAYERS:
            for number, name in enumerate(names):
                as_seen(
                    plain(w("remove", name=name)),
                    f"fort-leave-{number}",
                    ids,
                    trying(partial(leave, number)),
                    icon=":material/person_remove:",
                )


def player(archive: PersonalArchive, draft: dict[str, Any], number: int, w: Words) -> None:
    one = draft["players"][number]
    who = one["id"]
    bound(
        archive,
        st.text_input,
        w["name"],
        one,
        "name",
        who,
        max_chars=60,
        placeholder=w("player", number=number + 1),
    )
    left, middle, right = st.columns(3)
    with left:
        count(archive, one, "track", who, w)
    with middle:
        bound(
            archive, st.selectbox, w["fort_level"], one, "fort_level", who, options=range(HIGHEST_LEVEL + 1)
        )
    with right:
        if one["fort_level"] == HIGHEST_LEVEL:
            st.text_input(
                w["fort_points"],
                value=str(POINTS_AT_HIGHEST_LEVEL),
                disabled=True,
                key=f"fort-printed-{number}",
            )
        else:
            count(archive, one, "fort_points", who, w)
    others = {each["rule"] for each in draft["players"] if each is not one}
    bound(
        archive,
        one_of,
        w["rule"],
        one,
        "rule",
        who,
        options=["", *(rule for rule in MadeUpRule if rule not in others)],
        format_func=lambda rule: w[f"rule_{rule}"] if rule else w["no_rule"],
    )
    fields = asked(draft, number)
    for start in range(0, len(fields), 3):
        for field, column in zip(fields[start : start + 3], st.columns(3), strict=False):
            with column:
                count(archive, one, field, who, w)
    if any(field.startswith("pack") for field in fields):
        bound(archive, st.checkbox, w["big_pack"], one, "big_pack", who)


def count(archive: PersonalArchive, one: dict[str, Any], field: str, who: str, w: Words) -> None:
    def write(value: int | None) -> None:
        one[field] = value
        changed(archive)

    key = f"fort-{state.fort_opened}-{who}-{field}"
    if typed := sheet_number(w[field], key, one.get(field), MOST_POINTS, write):
        refuse(
            phrase("{typed} is no whole number from 0 to {most}: correct it.", typed=typed, most=MOST_POINTS)
        )


def bound(
    archive: PersonalArchive,
    widget: Callable[..., Any],
    label: str,
    thing: dict[str, Any],
    field: str,
    who: str,
    **options: Any,
) -> None:
    """A widget that shows one entry of the sheet, and writes it back when somebody changes it."""
    key = f"fort-{state.fort_opened}-{who}-{field}"
    show(key, thing.get(field))

    def write(value: object) -> None:
        put(thing, field, value)
        changed(archive)

    def typed() -> None:
        hand_on(key, write, options.get("options"))

    widget(label, key=key, on_change=trying(typed), **options)


# What it comes to


def filled_in(draft: dict[str, Any], w: Words, place: Any) -> tuple[FortResult | None, dict[str, Any]]:
    """The result as the sheet stands, said on top; None while something is missing or refused."""
    names = [name_of(draft, number, w) for number in range(len(draft["players"]))]
    lacking = [
        f"{name} ({', '.join(w[field] for field in fields)})"
        for number, name in enumerate(names)
        if (fields := missing(draft, number))
    ]
    sheet = sheet_of(draft, names)
    with place:
        if lacking:
            verdict(w["title_still"], w("still", what="; ".join(lacking)))
            return None, sheet
        try:
            checked = Sheet.from_dict(sheet)
        except RefusedInput as refused:
            refuse(refused)
            return None, sheet
        result = score_fort(checked)
        verdict(won(result, checked.conceded, w), "")
        for doubt in doubts(checked):
            st.html(f'<p class="asked" role="status">{escape(in_words(doubt))}</p>')
    return result, sheet


def verdict(winner: str, why: str) -> None:
    more = f'<p class="why">{escape(why)}</p>' if why else ""
    st.html(f'<div class="verdict" role="status"><p class="who">{escape(winner)}</p>{more}</div>')


def keep(archive: PersonalArchive, sheet: dict[str, Any], result: FortResult, w: Words) -> None:
    """Into the archive, and out as files."""
    filled = result.model_dump(mode="json")

    def finish() -> None:
        changed(archive)
        state["fort-kept"] = archive.finish(sheet, filled, KIND, key=f"{KIND}-{state.fort_key}")

    with st.container(horizontal=True):
        st.button(
            w["keep"], type="primary", icon=":material/inventory_2:", key="fort-keep", on_click=trying(finish)
        )
        files(sheet, result)
    if kept := state.pop("fort-kept", None):
        st.html(f'<p class="said" role="status">{escape(w["kept"])}</p>')
        st.page_link("pages/archive.py", label=w["see"], query_params=address(game=kept))


page()
