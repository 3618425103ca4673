"""The guided first game: two rounds against an easy bot, a sentence for each choice."""

from __future__ import annotations

from typing import Any, TypeAlias

from pages.playing.common.sitting import Sitting
from pages.words import Words, words
from scorer.editions import Edition, EditionKey, called
from scorer.engine import choices
from scorer.engine import view as seen
from scorer.play import Choice, View

AnyChoice: TypeAlias = choices.Choice[Any, Any]
AnyView: TypeAlias = seen.View[Any, Any, Any]
#: Rounds that are guided.
ROUNDS = 2
#: Who sits at the table: somebody whom nobody gave a name, and the bot that plays the other one.
PERSON, OTHER, BOT = "Player 1", "Bo", "easy"


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


def guided(
    sitting: Sitting, view: AnyView, choice: AnyChoice | None, w: Words, title: str
) -> dict[str, Any] | None:
    """What the guide of any game says to the person who is asked; None without a guide.

    ``done``: the guided rounds are over, and a sheet with that ``title`` shows what they brought.
    """
    if not sitting.guided or choice is None or choice.player != view.player:
        return None
    if view.round > ROUNDS:
        after = words("guided", w.language)
        return {"done": True, "title": title, "say": w["say"], "go_on": after["go_on"], "real": after["real"]}
    return {"done": False, "say": sentence(sitting, choice, w)}


def sentence(sitting: Sitting, choice: AnyChoice, w: Words) -> str:
    """The sentence for a question: by its kind, and another where it is asked for the first time."""
    before = any(step.kind == choice.kind and step.player == choice.player for step in sitting.story.steps)
    keys = [choice.kind] if before else [f"{choice.kind}_first", choice.kind]
    said = next((w[key] for key in keys if key in w), None)
    return said or words("guided", w.language)["other"]
