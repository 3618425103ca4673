"""The backs of one deck look alike; a card of another print is no back."""

import numpy as np
import pytest

from tests.vision.cards.tables import cutout, laid
from vision.cards.backs import like_the_backs
from vision.strips.marks import Marks

RINGS, PLANKS = cutout("rings"), cutout("planks")


def marks(shown: list[float]) -> Marks:
    """Marks of cards with this much print, 0 to 3."""
    each = np.zeros((len(shown), 5), np.float32)
    each[:, 0] = np.array(shown) / 3
    return Marks(icons=np.repeat(each[:, None], 8, axis=1), letter=each, number=each)


@pytest.mark.parametrize(
    ("last", "shown", "down"),
    [("rings", 1.2, True), ("rings", 2.4, False), ("planks", 1.2, False)],
    ids=["like the backs", "like the backs but printed", "of another print"],
)
def test_a_card_with_little_print_that_looks_like_the_backs_is_a_back(
    last: str, shown: float, down: bool
) -> None:
    photo, cards = laid(["rings", "rings", last])
    told = like_the_backs(photo, cards, marks([0.2, 0.2, shown]), np.array([False, False, True]))
    assert told.tolist() == [False, False, down]


def test_without_a_clear_back_nothing_looks_like_one() -> None:
    photo, cards = laid(["rings", "rings"])
    alone = cards[np.array([1])]
    assert not like_the_backs(photo, alone, marks([1.2]), np.array([True])).any()
