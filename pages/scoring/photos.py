"""The second step: photos in, one a player or one of the table; each shelf finds its player."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any, NoReturn
from urllib.parse import urlsplit

import streamlit as st

from pages.components import source
from pages.photos.ahead import AHEAD, expect
from pages.photos.more_than_players import ask_which, wait
from pages.photos.reading import Kind, Looked, draw_again, hand_in, legend_in_use, look_at
from pages.photos.solo import ask_where, move_button, put_aside
from pages.photos.uploads import check, release
from pages.scoring import removed
from pages.scoring.draft import begin, go
from pages.scoring.legend import legend_box
from pages.scoring.refusals import by_name
from pages.scoring.steps import bound, onward
from pages.session.fields import as_seen
from pages.shelves.grid import show
from pages.table.laying import TooManyShelves
from pages.table.state import Seat, Table, Tally
from pages.widgets.saying import labelled, plain, refuse, title
from pages.words import Words
from scorer.editions import Edition
from scorer.errors import RefusedInput
from vision.photo.errors import MISPLACED

#: The steps of a reading, as `vision.pipeline` names them, in order.
READING = ("decode photo", "propose", "judge", "place", "cut", "read", "decide")
SOURCES = ("upload", "camera")

state = st.session_state

_button = st.components.v2.component("shelfmark_photo_button", js=source("page", "photo_button.js"))
_dropped = st.components.v2.component("shelfmark_dropped", js=source("page", "dropped.js"))


def photos_step(table: Table, edition: Edition, w: Words) -> None:
    draw_again(table)
    title(w["photograph"])
    left, right = st.columns([3, 2], gap="large")
    with left:
        if table.solo:
            st.caption(w["photograph_solo"])
            bound(
                st.segmented_control,
                w["what"],
                "kind",
                state.get("kind") or "shelf",
                lambda kind: None,
                options=("shelf", "pile"),
                format_func=lambda kind: w[f"kind_{kind}"],
                required=True,
                label_visibility="collapsed",
            )
        else:
            st.caption(w["photograph_how"])
        kind: Kind = state["kind"] if table.solo else "shelf"
        source = st.segmented_control(
            w["source"],
            SOURCES,
            default=SOURCES[0],
            format_func=lambda each: w[each],
            required=True,
            key="source",
            label_visibility="collapsed",
        )
        if table.icons_unknown:
            _just_laid(table, w)
        ask_where(table, w, lambda file, photo: removed.came(file, photo, set()))
        ask_which(table, w, lambda file, photo: removed.came(file, photo, set()))
        files = _shot(table, kind, w) if source == "camera" else _given(table, kind, w)
    # Not while photos are given one after the other: the page must not jump under the finger.
    first = table.icons_unknown and not files
    with right, st.container(key="legend-first" if first else "legend-place"):
        legend_box(table, edition, w, wanted=table.icons_unknown)
    # The players come before the legend where all is below each other, unless their cards wait for it.
    with st.container() if table.icons_unknown else left, st.container(key="sitting"):
        main = next(iter(table.bare), None)
        for seat in table.everyone:
            _place(table, seat, w, photograph=source == "upload", main=seat is main)
    onward("check", w["to_check"])


def _shot(table: Table, kind: Kind, w: Words) -> list[Any]:
    """The photo that the page's own camera box just took, if any; it is read."""
    if not lends_camera(st.context.url):
        st.info(w["camera_barred"])
        return []
    # Without a resolution the photo is as wide as the box on the page: too small to be read.
    shot = st.camera_input(_label(table, kind, w), key=f"camera-{table.key}-{kind}", resolution="1080p")
    files = [shot] if shot else []
    _read_files(table, files, kind, w)
    st.caption(w["camera_hint"])
    return files


def lends_camera(url: str | None) -> bool:
    """Whether browsers lend their camera to a page at this address: over https, or on its own computer."""
    parts = urlsplit(url or "https:")
    host = parts.hostname or ""
    return parts.scheme == "https" or host in ("localhost", "127.0.0.1", "::1")


def _given(table: Table, kind: Kind, w: Words) -> list[Any]:
    """The files in the uploader; they are read."""
    key = f"upload-{table.key}-{kind}"
    # without the icons, the next file may be the photo of them
    if legend := legend_in_use():
        expect(partial(look_at, legend=legend, kind=kind, shelves=_shelves(table, kind)))
    with st.container(key="given"):
        files = st.file_uploader(
            _label(table, kind, w),
            accept_multiple_files=True,
            key=key,
            on_change=removed.changed,
            args=(key,),
        )
        st.html(f'<p class="with-mouse">{escape(w["drop_anywhere"])}</p>')
    with st.container(key="unseen-dropped"):
        _dropped(key="dropped", data={"into": ".st-key-given", "text": w["drop_here"]})
    removed.shown(key, files)
    removed.removed_bar(table, w)
    _read_files(table, files, kind, w)
    return list(files)


