"""The guided first game: a sentence for each question, and after two rounds the shelf is looked at."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.aids.guide import PERSON
from pages.playing.common.sitting import PARAMETER, Sitting
from pages.playing.ex_libris.guide import BOT, OTHER, first_game
from pages.playing.ex_libris.scene import scene
from pages.playing.session import _do
from pages.words import Words
from scorer.editions import EDITION_KEYS, EditionKey, called, load_edition
from scorer.play import Setup
from scorer.play.bots import make_bot
from tests.pages.playing.guiding import explained
from tests.pages.steps import ROOT

LOG = Words("play_log", "en")


def begun(seed: int, language: EditionKey = "en") -> Sitting:
    return Sitting.begin("play", Setup(**first_game(language, seed)), {OTHER: BOT}, guided=True)


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_every_question_of_two_rounds_has_its_own_sentence(language: EditionKey) -> None:
    person, screen = called(PERSON, language), load_edition(language)
    kinds = explained(
        lambda seed: begun(seed, language),
        range(12),
        lambda sitting: scene(sitting, person, LOG, screen)["guide"],
        Words("guide", language),
    )
    assert {"place", "home", "space", "shelve"} <= kinds


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_the_person_begins_whatever_is_dealt(language: EditionKey) -> None:
    w, person = Words("guide", language), called(PERSON, language)
    for seed in range(40):
        sitting = begun(seed, language)
        assert scene(sitting, person, LOG, load_edition(language))["guide"]["say"] == w["place_first"]


def test_the_guide_goes_when_it_is_sent_away_and_comes_back_after_a_restart() -> None:
    sitting = begun(1)
    again = Sitting.open("play", sitting.key)
    assert again is not None
    assert again.guided
    told = [scene(again, PERSON, LOG, load_edition("en"))["guide"]["say"]]
    again.guided = False
    assert scene(again, PERSON, LOG, load_edition("en"))["guide"] is None
    assert told == [Words("guide", "en")["place_first"]]


def test_the_guided_game_is_offered_and_begins() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/play.py").run()
    app.button(key="first-game-start").click().run()
    assert not app.exception
    (key,) = [app.query_params[PARAMETER]]
    sitting = Sitting.open("play", key[0] if isinstance(key, list) else key)
    assert sitting is not None
    assert sitting.guided
    assert sitting.bots == {OTHER: BOT}


def test_one_tap_on_a_place_sends_an_assistant_there(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup(players=[PERSON, OTHER], seed=3)
    sitting, bot = Sitting.begin("play", setup, {OTHER: BOT}), make_bot("random", 5)
    monkeypatch.setattr("pages.playing.session.viewer", lambda _: PERSON)
    while (choice := sitting.game.choice) is not None and choice.kind != "assistant":
        sitting.answer(PERSON, sitting.step, bot.decide(sitting.game.view(PERSON), choice).key)
    asked = scene(sitting, PERSON, LOG, load_edition("en"))["choice"]
    place = next(one for one in asked["ahead"] if one["key"] != "place:home")
    assert place["after"] == "assistant:ordinary"
    before, at = sitting.step, sitting.step
    _do(sitting, {"kind": "answer", "option": place["after"], "then": place["key"], "step": at})
    assert [*sitting.game.record["choices"][before : before + 2]] == ["assistant:ordinary", place["key"]]
    _do(sitting, {"kind": "answer", "option": place["after"], "then": place["key"], "step": at})
    assert sitting.game.record["choices"].count(place["key"]) == 1  # a second tap came too late
