"""Figures of an archive, each from the games that it is given; which games those are, `Choosing` says."""

from __future__ import annotations

from scorer.archive.figures.choosing import Choosing, on_screen, years
from scorer.archive.figures.elo import Rating, rated, ratings
from scorer.archive.figures.groups import Edition, Focus, by_edition, by_focus
from scorer.archive.figures.history import PARTS, history, history_csv
from scorer.archive.figures.places import Place, places
from scorer.archive.figures.rivals import Meeting, Rivalry, by_section, meetings, rivalries
from scorer.archive.figures.standing import (
    SECTIONS,
    Difficulty,
    Form,
    Points,
    Standing,
    by_difficulty,
    mean_books,
    points,
    standings,
)
from scorer.archive.figures.who import Who, conceded, names, place, played_out, seats

__all__ = [
    "PARTS",
    "SECTIONS",
    "Choosing",
    "Difficulty",
    "Edition",
    "Focus",
    "Form",
    "Meeting",
    "Place",
    "Points",
    "Rating",
    "Rivalry",
    "Standing",
    "Who",
    "by_difficulty",
    "by_edition",
    "by_focus",
    "by_section",
    "conceded",
    "history",
    "history_csv",
    "mean_books",
    "meetings",
    "names",
    "on_screen",
    "place",
    "places",
    "played_out",
    "points",
    "rated",
    "ratings",
    "rivalries",
    "seats",
    "standings",
    "years",
]
