"""No refusal holds a password, wherever in the address of a database it stands; a folder has any name."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from scorer.archive import Archive, ArchiveError
from scorer.archive.earlier_states import states
from scorer.archive.repair import damage, repair
from scorer.archive.schema.address import parsed, shown, without_secrets
from scorer.archive.schema.database import database_url, engine_of, refusing
from scorer.folders import DATABASE_VARIABLE, FOLDER_VARIABLE, user_folder
from tests.scorer.archive.archived import inspected

SECRET = "Geheim4711"


def refused(address: str, said: str = "") -> str:
    """The sentence that an address is refused with, where it is opened or where its driver complains."""

    def use() -> None:
        with refusing(engine_of(address)):
            raise OperationalError("connect", {}, Exception(said or "no route to the host"))

    with pytest.raises(ArchiveError) as caught:
        use()
    return str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql+psycopg://ana:{SECRET}@host/games",
        f"postgresql+psycopg://{SECRET}@host/games",
        f"postgresql+psycopg://host/games?password={SECRET}",
        f"postgresql+psycopg://host/games?user=ana&password={SECRET}&sslmode=require",
        f"postgresql+psycopg://host/games?passfile={SECRET}",
        f"postgresql+psycopg://ana:x@{SECRET}@host/games",
        f"postgresql+psycopg://ana:{SECRET}@x@host/games",
        f"postgresql+psycopg://ana:{SECRET}/@x@host/games",
        f"postgresql+psycopg://ana:{SECRET}@host:54x/games",
        f"postgresql+psycopg://ana:{SECRET}@host:99999999/games",
        f"postgresql+psycopg://ana:{SECRET}",
        f"nosuchdriver://ana:{SECRET}@host/games",
        f"nosuchdriver://ana:{SECRET}@host:54x/games",
        f"{SECRET}",
        f"//{SECRET}@host",
    ],
)
def test_no_refusal_holds_the_password(address: str) -> None:
    for said in ("", f'connection to "{address}" failed', f"invalid password {SECRET}"):
        sentence = refused(address, said)
        assert SECRET not in sentence
        assert len(sentence) <= 300


PARTS = st.text(st.characters(codec="utf-8", exclude_characters="\0…bad«» "), min_size=1, max_size=20)


@given(PARTS, st.sampled_from(["{}:p@host", "ana:{}@host", "host/games?password={}"]), st.booleans())
def test_nor_does_any_part_that_is_written_as_an_address_writes_it(
    secret: str, where: str, says_it: bool
) -> None:
    address = f"postgresql+psycopg://{where.format(quote(secret, safe=''))}"
    address += "" if "/" in where else "/games"
    place = parsed(address)
    assert shown(address) == "postgresql+psycopg://host/games"
    if not where.startswith("{}"):
        assert secret not in without_secrets(f"bad «{secret}»" if says_it else "bad", place)


def test_a_password_with_an_at_is_said_how_to_write() -> None:
    assert re.search(
        r"SHELFMARK_DATABASE is no database URL: .* @ in a password as %40\.$",
        refused("postgresql://a:b@c@d/e"),
    )


def test_a_file_is_named_as_it_is() -> None:
    assert shown("sqlite:////home/me/archive.db") == "/home/me/archive.db"
    assert shown("sqlite://") == "in memory"


@pytest.mark.parametrize("name", ["what?now", "me@home@work", "50 % of #1", "a;b&c=d", "«é» 'l\"'", "x:y"])
def test_a_folder_of_any_name_holds_its_archive(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / name
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.delenv(DATABASE_VARIABLE, raising=False)
    Archive.open().finish(*inspected("Ana", "Bo"), "typed")
    assert list(tmp_path.iterdir()) == [folder]
    file = folder / "archive.db"
    assert states(engine_of(database_url()))
    assert damage() is None
    file.write_bytes(b"")
    mended = repair()
    assert mended is not None
    assert [game.players for game in Archive.open().games()] == [["Ana", "Bo"]]
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_named_by_a_tilde_lies_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv(FOLDER_VARIABLE, "~/shelf")
    assert user_folder() == tmp_path / "shelf"
