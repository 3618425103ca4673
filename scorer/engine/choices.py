"""What a game asks, and how an answer is found among the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Generic, NamedTuple, TypeVar

from scorer.errors import RefusedInput, phrase

#: The group of entry points with who advises players. Bots play games, so no game may import its bots.
ADVISORS = "shelfmark.advisors"
#: Keys that a refusal names; it leaves out the rest.
KEYS_NAMED = 12


class IllegalChoice(RefusedInput):
    """An answer that is none of the options; the game is as it was."""


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: a stable key, of which records are made, and a label in the edition's language.

    ``number`` is for the engine, such as a card's number or a seat.
    """

    key: str
    label: str
    player: str | None = None
    number: int = field(default=0, repr=False)

    def __str__(self) -> str:
        return self.label


OptionT = TypeVar("OptionT", bound=Option)


class Advice(NamedTuple, Generic[OptionT]):
    """An option, the final margin expected with it, and why, in the edition's language."""

    option: OptionT
    margin: float
    reason: str


CardT = TypeVar("CardT")


@cache
def advisor(name: str) -> Callable[..., list[Advice[Any]]]:
    """Who advises the players of a game, by the name under which an installed package offers it.

    Raises:
        LookupError: there is none.
    """
    for point in entry_points(group=ADVISORS, name=name):
        advise: Callable[..., list[Advice[Any]]] = point.load()
        return advise
    raise LookupError(f"No package that is installed advises players of {name}: install Shelfmark.")


class Options(Generic[OptionT]):
    """The options of a game in one language, each made when first asked for. ``labels`` has the words."""

    kind: type[OptionT]

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels
        self._words: dict[str, OptionT] = {}
        self._names: dict[tuple[str, str], OptionT] = {}

    def word(self, key: str) -> OptionT:
        """An option that is only a word, such as "done"."""
        option = self._words.get(key)
        if option is None:
            option = self._words[key] = self.kind(key, self._labels[key])
        return option

    def player(self, name: str, seat: int) -> OptionT:
        return self._named("player", name, name, player=name, number=seat)

    def _named(self, kind: str, key: str, label: str, **structure: Any) -> OptionT:
        option = self._names.get((kind, key))
        if option is None or option.number != structure.get("number", 0):
            option = self._names[kind, key] = self.kind(f"{kind}:{key}", label, **structure)
        return option


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

    def offers(self, option: OptionT) -> bool:
        """Whether it is one of the options."""
        for known in self.options:  # options are made once, so nearly always it is the same object
            if known is option:
                return True
        return option in self.options

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
