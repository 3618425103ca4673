"""What every game begins with: names, a language, a variant, a seed."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from scorer.editions import EditionKey
from scorer.errors import RefusedInput, phrase
from scorer.gamefile import MOST_PLAYERS
from scorer.names import Name, duplicates


class SetupError(RefusedInput):
    """A setup that no game can begin with."""


class Setup(BaseModel):
    """The fields of a setup that all games have. A game narrows them and adds its own."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    players: list[Name] = Field(min_length=1, max_length=MOST_PLAYERS)
    edition: EditionKey = "en"
    variant: str = "standard"
    seed: int = Field(default=0, strict=True)

    def _check_names(self) -> None:
        """What no schema can say.

        Raises:
            SetupError: names that repeat.
        """
        if duplicates(self.players):
            raise SetupError(phrase("Two players of the setup have the same name: give each their own."))
