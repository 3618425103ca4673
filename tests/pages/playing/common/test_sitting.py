"""A game at the table without a browser: who may answer, what is kept and shown, what may be taken back."""

from __future__ import annotations

import json
import secrets
from itertools import product

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import PARAMETER, RULES, Sitting
from pages.playing.ex_libris import ending
from pages.playing.ex_libris.scene import curtain, scene
from pages.playing.ex_libris.telling import label, prompt, sentence, translated
from pages.session.archive import archive
from pages.words import Words
from scorer.editions import EDITION_KEYS, load_edition
from scorer.play import Game, IllegalChoice, Setup
from scorer.play.bots import make_bot
from scorer.play.story import cards_in_sight
from tests.pages.playing.seats import play_on
from tests.pages.steps import ROOT

ENGLISH = load_edition("en")
LOG = Words("play_log", "en")


def begun(players: str = "Ana Bo", bots: str = "Bo", seed: int = 3, **fields: object) -> Sitting:
    setup = Setup(players=players.split(), seed=seed, **fields)
    return Sitting.begin("solo" if setup.solo else "play", setup, dict.fromkeys(bots.split(), "normal"))


def say(sitting: Sitting, viewer: str, *keys: str) -> None:
    for key in keys:
        assert sitting.answer(viewer, sitting.step, key)


def test_a_game_is_shown_whatever_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit's components may have no `__` in their keys; one game in 370 had one, and showed an error."""
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: "ab__cd_-e__fg_")
    sitting = begun()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/play.py")
    for part in ("shelfmark_play_table", "shelfmark_form"):
        app.query_params[PARAMETER] = sitting.key
        assert not app.run().exception
        assert part in [component.proto.component_name for component in app.get("bidi_component")]
        play_on(sitting)


def test_play_asks_who_last_acquired_a_book_and_they_begin() -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/play.py").run()
    asked = app.selectbox(key="play-first")
    assert asked.label == "First player: who last acquired a book"
    assert asked.value == "", "by lot, unless somebody says"
    asked.select(asked.options[-1]).run()
    app.button(key="play-start").click().run()
    assert not app.exception
    (draft,) = archive().drafts("play")
    record = draft.data["record"]
    assert record["first"] == record["players"][-1]


@pytest.mark.parametrize(("players", "bots"), [("Ana Bo", "Bo"), ("Ana Bo Cy", "Bo Cy"), ("Ana", "")])
def test_a_game_ends_with_its_form_in_the_archive_once(players: str, bots: str) -> None:
    sitting = begun(players, bots)
    play_on(sitting)
    assert sitting.game.over
    ending.keep(sitting)
    again = Sitting.open(sitting.kind, sitting.key)
    assert again is not None
    ending.keep(again)
    (game,) = archive().games(source=RULES[sitting.kind].source)
    assert game.id == sitting.finished == again.finished
    whole = archive().get(game.id)
    assert whole is not None
    assert whole.record == sitting.game.record
    assert sitting.game.result is not None
    assert whole.result == sitting.game.result.to_json()


def test_the_form_is_read_in_any_language_with_the_same_numbers() -> None:
    sitting = begun(edition="cs")
    play_on(sitting)
    assert sitting.game.result is not None
    for language in EDITION_KEYS:
        _, result = ending.in_words(sitting, load_edition(language))
        assert result.edition == language
        assert [c.total for c in result.players] == [c.total for c in sitting.game.result.players]
        assert result.winners == sitting.game.result.winners


def test_a_game_goes_on_after_a_restart_as_it_stood() -> None:
    sitting = begun("Ana Bo Cy", "Bo")
    play_on(sitting, 30)
    choice = sitting.game.choice
    assert choice is not None
    say(sitting, choice.player, choice.options[0].key)
    again = Sitting.open("play", sitting.key)
    assert again is not None
    assert again.game.record == sitting.game.record
    assert again.bots == {"Bo": "normal"}
    for name in sitting.people:
        assert scene(again, name, LOG, ENGLISH) == scene(sitting, name, LOG, ENGLISH)
    assert Sitting.open("play", "no such key") is None
    assert Sitting.open("solo", sitting.key) is None


