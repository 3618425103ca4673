"""A reading sends nothing and leaves no file behind, though onnxruntime would do both."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vision.networks.files import FOLDER

READ = "from vision import PhotoReader; PhotoReader().read(r'{photo}')"
LOAD = (
    "from pages.frame import warming; warming._load(); import onnxruntime; "
    "onnxruntime.get_available_providers()"
)


@pytest.mark.parametrize("program", [READ, LOAD], ids=["read", "load"])
def test_reading_leaves_no_file_in_the_home_folder(program: str, tmp_path: Path) -> None:
    root = FOLDER.parent
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    home = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(tmp_path))
    subprocess.run(
        [sys.executable, "-c", program.format(photo=root / "samples" / "photos" / "ana.jpg")],
        cwd=root,
        env=kept | home,
        check=True,
    )
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
