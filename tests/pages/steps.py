"""How the tests of the app in a session take its steps, and what they find on the page."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import cv2
import numpy as np
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from pages.session import rights
from pages.table.state import CategoryCard, Table
from scorer.cards import Category
from scorer.room.codes import Room

ROOT = Path(__file__).parents[2]
#: What the stand-in reader says of a dark photo.
NO_CARDS = "No cards were found in dark.jpg: take it from above, closer, with the whole shelf in view."
#: A game of two as a game file.
GAME: dict[str, Any] = {
    "form": "B-7c",
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "players": [
        {"name": "Ana", "focus": "spells_potions", "shelf": "A1:RR B1:MS"},
        {"name": "Bo", "focus": "monster_manuals", "shelf": "C1:FHM"},
    ],
}
#: A whole solo game as a game file.
SOLO = {
    "form": "S-42a",
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "difficulty": 3,
    "players": [{"name": "Ana", "focus": "spells_potions", "shelf": "A1:RR B1:SS / C1:CF D1:SR"}],
    "library": {"focus": "monster_manuals", "cards": ["E1:MM", "F1:RC"]},
}


def tie() -> dict[str, Any]:
    """Three with the same counts."""
    foci = {"Ana": "spells_potions", "Bo": "monster_manuals", "Cy": "historic_volumes"}
    same = {"hand": 1, "tally": {category.value: 5 for category in Category}, "stability": 6}
    players = [{"name": name, "focus": focus, **same} for name, focus in foci.items()]
    return {
        "form": "B-7c",
        "edition": "en",
        "prominent": "reference_texts",
        "banned": "corrupted_codices",
        "players": players,
    }


def photo_file(shade: int = 120) -> bytes:
    """A small JPEG; shade 0 is a photo without cards."""
    _, jpeg = cv2.imencode(".jpg", np.full((240, 320, 3), shade, np.uint8))
    return jpeg.tobytes()


def table_of(app: AppTest) -> Table:
    table: Table = app.session_state["table"]
    return table


def as_guest(app: AppTest, mark: str = "phone") -> AppTest:
    """The app before a guest, from its next run on."""
    app.user = {rights.FIELD: rights.claim_of(rights.Person("guest", mark), Room.open())}
    return app


def drawn(app: AppTest, address: str) -> AppTest:
    """The page at this address of the app, as the owner has it."""
    app.user = {rights.FIELD: rights.claim_of(rights.OWNER, Room.open())}
    parts = urlsplit(address)
    app.query_params.clear()
    for name, value in parse_qsl(parts.query):
        app.query_params[name] = value
    page = parts.path.strip("/") or "score"
    app = app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, address
    return app


def go(app: AppTest, step: str) -> AppTest:
    app.segmented_control(key="step").set_value(step).run()
    assert not app.exception
    return app


def upload(app: AppTest, *files: tuple[str, bytes], kind: str = "shelf") -> AppTest:
    go(app, "photos")
    key = f"upload-{table_of(app).key}-{kind}"
    app.file_uploader(key=key).set_value([(*file, "image/jpeg") for file in files]).run()
    assert not app.exception
    return app


def give_legend(app: AppTest) -> AppTest:
    go(app, "photos")
    return app.file_uploader(key="legend-photo").upload("legend.jpg", photo_file(), "image/jpeg").run()


def buttons(app: AppTest, key: str) -> list[Button]:
    """The buttons of this key, which what they are about may follow (`pages.session.fields.as_seen`)."""
    return [each for each in app.button if re.fullmatch(f"{re.escape(key)}(-[0-9a-f]{{8}})?", each.key or "")]


def button(app: AppTest, key: str) -> Button:
    (found,) = buttons(app, key)
    return found


def place(table: Table, key: str) -> CategoryCard:
    """Where a category card lies: ``prominent``, ``banned``, ``focus-s1`` …"""
    return next(each for each in table.category_cards if each.key == key)


def choose(app: AppTest, **choices: str) -> AppTest:
    go(app, "players")
    table_of(app).assign({key.replace("_", "-"): Category(category) for key, category in choices.items()})
    app.run()
    assert not app.exception
    return app


CHOICES = {
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "focus_s1": "spells_potions",
    "focus_s2": "monster_manuals",
}


#: Of a solo game: one player and the public library.
SOLO_CHOICES = {
    "prominent": "reference_texts",
    "banned": "corrupted_codices",
    "focus_s1": "spells_potions",
    "focus_library": "historic_volumes",
}


def source_of(app: AppTest) -> str:
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def page_html(app: AppTest) -> str:
    return unescape(source_of(app))


def play_of(app: AppTest) -> dict[str, Any]:
    """The play in the link to BG Stats."""
    (link,) = (each.proto.url for each in app.get("link_button") if "bgstats" in each.proto.url)
    play: dict[str, Any] = json.loads(unquote(urlsplit(link).query.removeprefix("data=")))
    return play


def errors(app: AppTest) -> list[str]:
    return re.findall('<p class="refused" role="alert">(.*?)</p>', page_html(app))
