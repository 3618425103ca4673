"""Nothing that an installation imports or shows needs a POSIX system."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.app.elsewhere import OURS, ROOT, TRAINING


def test_all_is_imported_and_every_page_shown_without_what_windows_lacks(tmp_path: Path) -> None:
    files = [path.relative_to(ROOT).with_suffix("") for name in OURS for path in (ROOT / name).rglob("*.py")]
    names = {".".join(path.parts).removesuffix(".__init__") for path in files}
    told = subprocess.run(
        [sys.executable, "-m", "tests.app.elsewhere"],
        cwd=ROOT,
        env=os.environ | {"SHELFMARK_DATA": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert set(told.stdout.split()) == {name for name in names if not name.startswith(TRAINING)}
