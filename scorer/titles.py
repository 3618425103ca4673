"""Titles of books.

Each begins with its card's letter, and the cards of a letter follow their titles (RULES 1). Accents and
case do not count: a French É stands under E.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

#: Letters that stand for others, where neither Unicode's decomposition nor their name says so.
_OTHERS = {"æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ŋ": "n", "ĸ": "k", "ı": "i", "ə": "e"}
#: A letter that is another with a stroke, a hook and so on, by its name in Unicode.
_MARKED = re.compile("LATIN SMALL LETTER ([A-Z]) WITH ")


def folded(text: str) -> str:
    """The text without case, accents, strokes and ligatures, for comparing and for searching.

    >>> folded("Œuvres d'Été"), folded("Łukasz Ørsted"), folded("IŞIK") == folded("ışık")
    ("oeuvres d'ete", 'lukasz orsted', True)
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(
        _letter(c) for c in parts if not unicodedata.combining(c) and (c.isprintable() or c.isspace())
    )


def _letter(c: str) -> str:
    if c.isascii():
        return c
    marked = _MARKED.match(unicodedata.name(c, ""))
    return marked[1].lower() if marked else _OTHERS.get(c, c)


def has_words(text: str, search: str) -> bool:
    """Whether the text has every word of the search; accents and case do not count.

    >>> has_words("A1 Élixirs & other drinks", "drink elix")
    True
    """
    return all(word in folded(text) for word in folded(search).split())


def begins(title: str, letter: str) -> bool:
    """Whether a title begins with the letter.

    >>> begins("Élixirs", "E"), begins("The Elixir", "E")
    (True, False)
    """
    return folded(title).startswith(letter.casefold())


@dataclass(frozen=True)
class Disorder:
    """Two cards of one letter: ``last`` of ``card`` should come before ``first`` of ``other``.

    A card is its letter and order.
    """

    card: tuple[str, int]
    last: str
    other: tuple[str, int]
    first: str


def disorders(titles: Mapping[tuple[str, int], Sequence[str]]) -> Iterator[Disorder]:
    """Neighbouring cards whose titles are not in alphabetical order; cards without titles are passed over.

    >>> [each.last for each in disorders({("E", 1): ["Elm", "Eve"], ("E", 2): ["Ebb"], ("F", 1): ["Fa"]})]
    ['Eve']
    """
    titled = sorted((key, books) for key, books in titles.items() if books)
    for (card, before), (other, after) in pairwise(titled):
        last, first = max(before, key=folded), min(after, key=folded)
        if card[0] == other[0] and folded(last) >= folded(first):
            yield Disorder(card, last, other, first)
