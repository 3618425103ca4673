"""Photos and legends on their way into the session, and the readers that are kept warm for them."""

from __future__ import annotations

import copy
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Literal, get_args

import streamlit as st

import vision
from pages.learning.confirmed import adaptation_path, kept_adaptation
from pages.photos.turns import turn_to_read
from pages.session.kept import keep_legend, keep_photo, kept_legend, legend_path
from pages.session.rights import Right, may
from pages.table.laying import lay
from pages.table.pictures import draw, photo_for_page
from pages.table.state import Photo, Table
from scorer.cards import Deck
from scorer.confirmed.catalogue import KeptTitle
from scorer.confirmed.register import Register, RegisterError, register_state
from scorer.editions import EditionKey
from scorer.errors import RefusedInput, phrase
from vision.common.deadline import Deadline
from vision.join.seen import Seen
from vision.photo.load import load_photo
from vision.titles.read import titles_in

_LOG = logging.getLogger("shelfmark.photos")
Kind = Literal["shelf", "pile"]
#: Told the name of each step of a reading as it begins.
Progress = Callable[[str], None]
#: So many photos are remembered: after a reload, or when another is handed in, nobody waits again.
REMEMBERED = 16


@dataclass(frozen=True)
class LegendInUse:
    """The legend of a session; ``key`` tells legends apart, ``kept`` whether later sessions have it too."""

    legend: vision.Legend
    key: str
    kept: bool


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@st.cache_resource(show_spinner=False, max_entries=3)
def reader(_legend: vision.Legend | None, key: str, deck: Path | None, own: str = "") -> vision.PhotoReader:
    """The reader for a legend and a deck; ``key`` tells legends apart. Its networks stay loaded.

    Without a deck it knows the cards of the owner's copy and what was learned from corrections. ``own`` names
    the state of their files.
    """
    return vision.PhotoReader(
        legend=_legend,
        deck=Deck.load(deck) if deck else None,
        register=_register() if own and not deck else None,
        adaptation=kept_adaptation() if own and not deck else None,
    )


def _register() -> Register | None:
    try:
        return Register.load()
    except RegisterError:
        return None  # the deck page says what is wrong with it


def _own_state(deck: Path | None) -> str:
    """A name for the state of the register and of what corrections taught; the empty text where neither is
    there, or a deck is known.
    """
    if deck:
        return ""
    path, parts = adaptation_path(), list[str]()
    if path.exists():
        parts.append(f"{path.name} {path.stat().st_mtime_ns}")
    with suppress(RegisterError):
        if state := register_state():
            parts.append(state)
    return " ".join(parts)


@dataclass(frozen=True)
class Looked:
    """A photo for the page, and what the reader saw in it; ``key`` names both (`Table.photos`)."""

    key: str
    photo: Photo
    seen: Seen


@st.cache_resource(show_spinner=False)
def _remembered() -> OrderedDict[tuple[str, ...], Looked]:
    return OrderedDict()


def look_at(
    name: str,
    data: bytes,
    legend: LegendInUse | None,
    deck: Path | None = None,
    kind: Kind = "shelf",
    progress: Progress | None = None,
    shelves: tuple[int, int] | None = None,
) -> Looked:
    """Looks at a photo of shelves or of a pile, to be handed in, and keeps its file.

    ``name`` is what people call it; no file is called so. ``shelves``: how many shelves it shows, at least
    and at most, if anybody told.

    Raises:
        RefusedInput: it cannot be read; it is called "the photo" (`pages.scoring.refusals.by_name`).
    """
    own = _own_state(deck)
    key = (digest(data), name, legend.key if legend else "", str(deck or ""), kind, str(shelves), own)
    remembered = _remembered()
    known = remembered.get(key)
    if known is None or not known.photo.file.exists():
        known = _look_at(name, data, _reader(legend, deck), kind, progress, shelves)
        remembered[key] = known
        while len(remembered) > REMEMBERED:
            remembered.popitem(last=False)
    return replace(known, photo=copy.copy(known.photo))


def _look_at(
    name: str,
    data: bytes,
    reader: vision.PhotoReader,
    kind: Kind,
    progress: Progress | None,
    shelves: tuple[int, int] | None,
) -> Looked:
    with turn_to_read():
        began = monotonic()
        if progress:
            progress("decode photo")
        pixels = load_photo(data)
        there = range(shelves[0], shelves[1] + 1) if shelves and kind == "shelf" else None
        seen = reader.look(pixels, kind, progress, Deadline(), there).seen
        _LOG.info("A %s was looked at: %d cards, %.1f s.", kind, len(seen.corners), monotonic() - began)
    file = keep_photo(digest(data), data)
    photo = replace(photo_for_page(name, file, pixels, seen.corners), kind=kind, shelves=shelves)
    return Looked(f"{digest(data)}-{kind}", photo, seen)


