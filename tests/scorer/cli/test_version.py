"""``shelfmark --version``: the version, and the commit where something tells it."""

from __future__ import annotations

import re
import subprocess
from importlib.metadata import version as installed
from pathlib import Path

from typer.testing import CliRunner

from scorer.cli.main import app
from scorer.cli.version import NOTE, commit

ROOT = Path(__file__).parents[3]


def note(folder: Path, said: str) -> Path:
    (folder / NOTE).parent.mkdir(parents=True)
    (folder / NOTE).write_text(said, encoding="utf-8")
    return folder


def test_the_command_says_the_version_and_goes() -> None:
    said = CliRunner().invoke(app, ["--version"])
    assert said.exit_code == 0
    number = re.escape(installed("shelfmark"))
    assert re.fullmatch(rf"Shelfmark {number}( \([0-9a-f]{{7,}}\))?\n", said.stdout)


def test_an_archive_knows_its_commit_and_a_bare_folder_knows_none(tmp_path: Path) -> None:
    assert commit(note(tmp_path / "archive", "abc1234\n")) == "abc1234"
    assert commit(note(tmp_path / "bare", "$Format:%h$\n")) is None
    assert commit(tmp_path) is None


def test_a_copy_by_git_says_its_commit(tmp_path: Path) -> None:
    copy = note(tmp_path / "copy", "$Format:%h$\n")
    me = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for step in (["init", "-q"], ["add", "-A"], [*me, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", "-C", str(copy), *step], check=True)
    assert re.fullmatch("[0-9a-f]{7,}", commit(copy) or "")


def test_the_archive_of_the_source_has_the_commit_written_into_it() -> None:
    attributes = (ROOT / ".gitattributes").read_text(encoding="utf-8")
    assert f"{NOTE.as_posix()} export-subst" in attributes
    assert (ROOT / NOTE).is_file()
