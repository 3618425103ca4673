"""Fort on screen, by the rules, for people and programs, with the interface of `scorer.play`."""

from scorer.engine.choices import Advice, IllegalChoice
from scorer.engine.record import RecordError, save
from scorer.engine.setup import SetupError
from scorer.fort.play.choices import Choice, Option
from scorer.fort.play.game import Game
from scorer.fort.play.record import Record
from scorer.fort.play.setup import Setup
from scorer.fort.play.story import Event, Story
from scorer.fort.play.view import View

__all__ = [
    "Advice", "Choice", "Event", "Game", "IllegalChoice", "Option", "Record", "RecordError", "Setup",
    "SetupError", "Story", "View", "save",
]  # fmt: skip
