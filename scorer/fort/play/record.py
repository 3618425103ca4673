"""Records of games: what one of Fort holds besides the shared fields."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from scorer.engine import record
from scorer.fort.cards import CardSet
from scorer.fort.play.setup import Setup

#: The version of a game that somebody conceded, by the rules that it is played by.
CONCEDED = {1: 3, 2: 4}
_RULES = {version: rules for rules, version in CONCEDED.items()}


class Record(record.Record):
    """A game of Fort as a file: its setup, its seed and its choices."""

    conceding = CONCEDED

    #: Records of version 1 are replayed, and played on, by the rules of `scorer.fort.play.first`.
    version: Literal[1, 2, 3, 4]
    game: Literal["fort"]
    variant: str = Field(default="basic", max_length=100)
    cards: dict[str, Any] | None = Field(default=None, description="a set other than the house set")

    def setup(self) -> Setup:
        """The setup that the record begins with.

        Raises:
            RecordError, SetupError, CardError: no game can begin so.
        """
        self._check_conceded()
        cards = None if self.cards is None else CardSet.from_dict(self.cards)
        rules = _RULES.get(self.version, self.version)
        return Setup(**self.shared_fields(), cards=cards, rules_version=rules)

    @classmethod
    def setup_fields(cls, setup: Setup) -> dict[str, Any]:
        """A setup as a record holds it."""
        return {
            "version": setup.rules_version,
            "game": "fort",
            **super().setup_fields(setup),
            "cards": None if setup.cards is None else setup.cards.to_dict(),
        }
