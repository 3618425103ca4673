"""Small photos of the shelves in a game: kept only where somebody ticks it, forgotten when it is unticked."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import cv2
import numpy as np
import streamlit as st

from pages.session.archive import archive
from pages.session.fields import show
from pages.table.seat import Seat
from pages.table.state import Table
from pages.widgets.saying import plain, trying
from pages.words import chosen, words
from scorer.editions import called, load_edition
from scorer.names import person

if TYPE_CHECKING:
    from scorer.archive import ArchivedGame
    from vision.photo.load import Bgr

#: Pixels: as wide as the narrowest phone has room for; a laptop shows several beside each other.
WIDTH = 280
#: So much is shown around a shelf, in its own sizes.
AROUND = 0.04

state = st.session_state


def shelves(game: ArchivedGame, key: str, table: Table | None = None) -> None:
    """The photos that are kept, and the tick that keeps those of the ``table`` or forgets them."""
    kept = archive().shelves(game.id)
    if not kept and not (table and any(photo.picture for photo in table.photos.values())):
        return
    w = words("evening")
    show(key, bool(kept))
    st.checkbox(
        w["shelves"],
        key=key,
        help=w["shelves_help"],
        on_change=trying(_ticked),
        args=(game.id, key, table),
    )
    with st.container(horizontal=True):
        for player, picture in kept.items():
            st.image(picture, caption=plain(_whose(game, player)), width=WIDTH)


def _whose(game: ArchivedGame, player: str) -> str:
    """What stands below a shelf: its player, or the public library of a solo game."""
    if game.form == "S-42a" and person(player) not in map(person, game.players):
        return load_edition(chosen()).words["library"]
    return called(player, chosen())


def _ticked(game: str, key: str, table: Table | None) -> None:
    archive().keep_shelves(game, cut_out(table) if state[key] and table else {})


def cut_out(table: Table) -> dict[str, bytes]:
    """A small photo of each shelf that a photo of the table shows, by the players' names."""
    found = {seat.name: _cut_out(table, seat) for seat in table.everyone}
    return {name: picture for name, picture in found.items() if picture}


def _cut_out(table: Table, seat: Seat) -> bytes | None:
    """The shelf in the photo that shows the most of its cards."""
    from PIL import Image  # both take long to load, and few tables keep photos

    from scorer.archive.shelves import small_jpeg

    looks = [look for card in seat.cards for look in card.looks]
    ways = {key: [number for photo, number in looks if photo == key] for key, _ in looks}
    for key in sorted(ways, key=lambda way: -len(ways[way])):
        photo = table.photos.get(key)
        if photo is None or not photo.picture:
            continue
        shown = _decoded(photo.picture)
        known = [number for number in ways[key] if number < len(photo.outlines)]
        corners = [photo.outlines[number] for number in known if photo.outlines[number]]
        if shown is None or not corners:
            continue
        points = np.concatenate([np.array(quad) for quad in corners]) * (shown.shape[1] / photo.width)
        low, high = points.min(axis=0), points.max(axis=0)
        low, high = low - AROUND * (high - low), high + AROUND * (high - low)
        size = np.array(shown.shape[1::-1])
        (left, top), (right, bottom) = np.clip([low, high], 0, size).round().astype(int).tolist()
        if right > left and bottom > top:
            rgb = cv2.cvtColor(shown[top:bottom, left:right], cv2.COLOR_BGR2RGB)
            return small_jpeg(Image.fromarray(rgb))
    return None


def _decoded(uri: str) -> Bgr | None:
    jpeg = base64.b64decode(uri.partition(",")[2])
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if shown is None else np.asarray(shown, np.uint8)
