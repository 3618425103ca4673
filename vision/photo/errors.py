"""Why a photo cannot be read, or shows less than it could."""

from __future__ import annotations

from enum import StrEnum

from scorer.errors import RefusedInput


class PhotoError(RefusedInput):
    """A photo that cannot be read; the message says which, why, and what to do."""


class Slip(StrEnum):
    """What went wrong with a photo (`vision.slips`)."""

    MIRRORED = "mirrored"
    #: The discard pile, handed in as a shelf.
    PILE = "pile"
    #: A shelf, handed in as the discard pile.
    SHELF = "shelf"
    #: The six category cards, handed in as a shelf or a pile.
    CATEGORY_CARDS = "category cards"
    #: Cards of another game, or things that are no cards.
    OTHER_GAME = "other game"
    FAR = "far"
    BLURRED = "blurred"
    DARK = "dark"


#: Slips of photos that show something else than what they were handed in as.
MISPLACED = (Slip.PILE, Slip.SHELF)


class SlipError(PhotoError):
    """A photo with a ``slip``. The message names the slip, and says how to take the photo.

    It is raised, or told beside the reading.
    """

    def __init__(self, slip: Slip, sentence: str) -> None:
        super().__init__(sentence)
        self.slip = slip
