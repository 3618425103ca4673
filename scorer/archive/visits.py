"""Where assistants were sent in games of Ex Libris on screen, as the records of their choices tell it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, select

from scorer.archive.schema.tables import games

#: How often an assistant was sent to each location, by the ids of games.
Visits: TypeAlias = Mapping[str, Counter[int]]

_SENT = re.compile(r"place:([1-9][0-9]?):[0-9]+")


def sent(choices: Iterable[object]) -> Counter[int]:
    """How often an assistant was sent to each location; home is none of them.

    >>> sent(["assistant:ordinary", "place:18:2", "place:home", "place:18:1"])
    Counter({18: 2})
    """
    found: Counter[int] = Counter()
    for choice, times in Counter(choice for choice in choices if isinstance(choice, str)).items():
        if match := _SENT.fullmatch(choice):
            found[int(match[1])] += times
    return found


def visits(connection: Connection) -> dict[str, Counter[int]]:
    """Of every game of Ex Libris on screen that is kept: where assistants were sent, in one query."""
    query = select(games.c.id, games.c.record).where(
        games.c.deleted.is_(None), games.c.record.is_not(None), games.c.source != "fort"
    )
    return {str(key): sent(_choices(record)) for key, record in connection.execute(query)}


def _choices(record: Any) -> list[object]:
    choices = record.get("choices") if isinstance(record, dict) else None
    return choices if isinstance(choices, list) else []
