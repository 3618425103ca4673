"""Everything a player wants to know about one shelf: `shelfmark check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pydantic import BaseModel, Field

from scorer.cards import BookCard, Category, Deck
from scorer.inspection import category_record, out_of_order, stability
from scorer.result.explain import card_name
from scorer.shelf import LEAST_RECTANGLE_SIDE, Shelf


class Break(BaseModel):
    """A card that A1 turns: it does not come after ``after``, the last card still face up."""

    row: int
    column: int
    card: str
    after: str


class Corner(BaseModel):
    """The largest rectangle on the lowest row: its top left place and its size in cards (B1)."""

    row: int
    column: int
    height: int
    width: int


class Report(BaseModel):
    """The outcome of `check`; rows and columns count from 0, in sentences from 1."""

    notation: str
    cards: int
    turned: list[Break] = Field(description="the cards that A1 turns face down, if nobody turns any before")
    fewest: list[str] = Field(
        description="the fewest cards that must be face down for the rest to be in order"
    )
    stability: int = Field(description="B1: cards of the rectangle, and 2 a buried card")
    rectangle: Corner | None
    books: dict[Category, int] = Field(description="A2, after A1")
    problems: list[str] = Field(description="K1 and K2 violations, repeated cards, cards that the deck lacks")
    sentences: list[str]


def check(shelf: Shelf, deck: Deck | None = None) -> Report:
    """Checks a shelf, against ``deck`` when one is given."""
    errors = out_of_order(shelf)
    fewest = fewest_turns(shelf)
    rectangle = shelf.largest_rectangle()
    buried = sum(cell.buried for _, _, cell in shelf.cells())
    problems = [*shelf.problems(), *_repeats(shelf), *(_strangers(shelf, deck) if deck else ())]
    report = Report(
        notation=str(shelf),
        cards=sum(1 for _ in shelf.cells()),
        turned=[
            Break(row=e.row, column=e.column, card=card_name(e.card), after=card_name(e.after))
            for e in errors
        ],
        fewest=[card_name(card) for card in fewest],
        stability=stability(rectangle.cards if rectangle else 0, buried),
        rectangle=Corner(**rectangle._asdict()) if rectangle else None,
        books=category_record(shelf),
        problems=problems,
        sentences=[],
    )
    report.sentences = list(_sentences(report, buried))
    return report


def fewest_turns(shelf: Shelf) -> list[BookCard]:
    """The fewest face-up cards that the player (A0) or the inspector (A1) must turn, in reading order.

    >>> [str(card) for card in fewest_turns(Shelf.parse("M8 A1 B2 / C3 N1"))]
    ['M8']
    """
    cards = [cell.card for _, _, cell in shelf.cells() if cell.face_up and cell.card is not None]
    chains: list[list[BookCard]] = []  # the longest rising chain that ends with each card
    for place, card in enumerate(cards):
        chains.append([*_longest([chains[i] for i in range(place) if cards[i] < card]), card])
    kept = set(map(id, _longest(chains)))
    return [card for card in cards if id(card) not in kept]


def _longest(chains: list[list[BookCard]]) -> list[BookCard]:
    return max(chains, key=lambda chain: len(chain), default=[])


def _repeats(shelf: Shelf) -> Iterator[str]:
    """RULES 1: each card exists once."""
    places: dict[tuple[str, int], list[str]] = {}
    for row, column, cell in shelf.cells():
        if cell.card is not None:
            places.setdefault(cell.card.key, []).append(f"row {row + 1}, column {column + 1}")
    for (letter, order), where in places.items():
        if len(where) > 1:
            yield f"{letter}{order} is there {len(where)} times ({'; '.join(where)}); each card exists once."


def _strangers(shelf: Shelf, deck: Deck) -> Iterator[str]:
    for row, column, cell in shelf.cells():
        if cell.card is None:
            continue
        place = f"(row {row + 1}, column {column + 1})"
        known = deck.get(*cell.card.key)
        if known is None:
            yield f"The deck has no {card_name(cell.card)} {place}."
        elif cell.card.categories and Counter(cell.card.categories) != Counter(known.categories):
            yield f"{cell.card} {place} is {known} in the deck."


def _sentences(report: Report, buried: int) -> Iterator[str]:
    yield f"{report.cards} cards."
    if report.turned:
        yield from (
            f"Order: {e.card} (row {e.row + 1}, column {e.column + 1}) does not come after {e.after}, "
            "so A1 turns it face down."
            for e in report.turned
        )
        names = ", ".join(report.fewest)
        yield f"At least {len(report.fewest)} must be face down for the rest to be in order: {names}."
    else:
        yield "Order: every face-up card comes after the one before."
    if report.rectangle:
        r = report.rectangle
        yield (
            f"Stability: {r.height} × {r.width} cards from row {r.row + 1}, column {r.column + 1}, "
            f"{r.height * r.width} points."
        )
    else:
        side = LEAST_RECTANGLE_SIDE
        yield f"Stability: no full rectangle of {side} × {side} on the lowest row, 0 points."
    if buried:
        yield f"Buried cards: {buried}, {stability(0, buried)} points."
    yield from report.problems
