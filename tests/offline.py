"""Runs tests where there is no network at all, as on a train: `python -m tests.offline [TESTS…]`.

Without names it runs every test with a browser. Linux gives a program a network of its own (`unshare`), in
which this computer reaches itself and nobody else.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Ways to get a network of one's own: as root, and as anybody where the system lets them.
WAYS = (("unshare", "--net"), ("unshare", "--map-root-user", "--net"))
#: Set inside.
INSIDE = "SHELFMARK_TESTS_OFFLINE"
#: Linux's calls to read and to set what a network device does, and the sign that it is up.
GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 1


def way() -> Sequence[str] | None:
    """A way that works on this computer, None if there is none."""
    if sys.platform != "linux" or not shutil.which("unshare"):
        return None
    works = (each for each in WAYS if subprocess.run([*each, "true"], capture_output=True).returncode == 0)
    return next(works, None)


def run(tests: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs tests without a network. Raises RuntimeError: this computer gives none of one's own."""
    found = way()
    if found is None:
        raise RuntimeError("This computer gives no program a network of its own.")
    return subprocess.run(
        [*found, sys.executable, "-m", "tests.offline", *tests],
        cwd=ROOT,
        env=os.environ | {INSIDE: "1"},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )


def reach_itself() -> None:
    """Sets up the one device of a new network, by which a computer reaches itself."""
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        (flags,) = struct.unpack("16xh14x", fcntl.ioctl(any_socket, GET_FLAGS, request))
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", flags | UP))


def is_alone() -> bool:
    """Whether this program reaches nobody else."""
    return [name for _, name in socket.if_nameindex()] == ["lo"]


def inside(tests: Sequence[str]) -> int:
    """The tests' exit status."""
    reach_itself()
    if not is_alone():
        print("There is a network here.", file=sys.stderr)
        return 2
    named = list(tests) or ["-m", "browser"]
    return int(pytest.main(["-q", "--numprocesses=0", "-p", "no:cacheprovider", *named]))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.offline", description=__doc__)
    parser.add_argument("tests", nargs="*", help="as pytest names them")
    told = parser.parse_args()
    if os.environ.get(INSIDE):
        return inside(told.tests)
    done = run(told.tests)
    print(done.stdout, done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
