"""A draft that several devices change at once: of two changes none is lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy.exc import IntegrityError

from scorer.archive.rows import Draft, of_draft, read_draft
from scorer.archive.schema.tables import drafts

Begin: TypeAlias = Callable[[], AbstractContextManager[Connection]]
Data: TypeAlias = dict[str, Any]


def change_draft(
    read: Begin,
    write: Begin,
    kind: str,
    key: str,
    change: Callable[[Data | None], Data],
    save: Callable[[Data], None],
) -> Data:
    """What `Archive.change_draft` does. ``read`` and ``write`` begin transactions; ``save`` writes over a
    damaged draft.

    Raises:
        ArchiveError: the database fails; nothing changed.
    """
    where = of_draft(kind, key)
    while True:
        with read() as connection:
            row = connection.execute(select(drafts).where(where)).mappings().first()
        draft = read_draft(row) if row is not None else None
        data = change(draft.data if isinstance(draft, Draft) else None)
        if row is None:
            if _added(write, kind, key, data):
                return data
        elif isinstance(draft, Draft):
            if _replaced(write, where & (drafts.c.saved == row["saved"]), row["saved"], data):
                return data
        else:
            save(data)
            return data


def _replaced(write: Begin, where: ColumnElement[bool], before: datetime, data: Data) -> bool:
    """Writes a draft over that of ``before``; False where another writer just did."""
    now = max(datetime.now(UTC), before + timedelta(microseconds=1))
    with write() as connection:
        written = connection.execute(drafts.update().where(where).values(saved=now, data=data))
        return bool(written.rowcount)


def _added(write: Begin, kind: str, key: str, data: Data) -> bool:
    """Adds a draft; False where another writer just did."""
    values = {"kind": kind, "key": key, "saved": datetime.now(UTC), "data": data}
    with write() as connection:
        try:
            connection.execute(drafts.insert().values(**values))
        except IntegrityError:
            return False
    return True
