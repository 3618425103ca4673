"""The limits of files from outside: one table, for the command and the app.

A file is refused by its size before it is parsed, by its contents before they are checked field by field.
"""

from __future__ import annotations

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
ARCHIVE = Limit(40, parts=500_000)
#: Photos of 200 megapixels take up to 80 MB.
PHOTO = Limit(100)

#: Memory that a file may take once it is parsed, in bytes, its text included.
MOST_MEMORY = 400 * MB
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
#: Characters of a book's title.
MOST_TITLE = 120
#: Choices of a game (a long game of four players has 1,500); and how often its hidden cards were dealt anew.
MOST_CHOICES = 10_000
MOST_FORKS = 1000
#: Games in an archive file, and drafts.
MOST_ENTRIES = 10_000
