"""The page in a test session: photos in, choices made, the form filled in, and what is refused."""

from __future__ import annotations

import json
import re
import struct
import zlib
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.state import Table
from scorer.errors import RefusedInput
from scorer.game import GameFile
from scorer.result import score
from vision.photo import load_photo

ROOT = Path(__file__).parents[2]
#: What the stand-in reader says of a dark photo.
NO_CARDS = "No card was found in the photo: take it closer."


def photo_file(shade: int = 120) -> bytes:
    """A small JPEG; shade 0 is a photo without cards."""
    _, jpeg = cv2.imencode(".jpg", np.full((240, 320, 3), shade, np.uint8))
    return jpeg.tobytes()


def table_of(app: AppTest) -> Table:
    table: Table = app.session_state["table"]
    return table


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.segmented_control(key="source").set_value("Upload").run()
    app.file_uploader(key="upload").set_value([(*file, "image/jpeg") for file in files]).run()
    assert not app.exception
    return app


def choose(app: AppTest, **choices: str) -> AppTest:
    for key, category in choices.items():
        app.selectbox(key=key.replace("_s", "-s")).set_value(category)
    app.run()
    assert not app.exception
    return app


CHOICES = {
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "focus_s1": "spells_potions",
    "focus_s2": "monster_manuals",
}


@pytest.fixture
def scored(app: AppTest) -> AppTest:
    """Two players from one photo, read with a legend, everything chosen."""
    app.file_uploader(key="legend-photo").upload("legend.jpg", photo_file(), "image/jpeg").run()
    return choose(upload(app, ("table.jpg", photo_file())), **CHOICES)


