"""Imports scorer, vision and the pages as a system that is no POSIX would: without its modules, functions and
signals. A program, for a process of its own; it prints what was imported.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from pages.frame.shell import ICONS
from scorer.room.codes import Room

ROOT = Path(__file__).parents[3]

#: Python's modules that Windows lacks.
MODULES = [
    "crypt",
    "curses",
    "fcntl",
    "grp",
    "nis",
    "ossaudiodev",
    "posix",
    "pty",
    "pwd",
    "readline",
    "resource",
    "spwd",
    "syslog",
    "termios",
    "tty",
]
#: What Windows has of `signal`.
SIGNALS = ("SIGABRT", "SIGBREAK", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN")
#: What Windows lacks of `os`; mypy looks at all of it (.ci/run).
FUNCTIONS = [
    "fork",
    "getegid",
    "geteuid",
    "getgid",
    "getloadavg",
    "getuid",
    "killpg",
    "nice",
    "setsid",
    "sysconf",
    "uname",
    "wait",
    "O_CLOEXEC",
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_NONBLOCK",
]
OURS = ("scorer", "vision", "pages")
#: The modules that Streamlit runs.
SHOWN = {f"pages.{name}": name for name in ICONS}
#: Never part of an installation (pyproject.toml).
TRAINING = ("vision.synth", "vision.train")


def modules() -> Iterator[str]:
    """All modules that an installation has, packages first."""
    paths = [(name, list(importlib.import_module(name).__path__)) for name in OURS]
    while paths:
        package, path = paths.pop(0)
        yield package
        for found in pkgutil.iter_modules(path, f"{package}."):
            if found.name.startswith(TRAINING):
                continue
            if found.ispkg:
                paths.append((found.name, [os.path.join(path[0], found.name.rpartition(".")[2])]))
            else:
                yield found.name


def forget() -> None:
    """Our modules are imported anew when they are asked for."""
    for name in list(sys.modules):
        if name.partition(".")[0] in OURS:
            del sys.modules[name]


def hide() -> None:
    """From now on this is an installation, and no POSIX."""
    for name in (*MODULES, *TRAINING):
        sys.modules[name] = None  # type: ignore[assignment]  # Python takes it for "there is none"
    for name in dir(signal):
        if name.startswith("SIG") and name not in SIGNALS:
            delattr(signal, name)
    for name in FUNCTIONS:
        if hasattr(os, name):
            delattr(os, name)


def show(page: str) -> None:
    """Shows a page, whose file is run and not imported. Raises RuntimeError for what it raised."""
    PagesManager.uses_pages_directory = False  # AppTest forgets between runs what `pages` told Streamlit
    rights = importlib.import_module("pages.session.rights")
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.user = {rights.FIELD: rights.claim_of(rights.OWNER, Room.open())}
    app.run()
    if page != "score":
        app.switch_page(f"pages/{page}.py").run()
    if app.exception:
        raise RuntimeError(f"{page}: {app.exception[0].message}")


def main() -> None:
    names = [name for name in modules() if name not in SHOWN]
    for name in names:  # with them come the libraries, which ask what system this is
        importlib.import_module(name)
    for page in SHOWN.values():
        show(page)
    forget()
    hide()
    for name in names:
        importlib.import_module(name)
        print(name)
    for name, page in SHOWN.items():
        show(page)
        print(name)


if __name__ == "__main__":
    main()
