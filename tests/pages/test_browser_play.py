"""Play in a real Chromium: beginning and end, hot seat behind a curtain, reload, undo, keyboard, phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorer.archive import Archive
from scorer.editions import EDITION_KEYS, load_edition
from scorer.play import Game, Setup, Story
from scorer.play.bots import make_bot
from tests.pages.conftest import LAPTOP, PHONE, Visit, idle, width_of, write
from tests.pages.frame.looks import faults
from tests.pages.playing.at_table import answer, answer_to_the_end, choose, everything, hand, step
from tests.pages.under_way import nearly_over

pytestmark = pytest.mark.browser


@pytest.fixture
def archive(data_folder: Path) -> Archive:
    return Archive.open(f"sqlite:///{data_folder / 'archive.db'}")


def laid(archive: Archive, key: str, players: str, bots: str = "") -> Game:
    """A game under way, kept as a draft: the libraries are chosen, the first assistant is to be placed."""
    game, story = Game(Setup(players=players.split(), seed=3)), Story()
    bot = make_bot("random", 5)
    while game.choice is not None and game.choice.kind != "assistant":
        story.answer(game, bot.decide(game.view(game.choice.player), game.choice))
    seats = dict.fromkeys(bots.split(), "normal")
    archive.save_draft("play", key, {"record": game.record, "bots": seats})
    return game


def start(page: Page, seed: str = "3") -> None:
    """Sets up somebody without a name against a bot."""
    write(page.get_by_label("Seed"), seed)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".game")).to_be_visible()


def test_a_game_against_a_bot_outlasts_a_reload_and_ends_with_the_form(
    visit: Visit, archive: Archive
) -> None:
    page = visit("/play?lang=en")
    start(page)
    assert len(hand(page)) == 6
    answer(page, 12)
    expect(page.locator(".hand .card").first).to_be_visible()
    for part, many in ((".board .tile", 3), (".shelves .scroller", 2), (".log li", 5), (".lit, .answer", 1)):
        assert page.locator(part).count() >= many, part
    at, cards, question = step(page), hand(page), page.locator(".prompt").inner_text()
    page.reload()
    idle(page)
    expect(page.locator(".prompt")).to_have_text(question)
    assert (step(page), hand(page)) == (at, cards)
    assert width_of(page) <= LAPTOP["width"]
    archive.save_draft("play", "late", {"record": nearly_over(["Ana", "Bo"]), "bots": {"Bo": "normal"}})
    page = visit("/play?game=late&lang=en")
    answer_to_the_end(page, page.get_by_text("The game is over"))
    expect(page.get_by_text("The game is kept in the archive.")).to_be_visible()
    key = parse_qs(urlsplit(page.url).query)["game"][0]
    (kept,) = [game for game in archive.games(source="play") if game.key.endswith(key)]
    expect(page.locator(".verdict .who")).to_have_text(kept.result["explain"])
    many = len(archive.games())
    page.reload()
    idle(page)
    expect(page.get_by_text("The game is over")).to_be_visible()
    assert len(archive.games()) == many
    page.get_by_role("link", name="Open it in the archive").click()
    expect(page.get_by_role("heading", name="Ana, Bo")).to_be_visible()
    page.go_back()
    idle(page)
    expect(page.get_by_text("The game is over")).to_be_visible()


def test_a_curtain_hides_every_hand_until_its_player_lifts_it(revisit: Visit, archive: Archive) -> None:
    game = laid(archive, "hot-seat", "Ana Bo")
    assert game.choice is not None
    first = game.choice.player
    other = next(name for name in ("Ana", "Bo") if name != first)
    page = revisit("/play?game=hot-seat&lang=en", PHONE)
    expect(page.get_by_role("heading", name=f"Pass the device to {first}")).to_be_visible()
    for cards in (game.view("Ana").hand, game.view("Bo").hand):
        assert not any(f"{card.letter} {card.order} of" in everything(page) for card in cards)
    page.get_by_role("button", name=f"I am {first}").click()
    expect(page.locator(".hand .card").first).to_be_visible()
    assert len(hand(page)) == len(game.view(first).hand)
    hidden = [f"{card.letter} {card.order} of" for card in game.view(other).hand]
    assert not any(name in everything(page) for name in hidden)
    shown = hand(page)
    choose(page, "assistant:ordinary")
    choose(page, "place:home")
    choose(page, "draw")
    expect(page.get_by_role("heading", name=f"Pass the device to {other}")).to_be_visible()
    assert not any(card in everything(page) for card in shown)
    page.reload()
    idle(page)
    expect(page.get_by_role("heading", name=f"Pass the device to {other}")).to_be_visible()


def test_a_game_under_way_is_resumed_and_back_leads_to_the_list(revisit: Visit, archive: Archive) -> None:
    laid(archive, "left", "Ana-left Bo", "Bo")
    laid(archive, "right", "Ana-right Bo", "Bo")
    page = revisit("/play?lang=en")
    page.locator("p", has_text="Ana-left, Bo").locator("xpath=ancestor::*[.//button][1]").get_by_role(
        "button", name="Resume"
    ).click()
    expect(page.locator(".prompt")).to_contain_text("Ana-left")
    page.go_back()
    idle(page)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    page.go_forward()
    idle(page)
    expect(page.locator(".prompt")).to_contain_text("Ana-left")


def far_down(archive: Archive, key: str) -> None:
    """A game in which Ana is asked for a card that lies at the fourth location or below it."""
    for seed in range(100):
        game, story = Game(Setup(players=["Ana", "Bo"], seed=seed)), Story()
        bot = make_bot("random", seed)
        while (choice := game.choice) is not None and game.round < 4:
            view = game.view(choice.player)
            below = {card for number in list(view.locations)[3:] for card in view.cards_at(number)}
            cards = {option.card for option in choice.options}
            if choice.player == "Ana" and len(cards) > 1 and cards <= below:
                archive.save_draft("play", key, {"record": game.record, "bots": {"Bo": "normal"}})
                return
            story.answer(game, bot.decide(view, choice))
    raise AssertionError("no such game")


def test_a_phone_brings_what_is_asked_into_sight(revisit: Visit, archive: Archive) -> None:
    far_down(archive, "far-down")
    page = revisit("/play?game=far-down&lang=en", PHONE)
    lit = page.locator(".board .lit").first
    expect(lit).to_be_in_viewport()
    box, dock = lit.bounding_box(), page.locator(".dock").bounding_box()
    assert box is not None
    assert dock is not None
    assert box["y"] + box["height"] <= dock["y"]


def test_a_phone_shows_what_is_asked_and_takes_it_back(revisit: Visit, archive: Archive) -> None:
    laid(archive, "phone", "Ana Bo", "Bo")
    page = revisit("/play?game=phone&lang=en", PHONE)
    expect(page.locator(".game")).to_be_visible()
    before = step(page)
    page.locator("[data-option='assistant:ordinary']").first.tap()
    expect(page.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".tile .space.lit").first).to_be_visible()
    assert width_of(page) <= PHONE["width"]
    expect(page.locator(".hand")).to_be_in_viewport(ratio=1)
    box = page.locator(".hand").bounding_box()
    assert box is not None
    assert box["y"] > PHONE["height"] / 2
    small = page.locator(".lit:visible, .answer:visible, .undo, .folds button").evaluate_all(
        "nodes => nodes.map((n) => [n.className, n.getBoundingClientRect()])"
        ".filter(([, box]) => Math.min(box.width, box.height) < 43).map(([name]) => name)"
    )
    assert small == []
    assert faults(page) == []
    page.locator(".undo").tap()
    expect(page.locator(".game")).to_have_attribute("data-step", str(before))
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator(".log li").first).to_be_visible()


def test_a_keyboard_alone_places_an_assistant(visit: Visit, archive: Archive) -> None:
    laid(archive, "keys", "Ana Bo", "Bo")
    page = visit("/play?game=keys")
    expect(page.locator(".game")).to_be_visible()
    page.emulate_media(color_scheme="dark")
    expect(page.locator(".game")).to_be_visible()
    before = step(page)
    page.locator("[data-option='assistant:ordinary']").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".game")).to_have_attribute("data-step", str(before + 1))
    idle(page)
    expect(page.locator(".space.lit").first).to_be_focused()
    page.emulate_media(color_scheme="light")  # the table is drawn anew, and nobody loses their place
    idle(page)
    expect(page.locator(".space.lit").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    focused = page.evaluate(
        "[...document.querySelectorAll('*')]"
        ".map((node) => node.shadowRoot?.activeElement).find(Boolean).dataset.option"
    )
    assert focused.startswith("place:")
    assert focused != page.locator(".space.lit").first.get_attribute("data-option")
    assert faults(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(".game")).not_to_have_attribute("data-step", str(before + 1))
    place = Game.replay((archive.draft("play", "keys") or {})["record"]).record["choices"][before + 1]
    assert place == focused


def test_what_is_asked_and_where_the_game_stands_is_seen_whole_and_the_log_once_in_every_language(
    revisit: Visit, archive: Archive
) -> None:
    laid(archive, "whole", "Ana Bo", "Bo")
    page = revisit("/play?game=whole&lang=en", PHONE)
    page.get_by_role("button", name="Menu").click()
    for size, language in [*((PHONE, each) for each in EDITION_KEYS), (LAPTOP, EDITION_KEYS[-1])]:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.get_by_text(language.upper(), exact=True).click()
        idle(page)
        expect(page.locator(".prompt")).to_contain_text(load_edition(language).prompts["assistant"])
        expect(page.locator(".answer").first).to_be_visible()
        for part in (".state", ".answers"):
            cut = page.locator(f"{part}, {part} :not(b, small)").evaluate_all(
                "(nodes) => nodes.filter((n) => n.scrollWidth > n.clientWidth + 1 && n.clientWidth)"
                ".map((node) => node.textContent)"
            )
            assert cut == [], (language, part)
        assert page.locator(".state").evaluate("node => node.offsetHeight") < 100, language
        assert page.locator(".lately:visible, .log:visible").count() == (0 if size == PHONE else 1)


def test_a_card_that_may_be_chosen_is_in_sight_in_a_long_hand(revisit: Visit, archive: Archive) -> None:
    """The card that was just drawn stands last in the hand, off a phone's screen: it alone may be shelved."""
    game, bot = Game(Setup(players=["Ana", "Bo"], seed=24)), make_bot("random", 24)
    while (choice := game.choice) is not None:
        cards = list(game.view(choice.player).hand)
        places = [cards.index(option.card) for option in choice.options if option.card in cards]
        if places and min(places) >= 6:
            break
        game.answer(bot.decide(game.view(choice.player), choice))
    archive.save_draft("play", "last-in-a-hand", {"record": game.record, "bots": {}})
    page = revisit("/play?lang=en&game=last-in-a-hand", PHONE)
    page.locator(".lift").click()
    expect(page.locator(".hand .lit").first).to_be_in_viewport(ratio=0.9)
