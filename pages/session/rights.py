"""Who sits before a page, and what they may do: asked here, by everything that changes what is the owner's.

The door (`pages.door`) knows a browser and tells the session who it is; nothing that a browser sends can.
"""

from __future__ import annotations

import hmac
import secrets
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum, auto

from streamlit.runtime.scriptrunner import get_script_run_ctx

from scorer.errors import RefusedInput, phrase
from scorer.room.codes import Role, Room

#: The field of a session that says who it is, see .streamlit/config.toml.
FIELD = "shelfmark"
#: Known to this program alone: without it nobody can say who they are.
_SECRET = secrets.token_hex(16)


class Right(Enum):
    """What only the owner may do. Everybody may score, hand in photos and play."""

    DELETE = auto()
    """Delete games and drafts, and bring deleted ones back."""
    RENAME = auto()
    """Rename players in all games, and make two of them one."""
    IMPORT = auto()
    """Take in an archive, undo that, and remove what is broken."""
    EXPORT_ALL = auto()
    """See, and take along, what others played."""
    REPAIR = auto()
    """Put back an earlier state of the archive, and repair it."""
    LEARN = auto()
    """Have the reader learn, and forget what it learned."""
    LEGEND = auto()
    """Change the legend that is kept for everybody."""
    COPY = auto()
    """Change the register of the owner's copy."""
    SEED = auto()
    """Know the seed of a game, which tells all hidden cards, and choose it."""
    PLACES = auto()
    """Free the place of a player whom another device plays, and move people between places."""
    ROOM = auto()
    """See the code of the room, and renew it."""


_RIGHTS: dict[Role, frozenset[Right]] = {"owner": frozenset(Right), "guest": frozenset()}


class NotAllowed(RefusedInput):
    """Something that only the owner may do."""


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever a browser belongs to. ``mark`` tells guests apart; the owner is one, at whatever browser."""

    role: Role
    mark: str

    def may(self, right: Right) -> bool:
        return right in _RIGHTS[self.role]

    def ask(self, right: Right) -> None:
        """Raises NotAllowed: they may not."""
        if not self.may(right):
            raise NotAllowed(
                phrase("Only the owner may do this: do it on the computer that runs Shelfmark, or ask there.")
            )


OWNER = Person("owner", "owner")

#: Whose browser sent what is answered now, as the door knows it: Streamlit makes a file in no session.
asking: ContextVar[Person | None] = ContextVar("asking", default=None)


def claim_of(person: Person, room: Room) -> str:
    """What the door tells a session of a person."""
    return " ".join((_SECRET, room.generation, person.role, person.mark))


def present() -> Person:
    """The person at this session's browser.

    Raises:
        NotAllowed: the door let nobody in, or the code of the room is another by now.
    """
    words = claim().split(" ")
    if len(words) == 4 and hmac.compare_digest(words[0].encode(), _SECRET.encode()):
        _, generation, role, mark = words
        if role == "owner":
            return OWNER
        if generation == Room.open().generation:
            return Person("guest", mark)
    raise NotAllowed(phrase("The code of the room has changed: ask for the new one and open the page again."))


def claim() -> str:
    """What the door told this session; empty where it told nothing."""
    run = get_script_run_ctx()
    return str((run.user_info if run else {}).get(FIELD) or "")


def may(right: Right) -> bool:
    """Whether the person at this session's browser may do that: pages show by it what can be done."""
    try:
        return present().may(right)
    except NotAllowed:
        return False


def ask(right: Right) -> None:
    """Asked by everything that needs a right, before it does anything.

    Raises:
        NotAllowed: the person at this session's browser may not.
    """
    present().ask(right)
