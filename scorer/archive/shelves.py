"""Small photos of the shelves of a game, where people asked for them; states leave them out."""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, delete, select

from scorer.archive.schema.database import ArchiveError, leave_no_trace, transaction
from scorer.archive.schema.tables import games, shelf_photos
from scorer.errors import phrase
from scorer.limits import SHELF_BYTES, SHELF_SIDE
from scorer.names import person, tidy

if TYPE_CHECKING:
    from PIL import Image

#: The parts of a JPEG that tell how to draw it, and nothing else.
PLAIN = {"APP0", "APP14"}
#: The qualities that are tried until a photo is small enough.
QUALITIES = (82, 70, 55, 40, 25)


def checked_picture(picture: bytes) -> bytes:
    """The small photo of a shelf, without metadata.

    Raises:
        ArchiveError: it is no whole JPEG, or too large.
    """
    from PIL import Image  # few files have photos, and every command would wait for it

    with suppress(OSError, ValueError, SyntaxError, struct.error, Image.DecompressionBombError):
        if len(picture) <= SHELF_BYTES:
            with Image.open(BytesIO(picture), formats=["JPEG"]) as opened:
                if max(opened.size) <= SHELF_SIDE:
                    opened.load()
                    bare = {name for name, _ in getattr(opened, "applist", ())} <= PLAIN
                    if kept := picture if bare else small_jpeg(opened):
                        return kept
    raise ArchiveError(
        phrase(
            "A shelf’s photo must be a JPEG of at most {side} pixels a side and {kilobytes} kB.",
            side=SHELF_SIDE,
            kilobytes=SHELF_BYTES // 1000,
        )
    )


def small_jpeg(picture: Image.Image) -> bytes | None:
    """A picture as the archive takes it: upright, small and without metadata; None where it cannot be."""
    from PIL import ImageOps

    small = ImageOps.exif_transpose(picture).convert("RGB")
    small.thumbnail((SHELF_SIDE, SHELF_SIDE))
    small.info.clear()
    for quality in QUALITIES:
        made = BytesIO()
        small.save(made, "JPEG", quality=quality)
        if made.tell() <= SHELF_BYTES:
            return made.getvalue()
    return None


def pictures_of(shelves: Mapping[str, str]) -> dict[str, bytes]:
    """The small photos of shelves that a file has as base64, by the players' names.

    Raises:
        ArchiveError: one is no base64, no whole JPEG, or too large.
    """
    try:
        raw = {name: b64decode(text, validate=True) for name, text in shelves.items()}
    except ValueError:
        raw = dict.fromkeys(shelves, b"")
    return {name: checked_picture(picture) for name, picture in raw.items()}


def keep_shelves(connection: Connection, game: str, pictures: Mapping[str, bytes]) -> None:
    """Keeps a small photo for each of these players in place of those of before; without any it forgets them.

    Raises:
        ArchiveError: a photo is too large, or none.
    """
    rows = [
        {"game": game, "player": player, "moment": datetime.now(UTC), "picture": checked_picture(picture)}
        for player, picture in pictures.items()
    ]
    connection.execute(delete(shelf_photos).where(shelf_photos.c.game == game))
    if rows:
        connection.execute(shelf_photos.insert(), rows)


def shelves_of(connection: Connection, game: str) -> dict[str, bytes]:
    """The small photo of each player's shelf, where one is kept."""
    query = select(shelf_photos.c.player, shelf_photos.c.picture).where(shelf_photos.c.game == game)
    return {row.player: bytes(row.picture) for row in connection.execute(query)}


def as_text(shelves: Mapping[str, bytes]) -> dict[str, str]:
    """The photos as a file has them, see `pictures_of`."""
    return {player: b64encode(picture).decode() for player, picture in shelves.items()}


def all_shelves(connection: Connection) -> dict[str, dict[str, str]]:
    """The photos of all games as their files have them: by the games' ids and the players' names."""
    found: dict[str, dict[str, str]] = {}
    for row in connection.execute(select(shelf_photos)):
        found.setdefault(row.game, {})[row.player] = b64encode(bytes(row.picture)).decode()
    return found


def rename_on_shelves(connection: Connection, game: str, old: str, new: str) -> None:
    """Writes a person's new name at the photo of their shelf, in place of a photo that stands there."""
    mine, name = shelf_photos.c.game == game, tidy(new)
    for (player,) in connection.execute(select(shelf_photos.c.player).where(mine)).all():
        if person(player) == person(old) and player != name:
            connection.execute(delete(shelf_photos).where(mine & (shelf_photos.c.player == name)))
            theirs = mine & (shelf_photos.c.player == player)
            connection.execute(shelf_photos.update().where(theirs).values(player=name))


def forget_strangers(connection: Connection, game: str, form: str, now: list[str], before: list[str]) -> bool:
    """Forgets photos of who does not play in a game ``now``; gives whether there were any.

    In a solo game the public library has a photo too, so there only who played ``before`` is forgotten.
    """
    mine = shelf_photos.c.game == game
    here, were = set(map(person, now)), set(map(person, before))
    gone = [
        player
        for player in connection.scalars(select(shelf_photos.c.player).where(mine)).all()
        if person(player) not in here and (form != "S-42a" or person(player) in were)
    ]
    if gone:
        connection.execute(delete(shelf_photos).where(mine & shelf_photos.c.player.in_(gone)))
    return bool(gone)


def forget_deleted(connection: Connection, before: datetime) -> bool:
    """Forgets photos of games that were deleted before then, and those of before then whose game is gone for
    good; gives whether there were any.
    """
    deleted = shelf_photos.c.game.in_(select(games.c.id).where(games.c.deleted < before))
    lost = shelf_photos.c.game.not_in(select(games.c.id)) & (shelf_photos.c.moment < before)
    return bool(connection.execute(delete(shelf_photos).where(deleted | lost)).rowcount)


class Shelves:
    """The photos in an archive. ``write``: begins a transaction on its database."""

    def __init__(self, engine: Engine, write: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._engine = engine
        self._write = write

    def keep(self, game: str, pictures: Mapping[str, bytes]) -> None:
        """Keeps a small photo of each of these players' shelves in place of those of before; without any it
        forgets them and leaves no trace. ``game`` is an id.

        Raises:
            ArchiveError: a photo is no small JPEG, there is no such game or it is deleted, or the database
                fails; nothing changed.
        """
        here = (games.c.id == game) & games.c.deleted.is_(None)
        with self._write() as connection:
            if not connection.execute(games.update().where(here).values(changed=datetime.now(UTC))).rowcount:
                raise ArchiveError(phrase("The archive has no such game any more: nothing was noted of it."))
            keep_shelves(connection, game, pictures)
        leave_no_trace(self._engine)

    def of(self, game: str) -> dict[str, bytes]:
        """The small photos in a game by its id, by the players' names.

        Raises:
            ArchiveError: the database fails.
        """
        with transaction(self._engine) as connection:
            return shelves_of(connection, game)
