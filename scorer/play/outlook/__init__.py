"""What a player may know of how the game goes: points as the shelves lie, and what options would change."""

from scorer.play.outlook.changes import Change, changes, places
from scorer.play.outlook.points import Ending, Points, ending, explained, points

__all__ = ["Change", "Ending", "Points", "changes", "ending", "explained", "places", "points"]
