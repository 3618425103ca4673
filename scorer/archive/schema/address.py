"""The address of a database. A password may stand anywhere in it, and nothing that is said ever holds it."""

from __future__ import annotations

import re
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from scorer.errors import phrase
from scorer.folders import DATABASE_VARIABLE

#: A second @ before the path: one of them belongs to a password.
_TWO_AT = re.compile(r"^[^/]*://[^/]*@[^/]*@|^[^/]*://[^@?]*@[^/?]*@")
#: Characters from which on a secret can be left out of a sentence and not be told by the rest.
_TELLING = 4
#: What tells nobody how to get in.
_HARMLESS = ("sslmode", "connect_timeout", "application_name", "charset", "client_encoding")


def parsed(address: str) -> URL:
    """The parts of a database's address.

    Raises:
        ArgumentError: it is no such address, or its password is not written as an address writes it.
    """
    try:
        if _TWO_AT.search(address):
            raise ArgumentError("two @")
        return make_url(address)
    except (ArgumentError, ValueError, TypeError):  # a port that is no number is a ValueError
        raise ArgumentError("no address of a database") from None


def shown(address: str | URL) -> str:
    """A database as a sentence names it: the file, or where it is, without who comes in and how.

    >>> shown("postgresql+psycopg://ana:secret@shelf.example.org:5432/games?password=secret")
    'postgresql+psycopg://shelf.example.org:5432/games'
    """
    try:
        place = address if isinstance(address, URL) else parsed(address)
    except ArgumentError:
        return phrase("in {variable}", variable=DATABASE_VARIABLE)
    if place.get_backend_name() == "sqlite":
        return place.database or phrase("in memory")
    bare = URL.create(place.drivername, host=place.host, port=place.port, database=place.database)
    return bare.render_as_string()


def without_secrets(reason: str, address: URL) -> str:
    """What a driver said, without the parts of the address that are nobody's business.

    >>> without_secrets('wrong password "secret"', make_url("postgresql://ana:secret@host/games"))
    'wrong password "…"'
    """
    for secret in sorted(_secrets(address), key=len, reverse=True):
        if len(secret) < _TELLING and secret in reason:  # what is around it would tell it
            return phrase("the reason holds a secret")
        reason = reason.replace(secret, "…")
    return reason


def _secrets(address: URL) -> set[str]:
    """A user's name is one too where no password is given: it may be one in the wrong place."""
    values = {value for name in address.query for value in _values(address, name) if name not in _HARMLESS}
    values |= {str(address.password or address.username or "")}
    return {form for value in values if value for form in (value, quote(value), quote(value, safe=""))}


def _values(address: URL, name: str) -> tuple[str, ...]:
    value = address.query[name]
    return (value,) if isinstance(value, str) else tuple(value)
