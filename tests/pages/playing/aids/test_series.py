"""The puzzle of the day on its pages: it is begun, finished, and makes a series of whoever plays."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.aids.series import series_of
from pages.playing.common.conceding import concede
from pages.playing.common.sitting import PARAMETER, RULES, Kind, Sitting
from pages.session.archive import archive
from scorer.archive.figures.series import Series, day_of
from scorer.fort import play as fort
from scorer.fort.play.bots.puzzle import puzzle_of as fort_puzzle
from scorer.play.bots.puzzle import puzzle_of
from tests.pages.playing.seats import play_on
from tests.pages.steps import ROOT

TODAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch, TODAY)


def set_to(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    monkeypatch.setattr("pages.playing.aids.series.day", lambda _: day.isoformat())


def finish(kind: Kind, day: date, name: str = "Ana", gives_up: bool = False) -> None:
    """Somebody plays the puzzle of a day to its end; the archive keeps it as the page does."""
    from pages.playing.ex_libris import ending
    from pages.playing.fort import ending as fort_ending

    fields = puzzle_of(day) if kind == "solo" else fort_puzzle(day)
    bots = {} if kind == "solo" else {"Cleo": "normal"}
    setup = RULES[kind].setup(**fields | {"players": [name, *bots]})
    sitting = Sitting.begin(kind, setup, bots, day=day)
    play_on(sitting, 12 if gives_up else 10_000)
    assert concede(sitting, name, sitting.step) == gives_up
    (fort_ending if kind == "fort_play" else ending).keep(sitting)


@pytest.mark.parametrize("kind", ["solo", "fort_play"])
def test_days_in_a_row_are_counted_for_each_person(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    assert series_of(kind, "Ana") == Series(0, 0, False)
    for ago in (1, 2):
        finish(kind, TODAY - timedelta(ago))
    finish(kind, TODAY, "Bo")
    assert series_of(kind, "ana") == Series(2, 2, False)
    assert series_of(kind, "Bo") == Series(1, 1, True)
    assert series_of("solo" if kind == "fort_play" else "fort_play", "Ana") == Series(0, 0, False)
    finish(kind, TODAY + timedelta(300))  # a clock that was set ahead
    finish(kind, TODAY)
    assert series_of(kind, "Ana") == Series(3, 3, True)
    set_to(monkeypatch, TODAY + timedelta(1))
    assert series_of(kind, "Ana") == Series(3, 3, False), "today is not over"
    set_to(monkeypatch, TODAY + timedelta(2))
    assert series_of(kind, "Ana") == Series(0, 3, False)


def test_whoever_gave_no_name_has_a_series_in_any_language() -> None:
    finish("solo", TODAY, "Jogador 1")
    assert series_of("solo", "Player 1") == Series(1, 1, True)
    assert series_of("solo", "Ana") == Series(0, 0, False)


@pytest.mark.parametrize("kind", ["solo", "fort_play"])
def test_a_puzzle_that_was_conceded_ends_the_series(kind: Kind) -> None:
    for ago in (3, 2, 1):
        finish(kind, TODAY - timedelta(ago), gives_up=ago == 2)
    assert len(archive().games()) == 3
    assert series_of(kind, "Ana") == Series(1, 1, False)


def captions(app: AppTest) -> str:
    return " ".join(one.value for one in app.caption)


def test_the_page_begins_it_and_tells_the_series_before_and_after() -> None:
    finish("solo", TODAY - timedelta(1))
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/solo.py").run()
    assert "in a row" not in captions(app)
    app.text_input(key="solo-name").set_value("Ana").run()
    assert any(
        "Ana: 1 day in a row, best 1. Today’s is still to be done." in one.value for one in app.caption
    )
    app.button(key="solo-puzzle").click().run()
    assert not app.exception
    (draft,) = [one for one in archive().drafts("solo") if not one.data.get("finished")]
    assert day_of(draft.key) == TODAY
    sitting = Sitting.open("solo", draft.key)
    assert sitting is not None
    assert sitting.game.setup.seed == TODAY.toordinal()
    play_on(sitting)
    app.query_params[PARAMETER] = draft.key
    app.run()
    assert not app.exception
    assert "Ana: 2 days in a row, best 2. Today’s is done." in captions(app)


def test_a_game_that_is_no_puzzle_makes_no_series() -> None:
    from pages.playing.fort import ending as fort_ending

    sitting = Sitting.begin("fort_play", fort.Setup(players=["Ana", "Cleo"], seed=1), {"Cleo": "normal"})
    play_on(sitting)
    fort_ending.keep(sitting)
    assert series_of("fort_play", "Ana") == Series(0, 0, False)
