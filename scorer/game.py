"""The game file, input of `shelfmark score`: checked against the rules, turned into what the inspector sees.

Sentences count rows, columns and players from 1, as people do; the files themselves count from 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr

from scorer.cards import BOOKS_PER_CATEGORY, CARDS_IN_DECK, BookCard, Category, Deck
from scorer.editions import Edition, EditionKey, RuleOptions, Rules, load_edition
from scorer.errors import RefusedInput, phrase
from scorer.files import Strict, read_json, shown, validate
from scorer.inspection import Entrant, count_books
from scorer.shelf import MOST_ROWS, NotationError, Shelf, ShelvedCard

MOST_PLAYERS = 4
#: Difficulties of the solo game: as many cards are discarded each round (RULES 9).
MOST_DISCARDS = 7
#: "deck": "house" means the deck that comes with Shelfmark.
HOUSE = "house"

Name = Annotated[str, Field(min_length=1, max_length=60)]
CardCount = Annotated[int, Field(strict=True, ge=0, le=CARDS_IN_DECK)]
Tally = dict[Category, Annotated[int, Field(strict=True, ge=0, le=BOOKS_PER_CATEGORY)]]
ShelfText = Annotated[str, Field(max_length=5000)]


class GameError(RefusedInput):
    """A game file that cannot be scored."""


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

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Reads and checks a game file.

        Raises:
            GameError: it cannot be read or scored.
            DeckError: the deck that it names cannot be read.
        """
        path = Path(path)
        return cls.from_dict(read_json(path, GameError), path.parent)

    @classmethod
    def from_dict(cls, data: Any, folder: str | Path = ".", deck: Deck | None = None) -> Self:
        """Checks a parsed game file; its deck's path is taken from ``folder``, unless a ``deck`` is given.

        Raises:
            GameError, DeckError: as `load`.
        """
        game = validate(cls, data, phrase("the game file"), GameError)
        game._deck = deck or _load_deck(game.deck, Path(folder))
        _check_form(game)
        _check_categories(game)
        check_names([player.name for player in game.players])
        _check_sources(game)
        _check_cards(game)
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
        return None if entry.shelf is None else _parsed_shelf(self, entry)

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
        return None if entry is None or entry.cards is None else _library_cards(self, entry)

    def library_entrant(self, name: str) -> Entrant:
        """What the public library of a solo game holds."""
        entry = self.library
        if entry is None:
            raise ValueError("only a solo game has a public library")
        books = _full(entry.tally) if entry.tally is not None else count_books(_library_cards(self, entry))
        return Entrant(name, entry.focus, books)


def _full(tally: Tally) -> dict[Category, int]:
    return {category: tally.get(category, 0) for category in Category}


def _load_deck(path: str | None, folder: Path) -> Deck | None:
    if path is None:
        return None
    if path == HOUSE:
        return Deck.house()
    return Deck.load(folder / path)


def _check_form(game: GameFile) -> None:
    if game.form == "B-7c":
        for field in ("library", "difficulty"):
            if getattr(game, field) is not None:
                raise GameError(
                    phrase(
                        'In the game file, "{field}" belongs to form S-42a: take it out or change the form.',
                        field=field,
                    )
                )
        return
    if len(game.players) != 1:
        raise GameError(
            phrase(
                "Form S-42a is for one player, the game file has {players}: leave one or use B-7c.",
                players=len(game.players),
            )
        )
    if game.library is None:
        raise GameError(
            phrase(
                'In the game file, "library" is missing: form S-42a needs the public library\'s focus and '
                "cards."
            )
        )
    if game.players[0].name == game.words.words["library"]:
        raise GameError(
            phrase("{who} has the public library's name: give the player another one.", who=_who(game, 0))
        )
    if game.players[0].hand:
        raise GameError(
            phrase(
                "{who} still holds {hand} cards: in a solo game the hand is discarded onto the public "
                "library's cards before the scoring, so add them there and set the hand to 0.",
                who=_who(game, 0),
                hand=game.players[0].hand,
            )
        )


