"""Bars in the cells of a table: a row reads as well in words as in colours, and prints as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st


@dataclass(frozen=True)
class Scale:
    """The values at the two ends of every bar of a table; zero lies between them."""

    least: float
    most: float

    @classmethod
    def over(cls, values: Iterable[float]) -> Scale:
        """The narrowest that holds all values, and zero.

        >>> Scale.over([3, 7]), Scale.over([-2, 5])
        (Scale(least=0, most=7), Scale(least=-2, most=5))
        """
        held = [0, *values]
        return cls(min(held), max(held))

    def percent(self, value: float) -> float:
        """Where a value lies, from the left.

        >>> Scale(-5, 15).percent(0)
        25.0
        """
        return 100 * (value - self.least) / ((self.most - self.least) or 1)


@dataclass(frozen=True)
class Part:
    """A piece of a bar: its length, a colour by number, and the name shown under a mouse that rests there."""

    value: float
    colour: int = 0
    named: str = ""


@dataclass(frozen=True)
class Bar:
    """A cell that shows values by their length. What cannot see it passes over it: numbers stand beside it.

    Parts above zero follow one another to the right, parts below it to the left. ``mark`` is drawn across.
    """

    parts: Sequence[Part]
    scale: Scale
    mark: float | None = None

    def __html__(self) -> str:
        """The cell's content, as `grid` takes it."""
        reached = {True: 0.0, False: 0.0}  # above zero, and below it
        drawn = []
        for part in self.parts:
            start = reached[part.value >= 0]
            end = reached[part.value >= 0] = start + part.value
            left, right = sorted((self.scale.percent(start), self.scale.percent(end)))
            drawn.append(
                f'<i class="part-{part.colour}" title="{escape(part.named)}" '
                f'style="left:{left:.2f}%;width:{right - left:.2f}%"></i>'
            )
        if self.mark is not None:
            drawn.append(f'<b style="left:{self.scale.percent(self.mark):.2f}%"></b>')
        return f'<span class="bar" aria-hidden="true">{"".join(drawn)}</span>'


def ends(parts: Iterable[Part]) -> tuple[float, float]:
    """How far a bar of these parts reaches below zero and above it.

    >>> ends([Part(7), Part(-2), Part(1)])
    (-2, 8)
    """
    values = [part.value for part in parts]
    return sum(value for value in values if value < 0), sum(value for value in values if value > 0)


def legend(names: Sequence[str]) -> None:
    """Which colour is whose: the parts' numbers are those of the names."""
    keys = "".join(
        f'<li><i class="part-{number}"></i>{escape(name)}</li>' for number, name in enumerate(names)
    )
    st.html(f'<ul class="bar-legend">{keys}</ul>')