def titles_on(
    data: bytes, legend: LegendInUse | None, language: EditionKey
) -> dict[tuple[str, int], tuple[KeptTitle, ...]]:
    """The titles on a photo, of cards of the owner's copy.

    Raises:
        RefusedInput: the photo cannot be read, or Tesseract is not installed or failed.
    """
    with turn_to_read():
        pixels = load_photo(data)
        reader = _reader(legend, None)
        seen = reader.look(pixels, deadline=Deadline()).seen
        reading = reader.read_table([seen], deadline=Deadline())
        return titles_in(pixels, reading, Register.load(), language)


def _reader(legend: LegendInUse | None, deck: Path | None) -> vision.PhotoReader:
    return reader(legend.legend if legend else None, legend.key if legend else "", deck, _own_state(deck))


def hand_in(
    table: Table,
    looked: Sequence[Looked],
    legend: LegendInUse | None,
    deck: Path | None = None,
    kind: Kind = "shelf",
    wanted: str | None = None,
) -> None:
    """Lays what these photos and those of this kind before them show together: cards seen twice count once.

    ``wanted``: whose shelf somebody wanted to photograph. A photo of before whose file is gone stays as it
    was read.
    """
    together = {}
    for key, photo in table.photos.items():
        if photo.kind == kind:
            with suppress(OSError, RefusedInput):
                again = look_at(
                    photo.name, photo.file.read_bytes(), legend, deck, kind, shelves=photo.shelves
                )
                together[key] = replace(again, photo=photo)
    together |= {one.key: one for one in looked}
    if together:
        seen = [one.seen for one in together.values()]
        reading = _reader(legend, deck).read_table(seen, kind, deadline=Deadline())
        photos = {key: one.photo for key, one in together.items()}
        lay(table, photos, reading, [one.key for one in looked], wanted)


def shows_one_shelf(looked: Looked, legend: LegendInUse | None) -> bool:
    """Whether a photo, looked at as one of shelves, shows no more than one, or parts of one."""
    shelves = _reader(legend, None).read_table([looked.seen], "shelf", deadline=Deadline()).shelves
    return len(shelves) <= 1 or all("parted" in shelf.review for shelf in shelves)


def draw_again(table: Table) -> None:
    """Draws the photos of a table that comes from a draft; one whose file is gone has no picture."""
    for key, photo in table.photos.items():
        if not photo.picture:
            table.photos[key] = _drawn(str(photo.file), photo.outlines, photo)


@st.cache_data(show_spinner=False, max_entries=8)
def _drawn(file: str, outlines: list[list[tuple[float, float]]], _photo: Photo) -> Photo:
    try:
        draw(_photo, load_photo(_photo.file))
        _photo.file.touch()
    except (OSError, RefusedInput):
        _photo.crops = [""] * len(_photo.outlines)
    return _photo


def take_legend(data: bytes) -> LegendInUse:
    """The legend in a photo: the owner's is kept for later sessions where the folder can be written.

    Raises:
        RefusedInput: it is no photo of a legend; it is called "the photo".
    """
    with turn_to_read(), Deadline().begun(phrase("the photo")):
        legend = vision.Legend.from_photo(data)
    if not may(Right.LEGEND):
        return LegendInUse(legend, digest(data), kept=False)
    return _kept(legend, digest(data))


def _kept(legend: vision.Legend, key: str) -> LegendInUse:
    try:
        keep_legend(legend)
    except OSError:
        return LegendInUse(legend, key, kept=False)
    st.session_state.legend_seen = _legend_file()
    return LegendInUse(legend, key, kept=True)


def take_other_legend() -> None:
    """Takes the legend that another device gave at the same time (``legend_other`` of the session): it is
    still the kept one where this session's is a guest's.
    """
    state = st.session_state
    other = state.pop("legend_other", None)
    if other is not None and may(Right.LEGEND):
        state.legend = _kept(other, f"other-{_legend_file()}")
    elif other is not None:
        del state.legend


def _legend_file() -> int | None:
    """A name for the state of the legend's file; None where there is none."""
    try:
        return legend_path().stat().st_mtime_ns
    except OSError:
        return None


def legend_in_use() -> LegendInUse | None:
    """The legend that was kept last, on whatever device; one that could not be kept is this session's."""
    state, now = st.session_state, _legend_file()
    known: LegendInUse | None = state.get("legend")
    if "legend" not in state or (now != state.get("legend_seen") and (known is None or known.kept)):
        legend = kept_legend()
        state.legend = LegendInUse(legend, digest(legend_path().read_bytes()), kept=True) if legend else None
        state.legend_seen = now
    in_use: LegendInUse | None = state.legend
    return in_use


def read_books(table: Table, legend: LegendInUse) -> None:
    """Reads a table again with its legend; what people mended stays. The sample has a legend of its own."""
    if not table.sample:
        for kind in get_args(Kind):
            hand_in(table, [], legend, kind=kind)


@st.cache_resource(show_spinner=False, max_entries=2)
def sample_legend(path: Path) -> LegendInUse:
    """The legend that goes with the sample photo; it is for the sample alone and never kept."""
    return LegendInUse(vision.Legend.from_photo(path), digest(path.read_bytes()), kept=False)
