"""A table is kept: over a reload, a restart, beside others, and from a game file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.photos.reading import digest
from pages.session.archive import PersonalArchive, archive
from pages.session.kept import legend_path
from pages.session.reopened import key_of, opened
from pages.session.rights import OWNER
from pages.table.state import Table
from pages.words import words
from scorer.archive import Archive
from scorer.gamefile import GameFile
from scorer.result import score
from tests.pages.steps import ROOT, as_guest, button, give_legend, go, page_html, photo_file, table_of, upload
from tests.pages.under_way import played_out
from tests.scorer.archive.archived import inspected


def restarted(table: str) -> AppTest:
    """The app on a server that has just started, at the address of a table; not run yet."""
    for cache in (st.cache_resource, st.cache_data):
        cache.clear()
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["table"] = table
    return again


def test_a_table_survives_a_reload_and_a_restart(scored: AppTest) -> None:
    scored.button(key="answer-s1-3-name-1").click().run()
    before = table_of(scored)
    again = restarted(before.key)
    again.query_params["step"] = "check"
    again.run()
    assert not again.exception
    assert table_of(again).game() == before.game()
    assert again.segmented_control(key="step").value == "check"
    photo = table_of(again).photos[before.seats[0].photos[0]]
    assert photo.picture.startswith("data:image/jpeg")
    assert len(photo.crops) == len(photo.outlines) == 7


def test_a_photo_given_after_a_restart_joins_those_of_before(scored: AppTest) -> None:
    scored.button(key="answer-s1-3-name-1").click().run()
    before = table_of(scored)
    again = restarted(before.key)
    upload(again.run(), ("again.jpg", photo_file(122)))
    assert table_of(again).game() == before.game()
    assert [len(seat.photos) for seat in table_of(again).seats] == [2, 2]
    assert not go(again, "check").exception


def test_a_table_whose_photo_is_gone_still_has_its_cards(scored: AppTest) -> None:
    before = table_of(scored)
    for photo in before.photos.values():
        photo.file.unlink()
    again = restarted(before.key)
    assert not again.run().exception
    assert table_of(again).game() == before.game()


def test_two_tables_never_mix(scored: AppTest) -> None:
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert table_of(other).key != table_of(scored).key
    assert all(not seat.cards for seat in table_of(other).seats)
    other.text_input(key="name-s1").set_value("Zoe").run()
    assert table_of(scored.run()).seats[0].name == "Player 1"


def test_a_broken_draft_is_an_empty_table(app: AppTest) -> None:
    archive().save_draft("table", "broken-one", {"seats": 7})
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["table"] = "broken-one"
    assert not again.run().exception
    assert [seat.cards for seat in table_of(again).seats] == [()] * 4


def test_a_game_file_is_a_draft_too(app: AppTest) -> None:
    game = json.loads((ROOT / "samples" / "games" / "four-players-by-counts.json").read_text())
    archive().save_draft("table", "of-a-game", {"game": game})
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params["table"] = "of-a-game"
    assert not again.run().exception
    told = table_of(again)
    assert [seat.name for seat in told.seats] == [player["name"] for player in game["players"]]
    assert score(GameFile.from_dict(told.game())).explain in page_html(again)


def test_who_has_no_name_in_a_game_file_has_none_at_the_table() -> None:
    game = json.loads((ROOT / "samples" / "games" / "four-players-by-counts.json").read_text())
    for player, name in zip(game["players"], ("Jogador 1", "Hráč 2", "Player 1", "Ana"), strict=True):
        player["name"] = name
    table = Table()
    table.seat_game(game)
    table.speak("fr")
    assert [seat.name for seat in table.seats] == ["Joueur 1", "Joueur 2", "Player 1", "Ana"]


def test_a_game_of_the_archive_is_opened_by_its_key_or_id_where_its_form_fits(tmp_path: Path) -> None:
    kept = PersonalArchive(Archive.open(f"sqlite:///{tmp_path / 'archive.db'}"), lambda: OWNER)
    game, result = inspected("Ana", "Bo")
    here = kept.finish(game, result, "typed", key="table-evening")
    elsewhere = kept.finish(*inspected("Ana", "Bo", books=3), "typed")
    for key, identifier in (("evening", here), (elsewhere, elsewhere)):
        found = kept.get(identifier)
        assert found is not None
        assert key_of("table", found) == key
        assert opened(kept, "table", key) == {"game": found.game, "record": None, "finished": identifier}
        assert opened(kept, "fort", key) is None
        assert opened(kept, "solo", key) is None
    kept.save_draft("table", "evening", {"step": "photos"})
    assert opened(kept, "table", "evening") == {"step": "photos"}, "what was changed since comes first"


@pytest.mark.parametrize("mend", [False, True])
def test_a_game_that_came_another_way_stays_one_game_at_the_table(app: AppTest, mend: bool) -> None:
    played = played_out("Ana", "Bo")
    file = played.game_file()
    file["players"][1] |= {"bot": "normal"}
    first = archive().finish(file, score(GameFile.from_dict(file)).to_json(), "play", played.record)
    (there,) = archive().games()
    again = restarted(key_of("table", there))
    again.query_params["step"] = "form"
    assert not again.run().exception
    if mend:
        table_of(again).seats[0].hand = 7
        again.run()
    (kept,) = archive().games()
    assert (kept.id, kept.key, kept.source, kept.has_record) == (first, there.key, "play", True)
    assert kept.game["players"][0].get("hand", 0) == (7 if mend else file["players"][0].get("hand", 0))
    assert kept.game["players"][1]["bot"] == "normal"
    assert kept.people == ["Ana"]


def test_a_legend_given_in_two_windows_at_once_is_kept_twice(app: AppTest) -> None:
    late = go(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run(), "photos")
    give_legend(app)
    late.file_uploader(key="legend-photo").upload("other.png", photo_file(90), "image/png").run()
    assert late.session_state["legend_other"] is not None
    given = app.session_state["legend"].key
    app.run()
    assert app.session_state["legend"].key != given
    mine = late.session_state["legend"].key
    late.button(key="legend-other").click().run()
    assert not late.exception
    assert late.session_state["legend"].key != mine
    assert "legend-other" not in [button.key for button in late.button]


def test_a_guest_takes_the_owners_legend_in_place_of_their_own(app: AppTest) -> None:
    late = as_guest(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)).run()
    go(late, "photos")
    give_legend(app)
    late.file_uploader(key="legend-photo").upload("other.png", photo_file(90), "image/png").run()
    assert not late.session_state["legend"].kept
    assert words("score")["legend_guest"] in [caption.value for caption in late.caption]
    late.button(key="legend-other").click().run()
    assert not late.exception
    assert late.session_state["legend"].kept
    assert late.session_state["legend"].key == digest(legend_path().read_bytes())


def test_a_draft_that_another_window_changed_is_taken_over(app: AppTest) -> None:
    app.text_input(key="name-s1").set_value("Ana").run()
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    other.query_params["table"] = table_of(app).key
    other.run()
    other.text_input(key="name-s2").set_value("Bo").run()
    app.run()
    assert [seat.name for seat in table_of(app).seats] == ["Ana", "Bo"]
    assert app.text_input(key="name-s2").value == "Bo"
    assert table_of(app).game() == table_of(other).game()


def test_a_table_begun_before_says_when_and_how_far_and_can_be_forgotten_and_brought_back(
    app: AppTest,
) -> None:
    app.text_input(key="name-s1").set_value("Ana").run()
    go(app, "photos")
    key = table_of(app).key
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    (draft,) = archive().drafts("table")
    assert any(f"{draft.saved:%Y-%m-%d %H:%M} · Photos" in each.value for each in other.caption)
    links = [each.proto.label for each in other.get("page_link")]
    assert "Resume: Ana" in links
    other.button(key=f"forget-{key}").click().run()
    assert archive().drafts("table") == []
    assert "Resume: Ana" not in [each.proto.label for each in other.get("page_link")]
    button(other, "draft-back").click().run()
    assert not other.exception
    assert [each.key for each in archive().drafts("table")] == [key]
