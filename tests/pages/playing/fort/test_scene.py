"""Fort's table without a browser: what each player is shown, kept, and may take back."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import PARAMETER, Sitting
from pages.playing.fort import ending
from pages.playing.fort.scene import curtain, scene
from pages.playing.fort.table import names
from pages.playing.fort.telling import label, lines, prompt, sentence, translated
from pages.session.archive import archive
from pages.words import Words
from scorer.editions import EDITION_KEYS
from scorer.fort import Sheet, score_fort
from scorer.fort.cards import CardSet
from scorer.fort.play import Setup
from scorer.fort.play.bots import make_bot
from scorer.fort.play.story import cards_in_sight
from scorer.fort.words import load_words
from tests.pages.playing.fort.on_page import app_at, only_game
from tests.pages.playing.seats import play_on
from tests.pages.steps import ROOT, source_of

ENGLISH, LOG = load_words("en"), Words("fort_log", "en")


def begun(players: str = "Ana Bo", bots: str = "Bo", seed: int = 3, **fields: Any) -> Sitting:
    setup = Setup(players=players.split(), seed=seed, **fields)
    return Sitting.begin("fort_play", setup, dict.fromkeys(bots.split(), "random"))


def test_a_game_goes_on_after_a_restart_as_it_stood() -> None:
    sitting = begun("Ana Bo Cy", "Bo")
    play_on(sitting, 30)
    again = Sitting.open("fort_play", sitting.key)
    assert again is not None
    assert again.game.record == sitting.game.record
    for name in sitting.people:
        assert scene(again, name, LOG, ENGLISH) == scene(sitting, name, LOG, ENGLISH)
    assert Sitting.open("play", sitting.key) is None


@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_a_game_ends_with_its_sheet_in_the_archive_once(variant: str) -> None:
    sitting = begun(variant=variant)
    play_on(sitting)
    ending.keep(sitting)
    again = Sitting.open("fort_play", sitting.key)
    assert again is not None
    ending.keep(again)
    (game,) = archive().games(source="fort")
    assert game.id == sitting.finished == again.finished
    assert game.people == ["Ana"]
    whole = archive().get(game.id)
    assert whole is not None
    assert whole.record == sitting.game.record
    assert whole.result == score_fort(Sheet.from_dict(whole.game)).model_dump(mode="json")


def test_a_game_of_the_archive_is_opened_again_at_its_end() -> None:
    sitting = begun()
    play_on(sitting)
    ending.keep(sitting)
    archive().drop_draft("fort_play", sitting.key)
    again = Sitting.open("fort_play", sitting.key)
    assert again is not None
    assert again.bots == {"Bo": "random"}
    assert again.game.over


# What is shown


def named(sent: object) -> set[str]:
    """Every card that a scene names by its key, in its options too."""
    words = set(json.dumps(sent, ensure_ascii=False).replace(":", '"').split('"'))
    return {card.key for card in CardSet.house().cards} & words


@pytest.mark.parametrize(("seed", "variant"), [(1, "basic"), (2, "advanced")])
def test_a_scene_names_no_card_that_its_player_does_not_see(seed: int, variant: str) -> None:
    sitting = begun("Ana Bo Cy", "", seed=seed, variant=variant)
    bot = make_bot("random", seed)
    seen: dict[str, set[str]] = {name: set() for name in sitting.people}
    while (choice := sitting.game.choice) is not None:
        for name in sitting.people:
            view = sitting.game.view(name)
            seen[name] |= {card.key for card in cards_in_sight(view)}
            if sitting.step % 8:
                continue
            sent = scene(sitting, name, LOG, ENGLISH)
            sent.pop("log")  # names cards on their way, see the tests of the story
            replayed = sent.pop("replay") or {"first": {}, "steps": []}
            assert named([replayed["first"], *(step["patch"] for step in replayed["steps"])]) <= seen[name]
            assert named(sent) <= {card.key for card in cards_in_sight(view)}
            assert sent["rule"] == view.rule()
            assert (sent["choice"] is not None) == (choice.player == name)
            assert str(sitting.game.setup.seed) not in str(sent.get("seed", ""))
        sitting.story.answer(sitting.game, bot.decide(sitting.game.view(choice.player), choice).key)


def test_a_curtain_shows_nobodys_cards() -> None:
    sitting = begun("Ana Bo", "")
    play_on(sitting, 30)
    sent = curtain(sitting, "Bo", True, LOG, ENGLISH)
    assert set(sent) == {"key", "step", "curtain", "lifts", "log", "news"}
    secret = [event for event in sitting.story.events if not event.known(None)]
    assert secret
    for event in secret:
        assert not any(card.name in sentence(event, False, LOG, ENGLISH) for card in event.cards)


def test_a_log_tells_what_came_and_went_in_one_line() -> None:
    sitting = begun(seed=4)
    play_on(sitting)
    said = [line for _, line in lines(sitting.story.events, None, LOG, ENGLISH)]
    assert any(line.startswith("Ana: ") and "," in line and ("+" in line or "−" in line) for line in said)
    assert not any("{" in line or "-1" in line for line in said)


def test_a_tap_sends_little() -> None:
    sitting = begun("Ana Bo Cy Di", "Bo Cy Di")
    play_on(sitting, 60)
    assert len(json.dumps(scene(sitting, "Ana", LOG, ENGLISH))) < 14_000


def test_questions_answers_and_log_are_in_the_language_of_the_screen() -> None:
    screens = {language: (load_words(language), Words("fort_log", language)) for language in EDITION_KEYS}
    kinds: set[str] = set()
    for seed in range(4):
        edition = EDITION_KEYS[seed]
        sitting = begun("Ana Bo Cy", "", seed=seed, edition=edition, variant=("basic", "advanced")[seed % 2])
        bot = make_bot("random", seed)
        while (choice := sitting.game.choice) is not None:
            kinds.add(choice.kind)
            for language, (screen, _) in screens.items():
                said = prompt(choice, load_words(edition), screen)
                assert said.endswith((".", "?"))
                assert "{" not in said
                labels = [label(option, screen) for option in choice.options]
                assert all(labels)
                if language == edition:
                    assert labels == [option.label for option in choice.options]
            sitting.story.answer(sitting.game, bot.decide(sitting.game.view(choice.player), choice).key)
        for viewer, (screen, log) in product((None, "Ana"), screens.values()):
            assert not any("{" in line for _, line in lines(sitting.story.events, viewer, log, screen))
    assert {"draft", "play", "actions", "declare", "add", "follow", "recruit", "pay", "rule", "perk"} <= kinds


def test_a_phase_or_perk_is_translated_and_a_card_is_not() -> None:
    czech = load_words("cs")
    assert translated("Recruit", ENGLISH, czech) == "Nábor"
    assert translated("Bribery", ENGLISH, czech) == czech.perks["bribery"]
    assert translated("Pasta Pim", ENGLISH, czech) == "Pasta Pim"


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_the_kit_tells_every_card_rule_and_perk_in_words(language: str) -> None:
    kit = names(CardSet.house(), language)
    assert len(kit["cards"]) == 68
    for card in CardSet.house().cards:
        for side, action in (("public", card.public), ("private", card.private)):
            entry = kit["cards"][card.key][side]
            assert (entry is None) == (action is None)
            assert entry is None or entry[1] == load_words(language).explain(action)  # type: ignore[arg-type]
    assert all(len(one) == 2 and all(one) for key in ("rules", "perks") for one in kit[key].values())


# Taking back


def test_a_choice_that_showed_nothing_is_taken_back_as_it_was() -> None:
    sitting = begun()
    play_on(sitting, until="actions")
    before, zones = sitting.game.record, sitting.game.zones()
    choice = sitting.game.choice
    assert choice is not None
    assert sitting.answer("Ana", sitting.step, choice.options[0].key)
    undo = sitting.undo("Ana")
    assert undo is not None
    assert sitting.take_back("Ana", sitting.step)
    if not undo.redeal:
        assert sitting.game.record == before
        assert sitting.game.zones() == zones


def test_with_several_people_a_new_hand_is_not_taken_back() -> None:
    sitting = begun("Ana Bo", "")
    play_on(sitting, until="recruit")
    choice = sitting.game.choice
    assert choice is not None
    who = choice.player
    assert sitting.answer(who, sitting.step, choice.options[0].key)
    assert sitting.undo(who) is None


# The page


def test_the_page_begins_a_game_shows_its_table_and_its_end() -> None:
    app = app_at(tab="play")
    app.button(key="fort-start").click().run()
    assert not app.exception
    assert "shelfmark_fort_table" in [part.proto.component_name for part in app.get("bidi_component")]
    sitting = only_game()
    play_on(sitting)
    app = app_at(tab="play", game=sitting.key)
    assert "The game is over" in source_of(app)
    assert len(archive().games(source="fort")) == 1


def test_a_set_of_ones_own_is_played_with_and_a_wrong_one_refused() -> None:
    told = CardSet.house().to_dict()
    told["kids"][0]["name"] = "My Own Kid"
    app = app_at(tab="play")
    app.file_uploader(key="fort-cards").upload(
        "cards.json", json.dumps(told).encode(), "application/json"
    ).run()
    assert not app.exception
    app.button(key="fort-start").click().run()
    assert only_game().game.setup.card_set.cards[0].name == "My Own Kid"
    app = app_at(tab="play")
    app.file_uploader(key="fort-cards").upload("cards.json", b'{"kids": []}', "application/json").run()
    assert not app.exception
    assert "the set of Fort cards" in source_of(app)
    assert "fort-start" not in [button.key for button in app.button]


def test_the_sheet_opens_first_and_forgets_a_game_of_play() -> None:
    sitting = begun()
    app = app_at(tab="play", game=sitting.key)
    assert "shelfmark_fort_table" in [part.proto.component_name for part in app.get("bidi_component")]
    app = app_at()
    assert any(field.label == "Name" for field in app.text_input)
    assert PARAMETER not in app.query_params


def test_an_address_of_no_game_says_so() -> None:
    app = app_at(tab="play", game="no-such-game")
    assert "There is no game at this address" in source_of(app)


def test_the_archive_leads_to_the_game_itself() -> None:
    sitting = begun()
    play_on(sitting)
    ending.keep(sitting)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/archive.py")
    app.query_params["game"] = sitting.finished or ""
    app.run()
    assert not app.exception
    links = [str(link.proto.page) + str(link.proto.query_string) for link in app.get("page_link")]
    assert any(f"game={sitting.key}" in link and "tab=play" in link for link in links), links
