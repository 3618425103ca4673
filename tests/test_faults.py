"""The list of faults keeps up with the code; the faults themselves are tried by `python -m tests.faults`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import Fault, faults, main, try_all

FAULTS = faults()
TEST = "from half import half\n\n\ndef test_half() -> None:\n    assert half(4) == 2\n"
HALVED = Fault(
    name="half is a third",
    file="half.py",
    text="n // 2",
    becomes="n // 3",
    tests=("test_half.py::test_half",),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one function and its test."""
    (tmp_path / "half.py").write_text("def half(n: int) -> int:\n    return n // 2\n")
    (tmp_path / "test_half.py").write_text(TEST)
    return tmp_path


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_can_be_put_in(fault: Fault) -> None:
    assert fault.problems() == []


def test_there_are_thirty_and_each_is_another() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 30
    assert len({(fault.file, fault.text) for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": "n // 4"}, "Its text stands 0 times in half.py"),
        ({"text": "n"}, "Its text stands 5 times in half.py"),
        ({"file": "third.py"}, "third.py is gone"),
        ({"becomes": "n // 2"}, "It changes nothing"),
        ({"becomes": "n //"}, "half.py is no Python"),
        ({"tests": ("test_third.py",)}, "test_third.py is gone"),
        ({"tests": ("test_half.py::test_third",)}, "test_half.py has no test_third"),
    ],
)
def test_a_fault_that_the_code_left_behind_is_told(
    project: Path, change: dict[str, object], said: str
) -> None:
    assert HALVED.problems(project) == []
    (problem,) = HALVED.model_copy(update=change).problems(project)
    assert said in problem


def test_a_fault_that_no_test_fails_for_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = (project / "half.py").read_bytes()
    missed = HALVED.model_copy(update={"name": "half is rounded up", "becomes": "-(-n // 2)"})
    assert try_all([HALVED, missed], project) == 1
    caught, survived, told = capsys.readouterr().out.splitlines()
    assert caught.startswith("caught")
    assert caught.endswith("half is a third (by test_half.py::test_half)")
    assert survived.startswith("NOT CAUGHT")
    assert told.startswith("1 of 2 faults caught")
    assert (project / "half.py").read_bytes() == sound


def test_what_fails_without_a_fault_catches_none(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "test_half.py").write_text(TEST.replace("== 2", "== 3"))
    assert try_all([HALVED], project) == 1
    assert "these tests must pass" in capsys.readouterr().err


def test_some_faults_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list", "--only", FAULTS[0].name]) == 0
    assert capsys.readouterr().out == f"{FAULTS[0].file}: {FAULTS[0].name}\n"
    with pytest.raises(SystemExit, match="2"):
        main(["--only", "no such fault"])
