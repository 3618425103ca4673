"""What a game asks, and how an answer is found among the options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorer.errors import RefusedInput, phrase

#: Keys that a refusal names; it leaves out the rest.
KEYS_NAMED = 12


class IllegalChoice(RefusedInput):
    """An answer that is none of the options; the game is as it was."""


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: a stable key, of which records are made, and a label in the edition's language."""

    key: str
    label: str

    def __str__(self) -> str:
        return self.label


OptionT = TypeVar("OptionT", bound=Option)
CardT = TypeVar("CardT")


class Choice(Generic[OptionT, CardT]):
    """A question to one player: ``player`` answers with one of ``options``, which are never empty.

    ``kind`` is the question's stable key; ``source`` names what asks, and ``card`` the card that the question
    is about. ``prompts`` has a sentence for each kind.
    """

    __slots__ = ("_prompts", "card", "kind", "options", "player", "seat", "source")

    def __init__(
        self,
        player: str,
        seat: int,
        kind: str,
        source: str,
        options: Sequence[OptionT],
        card: CardT | None,
        prompts: Mapping[str, str],
    ) -> None:
        self.player = player
        self.seat = seat
        self.kind = kind
        self.source = source
        self.options = options
        self.card = card
        self._prompts = prompts

    @property
    def prompt(self) -> str:
        """The question as a sentence in the edition's language, with the name of what asks it."""
        return f"{self.source}: {self._prompts[self.kind].format(card=self.card)}"

    def option(self, key: str) -> OptionT:
        """The option with that key.

        Raises:
            IllegalChoice: there is none.
        """
        for option in self.options:
            if option.key == key:
                return option
        keys = ", ".join(option.key for option in self.options[:KEYS_NAMED])
        more = ", …" if len(self.options) > KEYS_NAMED else ""
        raise IllegalChoice(
            phrase(
                "{key!r} is no answer to “{prompt}” for {player}: choose one of {keys}{more}.",
                key=key,
                prompt=self.prompt,
                player=self.player,
                keys=keys,
                more=more,
            )
        )

    def __repr__(self) -> str:
        return f"<Choice {self.player}: {self.prompt} {len(self.options)} options>"
