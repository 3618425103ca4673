"""How many bytes of uploads the server holds, of a session and of all: what is more is let go as it comes in.

Streamlit limits one file (`server.maxUploadSize`), and keeps every file in memory until its session ends.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.photos.ahead import AHEAD
from scorer.errors import RefusedInput, phrase
from scorer.limits import MB

#: Megabytes held of a session, enough for forty photos of a phone at once, and of all sessions.
OF_A_SESSION, IN_ALL = 200, 1000
#: The types of files that were let go.
TOO_MANY_OF_A_SESSION, TOO_MANY_IN_ALL = "refused/session", "refused/all"

_lock = Lock()


def watch() -> None:
    """Watches over the uploads of this server from now on. Of this session no photo is expected yet."""
    context = get_script_run_ctx()
    if context:
        AHEAD.expect_none(context.session_id)
    manager = context.uploaded_file_mgr if context else None
    if isinstance(manager, MemoryUploadedFileManager):
        limit(manager)


def limit(manager: MemoryUploadedFileManager) -> None:
    """Lets a file go that comes to ``manager`` when it holds too much: its name stays, and why."""
    with _lock:
        if "add_file" in vars(manager):
            return
        add = manager.add_file

        def add_within(session_id: str, file: UploadedFileRec) -> None:
            with _lock:
                file = _within(manager, session_id, file)
                add(session_id, file)
            AHEAD.came(session_id, file)

        manager.add_file = add_within  # type: ignore[method-assign]


def _within(manager: MemoryUploadedFileManager, session_id: str, file: UploadedFileRec) -> UploadedFileRec:
    """The file, or one of its name without content."""
    held = {
        session: sum(len(other.data) for other in [*files.values()])
        for session, files in [*manager.file_storage.items()]
    }
    for before in manager.get_files(session_id, [file.file_id]):
        held[session_id] -= len(before.data)
    if held.get(session_id, 0) + len(file.data) > OF_A_SESSION * MB:
        return file._replace(data=b"", type=TOO_MANY_OF_A_SESSION)
    if sum(held.values()) + len(file.data) > IN_ALL * MB:
        return file._replace(data=b"", type=TOO_MANY_IN_ALL)
    return file


def check(file: Any) -> None:
    """Raises RefusedInput for an uploaded file that was let go."""
    if file.type == TOO_MANY_OF_A_SESSION:
        raise RefusedInput(
            phrase(
                "{name} was not taken: hand in at most {most} MB of photos at once, and this one again "
                "afterwards.",
                name=file.name,
                most=OF_A_SESSION,
            )
        )
    if file.type == TOO_MANY_IN_ALL:
        raise RefusedInput(
            phrase(
                "{name} was not taken, as many other photos are being handed in: try again in a minute.",
                name=file.name,
            )
        )


def release(file: Any) -> None:
    """Lets the content of an uploaded file go that is needed no more; its name stays."""
    context = get_script_run_ctx()
    manager = context.uploaded_file_mgr if context else None
    if context and isinstance(manager, MemoryUploadedFileManager):
        manager.add_file(context.session_id, UploadedFileRec(file.file_id, file.name, file.type, b""))