def source_of(app: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def page_html(app: AppTest) -> str:
    return unescape(source_of(app))


def errors(app: AppTest) -> list[str]:
    return re.findall('<p class="refused" role="alert">(.*?)</p>', page_html(app))


def test_it_opens_empty_and_without_fault(app: AppTest) -> None:
    assert not app.exception
    assert table_of(app).seats == []
    assert errors(app) == []


def test_a_photo_of_the_table_becomes_a_filled_in_form(scored: AppTest) -> None:
    result = score(GameFile.from_dict(table_of(scored).game()))
    assert [seat.name for seat in table_of(scored).seats] == ["Player 1", "Player 2"]
    assert result.winners == ["Player 1"]
    assert result.explain in page_html(scored)
    for column in result.players:
        assert all(sentence in page_html(scored) for sentence in column.explain.values())
    assert "Doubtful cards: 2" in page_html(scored)


def test_a_photo_a_player_seats_them_in_the_order_given(app: AppTest) -> None:
    upload(app, ("ana.jpg", photo_file(100)), ("bo.jpg", photo_file(140)))
    assert [(seat.id, seat.photo is not None) for seat in table_of(app).seats] == [
        ("s1", True),
        ("s2", True),
        ("s3", True),
        ("s4", True),
    ]
    assert len(table_of(app).photos) == 2


def test_what_is_still_to_choose_is_named(app: AppTest) -> None:
    upload(app, ("table.jpg", photo_file()))
    assert "Still to choose: the prominent category, the banned category" in page_html(app)
    choose(app, prominent="reference_texts")
    assert "Still to choose: the banned category, Player 1’s focus" in page_html(app)


@pytest.fixture
def sampled(stand_in: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The app with a sample of its own, scored."""
    folder = tmp_path / "samples"
    for name in ("photos/a.jpg", "photos/b.jpg", "legend.jpg"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(photo_file())
    players = [
        {"name": "Ana", "focus": "spells_potions"},
        {"name": "Bo", "focus": "monster_manuals", "hand": 2},
    ]
    game = {"form": "B-7c", "edition": "pt", "prominent": "reference_texts", "banned": "corrupted_codices"}
    (folder / "games").mkdir()
    (folder / "games" / "b.json").write_text(json.dumps(game | {"players": players}))
    monkeypatch.setattr("pages.samples.FOLDER", folder)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    app.button(key="score-sample").click().run()
    assert not app.exception
    return app


def test_the_sample_is_scored_with_one_tap(sampled: AppTest) -> None:
    table = table_of(sampled)
    assert [(seat.name, seat.hand, len(seat.cards)) for seat in table.seats] == [("Ana", 0, 4), ("Bo", 2, 3)]
    assert table.photos[str(table.seats[0].photo)].name == "b.jpg"
    assert score(GameFile.from_dict(table.game())).explain in page_html(sampled)
    assert sampled.session_state["legend"] is None


def test_the_sample_makes_room_for_ones_own_photo_but_not_for_a_wrong_one(sampled: AppTest) -> None:
    upload(sampled, ("dark.jpg", photo_file(0)))
    assert errors(sampled) == [NO_CARDS]
    assert table_of(sampled).seats[0].name == "Ana"
    upload(sampled, ("mine.jpg", photo_file(90)))
    assert [seat.name for seat in table_of(sampled).seats] == ["Player 1", "Player 2"]
    assert table_of(sampled).prominent is None


def huge_png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("notes.txt", b"not a photo at all"),
        ("empty.jpg", b""),
        ("cut.jpg", photo_file()[:300]),
        ("huge.png", huge_png()),
    ],
)
def test_a_file_that_is_no_photo_is_refused_in_place(
    scored: AppTest, tmp_path: Path, name: str, data: bytes
) -> None:
    before = table_of(scored).game()
    scored.text_input(key="name-s2").set_value("Beatrix").run()
    upload(scored, (name, data))
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RefusedInput) as refused:
        load_photo(tmp_path / name)
    assert errors(scored) == [str(refused.value)]
    before["players"][1]["name"] = "Beatrix"
    assert table_of(scored).game() == before


def test_a_photo_without_cards_is_refused_and_the_good_one_beside_it_read(app: AppTest) -> None:
    app.file_uploader(key="legend-photo").upload("legend.jpg", photo_file(), "image/jpeg").run()
    upload(app, ("dark.jpg", photo_file(0)), ("table.jpg", photo_file()))
    assert errors(app) == [NO_CARDS]
    assert len(table_of(app).seats) == 2
    assert app.expander[0].proto.expanded, "a refusal must not be folded away"
    upload(app, ("table.jpg", photo_file()))
    assert not app.expander[0].proto.expanded


def test_a_refusal_goes_with_its_file(app: AppTest) -> None:
    upload(app, ("dark.jpg", photo_file(0)))
    assert errors(app) == [NO_CARDS]
    app.file_uploader(key="upload").clear().run()
    assert errors(app) == []


def refusal_of(app: AppTest) -> str:
    with pytest.raises(RefusedInput) as refused:
        GameFile.from_dict(table_of(app).game())
    return str(refused.value)


def test_two_equal_focus_cards_are_refused_in_place(scored: AppTest) -> None:
    choose(scored, focus_s2="spells_potions")
    assert errors(scored) == [refusal_of(scored)]
    assert scored.selectbox(key="focus-s2").value == "spells_potions"


def test_a_negative_hand_is_refused_in_place_and_stays_typed(scored: AppTest) -> None:
    scored.number_input(key="hand-s1").set_value(-1).run()
    assert errors(scored) == [refusal_of(scored)]
    assert scored.number_input(key="hand-s1").value == -1
    scored.number_input(key="hand-s1").set_value(1).run()
    assert errors(scored) == []


def test_an_empty_name_is_refused_in_place(scored: AppTest) -> None:
    scored.text_input(key="name-s1").set_value("").run()
    assert errors(scored) == [refusal_of(scored)]


def test_names_are_shown_as_text(scored: AppTest) -> None:
    scored.text_input(key="name-s1").set_value("<img src=x onerror=alert(1)>").run()
    assert not scored.exception
    assert "<img src=x" not in source_of(scored)
    assert scored.button(key="leave-s1").label == r"Remove \<img src=x onerror=alert\(1\)\>"


def test_the_legend_is_kept_for_later_sessions_until_it_is_forgotten(scored: AppTest, tmp_path: Path) -> None:
    assert (tmp_path / "data" / "legend.json").exists()
    later = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    assert later.session_state["legend"].kept
    later.button(key="forget").click().run()
    assert not (tmp_path / "data" / "legend.json").exists()
    assert AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run().session_state["legend"] is None


def test_a_kept_legend_that_is_broken_is_asked_for_again(stand_in: None, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "legend.json").write_text("mice were here")
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    assert not app.exception
    assert app.session_state["legend"] is None


def test_the_page_says_where_the_legend_is_kept(app: AppTest, tmp_path: Path) -> None:
    assert any(str(tmp_path / "data" / "legend.json") in element.value for element in app.markdown)


def test_a_wrong_legend_is_refused_in_place(app: AppTest) -> None:
    app.file_uploader(key="legend-photo").upload("legend.txt", b"six cards", "text/plain").run()
    assert errors(app) == ["legend.txt is not a photo that can be read: give a JPEG, PNG, WebP or HEIC file."]


def test_a_legend_given_late_fills_in_the_books_and_leaves_corrections(app: AppTest) -> None:
    upload(app, ("table.jpg", photo_file()))
    first, second = table_of(app).seats
    first.lay_notation("A1:C A2 / B1 Z9")
    app.file_uploader(key="legend-photo").upload("legend.jpg", photo_file(), "image/jpeg").run()
    assert str(first.shelf) == "A1:C A2:FH / B1:MS Z9"
    assert str(second.shelf) == "C1:FHM C2:R / D1:S ."


def test_a_player_can_be_added_without_a_photo_and_can_leave(scored: AppTest) -> None:
    scored.button(key="add-player").click().run()
    assert [seat.name for seat in table_of(scored).seats] == ["Player 1", "Player 2", "Player 3"]
    assert "Still to choose: Player 3’s focus" in page_html(scored)
    scored.button(key="leave-s1").click().run()
    assert [seat.id for seat in table_of(scored).seats] == ["s2", "s3"]


def test_starting_over_keeps_the_legend_and_the_edition(scored: AppTest) -> None:
    scored.selectbox(key="edition").set_value("fr").run()
    scored.button(key="clear").click().run()
    assert (table_of(scored).seats, table_of(scored).edition) == ([], "fr")
    assert scored.session_state["legend"] is not None


@pytest.mark.parametrize("edition", ["pt", "fr", "cs"])
def test_every_edition_fills_in_the_form_in_its_words(scored: AppTest, edition: str) -> None:
    scored.selectbox(key="edition").set_value(edition).run()
    assert not scored.exception
    result = score(GameFile.from_dict(table_of(scored).game()))
    assert result.edition == edition
    assert result.explain in page_html(scored)
