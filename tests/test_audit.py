"""The audit fails where a package is faulty, and says so where a list of faults could not be asked."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLEAN, FAULTY, SILENT = (
    "exit 0",
    "echo 'Found 1 known vulnerability in 1 package'; exit 1",
    "echo timed out; exit 1",
)


def audited(folder: Path, pypi: str, osv: str) -> subprocess.CompletedProcess[str]:
    """The audit with a pip-audit that answers so for each list."""
    (folder / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "audit", folder / ".ci")
    (folder / "Makefile").write_text(".venv-audit/.ready:\n\ttouch $@\n")
    program = folder / ".venv-audit" / "bin" / "pip-audit"
    program.parent.mkdir(parents=True)
    program.write_text(
        f'#!/bin/sh\necho "$@" >> asked\ncase "$*" in\n*pypi*) {pypi};;\n*osv*) {osv};;\nesac\n'
    )
    program.chmod(0o755)
    return subprocess.run([folder / ".ci" / "audit"], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("pypi", "osv", "status", "says"),
    [
        (CLEAN, CLEAN, 0, ""),
        (FAULTY, CLEAN, 1, "Found 1 known vulnerability"),
        (CLEAN, FAULTY, 1, "Found 1 known vulnerability"),
        (SILENT, FAULTY, 1, "Found 1 known vulnerability"),
        (SILENT, CLEAN, 0, "the list of faults at pypi could not be asked: timed out"),
        (CLEAN, SILENT, 0, "the list of faults at osv could not be asked: timed out"),
        (SILENT, SILENT, 1, "the list of faults at osv could not be asked: timed out"),
    ],
)
def test_both_lists_are_asked_and_silence_is_told(
    pypi: str, osv: str, status: int, says: str, tmp_path: Path
) -> None:
    done = audited(tmp_path, pypi, osv)
    assert done.returncode == status
    assert says in done.stderr
    if not says:
        assert not done.stderr
        asked = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
        assert ["pypi" in asked[0], "osv" in asked[1]] == [True, True]


def test_where_nothing_can_be_installed_the_audit_fails(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "audit", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(".venv-audit/.ready:\n\tfalse\n")
    done = subprocess.run([tmp_path / ".ci" / "audit"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no list of faults was asked" in done.stderr
