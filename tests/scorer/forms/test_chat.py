"""The picture for a chat: as wide as chats send it, readable by night, with each card of the shelf."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scorer.editions import EDITION_KEYS
from scorer.forms import filled, to_chat
from scorer.forms.chat import CHAT, NIGHT, picture
from scorer.forms.drawing import Drawing, Text
from scorer.forms.layout import draw
from scorer.gamefile import GameFile
from scorer.result import Result, score
from scorer.shelf import Shelf
from tests.contrast import contrast

SAMPLES = Path(__file__).parents[3] / "samples" / "games"
#: Three rows as wide as a long game makes them, a card face down, a gap and a card beneath another.
SHELF = Shelf.parse("A1:RR B1:SS D2:MM E4:HF F9:CSH K1:R M12:HHSF / C1:FFH #D1:HM . # G4:SSM / A2:FS+ B2:SSM")
FACE_UP = {"A1", "B1", "D2", "E4", "F9", "K1", "M12", "C1", "G4", "A2", "B2"}


def four_players() -> Result:
    data: dict[str, Any] = json.loads((SAMPLES / "four-players.json").read_text(encoding="utf-8"))
    return score(GameFile.from_dict(data, SAMPLES))


def texts(page: Drawing) -> list[Text]:
    return [item for item in page.items if isinstance(item, Text)]


@pytest.mark.parametrize("edition", EDITION_KEYS)
def test_it_is_as_wide_as_chats_send_pictures_and_about_as_tall_as_a_phone(edition: str) -> None:
    image = Image.open(io.BytesIO(to_chat(four_players(), [("Cleo", SHELF)], edition)))
    assert image.width == 1080
    assert 1500 < image.height < 2000


def test_the_shelf_stands_below_the_form_with_each_card_that_lies_face_up() -> None:
    content = filled(four_players())
    form = draw(content, CHAT)
    page = picture(content, [("Cleo", SHELF)])
    below = [text for text in texts(page) if text.y > form.height]
    assert below[0].text == "Cleo"
    assert {text.text for text in below} == FACE_UP | {"Cleo"}
    assert max(text.y for text in below) < page.height


def test_everything_is_on_the_picture_however_wide_the_shelf_is() -> None:
    wide = Shelf.parse(" ".join(["Z12:RRRR"] * 200))
    name = "A name that is far too long to stand above any shelf " * 3
    page = picture(filled(four_players()), [(name, wide)])
    for item in page.items:
        if isinstance(item, Text):
            assert 0 < item.start[0] < page.width
            assert 0 < item.y < page.height
            continue
        for _, at in item.commands:
            assert all(0 < x < page.width for x in at[::2])
            assert all(0 < y < page.height for y in at[1::2])


def test_tied_winners_have_a_shelf_each_and_an_empty_shelf_takes_no_room() -> None:
    content = filled(four_players())
    bare, one = picture(content, []), picture(content, [("Ana", SHELF)])
    both = picture(content, [("Ana", SHELF), ("Bo", Shelf()), ("Cleo", SHELF)])
    assert both.height - one.height == pytest.approx(one.height - bare.height)
    names = [text.text for text in texts(both)]
    assert names.count("Bo") == [text.text for text in texts(bare)].count("Bo")


def test_by_night_the_same_is_drawn_in_other_colours() -> None:
    content = filled(four_players())
    day, night = (picture(content, [("Cleo", SHELF)], dark) for dark in (False, True))
    assert (day.paper, night.paper) == ("#f8f2e4", NIGHT["#f8f2e4"])
    assert [(text.text, text.x, text.y) for text in texts(day)] == [
        (text.text, text.x, text.y) for text in texts(night)
    ]
    assert not {text.colour for text in texts(night)} & set(NIGHT)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_every_letter_stands_out(night: bool) -> None:
    """From the page, or from the dark strips, whose letters have the colour of the page."""
    page = picture(filled(four_players()), [("Cleo", SHELF)], night)
    ink = NIGHT["#2c221b"] if night else "#2c221b"
    for text in texts(page):
        assert contrast(text.colour, ink if text.colour == page.paper else page.paper) >= 4.5, text
