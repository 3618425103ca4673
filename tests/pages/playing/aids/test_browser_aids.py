"""What helps at the table, in a real Chromium: the replay, marks, the sheet, the folded header, the guide."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from scorer.play import Game, Setup, Story
from scorer.play.bots import make_bot
from tests.pages.conftest import PHONE, Visit, idle, turn
from tests.pages.frame.looks import faults, small
from tests.pages.playing.at_table import STANDS_STILL, ask_for_hints, choose, concede, seen, step

pytestmark = pytest.mark.browser


@pytest.fixture
def game(data_folder: Path) -> Game:
    """A game of Ana's against a bot in its second round, kept as a draft: Ana is asked for an assistant."""
    game, story, bot = Game(Setup(players=["Ana", "Bo"], seed=3)), Story(), make_bot("normal", 5)
    while game.choice is not None:
        if (game.round, game.choice.player, game.choice.kind) == (2, "Ana", "assistant"):
            break
        story.answer(game, bot.decide(game.view(game.choice.player), game.choice))
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    archive.save_draft("play", "aided", {"record": game.record, "bots": {"Bo": "normal"}})
    return game


def at_home(page: Page) -> None:
    """Ana's assistant goes home by one tap on the space, and draws; then the bot moves."""
    choose(page, "place:home")
    choose(page, "draw")


def test_the_others_moves_are_shown_step_by_step_and_can_be_skipped(revisit: Visit, game: Game) -> None:
    page = revisit("/play?game=aided&lang=en")
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    idle(page)
    page.evaluate(STANDS_STILL)
    at_home(page)
    expect(page.locator(".prompt")).to_contain_text("Since your turn")
    expect(page.locator(".about").first).to_be_visible()
    expect(page.locator(".board .lit")).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".prompt")).to_contain_text("Ana ·")
    expect(page.locator(".board .lit").first).to_be_visible()
    page.get_by_role("button", name="History").click()
    sheet = page.locator(".close-up")
    expect(sheet.locator("summary")).to_have_text(["The beginning", "Round 1 begins.", "Round 2 begins."])
    sheet.get_by_text("At once").click()
    page.keyboard.press("Escape")
    at_home(page)
    expect(page.locator(".board .lit").first).to_be_visible()  # nothing is shown first
    page.get_by_role("button", name="History").click()
    sheet.get_by_role("button", name="Show again").click()
    expect(page.locator(".prompt")).to_contain_text("Since your turn")
    page.get_by_role("button", name="Skip").click()
    page.evaluate("localStorage.clear()")


def test_a_choice_counts_once_it_is_confirmed_where_somebody_wants_that(revisit: Visit, game: Game) -> None:
    page = revisit("/play?game=aided&lang=en")
    before = step(page)
    page.get_by_role("button", name="History").click()
    page.get_by_label("Confirm each choice").check()
    page.keyboard.press("Escape")
    page.locator("[data-option='place:home']").first.click()
    expect(page.locator(".prompt")).to_contain_text("Confirm ·")
    expect(page.locator(".picked")).to_have_count(1)
    page.get_by_role("button", name="Choose anew").click()
    expect(page.locator(".picked")).to_have_count(0)
    assert step(page) == before
    page.locator("[data-option='place:home']").first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".game")).to_have_attribute("data-step", str(before + 2))
    page.evaluate("localStorage.clear()")


def test_who_comes_back_is_told_what_others_did_and_nothing_moves_by_itself(
    revisit: Visit, game: Game, data_folder: Path
) -> None:
    page = revisit("/play?game=aided&lang=en")
    before = step(page)
    expect(page.locator(".missed")).to_be_hidden()
    story, game = Story.replay(game.record)
    story.answer(game, "assistant:ordinary")  # at another device
    story.answer(game, "place:home")
    story.answer(game, "draw")
    bot = make_bot("normal", 5)
    while game.choice is not None and game.choice.player == "Bo":
        story.answer(game, bot.decide(game.view("Bo"), game.choice))
    archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
    archive.save_draft("play", "aided", {"record": game.record, "bots": {"Bo": "normal"}})
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    idle(page)
    assert step(page) > before
    missed = page.locator(".missed")
    expect(missed).to_contain_text("Since you looked · ")
    expect(missed).to_contain_text("Bo")
    lit = page.locator(".board .lit").first
    expect(lit).to_be_visible()  # nothing is shown first
    assert lit.evaluate("node => parseFloat(getComputedStyle(node).transitionDuration)") < 0.001
    fold = page.locator("button").first
    assert fold.evaluate("node => parseFloat(getComputedStyle(node).transitionDuration)") < 0.001
    page.evaluate(STANDS_STILL)
    missed.get_by_role("button", name="Show").click()
    expect(page.locator(".prompt")).to_contain_text("Since your turn")
    expect(missed).to_be_hidden()
    page.get_by_role("button", name="Skip").click()
    page.reload()
    idle(page)
    expect(page.locator(".board .lit").first).to_be_visible()
    expect(missed).to_be_hidden()