def _shelves(table: Table, kind: Kind) -> tuple[int, int] | None:
    """How many shelves the next photo shows, at least and at most, if the table tells."""
    # who plays alone may hand in the public library as a shelf: that is asked then
    known = kind == "shelf" and not table.sample and not table.solo
    return table.shelves_in_a_photo if known else None


def _label(table: Table, kind: Kind, w: Words) -> str:
    """What the next photo is of."""
    if kind == "pile":
        return w["pile_photo"]
    waiting = table.waiting
    if not waiting:
        return w["more_photos"]
    if len(waiting) == len(table.seats) > 1:
        return w["first_photo"]
    return w("next_photo", name=plain(waiting[0].name))


def _read_files(table: Table, files: list[Any], kind: Kind, w: Words) -> None:
    """Reads files that are new, and says of each that was refused why, for as long as it is there.

    They are handed in together, when each was looked at: shelves find their players once for all of them.
    """
    new = [file for file in files if file.file_id not in state.taken]
    with st.container(key="reading"):
        bar = st.empty()
    legend = legend_in_use()
    looked: dict[str, Looked] = {}
    shelves = _shelves(table, kind)
    for number, file in enumerate(new):
        done = number / len(new)
        head = w("reading", name=plain(file.name), number=number + 1, all=len(new))

        def tell(step: str, done: float = done, head: str = head) -> None:
            if step in READING:
                part = READING.index(step)
                share = done + (part + 0.5) / len(READING) / len(new)
                bar.progress(min(share, 1.0), text=f"{head} {w[f'reading_{part}']} …")

        try:
            check(file)
            AHEAD.wait(file.file_id, partial(tell, "decode photo"))
            one = look_at(file.name, file.getvalue(), legend, kind=kind, progress=tell, shelves=shelves)
            if one.seen.slip and one.seen.slip.slip in MISPLACED and not table.solo:
                raise one.seen.slip  # only a solo game has a pile
            if one.seen.slip:
                state.refused[file.file_id] = by_name(one.seen.slip, file.name)
            looked[file.file_id] = one
        except RefusedInput as refused:
            state.refused[file.file_id] = by_name(refused, file.name)
            _settled([file])
    seen = looked
    try:
        looked = put_aside(table, seen, kind)
    except RefusedInput as refused:
        _refused(seen, new, refused)
    if seen and not looked:
        _settled(new)
        bar.empty()
        st.rerun()
    if looked:
        bar.progress(1.0, text=f"{w['reading_6'].capitalize()} …")
        target = table.another() if table.sample else table
        before, stood = {seat.id for seat in target.seats}, {seat.id: seat.cards for seat in target.all_seats}
        try:
            hand_in(target, list(looked.values()), legend, kind=kind, wanted=state.pop("photo-for", None))
        except TooManyShelves as refused:
            wait(table, looked, refused)
            _settled(new)
            st.rerun()
        except RefusedInput as refused:  # each is fine alone: all of them together are too many
            _refused(looked, new, refused)
        for file_id, one in looked.items():
            removed.came(file_id, one.key, {seat.id for seat in target.seats} - before)
        state["just-laid"] = [seat.id for seat in target.everyone if seat.cards != stood.get(seat.id, ())]
        # Only now: a tap in between starts the script anew, and what was looked at is remembered.
        _settled(new)
        if table.sample:  # the sample makes room for the first photo of one's own
            target.step = table.step
            begin(target)
        bar.empty()
        st.rerun()
    bar.empty()
    for file in files:
        if file.file_id in state.refused:
            refuse(state.refused[file.file_id])


def _refused(looked: dict[str, Looked], files: list[Any], why: RefusedInput) -> NoReturn:
    """Notes why none of the photos that were just looked at is laid; the next run says it beside them."""
    state.refused |= dict.fromkeys(looked, why.sentence)
    _settled(files)
    st.rerun()


def _settled(files: list[Any]) -> None:
    """Of these files nothing is to be read any more."""
    for file in files:
        state.taken.add(file.file_id)
        release(file)


# Who has which shelf


def _just_laid(table: Table, w: Words) -> None:
    """What came of the photos that were handed in last. The players' places say so too: once is enough
    where they are in sight.
    """
    seats = [seat for seat in table.everyone if _is_new(seat) and seat.cards]
    if seats:
        summaries = " · ".join(labelled(seat.name, _summary(seat, w), w.language) for seat in seats)
        st.html(f'<p class="just-laid" role="status">{escape(summaries)}</p>')


