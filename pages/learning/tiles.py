"""The owner's copy: what no rulebook prints on tiles, put right, and the form's order of tie-breaks."""

from __future__ import annotations

from typing import Any, get_args

import streamlit as st

from pages.session.fields import download, one_of
from pages.session.rights import Right, ask
from pages.widgets.numbers import chosen_number
from pages.widgets.saying import refuse
from pages.words import Words, chosen
from scorer.editions import Edition, EditionKey
from scorer.errors import RefusedInput
from scorer.files import parse_json
from scorer.inspection import TieBreak, TieBreakEnd
from scorer.limits import SHEET
from scorer.own_tiles import (
    MOST_CARDS,
    MOST_SPACES,
    SOLO_LIBRARIES,
    SOLO_LOCATIONS,
    OwnTiles,
    TilesError,
    keep_tiles,
    kept_tiles,
    owned_edition,
)

state = st.session_state
#: How many players a space may ask for; 1 stands for any number.
LEAST_PLAYERS = (1, 3, 4)


def tiles(w: Words) -> None:
    st.markdown(w["tiles_how"])
    try:
        own = kept_tiles()
    except RefusedInput as refused:
        refuse(refused)
        own = OwnTiles()
    language = chosen()
    edition, unprinted = owned_edition(language, own), owned_edition(language).unprinted
    if isinstance(message := state.pop("tiles-answer", None), RefusedInput):
        refuse(message)
    elif message:
        st.success(message)
    right = len(unprinted - edition.unprinted)
    st.caption(w("tiles_right", number=right))
    with st.container(border=True):
        _tile(w, own, edition, unprinted)
    if "solo.locations" in unprinted:
        with st.container(border=True):
            _solo(w, own, edition)
    with st.container(border=True):
        _ties(w, own, edition)
    _files(w, own)


def _tile(w: Words, own: OwnTiles, edition: Edition, unprinted: frozenset[str]) -> None:
    """One tile: the fields of what no rulebook prints of it."""
    names = {f"locations.{n}": f"{n} · {tile.name}" for n, tile in edition.locations.items()} | {
        f"libraries.{key}": f"{name} ({edition.assistants[key]})" for key, name in edition.libraries.items()
    }
    parts = {path for path in unprinted if path.startswith(("locations.", "libraries.", "assistants."))}
    picked = [
        tile
        for tile in names
        if any(path == tile or path.startswith(f"{tile}.") for path in parts)
        or tile.replace("libraries", "assistants") in parts
    ]
    tile = one_of(w["tile"], picked, "tiles-which", names.__getitem__)
    kind, key = tile.split(".")
    fields = _fields(w, kind, key, edition, parts)
    with st.container(horizontal=True):
        if st.button(w["tile_keep"], type="primary", key="tiles-keep"):
            _keep(own, kind, key, fields, w("tile_kept", name=names[tile]))
        before = own.model_dump(mode="json", exclude_defaults=True).get(kind, {})
        if key in before and st.button(w["tile_assumed"], key="tiles-assumed"):
            _keep(own, kind, key, None, w("tile_kept", name=names[tile]))


def _fields(w: Words, kind: str, key: str, edition: Edition, parts: set[str]) -> dict[str, Any]:
    """What the fields say of what no rulebook prints of the tile."""
    if kind == "locations":
        return _location(w, int(key), edition, parts)
    return _library(w, key, edition, parts)


def _location(w: Words, number: int, edition: Edition, parts: set[str]) -> dict[str, Any]:
    tile, fields = edition.locations[number], dict[str, Any]()
    if f"locations.{number}.name" in parts:
        fields["names"] = _name(w["tile_name"], tile.name, edition.key, f"tiles-name-{number}")
    if f"locations.{number}.cards" in parts:
        fields["cards"] = chosen_number(w["tile_cards"], f"tiles-cards-{number}", tile.cards, MOST_CARDS)
    if f"locations.{number}.spaces" in parts:
        with st.container(key="numbers-tiles"):
            fields["spaces"] = [
                least
                for least in LEAST_PLAYERS
                for _ in range(
                    chosen_number(
                        w[f"tile_spaces_{least}"],
                        f"tiles-spaces-{number}-{least}",
                        tile.spaces.count(least),
                        MOST_SPACES,
                        int(least == 1),
                    )
                )
            ]
    return fields


