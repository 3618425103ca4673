"""Records of games: what one of Fort holds besides the shared fields."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from scorer.engine import record
from scorer.fort.cards import CardSet
from scorer.fort.play.setup import Setup


class Record(record.Record):
    """A game of Fort as a file: its setup, its seed and its choices."""

    #: Records of version 1 are replayed, and played on, by the rules of `scorer.fort.play.first`.
    version: Literal[1, 2]
    game: Literal["fort"]
    variant: str = Field(default="basic", max_length=100)
    cards: dict[str, Any] | None = Field(default=None, description="a set other than the house set")

    def setup(self) -> Setup:
        """The setup that the record begins with.

        Raises:
            SetupError, CardError: no game can begin so.
        """
        cards = None if self.cards is None else CardSet.from_dict(self.cards)
        return Setup(**self.shared_fields(), cards=cards, rules_version=self.version)

    @classmethod
    def setup_fields(cls, setup: Setup) -> dict[str, Any]:
        """A setup as a record holds it."""
        return {
            "version": setup.rules_version,
            "game": "fort",
            **super().setup_fields(setup),
            "cards": None if setup.cards is None else setup.cards.to_dict(),
        }
