"""The archive as the person at this browser may use it. No page opens another (`tests/test_house.py`).

The owner sees all. Guests see what they take part in: what they began, and what they were led to by an
address that nobody guesses.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from pages.session.rights import Person, Right, present
from scorer.folders import DATABASE_VARIABLE, user_folder

if TYPE_CHECKING:
    from scorer.archive import Archive, ArchivedGame, Draft, Source
    from scorer.archive.earlier_states import EarlierState
    from scorer.archive.guests import Company
    from scorer.archive.rows import BadRow
    from scorer.archive.store import Import
    from scorer.archive.visits import Visits

#: The games that each kind of draft becomes, by their forms.
FORMS = {
    "table": ("B-7c", "S-42a"),
    "play": ("B-7c",),
    "solo": ("S-42a",),
    "fort": ("fort",),
    "fort_play": ("fort",),
}
#: Keys that pages make have so many characters; a shorter key may be guessed.
UNGUESSED = 12
#: A table that was changed so lately is under way, and so is a game on several devices that was open then.
UNDER_WAY = timedelta(hours=12)


@st.cache_resource(show_spinner=False)
def _kept(url: str | None, folder: str) -> Archive:
    from scorer.archive import Archive  # SQLAlchemy takes long to load: the page is there before its drafts

    return Archive.open(url)


def archive(anew: bool = False) -> PersonalArchive:
    """The archive of this installation, for the person at this browser; opened once, or ``anew``.

    Raises:
        ArchiveError: its database cannot be used.
        NotAllowed: nobody was let in.
    """
    where = os.environ.get(DATABASE_VARIABLE), str(user_folder())
    present()
    if anew:
        from scorer.archive import Archive

        return PersonalArchive(Archive.open(), present)
    return PersonalArchive(_kept(*where), present)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game on several devices: its key, who plays, and whom nobody plays yet."""

    key: str
    players: tuple[str, ...]
    free: tuple[str, ...]


