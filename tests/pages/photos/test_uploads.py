"""The server holds so many bytes of uploads, of a session and of all; what is more is refused in place."""

from __future__ import annotations

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest

import pages.photos.uploads
from pages.photos.uploads import TOO_MANY_IN_ALL, TOO_MANY_OF_A_SESSION, limit
from pages.words import words
from tests.pages.steps import errors, photo_file, table_of, upload


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    """A manager that holds 20 bytes of a session and 30 in all."""
    monkeypatch.setattr(pages.photos.uploads, "MB", 1)
    monkeypatch.setattr(pages.photos.uploads, "OF_A_SESSION", 20)
    monkeypatch.setattr(pages.photos.uploads, "IN_ALL", 30)
    manager = MemoryUploadedFileManager("/upload")
    limit(manager)
    limit(manager)  # every session asks for it
    return manager


def add(manager: MemoryUploadedFileManager, session: str, name: str, size: int) -> UploadedFileRec:
    manager.add_file(session, UploadedFileRec(name, f"{name}.jpg", "image/jpeg", bytes(size)))
    (held,) = manager.get_files(session, [name])
    assert held.name == f"{name}.jpg"
    return held


def test_what_a_session_hands_in_beyond_its_share_is_let_go(manager: MemoryUploadedFileManager) -> None:
    assert add(manager, "ana", "a", 15).type == "image/jpeg"
    assert add(manager, "ana", "b", 5).data == bytes(5)
    more = add(manager, "ana", "c", 1)
    assert (more.type, more.data) == (TOO_MANY_OF_A_SESSION, b"")
    assert add(manager, "ana", "a", 15).data == bytes(15), "the same file again is not counted twice"
    manager.remove_file("ana", "b")
    assert add(manager, "ana", "c", 5).data == bytes(5)


def test_what_all_sessions_hand_in_beyond_what_there_is_is_let_go(manager: MemoryUploadedFileManager) -> None:
    for session in ("ana", "bo"):
        assert add(manager, session, "a", 14).data == bytes(14)
    more = add(manager, "cy", "a", 3)
    assert (more.type, more.data) == (TOO_MANY_IN_ALL, b"")
    manager.remove_session_files("bo")
    assert add(manager, "cy", "a", 3).data == bytes(3)


@pytest.mark.parametrize("kind", [TOO_MANY_OF_A_SESSION, TOO_MANY_IN_ALL])
@pytest.mark.parametrize("language", ["en", "pt", "fr", "cs"])
def test_a_file_that_was_let_go_is_refused_in_place(app: AppTest, kind: str, language: str) -> None:
    app.segmented_control(key="language-switch").set_value(language).run()
    upload(app, ("table.jpg", photo_file()))
    key = f"upload-{table_of(app).key}-shelf"
    files = [("table.jpg", photo_file(), "image/jpeg"), ("more.jpg", b"", kind)]
    app.file_uploader(key=key).set_value(files).run()
    w = words("refusals", language)  # type: ignore[arg-type]
    said = {
        TOO_MANY_OF_A_SESSION: w("upload_session", name="more.jpg", most=200),
        TOO_MANY_IN_ALL: w("upload_all", name="more.jpg"),
    }
    assert errors(app) == [said[kind]]


def test_what_was_read_or_refused_is_held_no_longer(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    managers, init = [], MemoryUploadedFileManager.__init__

    def noted(self: MemoryUploadedFileManager, endpoint: str) -> None:
        init(self, endpoint)
        managers.append(self)

    monkeypatch.setattr(MemoryUploadedFileManager, "__init__", noted)
    upload(app, ("table.jpg", photo_file()), ("notes.txt", b"no photo"))
    held = [file.data for files in managers[-1].file_storage.values() for file in files.values()]
    assert held == [b"", b""]
    assert table_of(app).photos
    assert len(errors(app)) == 1
    assert not app.run().exception
