"""The guided first game of any kind: two rounds against a bot, a sentence for each choice."""

from __future__ import annotations

from typing import Any, TypeAlias

from pages.playing.common.sitting import Sitting
from pages.words import Words, words
from scorer.engine import choices
from scorer.engine import view as seen

AnyChoice: TypeAlias = choices.Choice[Any, Any]
AnyView: TypeAlias = seen.View[Any, Any, Any]
#: Rounds that are guided.
ROUNDS = 2
#: Who is guided: somebody whom nobody gave a name.
PERSON = "Player 1"


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
    found = next((w[key] for key in keys if key in w), None)
    return found or words("guided", w.language)["other"]