def _is_new(seat: Seat) -> bool:
    """Whether the photos that were handed in last changed the seat's cards."""
    return seat.id in state.get("just-laid", ())


def _place(table: Table, seat: Seat, w: Words, photograph: bool, main: bool) -> None:
    """A player's place: what there is of them, and what can be done about it.

    ``photograph``: there is an uploader for the photo; ``main``: it is the next one to be taken.
    """
    with st.container(border=True, key=f"place-{seat.id}"):
        _standing(table, seat, w)
        if seat.cards or seat.tally is not None:
            return
        if photograph:
            _photo_button(table, seat, w, main)
        with st.container(horizontal=True, key=f"instead-{seat.id}"):
            for name, key, act in (("type_in", "type-now", _type_in), ("by_counts", "count-now", _count)):
                st.button(w[name], key=f"{key}-{seat.id}", type="tertiary", on_click=act, args=(seat,))


def _photo_button(table: Table, seat: Seat, w: Words, main: bool) -> None:
    key = f"photograph-{seat.id}"

    def tapped() -> None:
        state["photo-for"] = seat.id
        if table.solo:
            state["kind"] = "pile" if seat.pile else "shelf"

    label = w["photograph_library"] if seat.pile else w("photograph_of", name=seat.name)
    if table.solo and seat.pile != (state.get("kind") == "pile"):
        # the uploader shown is that of the other kind: the switch above says which
        st.button(label, key=f"{key}-kind", on_click=tapped, width="stretch")
        return
    _button(
        key=key,
        data={"label": label, "seat": seat.id, "into": ".st-key-given", "main": main},
        on_tapped_change=tapped,
    )


def _standing(table: Table, seat: Seat, w: Words) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key=f"standing-{seat.id}"):
        if crop := next(filter(None, map(table.crop, seat.cards)), ""):
            st.html(f'<img class="thumb" src="{escape(crop)}" alt="">', width=48)
        summary = _summary(seat, w)
        role = ' role="status"' if _is_new(seat) and not table.icons_unknown else ""
        st.html(
            f'<p class="place"{role}><b>{escape(seat.name)}</b><br><span>{escape(summary)}</span></p>',
            width="stretch",
        )
        if not seat.cards and seat.tally is None and not any(other.cards for other in table.seats):
            return
        with st.popover(w["more"], key=f"more-{seat.id}", icon=":material/more_horiz:"):
            st.toggle(
                w["by_counts"],
                value=seat.tally is not None,
                key=f"tally-{seat.id}",
                on_change=_by_counts,
                args=(seat,),
            )
            if seat.tally is None:
                st.button(
                    w["type_in"],
                    icon=":material/keyboard:",
                    key=f"type-{seat.id}",
                    on_click=_type_in,
                    args=(seat,),
                )
            for other in table.seats:
                if seat in table.seats and other is not seat and (seat.cards or other.cards):
                    as_seen(
                        w("swap", name=plain(other.name)),
                        f"swap-{seat.id}-{other.id}",
                        lambda other=other: (seat.cards, seat.tally, other.cards, other.tally),  # type: ignore[misc]
                        partial(table.swap, seat.id, other.id),
                    )
            move_button(table, seat, w)
            if seat.cards:
                as_seen(w["clear"], f"clear-{seat.id}", lambda: seat.cards, partial(table.clear, seat.id))


def _type_in(seat: Seat) -> None:
    """On to the shelves, where this player's can be typed and tapped together without a photo."""
    show(seat)
    go("check")


def _count(seat: Seat) -> None:
    """On to the counts of this player."""
    seat.tally = seat.tally or Tally()
    go("check")


def _by_counts(seat: Seat) -> None:
    """As the switch says, and not the other way round: a fast tap on the next step lets it say so again."""
    if state[f"tally-{seat.id}"] != (seat.tally is not None):
        seat.tally = Tally() if seat.tally is None else None


def _summary(seat: Seat, w: Words) -> str:
    if seat.tally is not None:
        return w["seat_by_counts"]
    if not seat.cards:
        return w["seat_empty"]
    summary = w("seat_cards", n=len(seat.cards))
    if len(seat.photos) > 1:
        summary = f"{summary} · {w('seat_photos', n=len(seat.photos))}"
    if seat.doubts:
        summary = f"{summary} · {w['seat_shelf']}"
    if seat.to_check:
        summary = f"{summary} · {w('seat_doubts', n=seat.to_check)}"
    if seat.bookless:
        summary = f"{summary} · {w('seat_bookless', n=len(seat.bookless))}"
    return summary if seat.doubts or seat.to_check or seat.bookless else f"{summary} ✓"
