"""The whole game, by the rules, for people and programs (DESIGN "The digital game")."""

from scorer.engine.choices import IllegalChoice
from scorer.engine.record import RecordError, save
from scorer.engine.setup import SetupError
from scorer.play.choices import Choice, Option
from scorer.play.game import Game
from scorer.play.record import Record
from scorer.play.setup import Setup
from scorer.play.story import Event, Story
from scorer.play.view import View

__all__ = [
    "Choice", "Event", "Game", "IllegalChoice", "Option", "Record", "RecordError", "Setup", "SetupError",
    "Story", "View", "save",
]  # fmt: skip
