"""Loads game files: reads them, and checks them beyond their schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from scorer.cards import Deck
from scorer.errors import phrase
from scorer.files import read_json, shown, validate
from scorer.gamefile.cards import GameError
from scorer.gamefile.checks import (
    check_cards,
    check_categories,
    check_conceded,
    check_form,
    check_names,
    check_reader,
    check_sources,
)
from scorer.gamefile.schema import HOUSE, GameSchema
from scorer.limits import GAME


class GameFile(GameSchema):
    """The end of one game. `load` and `from_dict` also check what no schema can say."""

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
        check_reader(game)
        check_conceded(game)
        check_sources(game)
        check_cards(game)
        return game

    @property
    def conceded(self) -> list[str]:
        """The players who gave up."""
        return [player.name for player in self.players if player.conceded]


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
