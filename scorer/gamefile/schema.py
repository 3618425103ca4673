"""The game file, input of `shelfmark score`: checked against the rules, turned into what the inspector sees.

Sentences count rows, columns and players from 1, as people do; the files themselves count from 0.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr

from scorer.cards import BOOKS_PER_CATEGORY, CARDS_IN_DECK, BookCard, Category, Deck
from scorer.editions import Edition, EditionKey, RuleOptions, Rules, load_edition
from scorer.errors import phrase
from scorer.files import Strict, read_json, shown, validate
from scorer.gamefile.cards import GameError, library_cards, shelf_of
from scorer.gamefile.checks import check_cards, check_categories, check_form, check_names, check_sources
from scorer.inspection import Entrant, count_books
from scorer.limits import GAME, MOST_NOTATION
from scorer.shelf import Shelf

MOST_PLAYERS = 4
#: Difficulties of the solo game: as many cards are discarded each round (RULES 9).
MOST_DISCARDS = 7
#: "deck": "house" means the deck that comes with Shelfmark.
HOUSE = "house"

Name = Annotated[str, Field(min_length=1, max_length=60)]
CardCount = Annotated[int, Field(strict=True, ge=0, le=CARDS_IN_DECK)]
Tally = dict[Category, Annotated[int, Field(strict=True, ge=0, le=BOOKS_PER_CATEGORY)]]
ShelfText = Annotated[str, Field(max_length=MOST_NOTATION)]


class PlayerEntry(Strict):
    """A player: a shelf, or counts alone."""

    name: Name
    focus: Category = Field(description="the player's own category (B5)")
    hand: CardCount = Field(default=0, description="cards in hand, for tie-breaks (T)")
    shelf: ShelfText | None = Field(default=None, description="the shelf in notation, + marks buried cards")
    tally: Tally | None = Field(
        default=None, description="instead of a shelf: books of each category after A1; one left out counts 0"
    )
    stability: CardCount | None = Field(
        default=None, description="with a tally: cards in the largest rectangle"
    )
    buried: CardCount | None = Field(default=None, description="with a tally: cards that the Mummy buried")


class LibraryEntry(Strict):
    """The public library of a solo game: every card of the discard pile, or counts alone."""

    focus: Category
    cards: Annotated[list[Annotated[str, Field(max_length=12)]], Field(max_length=CARDS_IN_DECK)] | None = (
        None
    )
    tally: Tally | None = None


class GameFile(Strict):
    """The end of one game. `load` and `from_dict` also check what no schema can say."""

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

    _deck: Deck | None = PrivateAttr(None)
    _shelves: dict[int, Shelf] = PrivateAttr(default_factory=dict)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads and checks a game file.

        Raises:
            GameError: it cannot be read or scored.
            DeckError: the deck that it names cannot be read.
        """
        path = Path(path)
        return cls.from_dict(read_json(path, GAME, GameError), path.parent)

    @classmethod
    def from_dict(cls, data: Any, folder: str | Path | None = None, deck: Deck | None = None) -> Self:
        """Checks a parsed game file; its deck's path is taken from ``folder``, unless a ``deck`` is given.

        Without either no file is read: the game comes from somewhere else, and may name the house deck only.

        Raises:
            GameError, DeckError: as `load`.
        """
        game = validate(cls, data, phrase("the game file"), GameError)
        game._deck = deck or _load_deck(game.deck, folder)
        check_form(game)
        check_categories(game)
        check_names([player.name for player in game.players])
        check_sources(game)
        check_cards(game)
        return game

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


def _load_deck(path: str | None, folder: str | Path | None) -> Deck | None:
    if path is None:
        return None
    if path == HOUSE:
        return Deck.house()
    if folder is None:
        raise GameError(
            phrase(
                'In the game file, "deck" is {path}: only "house" is read here. Write each card with its '
                "books, or score the file on the command line, beside its deck.",
                path=shown(path),
            )
        )
    file = Path(folder) / path
    if file.exists() and not file.is_file():  # a pipe or a device may never end
        raise GameError(
            phrase('In the game file, "deck" is {path}: that is no file, give a deck file.', path=shown(path))
        )
    return Deck.load(file)
