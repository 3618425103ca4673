"""Nothing that an installation imports or shows needs a POSIX system."""

from __future__ import annotations

import os
import subprocess
import sys
import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pages.widgets.saying import day
from tests.pages.frame.elsewhere import OURS, ROOT, TRAINING


def test_all_is_imported_and_every_page_shown_without_what_windows_lacks(tmp_path: Path) -> None:
    files = [path.relative_to(ROOT).with_suffix("") for name in OURS for path in (ROOT / name).rglob("*.py")]
    names = {".".join(path.parts).removesuffix(".__init__") for path in files}
    told = subprocess.run(
        [sys.executable, "-m", "tests.pages.frame.elsewhere"],
        cwd=ROOT,
        env=os.environ | {"SHELFMARK_DATA": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert set(told.stdout.split()) == {name for name in names if not name.startswith(TRAINING)}


@pytest.fixture
def no_zones(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that knows no time zones, as Windows."""
    monkeypatch.setitem(sys.modules, "tzdata", None)
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    zoneinfo.ZoneInfo.clear_cache()


def test_a_day_is_told_where_no_time_zones_are_known(no_zones: None) -> None:
    with pytest.raises(zoneinfo.ZoneInfoNotFoundError):
        zoneinfo.ZoneInfo("Europe/Prague")
    assert day(datetime(2026, 11, 20, 12, tzinfo=UTC)) == "2026-11-20"