class PersonalArchive:
    """`scorer.archive.Archive` for one person. What they may not do raises `NotAllowed`.

    ``who``: tells who it is, and is asked by everything anew: a button that was drawn for one person is not
    theirs any more once they lost their right.
    """

    def __init__(self, kept: Archive, who: Callable[[], Person]) -> None:
        self._kept = kept
        self._who = who

    @property
    def _person(self) -> Person:
        return self._who()

    # What they take part in

    def _theirs(self) -> set[tuple[str, str]] | None:
        """The kinds and keys of it; None: all."""
        if self._person.may(Right.EXPORT_ALL):
            return None
        return self._kept.guests.taken_part(self._person.mark)

    def _join(self, kind: str, key: str) -> None:
        """Takes part in a draft, and in the game that it becomes."""
        theirs = self._theirs()
        if theirs is not None and (kind, key) not in theirs:
            self._kept.guests.take_part(kind, key, self._person.mark)

    # Drafts

    def drafts(self, kind: str) -> list[Draft]:
        theirs = self._theirs()
        return [one for one in self._kept.drafts(kind) if theirs is None or (kind, one.key) in theirs]

    def draft(self, kind: str, key: str) -> dict[str, Any] | None:
        """The draft of this key. Whoever has its key was given it, and takes part from then on."""
        theirs = self._theirs()
        if theirs is not None and len(key) < UNGUESSED and (kind, key) not in theirs:
            return None
        found = self._kept.draft(kind, key)
        if found is not None:
            self._join(kind, key)
        return found

    def save_draft(self, kind: str, key: str, data: dict[str, Any]) -> None:
        self._enter(kind, key)
        self._kept.save_draft(kind, key, data)

    def change_draft(
        self, kind: str, key: str, change: Callable[[dict[str, Any] | None], dict[str, Any]]
    ) -> dict[str, Any]:
        """Keeps what ``change`` makes of the draft; it is asked again where another was faster."""
        self._enter(kind, key)
        return self._kept.change_draft(kind, key, change)

    def _enter(self, kind: str, key: str) -> None:
        """Takes part in what is to be kept under that key; not if others did, of whom nobody was given it."""
        theirs = self._theirs()
        if theirs is not None and (kind, key) not in theirs:
            if self._kept.draft(kind, key) is not None or self._become(kind, key) is not None:
                self._person.ask(Right.EXPORT_ALL)
            self._join(kind, key)

    def drop_draft(self, kind: str, key: str) -> None:
        self._person.ask(Right.DELETE)
        self._kept.drop_draft(kind, key)

    # Games

    def games(self, search: str = "", source: Source | None = None) -> list[ArchivedGame]:
        return self._those(self._kept.games(search, source))

    def visits(self) -> Visits:
        """Where assistants were sent in those of the games that were played on screen."""
        went = self._kept.visits()
        if self._theirs() is None:
            return went
        return {game.id: went[game.id] for game in self.games() if game.id in went}

    def get(self, game: str) -> ArchivedGame | None:
        found = self._kept.get(game)
        return found if found is not None and self._those([found]) else None

    def _those(self, found: Iterable[ArchivedGame]) -> list[ArchivedGame]:
        names = self._named()
        return [game for game in found if names is None or {game.key, game.id} & names]

    def _named(self) -> set[str] | None:
        """The keys and ids that games have which they take part in; None: all games are theirs."""
        theirs = self._theirs()
        return None if theirs is None else {name for kind, key in theirs for name in (f"{kind}-{key}", key)}

    def places(self) -> list[str]:
        """Where they played, each place once, the latest first."""
        return self._kept.places(self._named())

    def game_of(self, kind: str, key: str) -> ArchivedGame | None:
        """The game that the draft of this key became, or that was opened as this draft."""
        game = self._become(kind, key)
        return game if game is not None and self._those([game]) else None

    def _become(self, kind: str, key: str) -> ArchivedGame | None:
        game = self._kept.get(f"{kind}-{key}") or self._kept.get(key)
        return game if game is not None and game.form in FORMS.get(kind, ()) else None

    def finish(
        self,
        game: dict[str, Any],
        result: dict[str, Any],
        source: Source,
        record: dict[str, Any] | None = None,
        key: str | None = None,
        began: datetime | None = None,
    ) -> str:
        """Keeps the game that a draft became; ``key``: the draft's kind and key, parted by a hyphen.

        A game that came another way and was opened as this draft stays that game: with its key, its source,
        and the record of its choices.
        """
        kind, _, draft = (key or "").partition("-")
        self._enter(kind, draft)
        there = self._become(kind, draft)
        if there is None and key:
            there = self._kept.get(key)
        if there is not None:
            if there.deleted:
                self._person.ask(Right.DELETE)  # it would bring the game back
            if there.key != key:
                key, source, record = there.key, there.source, record or there.record
        self._kept.guests.go(kind, draft)
        return self._kept.finish(game, result, source, record=record, key=key, began=began)

    def note_evening(self, game: str, **noted: Any) -> None:
        """Notes fields of the evening of a game; whoever took part in it may."""
        if self.get(game) is None:
            self._person.ask(Right.EXPORT_ALL)
        self._kept.note_evening(game, **noted)

    def shelves(self, game: str) -> dict[str, bytes]:
        """The small photos of the shelves in a game, by the players' names."""
        return self._kept.shelves.of(game) if self.get(game) else {}

    def keep_shelves(self, game: str, pictures: Mapping[str, bytes]) -> None:
        """Keeps these photos in place of those of before; whoever took part in the game may."""
        if self.get(game) is None:
            self._person.ask(Right.EXPORT_ALL)
        self._kept.shelves.keep(game, pictures)

    def delete(self, game: str) -> None:
        self._person.ask(Right.DELETE)
        self._kept.delete(game)

    def restore(self, game: str) -> None:
        self._person.ask(Right.DELETE)
        self._kept.restore(game)

    def rename_player(self, old: str, new: str) -> int:
        self._person.ask(Right.RENAME)
        return self._kept.rename_player(old, new)

    # All of it

    def export(self) -> dict[str, Any]:
        self._person.ask(Right.EXPORT_ALL)
        return self._kept.export()

    def export_files(self) -> list[bytes]:
        self._person.ask(Right.EXPORT_ALL)
        return self._kept.export_files()

    def states(self) -> list[EarlierState]:
        self._person.ask(Right.REPAIR)
        return self._kept.states()

    def put_back(self, name: str) -> EarlierState:
        self._person.ask(Right.REPAIR)
        return self._kept.put_back(name)

    def take_in(self, data: Any, folder: Path | None = None) -> int:
        self._person.ask(Right.IMPORT)
        return self._kept.take_in(data, folder)

    def imports(self) -> list[Import]:
        self._person.ask(Right.IMPORT)
        return self._kept.imports()

    def undo_import(self, name: str) -> int:
        self._person.ask(Right.IMPORT)
        return self._kept.undo_import(name)

    def bad_rows(self) -> list[BadRow]:
        self._person.ask(Right.IMPORT)
        return self._kept.bad_rows()

    def remove_bad_row(self, row: BadRow) -> None:
        self._person.ask(Right.IMPORT)
        self._kept.remove_bad_row(row)

    # Who comes to a table of others

    def tables(self) -> list[Draft]:
        """The tables that were changed of late and in which this person takes no part yet, the last one
        first: whoever was let in may join. The owner sees all tables anyway.
        """
        theirs = self._theirs()
        if theirs is None:
            return []
        since = datetime.now(UTC) - UNDER_WAY
        return [
            one
            for one in self._kept.drafts("table")
            if one.saved >= since
            and one.data.get("seats")
            and not one.data.get("finished")
            and ("table", one.key) not in theirs
        ]

    def join_table(self, key: str) -> None:
        """Takes part in one of these tables."""
        if any(one.key == key for one in self.tables()):
            self._join("table", key)

    # Who plays which player on a device of their own

    def joinable(self, kind: str) -> list[OpenGame]:
        """The games on several devices that wait for players and in which this person plays none: whoever was
        let in may join. Of a game it tells who plays, and no more.
        """
        return [game for draft in self._kept.drafts(kind) if (game := self._open(draft)) is not None]

    def _open(self, draft: Draft) -> OpenGame | None:
        if not draft.data.get("devices") or draft.data.get("finished"):
            return None
        taken = self._kept.guests.seated(draft.kind, draft.key)
        record = draft.data["record"]
        players = record["players"]
        played = {*taken, *draft.data.get("bots", {}), *(name for _, name in record.get("conceded", []))}
        free = [name for name in players if name not in played]
        joins = free and self._person.mark not in taken.values()
        return OpenGame(draft.key, tuple(players), tuple(free)) if joins else None

    def seated(self, kind: str, key: str) -> Company:
        return self._kept.guests.company(kind, key)

    def come(self, kind: str, key: str, device: str, browser: str) -> None:
        """Notes that this device has a game open now."""
        self._kept.guests.come(kind, key, self._person.mark, device, browser)

    def say_ready(self, kind: str, key: str) -> None:
        """Notes that the person at this device is ready to begin."""
        self._kept.guests.say_ready(kind, key, self._person.mark)

    def last_seat(self, kind: str) -> str | None:
        """The key of the game on several devices that this device left without a word: its page was closed,
        or it slept. None where there is no such game, or it is over.
        """
        under_way = {
            one.key
            for one in self._kept.drafts(kind)
            if one.data.get("devices") and not one.data.get("finished")
        }
        keys = self._kept.guests.last_seats(kind, self._person.mark, UNDER_WAY)
        return next((key for key in keys if key in under_way), None)

    def go(self, kind: str, key: str) -> None:
        """This device leaves a game; its players stay its own."""
        self._kept.guests.go(kind, key, self._person.mark)

    def sit_down(self, kind: str, key: str, player: str) -> bool:
        """Plays a player on this device from now on; False where another device does.

        Raises:
            ArchiveError: the device saw another player's cards, and the owner did not free its place.
        """
        self._join(kind, key)
        anywhere = self._person.may(Right.PLACES)
        return self._kept.guests.sit_down(kind, key, player, self._person.mark, anywhere)

    def swap(self, kind: str, key: str, one: str, other: str) -> bool:
        """The owner has two people change places, or one person go to a free place; False where that was just
        taken.
        """
        self._person.ask(Right.PLACES)
        return self._kept.guests.swap(kind, key, one, other)

    def stand_up(self, kind: str, key: str, player: str) -> None:
        """Frees a player: of this device, or by the owner of any, whose device may then sit anywhere."""
        holder = self._kept.guests.seated(kind, key).get(player)
        if holder != self._person.mark:
            self._person.ask(Right.PLACES)
            if holder is not None:
                self._kept.guests.let_sit_anywhere(kind, key, holder)
        self._kept.guests.stand_up(kind, key, player)
