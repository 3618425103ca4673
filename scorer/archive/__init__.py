"""The archive of finished and begun games."""

from __future__ import annotations

from scorer.archive.file import Source
from scorer.archive.rows import ArchivedGame, Draft
from scorer.archive.schema.database import ArchiveBroken, ArchiveError
from scorer.archive.store import Archive

__all__ = [
    "Archive",
    "ArchiveBroken",
    "ArchiveError",
    "ArchivedGame",
    "Draft",
    "Source",
]
