"""An archive of the test's own, in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.archive import Archive
from tests.scorer.archive.archived import lay_down_empty


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "archive.db"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture
def archive(file: Path, url: str) -> Archive:
    lay_down_empty(file)
    return Archive.open(url)
