"""Actions as they stand on Fort's cards: small expressions that read like the symbols.

>>> action = parse("(recruit then toy) × water")
>>> print(action)
(recruit then toy) × water
>>> action.factor, [str(part) for part in action.body.parts]
('water', ['recruit', 'toy'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from scorer.errors import RefusedInput, phrase

#: The six suits by the words that cards are written with, in the order of `scorer.fort.sheet.Suit`.
SUITS = ("book", "crown", "glue", "shovel", "skateboard", "water")
COIN = "coin"
#: What a coin counts as where its suit serves for nothing: any suit but those that would.
OTHER = "other"
PIZZA, TOY, EITHER = "pizza", "toy", "resource"
RESOURCES = (PIZZA, TOY)
ANY_SUIT = "any suit"
#: What an action may be multiplied by, besides a number.
FACTORS = (*SUITS, ANY_SUIT, "pack", "fort", "lookout")
#: The thirteen actions by their words; collecting and spending are followed by what, advancing by its price.
ACTS = {
    "pizza": "collect",
    "toy": "collect",
    "resource": "collect",
    "pack": "pack",
    "lookout": "lookout",
    "remove": "remove",
    "remove this": "remove_this",
    "recruit": "recruit",
    "advance": "advance",
    "point": "point",
    "spend pizza": "spend",
    "spend toy": "spend",
    "spend resource": "spend",
    "remove rival": "remove_rival",
    "copy pack": "copy_pack",
    "copy rival pack": "copy_rival_pack",
    "convert": "convert",
}
#: The longest action in characters, the largest number after ×, and the dearest Advance Fort.
LONGEST = 100
MOST_TIMES = 9
MOST_DEARER = 3


class CardError(RefusedInput):
    """A card of Fort that nobody could play."""


@dataclass(frozen=True, slots=True)
class Act:
    """One of the thirteen actions, done once. ``resource``: what it collects or spends.

    ``dearer``: how many more resources an Advance Fort costs.
    """

    kind: str
    resource: str = ""
    dearer: int = 0

    def __str__(self) -> str:
        if self.kind == "collect":
            return self.resource
        price = f"({self.dearer:+})" if self.dearer else ""
        return f"{self.kind.replace('_', ' ')} {self.resource}".strip() + price


@dataclass(frozen=True, slots=True)
class Times:
    """An action done as often as ``factor`` says: a number, or one of `FACTORS`."""

    body: Action
    factor: int | str

    @property
    def by_suit(self) -> bool:
        """Whether cards can be added to do it more often."""
        return self.factor in SUITS or self.factor == ANY_SUIT

    def __str__(self) -> str:
        body = str(self.body) if isinstance(self.body, Act) else f"({self.body})"
        return f"{body} × {self.factor}"


@dataclass(frozen=True, slots=True)
class Then:
    """Actions from left to right: each must be done before the next, and the next must be done if it can."""

    parts: tuple[Action, ...]

    def __str__(self) -> str:
        return " then ".join(f"({part})" if isinstance(part, Then) else str(part) for part in self.parts)


Action: TypeAlias = Act | Times | Then


def acts(action: Action | None) -> Iterator[Act]:
    """Every action in an expression, those in parentheses too, once each."""
    if isinstance(action, Act):
        yield action
    elif isinstance(action, Times):
        yield from acts(action.body)
    elif isinstance(action, Then):
        for part in action.parts:
            yield from acts(part)


def factors(action: Action | None) -> Iterator[int | str]:
    """Everything that parts of an expression are multiplied by."""
    if isinstance(action, Times):
        yield action.factor
        yield from factors(action.body)
    elif isinstance(action, Then):
        for part in action.parts:
            yield from factors(part)


def parse(text: str) -> Action:
    """The action that a text tells. ``x`` and ``*`` may stand for ×.

    Raises:
        CardError: it is no action; the sentence says where.

    >>> print(parse("advance(-1) then point x 2"))
    advance(-1) then point × 2
    """
    if len(text) > LONGEST:
        raise CardError(
            phrase("An action has {length} characters: write at most {most}.", length=len(text), most=LONGEST)
        )
    reader = _Reader(text)
    action = reader.sequence()
    if reader.token:
        raise reader.refused(phrase("then, × or the end"))
    _check(action, text)
    return action


class _Reader:
    """Reads an action from left to right; ``token`` is what comes next, empty at the end."""

    _TOKENS = re.compile(r"\s*([a-z]+|[+−-]?\d+|[×*()]|\S)")

    def __init__(self, text: str) -> None:
        self.text = text
        self._tokens = iter(["×" if t in ("x", "*") else t for t in self._TOKENS.findall(text)])
        self.token = next(self._tokens, "")

    def refused(self, expected: str) -> CardError:
        found = self.token or phrase("the end")
        return CardError(
            phrase(
                "In the action “{text}”, {found} stands where {expected} is expected: correct it.",
                text=self.text,
                found=found,
                expected=expected,
            )
        )

    def next(self) -> str:
        token, self.token = self.token, next(self._tokens, "")
        return token

    def take(self, token: str) -> None:
        if self.token != token:
            raise self.refused(token)
        self.next()

    def words(self, known: tuple[str, ...] | dict[str, str], expected: str) -> str:
        """The longest of the known words that stands here, such as "copy rival pack"."""
        found = ""
        while self.token and any(f"{one} ".startswith(f"{found} {self.token} ".lstrip()) for one in known):
            found = f"{found} {self.next()}".lstrip()
        if found not in known:
            raise self.refused(expected)
        return found

    def sequence(self) -> Action:
        parts = [self.product()]
        while self.token == "then":
            self.next()
            parts.append(self.product())
        return parts[0] if len(parts) == 1 else Then(tuple(parts))

    def product(self) -> Action:
        action = self.single()
        while self.token == "×":
            self.next()
            if self.token.isdecimal() and 2 <= int(self.token) <= MOST_TIMES:
                action = Times(action, int(self.next()))
            else:
                action = Times(action, self.words(FACTORS, phrase("a number from 2 to 9, or a symbol")))
        return action

    def single(self) -> Action:
        if self.token == "(":
            self.next()
            action = self.sequence()
            self.take(")")
            return action
        word = self.words(ACTS, phrase("an action"))
        kind = ACTS[word]
        if kind in ("collect", "spend"):
            return Act(kind, word.rpartition(" ")[2])
        if kind == "advance" and self.token == "(":
            self.next()
            price = self.token.replace("−", "-")
            if not re.fullmatch(rf"[+-][1-{MOST_DEARER}]", price):
                raise self.refused(phrase("+1 or -1"))
            self.next()
            self.take(")")
            return Act(kind, dearer=int(price))
        return Act(kind)


def _check(action: Action, text: str, repeated: bool = False) -> None:
    """A card leaves the game once."""
    if isinstance(action, Act) and repeated and action.kind == "remove_this":
        raise CardError(
            phrase("In the action “{text}”, a card is removed several times: remove it once.", text=text)
        )
    if isinstance(action, Times):
        _check(action.body, text, True)
    elif isinstance(action, Then):
        for part in action.parts:
            _check(part, text, repeated)
