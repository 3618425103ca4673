"""No refusal ever holds a password, wherever in the address of the database it stands."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from scorer.archive import ArchiveError
from scorer.archive.address import parsed, shown, without_secrets
from scorer.archive.database import engine_of, refusing

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
