"""The arithmetic of a form in sentences, in the edition's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorer.cards import BookCard, Category
from scorer.editions import Edition
from scorer.inspection import PROMINENT_PRIZES, Books, Column, Inspection, OutOfOrder
from scorer.licence import Application
from scorer.shelf import Rectangle, Shelf


def explain_column(
    words: Edition,
    column: Column,
    banned: Category,
    b2: str,
    shelf: Shelf | None,
    errors: Sequence[OutOfOrder],
) -> dict[str, str]:
    """A sentence for each row of a player's column; ``shelf`` is None when only counts were given."""
    templates = words.explain
    if shelf is None:
        a1 = templates["a2_trust"]
        b1 = words.fill(templates["b1_trust"], points=column.entrant.rectangle)
    else:
        a1 = _order(words, errors)
        b1 = _stability(words, shelf.largest_rectangle())
    if column.entrant.buried:
        points = column.b1 - column.entrant.rectangle
        b1 += " " + words.fill(templates["b1_buried"], buried=column.entrant.buried, points=points)
    return {"a1": a1, "b1": b1, "b2": b2, **_lower_rows(words, column, banned)}


def explain_library(
    words: Edition, column: Column, banned: Category, b2: str, trusted: bool
) -> dict[str, str]:
    """The same for the public library of a solo game; ``trusted`` when only its counts were given."""
    a1 = words.explain["a1_library"] + (" " + words.explain["a2_trust"] if trusted else "")
    return {"a1": a1, "b1": words.explain["b1_library"], "b2": b2, **_lower_rows(words, column, banned)}


def explain_books(words: Edition, cards: Iterable[BookCard] | None, counts: Books) -> dict[Category, str]:
    """A2, a sentence for each category: the face-up cards with its books; None: counts were given."""
    templates = words.explain
    if cards is None:
        return {
            category: words.fill(templates["a2_alone"], category=words.categories[category], count=count)
            for category, count in counts.items()
        }
    shown = list(cards)
    sentences = {}
    for category, count in counts.items():
        books = [(card, card.categories.count(category)) for card in shown]
        named = [f"{card_name(card)} × {n}" if n > 1 else card_name(card) for card, n in books if n]
        sentences[category] = words.fill(
            templates["a2_cards" if named else "a2_none"],
            category=words.categories[category],
            cards=", ".join(named),
            count=count,
        )
    return sentences


def _order(words: Edition, errors: Sequence[OutOfOrder]) -> str:
    if not errors:
        return words.explain["a1_in_order"]
    card = words.explain["a1_turned_card"]
    cards = [words.fill(card, card=card_name(e.card), last=card_name(e.after)) for e in errors]
    return words.fill(words.explain["a1_turned"], cards=", ".join(cards))


def card_name(card: BookCard) -> str:
    """The card as a sentence names it, without its books."""
    return f"{card.letter}{card.order}"


def _stability(words: Edition, rectangle: Rectangle | None) -> str:
    if rectangle is None:
        return words.explain["b1_none"]
    return words.fill(
        words.explain["b1_rectangle"], height=rectangle.height, width=rectangle.width, points=rectangle.cards
    )


def _lower_rows(words: Edition, column: Column, banned: Category) -> dict[str, str]:
    """B3 to B5 and the total, the same on both forms."""
    books, templates = column.entrant.books, words.explain
    others = {category: count for category, count in books.items() if category != banned}
    smallest = min(others.values())
    names = ", ".join(words.categories[c] for c, count in others.items() if count == smallest)
    focus = column.entrant.focus
    return {
        "b3": words.fill(
            templates["b3"], category=words.categories[banned], count=books[banned], points=column.b3
        ),
        "b4": words.fill(templates["b4"], count=smallest, categories=names, points=column.b4),
        "b5": words.fill(
            templates["b5"], category=words.categories[focus], count=books[focus], points=column.b5
        ),
        "total": words.fill(
            templates["total"],
            b1=column.b1,
            b2=column.b2,
            b3=column.b3,
            b4=column.b4,
            b5=column.b5,
            total=column.total,
        ),
    }


def explain_awards(words: Edition, columns: Sequence[Column], prominent: Category) -> list[str]:
    """B2 of form B-7c, a sentence a player."""
    counts = [column.entrant.books[prominent] for column in columns]
    sentences = []
    for column, count in zip(columns, counts, strict=True):
        place = sum(other > count for other in counts)
        tied = [c.entrant.name for c in columns if c.entrant.books[prominent] == count and c is not column]
        facts: Mapping[str, object] = {"count": count, "points": column.b2}
        if not tied:
            sentences.append(words.fill(words.explain["b2_place"], place=words.places[place + 1], **facts))
            continue
        players = len(tied) + 1
        sentences.append(
            words.fill(
                words.explain["b2_tied"],
                first=place + 1,
                last=place + players,
                names=", ".join(tied),
                pool=sum(PROMINENT_PRIZES[place : place + players]),
                players=players,
                **facts,
            )
        )
    return sentences


def explain_licence_awards(words: Edition, application: Application, prominent: Category) -> tuple[str, str]:
    """B2 of form S-42a: the player's sentence and the public library's."""
    pair = (application.player, application.library)
    counts = [column.entrant.books[prominent] for column in pair]
    if counts[0] == counts[1]:
        template = words.explain["b2_library_tie"]
        first, second = (words.fill(template, count=counts[0], points=column.b2) for column in pair)
        return first, second
    first, second = (
        words.fill(
            words.explain["b2_won" if mine.b2 else "b2_lost"], count=count, other=other, points=mine.b2
        )
        for mine, count, other in zip(pair, counts, reversed(counts), strict=True)
    )
    return first, second


def explain_winner(
    words: Edition, inspection: Inspection, banned: Category, conceded: Sequence[int] = ()
) -> str:
    """Who won form B-7c, and what decided it (T); before that, who conceded, by their places."""
    winners = [inspection.columns[place] for place in inspection.winners]
    values: dict[str, object] = {
        "total": winners[0].total,
        "books": sum(winners[0].entrant.books.values()),
        "hand": winners[0].entrant.hand,
        "banned": winners[0].entrant.books[banned],
    }
    key: str = inspection.decided_by
    if key == "reading" and len(winners) == 1:
        key = "read"
    if key == "hand" and len(winners) > 1:
        key = "hand_open"
    gone = ", ".join(inspection.columns[place].entrant.name for place in conceded)
    first = words.fill(words.decided["conceded"], players=gone) + " " if gone else ""
    return first + words.fill(
        words.decided[key],
        winners=", ".join(column.entrant.name for column in winners),
        tied=", ".join(inspection.columns[place].entrant.name for place in inspection.tied),
        value=values.get(inspection.decided_by, ""),
    )


def explain_licence(words: Edition, application: Application) -> str:
    """Whether the licence is granted, and why."""
    player, library = application.player.total, application.library.total
    if application.conceded:
        return words.fill(words.decided["solo_conceded"], player=application.player.entrant.name)
    key = "solo_won" if application.won else "solo_tied" if player == library else "solo_lost"
    return words.fill(
        words.decided[key], player=application.player.entrant.name, value=player, library=library
    )
