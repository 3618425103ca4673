"""The archive of finished and begun games."""

from __future__ import annotations

from scorer.archive.file import Source
from scorer.archive.rows import ArchivedGame, Draft
from scorer.archive.store import Archive
from scorer.archive.tables import ArchiveError

__all__ = [
    "Archive",
    "ArchiveError",
    "ArchivedGame",
    "Draft",
    "Source",
]
