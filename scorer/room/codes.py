"""Who comes in beside the owner: the code of the room, and the marks by which browsers are known again."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import json
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from scorer.folders import user_folder
from scorer.room.settings import owner_code
from scorer.whole import write_whole

FILE = "room.json"
#: No 0 and O, no 1, I and L: people read the code to each other.
LETTERS, LENGTH = "ABCDEFGHJKMNPQRSTUVWXYZ23456789", 8
#: Wrong codes allowed within so many seconds, from one address and from all; then no code is compared.
OF_AN_ADDRESS, IN_ALL, WITHIN = 6, 60, 60.0

Role = Literal["owner", "guest"]


@dataclass(frozen=True, slots=True)
class Room:
    """The code, and the key that signs the marks of browsers that gave it. A new code comes with a new key:
    everybody is out then.
    """

    code: str
    key: bytes

    @classmethod
    def new(cls) -> Room:
        return cls("".join(secrets.choice(LETTERS) for _ in range(LENGTH)), secrets.token_bytes(32))

    @classmethod
    def open(cls) -> Room:
        """The room of the data folder, made if there is none.

        Where the folder cannot be written, the room lasts as long as the program.
        """
        path = user_folder() / FILE
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_ino, stat.st_size)
            known = _known.get(path)
            if known is None or known[0] != stamp:
                known = _known[path] = (stamp, cls._read(path))
            return known[1]
        except (OSError, ValueError, KeyError, TypeError):
            return known[1] if (known := _known.get(path)) and not path.exists() else cls.renew()

    @classmethod
    def renew(cls) -> Room:
        """A new code in place of the old one: who came in by that is out."""
        room, path = cls.new(), user_folder() / FILE
        data = json.dumps({"code": room.code, "key": room.key.hex()}).encode()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data, private=True)
        except OSError:
            _known[path] = ((), room)
        return room

    @classmethod
    def _read(cls, path: Path) -> Room:
        stored = json.loads(path.read_bytes())
        room = cls(str(stored["code"]), bytes.fromhex(stored["key"]))
        if len(room.code) != LENGTH or not set(room.code) <= set(LETTERS) or len(room.key) < 32:
            raise ValueError("no code of a room")
        return room

    @property
    def shown(self) -> str:
        """The code as people read it.

        >>> Room("ABCDEFGH", b"").shown
        'ABCD-EFGH'
        """
        return f"{self.code[:4]}-{self.code[4:]}"

    @property
    def generation(self) -> str:
        """Tells this room from the one of before and after."""
        return hashlib.sha256(b"generation" + self.key).hexdigest()[:16]

    def role(self, code: str) -> Role | None:
        """Whom a code lets in, None where it is none of the room's.

        >>> Room("ABCDEFGH", b"").role(" abcd efgh")
        'guest'
        """
        owner = owner_code()
        if owner is not None and hmac.compare_digest(code.encode(), owner.encode()):
            return "owner"
        given = "".join(letter for letter in code.upper() if letter.isalnum())
        return "guest" if hmac.compare_digest(given.encode(), self.code.encode()) else None

    def token(self, role: Role, mark: str = "") -> str:
        """What a browser keeps to be known again. ``mark`` tells it from others; a new one if not given."""
        claim = f"{role}.{mark or secrets.token_hex(8)}"
        return f"{claim}.{self._signed(claim)}"

    def known(self, token: str) -> tuple[Role, str] | None:
        """The role and the mark of a browser, None where the room gave out no such token."""
        claim, _, signed = token.rpartition(".")
        if not hmac.compare_digest(signed.encode(), self._signed(claim).encode()):
            return None
        role, _, mark = claim.partition(".")
        return ("owner" if role == "owner" else "guest"), mark

    def _signed(self, claim: str) -> str:
        owner = (owner_code() or "").encode() if claim.startswith("owner.") else b""
        return hmac.new(self.key + owner, claim.encode(), hashlib.sha256).hexdigest()


#: The rooms that were read, each with the state of its file.
_known: dict[Path, tuple[tuple[int, ...], Room]] = {}


@dataclass(slots=True)
class WrongCodes:
    """The wrong codes of late: who gave many is not listened to for a while, after very many nobody is."""

    clock: Callable[[], float] = time.monotonic
    _given: deque[tuple[float, str]] = field(default_factory=lambda: deque(maxlen=IN_ALL))

    def too_many(self, address: str) -> bool:
        """Whether a code from there is not to be looked at now."""
        since = self.clock() - WITHIN
        while self._given and self._given[0][0] <= since:
            self._given.popleft()
        place = _place(address)
        return len(self._given) == IN_ALL or sum(one == place for _, one in self._given) >= OF_AN_ADDRESS

    def note(self, address: str) -> None:
        """Notes a wrong code."""
        self._given.append((self.clock(), _place(address)))


def _place(address: str) -> str:
    """The network whose addresses one device may take at will: of IPv6 the first half."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))
