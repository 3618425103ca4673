"""The guided first game of Fort: two rounds against a bot, a sentence for each choice."""

from __future__ import annotations

from itertools import count
from typing import Any

from pages.playing.aids.guide import PERSON, guided
from pages.playing.common.sitting import Sitting
from pages.words import words
from scorer.editions import EditionKey, called
from scorer.fort.play import Choice, Game, Setup, View

#: Who sits at the table beside the person.
OTHER, BOT = "Bo", "normal"


def first_game(language: EditionKey, seed: int) -> dict[str, Any]:
    """The setup of the guided game: dealt cards, and the person begins, so that sentences come in order.

    Who begins is a matter of the seed: the next one from ``seed`` on serves by which the person does.

    >>> first_game("en", 3)["players"]
    ['Player 1', 'Bo']
    """
    person = called(PERSON, language)
    for number in count(seed):
        fields: dict[str, Any] = {"players": [person, OTHER], "edition": language, "seed": number}
        choice = Game(Setup(**fields)).choice
        if choice is not None and choice.player == person:
            return fields
    raise AssertionError  # by some seed everybody begins


def guidance(
    sitting: Sitting, view: View, choice: Choice | None, language: EditionKey
) -> dict[str, Any] | None:
    """What the guide says to the person who is asked; None without a guide."""
    w = words("fort_guide", language)
    return guided(sitting, view, choice, w, w["title"])
