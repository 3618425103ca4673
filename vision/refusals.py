"""The sentences that refuse a photo that could be opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scorer.errors import phrase
from vision.photo.load import PhotoError

#: A photo may show this many cards. More are no table, or several copies of the game: a deck has 152.
MOST_CARDS = 200


def called(sources: Sequence[object], number: int) -> str:
    """What to call a photo in a message."""
    source = sources[number]
    if len(sources) == 1:
        return phrase("the photo")
    name = f" ({Path(source).name})" if isinstance(source, str | Path) else ""
    return phrase("photo {number} of {all}{name}", number=number + 1, all=len(sources), name=name)


def called_together(sources: Sequence[object]) -> str:
    """What to call all photos of a table."""
    return phrase("the photo") if len(sources) == 1 else phrase("these photos")


def check_cards(found: int, which: str, kind: str) -> None:
    """Raises PhotoError if a photo shows no card, or more than `MOST_CARDS`. ``which``: what to call it."""
    if found == 0:
        raise PhotoError(
            phrase(
                "No cards were found in {which}: take it from above, closer, with the whole {kind} in view.",
                which=which,
                kind=phrase(kind),
            )
        )
    if found > MOST_CARDS:
        raise PhotoError(
            phrase(
                "More than {most} cards were found in {which}, more than a game has: photograph one table, "
                "or a part of it.",
                which=which,
                most=MOST_CARDS,
            )
        )
