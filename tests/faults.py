"""Faults that the suite must catch, as a user would notice them: a change of one place each, in faults.toml.

`python -m tests.faults` puts each into a copy of the project and runs the tests that are meant for it.
Its exit status is 1 if a fault is not caught.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).with_suffix(".toml")
#: Not copied: the repository, environments, what Python or a build leaves.
LEFT_OUT = (".*", "__pycache__", "*.egg-info", "build", "dist")
#: pytest's exit statuses: every test passed, or some failed; all others tell nothing of the fault.
PASSED, FAILED = 0, 1
LONGEST = 300  #: seconds that the tests of a fault may take


class Fault(BaseModel):
    """``text``, which stands once in ``file``, becomes ``becomes``; one of ``tests`` at least must then fail.

    ``name`` says in plain words what a user would notice; ``file`` is a path from the project's root;
    ``tests`` are named as pytest takes them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1)
    file: str
    text: str = Field(min_length=1)
    becomes: str
    tests: tuple[str, ...] = Field(min_length=1)

    def problems(self, root: Path = ROOT) -> list[str]:
        """Why the fault cannot be tried in the project at ``root``, a sentence each."""
        found = []
        for test in self.tests:
            file, *names = test.partition("[")[0].split("::")
            if not (root / file).is_file():
                found.append(f"{file} is gone: name the tests that catch it now.")
            elif not _has(root / file, names):
                found.append(f"{file} has no {'::'.join(names)}: name the tests that catch it now.")
        path = root / self.file
        if not path.is_file():
            return [*found, f"{self.file} is gone: name the file that has the code now."]
        source = path.read_text(encoding="utf-8")
        times = source.count(self.text)
        if times != 1:
            return [*found, f"Its text stands {times} times in {self.file}, not once: follow the code."]
        if self.becomes == self.text:
            found.append("It changes nothing.")
        if path.suffix == ".py":
            try:
                compile(source.replace(self.text, self.becomes), self.file, "exec")
            except SyntaxError as error:
                found.append(f"With it, {self.file} is no Python ({error}).")
        return found


def _has(path: Path, names: Sequence[str]) -> bool:
    """Whether the file has this test, or the class and in it the test."""
    inside = ast.parse(path.read_bytes()).body
    for name in names:
        found = [
            node for node in inside if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name
        ]
        if not found:
            return False
        inside = found[0].body
    return True


def faults() -> tuple[Fault, ...]:
    """All faults, in the order of the file."""
    data = tomllib.loads(DATA.read_text(encoding="utf-8"))
    return tuple(Fault.model_validate(each) for each in data["fault"])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; gives its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="NAME", help="faults whose names have one of these")
    parser.add_argument("--list", action="store_true", help="name the faults, and try none")
    told = parser.parse_args(arguments)
    chosen = [each for each in faults() if not told.only or any(part in each.name for part in told.only)]
    if not chosen:
        parser.error(f"no fault is called {', '.join(told.only)}: --list names all")
    if told.list:
        for fault in chosen:
            print(f"{fault.file}: {fault.name}")
        return 0
    gone = [f"{fault.name}: {problem}" for fault in chosen for problem in fault.problems()]
    if gone:
        print(*gone, sep="\n", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="shelfmark-faults-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        return try_all(chosen, copy)


def try_all(chosen: Sequence[Fault], copy: Path) -> int:
    started = time.monotonic()
    tests = list(dict.fromkeys(test for fault in chosen for test in fault.tests))
    status, said = _run(copy, tests, LONGEST * len(chosen))
    if status != PASSED:
        print(said, "Without any fault these tests must pass.", sep="\n", file=sys.stderr)
        return 1
    caught = 0
    for fault in chosen:
        begun = time.monotonic()
        status, said = _try(fault, copy)
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", said, re.MULTILINE)
        caught += status == FAILED
        verdict = {PASSED: "NOT CAUGHT", FAILED: "caught"}.get(status, "NO ANSWER")
        by = f"by {failed[1]}" if status == FAILED and failed else ", ".join(fault.tests)
        print(f"{verdict:10} {time.monotonic() - begun:5.1f} s  {fault.name} ({by})", flush=True)
        if status not in (PASSED, FAILED):
            print(said, file=sys.stderr)
    print(f"{caught} of {len(chosen)} faults caught in {time.monotonic() - started:.0f} s.")
    return 0 if caught == len(chosen) else 1


def _try(fault: Fault, copy: Path) -> tuple[int, str]:
    """What pytest says of the copy with the fault in it: its status and its last lines."""
    path = copy / fault.file
    sound = path.read_bytes()
    _write(path, sound.decode().replace(fault.text, fault.becomes).encode())
    try:
        return _run(copy, fault.tests)
    finally:
        _write(path, sound)


def _write(path: Path, source: bytes) -> None:
    path.write_bytes(source)
    # what was compiled goes by time and size, and both may be as before
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _run(copy: Path, tests: Sequence[str], longest: int = LONGEST) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=short", "-p", "no:cacheprovider", *tests]
    # plugins take longer to load than most of these tests to run, and none needs one
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            timeout=longest,
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except subprocess.TimeoutExpired:
        return -1, f"The tests took longer than {longest} seconds."
    return done.returncode, done.stdout[-4000:]


if __name__ == "__main__":
    sys.exit(main())
