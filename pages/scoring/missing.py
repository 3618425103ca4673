"""What the form still waits for, and the step where each of it is given. Knows no widget."""

from __future__ import annotations

from dataclasses import dataclass

from pages.state import Table
from pages.words import Words
from scorer.editions import Edition


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that the form waits for: a sentence, the step where it is given, what to do there."""

    said: str
    step: str
    way: str


def missing(table: Table, edition: Edition, w: Words) -> list[Missing]:
    """All of it, in the order of the steps; with none, the form can be filled in or is refused."""
    found = []
    if wanted := not_chosen(table, edition):
        found.append(Missing(w("still_to_choose", wanted=", ".join(wanted)), "players", "choose"))
    if bare := table.bare:
        what = (w["cards_of_library"] if seat.pile else w("shelf_of", name=seat.name) for seat in bare)
        found.append(Missing(w("still_missing", what=", ".join(what)), "photos", "photograph"))
    return found


def not_chosen(table: Table, edition: Edition) -> list[str]:
    """The category cards that nobody has named yet."""
    wanted = [edition.words[name] for name in ("prominent", "banned") if getattr(table, name) is None]
    focus = edition.words["focus"]
    return wanted + [f"{focus} ({seat.name})" for seat in table.everyone if seat.focus is None]
