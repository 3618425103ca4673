"""Score by photo: photos in, shelves mended, who sits where, the form filled in."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

import streamlit as st

from pages.edits import take
from pages.keep import forget_legend, shown_path
from pages.reading import hand_in, legend_of_before, read_books, sample_legend, take_legend
from pages.samples import Sample, sample
from pages.shelf_table import shelf_table
from pages.state import Table
from scorer.cards import Category
from scorer.editions import EDITION_KEYS, Edition, load_edition
from scorer.errors import RefusedInput
from scorer.forms import to_html
from scorer.game import MOST_PLAYERS, GameFile
from scorer.result import ColumnResult, Result, score

SHELVES = "shelves"  # the key of the shelf table
ROWS = ("a1", "b1", "b2", "b3", "b4", "b5", "total")
MASTHEAD = '<header class="masthead"><h1>Shelfmark</h1><p>From a photo to the inspector’s form</p></header>'

state = st.session_state


def page() -> None:
    if "table" not in state:
        state.table = Table()
        state.refused = {}  # a file's id to the sentence it was refused with
        state.taken = set()  # ids of the files that were read or refused
        state.legend = legend_of_before()
    table: Table = state.table
    edition = load_edition(table.edition)
    st.html(MASTHEAD)
    photos(table, edition)
    if not table.seats:
        return
    result, refusal = filled_in(table)
    verdict(table, result, refusal)
    st.header("Shelves", anchor="shelves")
    shelf_table(table, edition.categories, result, lambda: take(table, state[SHELVES].get("log")), SHELVES)
    players(table, edition)
    if result:
        form(result, edition)


def refuse(sentence: str) -> None:
    """The one sentence that says what is wrong, word for word, where it went wrong."""
    st.html(f'<p class="refused" role="alert">{escape(sentence)}</p>')


def plain(text: str) -> str:
    """A text for a label, where Streamlit would take it for Markdown."""
    return re.sub(r"([\\`*_{}\[\]()#+.!|<>~$:-])", r"\\\1", text)


# Photos and the legend


def photos(table: Table, edition: Edition) -> None:
    """Where photos come in: all of the page while there is no shelf, a folded part of it afterwards."""
    files = [*(state.get("upload") or []), state.get("camera"), state.get("legend-photo")]
    refused = any(file.file_id in state.refused for file in files if file)
    wanted = refused or (state.legend is None and without_books(table) > 0)
    place = st.expander("Photos and legend", expanded=wanted) if table.seats else st.container()
    with place:
        left, right = st.columns([3, 2], gap="large")
    found = sample()
    with left:
        sources = ["Sample", "Upload", "Camera"] if found else ["Upload", "Camera"]
        source = st.segmented_control("Photo", sources, default=sources[0], required=True, key="source")
        if source == "Sample" and found:
            show_sample(table, found)
        elif source == "Camera":
            shot = st.camera_input("One photo a player, or one of the whole table", key="camera")
            st.caption("On a phone, *Upload* can take the photo too, in full size.")
            read_files(table, [shot] if shot else [])
        else:
            given = st.file_uploader(
                "One photo a player, or one of the whole table", accept_multiple_files=True, key="upload"
            )
            read_files(table, given)
    with right:
        legend_box(table, edition)


def show_sample(table: Table, found: Sample) -> None:
    own = table.seats and not table.sample
    label = "Score the sample instead of this table" if own else "Score the sample table"
    if st.button(label, type="primary", key="score-sample"):
        fresh = table.another(sample=True)
        with st.spinner("Reading the sample photo …"):
            try:
                legend = sample_legend(found.legend) if found.legend else state.legend
                hand_in(fresh, found.photo.name, found.photo.read_bytes(), legend, found.deck)
            except RefusedInput as refused:
                refuse(str(refused))
                return
        if found.game:
            fresh.seat_game(found.game)
        state.table = fresh
        st.rerun()
    st.image(found.photo, caption="The sample table")


def read_files(table: Table, files: list[Any]) -> None:
    """Reads files that are new, and says of each that was refused why, for as long as it is there."""
    new = [file for file in files if file.file_id not in state.taken]
    for file in new:
        with st.spinner(f"Reading {plain(file.name)} …"):
            state.taken.add(file.file_id)
            try:
                fresh = table.another() if table.sample else table
                hand_in(fresh, file.name, file.getvalue(), state.legend)
            except RefusedInput as refused:
                state.refused[file.file_id] = str(refused)
                continue
            if table.sample:  # the sample makes room for the first photo of one's own
                state.table = table = fresh
    if new and table.seats:
        st.rerun()
    for file in files:
        if file.file_id in state.refused:
            refuse(state.refused[file.file_id])


def legend_box(table: Table, edition: Edition) -> None:
    """The legend: given once, kept for later sessions, forgotten on demand."""
    if state.legend:
        st.markdown("**Legend**")
        st.image([picture[:, :, ::-1] for picture in state.legend.legend.pictures], width=40)
        where = (
            f"kept in `{shown_path()}`"
            if state.legend.kept
            else "for this session only: its folder is read-only"
        )
        st.caption(f"Your printing’s six icons, {where}.")
        if st.button("Forget this legend", key="forget"):
            forget_legend()
            state.legend = None
            st.rerun()
        return
    names = ", ".join(edition.categories[category] for category in Category)
    given = st.file_uploader("Legend: one photo of the six category cards", key="legend-photo")
    st.markdown(
        f"Every printing draws its icons differently, so show them once, in two rows of three: {names}. "
        f"The legend is kept in `{shown_path()}`. Without it you fill in the books yourself."
    )
    if given is None:
        return
    if given.file_id not in state.taken:
        state.taken.add(given.file_id)
        with st.spinner("Reading the legend …"):
            try:
                state.legend = take_legend(given.getvalue(), given.name)
                read_books(table, state.legend)
            except RefusedInput as refused:
                state.refused[given.file_id] = str(refused)
            else:
                st.rerun()
    if given.file_id in state.refused:
        refuse(state.refused[given.file_id])


# The form


def filled_in(table: Table) -> tuple[Result | None, str | None]:
    """The form as the table stands, or why it is refused; neither while something is not chosen."""
    if not_chosen(table):
        return None, None
    try:
        return score(GameFile.from_dict(table.game())), None
    except RefusedInput as refused:
        return None, str(refused)


def not_chosen(table: Table) -> list[str]:
    wanted = [
        name
        for name, value in (
            ("the prominent category", table.prominent),
            ("the banned category", table.banned),
        )
        if value is None
    ]
    return wanted + [f"{seat.name}’s focus" for seat in table.seats if seat.focus is None]


def without_books(table: Table) -> int:
    return sum(len(seat.bookless) for seat in table.seats)


def verdict(table: Table, result: Result | None, refusal: str | None) -> None:
    """Who wins, or what stands in the way: the first thing under the photos, and always there."""
    if unknown := without_books(table):
        st.info(
            f"Cards whose books are not known: {unknown}. Give a photo of the six category cards above, "
            "or tap the cards one by one."
        )
    if refusal:
        refuse(refusal)
        return
    doubts = sum(len(seat.doubtful) for seat in table.seats)
    if result is None:
        said, why = "The shelves are read.", f"Still to choose: {', '.join(not_chosen(table))}."
    elif doubts:
        said, why = result.explain, f"Doubtful cards: {doubts}. Look at them before you trust this."
    else:
        said, why = result.explain, "No card is in doubt."
    lines = f'<p class="who">{escape(said)}</p><p class="why">{escape(why)}</p>'
    st.html(f'<div class="verdict" role="status">{lines}</div>')


def bound(widget: Callable[..., Any], label: str, thing: object, name: str, key: str, **options: Any) -> None:
    """A widget that shows an attribute of ``thing`` and writes it back when somebody changes it."""
    state[key] = getattr(thing, name)
    widget(label, key=key, on_change=lambda: setattr(thing, name, state[key]), **options)


def players(table: Table, edition: Edition) -> None:
    """Who sits where, and the categories of the game."""
    st.header("Players", anchor="players")
    words = edition.words
    categories: dict[str, Any] = {
        "options": list(Category),
        "format_func": edition.categories.__getitem__,
        "placeholder": "Choose",
    }
    first, second, third = st.columns(3)
    with first:
        bound(st.selectbox, words["prominent"], table, "prominent", "prominent", **categories)
    with second:
        bound(st.selectbox, words["banned"], table, "banned", "banned", **categories)
    with third:
        names = {"options": EDITION_KEYS, "format_func": lambda key: load_edition(key).name}
        bound(st.selectbox, "Edition", table, "edition", "edition", **names)
    for seat, column in zip(table.seats, st.columns(max(2, len(table.seats))), strict=False):
        with column.container(border=True):
            bound(st.text_input, words["player"], seat, "name", f"name-{seat.id}", max_chars=60)
            with st.container(horizontal=True):
                bound(st.selectbox, words["focus"], seat, "focus", f"focus-{seat.id}", **categories)
                bound(st.number_input, words["hand"], seat, "hand", f"hand-{seat.id}", step=1, width=130)
            if st.button(
                f"Remove {plain(seat.name)}", key=f"leave-{seat.id}", icon=":material/person_remove:"
            ):
                table.leave(seat.id)
                st.rerun()
    with st.container(horizontal=True):
        if len(table.seats) < MOST_PLAYERS and st.button("Add a player", key="add-player"):
            table.sit_down()
            st.rerun()
        if st.button("Start over", key="clear"):
            state.table = table.another()
            st.rerun()


def form(result: Result, edition: Edition) -> None:
    """The form filled in, and a sentence for each of its numbers."""
    st.header(f"{edition.forms[result.form]} {result.form}", anchor="form")
    sheet = f'<div class="form-sheet" role="region" tabindex="0">{to_html(result, edition)}</div>'
    st.html(sheet)
    st.subheader("Why", anchor=False)
    for column in result.players:
        with st.expander(f"{plain(column.name)}: {column.total}", expanded=column.name in result.winners):
            st.html(reasons(column, edition))


def reasons(column: ColumnResult, edition: Edition) -> str:
    rows = (
        f"<dt>{row.upper() if row != 'total' else ''} {escape(edition.rows[row])}</dt>"
        f"<dd>{escape(column.explain[row])}</dd>"
        for row in ROWS
    )
    return f'<dl class="reasons">{"".join(rows)}</dl>'


page()
