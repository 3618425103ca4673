"""The code of the room: kept for its user alone, read as people write it, and never guessed."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.room import codes
from scorer.room.codes import IN_ALL, LETTERS, OF_AN_ADDRESS, WITHIN, Room, WrongCodes

CODES = st.text(LETTERS, min_size=8, max_size=8)
KEYS = st.binary(min_size=32, max_size=32)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))
    monkeypatch.delenv("SHELFMARK_OWNER_CODE", raising=False)
    return tmp_path


def test_the_room_stays_until_it_is_renewed(folder: Path) -> None:
    first = Room.open()
    codes._known.clear()  # as another program has it
    assert Room.open() == first
    second = Room.renew()
    assert Room.open() == second
    assert second.code != first.code
    assert second.generation != first.generation
    assert [file.name for file in folder.iterdir()] == ["room.json"]


@pytest.mark.skipif(
    sys.platform == "win32",
    reason="waits for a system with file modes; Windows keeps a user's folder private",
)
def test_its_file_is_for_its_user_alone(folder: Path) -> None:
    Room.open()
    assert stat.S_IMODE((folder / "room.json").stat().st_mode) == 0o600
    Room.renew()
    assert stat.S_IMODE((folder / "room.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("damaged", ["", "[]", "{}", '{"code": "A", "key": ""}', '{"code": 1, "key": "zz"}'])
def test_a_damaged_file_is_a_new_room(folder: Path, damaged: str) -> None:
    (folder / "room.json").write_text(damaged)
    room = Room.open()
    assert len(room.code) == 8
    assert Room.open() == room


def test_without_a_folder_to_write_the_room_lasts_as_long_as_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path / "file" / "no-folder"))
    assert Room.open() == Room.open()


@given(CODES, KEYS, st.sampled_from(["", " ", "-", "\t"]))
def test_a_code_is_read_as_people_write_it(code: str, key: bytes, between: str) -> None:
    room = Room(code, key)
    assert room.role(f" {between.join(code).lower()} ") == "guest"
    assert room.role(room.shown) == "guest"


@given(CODES, KEYS, st.text(max_size=20))
def test_no_other_code_lets_in(code: str, key: bytes, said: str) -> None:
    plain = "".join(letter for letter in said.upper() if letter.isalnum())
    assert (Room(code, key).role(said) == "guest") == (plain == code)


@given(CODES, KEYS, KEYS, st.text(max_size=80))
def test_only_the_rooms_own_tokens_are_known(code: str, key: bytes, other: bytes, made_up: str) -> None:
    room = Room(code, key)
    token = room.token("guest", "ana")
    assert room.known(token) == ("guest", "ana")
    assert room.known(made_up) is None
    assert room.known(token.replace("guest", "owner")) is None
    assert room.known(token.replace("ana", "bo")) is None
    assert (Room(code, other).known(token) is None) == (other != key)


def test_each_browser_has_a_mark_of_its_own() -> None:
    room = Room.open()
    assert room.known(room.token("guest")) != room.known(room.token("guest"))


def test_an_owner_elsewhere_gives_a_code_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room.open()
    assert room.role("") is None
    monkeypatch.setenv("SHELFMARK_OWNER_CODE", "a long secret of mine")
    assert room.role("a long secret of mine") == "owner"
    token = room.token("owner", "x")
    assert room.known(token) == ("owner", "x")
    monkeypatch.setenv("SHELFMARK_OWNER_CODE", "another long secret")
    assert room.known(token) is None
    monkeypatch.setenv("SHELFMARK_OWNER_CODE", "short")
    assert room.role("short") is None


class TestWrongCodes:
    def setup_method(self) -> None:
        self.now = 0.0
        self.wrong = WrongCodes(lambda: self.now)

    def test_who_gave_many_waits_and_others_do_not(self) -> None:
        for _ in range(OF_AN_ADDRESS):
            assert not self.wrong.too_many("192.0.2.1")
            self.wrong.note("192.0.2.1")
        assert self.wrong.too_many("192.0.2.1")
        assert self.wrong.too_many("::ffff:192.0.2.1"), "the same, as IPv6 writes it"
        assert not self.wrong.too_many("192.0.2.2")
        self.now = WITHIN
        assert not self.wrong.too_many("192.0.2.1")

    def test_another_address_of_the_same_device_does_not_help(self) -> None:
        for number in range(OF_AN_ADDRESS):
            self.wrong.note(f"2001:db8::{number + 1:x}")
        assert self.wrong.too_many("2001:db8::ffff")
        assert not self.wrong.too_many("2001:db8:0:1::1")

    def test_after_very_many_nobody_is_listened_to(self) -> None:
        for number in range(IN_ALL):
            self.wrong.note(f"192.0.2.{number}")
        assert self.wrong.too_many("198.51.100.1")
        self.now = WITHIN
        assert not self.wrong.too_many("198.51.100.1")
