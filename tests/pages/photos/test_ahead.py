"""Photos that arrive are looked at while others still come in, and only where photos are expected."""

from __future__ import annotations

from threading import Event

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest

from pages.photos import ahead, uploads
from pages.photos.ahead import Ahead
from scorer.errors import RefusedInput
from tests.pages.steps import give_legend, go

PATIENCE = 60


def photo(name: str, data: bytes = b"photo") -> UploadedFileRec:
    return UploadedFileRec(f"id-{name}", name, "image/jpeg", data)


def nothing() -> None:
    pass


def test_a_photo_is_looked_at_before_the_page_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    here, looked = Ahead(), Event()
    monkeypatch.setattr(uploads, "AHEAD", here)
    manager = MemoryUploadedFileManager("/upload")
    uploads.limit(manager)
    here.expect("ana", lambda name, data: looked.set())
    manager.add_file("ana", photo("first.jpg"))
    assert looked.wait(PATIENCE)


def test_the_page_waits_for_what_is_under_way_and_says_so() -> None:
    here, go_on, told = Ahead(), Event(), Event()
    seen: list[str] = []

    def look(name: str, data: bytes) -> None:
        go_on.wait(PATIENCE)
        seen.append(name)

    def tell() -> None:
        told.set()
        go_on.set()

    here.expect("ana", look)
    here.came("ana", photo("a.jpg"))
    here.wait("id-a.jpg", tell)
    assert told.is_set()
    assert seen == ["a.jpg"]
    here.wait("id-a.jpg", tell)
    here.wait("never came", tell)
    assert seen == ["a.jpg"]


def test_a_refusal_is_told_to_who_waits_and_another_fault_is_not() -> None:
    here = Ahead()

    def look(name: str, data: bytes) -> None:
        raise RefusedInput("dark") if name == "dark.jpg" else ValueError(name)

    here.expect("ana", look)
    here.came("ana", photo("dark.jpg"))
    here.came("ana", photo("odd.jpg"))
    with pytest.raises(RefusedInput, match="dark"):
        here.wait("id-dark.jpg", nothing)
    here.wait("id-odd.jpg", nothing)


def test_what_is_no_expected_photo_is_left_alone() -> None:
    here = Ahead()
    seen: list[str] = []
    here.expect("ana", lambda name, data: seen.append(name))
    here.came("bo", photo("of-bo.jpg"))
    here.came("ana", photo("let-go.jpg", b""))
    here.expect_none("ana")
    here.came("ana", photo("late.jpg"))
    for name in ("of-bo.jpg", "let-go.jpg", "late.jpg"):
        here.wait(f"id-{name}", nothing)
    assert seen == []


def test_photos_are_expected_where_the_next_file_is_one(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected: list[ahead.Look] = []
    monkeypatch.setattr("pages.scoring.photos.expect", expected.append)
    go(app, "photos")
    assert expected == [], "the next file may be the photo of the icons"
    give_legend(app)
    assert expected
    expected.clear()
    go(app, "check")
    assert expected == []
