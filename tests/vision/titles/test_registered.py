"""The titles of confirmed cards, as a photo shows them."""

from __future__ import annotations

from scorer.cards import BookCard, Category
from scorer.confirmed.register import Register
from tests.pages.stand_in import card_reading
from vision.titles.read import confirmed

E2 = ("E", 2)
PAIR = (Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS)


def test_only_cards_that_are_read_as_confirmed_have_titles() -> None:
    register = Register()
    register.confirm(BookCard("E", 2, 7, PAIR))
    found = confirmed(card_reading(0, 0, "E2:SH"), register)
    assert found is not None
    assert found[0].key == E2
    for other in ("E2:SS", "E3:HS", ""):
        assert confirmed(card_reading(0, 0, other), register) is None
