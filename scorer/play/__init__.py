"""The whole game, by the rules, for people and programs (`Game` in `game.py`)."""

from scorer.engine.choices import Advice, IllegalChoice
from scorer.engine.record import RecordError, save
from scorer.engine.setup import SetupError
from scorer.play.choices import Choice, Option
from scorer.play.game import Game
from scorer.play.record import Record
from scorer.play.setup import Setup
from scorer.play.story import Event, Story
from scorer.play.view import View

__all__ = [
    "Advice", "Choice", "Event", "Game", "IllegalChoice", "Option", "Record", "RecordError", "Setup",
    "SetupError", "Story", "View", "save",
]  # fmt: skip
