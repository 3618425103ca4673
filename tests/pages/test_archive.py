"""An archive with rows that are not whole, as an older Shelfmark let in: every page opens all the same."""

from __future__ import annotations

import copy
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.scoring.draft import as_data, from_data
from pages.session.archive import archive
from pages.session.reopened import file_of
from pages.table.seat import Tally
from pages.widgets.saying import plain
from scorer.archive import Archive
from scorer.archive.drafts import checked_draft
from scorer.archive.schema.database import database_url, engine_of
from scorer.archive.schema.tables import games
from tests.pages.steps import (
    ROOT,
    as_guest,
    button,
    buttons,
    errors,
    page_html,
    photo_file,
    table_of,
)
from tests.pages.under_way import played_out
from tests.scorer.archive.archived import fort, inspected, record, sheet, solo

PAGES = ["score", "play", "solo", "deck", "archive", "fort"]
POISON: list[tuple[str, Any]] = [
    ("play", {"x": 1}),
    ("play", {"record": {"players": ["A", "B"]}}),
    ("solo", {"record": {"players": ["A"], "difficulty": 99}}),
    ("table", {"seats": "abc"}),
    ("table", {"seats": [7]}),
    ("fort", {"players": 2}),
]


def row(number: int, source: str, game: object, result: object, **changes: Any) -> dict[str, Any]:
    when = datetime(2026, 11, number, tzinfo=UTC)
    told = {"id": f"bad-{number}", "key": f"bad-{number}", "source": source, "played": when, "changed": when}
    return told | {"search": "", "game": game, "result": result} | changes


@pytest.fixture
def poisoned(stand_in: None) -> None:
    """An archive of one whole game and draft of each kind, among others that are none."""
    here = archive()
    here.finish(*inspected("Ana", "Bo"), "typed")
    here.finish(*solo(), "solo", record=played_out("Ana").record)
    here.finish(*fort(), "fort")
    here.save_draft("play", "whole", {"record": record("Ana", "Bo")})
    here.save_draft("fort", "whole", sheet())
    for number, (kind, data) in enumerate(POISON):
        here.save_draft(kind, f"poison-{number}", data)
    several, alone = inspected("Eve", "Bo"), solo("Eve")
    bare = copy.deepcopy(several[1])
    bare["players"][0]["a2"] = {}
    rows = [
        row(1, "solo", alone[0], alone[1] | {"difficulty": 99}),
        row(2, "solo", alone[0], {key: value for key, value in alone[1].items() if key != "won"}),
        row(3, "solo", *several),
        row(4, "typed", several[0], bare),
        row(5, "fort", {"players": []}, fort()[1]),
        row(6, "typed", *several, played=datetime.max.replace(tzinfo=UTC)),
        row(7, "typed", *several, played=datetime.min.replace(tzinfo=UTC)),
    ]
    with engine_of(database_url()).begin() as connection:
        connection.execute(games.insert(), rows)