def test_a_tap_on_an_older_question_or_by_somebody_else_changes_nothing() -> None:
    sitting = begun("Ana Bo", "")
    choice = sitting.game.choice
    assert choice is not None
    other = next(name for name in sitting.people if name != choice.player)
    before = sitting.game.record
    assert not sitting.answer(other, sitting.step, choice.options[0].key)
    assert not sitting.answer(choice.player, sitting.step - 1, choice.options[0].key)
    with pytest.raises(IllegalChoice):
        sitting.answer(choice.player, sitting.step, "nonsense")
    assert sitting.game.record == before


def test_two_windows_on_one_game_stay_together() -> None:
    first = begun()
    second = Sitting.open("play", first.key)
    assert second is not None
    old = second.step
    play_on(first, 5)
    second.refresh()
    assert second.game.record == first.game.record
    assert not second.answer("Ana", old, "done")


# What is shown


def shown_cards(sitting: Sitting, told: dict[str, object]) -> set[str]:
    """Every card of the deck that a scene names, in its log and options too."""
    text = json.dumps(told, ensure_ascii=False)
    cards = sitting.game.setup.full_deck.cards
    keys = {f"{card.letter}{card.order}": f"{card.letter} {card.order}" for card in cards}
    words = set(text.replace(",", " ").replace(".", " ").split('"'))
    joined = text.replace(".", ",")
    return {key for key, name in keys.items() if key in words or f" {name}," in joined or f'"{name}"' in text}


def test_a_scene_names_no_card_that_its_player_never_saw() -> None:
    sitting = begun("Ana Bo Cy", "Bo", seed=0)
    bot = make_bot("random", 0)
    seen: dict[str, set[str]] = {name: set() for name in sitting.game.setup.players}
    sitting.advance()
    while (choice := sitting.game.choice) is not None:
        option = bot.decide(sitting.game.view(choice.player), choice)
        for name, cards in seen.items():
            cards.update(f"{c.letter}{c.order}" for c in cards_in_sight(sitting.game.view(name)))
        for name in sitting.people if sitting.step % 6 == 0 else ():
            told = scene(sitting, name, LOG, ENGLISH)
            told.pop("log")  # tested with the story: it names cards on their way, as the steps of a replay do
            for step in (told["replay"] or {"steps": []})["steps"]:
                step.pop("say")
            assert shown_cards(sitting, told) <= seen[name]
        sitting.story.answer(sitting.game, option.key)


def test_a_curtain_names_no_card_but_those_in_the_log_for_all() -> None:
    sitting = begun("Ana Bo", "")
    play_on(sitting, 40)
    told = curtain(sitting, "Bo", True, LOG, ENGLISH)
    assert set(told) == {"key", "step", "curtain", "lifts", "log", "news"}
    for event in sitting.story.events:
        if not event.known(None):
            assert not any(f"{c.letter} {c.order}." in line for c in event.cards for line in told["log"][-1:])
    private = [event for event in sitting.story.events if not event.known(None)]
    assert private


def test_news_is_what_came_since_the_last_move() -> None:
    sitting = begun()
    play_on(sitting, 20)
    told = scene(sitting, "Ana", LOG, ENGLISH)
    assert 0 < told["news"] <= len(told["log"])
    assert len(json.dumps(told)) < 12_000  # what each tap sends


def test_questions_answers_and_log_are_in_the_language_of_the_screen() -> None:
    screens = {language: (load_edition(language), Words("play_log", language)) for language in EDITION_KEYS}
    kinds: set[str] = set()
    for players, edition in (("Ana Bo Cy Di", "en"), ("Ana Bo", "fr"), ("Ana", "cs")):
        game = load_edition(edition)
        for seed in range(2):
            sitting = begun(players, "", seed=seed, edition=edition)
            bot = make_bot("random", seed)
            while (choice := sitting.game.choice) is not None:
                kinds.add(choice.kind)
                for language, (screen, _) in screens.items():
                    assert prompt(choice, game, screen)[-1] in ".?"
                    if language == edition:
                        assert [label(o, screen) for o in choice.options if not o.card] == [
                            o.label for o in choice.options if not o.card
                        ]
                    assert all(label(option, screen) for option in choice.options)
                option = bot.decide(sitting.game.view(choice.player), choice)
                sitting.story.answer(sitting.game, option.key)
            for event in sitting.story.events:
                for viewer, (screen, log) in product((None, "Ana"), screens.values()):
                    assert "{" not in sentence(event, sitting.story.names(event, viewer), log, screen)
    assert {"place", "space", "take", "discard", "category", "turn", "draft", "home"} <= kinds


