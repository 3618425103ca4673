"""A data store with something to hide, and servers on it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.served import served
from scorer.archive import Archive
from scorer.play import Game, Setup
from scorer.room.codes import Room
from tests.attack.wire import HOST, Asked, say
from tests.scorer.archive.archived import inspected

#: The owner's own code, and the names of who played where no guest took part.
OWNER_CODE, HIDDEN = "a long secret of mine", ("Quillfeather", "Zanzibar")
#: The key of a game on screen that is no secret by itself, as it may be guessed.
KEY = "k1"


@dataclass(frozen=True)
class Store:
    """``folder``: the data folder that all servers have in common."""

    folder: Path
    room: Room

    @property
    def secrets(self) -> list[bytes]:
        """What nobody but the owner may be told."""
        return [
            one.encode()
            for one in (*HIDDEN, OWNER_CODE, self.room.code, self.room.shown, self.room.key.hex())
        ]


@contextmanager
def store(folder: Path, database: str | None = None) -> Iterator[Store]:
    """The store of this process and of its servers, with games in it that are the owner's."""
    folder.mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHELFMARK_DATA", str(folder))
        if database:
            patch.setenv("SHELFMARK_DATABASE", database)
        else:
            patch.delenv("SHELFMARK_DATABASE", raising=False)
        archive = Archive.open()
        archive.finish(*inspected(*HIDDEN), "typed", key="table-hidden")
        gone = archive.finish(*inspected(*reversed(HIDDEN)), "typed", key="table-gone")
        archive.delete(gone)
        archive.save_draft("play", KEY, {"record": Game(Setup(players=list(HIDDEN), seed=7)).record})
        archive.take_in(archive.export())
        yield Store(folder, Room.open())


@contextmanager
def servers(store: Store, number: int) -> Iterator[list[int]]:
    """The ports of so many servers on the store; nobody is the owner by address."""
    with ExitStack() as stack:
        ports = []
        for _ in range(number):
            there = served(
                store.folder,
                database=os.environ.get("SHELFMARK_DATABASE"),
                stderr=subprocess.STDOUT,
                SHELFMARK_HOSTS=HOST,
                SHELFMARK_OWNER_CODE=OWNER_CODE,
            )
            ports.append(int(stack.enter_context(there).rpartition(":")[2]))
        yield ports


def failed(store: Store) -> list[str]:
    """What servers of the store say that nothing had caught."""
    said = [path.read_text("utf-8", "replace") for path in sorted(store.folder.glob("server-*.log"))]
    signs = ("Exception in ASGI application", "Uncaught app exec", "exception was never retrieved")
    return [f"a server says: {sign}" for words in said for sign in signs if sign in words]


def token(port: int, code: str) -> str:
    """The cookie of a browser that gave this code."""
    form = (("Content-Type", "application/x-www-form-urlencoded"),)
    answer = say(port, Asked("code", "/", form, "POST", f"room={code.replace(' ', '+')}".encode()))
    assert answer.status == 303, answer
    return answer.token
