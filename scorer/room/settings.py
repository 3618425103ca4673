"""What the owner may set about who comes in: by `shelfmark app`, or in the environment."""

from __future__ import annotations

import os

from scorer.errors import RefusedInput, phrase

#: Set this to let everybody in without a code.
OPEN_VARIABLE = "SHELFMARK_OPEN"
#: Set this to more names of this computer, parted by commas, such as shelf.example.org.
HOSTS_VARIABLE = "SHELFMARK_HOSTS"
#: Set this to a code that makes a browser elsewhere the owner's.
OWNER_VARIABLE = "SHELFMARK_OWNER_CODE"
#: The least characters of an owner's code, which people choose themselves.
LEAST_OWNER_CODE = 12


def is_open() -> bool:
    """Whether everybody comes in without a code."""
    return os.environ.get(OPEN_VARIABLE, "") not in ("", "0")


def more_hosts() -> tuple[str, ...]:
    """The names that this computer bears beside its own, in small letters."""
    given = os.environ.get(HOSTS_VARIABLE, "").lower().split(",")
    return tuple(name.strip().rstrip(".") for name in given if name.strip())


def owner_code() -> str | None:
    """The code that makes a browser elsewhere the owner's; None where there is none, or too short a one."""
    code = os.environ.get(OWNER_VARIABLE, "")
    return code if len(code) >= LEAST_OWNER_CODE else None


def check_owner_code() -> None:
    """Raises RefusedInput for an owner's code that is too short."""
    if os.environ.get(OWNER_VARIABLE) and owner_code() is None:
        raise RefusedInput(
            phrase(
                "{variable} is too short: give it {least} characters or more.",
                variable=OWNER_VARIABLE,
                least=LEAST_OWNER_CODE,
            )
        )
