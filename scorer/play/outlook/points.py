"""Running points: section B of each shelf as if the inspection were now, as far as one player may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scorer.cards import BookCard, Category
from scorer.editions import Edition
from scorer.inspection import (
    Column,
    Entrant,
    banned_penalty,
    focus_bonus,
    out_of_order,
    prominent_awards,
    stability,
    variety_bonus,
)
from scorer.play.view import View
from scorer.result.explain import explain_awards, explain_column

#: P4: whether more rounds come than can be told, the next round is the last, or this one is.
Ending = Literal["open", "next", "last"]


@dataclass(frozen=True, slots=True)
class Points:
    """Rows B1 to B5 of one player; None where the viewer cannot know it.

    ``books`` are A2; ``turned`` are the cards that A1 would turn face down.
    """

    b1: int
    b2: int | None
    b3: int
    b4: int
    b5: int | None
    books: Mapping[Category, int]
    turned: tuple[BookCard, ...]

    @property
    def rows(self) -> tuple[int | None, ...]:
        return self.b1, self.b2, self.b3, self.b4, self.b5

    @property
    def total(self) -> int:
        """The sum of what is known."""
        return sum(row for row in self.rows if row is not None)


def points(view: View) -> list[Points]:
    """Section B of every player, in seat order, as the shelves lie now and nobody turns a card (A0).

    Another's focus is secret, so B5 is known of the viewer alone. In solo B2 depends on the discards, which
    nobody may look through.

    >>> from scorer.play import Game, Setup
    >>> [player.total for player in points(Game(Setup(players=["Ana", "Bo"], seed=7)).view("Ana"))]
    [12, 12]
    """
    shelves = [view.shelf(name) for name in view.players]
    entrants = [
        Entrant.with_shelf(name, view.focus, shelf) for name, shelf in zip(view.players, shelves, strict=True)
    ]
    awards: list[int | None] = [None]
    if not view.setup.solo:
        awards = [*prominent_awards([entrant.books[view.prominent] for entrant in entrants])]
    return [
        Points(
            b1=stability(one.rectangle, one.buried),
            b2=award,
            b3=banned_penalty(one.books, view.banned),
            b4=variety_bonus(one.books, view.banned),
            b5=focus_bonus(one.books, view.focus) if one.name == view.player else None,
            books=one.books,
            turned=tuple(error.card for error in out_of_order(shelf)),
        )
        for one, award, shelf in zip(entrants, awards, shelves, strict=True)
    ]


def explained(view: View, words: Edition) -> dict[str, str]:
    """A sentence for each row of the viewer's own form as it stands now, in the language of ``words``.

    It goes by the form's keys: a1, b1 to b5; in solo b2 is empty, as nobody knows it.
    """
    columns = []
    for name, one in zip(view.players, points(view), strict=True):
        entrant = Entrant.with_shelf(name, view.focus, view.shelf(name))
        columns.append(Column(entrant, one.b1, one.b2 or 0, one.b3, one.b4, one.b5 or 0))
    shelf = view.shelf()
    b2 = "" if view.setup.solo else explain_awards(words, columns, view.prominent)[view.seat]
    sentences = explain_column(words, columns[view.seat], view.banned, b2, shelf, out_of_order(shelf))
    return {key: sentence for key, sentence in sentences.items() if key != "total"}


def ending(view: View) -> Ending:
    """P4: how near the end is, by what lies on the shelves."""
    if view.last_round:
        return "last"
    if view.setup.solo:
        return "open"
    # buried cards do not count, as `scorer.play.phases.clean_up` has it
    enough = any(len(rack.cards) >= view.setup.last_round_at for rack in view.state.shelves)
    return "next" if enough and view.round else "open"
