"""Who wins as the table stands; or what stands in the way, with the way to each of it."""

from __future__ import annotations

from functools import partial
from html import escape

import streamlit as st

from pages.photos.reading import legend_in_use, read_books
from pages.scoring.draft import go
from pages.scoring.missing import STEP, Missing, Way, missing
from pages.session.fields import as_seen
from pages.shelves.grid import show
from pages.table.state import Seat, Table
from pages.widgets.saying import labelled, plain, refuse, trying
from pages.widgets.tie import hands, tie
from pages.words import Words
from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.gamefile import GameFile
from scorer.result import Result, score


def filled_in(table: Table, edition: Edition, w: Words) -> tuple[Result | None, GameFile | None, str | None]:
    """The form as the table stands and its game file, or why it is refused; none while something is open."""
    return (None, None, None) if missing(table, edition, w) else _scored(table)


def so_far(table: Table, edition: Edition, w: Words) -> Result | None:
    """The sums as the table stands while only somebody's cards are missing; nobody has won by them."""
    only_cards = all(each.ways[0] == "photograph" for each in missing(table, edition, w))
    return _scored(table)[0] if only_cards else None


def _scored(table: Table) -> tuple[Result | None, GameFile | None, str | None]:
    try:
        game = GameFile.from_dict(table.game())
        return score(game), game, None
    except RefusedInput as refused:
        return None, None, refused.sentence


def verdict(table: Table, edition: Edition, result: Result | None, refusal: str | None, w: Words) -> None:
    """Who wins as the table stands, or what stands in the way: always there, always in the same place."""
    if table.doubled:
        _doubled(table, w)
    elif refusal:
        refuse(refusal)
    if refusal:
        return
    if result is None:
        _say(w["not_yet"])
        with st.container(key="missing"):
            for number, each in enumerate(missing(table, edition, w)):
                _ways(table, each, number, w)
        return
    doubts = sum(seat.to_check for seat in table.shelves)
    settled = w["shelves_apart"] if any(seat.doubts for seat in table.seats) else w["no_doubt"]
    _say(result.explain, w("doubts_left", n=doubts) if doubts else settled)
    if result.open_tie and result.decided_by == "hand":
        hands(w["tie_hands"], [seat for seat in table.seats if seat.name in result.open_tie], "tie")
    elif result.decided_by == "reading":
        tie(table.game(), "table", partial(_read_first, table), partial(_tie_stays, table))


def _doubled(table: Table, w: Words) -> None:
    """The cards that lie in several places, each with the way to each of them."""
    refuse(w("doubled", n=len(table.doubled)))
    with st.container(key="doubled"):
        for lies in table.doubled:
            first = lies[0][1]
            name = f"{first.letter}{first.order}"
            with st.container(horizontal=True, vertical_alignment="center", key=f"doubled-{name}"):
                st.html(f'<p class="why"><b>{escape(name)}</b></p>', width="content")
                for seat, card in lies:
                    at = w("place", row=card.row + 1, column=card.column + 1)
                    st.button(
                        plain(labelled(seat.name, at, w.language)),
                        key=f"doubled-{name}-{seat.id}-{card.id}",
                        on_click=_look_at,
                        args=(seat, card.id),
                    )


def _look_at(seat: Seat, card: int) -> None:
    show(seat, card)
    go("check")


def _read_first(table: Table, name: str | None) -> None:
    table.reading_winner = next((seat.id for seat in table.seats if seat.name == name), None)


def _tie_stays(table: Table) -> None:
    table.tie_stays = True


def _say(winner: str, why: str = "") -> None:
    lines = f'<p class="who">{escape(winner)}</p>' + (f'<p class="why">{escape(why)}</p>' if why else "")
    st.html(f'<div class="verdict" role="status">{lines}</div>')


def _ways(table: Table, each: Missing, number: int, w: Words) -> None:
    """Something that is missing, and the ways to it."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"missing-{number}"):
        if "rename" in each.ways:
            refuse(each.sentence)
        else:
            st.html(f'<p class="why">{escape(each.sentence)}</p>', width="content")
        for way in each.ways:
            if way == "give_legend" and (legend := legend_in_use()):
                st.button(
                    w["read_again"], key=f"way-{way}", on_click=trying(read_books), args=(table, legend)
                )
            elif way == "fewer":
                n = len(table.seats) - len(table.blank)
                as_seen(w("fewer", n=n), f"way-{way}", lambda: _ids(table.blank), partial(_leave, table))
            elif not (way == "by_hand" and by_hand(table) and table.step == STEP[way]):
                st.button(w[way], key=f"way-{way}", on_click=_take, args=(table, way))


def _ids(seats: list[Seat]) -> list[str]:
    return [seat.id for seat in seats]


def _take(table: Table, way: Way) -> None:
    if way == "by_hand":
        st.session_state["books-by-hand"] = table.key
    go(STEP[way])


def _leave(table: Table) -> None:
    """Players of whom nothing is known did not play."""
    for seat in table.blank:
        table.leave(seat.id)


def by_hand(table: Table) -> bool:
    """Whether the books that nobody knows are asked for, card by card."""
    return bool(st.session_state.get("books-by-hand") == table.key)
