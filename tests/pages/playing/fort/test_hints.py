"""A hint while a game of Fort goes on, and what a finished one teaches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import Sitting
from pages.playing.fort.screen import Fort
from pages.playing.session import _hints
from scorer.fort.play import Game, Setup
from scorer.fort.play.bots import make_bot
from tests.scorer.engine.playing import played


def ended(record: object) -> None:
    from pages.playing.common.sitting import Sitting
    from pages.playing.fort.screen import Fort

    sitting = Sitting("fort_play", "k.1", {"record": record, "bots": {"Bo": "normal"}})
    Fort().afterwards(sitting, lambda player, step, bot: None)


def of_bots(rounds: int = 99) -> dict[str, Any]:
    """The record of a game of bots, up to a round."""
    return played(Game(Setup(players=["Ana", "Bo"], seed=3)), make_bot("normal", 1), rounds)


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("en", r"About (\d+ points? (better|worse)|as good) at the end (than|as) {other}\. \w.*\."),
        ("fr", r"(Environ \d+ points? de (mieux|moins)|À peu près aussi bon) à la fin que {other}\. \w.*\."),
    ],
)
def test_a_hint_compares_three_options_and_says_with_what(
    monkeypatch: pytest.MonkeyPatch, language: str, begins: str
) -> None:
    monkeypatch.setattr("pages.playing.fort.screen.HINT_TRIES", 24)
    monkeypatch.setattr("pages.playing.fort.screen.chosen", lambda: language)
    sitting = Sitting("fort_play", "k.1", {"record": of_bots(2), "bots": {"Bo": "normal"}})
    choice = sitting.game.choice
    assert choice is not None
    best, *others = Fort().hints(sitting, choice.player)
    assert 1 <= len(others) <= 2
    assert {hint["option"] for hint in [best, *others]} <= {option.key for option in choice.options}
    for hint, other in [(best, others[0]), *((each, best) for each in others)]:
        assert re.fullmatch(begins.format(other=re.escape(other["label"])), hint["say"])


def test_nobody_gets_a_hint_for_anothers_choice() -> None:
    sitting = Sitting("fort_play", "k.1", {"record": of_bots(2), "bots": {}})
    choice = sitting.game.choice
    assert choice is not None
    (other,) = {"Ana", "Bo"} - {choice.player}
    assert _hints(sitting, other) is None
    assert _hints(sitting, choice.player) == []


def test_after_a_game_come_the_costly_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.playing.fort.screen.HINT_TRIES", 24)
    app = AppTest.from_function(ended, args=(of_bots(),), default_timeout=300).run()
    assert [button.key for button in app.button] == ["review-k.1-Ana-button"]
    app.button[0].click().run()
    assert not app.exception
    told = " ".join(str(element.proto.body) for element in app.get("html"))
    assert "compared with" in told or app.success[0].value == "No choice clearly cost a point."
