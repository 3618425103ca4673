"""A hole in a shelf where a card may lie: it is asked about until somebody answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.stand_in import HOLED
from tests.pages.steps import give_legend, go, page_html, photo_file, table_of, upload


@pytest.fixture
def holed(app: AppTest) -> AppTest:
    """Two players from one photo; the shelf of the second has a hole. All other doubts are settled."""
    app = go(upload(give_legend(app), ("table.jpg", photo_file(HOLED))), "check")
    for seat in table_of(app).seats:
        for card in seat.doubtful:
            app.button(key=f"answer-{seat.id}-{card.id}-name-0").click().run()
    return app


def test_a_hole_is_asked_about_with_its_place_marked(holed: AppTest) -> None:
    assert "Is a card here?" in [each.value for each in holed.subheader]
    assert "Player 2, row 2, column 2" in [each.value for each in holed.caption]
    assert 'alt="The place in the photo, marked"' in page_html(holed)
    assert [seat.to_check for seat in table_of(holed).seats] == [0, 1]
    assert [button.label for button in holed.button if str(button.key).startswith("answer")] == [
        "A card",
        "No card",
    ]


def test_a_hole_without_a_card_is_asked_about_once(holed: AppTest) -> None:
    holed.button(key="answer-s2--1-hole-1").click().run()
    assert [seat.to_check for seat in table_of(holed).seats] == [0, 0]
    assert not holed.subheader
    assert str(table_of(holed).seats[1].shelf) == "C1:FHM C2:R / D1:S ."
    upload(holed, ("again.jpg", photo_file(HOLED + 2)))
    go(holed, "check")
    assert "Is a card here?" not in [each.value for each in holed.subheader]


def test_a_card_in_a_hole_is_typed_at_once(holed: AppTest) -> None:
    table_of(holed).seats[0].change(0, lambda card: replace(card, review=("order",)))
    holed.run()
    holed.button(key="later-s1-0-name").click().run()
    holed.button(key="answer-s2--1-hole-0").click().run()
    assert "Which card is this?" in [each.value for each in holed.subheader]
    assert 'alt="The place in the photo, marked"' in page_html(holed)
    (new,) = table_of(holed).seats[1].doubtful
    assert (new.row, new.column, new.review) == (1, 1, ("letter", "order"))
    holed.selectbox(key=f"letter-s2-{new.id}-unknown").set_value("E")
    holed.text_input(key=f"order-s2-{new.id}-unknown").set_value("3")
    holed.button(key=f"take-s2-{new.id}-unknown").click().run()
    assert str(table_of(holed).seats[1].shelf) == "C1:FHM C2:R / D1:S E3"
    assert not holed.exception
