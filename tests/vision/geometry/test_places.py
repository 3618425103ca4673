"""Free places of the table around cards."""

from __future__ import annotations

import numpy as np

from tests.vision.shelf.shelves import shelf
from vision.geometry.quads import Quads, common_area, free_places


def test_free_places_lie_in_the_photo_and_on_no_card() -> None:
    cards = shelf([(0, 0), (1, 0), (2, 0)], 189, 170)
    quad: Quads = cards[0]
    moves = np.array([(x, y) for x in range(-400, 401, 40) for y in range(-300, 301, 40)])
    places = free_places(quad, moves, cards, (900, 620))
    assert len(places) > 20
    assert places.min() >= 0
    assert (places <= (899, 619)).all()
    assert max(common_area(place, card) for place in places for card in cards) < 0.1 * 100 * 140
    assert not any(np.allclose(place, quad) for place in places)
