"""The limits of files from outside: one table, for the command and the app; and how far a JSON text goes.

A file is refused by its size before it is parsed, by its contents before they are checked field by field.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MB = 1_000_000


@dataclass(frozen=True)
class Limit:
    """The largest file of a kind, and how many lists and objects it may hold.

    >>> ARCHIVE.bytes
    40000000
    """

    megabytes: int
    parts: int = 20_000

    @property
    def bytes(self) -> int:
        return self.megabytes * MB


#: Four shelves in notation take a few kilobytes.
GAME = Limit(1)
#: Four players of Fort take less than two kilobytes.
SHEET = Limit(1)
#: 152 cards with all their titles take 40 kilobytes.
DECK = Limit(1)
#: The longest games have some thousand choices, and may bring a deck of their own.
RECORD = Limit(2)
#: Six icons with a vector for each picture take 125 kilobytes.
LEGEND = Limit(2, parts=100_000)
#: A confirmed card takes a hundred bytes, and some thousand confirmations are remembered.
REGISTER = Limit(4)
#: A game with its record takes 20 kilobytes, so this is 40 games a week for a year.
ARCHIVE = Limit(40, parts=300_000)
#: Photos of 200 megapixels take up to 80 MB.
PHOTO = Limit(100)

#: Memory that a file may take once it is parsed, in bytes, its text included.
MOST_MEMORY = 250 * MB
#: Texts, numbers, lists and objects in one game, sheet, deck or record, or in one entry of an archive.
MOST_VALUES = 50_000
#: Characters of all its texts together.
MOST_CHARACTERS = 2 * MB
#: Lists and objects inside each other.
MOST_LEVELS = 32
#: Digits of a whole number. Seeds are the longest.
MOST_DIGITS = 40
#: Characters of a shelf in notation: 152 cards take 1,700.
MOST_NOTATION = 5000
#: Minutes of a game's evening: a day. Characters of its place and of its note.
MOST_MINUTES, MOST_PLACE, MOST_NOTE = 24 * 60, 60, 500
#: Pixels of the longest side of a shelf's small photo, and bytes of it.
SHELF_SIDE, SHELF_BYTES = 1200, 150_000
#: Characters of a book's title.
MOST_TITLE = 120
#: Choices of a game (a long game of four players has 1,500); and how often its hidden cards were dealt anew.
MOST_CHOICES = 10_000
MOST_FORKS = 1000
#: The same in a position that anybody may open.
MOST_FORKS_OPENED = 100
#: Characters of a position in an address: a long game of four takes 1,500. Some programs cut long addresses.
MOST_ADDRESS = 4000
#: Games in an archive file, and drafts.
MOST_ENTRIES = 10_000

#: Signs that may belong to no text, or values beside a very long number, that one file may hold: each of them
#: is looked at.
MOST_LOOKED_AT = 500_000

# How far a JSON text goes, by its signs

#: The most bytes that a value takes in memory, by the sign before it: an object with one field, an empty
#: list, a short text.
_IN_MEMORY = ((b"{", 250), (b"[", 100), (b",", 80))
#: What may be the null character, or half of a letter beyond the first 65,536.
_ESCAPED = re.compile(r"\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})")
_LOW_HALF = re.compile(r"\\u[dD][c-fC-F][0-9a-fA-F]{2}")

#: A text with every digit as 0, in which long numbers are found at once.
_FLAT = bytes.maketrans(b"123456789E", b"000000000e")
#: A number that has more digits than `MOST_DIGITS` or is beyond all floating numbers has a part like this.
_LONG = (b"0" * (MOST_DIGITS + 1), b"0e000", b"0e+000")
#: So many such parts are looked at, and so many signs before each. Beyond that there may be a long number.
_PARTS, _SIGNS = 1000, 400
#: What stands before a number: if none of these, the part is one of a text. The file may begin there, too.
_BEFORE = b"[,: \t\r\n"


def parts_of(raw: bytes) -> int:
    """Lists and objects in a JSON text, or a few more."""
    return raw.count(b"{") + raw.count(b"[")


def memory_of(raw: bytes) -> int:
    """The bytes that the values of a JSON text take at most, without the text."""
    return sum(raw.count(sign) * size for sign, size in _IN_MEMORY)


def doubtful_signs(raw: bytes) -> int:
    """Signs of a JSON text that `no_text` looks at, or a few more."""
    return sum(map(raw.count, (b"\\u0000", b"\\ud", b"\\uD")))


def no_text(text: str) -> str | None:
    """The first sign that no text has, and no database: the null character, half of a letter."""
    past = 0
    for found in _ESCAPED.finditer(text):
        at = found.start()
        before = at
        while before and text[before - 1] == "\\":
            before -= 1
        if at < past or (at - before) % 2:  # the second half of a letter, or a backslash and then a "u"
            continue
        if found[0][3] not in "89abAB" or not _LOW_HALF.match(text, found.end()):
            return found[0]
        past = found.end() + 6
    return None


def has_long_number(raw: bytes) -> bool:
    """Whether a number may have more digits than `MOST_DIGITS`, or be beyond all floating numbers."""
    flat = raw.translate(_FLAT)
    return any(_may_be_of_a_number(flat, part) for part in _LONG)


def _may_be_of_a_number(flat: bytes, part: bytes) -> bool:
    """Whether one of these parts may be of a number, and not of a text."""
    at = -1
    for _ in range(_PARTS):
        at = flat.find(part, at + 1)
        if at < 0:
            return False
        if flat[max(0, at - _SIGNS) : at].rstrip(b"0.-")[-1:] in _BEFORE:
            return True
    return True
