"""An archive of its own for each test of games on screen, and whose browser it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.playing.seats import At


@pytest.fixture(autouse=True)
def own_archive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    return At(monkeypatch)
