"""A hint while a game goes on, and what a finished one teaches."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.aids.hints import compared
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.hints import hinted
from pages.playing.session import _hints
from pages.words import words
from scorer.editions import load_edition
from scorer.engine.search import Hint, Lead
from scorer.play import Game, Option, Setup
from scorer.play.bots import make_bot
from scorer.play.bots.puzzle import BASELINE, baseline, puzzle_of
from tests.scorer.engine.playing import play_on, played


def of_bots(setup: Setup, rounds: int = 99) -> dict[str, Any]:
    """The record of a game of bots, up to a round."""
    return played(Game(setup), make_bot("normal", 1), rounds)


def ended(record: object) -> None:
    from pages.playing.common.sitting import Sitting
    from pages.playing.ex_libris.hints import beside_bots, looking_back
    from scorer.editions import load_edition

    sitting = Sitting("solo", "k.1", {"record": record})
    looking_back(sitting, load_edition("en"), lambda player, step, bot: None)
    beside_bots(sitting, load_edition("en"))


def bodies(app: AppTest) -> str:
    return " ".join(str(element.proto.body) for element in app.get("html"))


def test_a_hint_compares_three_options_and_says_with_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.playing.ex_libris.hints.HINT_TRIES", 24)
    record = of_bots(Setup(players=["Ana", "Bo"], seed=3), 3)
    sitting = Sitting("play", "k.1", {"record": record, "bots": {"Bo": "normal"}})
    choice = sitting.game.choice
    assert choice is not None
    assert choice.player == "Ana"
    best, *others = hinted(sitting, "Ana", load_edition("en"))
    assert 1 <= len(others) <= 2
    assert {hint["option"] for hint in [best, *others]} <= {option.key for option in choice.options}
    for hint, other in [(best, others[0]), *((each, best) for each in others)]:
        assert re.match(
            rf"About (\d+ points? (better|worse)|as good) at the end (than|as) {re.escape(other['label'])}\.",
            hint["say"],
        )


@pytest.mark.parametrize(
    ("points", "error", "begins"),
    [
        (3.4, 0.5, "About 3 points better at the end than that. Why."),
        (0.6, 0.1, "About 1 point better at the end than that. Why."),
        (3.4, 3.0, "About as good at the end as that. Why."),
        (0.4, 0.0, "About as good at the end as that. Why."),
        (-2.0, 0.2, "About 2 points worse at the end than that. Why."),
    ],
)
def test_a_hint_says_no_more_than_it_knows(points: float, error: float, begins: str) -> None:
    option = Option("this", "this")
    assert compared(Hint(option, option, Lead(points, error), "Why."), words("hints", "en"), "that") == begins


def test_nobody_gets_a_hint_for_anothers_choice() -> None:
    record = of_bots(Setup(players=["Cy", "Bo"], seed=3), 2)
    sitting = Sitting("play", "k.1", {"record": record, "bots": {"Bo": "normal"}})
    choice = sitting.game.choice
    assert choice is not None
    assert _hints(sitting, "Ana") is None
    assert _hints(sitting, choice.player) == []


def test_after_a_solo_game_come_the_costly_choices_and_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.playing.ex_libris.hints.HINT_TRIES", 24)
    monkeypatch.setattr("pages.playing.ex_libris.hints.BASELINE", {"normal": "normal"})
    record = of_bots(Setup(players=["Ana"], seed=3, difficulty=2))
    app = AppTest.from_function(ended, args=(record,), default_timeout=300).run()
    app.button(key="review-k.1-Ana-button").click().run()
    assert not app.exception
    assert "compared with" in bodies(app) or app.success[0].value == "No choice clearly cost a point."
    app.button(key="baseline-k.1-button").click().run()
    total = Sitting("solo", "k", {"record": record}).game.result
    assert total is not None
    assert f"You {total.players[0].total}; normal " in bodies(app)


def test_who_conceded_a_solo_game_is_not_compared_with_the_bots() -> None:
    game = play_on(Game(Setup(players=["Ana"], seed=3, difficulty=2)), 12)
    game.concede("Ana")
    app = AppTest.from_function(ended, args=(play_on(game).record,), default_timeout=300).run()
    assert not app.exception
    assert [one.key for one in app.button] == ["review-k.1-Ana-button"], "a bot made these points"


def costly() -> None:
    from pages.playing.aids.hints import _costs, rows_apart
    from pages.playing.ex_libris.telling import label
    from pages.words import words
    from scorer.editions import load_edition
    from scorer.engine.search import Apart, Cost, Lead
    from scorer.play import Game, Setup

    choice = Game(Setup(players=["Ana", "Bo"], seed=3)).choice
    assert choice is not None
    w, screen = words("hints", "en"), load_edition("en")
    costs = [
        Cost(
            0,
            1,
            choice,
            choice.options[0],
            choice.options[1],
            "It <brings> little.",
            Apart(Lead(2.0, 0.1), rows, 3),
        )
        for rows in ({"b4": 3, "b1": -1}, {})
    ]
    told = lambda apart: rows_apart(apart, w, "form", screen.rows)  # noqa: E731
    _costs(costs, w, lambda option: label(option, screen), told)


def test_costly_choices_are_a_list_in_a_part_that_is_read_out() -> None:
    app = AppTest.from_function(costly).run()
    assert not app.exception
    said = bodies(app)
    item = r"<li>[^<]*compared with[^<]*<p>([^<]*)</p></li>"
    found = re.fullmatch(rf'<div class="hints" role="status"><ol>{item}{item}</ol><p>[^<]*</p></div>', said)
    assert found
    assert found[1] == (
        "By the end of round 3 the better choice brings on the form: "
        "Assess Categorical Variety Bonuses +3, Survey Shelf Stability Bonuses −1."
    )
    assert found[2] == "By the end of round 3 no row of the form differs: it pays later."


def test_a_baseline_is_the_same_every_time() -> None:
    setup = Setup(players=["Ana"], seed=5, difficulty=3)
    assert set(BASELINE) == {"easy", "normal", "hard"}
    assert baseline(setup, "normal") == baseline(setup, "normal")


def test_a_day_has_its_own_puzzle() -> None:
    week = [puzzle_of(date(2026, 11, 23 + day)) for day in range(7)]
    assert [puzzle["difficulty"] for puzzle in week] == [1, 2, 3, 4, 5, 6, 7]
    assert len({puzzle["seed"] for puzzle in week}) == 7
    for puzzle in week:
        Setup(players=["Ana"], **puzzle)