def test_a_name_is_translated_by_what_it_names() -> None:
    french = load_edition("fr")
    assert translated("Bookseller", ENGLISH, french) == "Librairie du Bon mot"
    assert translated("Witch", ENGLISH, french) == french.assistants["witch"]
    assert translated("Placement", ENGLISH, french) == french.labels["placement"]


# Taking back


def test_an_answer_that_showed_nothing_is_taken_back_as_it_was() -> None:
    sitting = begun()
    play_on(sitting, until="assistant")
    before, zones = sitting.game.record, sitting.game.zones()
    choice = sitting.game.choice
    assert choice is not None
    say(sitting, "Ana", choice.options[0].key)
    undo = sitting.undo("Ana")
    assert undo is not None
    assert not undo.redeal
    assert sitting.take_back("Ana", sitting.step)
    assert sitting.game.record == before
    assert sitting.game.zones() == zones


def at_home(sitting: Sitting) -> str:
    """A person is at home and may draw."""
    play_on(sitting, until="assistant")
    choice = sitting.game.choice
    assert choice is not None
    who = choice.player
    ordinary = next(option for option in choice.options if option.key == "assistant:ordinary")
    say(sitting, who, ordinary.key, "place:home")
    return str(who)


def test_alone_a_seen_card_is_dealt_anew_when_the_draw_is_taken_back() -> None:
    sitting = begun("Ana", "", difficulty=2)
    who = at_home(sitting)
    hand = sitting.game.zones()["hand:Ana"]
    order = sitting.game.zones()["draw"]
    say(sitting, who, "draw")
    undo = sitting.undo(who)
    assert undo is not None
    assert undo.redeal
    assert sitting.take_back(who, sitting.step)
    assert sitting.game.zones()["hand:Ana"] == hand
    assert sitting.game.zones()["draw"] != order
    assert Game.replay(sitting.game.record).zones() == sitting.game.zones()
    again = Sitting.open("solo", sitting.key)
    assert again is not None
    assert again.game.zones() == sitting.game.zones()
    say(sitting, who, "draw")
    first = sitting.game.zones()["draw"]
    assert sitting.take_back(who, sitting.step)
    say(sitting, who, "draw")
    assert sitting.game.zones()["draw"] != first  # every time anew


def test_with_several_people_a_draw_stands_and_so_does_what_another_answered() -> None:
    sitting = begun("Ana Bo", "")
    who = at_home(sitting)
    assert sitting.undo(who) is not None
    say(sitting, who, "draw")
    assert sitting.undo(who) is None
    assert not sitting.take_back(who, sitting.step)
    choice = sitting.game.choice
    assert choice is not None
    other = choice.player
    assert other != who
    assert sitting.undo(other) is None  # what came last was not theirs


def test_a_tap_on_undo_that_came_too_late_takes_nothing_back() -> None:
    sitting = begun("Ana", "", difficulty=1)
    play_on(sitting, 5)
    before = sitting.game.record
    assert not sitting.take_back("Ana", sitting.step - 1)
    assert sitting.game.record == before


def test_bots_are_taken_back_with_the_move_before_theirs() -> None:
    sitting = begun("Ana Bo", "Bo")
    play_on(sitting, 12)
    steps = sitting.step
    while sitting.story.steps[-1].player != "Bo":
        play_on(sitting, 1)
        steps = sitting.step
    assert sitting.take_back("Ana", steps)
    assert sitting.step < steps
    assert sitting.game.choice is not None
    assert sitting.game.choice.player == "Ana"
