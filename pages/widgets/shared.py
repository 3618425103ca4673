"""Work that several windows and phones may change at once: a draft of the archive, of which each has a copy.

Before a page is drawn it takes over what others changed, and what it changes itself is put together with that
field by field (`pages.table.merging`). Of a field that two changed the page tells, and offers both values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from html import escape
from typing import Any, Protocol

import streamlit as st

from pages.session.fields import as_seen
from pages.table.merging import Clash, Merge, Own, Path, put
from pages.words import words
from scorer.archive.drafts import checked_draft
from scorer.errors import RefusedInput

#: Clashes told at once.
MOST_SHOWN = 3
#: Values of fields, each with the path to it.
Values = Sequence[tuple[Path, Any]]
Data = dict[str, Any]


class Drafts(Protocol):
    """What keeps drafts: the archive, or a person's share of it."""

    def draft(self, kind: str, key: str) -> Data | None: ...

    def change_draft(self, kind: str, key: str, change: Callable[[Data | None], Data]) -> Data: ...


class Shared:
    """A draft of ``kind`` under ``key``; ``base`` is it as the archive and this window both had it last, None
    while nobody has touched it.

    ``read`` tells a draft of the archive as this window tells its state, None if it is none. ``own`` and
    ``settle`` are how its kind is put together (`Merge`), and set right after. ``apart`` are fields that each
    window has for itself. ``taken`` counts how often this window took over what others changed.
    """

    def __init__(
        self,
        kind: str,
        key: str,
        read: Callable[[Data], Data | None] = lambda data: data,
        own: Own | None = None,
        settle: Callable[[Merge, Data, Data], None] | None = None,
        apart: Sequence[str] = (),
    ) -> None:
        self.kind, self.key = kind, key
        self.base: Data | None = None
        self.clashes: list[Clash] = []
        self.taken = 0
        self._kept = False
        self._read, self._own, self._settle, self._apart = read, own, settle, apart

    def kept_as(self, data: Data) -> None:
        """Notes that the archive has it as this."""
        self.base, self._kept = deepcopy(data), True

    def untouched(self, here: Data, but: str) -> bool:
        """Whether the state is still what it was before anything was kept, ``but`` for this field."""
        return not self._kept and self.base is not None and self.base | {but: here[but]} == here

    def pull(self, archive: Callable[[], Drafts], here: Data) -> Data | None:
        """The state ``here`` with what others changed since, None where nobody did.

        Raises:
            RefusedInput: the archive cannot be used.
        """
        there = self._there(archive)
        if there is None:
            return None
        merged = self._merged(here, there)
        self.kept_as(there)
        self.taken += merged != here
        return None if merged == here else merged

    def news(self, archive: Callable[[], Drafts]) -> bool:
        """Whether others changed it since this window kept it or took it over.

        Raises:
            RefusedInput: the archive cannot be used.
        """
        return self._there(archive) is not None

    def _there(self, archive: Callable[[], Drafts]) -> Data | None:
        """The draft as others changed it, None where nobody did."""
        if self.base is None or not self.key:
            return None
        draft = archive().draft(self.kind, self.key)
        there = self._as_here(draft) if draft else None
        return None if there == self.base else there

    def _as_here(self, draft: Data) -> Data | None:
        """A draft as this window tells its state, with what it has for itself."""
        there = self._read(draft)
        own = {name: self.base[name] for name in self._apart} if self.base else {}
        return there and there | own

    def push(self, archive: Drafts, here: Data) -> Data | None:
        """Keeps the state ``here``; gives it as it is kept where others changed it too, else None.

        Raises:
            RefusedInput: the archive cannot be used; everything is as before.
        """
        clashes = self.clashes

        def change(there: Data | None) -> Data:
            self.clashes = clashes  # it may be called again
            there = there and self._as_here(there)
            return here if there is None or there == self.base else self._merged(here, there)

        kept = archive.change_draft(self.kind, self.key, change)
        self.kept_as(kept)
        self.taken += kept != here
        return None if kept == here else kept

    def _merged(self, here: Data, there: Data) -> Data:
        """Both put together; where that is no draft of its kind, all of here, and there is offered."""
        merge = Merge(self._own)
        merged: Data = merge.of(self.base or {}, deepcopy(here), deepcopy(there))
        if self._settle is not None:
            self._settle(merge, merged, here)
        try:
            checked_draft(self.kind, merged)
            clashes = merge.clashes
        except RefusedInput:
            merged, clashes = here, [Clash((), here, there)]
        anew = {clash.path for clash in clashes}
        self.clashes = [*(one for one in self.clashes if one.path not in anew), *clashes]
        return merged

    def tell(
        self,
        what: Callable[[Path], str],
        value_of: Callable[[Values], str],
        now: Callable[[], Data],
        write: Callable[[Data], None],
    ) -> None:
        """Says which fields were changed here and there, and offers both values.

        ``what`` names the thing at a path, ``value_of`` what the fields of one thing make of it, in the
        language of the page, "" where that is too long to say; ``now`` gives the state of this window, and
        ``write`` takes one over.
        """
        w = words("shared")
        groups: dict[str, list[Clash]] = {}
        for clash in self.clashes:
            groups.setdefault(what(clash.path), []).append(clash)
        for number, (name, clashes) in enumerate([*groups.items()][:MOST_SHOWN]):
            here, there = (
                value_of([(one.path, value) for one, value in zip(clashes, values, strict=True)])
                for values in ([one.here for one in clashes], [one.there for one in clashes])
            )
            known = here and there
            sentence = w("both", what=name, here=here, there=there) if known else w("changed", what=name)
            with st.container(horizontal=True, vertical_alignment="center", key=f"clash-{number}"):
                st.html(f'<p class="said" role="status">{escape(sentence)}</p>', width="content")
                as_seen(
                    w["keep"], f"clash-keep-{number}", lambda: self.clashes, partial(self._forget, clashes)
                )
                as_seen(
                    w["take"],
                    f"clash-take-{number}",
                    lambda: self.clashes,
                    lambda clashes=clashes: self._take(clashes, now(), write),  # type: ignore[misc]
                )

    def _forget(self, clashes: list[Clash]) -> None:
        self.clashes = [one for one in self.clashes if one not in clashes]

    def _take(self, clashes: list[Clash], state: Data, write: Callable[[Data], None]) -> None:
        for clash in clashes:
            if clash.path:
                put(state, clash.path, deepcopy(clash.there))
            else:
                state = deepcopy(clash.there)
        self._forget(clashes)
        write(state)
