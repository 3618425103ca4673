"""The whole game, by the rules, for people and programs (DESIGN "The digital game")."""

from scorer.play.choices import Choice, IllegalChoice, Option
from scorer.play.game import Game
from scorer.play.record import Record, RecordError, save
from scorer.play.setup import Setup, SetupError
from scorer.play.story import Event, Story
from scorer.play.view import View

__all__ = [
    "Choice", "Event", "Game", "IllegalChoice", "Option", "Record", "RecordError", "Setup", "SetupError",
    "Story", "View", "save",
]  # fmt: skip