def opened(page: str, **address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    for name, value in address.items():
        app.query_params[name] = value
    app = app.switch_page(f"pages/{page}.py").run()
    assert not app.exception
    return app


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_and_asks_what_a_tile_does(poisoned: None, page: str) -> None:
    assert opened(page).button(key="ask-tiles")


@pytest.mark.parametrize(
    ("page", "address"),
    [
        ("play", {"game": "poison-0"}),
        ("play", {"game": "poison-1"}),
        ("solo", {"game": "poison-2"}),
        ("fort", {"game": "poison-5"}),
        ("archive", {"game": "bad-1"}),
        ("archive", {"game": "bad-4"}),
        ("archive", {"game": "bad-5"}),
    ],
)
def test_what_cannot_be_used_says_so_at_its_address(
    poisoned: None, page: str, address: dict[str, str]
) -> None:
    app = opened(page, **address)
    assert any("cannot be used: remove it in the archive" in said for said in errors(app))


@pytest.mark.parametrize("number", [6, 7])
def test_a_game_of_another_age_opens(poisoned: None, number: int) -> None:
    app = opened("archive", game=f"bad-{number}")
    assert "<h1>" in page_html(app)
    assert "Eve" in page_html(app)


def test_the_figures_are_those_of_whole_games(poisoned: None) -> None:
    app = opened("archive", tab="figures")
    assert "Ana" in page_html(app)


def test_a_location_that_no_edition_has_closes_no_figures(stand_in: None) -> None:
    told = record("Ana", "Bo") | {"choices": ["place:99:1", f"place:{'9' * 5000}:1"]}
    archive().finish(*inspected("Ana", "Bo"), "play", record=told)
    assert "Ana" in page_html(opened("archive", tab="figures"))


def test_opponents_count_the_games_of_their_rows(stand_in: None) -> None:
    archive().finish(*inspected("Ana", "Bo"), "typed")
    archive().finish(*inspected("Ana", "Player 2"), "typed")
    app = opened("archive", tab="figures")
    app.selectbox(key="archive-player").set_value("Ana").run()
    captions = [one.value for one in app.caption]
    counted = captions.count(plain("Games counted: 1 of 2."))
    assert counted == 2, "of the rows, and of the sections of one of them"


def test_the_archive_names_bad_rows_and_removes_them(poisoned: None) -> None:
    app = opened("archive", tab="file")
    told = page_html(app)
    assert "The draft fort poison-5: In the sheet" in told
    assert "The game bad-1: the result does not fit (difficulty)" in told
    bad = len(archive().bad_rows())
    assert bad == len(POISON) + 5
    app.button(key="remove-fort-poison-5").click().run()
    assert not app.exception
    assert len(archive().bad_rows()) == bad - 1
    assert [one.key for one in archive().drafts("fort")] == ["whole"]


def test_an_import_is_undone_on_the_page(poisoned: None) -> None:
    archive().delete("bad-6")  # its time is that of the moment
    before = archive().export()
    forged = copy.deepcopy(before)
    for one in forged["games"]:
        one["changed"] = one["played"] = "2999-01-01T00:00:00Z"
    archive().take_in(forged)
    assert archive().export() != before
    app = opened("archive", tab="file")
    (made,) = archive().imports()
    app.button(key=f"undo-import-{made.id}").click().run()
    assert not app.exception
    assert archive().export() == before


def private(tmp_path: Path) -> Path:
    path = tmp_path / "private.jpg"
    path.write_bytes(photo_file())
    return path


def test_a_draft_shows_no_other_file_than_kept_photos(scored: AppTest, tmp_path: Path) -> None:
    told = as_data(table_of(scored))
    assert str(tmp_path) not in str(told)
    (photo,) = told["photos"].values()
    for name in (str(private(tmp_path)), f"../../{private(tmp_path).name}", "private.jpg"):
        photo["file"] = name
        assert from_data(told, "k") is None
        archive().save_draft("table", "evilimage1", told)
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        app.query_params["table"], app.query_params["step"] = "evilimage1", "check"
        assert not app.run().exception
        assert table_of(app).photos == {}


def test_a_draft_of_before_finds_its_photo_in_the_folder_of_photos(scored: AppTest) -> None:
    told = as_data(table_of(scored))
    (photo,) = told["photos"].values()
    name = photo["file"]
    photo |= {"file": f"/home/elsewhere/shelfmark/photos/{name}", "crops": ['x"><img src=x>'] * 7}
    archive().save_draft("table", "of-before", told)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["table"], app.query_params["step"] = "of-before", "check"
    assert not app.run().exception
    (shown,) = table_of(app).photos.values()
    assert shown.file.name == name
    assert shown.file.exists()
    assert shown.picture.startswith("data:image/jpeg")
    assert all(crop.startswith("data:image/jpeg;base64,") for crop in shown.crops)
    assert len(shown.crops) == len(shown.outlines)


def test_a_table_with_the_photo_of_another_does_not_change_its_pictures(scored: AppTest) -> None:
    mine = as_data(table_of(scored))
    forged = copy.deepcopy(mine)
    for photo in forged["photos"].values():
        photo["outlines"] = [[[0, 0], [9, 0], [9, 9], [0, 9]]] * len(photo["outlines"])
    archive().save_draft("table", "forged-one", forged)
    archive().save_draft("table", "mine-again", mine)
    crops = []
    for key in ("forged-one", "mine-again"):
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        app.query_params["table"], app.query_params["step"] = key, "check"
        assert not app.run().exception
        crops.append([photo.crops for photo in table_of(app).photos.values()])
    assert crops[0] != crops[1]


def test_a_draft_knows_all_that_a_table_keeps(scored: AppTest) -> None:
    table = table_of(scored)
    table.seats[1].tally = Tally()
    table.seat_number(3)
    table.leave("s1")
    told = as_data(table)
    kept = checked_draft("table", told)
    assert kept == told
    again = from_data(kept, table.key)
    assert again is not None
    assert as_data(again) == told


@pytest.fixture
def kept(stand_in: None) -> None:
    here = archive()
    for other in ("Bo", "Cy"):
        here.finish(*inspected("Zoe", other), "typed")
    here.finish(*inspected("Zo\u00eb", "Bo", books=5), "typed")


def named(app: AppTest, old: str, new: str) -> AppTest:
    app.selectbox(key="rename-who").set_value(old).run()
    app.text_input(key="rename-to").set_value(new).run()
    app = app.button(key="rename").click().run()
    assert not app.exception
    return app


def players_of_games() -> list[list[str]]:
    return sorted(game.players for game in archive().games())


def test_a_name_is_put_right_on_the_page(kept: None) -> None:
    app = named(opened("archive", tab="figures"), "Cy", "  Cyril ")
    assert "Cy is now Cyril. Games changed: 1." in page_html(app)
    assert players_of_games() == [["Zoe", "Bo"], ["Zoe", "Cyril"], ["Zo\u00eb", "Bo"]]


def test_two_are_made_one_only_when_that_is_said(kept: None) -> None:
    app = named(opened("archive", tab="figures"), "Zoe", "ZO\u00cb")
    assert errors(app) == ["Zo\u00eb is in the archive already. Are Zoe and Zo\u00eb the same person?"]
    assert ["Zoe", "Bo"] in players_of_games()
    app.button(key="rename-merge").click().run()
    assert not app.exception
    assert players_of_games() == [["Zo\u00eb", "Bo"], ["Zo\u00eb", "Bo"], ["Zo\u00eb", "Cy"]]
    assert app.selectbox(key="archive-player").value == "Zo\u00eb"


def test_a_game_is_corrected_and_the_way_leads_back(stand_in: None) -> None:
    kept = archive().finish(*inspected("Ana", "Bo"), "typed", key="table-evening-of-cards")
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["table"], app.query_params["step"] = "evening-of-cards", "check"
    app.run()
    assert table_of(app).finished == kept
    app.text_input(key="counts-s2-reference_texts").set_value("9").run()
    assert archive().games()[0].totals == inspected_totals(), "only the button keeps it"
    app.button(key="corrected-back").click().run()
    assert not app.exception
    (game,) = archive().games()
    assert game.id == kept
    assert game.game["players"][1]["tally"]["reference_texts"] == 9
    assert app.query_params["game"] in (kept, [kept])
    assert "<h1>Ana, Bo</h1>" in page_html(app)
    asked = [str(link.proto.query_string) for link in app.get("page_link")]
    assert any("table=evening-of-cards" in each and "step=check" in each for each in asked), (
        "back to the table"
    )


def inspected_totals() -> dict[str, int]:
    return {player["name"]: player["total"] for player in inspected("Ana", "Bo")[1]["players"]}


@pytest.mark.parametrize(("game", "source"), [(inspected("Ana", "Bo"), "typed"), (fort(), "fort")])
def test_a_game_is_one_file_that_another_archive_takes_in(
    stand_in: None, game: Any, source: Any, tmp_path: Path
) -> None:
    kept = archive().get(archive().finish(game[0], game[1], source))
    assert kept is not None
    file = json.loads(file_of(kept))
    other = Archive.open(f"sqlite:///{tmp_path / 'other.db'}")
    assert other.take_in(file) == 1
    assert other.take_in(file) == 0
    (there,) = other.games()
    assert (there.game, there.result, there.played) == (kept.game, kept.result, kept.played)


def test_two_of_one_table_stay_two(kept: None) -> None:
    app = named(opened("archive", tab="figures"), "Cy", "Zoe")
    app.button(key="rename-merge").click().run()
    assert any("Cy cannot be called Zoe" in said for said in errors(app))
    assert ["Zoe", "Cy"] in players_of_games()


def test_a_guest_renames_nobody(kept: None) -> None:
    app = as_guest(opened("archive", tab="figures")).run()
    assert not any(str(button.key).startswith("rename") for button in app.button)


def test_games_of_one_day_have_labels_of_their_own(kept: None) -> None:
    app = opened("archive", tab="figures")
    app.selectbox(key="archive-player").set_value("Zoe").run()
    told = set(re.findall(r'scope="row">([\d-]+ \(\d\))<', page_html(app)))
    assert len(told) == 2


def found(app: AppTest, asked: str) -> str:
    app.text_input(key="archive-search").set_value(asked).run()
    assert not app.exception
    return page_html(app)


def test_a_deleted_game_comes_back_and_another_session_is_asked_nothing(kept: None) -> None:
    app, other = opened("archive"), opened("archive")
    (gone,) = archive().games("cy")
    app.button(key=f"delete-{gone.id}").click().run()
    assert "Deleted: Zoe, Cy" in page_html(app)
    assert [game.id for game in archive().games("cy")] == []
    assert "Games: 2" in found(other, "zo")
    assert buttons(other, "undo-delete") == []
    button(app, "undo-delete").click().run()
    assert "Deleted:" not in page_html(app)
    assert "Games: 3" in page_html(app)
    assert len(archive().games()) == 3


def test_who_has_no_name_is_called_so_in_every_language_and_has_no_figures(stand_in: None) -> None:
    kept = archive().finish(*inspected("Jogador 1", "José"), "typed")
    app = opened("archive", lang="cs")
    assert any("Hráč 1" in one.label for one in app.button)
    told = page_html(opened("archive", lang="cs", tab="figures"))
    assert "José" in told
    assert not re.search("Hráč 1|Jogador", told)
    told = page_html(opened("archive", lang="en", game=kept))
    assert "<h1>Player 1, José</h1>" in told
    assert "Jogador" not in told
