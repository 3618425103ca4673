"""Records of games: what one of Ex Libris holds besides the shared fields."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scorer.cards import Deck
from scorer.engine import record
from scorer.errors import phrase
from scorer.play.setup import Setup

VERSION = 1


class Record(record.Record):
    """A game as a file: its setup, its seed and its choices."""

    difficulty: int | None = None
    deck: dict[str, Any] | None = Field(default=None, description="a deck other than the house deck")

    def setup(self) -> Setup:
        """The setup that the record begins with.

        Raises:
            RecordError, SetupError, DeckError: no game can begin so.
        """
        deck = None if self.deck is None else Deck.from_dict(self.deck, phrase("the deck of the game record"))
        return Setup(
            players=self.players,
            edition=self.edition,
            variant=self.variant,
            seed=self.seed,
            difficulty=self.difficulty,
            deck=deck,
        )

    @classmethod
    def setup_fields(cls, setup: Setup) -> dict[str, Any]:
        """A setup as a record holds it."""
        return {
            "version": VERSION,
            "players": list(setup.players),
            "edition": setup.edition,
            "variant": setup.variant,
            "seed": setup.seed,
            "difficulty": setup.difficulty,
            "deck": None if setup.deck is None else setup.deck.to_dict(),
        }
