"""How probable a find is a card: what lies where one would must look like one too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_gaps import shelf
from vision.detections import FACE_DOWN, FACE_UP, Detections
from vision.evidence import BELIEVED, UNSEEN, belief


def faces_and_a_back(score: float, spread: float, checked: float) -> Detections:
    """Five clear faces of a shelf, and a find that lies face down where a sixth would."""
    corners = shelf([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)])
    kind = np.array([FACE_UP] * 5 + [FACE_DOWN], np.int8)
    found = Detections.of(corners, kind, np.array([0.9] * 5 + [score]))
    sides, looks = np.full(6, 0.003, np.float32), np.full(6, 8.0, np.float32)
    sides[5], looks[5] = spread, checked
    return replace(found, spread=sides, checked=looks)


@pytest.mark.parametrize(("spread", "checked", "there"), [(0.003, -2.0, True), (0.035, -5.0, False)])
def test_a_place_beside_faces_is_a_back_only_if_it_looks_like_a_card_by_itself(
    spread: float, checked: float, there: bool
) -> None:
    probability = belief(faces_and_a_back(0.3, spread, checked))
    assert (probability[5] >= BELIEVED) is np.bool_(there)
    assert probability[:5].min() > 0.95


def test_how_a_find_looks_by_itself_weighs_only_where_it_is_doubtful() -> None:
    """The same look, a little above and below the limit; what is very likely stays as likely."""
    checked = UNSEEN + np.log(2)
    below, above = (belief(faces_and_a_back(0.3, 0.02, checked + by))[5] for by in (-0.01, 0.01))
    assert below < 0.6 * above
    sure = [belief(faces_and_a_back(0.999, 0.02, checked + by))[5] for by in (-0.01, 0.01)]
    assert sure[0] == pytest.approx(sure[1], abs=0.01)
