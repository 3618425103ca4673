"""Best flips for the players of a game, with the gain and a sentence for each card (A0)."""

from __future__ import annotations

from pydantic import BaseModel, Field

from scorer.flips import Stakes, Turn, best_flips
from scorer.gamefile import GameFile
from scorer.inspection import Entrant, column, out_of_order, prominent_awards
from scorer.licence import licence_awards
from scorer.result.explain import card_name
from scorer.shelf import Shelf


class PlayerFlips(BaseModel):
    """The cards that one player should turn, while the other shelves stay."""

    name: str
    turn: list[tuple[int, int]] = Field(description="row and column of each card to turn, from 0")
    cards: list[str] = Field(description="the same cards in notation")
    base: int = Field(description="the total without turning anything")
    best: int = Field(description="the total with these cards turned")
    gain: int
    explain: list[str] = Field(description="a sentence on the whole, then one for each card")


class Flips(BaseModel):
    """Best flips of every player who has a shelf."""

    players: list[PlayerFlips]


def advise_flips(game: GameFile) -> Flips:
    """The best flips of each player with a shelf; a player with a tally has no cards to turn."""
    shelves = [(player, game.shelf_of(player)) for player in range(len(game.players))]
    return Flips(
        players=[_advise_player(game, player, shelf) for player, shelf in shelves if shelf is not None]
    )


def _advise_player(game: GameFile, player: int, shelf: Shelf) -> PlayerFlips:
    entry, words = game.players[player], game.words
    mine = sum(
        cell.card.categories.count(game.prominent)
        for _, _, cell in shelf.cells()
        if cell.face_up and cell.card is not None
    )
    awards = _awards(game, player, mine)
    turns = best_flips(shelf, Stakes(entry.focus, game.prominent, game.banned, awards))

    def total(lying: Shelf) -> int:
        entrant = Entrant.with_shelf(entry.name, entry.focus, lying)
        return column(entrant, awards[entrant.books[game.prominent]], game.banned).total

    base, best = total(shelf), total(_turned(shelf, turns))
    if turns:
        sentences = [words.flips["gain"].format(player=entry.name, base=base, best=best, gain=best - base)]
    else:
        sentences = [words.flips["none"].format(player=entry.name)]
    sentences += [_reason(game, shelf, turns, turn) for turn in turns]
    return PlayerFlips(
        name=entry.name,
        turn=[(turn.row, turn.column) for turn in turns],
        cards=[str(turn.card) for turn in turns],
        base=base,
        best=best,
        gain=best - base,
        explain=sentences,
    )


def _awards(game: GameFile, player: int, most: int) -> tuple[int, ...]:
    """The player's points of B2 for 0, 1, … ``most`` prominent books, while the other shelves stay."""
    if game.library is not None:
        theirs = game.library_entrant("").books[game.prominent]
        return tuple(licence_awards(count, theirs)[0] for count in range(most + 1))
    others = [game.entrant(i).books[game.prominent] for i in range(len(game.players)) if i != player]
    return tuple(prominent_awards([count, *others])[0] for count in range(most + 1))


def _turned(shelf: Shelf, turns: list[Turn]) -> Shelf:
    return shelf.turned([(turn.row, turn.column) for turn in turns])


def _reason(game: GameFile, shelf: Shelf, turns: list[Turn], turn: Turn) -> str:
    """Why this card is turned: the cards that A1 would turn instead, or the cost of its books."""
    facts = {"card": card_name(turn.card), "row": turn.row + 1, "column": turn.column + 1}
    kept = {error.card.key for error in out_of_order(_turned(shelf, [t for t in turns if t != turn]))}
    kept -= {error.card.key for error in out_of_order(_turned(shelf, turns))}
    freed = [
        card_name(cell.card)
        for _, _, cell in shelf.cells()
        if cell.card is not None and cell.card.key in kept
    ]
    if freed:
        return game.words.flips["keeps"].format(kept=", ".join(freed), **facts)
    return game.words.flips["drops"].format(**facts)
