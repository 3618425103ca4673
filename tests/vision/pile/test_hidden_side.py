"""Letter and number say which side of a pile's card is hidden."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pile.piles import PILE
from vision.detect.detector import Detector
from vision.geometry.quads import widths
from vision.photo.load import load_photo
from vision.pile.cards import placed_in_pile, with_printed_side

HIDDEN = 0.17


@pytest.mark.parametrize("side", [0, 1], ids=["left", "right"])
def test_a_card_widened_on_the_wrong_side_moves(side: int) -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards = placed_in_pile(detector.detect(photo), photo).cards
    wrong, right = 3, 7
    corners, hidden = cards.corners.copy(), np.zeros((len(cards), 2))
    corners[wrong] += (2 * side - 1) * HIDDEN * (corners[wrong, 1] - corners[wrong, 0])
    hidden[[wrong, right], side] = HIDDEN
    mended, shares = with_printed_side(photo, replace(cards, corners=corners), hidden)
    off = np.linalg.norm(mended.corners - cards.corners, axis=2).max(axis=1) / widths(cards.corners)
    assert off.max() < 0.01
    assert np.allclose(shares[wrong], np.roll([HIDDEN, 0], 1 - side))
    assert np.allclose(shares[right], np.roll([HIDDEN, 0], side))


def test_where_no_card_shows_whole_nothing_is_moved() -> None:
    photo, detector = load_photo(PILE), Detector.default()
    cards = detector.detect(photo)
    hidden = np.tile([HIDDEN, 0.0], (len(cards), 1))
    same, shares = with_printed_side(photo, cards, hidden)
    assert (same.corners == cards.corners).all()
    assert (shares == hidden).all()
