"""Fonts for drawing that come from npm."""

from __future__ import annotations

import os
import sys
import tarfile
from pathlib import Path

import pytest

from vision.synth.look import fonts, webfonts

NPM = """#!{python}
import shutil, sys
shutil.copy({archive!r}, sys.argv[sys.argv.index("--pack-destination") + 1])
"""


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An npm whose every package holds ``files/a.woff``; gives an empty folder for the fonts."""
    (tmp_path / "a.woff").write_bytes(b"a font")
    with tarfile.open(tmp_path / "packed.tgz", "w:gz") as archive:
        archive.add(tmp_path / "a.woff", "package/files/a.woff")
    programs, folder = tmp_path / "bin", tmp_path / "fonts"
    programs.mkdir()
    program = programs / "npm"
    program.write_text(NPM.format(python=sys.executable, archive=str(tmp_path / "packed.tgz")))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    folder.mkdir()
    return folder


def test_every_font_of_npm_has_its_package() -> None:
    wanted = webfonts.packages()
    assert wanted["@fontsource/cinzel@5"] == [
        "files/cinzel-latin-400-normal.woff",
        "files/cinzel-latin-700-normal.woff",
    ]
    assert wanted["rpg-awesome@0.2.0"] == ["fonts/rpgawesome-webfont.ttf"]
    assert all(files for files in wanted.values())


def test_fonts_are_fetched_once_and_what_is_missing_is_told(npm: Path) -> None:
    assert webfonts.fetch("some@1", ["files/a.woff", "files/b.woff"], npm) == ["b.woff"]
    assert (npm / "a.woff").read_bytes() == b"a font"
    (npm / "a.woff").write_bytes(b"kept")
    assert webfonts.fetch("some@1", ["files/a.woff"], npm) == []
    assert (npm / "a.woff").read_bytes() == b"kept"


def test_without_npm_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert webfonts.main(tmp_path / "fonts") == 1
    assert "Install it" in capsys.readouterr().err


def test_all_that_is_fetched_is_used_for_drawing() -> None:
    named = {Path(file).suffix for files in webfonts.packages().values() for file in files}
    assert named <= fonts.SUFFIXES
