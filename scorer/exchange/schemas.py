"""The files that Shelfmark reads or writes, as models whose JSON schemas `shelfmark schema` prints."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from scorer.cards import BOOKS_ON_A_CARD, CARDS_IN_DECK, HIGHEST_ORDER, Category
from scorer.files import Strict
from scorer.fort import Sheet
from scorer.fort.cards import SetFile
from scorer.gamefile import GameFile
from scorer.result import Result
from scorer.result.flip_advice import Flips

Letter = Annotated[str, Field(pattern="^[A-Z]$")]


class DeckCard(Strict):
    """A card of a deck file."""

    letter: Letter
    order: int = Field(ge=1, le=HIGHEST_ORDER)
    of: int = Field(ge=1, le=HIGHEST_ORDER, description="cards of the same letter")
    categories: list[Category] = Field(min_length=BOOKS_ON_A_CARD[0], max_length=BOOKS_ON_A_CARD[-1])
    titles: list[str] = Field(default=[], description="a title for each book, in the order of the categories")


class DeckFile(Strict):
    """A deck file; `Deck.problems` also checks what no schema can say."""

    letters: dict[Letter, int] = Field(default={}, description="cards of each letter")
    cards: list[DeckCard] = Field(min_length=CARDS_IN_DECK, max_length=CARDS_IN_DECK)


#: The files that Shelfmark reads or writes, by the names of `shelfmark schema`.
MODELS: dict[str, type[BaseModel]] = {
    "game": GameFile,
    "deck": DeckFile,
    "result": Result,
    "flips": Flips,
    "fort": Sheet,
    "fort-cards": SetFile,
}
