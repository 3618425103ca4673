"""What can be taken along from a form: files by the player's own day, and one play for BG Stats."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from pages.widgets import form
from scorer.archive import Archive
from scorer.exchange.bgstats import bgstats_play
from scorer.forms import to_chat
from scorer.gamefile import GameFile
from scorer.result import score
from scorer.shelf import Shelf
from tests.pages.steps import GAME, ROOT, go, play_of, table_of
from tests.scorer.archive.archived import inspected

#: Points that a page is wide.
A4, LETTER = 595, 612


def wide(pdf: bytes) -> int:
    found = re.search(rb"/MediaBox ?\[ ?0 0 ([0-9.]+)", pdf)
    assert found is not None
    return int(float(found[1]))


def opened(key: str, **parameters: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in {"table": key, "step": "form", **parameters}.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


@pytest.fixture
def kept(app: AppTest) -> str:
    """The key of a table that was filled in and is kept."""
    table = table_of(app)
    table.seat_game(GAME)
    go(app, "form")
    return table.key


def test_a_play_is_one_play_after_a_reload_and_in_every_language(kept: str) -> None:
    first = play_of(opened(kept))
    assert first["players"][0]["name"] == "Ana"
    for language in ("en", "fr", "cs", "pt"):
        again = play_of(opened(kept, lang=language))
        assert (again["sourcePlayId"], again["playDate"]) == (first["sourcePlayId"], first["playDate"])


def test_the_picture_for_a_chat_has_the_winners_shelf_by_day_and_by_night(
    kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, Callable[[], bytes]] = {}
    drawn: list[tuple[list[str], bool]] = []

    def noted(label: str, data: Callable[[], bytes], name: str, mime: str, **_: object) -> None:
        files[name.rpartition("-")[2]] = data

    def sent(content: object, shelves: list[tuple[str, Shelf]], night: bool) -> bytes:
        drawn.append(([f"{name}: {shelf}" for name, shelf in shelves], night))
        return to_chat(content, shelves, night=night)  # type: ignore[arg-type]

    monkeypatch.setattr(form, "download", noted)
    monkeypatch.setattr(form, "to_chat", sent)
    opened(kept)
    light, dark = (Image.open(io.BytesIO(files[f"{look}.png"]())) for look in ("light", "dark"))
    assert drawn == [(["Ana: A1:RR B1:MS"], False), (["Ana: A1:RR B1:MS"], True)]
    assert light.size == dark.size
    assert sum(light.getpixel((2, 2))) > 600 > 150 > sum(dark.getpixel((2, 2)))  # type: ignore[arg-type]


def test_the_paper_is_chosen_beside_the_form_and_remembered_in_the_archive(
    kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, Callable[[], bytes]] = {}

    def noted(label: str, data: Callable[[], bytes], name: str, mime: str, **_: object) -> None:
        files[Path(name).suffix] = data

    monkeypatch.setattr(form, "download", noted)
    app = opened(kept)
    assert wide(files[".pdf"]()) == A4
    assert app.segmented_control(key="form-paper").value == "a4"
    app.segmented_control(key="form-paper").set_value("letter").run()
    assert wide(files[".pdf"]()) == LETTER
    (game,) = Archive.open().games()
    page = app.switch_page("pages/archive.py")
    page.query_params["game"] = game.id
    page.run()
    assert not page.exception
    assert page.segmented_control(key=f"kept-{game.id}-paper").value == "letter"
    assert wide(files[".pdf"]()) == LETTER


def test_the_archive_gives_the_same_play(kept: str) -> None:
    (game,) = Archive.open().games()
    told = bgstats_play(score(GameFile.from_dict(game.game)), game.played, key=game.key)
    assert play_of(opened(kept)) == told


def test_who_conceded_comes_last_in_the_archive_and_has_no_score(app: AppTest) -> None:
    game, _ = inspected("Ana", "Bo")
    game["players"][0]["conceded"] = True
    result = score(GameFile.from_dict(game))
    assert result.players[0].total > result.players[1].total
    Archive.open().finish(game, result.to_json(), "typed")
    (kept,) = Archive.open().games()
    page = app.switch_page("pages/archive.py").run()
    assert page.button(key=f"open-{kept.id}").label == f"**Bo {result.players[1].total}** · Ana"
    page.query_params["game"] = kept.id
    page.run()
    assert not page.exception
    assert [("score" in one, one["rank"]) for one in play_of(page)["players"]] == [(False, 2), (True, 1)]


def test_a_form_that_was_mended_is_the_same_play(kept: str) -> None:
    app = opened(kept)
    before = play_of(app)
    table_of(app).seats[0].hand = 5
    app.run()
    after = play_of(app)
    assert (after["sourcePlayId"], after["playDate"]) == (before["sourcePlayId"], before["playDate"])


def test_files_carry_the_players_own_day(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def noted(label: str, data: object, name: str, *_: object, **__: object) -> None:
        names.append(name)

    monkeypatch.setattr(form, "download", noted)
    monkeypatch.setattr("pages.widgets.saying.st.context", Los_Angeles())
    late = datetime(2026, 11, 28, 2, 6, tzinfo=UTC)
    (game,) = Archive.open().games()
    Archive.open().finish(game.game, game.result, game.source, played=late, key=game.key)
    opened(kept)
    ends = (".pdf", ".png", ".csv", ".json", "-chat-light.png", "-chat-dark.png")
    assert names == [f"ex-libris-b-7c-2026-11-27{end}" for end in ends]


class Los_Angeles:
    """Where the browser is."""

    timezone = "America/Los_Angeles"
    locale = "en"
    url = "http://localhost"
