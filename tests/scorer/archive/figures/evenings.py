"""Archived games at random, as hypothesis draws them: people, bots, ties, and games without names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from scorer.archive import ArchivedGame, Source
from scorer.cards import Category

PEOPLE = ("Ana", "ana ", "Bo", "Žofie", "Cy", "Player 1")
PROGRAMS = ("easy", "hard")
SECTIONS = {"B-7c": ("b1", "b2", "b3", "b4", "b5"), "fort": ("track", "fort", "rule", "macaroni")}


@st.composite
def evening(draw: st.DrawFn) -> ArchivedGame:
    """A game of two to four, of whom some are programs; its totals are small, so that many are tied."""
    form = draw(st.sampled_from(["B-7c", "S-42a", "fort"]))
    if form == "S-42a":
        names = [draw(st.sampled_from(PEOPLE))]
    else:
        names = draw(
            st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique_by=lambda n: n.strip().lower())
        )
    bots = (
        {
            _bot(place, names): program
            for place, program in enumerate(
                draw(st.lists(st.sampled_from(PROGRAMS), max_size=4 - len(names)))
            )
        }
        if form != "S-42a"
        else {}
    )
    everybody = [*names, *bots]
    players = [_column(draw, name, form) for name in everybody]
    gone = draw(st.lists(st.sampled_from(names), max_size=len(everybody) - 1, unique=True))
    staying = [player for player in players if player["name"] not in gone]
    top = max(player["total"] for player in staying)
    tied = [player["name"] for player in staying if player["total"] == top]
    decided = draw(st.sampled_from(["shared", "reading", "books"])) if len(tied) > 1 else "total"
    winners = tied[:1] if decided == "books" else tied
    result: dict[str, Any] = {"players": players, "winners": winners, "decided_by": decided}
    if form != "fort":
        result |= {"form": form, "edition": draw(st.sampled_from(["en", "cs"]))}
    if form == "S-42a":
        result |= {"won": draw(st.booleans()), "difficulty": draw(st.sampled_from([None, 1, 2]))}
    sources: dict[str, list[Source]] = {
        "B-7c": ["photo", "typed", "play"],
        "S-42a": ["typed", "solo"],
        "fort": ["fort"],
    }
    source = draw(st.sampled_from(sources[form]))
    when = datetime(2025, 12, 25, tzinfo=UTC) + timedelta(days=draw(st.integers(0, 12)))
    key = f"{draw(st.integers(0, 10**9)):x}"
    file = {
        "players": [
            {"name": name}
            | ({"bot": bots[name]} if name in bots else {})
            | ({"conceded": True} if name in gone else {})
            for name in everybody
        ]
    }
    return ArchivedGame(key, key, source, when, when, None, file, result, draw(st.booleans()))


def _bot(place: int, people: list[str]) -> str:
    """The name of a bot: at first that of a person who plays other games."""
    return f"Bot {place}" if place or "Bo" in people else "Bo"


def _column(draw: st.DrawFn, name: str, form: str) -> dict[str, Any]:
    points = {section: draw(st.integers(-1, 2)) for section in SECTIONS.get(form, SECTIONS["B-7c"])}
    books = {category.value: draw(st.integers(0, 3)) for category in Category}
    more = {} if form == "fort" else {"a2": books, "focus": draw(st.sampled_from([*Category])).value}
    return {"name": name, "total": sum(points.values())} | points | more


#: The games of an archive, each with an id of its own.
EVENINGS = st.lists(evening(), max_size=8, unique_by=lambda game: game.id)