def _check_categories(game: GameFile) -> None:
    """RULES 3: prominent, banned and every focus are different, one card each from six."""
    holders: dict[Category, str] = {game.prominent: phrase("the prominent category")}
    rest = [(phrase("the banned category"), game.banned)]
    rest += [
        (phrase("the focus of {who}", who=_who(game, i)), player.focus)
        for i, player in enumerate(game.players)
    ]
    if game.library is not None:
        rest.append((phrase("the focus of the public library"), game.library.focus))
    for holder, category in rest:
        if category in holders:
            raise GameError(
                phrase(
                    "{category} is both {one} and {other}: each category card exists once, change one of "
                    "them.",
                    category=category,
                    one=holders[category],
                    other=holder,
                )
            )
        holders[category] = holder


def check_names(names: Sequence[str]) -> None:
    """Raises GameError: one of the players' names cannot be printed, or two are the same."""
    for number, name in enumerate(names, 1):
        if not name.strip() or not name.isprintable():
            raise GameError(
                phrase(
                    "The name of player {number} is {name}: write a name that can be printed.",
                    number=number,
                    name=shown(name),
                )
            )
    for name, times in Counter(names).items():
        if times > 1:
            raise GameError(
                phrase("{times} players are called {name}: give each their own name.", times=times, name=name)
            )


def _check_sources(game: GameFile) -> None:
    """A player has a shelf, or a tally with stability; the public library has cards or a tally."""
    for i, player in enumerate(game.players):
        who = _who(game, i)
        if player.shelf is None and player.tally is None:
            raise GameError(
                phrase(
                    '{who} has neither a shelf nor a tally: add "shelf", or "tally" with "stability".',
                    who=who,
                )
            )
        if player.shelf is not None:
            if player.tally is not None or player.stability is not None:
                extra = "tally" if player.tally is not None else "stability"
                raise GameError(
                    phrase(
                        '{who} has both a shelf and "{extra}": leave one of them out.', who=who, extra=extra
                    )
                )
            marks = sum(cell.buried for _, _, cell in _parsed_shelf(game, player).cells())
            if player.buried is not None and player.buried != marks:
                raise GameError(
                    phrase(
                        '{who} has {marks} cards marked + on the shelf, but "buried" is {buried}: mend one '
                        "of them.",
                        who=who,
                        marks=marks,
                        buried=player.buried,
                    )
                )
        elif player.stability is None:
            raise GameError(
                phrase(
                    '{who} has a tally without "stability": add the cards of the largest rectangle, or 0.',
                    who=who,
                )
            )
    if game.library is not None and (game.library.cards is None) == (game.library.tally is None):
        raise GameError(phrase('The public library needs either "cards" or a "tally": give one of them.'))


def _check_cards(game: GameFile) -> None:
    """RULES 1: each card exists once, and no category has more books than the deck."""
    seen: dict[tuple[str, int], str] = {}
    total = sum(player.hand for player in game.players)
    for card, place in _cards_in_play(game):
        total += 1
        if card is None:
            continue
        if card.key in seen:
            raise GameError(
                phrase(
                    "{letter}{order} lies {one} and {place}: each card exists once, mend one of them.",
                    letter=card.letter,
                    order=card.order,
                    one=seen[card.key],
                    place=place,
                )
            )
        seen[card.key] = place
    for i, player in enumerate(game.players):
        shelf = game.shelf_of(i)
        total += sum(cell.buried for _, _, cell in shelf.cells()) if shelf else player.buried or 0
    if total > CARDS_IN_DECK:
        raise GameError(
            phrase(
                "The game file has {total} cards, a deck has {most}: take out what is too much.",
                total=total,
                most=CARDS_IN_DECK,
            )
        )
    entrants = [game.entrant(i) for i in range(len(game.players))]
    if game.library is not None:
        entrants.append(game.library_entrant("the public library"))
    for category in Category:
        books = sum(entrant.books[category] for entrant in entrants)
        if books > BOOKS_PER_CATEGORY:
            raise GameError(
                phrase(
                    "All together have {books} books of {category}, a deck has {most}: mend the counts.",
                    books=books,
                    category=category,
                    most=BOOKS_PER_CATEGORY,
                )
            )


