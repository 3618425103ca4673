"""Points at the table of Ex Libris, and what each choice would change, for the scene of one player.

All is computed in `scorer.play.outlook` from that player's view.
"""

from __future__ import annotations

from typing import Any

from scorer.cards import BookCard
from scorer.editions import Edition
from scorer.play import Choice, View
from scorer.play.outlook import Change, changes, ending, explained, places, points

#: Who is sent by a tap on a place, unless another was chosen before.
SENT_FIRST = "assistant:ordinary"
#: Section B as the form's keys name it.
_ROWS = ("b1", "b2", "b3", "b4", "b5")


def standing(view: View) -> list[dict[str, Any]]:
    """For each seat the points that can be known, and whether some of them cannot."""
    return [{"points": one.total, "more": None in one.rows} for one in points(view)]


def course(view: View) -> dict[str, Any]:
    """How near the end is: cards that a shelf needs for it, and what is announced."""
    return {
        "ending": ending(view),
        "most": None if view.setup.solo else view.setup.last_round_at,
        "shelved": [len(rack.cards) for rack in view.state.shelves],
    }


def inspected(view: View, screen: Edition, unknown: str) -> dict[str, Any]:
    """The viewer's own shelf as the form would have it now; ``unknown`` is said of B2 where nobody knows it.

    ``rows`` go by the form's keys, a1 to b5: points and a sentence. ``books`` has the counts of A2.
    """
    own = points(view)[view.seat]
    values = {"a1": None, **dict(zip(_ROWS, own.rows, strict=True))}
    sentences = explained(view, screen) | ({"b2": unknown} if own.b2 is None else {})
    return {
        "rows": {key: [value, sentences[key]] for key, value in values.items()},
        "total": own.total,
        "books": {category.code: count for category, count in own.books.items()},
    }


def marked(view: View, choice: Choice, options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The options as the scene tells them, each with what it would change."""
    found = changes(view, choice)
    return [{**option, **_mark(found.get(option["key"]), option)} for option in options]


def _mark(change: Change | None, option: dict[str, Any]) -> dict[str, Any]:
    """Nothing where no shelf changes, or where a place promises no gain: it may be worth a visit yet."""
    if change is None or (change.points <= 0 and ("place" in option or option["key"] == "shelve")):
        return {}
    turned = [_name(card) for card in change.turned]
    return {"change": {"points": change.points, "best": change.at_best, "turned": turned}}


def _name(card: BookCard) -> str:
    return f"{card.letter} {card.order}"


def sent(view: View, choice: Choice) -> tuple[str, list[Any]] | None:
    """The assistant that a tap on a place sends at once, and where it may go; None for other questions."""
    found = places(view, choice)
    if not found:
        return None
    first = SENT_FIRST if SENT_FIRST in found else next(iter(found))
    return first, found[first]
