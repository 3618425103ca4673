"""How many shelves a photo shows, where its cards lie so that the reading cannot tell."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from html import escape

import streamlit as st

from pages.photos.reading import hand_in, legend_in_use, look_at
from pages.table.state import Table
from pages.words import Words
from scorer.errors import RefusedInput

state = st.session_state


def doubtful_photo(table: Table) -> str | None:
    """The key of the first photo that shows a shelf that may be part of another, or two."""
    keys = (key for seat in table.seats if seat.doubts for key in seat.photos)
    return next((key for key in keys if key in table.photos), None)


def ask_shelves_shown(table: Table, w: Words) -> bool:
    """Asks about the first such photo, with the photo beside the question; tells whether it asked."""
    key = doubtful_photo(table)
    if key is None:
        return False
    photo = table.photos[key]
    with st.container(border=True, key="question", horizontal=True, gap="medium"):
        if photo.picture:
            st.html(f'<p class="asked-photo"><img src="{photo.picture}" alt="{escape(photo.name)}"></p>')
        with st.container(key="asked"):
            st.caption(escape(photo.name))
            st.subheader(w["ask_shelves"], anchor=False)
            st.caption(w["shelves_apart"])
            with st.container(horizontal=True, key="answers"):
                for place, number in enumerate(likely_numbers(table, key)):
                    st.button(
                        str(number),
                        key=f"shelves-{key}-{number}",
                        type="primary" if place == 0 else "secondary",
                        on_click=tell,
                        args=(table, key, number),
                    )
    return True


def likely_numbers(table: Table, key: str) -> list[int]:
    """How many shelves the photo may show: first as many as were found, then one less or one more."""
    seats = [seat for seat in table.seats if key in seat.photos]
    doubts = {doubt for seat in seats for doubt in seat.doubts}
    found = len(seats)
    fewer = [found - 1] if "parted" in doubts and found > 1 else []
    return [found, *fewer, *([found + 1] if "joined" in doubts or not fewer else [])]


def tell(table: Table, key: str, number: int) -> None:
    """Takes the answer; where it is another number than was found, the photo is read again by it."""
    photo = table.photos[key]
    seats = [seat for seat in table.seats if key in seat.photos]
    photo.shelves, photo.answered = (number, number), True
    for seat in seats:
        seat.doubts = ()
    if number != len(seats):
        legend = legend_in_use()
        with suppress(OSError, RefusedInput):  # without its file the shelves stay as they were read
            again = look_at(photo.name, photo.file.read_bytes(), legend, shelves=photo.shelves)
            again = replace(again, photo=replace(again.photo, answered=True))
            hand_in(table, [again], legend)
