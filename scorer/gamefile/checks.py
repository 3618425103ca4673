"""Checks of a game file beyond its schema. Each raises GameError: what is wrong, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorer.cards import BOOKS_PER_CATEGORY, CARDS_IN_DECK, BookCard, Category
from scorer.errors import phrase, several
from scorer.files import shown
from scorer.gamefile.cards import GameError, in_library, on_shelf
from scorer.gamefile.schema import GameSchema
from scorer.names import duplicates


class CardsTwice(GameError):
    """Cards that lie in two places; ``cards`` are these, each with both places."""

    def __init__(self, cards: Sequence[tuple[BookCard, str, str]]) -> None:
        found = [
            phrase(
                "{letter}{order} lies {one} and {place}",
                letter=card.letter,
                order=card.order,
                one=one,
                place=place,
            )
            for card, one, place in cards
        ]
        super().__init__(
            phrase("{cards}: each card exists only once; correct one of them.", cards=found[0])
            if len(found) == 1
            else phrase("{cards}: each card exists only once; correct one of each.", cards=several(found))
        )
        self.cards = tuple(cards)


def check_form(game: GameSchema) -> None:
    """Fields of form B-7c do not belong to S-42a, and the other way round."""
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
    if game.reading_winner is not None:
        raise GameError(
            phrase(
                'In the game file, "{field}" belongs to form B-7c: take it out or change the form.',
                field="reading_winner",
            )
        )
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
                'In the game file, "library" is missing: form S-42a needs the public library’s focus and '
                "cards."
            )
        )
    if game.players[0].name == game.words.words["library"]:
        raise GameError(
            phrase("{who} has the public library’s name: give the player another one.", who=_who(game, 0))
        )
    if game.players[0].hand:
        raise GameError(
            phrase(
                "{who} still holds {hand} cards: in a solo game the hand is discarded onto the public "
                "library’s cards before the scoring, so add them there and set the hand to 0.",
                who=_who(game, 0),
                hand=game.players[0].hand,
            )
        )


def check_categories(game: GameSchema) -> None:
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
                    "{category} is both {one} and {other}: each category card exists only once; change "
                    "one of "
                    "them.",
                    category=category,
                    one=holders[category],
                    other=holder,
                )
            )
        holders[category] = holder


def check_names(names: Sequence[str]) -> None:
    """Raises GameError: several players have one name, however it is spelled."""
    for name, times in duplicates(names):
        raise GameError(
            phrase("{times} players are called {name}: give each their own name.", times=times, name=name)
        )


def check_reader(game: GameSchema) -> None:
    """T: who finished reading a book is one of the players."""
    if game.reading_winner is not None and game.reading_winner not in [one.name for one in game.players]:
        raise GameError(
            phrase(
                '"reading_winner" of the game file names {name}, who does not play: name one of the players.',
                name=shown(game.reading_winner),
            )
        )


def check_conceded(game: GameSchema) -> None:
    """Of several players one at least plays to the end."""
    if game.form == "B-7c" and all(player.conceded for player in game.players):
        raise GameError(
            phrase('All players of the game file "conceded": leave it out for whoever played to the end.')
        )


def check_sources(game: GameSchema) -> None:
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
            shelf = game.shelf_of(i)
            marks = sum(cell.buried for _, _, cell in shelf.cells()) if shelf else 0
            if player.buried is not None and player.buried != marks:
                raise GameError(
                    phrase(
                        '{who} has {marks} cards marked + on the shelf, but "buried" is {buried}: '
                        "correct one "
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


def check_cards(game: GameSchema) -> None:
    """RULES 1: each card exists once, and no category has more books than the deck."""
    seen: dict[tuple[str, int], str] = {}
    twice: list[tuple[BookCard, str, str]] = []
    total = sum(player.hand or 0 for player in game.players)
    for card, place in _cards_in_play(game):
        total += 1
        if card is None:
            continue
        if card.key in seen:
            twice.append((card, seen[card.key], place))
        seen.setdefault(card.key, place)
    if twice:
        raise CardsTwice(twice)
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
                    "All together have {books} books of {category}, a deck has {most}: correct the counts.",
                    books=books,
                    category=category,
                    most=BOOKS_PER_CATEGORY,
                )
            )


def _cards_in_play(game: GameSchema) -> Iterator[tuple[BookCard | None, str]]:
    for i, player in enumerate(game.players):
        shelf = game.shelf_of(i)
        for row, column, cell in shelf.cells() if shelf else ():
            yield cell.card, on_shelf(player.name, row, column)
    for number, card in enumerate(game.library_cards() or (), 1):
        yield card, in_library(number)


def _who(game: GameSchema, player: int) -> str:
    return phrase("player {number} ({name})", number=player + 1, name=shown(game.players[player].name)[1:-1])
