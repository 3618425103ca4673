"""The sheet of Fort in a session: what is impossible is refused, what may have been forgotten is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

from pages.session.archive import archive
from pages.session.reopened import key_of
from scorer.editions import EDITION_KEYS
from tests.pages.steps import ROOT, button, buttons, errors, page_html

CONCEDED = {"en": "Conceded: {}.", "pt": "Desistência: {}.", "fr": "Abandon : {}.", "cs": "Hru vzdali: {}."}


@pytest.fixture(autouse=True)
def own_archive(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SHELFMARK_DATABASE", raising=False)
    monkeypatch.setenv("SHELFMARK_DATA", str(tmp_path))


def sheet(level: int, rule: str, language: str = "en") -> str:
    """What the page says of a sheet: Nani has a fort of that level and a made-up rule."""
    player = {
        "name": "Nani",
        "track": 9,
        "fort_level": level,
        "fort_points": 5 * bool(level),
        "rule": rule,
        "big_pack": False,
    }
    other = player | {"name": "Lui", "fort_level": 0, "fort_points": 0, "rule": ""}
    archive().save_draft("fort", "a-sheet-of-two", {"players": [player, other], "macaroni": -1})
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/fort.py")
    app.query_params["game"], app.query_params["lang"] = "a-sheet-of-two", language
    app.run()
    assert not app.exception
    return "".join(one.proto.body for one in app.get("html"))


def test_a_sheet_that_was_imported_stays_one_game_when_it_is_kept_again() -> None:
    file = json.loads((ROOT / "samples" / "fort.json").read_text("utf-8"))
    archive().take_in(file)
    (imported,) = archive().games()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/fort.py")
    app.query_params["game"] = key_of("fort", imported)
    app.run()
    next(one for one in app.text_input if one.label == "Name").set_value("Zoe").run()
    app.button(key="fort-keep").click().run()
    assert not app.exception
    (kept,) = archive().games()
    assert (kept.id, kept.key) == (imported.id, imported.key)
    assert "Zoe" in kept.players
    assert archive().take_in(file) == 0, "what was mended is not undone by the file it came from"
    assert archive().get(kept.id) == kept


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_who_conceded_is_told_on_the_sheet_and_in_the_archive(language: str) -> None:
    file = json.loads((ROOT / "samples" / "fort.json").read_text("utf-8"))
    (gone, winner) = (player["name"] for player in file["players"])
    file["players"][0]["conceded"] = True
    archive().take_in(file)
    (game,) = archive().games()
    assert game.winners == [winner]
    for page, key in (("fort", key_of("fort", game)), ("archive", game.id)):
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
        app = app.switch_page(f"pages/{page}.py")
        app.query_params["game"], app.query_params["lang"] = key, language
        app.run()
        assert not app.exception
        said = next(one.proto.body for one in app.get("html") if 'class="verdict"' in one.proto.body)
        assert CONCEDED[language].format(gone) in said
        assert winner in said


def test_a_sheet_whose_player_gets_another_name_has_nobody_who_conceded() -> None:
    file = json.loads((ROOT / "samples" / "fort.json").read_text("utf-8"))
    file["players"][0]["conceded"] = True
    archive().take_in(file)
    (imported,) = archive().games()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/fort.py")
    app.query_params["game"] = key_of("fort", imported)
    app.run()
    next(one for one in app.text_input if one.label == "Name").set_value("Zoe").run()
    assert not app.exception
    assert "Conceded" not in "".join(one.proto.body for one in app.get("html"))


def test_a_fort_without_a_made_up_rule_is_asked_about_and_counts_all_the_same() -> None:
    said = sheet(1, "")
    assert "Nani has fort level 1 and no made-up rule" in said
    assert "Lui has" not in said
    assert "Winner: Nani" in said


@pytest.mark.parametrize(("level", "rule"), [(0, ""), (2, "minimalism")])
def test_nothing_is_asked_where_nothing_is_forgotten(level: int, rule: str) -> None:
    assert 'class="asked"' not in sheet(level, rule)


def test_a_made_up_rule_at_level_0_is_refused() -> None:
    said = sheet(0, "minimalism")
    assert 'class="refused"' in said
    assert "it comes with level 1" in said


@pytest.mark.parametrize("language", EDITION_KEYS)
def test_the_question_is_in_the_language_of_the_page(language: str) -> None:
    said = sheet(1, "", language)
    words = {"en": "add it if it was forgotten", "pt": "inclua-a", "fr": "ajoutez-la", "cs": "doplňte ho"}
    assert words[language] in said


@pytest.fixture
def empty() -> AppTest:
    """A sheet of two without a name."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/fort.py")
    app.query_params["lang"] = "en"
    return app.run()


def fields(app: AppTest, label: str) -> list[TextInput]:
    return [one for one in app.text_input if one.label == label]


def test_what_is_no_whole_number_is_refused_and_stays(empty: AppTest) -> None:
    fields(empty, "Victory track")[0].set_value("3,5").run()
    assert errors(empty) == ["3,5 is no whole number from 0 to 999: correct it."]
    assert fields(empty, "Victory track")[0].value == "3,5"
    assert "Player 1 (Victory track" in page_html(empty)
    fields(empty, "Victory track")[0].set_value("35").run()
    assert errors(empty) == []


def test_players_come_and_go(empty: AppTest) -> None:
    for _ in range(2):
        button(empty, "fort-add").click().run()
    assert len(fields(empty, "Name")) == 4
    assert buttons(empty, "fort-add") == []
    fields(empty, "Name")[2].set_value("Cy").run()
    button(empty, "fort-leave-1").click().run()
    assert [one.value for one in fields(empty, "Name")] == ["", "Cy", ""]