def _cards_in_play(game: GameFile) -> Iterator[tuple[BookCard | None, str]]:
    for i, player in enumerate(game.players):
        shelf = game.shelf_of(i)
        for row, column, cell in shelf.cells() if shelf else ():
            yield (
                cell.card,
                phrase(
                    "on the shelf of {name} (row {row}, column {column})",
                    name=player.name,
                    row=row + 1,
                    column=column + 1,
                ),
            )
    if game.library is not None and game.library.cards is not None:
        for number, card in enumerate(_library_cards(game, game.library), 1):
            yield card, phrase("in the public library (card {number})", number=number)


def _parsed_shelf(game: GameFile, player: PlayerEntry) -> Shelf:
    """The player's shelf, its face-up cards with their books.

    K2 is checked, K1 is not: a card that left the shelf (L4, S8) may leave the others in two groups.
    """
    assert player.shelf is not None
    try:
        shelf = Shelf.parse(player.shelf)
    except NotationError as error:
        raise GameError(phrase("On the shelf of {name}, {error}", name=player.name, error=error)) from error
    rows = {row for row, _, _ in shelf.cells()}
    if rows and max(rows) - min(rows) >= MOST_ROWS:
        raise GameError(
            phrase(
                "The shelf of {name} has {rows} rows: a shelf has at most {most} (K2), mend the / between "
                "them.",
                name=player.name,
                rows=max(rows) - min(rows) + 1,
                most=MOST_ROWS,
            )
        )
    return Shelf(
        tuple(
            tuple(cell and _known(game, player, row, column, cell) for column, cell in enumerate(line))
            for row, line in enumerate(shelf.rows)
        )
    )


def _known(game: GameFile, player: PlayerEntry, row: int, column: int, cell: ShelvedCard) -> ShelvedCard:
    if cell.card is None:
        return cell
    place = phrase(
        "on the shelf of {name} (row {row}, column {column})",
        name=player.name,
        row=row + 1,
        column=column + 1,
    )
    card = _with_books(game, cell.card, place) if cell.face_up or game._deck else cell.card
    return ShelvedCard(card, cell.face_up, cell.buried)


def _with_books(game: GameFile, card: BookCard, place: str) -> BookCard:
    """The card with its books, from the deck or as written; both must agree."""
    name = f"{card.letter}{card.order}"
    if game._deck is None:
        if not card.categories:
            raise GameError(
                phrase(
                    "The books of {name} {place} are not known: write {name}:… with its codes, or name a "
                    "deck.",
                    name=name,
                    place=place,
                )
            )
        return card
    known = game._deck.get(*card.key)
    if known is None:
        raise GameError(
            phrase(
                "The deck has no {name}, which lies {place}: mend the card or name another deck.",
                name=name,
                place=place,
            )
        )
    if card.categories and Counter(card.categories) != Counter(known.categories):
        raise GameError(
            phrase(
                "{card} {place} is {known} in the deck: mend the card or name another deck.",
                card=card,
                place=place,
                known=known,
            )
        )
    return known


def _library_cards(game: GameFile, library: LibraryEntry) -> list[BookCard]:
    cards = []
    for number, token in enumerate(library.cards or [], 1):
        place = phrase("in the public library (card {number})", number=number)
        try:
            cells = [cell for _, _, cell in Shelf.parse(token).cells()]
        except NotationError as error:
            raise GameError(
                phrase(
                    "{token} {place} is not a card: write a card such as E2:HFS.",
                    token=shown(token),
                    place=place,
                )
            ) from error
        if len(cells) != 1 or cells[0].card is None or not cells[0].face_up or cells[0].buried:
            raise GameError(
                phrase(
                    "{token} {place} is not one card: write a card such as E2:HFS.",
                    token=shown(token),
                    place=place,
                )
            )
        cards.append(_with_books(game, cells[0].card, place))
    return cards


def _who(game: GameFile, player: int) -> str:
    return phrase("player {number} ({name})", number=player + 1, name=shown(game.players[player].name)[1:-1])
