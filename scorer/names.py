"""People's names: every name is accepted, and written in one way.

Two spellings that look the same are one name: NFC, without spaces around it, one space inside. What nobody
sees goes (controls, marks of direction); joiners stay, which names are spelled with (UAX 31, 2.3; UTS 51).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

#: Characters of a name.
LONGEST = 60
#: Format characters that are seen, or change what is: joiners, the letters of flags, and numbers' marks.
_SEEN = frozenset(
    [0x200C, 0x200D, *range(0xE0020, 0xE0080), *range(0x600, 0x606), 0x6DD, 0x70F, 0x8E2, 0x110BD, 0x110CD]
)
#: Names are spelled with joiners, which have nothing to join at a name's ends.
JOINERS = "\u200c\u200d"


def tidy(name: str) -> str:
    """The name as it is kept; empty where nothing of it can be seen.

    >>> tidy("  Zoe\\u0308  Novák\\n"), tidy("\\u200b")
    ('Zoë Novák', '')
    """
    seen = (char for char in unicodedata.normalize("NFC", name) if char.isspace() or is_seen(char))
    return " ".join("".join(seen).split()).strip(JOINERS)


@lru_cache(maxsize=4096)  # figures ask for the same names again and again
def person(name: str) -> str:
    """The same for all spellings of one person's name.

    >>> person("ZOË "), person("Zoe\\u0308")
    ('zoë', 'zoë')
    """
    return unicodedata.normalize("NFC", tidy(name).casefold())


def duplicates(names: Sequence[str]) -> list[tuple[str, int]]:
    """The names that several have, each once, as first spelled, and how many have it.

    >>> duplicates(["Ana", "Bo", "ana"])
    [('Ana', 2)]
    """
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(person(name), name)
    counted = Counter(map(person, names))
    return [(first[key], times) for key, times in counted.items() if times > 1]


def is_seen(char: str) -> bool:
    """Whether a letter is seen, or changes what is."""
    return unicodedata.category(char) not in ("Cc", "Cf") or ord(char) in _SEEN


def _tidied(value: Any) -> Any:
    return tidy(value) if isinstance(value, str) else value


#: A name in a file; a draft's may be empty still.
DraftName = Annotated[str, Field(max_length=LONGEST), BeforeValidator(_tidied)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST), BeforeValidator(_tidied)]
