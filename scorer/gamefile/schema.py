"""The game file, input of `shelfmark score`: checked against the rules, turned into what the inspector sees.

Sentences count rows, columns and players from 1, as people do; the files themselves count from 0.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, PrivateAttr

from scorer.cards import BOOKS_PER_CATEGORY, CARDS_IN_DECK, BookCard, Category, Deck
from scorer.editions import Edition, EditionKey, RuleOptions, Rules, load_edition
from scorer.files import Strict
from scorer.gamefile.cards import library_cards, shelf_of
from scorer.inspection import Entrant, count_books
from scorer.limits import MOST_NOTATION
from scorer.names import Name
from scorer.shelf import Shelf

MOST_PLAYERS = 4
#: Difficulties of the solo game: as many cards are discarded each round (RULES 9).
MOST_DISCARDS = 7
#: "deck": "house" means the deck that comes with Shelfmark.
HOUSE = "house"

CardCount = Annotated[int, Field(strict=True, ge=0, le=CARDS_IN_DECK)]
Tally = dict[Category, Annotated[int, Field(strict=True, ge=0, le=BOOKS_PER_CATEGORY)]]
ShelfText = Annotated[str, Field(max_length=MOST_NOTATION)]


class PlayerEntry(Strict):
    """A player: a shelf, or counts alone."""

    name: Name
    focus: Category = Field(description="the player's own category (B5)")
    hand: CardCount | None = Field(
        default=0, description="cards in hand, for tie-breaks (T); null: nobody counted them"
    )
    shelf: ShelfText | None = Field(default=None, description="the shelf in notation, + marks buried cards")
    tally: Tally | None = Field(
        default=None, description="instead of a shelf: books of each category after A1; one left out counts 0"
    )
    stability: CardCount | None = Field(
        default=None, description="with a tally: cards in the largest rectangle"
    )
    buried: CardCount | None = Field(default=None, description="with a tally: cards that the Mummy buried")
    bot: Name | None = Field(default=None, description="the program that played, if no person did")
    conceded: bool = Field(default=False, description="gave up: cannot win, and a bot finished the shelf")


class LibraryEntry(Strict):
    """The public library of a solo game: every card of the discard pile, or counts alone."""

    focus: Category
    cards: Annotated[list[Annotated[str, Field(max_length=12)]], Field(max_length=CARDS_IN_DECK)] | None = (
        None
    )
    tally: Tally | None = None


class GameSchema(Strict):
    """The end of one game, as its file gives it."""

    form: Literal["B-7c", "S-42a"]
    edition: EditionKey = "en"
    prominent: Category
    banned: Category
    deck: Annotated[str, Field(min_length=1, max_length=1000)] | None = Field(
        default=None,
        description='path of a deck file, from the game file\'s folder; "house" for the house deck',
    )
    rules: RuleOptions = Field(default=RuleOptions(), description="rule options other than the edition's")
    difficulty: Annotated[int, Field(strict=True, ge=1, le=MOST_DISCARDS)] | None = Field(
        default=None, description="S-42a only: cards discarded each round"
    )
    library: LibraryEntry | None = Field(default=None, description="S-42a only")
    players: Annotated[list[PlayerEntry], Field(min_length=1, max_length=MOST_PLAYERS)]
    reading_winner: Name | None = Field(
        default=None,
        description="B-7c only: who of those still tied was the first to finish reading a book (T)",
    )

    _deck: Deck | None = PrivateAttr(None)
    _shelves: dict[int, Shelf] = PrivateAttr(default_factory=dict)

    @property
    def words(self) -> Edition:
        """The edition that gives the result its words."""
        return load_edition(self.edition)

    @property
    def rule_options(self) -> Rules:
        """The edition's rules, with those that the game file sets by itself."""
        return self.words.rules.with_options(self.rules)

    def shelf_of(self, player: int) -> Shelf | None:
        """A player's shelf with the books that the deck knows; None for a player given by a tally."""
        entry = self.players[player]
        if entry.shelf is None:
            return None
        if player not in self._shelves:
            self._shelves[player] = shelf_of(entry.name, entry.shelf, self._deck)
        return self._shelves[player]

    def entrant(self, player: int) -> Entrant:
        """What the inspector finds at a player's library."""
        entry, shelf = self.players[player], self.shelf_of(player)
        if shelf is not None:
            return Entrant.with_shelf(entry.name, entry.focus, shelf, entry.hand)
        books = _full(entry.tally or {})
        return Entrant(entry.name, entry.focus, books, entry.stability or 0, entry.buried or 0, entry.hand)

    def library_cards(self) -> list[BookCard] | None:
        """The cards of a solo game's public library with their books; None where counts were given."""
        entry = self.library
        return None if entry is None or entry.cards is None else library_cards(entry.cards, self._deck)

    def library_entrant(self, name: str) -> Entrant:
        """What the public library of a solo game holds."""
        entry = self.library
        if entry is None:
            raise ValueError("only a solo game has a public library")
        books = _full(entry.tally) if entry.tally is not None else count_books(self.library_cards() or [])
        return Entrant(name, entry.focus, books)


def _full(tally: Tally) -> dict[Category, int]:
    return {category: tally.get(category, 0) for category in Category}
