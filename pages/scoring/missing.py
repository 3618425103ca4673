"""What the form still waits for, and the step where each of it is given. Knows no widget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pages.table.state import Table
from pages.widgets.saying import in_words
from pages.words import Words
from scorer.editions import Edition
from scorer.errors import RefusedInput
from scorer.gamefile.checks import check_names

#: What can be done about it, and the step where that is done.
Way = Literal["rename", "choose", "photograph", "fewer", "give_legend", "by_hand"]
STEP: dict[Way, str] = {
    "rename": "players",
    "choose": "players",
    "photograph": "photos",
    "fewer": "players",
    "give_legend": "photos",
    "by_hand": "check",
}


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that the form waits for: a sentence, and what can be done about it, the best first."""

    sentence: str
    ways: tuple[Way, ...]

    @property
    def step(self) -> str:
        """The step where it is best given."""
        return STEP[self.ways[0]]


def missing(table: Table, edition: Edition, w: Words) -> list[Missing]:
    """All that is missing, in the order of the steps; if nothing is, the form is filled in or refused."""
    found = []
    if refused := names_refused(table):
        found.append(Missing(in_words(refused, w.language), ("rename",)))
    if wanted := not_chosen(table, edition):
        found.append(Missing(w("still_to_choose", wanted=", ".join(wanted)), ("choose",)))
    if bare := table.bare:
        what = (w["cards_of_library"] if seat.pile else w("shelf_of", name=seat.name) for seat in bare)
        fewer: tuple[Way, ...] = ("fewer",) if table.blank else ()
        found.append(Missing(w("still_missing", what=", ".join(what)), ("photograph", *fewer)))
    if unknown := [card for seat in table.shelves for card in seat.bookless]:
        ways: tuple[Way, ...] = ("give_legend", "by_hand") if table.icons_unknown else ("by_hand",)
        found.append(Missing(w("books_unknown", n=len(unknown)), ways))
    return found


def names_refused(table: Table) -> RefusedInput | None:
    """Why the players' names are refused, None where they are not."""
    try:
        check_names([seat.name for seat in table.seats])
    except RefusedInput as refused:
        return refused
    return None


def not_chosen(table: Table, edition: Edition) -> list[str]:
    """The category cards that nobody has named yet."""
    wanted = [edition.words[name] for name in ("prominent", "banned") if getattr(table, name) is None]
    focus = edition.words["focus"]
    return wanted + [f"{focus} ({seat.name})" for seat in table.everyone if seat.focus is None]
