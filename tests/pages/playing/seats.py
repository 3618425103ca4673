"""What the tests of all games on screen share: who sits where, what a device is sent, how a game goes on."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from pages.playing import session
from pages.playing.common.sitting import Sitting
from pages.playing.devices import here
from pages.session import rights
from pages.session.archive import archive
from pages.session.rights import Person
from scorer.engine.bots import RandomBot
from scorer.room.codes import Room

GUESTS = {name: Person("guest", name.lower()) for name in ("Ana", "Bo", "Cy")}


class State(dict[str, Any]):
    """What a session keeps, as Streamlit gives it."""

    __setattr__ = dict.__setitem__


class At:
    """Whose browser it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def __call__(self, person: Person) -> None:
        self._patch.setattr(rights, "claim", lambda: rights.claim_of(person, Room.open()))
        self._patch.setattr(session, "state", State())


def take_places(at: At, sitting: Sitting) -> None:
    """Each guest sits down at a device of their own."""
    for name, person in GUESTS.items():
        at(person)
        assert archive().sit_down(sitting.kind, sitting.key, name)


def sent(sitting: Sitting) -> dict[str, Any]:
    """What this device is sent."""
    return session.scene(sitting, here(sitting))


def play_on(sitting: Sitting, most: int = 10_000, until: str = "", seed: int = 5) -> None:
    """People answer as a random bot would, at most so often, or until a question of that kind comes.

    The game is kept once, at the end: writing it takes longer than playing it.
    """
    bot = RandomBot(seed)
    with patch.object(sitting, "save"):
        for _ in range(most):
            choice = sitting.game.choice
            if choice is None or choice.kind == until:
                break
            option = bot.decide(sitting.game.view(choice.player), choice)
            assert sitting.answer(choice.player, sitting.step, option.key)
    sitting.save()
