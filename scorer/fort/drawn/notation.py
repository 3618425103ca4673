"""An action as it stands on a card: symbols, numbers and marks from left to right.

>>> from scorer.fort.actions import parse
>>> [str(part) for part in notation(parse("(recruit then toy) × water"))]
['(', '[recruit]', '›', '[toy]', ')', '×', '[water]']
>>> [str(part) for part in notation(parse("advance(-1) then point × 2"))]
['[advance]', '−1', '›', '[point]', '×', '2']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorer.editions import with_minus
from scorer.fort.actions import Act, Action, Then, Times

#: The mark that stands for "then".
THEN = "›"


@dataclass(frozen=True, slots=True)
class Part:
    """One part: a symbol of `scorer.fort.drawn.symbols.SYMBOLS` by its name, or a text."""

    text: str
    is_symbol: bool = False

    def __str__(self) -> str:
        return f"[{self.text}]" if self.is_symbol else self.text


def notation(action: Action) -> Iterator[Part]:
    """The parts of an action from left to right."""
    if isinstance(action, Act):
        yield Part(str(Act(action.kind, action.resource)), True)
        if action.dearer:
            yield Part(with_minus(action.dearer, "+"))
    elif isinstance(action, Then):
        for number, part in enumerate(action.parts):
            if number:
                yield Part(THEN)
            yield from _grouped(part, isinstance(part, Then))
    else:
        yield from _times(action)


def _times(action: Times) -> Iterator[Part]:
    yield from _grouped(action.body, not isinstance(action.body, Act))
    yield Part("×")
    factor = action.factor
    yield Part(str(factor), not isinstance(factor, int))


def _grouped(action: Action, in_parentheses: bool) -> Iterator[Part]:
    if in_parentheses:
        yield Part("(")
    yield from notation(action)
    if in_parentheses:
        yield Part(")")
