"""The titles of the owner's copy on the page, read by a stand-in program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import vision
from scorer.cards import BookCard, Category
from scorer.confirmed.catalogue import KeptTitle, TitleStore
from scorer.confirmed.register import Register
from tests.pages.conftest import ROOT
from tests.pages.stand_in import StandInReader
from tests.pages.steps import as_guest
from tests.vision.titles import stand_in as program
from vision.reading import PhotoReading

A1 = BookCard("A", 1, 9, (Category.REFERENCE_TEXTS, Category.REFERENCE_TEXTS))


class LargeReader(StandInReader):
    """The stand-in reader with cards as large as the drawn card."""

    def __init__(self, *of: Any, **more: Any) -> None:
        super().__init__(*of, **more)
        self.legend = True

    def read_table(self, *of: Any, **more: Any) -> PhotoReading:
        reading = super().read_table(*of, **more)
        for card in (card for shelf in reading.shelves for card in shelf.cards):
            x, y = 630 * card.column, 880 * card.row
            card.corners = [(x, y), (x + 630, y), (x + 630, y + 880), (x, y + 880)]
        return reading


def page(root: str) -> None:
    import runpy

    runpy.run_path(f"{root}/pages/deck.py")


def opened(part: str = "titles") -> AppTest:
    app = AppTest.from_function(page, args=(str(ROOT),), default_timeout=60)
    app.query_params["tab"], app.query_params["part"] = "copy", part
    return app.run()


def bodies(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


@pytest.mark.usefixtures("stand_in")
def test_titles_are_read_searched_and_put_right(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program.install(monkeypatch, tmp_path, [[("Atlases", 95)], [("Azure", 40), ("Things", 60)]])
    monkeypatch.setattr(vision, "PhotoReader", LargeReader)
    own = Register()
    own.confirm(A1)
    own.save()
    photo = np.full((1760, 1260, 3), 90, np.uint8)
    photo[:880, :630] = program.card([["Atlases"], ["Azure Things"]])
    app = opened()
    app.file_uploader(key="titles-photos-0").upload("a.png", cv2.imencode(".png", photo)[1].tobytes()).run()
    app.button(key="titles-read").click().run()
    assert not app.exception
    said = [success.value for success in app.success]
    assert any("cards of your copy: 1, titles kept: 2" in each for each in said)
    assert TitleStore().all()["A", 1][0] == KeptTitle("Atlases", 0.95)
    assert "Azure Things" in bodies(app)
    assert bodies(app).count("doubtful") == 1

    app.text_input(key="titles-search").input("AZÚRE").run()
    assert "Azure Things" in bodies(app)
    assert "Atlases" not in bodies(app)
    app.text_input(key="titles-search").input("Zebra").run()
    assert "<table>" not in bodies(app)
    assert app.info[-1].value == "No book fits. Try a shorter word."
    app.text_input(key="titles-search").input("").run()

    app.text_input(key="titles-A1-1-Azure Things").input("Azure Kings")
    app.button(key="titles-keep").click().run()
    assert TitleStore().all()["A", 1][1] == KeptTitle("Azure Kings", 1.0, True)
    assert "doubtful" not in bodies(app)


@pytest.mark.usefixtures("stand_in")
def test_without_the_program_the_page_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    own = Register()
    own.confirm(A1)
    own.confirm(BookCard("A", 2, 9, A1.categories))
    own.save()
    TitleStore().write({("A", 1): ["Azure", "At<b>lases</b>"]})
    TitleStore().write({("A", 2): ["Apes", "Aunts"]})
    app = opened()
    assert not app.exception
    assert "tesseract-ocr" in app.info[0].value
    assert "“Azure” of A1 does not come before “Apes” of A2" in bodies(app)
    assert "At&lt;b&gt;lases&lt;/b&gt;" in bodies(app), "a title is text"
    assert "At<b>lases" not in bodies(app)


@pytest.mark.usefixtures("stand_in")
def test_only_the_owner_forgets_a_card_and_its_titles() -> None:
    own = Register()
    own.confirm(A1)
    own.save()
    TitleStore().write({A1.key: ["Atlases", "Azure"]})
    app = opened("books")
    app.selectbox(key="deck-forget-which").set_value(A1.key).run()
    as_guest(app).button(key="deck-forget-card").click().run()
    assert list(TitleStore().all()) == [A1.key]
    assert Register.load().cards == (A1,)

    app = opened("books")
    app.selectbox(key="deck-forget-which").set_value(A1.key).run()
    app.button(key="deck-forget-card").click().run()
    assert TitleStore().all() == {}
