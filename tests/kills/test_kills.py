"""A few kills at random moments; `python -m tests.kills` tries 300."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scorer.archive import Archive, earlier_states
from tests.kills.__main__ import kills
from tests.kills.stores import STORES, Write, lost, use, whole
from tests.scorer.archive.archived import sheet


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.setattr(earlier_states, "EVERY", earlier_states.EVERY)
    use(tmp_path)
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "fork"), reason="waits for a system with os.fork, which Windows lacks")
def test_what_was_confirmed_outlives_a_kill(folder: Path) -> None:
    _, _, problems = kills(6, folder)
    assert problems == []


@pytest.mark.usefixtures("folder")
def test_what_is_lost_is_seen() -> None:
    writes = [Write(store, n) for n, store in enumerate(STORES)]
    for write in writes:
        STORES[write.store](write.n)
    assert lost(writes, None) + whole() == []
    archive = Archive.open()
    archive.delete(archive.games()[0].id)
    archive.save_draft("fort", "draft 1", sheet(3, "999"))
    assert len(lost(writes, None)) == 2
    assert len(lost([*writes, Write("correct", 77)], None)) == 3
