"""The guided first game of Fort, and the game of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pages.playing.aids.guide import PERSON
from pages.playing.common.sitting import Sitting
from pages.playing.fort.guide import BOT, OTHER, first_game
from pages.playing.fort.scene import scene
from pages.words import Words
from scorer.editions import EDITION_KEYS, EditionKey, called
from scorer.fort.play import Setup
from scorer.fort.play.bots.puzzle import puzzle_of, rivals_of
from scorer.fort.words import load_words
from tests.pages.playing.fort.on_page import app_at, only_game
from tests.pages.playing.guiding import explained

LOG = Words("fort_log", "en")


def begun(seed: int, language: EditionKey = "en") -> Sitting:
    return Sitting.begin("fort_play", Setup(**first_game(language, seed)), {OTHER: BOT}, guided=True)


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_every_question_of_two_rounds_has_its_own_sentence(language: EditionKey) -> None:
    person, screen = called(PERSON, language), load_words(language)
    kinds = explained(
        lambda seed: begun(seed, language),
        range(0, 60, 6),
        lambda sitting: scene(sitting, person, LOG, screen)["guide"],
        Words("fort_guide", language),
    )
    assert {"play", "actions", "add", "recruit", "follow"} <= kinds


def test_the_person_begins_whatever_is_dealt_and_the_guide_can_be_sent_away() -> None:
    w = Words("fort_guide", "en")
    for seed in range(12):
        sitting = begun(seed)
        assert scene(sitting, PERSON, LOG, load_words("en"))["guide"]["say"] == w["play_first"]
    sitting.guided = False
    assert scene(sitting, PERSON, LOG, load_words("en"))["guide"] is None


def test_the_guided_game_is_offered_and_begins() -> None:
    app = app_at(tab="play")
    app.button(key="first-game-start").click().run()
    assert not app.exception
    sitting = only_game()
    assert sitting.guided
    assert sitting.bots == {OTHER: BOT}


def test_the_game_of_the_day_is_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pages.playing.aids.series.day", lambda _: "2026-11-29")
    app = app_at(tab="play")
    name = app.text_input(key="fort_play-name-0").set_value("bo").run()
    name.button(key="fort_play-puzzle").click().run()
    assert not app.exception
    sitting = only_game()
    setup = sitting.game.setup
    assert (setup.seed, setup.variant, setup.cards) == (date(2026, 11, 29).toordinal(), "advanced", None)
    assert list(sitting.bots.values()) == ["hard", "hard", "hard"]
    assert setup.players[0] == "bo"
    assert "Bo" not in setup.players


def test_the_week_grows_harder() -> None:
    monday = date(2026, 11, 30)
    week = [monday + timedelta(days) for days in range(7)]
    assert [len(rivals_of(one)) for one in week] == [1, 2, 3, 1, 2, 3, 3]
    assert [puzzle_of(one)["variant"] for one in week] == ["basic"] * 6 + ["advanced"]
    assert len({puzzle_of(one)["seed"] for one in week}) == 7