def test_a_phone_shows_the_table_and_how_to_play_with_the_numbers_of_the_own_shelf(
    revisit: Visit, game: Game
) -> None:
    page = revisit("/play?game=aided&lang=en", PHONE)
    before = step(page)
    expect(page.locator(".brand")).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator(".brand")).to_be_visible()
    page.get_by_role("button", name="Menu").tap()
    page.locator(".tile h2 button").nth(1).tap()
    sheet = page.locator(".close-up")
    expect(sheet).to_contain_text("Draw a card for each of your assistants")
    sheet.get_by_role("button", name="Close").tap()
    page.locator(".tile").nth(1).dispatch_event("pointerdown", {"pointerType": "touch"})  # held
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Draw a card for each of your assistants")
    page.locator(".game").dispatch_event("pointerup", {"pointerType": "touch"})
    sheet.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="How to play").tap()
    page.get_by_role("button", name="The inspection").tap()
    rows = sheet.locator(".row .now")
    expect(rows).to_have_count(6)
    expect(rows.nth(3)).to_contain_text("Fantastical Fictions is banned")
    assert faults(page) == []
    assert small(page) == []
    sheet.get_by_role("button", name="Close").tap()
    page.locator(".tile .space.lit").first.tap()  # home: the ordinary assistant goes there at once
    expect(page.locator(".game")).to_have_attribute("data-step", str(before + 2))
    idle(page)
    choose(page, "shelve")
    page.locator(".hand .lit").first.tap()
    gap = page.locator(".gap").first
    points = gap.locator(".mark b").get_attribute("data-says")
    assert f"; {points} points" in (gap.get_attribute("aria-label") or "")
    expect(page.locator(".meter").first).to_be_visible()
    expect(page.locator(".seat .facts").first).to_contain_text("of 16")


def test_a_hint_stands_on_what_it_is_about_and_is_compared_in_sight(revisit: Visit, game: Game) -> None:
    page = revisit("/play?game=aided&lang=en", PHONE)
    before = step(page)
    choose(page, "assistant:ordinary")
    hints = ask_for_hints(page)
    best = page.locator(".hinted", has=page.locator(".rank[data-says='1']"))
    expect(best.locator(".rank")).to_be_in_viewport()
    assert sorted(seen(page.locator(".board .hinted > .rank"))) == ["1", "2", "3"]
    if best.locator(".mark").count():
        assert seen(hints.first.locator(".mark b")) == seen(best.locator(".mark b"))
    assert faults(page) == []
    assert small(page) == []
    assert step(page) == before + 1
    best.click()
    expect(page.locator(".hints")).to_be_hidden()


def laid(data_folder: Path, kind: str) -> str:
    """The address of a game in which Ana is asked a question of this kind."""
    for seed in range(100):
        game, story, bot = Game(Setup(players=["Ana", "Bo"], seed=seed)), Story(), make_bot("random", seed)
        while (choice := game.choice) is not None:
            if (choice.player, choice.kind) == ("Ana", kind) and len(choice.options) > 1:
                archive = Archive.open(f"sqlite:///{data_folder / 'archive.db'}")
                archive.save_draft("play", kind, {"record": game.record, "bots": {"Bo": "normal"}})
                return f"/play?game={kind}&lang=en"
            story.answer(game, bot.decide(game.view(choice.player), choice))
    raise AssertionError(kind)


def test_what_is_lit_has_a_name_that_says_all_that_stands_on_it_with_hints(
    revisit: Visit, data_folder: Path
) -> None:
    page = revisit("/play?lang=en")
    for kind, lit in {"shelve": ".hand .card", "from_shelf": ".shelves .card", "lodge_move": ".pawn"}.items():
        turn(page, laid(data_folder, kind))
        expect(page.locator(f"{lit}.lit").first).to_be_visible()
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(f"{lit}.hinted > .rank").first).to_be_visible()
        assert faults(page) == [], kind


def test_a_drill_keeps_its_board_and_marks_what_was_best(revisit: Visit) -> None:
    page = revisit("/solo?lang=en")
    page.get_by_role("button", name="Shelve in the last round").click()
    page.locator(".shelves .lit").first.click()
    expect(page.locator(".prompt")).to_contain_text("of 100")
    expect(page.locator(".mine .rank")).to_have_count(1)
    expect(page.locator(".game .lit")).to_have_count(0)
    expect(page.locator(".mine .card").first).to_be_visible()


def test_a_guided_game_says_a_sentence_for_each_choice(revisit: Visit) -> None:
    page = revisit("/play?lang=en")
    page.get_by_role("button", name="Show me how").click()
    expect(page.locator(".guide")).to_contain_text("You place an assistant first")
    said = page.locator(".guide").inner_text()
    at_home(page)
    expect(page.locator(".guide")).not_to_have_text(said)


def test_who_concedes_is_asked_first_and_the_game_is_lost(revisit: Visit, game: Game) -> None:
    page = revisit("/play?game=aided&lang=en", PHONE)
    concede(page, PHONE)
    expect(page.locator(".verdict")).to_contain_text("Conceded: Ana. Bo wins")


def test_the_question_before_conceding_keeps_the_keyboard_and_gives_it_back(
    revisit: Visit, game: Game
) -> None:
    page = revisit("/play?game=aided&lang=en")
    page.get_by_role("button", name="History").click()
    sheet, question = page.locator(".close-up"), page.get_by_role("alertdialog", name="Concede")
    opener, stay = sheet.get_by_role("button", name="Concede"), question.get_by_role("button", name="Play on")
    for leave in ("Escape", "Enter"):
        opener.press("Enter")
        expect(stay).to_be_focused()
        expect(question).to_have_accessible_description(re.compile("bots finish it at once"))
        for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "ArrowLeft", "ArrowRight"):
            page.keyboard.press(key)
            expect(question.locator("button:focus")).to_have_count(1)
        stay.focus()
        page.keyboard.press(leave)
        expect(question).to_have_count(0)
        expect(opener).to_be_focused()
        expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="History")).to_be_focused()
