"""The guided first game of Ex Libris: two rounds against an easy bot."""

from __future__ import annotations

from typing import Any

from pages.playing.aids.guide import PERSON, guided
from pages.playing.common.sitting import Sitting
from pages.words import words
from scorer.editions import Edition, EditionKey, called
from scorer.play import Choice, View

#: Who sits at the table beside the person.
OTHER, BOT = "Bo", "easy"


def first_game(language: EditionKey, seed: int) -> dict[str, Any]:
    """The setup of the guided game: the beginner's variant, which has no libraries to choose from.

    The person begins, so that the sentences come in order.
    """
    person = called(PERSON, language)
    players = {"players": [person, OTHER], "first": person}
    return players | {"edition": language, "variant": "beginner", "seed": seed}


def guidance(sitting: Sitting, view: View, choice: Choice | None, screen: Edition) -> dict[str, Any] | None:
    """What the guide says to the person who is asked, in a game of Ex Libris; None without a guide."""
    title = words("how_to_play", screen.key)["scoring"]
    return guided(sitting, view, choice, words("guide", screen.key), title)