def _library(w: Words, key: str, edition: Edition, parts: set[str]) -> dict[str, Any]:
    fields = dict[str, Any]()
    if f"libraries.{key}" in parts:
        fields["names"] = _name(w["tile_name"], edition.libraries[key], edition.key, f"tiles-name-{key}")
    if f"assistants.{key}" in parts:
        field = f"tiles-assistant-{key}"
        fields["assistants"] = _name(w["tile_assistant"], edition.assistants[key], edition.key, field)
    return fields


def _name(label: str, name: str, language: EditionKey, key: str) -> dict[str, str]:
    return {language: st.text_input(label, name, max_chars=60, key=f"{key}-{language}").strip()}


def _keep(own: OwnTiles, kind: str, key: str, fields: dict[str, Any] | None, done: str) -> None:
    """Keeps one tile; None: as it is assumed. Names in other languages stay."""
    data = own.model_dump(mode="json", exclude_defaults=True)
    tiles = data.setdefault(kind, {})
    before = tiles.pop(key, {})
    if fields is not None:
        for field in ("names", "assistants"):
            if field in fields:
                fields[field] = before.get(field, {}) | fields[field]
        tiles[key] = before | fields
    _change(data, done)


def keep_own(data: dict[str, Any]) -> None:
    """Keeps the owner's tiles. Raises RefusedInput: no copy has such tiles, or that is not the owner."""
    ask(Right.COPY)
    keep_tiles(OwnTiles.from_dict(data))


def _change(data: dict[str, Any], done: str) -> None:
    try:
        keep_own(data)
        state["tiles-answer"] = done
    except RefusedInput as refused:
        state["tiles-answer"] = refused
    st.rerun()


def _solo(w: Words, own: OwnTiles, edition: Edition) -> None:
    """Which tiles bear the icon for one player."""
    st.subheader(w["solo_tiles"], anchor=False)
    locations = st.multiselect(
        w["solo_locations"],
        list(edition.locations),
        list(edition.solo.locations),
        format_func=lambda number: f"{number} · {edition.locations[number].name}",
        max_selections=SOLO_LOCATIONS,
        key="tiles-solo-locations",
    )
    libraries = st.multiselect(
        w["solo_libraries"],
        list(edition.libraries),
        list(edition.solo.libraries),
        format_func=edition.libraries.__getitem__,
        max_selections=SOLO_LIBRARIES,
        key="tiles-solo-libraries",
    )
    if st.button(w["solo_keep"], key="tiles-solo-keep"):
        data = own.model_dump(mode="json", exclude_defaults=True)
        data |= {"solo_locations": locations, "solo_libraries": libraries}
        _change(data, w("tile_kept", name=w["solo_tiles"]))


def _ties(w: Words, own: OwnTiles, edition: Edition) -> None:
    """T: in which order the owner's form breaks ties, in this edition."""
    st.subheader(w["ties"], anchor=False)
    *breaks, end = edition.rules.tie_breaks
    chosen_breaks = st.multiselect(
        w["ties_order"],
        get_args(TieBreak),
        breaks,
        format_func=lambda name: w[f"tie_{name}"],
        key=f"tiles-ties-{edition.key}",
    )
    chosen_end = st.radio(
        w["ties_end"],
        ends := get_args(TieBreakEnd),
        ends.index(end),
        format_func=lambda name: w[f"tie_{name}"],
        key=f"tiles-ties-end-{edition.key}",
    )
    data = own.model_dump(mode="json", exclude_defaults=True)
    orders = data.setdefault("tie_breaks", {})
    done = w("tile_kept", name=w["ties"])
    with st.container(horizontal=True):
        if st.button(w["ties_keep"], key="tiles-ties-keep"):
            orders[edition.key] = [*chosen_breaks, chosen_end]
            _change(data, done)
        if edition.key in orders and st.button(w["ties_printed"], key="tiles-ties-printed"):
            del orders[edition.key]
            _change(data, done)


def _files(w: Words, own: OwnTiles) -> None:
    if own != OwnTiles():
        with st.container(horizontal=True):
            download(w["tiles_export"], own.text, "shelfmark-tiles.json", "application/json")
            if st.button(w["tiles_forget"], key="tiles-forget", icon=":material/delete:"):
                _change({}, w("tiles_right", number=0))
    given = st.file_uploader(
        w["tiles_import"], type="json", key="tiles-import", max_upload_size=SHEET.megabytes
    )
    if given is not None and state.get("tiles-taken") != given.file_id:
        state["tiles-taken"] = given.file_id
        try:
            data = parse_json(given.getvalue(), given.name, SHEET, TilesError)
        except RefusedInput as refused:
            refuse(refused)
        else:
            _change(data, w("tile_kept", name=given.name))
