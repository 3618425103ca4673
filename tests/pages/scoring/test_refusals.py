"""What the page refuses, in place and in its language; and the legend, given, kept and refused."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.words import sentences, words
from scorer.errors import RefusedInput, phrase
from scorer.gamefile import GameFile
from tests.pages.stand_in import StandInReader, StandInSeen
from tests.pages.steps import NO_CARDS, ROOT, errors, give_legend, go, photo_file, source_of, table_of, upload
from vision.photo.errors import Slip, SlipError
from vision.photo.load import load_photo


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
    go(scored, "players").text_input(key="name-s2").set_value("Beatrix").run()
    upload(scored, (name, data))
    (tmp_path / name).write_bytes(data)
    with pytest.raises(RefusedInput) as refused:
        load_photo(tmp_path / name)
    assert errors(scored) == [str(refused.value)]
    before["players"][1]["name"] = "Beatrix"
    assert table_of(scored).game() == before


def test_a_photo_without_cards_is_refused_and_the_good_one_beside_it_read(app: AppTest) -> None:
    upload(give_legend(app), ("dark.jpg", photo_file(0)), ("table.jpg", photo_file()))
    assert errors(app) == [NO_CARDS]
    assert [len(seat.cards) for seat in table_of(app).seats] == [4, 3]


def test_a_refusal_goes_with_its_file(app: AppTest) -> None:
    upload(app, ("dark.jpg", photo_file(0)))
    assert errors(app) == [NO_CARDS]
    app.file_uploader(key=f"upload-{table_of(app).key}-shelf").clear().run()
    assert errors(app) == []


@pytest.mark.parametrize("language", ["pt", "fr", "cs"])
def test_a_refusal_is_said_in_the_language_of_the_page(app: AppTest, language: str) -> None:
    app.segmented_control(key="language-switch").set_value(language).run()
    upload(app, ("dark.jpg", photo_file(0)), ("notes.txt", b"not a photo"))
    kind = sentences("refusals")["kind_shelf"][language]
    kinds = sentences("refusals")["photo_kinds"][language]
    w = words("refusals", language)  # type: ignore[arg-type]
    assert errors(app) == [
        w("no_cards", which="dark.jpg", kind=kind),
        w("photo_unreadable", name="notes.txt", kinds=kinds),
    ]
    app.segmented_control(key="language-switch").set_value("en").run()
    assert errors(app)[0] == NO_CARDS, "what was refused before is said in the new language too"


def refusal_of(app: AppTest) -> str:
    with pytest.raises(RefusedInput) as refused:
        GameFile.from_dict(table_of(app).game())
    return str(refused.value)


def test_two_of_one_name_are_refused_in_place(scored: AppTest) -> None:
    go(scored, "players").text_input(key="name-s1").set_value("Player 2").run()
    assert errors(go(scored, "check")) == [refusal_of(scored)]


def test_a_card_that_lies_twice_is_told_in_the_language_of_the_page(scored: AppTest) -> None:
    table_of(scored).seats[1].lay_notation("A1:RR")
    assert errors(scored.run()) == [words("score", "en")("doubled", n=1)]
    scored.segmented_control(key="language-switch").set_value("cs").run()
    assert errors(scored) == [words("score", "cs")("doubled", n=1)]


def test_names_are_shown_as_text(scored: AppTest) -> None:
    go(scored, "players").text_input(key="name-s1").set_value("<img src=x onerror=alert(1)>").run()
    for step in ("photos", "check", "form"):
        assert "<img src=x" not in source_of(go(scored, step))


def test_the_legend_is_kept_for_later_sessions_until_it_is_forgotten(scored: AppTest, tmp_path: Path) -> None:
    assert (tmp_path / "data" / "legend.json").exists()
    later = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    assert go(later, "photos").session_state["legend"].kept
    later.button(key="forget").click().run()
    assert not (tmp_path / "data" / "legend.json").exists()
    new = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    assert go(new, "photos").session_state["legend"] is None


def test_a_kept_legend_that_is_broken_is_asked_for_again(stand_in: None, tmp_path: Path) -> None:
    (tmp_path / "data" / "legend.json").write_text("mice were here")
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=20).run()
    assert not app.exception
    assert go(app, "photos").session_state["legend"] is None


def test_a_wrong_legend_is_refused_in_place(app: AppTest) -> None:
    go(app, "photos").file_uploader(key="legend-photo").upload("legend.txt", b"six cards", "text/plain").run()
    assert errors(app) == [
        "legend.txt is not a photo that can be read: give a JPEG, PNG, WebP, HEIC or AVIF file."
    ]


def test_a_legend_given_late_fills_in_the_books_and_leaves_corrections(app: AppTest) -> None:
    upload(app, ("table.jpg", photo_file()))
    first, second = table_of(app).seats
    first.lay_notation("A1:C A2 / B1 Z9")
    give_legend(app)
    assert str(first.shelf) == "A1:C A2:FH / B1:MS Z9"
    assert str(second.shelf) == "C1:FHM C2:R / D1:S ."


def slipping(monkeypatch: pytest.MonkeyPatch, slip: Slip, sentence: str) -> None:
    """The stand-in reader sees this slip in every photo."""
    look = StandInReader.look

    def with_slip(self: StandInReader, *source: Any, **options: Any) -> StandInSeen:
        return replace(look(self, *source, **options), slip=SlipError(slip, sentence))

    monkeypatch.setattr(StandInReader, "look", with_slip)


def test_a_slip_is_told_beside_what_was_read(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    dark = "{which:capital} is too dark to see every card: photograph it with more light."
    slipping(monkeypatch, Slip.DARK, phrase(dark, which=phrase("the photo")))
    upload(app, ("table.jpg", photo_file()))
    assert errors(app) == ["table.jpg is too dark to see every card: photograph it with more light."]
    assert len(table_of(app).photos) == 1
    app.segmented_control(key="language-switch").set_value("fr").run()
    (said,) = errors(app)
    assert said.startswith("table.jpg est trop sombre")


def test_a_pile_is_no_players_shelf(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    slipping(monkeypatch, Slip.PILE, phrase("{which:capital} is no shelf.", which=phrase("the photo")))
    upload(app, ("table.jpg", photo_file()))
    assert errors(app) == ["table.jpg is no shelf."]
    assert not table_of(app).photos
