"""The words of Fort in four languages, and its actions told as sentences. The data: ``words/<key>.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from scorer.editions import EditionKey, edition_key, fill
from scorer.fort.actions import OTHER, SUITS, Act, Action, Then, Times

FOLDER = Path(__file__).parent / "words"


class Words(BaseModel):
    """The words of one language. Texts go by their key; `fill` fills in their {placeholders}.

    ``acts`` tell an action that is done ``n`` times, ``factors`` what it is multiplied by, ``joins`` how its
    parts are joined. ``reasons`` say why a hint names an option. ``perk_texts`` and ``rule_texts`` say what
    perks and made-up rules do; ``printed`` stands on boards and cards.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: EditionKey
    labels: dict[str, str]
    prompts: dict[str, str]
    suits: dict[str, str]
    resources: dict[str, str]
    zones: dict[str, str]
    perks: dict[str, str]
    rules: dict[str, str]
    perk_texts: dict[str, str]
    rule_texts: dict[str, str]
    printed: dict[str, str]
    acts: dict[str, str]
    factors: dict[str, str]
    joins: dict[str, str]
    reasons: dict[str, str]

    def fill(self, template: str, /, **values: object) -> str:
        return fill(template, self.key, **values)

    def symbols(self, suits: Sequence[str]) -> str:
        """The symbols of a card by name."""
        return ", ".join(self.suits[suit] for suit in suits)

    def coin_as(self, card: str, suit: str | None) -> str:
        """A card's label with what its coins count as, where that is to be told.

        >>> load_words("en").coin_as("Wax", "glue")
        'Wax, coin as Glue'
        """
        if suit is None:
            return card
        if suit == OTHER:
            return self.labels["as_other"].format(card=card)
        return self.labels["as_suit"].format(card=card, suit=self.suits[suit])

    def explain(self, action: Action) -> str:
        """An action as a sentence.

        >>> from scorer.fort.actions import parse
        >>> load_words("en").explain(parse("(recruit then toy) × water"))
        'Recruit 1 card, then take 1 toy: all of it for each squirt gun.'
        """
        text = self._explained(action)
        return text[:1].upper() + text[1:] + "."

    def _explained(self, action: Action, n: int = 1) -> str:
        if isinstance(action, Act):
            return self._act(action, n)
        if isinstance(action, Then):
            text = self._explained(action.parts[0])
            for part in action.parts[1:]:
                text = self.fill(self.joins["then"], first=text, second=self._explained(part))
            return text
        return self._times(action)

    def _times(self, action: Times) -> str:
        factor = action.factor
        if isinstance(factor, int) and isinstance(action.body, Act) and "{n" in self._template(action.body):
            return self._explained(action.body, factor)
        if isinstance(factor, int):
            often = self.fill(self.factors["number"], n=factor)
        elif factor in SUITS:
            often = self.fill(self.factors["suit"], suit=self.suits[factor].lower())
        else:
            often = self.factors[factor]
        joined = self.joins["each" if isinstance(action.body, Act) else "group"]
        return self.fill(joined, action=self._explained(action.body), often=often)

    def _template(self, act: Act) -> str:
        if act.kind == "advance":
            key = "advance" if not act.dearer else "advance_dearer" if act.dearer > 0 else "advance_cheaper"
            return self.acts[key]
        return self.acts[f"{act.kind}_{act.resource}" if act.resource else act.kind]

    def _act(self, act: Act, n: int) -> str:
        return self.fill(self._template(act), n=n, cost=abs(act.dearer))


@cache
def load_words(key: str) -> Words:
    """The words of a language.

    Raises:
        RefusedInput: there is no such language.
    """
    edition_key(key)
    data = tomllib.loads((FOLDER / f"{key}.toml").read_text(encoding="utf-8"))
    return Words.model_validate({"key": key, **data})
