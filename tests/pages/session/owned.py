"""All that is the owner's, to see whether somebody changed it."""

from __future__ import annotations

import hashlib

from sqlalchemy import inspect, select, table, text

from scorer.archive.schema.database import database_url, engine_of
from scorer.folders import user_folder

#: What guests add by themselves: whose device takes part, and drafts of their own.
ADDED = {"guests", "drafts", "seats", "hands_seen"}


def owned() -> dict[str, object]:
    """Rows of the archive by their tables, and what lies beside it; of drafts the kinds and keys."""
    with engine_of(database_url()).connect() as connection:
        rows: dict[str, object] = {
            name: sorted(map(str, connection.execute(select(text("*")).select_from(table(name)))))
            for name in inspect(connection).get_table_names()
            if name not in ADDED
        }
        rows["drafts"] = {
            (kind, key) for kind, key in connection.execute(text("SELECT kind, key FROM drafts"))
        }
    for path in user_folder().iterdir():
        if path.is_file() and not path.name.startswith(("archive.db", "server-")):
            rows[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return rows


def lost(before: dict[str, object], now: dict[str, object]) -> list[str]:
    """What of the owner's was changed by somebody who may only add drafts."""
    names = before.keys() | now.keys()  # a table may be new
    found = {name for name in names if (before.get(name) or []) != (now.get(name) or [])}
    if before["drafts"] <= now["drafts"]:  # type: ignore[operator]
        found.discard("drafts")
    return sorted(found)
