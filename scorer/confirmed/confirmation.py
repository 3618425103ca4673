"""What a person said of a card of the owner's copy, and what cannot both be right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from scorer.cards import BOOKS_ON_A_CARD, MOST_OF_A_LETTER, BookCard, Category
from scorer.errors import phrase

#: Known cards are of another copy after this many clear objections, unless more speaks for them.
OBJECTIONS = 3


def _aware(when: datetime) -> datetime:
    return when if when.tzinfo else when.replace(tzinfo=UTC)


class Confirmation(BaseModel):
    """A person looked at a card and said what it is; ``when`` is in UTC where it names no zone."""

    letter: str = Field(pattern="^[A-Z]$")
    order: int = Field(ge=1, le=MOST_OF_A_LETTER)
    of: int | None = Field(default=None, ge=1, le=MOST_OF_A_LETTER)
    categories: tuple[Category, ...] = Field(default=(), max_length=4)
    when: Annotated[datetime, AfterValidator(_aware)]

    @classmethod
    def of_card(cls, card: BookCard, when: datetime) -> Confirmation:
        """The confirmation of a card."""
        fields = {"letter": card.letter, "order": card.order, "of": card.of, "categories": card.categories}
        return cls(**fields, when=when)

    @property
    def key(self) -> tuple[str, int]:
        """Letter and order."""
        return self.letter, self.order


@dataclass(frozen=True)
class Conflict:
    """Two confirmations that cannot both be right: ``before`` came first, ``now`` counts.

    ``field`` is ``categories`` for two readings of one card's books, ``of`` for two counts of one letter.
    """

    field: str
    before: Confirmation
    now: Confirmation


def conflicts_of(
    new: Confirmation, books: dict[tuple[str, int], Confirmation], counts: dict[str, Confirmation]
) -> list[Conflict]:
    """The conflicts of ``new`` with the card's books and the letter's count before it."""
    found = []
    before = books.get(new.key)
    if before and new.categories and Counter(before.categories) != Counter(new.categories):
        found.append(Conflict("categories", before, new))
    before = counts.get(new.letter)
    if before and new.of and before.of != new.of:
        found.append(Conflict("of", before, new))
    return found


def is_same(one: Confirmation, other: Confirmation) -> bool:
    """Whether both say the same, at any moment."""
    return (one.key, one.of, one.categories) == (other.key, other.of, other.categories)


def impossible(card: BookCard) -> str | None:
    """Why RULES 1 rules the card out; None if it does not."""
    if card.order > MOST_OF_A_LETTER or (card.of or 0) > MOST_OF_A_LETTER:
        return phrase(
            "{letter}{order}/{of} cannot be kept: no letter has more than {most} cards.",
            letter=card.letter,
            order=card.order,
            of=card.of,
            most=MOST_OF_A_LETTER,
        )
    if card.of is not None and card.order > card.of:
        return phrase(
            "{letter}{order} of {of} cannot be kept: correct the number or the count.",
            letter=card.letter,
            order=card.order,
            of=card.of,
        )
    if card.categories and len(card.categories) not in BOOKS_ON_A_CARD:
        return phrase(
            "{letter}{order} cannot be kept with {books} books: a card has 2 to 4.",
            letter=card.letter,
            order=card.order,
            books=len(card.categories),
        )
    return None
