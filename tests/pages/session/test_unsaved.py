"""Where the archive cannot be written, pages say so in one sentence, keep the work, and save it later."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import Sitting
from pages.session.archive import archive
from pages.words import words
from scorer.archive import ArchiveError, earlier_states
from scorer.archive.schema.database import database_url, engine_of, file_of
from scorer.editions import EDITION_KEYS
from scorer.play import Setup
from tests.pages.steps import ROOT, button, errors, page_html, table_of, tie
from tests.scorer.archive.archived import inspected, solo

FULL = "The disk is full, so the archive "


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Fills the disk, or frees it."""
    full = [False]
    usage = shutil.disk_usage

    def said(path: str) -> object:
        told = usage(path)
        return told._replace(free=0) if full[0] else told

    def fill(now: bool) -> None:
        full[0] = now

    monkeypatch.setattr(shutil, "disk_usage", said)
    return fill


def opened(page: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    app = app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


def test_a_table_is_saved_when_there_is_room_again(app: AppTest, disk: Callable[[bool], None]) -> None:
    table = table_of(app)
    archive().finish(*solo(), "solo")
    disk(True)
    table.seats[0].name = "Žofie"
    for _ in range(2):
        app.run()
        assert not app.exception
        (said,) = errors(app)
        assert said.startswith(f"This table stays in this window and is saved as soon as possible: {FULL}")
    disk(False)
    app.run()
    assert errors(app) == []
    kept = archive().draft("table", table.key)
    assert kept is not None
    assert kept["seats"][0]["name"] == "Žofie"


@pytest.mark.usefixtures("stand_in")
def test_answers_that_could_not_be_kept_are_kept_with_the_next(disk: Callable[[bool], None]) -> None:
    sitting = Sitting.begin("play", Setup(players=["Ana", "Bo"], seed=3), {})

    def answer() -> None:
        choice = sitting.game.choice
        assert choice is not None
        sitting.answer(choice.player, sitting.step, choice.options[0].key)

    answer()
    disk(True)
    step = sitting.step
    with pytest.raises(ArchiveError, match=FULL):
        answer()
    sitting.refresh()
    assert sitting.step > step
    disk(False)
    other = Sitting.open("play", sitting.key)
    assert other is not None
    assert other.step == step
    sitting.refresh()
    answer()
    other.refresh()
    assert other.game.record == sitting.game.record


@pytest.mark.usefixtures("stand_in")
def test_a_game_on_screen_is_saved_when_its_page_is_opened_again(disk: Callable[[bool], None]) -> None:
    sitting = Sitting.begin("play", Setup(players=["Ana", "Bo"], seed=3), {})
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/play.py")
    app.query_params["game"] = sitting.key
    app.run()
    mine: Sitting = app.session_state["sitting-play"]
    choice = mine.game.choice
    assert choice is not None
    disk(True)
    with pytest.raises(ArchiveError):
        mine.answer(choice.player, mine.step, choice.options[0].key)
    app.run()
    assert not app.exception
    assert any(FULL in error.value.replace("\\", "") for error in app.error)
    disk(False)
    app.run()
    assert not app.error
    sitting.refresh()
    assert sitting.game.record == mine.game.record


@pytest.mark.usefixtures("stand_in")
def test_a_sheet_of_fort_is_saved_when_there_is_room_again(disk: Callable[[bool], None]) -> None:
    app = opened("fort")
    archive().finish(*solo(), "solo")
    disk(True)
    name = next(each for each in app.text_input if each.label == "Name")
    name.set_value("Žofie").run()
    assert not app.exception
    (said,) = errors(app)
    assert said.startswith(FULL)
    assert app.session_state["fort"]["players"][0]["name"] == "Žofie"
    assert archive().drafts("fort") == []
    disk(False)
    app.run()
    (draft,) = archive().drafts("fort")
    assert draft.data["players"][0]["name"] == "Žofie"


@pytest.mark.usefixtures("stand_in")
def test_what_cannot_be_deleted_says_why_and_stays(disk: Callable[[bool], None]) -> None:
    game = archive().finish(*inspected("Ana", "Bo"), "typed")
    app = opened("archive")
    disk(True)
    app.button(key=f"delete-{game}").click().run()
    assert not app.exception
    (said,) = errors(app)
    assert said.startswith(FULL)
    assert [kept.id for kept in archive().games()] == [game]


def test_a_forgotten_table_that_cannot_come_back_is_still_there(
    app: AppTest, disk: Callable[[bool], None]
) -> None:
    key = table_of(app).key
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    other.button(key=f"forget-{key}").click().run()
    assert archive().drafts("table") == []
    disk(True)
    button(other, "draft-back").click().run()
    assert not other.exception
    (said,) = errors(other)
    assert said.startswith(FULL)
    disk(False)
    button(other, "draft-back").click().run()
    assert [draft.key for draft in archive().drafts("table")] == [key]


def test_who_read_first_is_as_before_where_it_cannot_be_kept(
    app: AppTest, disk: Callable[[bool], None]
) -> None:
    archive().save_draft("table", "evening", {"game": tie()})
    app.query_params["table"] = "evening"
    app.query_params["step"] = "form"
    app.run().button(key="table-stays").click().run()
    (game,) = archive().games()
    page = app.switch_page("pages/archive.py")
    page.query_params["game"] = game.id
    page.run()
    disk(True)
    page.pills(key=f"kept-{game.id}-reader").set_value("Cy").run()
    assert not page.exception
    (said,) = errors(page)
    assert said.startswith(FULL)
    disk(False)
    page.pills(key=f"kept-{game.id}-reader").set_value("Cy").run()
    assert errors(page) == []
    assert "Cy wins the tie: first to finish reading a book" in page_html(page)


@pytest.mark.usefixtures("stand_in")
def test_a_state_is_put_back_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(earlier_states, "EVERY", timedelta(0))
    game = archive().finish(*inspected("Ana", "Bo"), "typed")
    (first,) = archive().states()
    archive().delete(game)
    app = opened("archive")
    app.query_params["tab"] = "file"
    app.run()
    app.button(key=f"put-back-{first.name}").click().run()
    assert not app.exception
    assert errors(app) == []
    assert [kept.id for kept in archive().games()] == [game]


@pytest.mark.usefixtures("stand_in")
def test_a_deleted_archive_is_said_and_mended_on_the_page() -> None:
    game = archive().finish(*inspected("Ana", "Bo"), "typed")
    file = file_of(engine_of(database_url()))
    assert file is not None
    file.unlink()
    app = opened("archive")
    (said,) = errors(app)
    assert "is gone: put the file back" in said
    app.button(key="archive-mend").click().run()
    assert not app.exception
    assert errors(app) == []
    assert [kept.id for kept in archive().games()] == [game]


def test_the_words_say_why() -> None:
    for language in EDITION_KEYS:
        assert words("score", language)("unsaved", why="WHY").endswith("WHY")
