"""Which side of a card is up, by the detector and by what its strip shows."""

from __future__ import annotations

import numpy as np
import pytest

from vision.decode.calibration import face_confidence, face_evidence, side_confidence
from vision.detect.detections import FACE_DOWN, FACE_UP, STRIP, Detections


def faces(kinds: list[int], score: float = 0.9) -> Detections:
    return Detections.of(
        np.zeros((len(kinds), 4, 2), np.float32), np.array(kinds), np.full(len(kinds), score)
    )


def test_icons_speak_for_a_face_and_against_a_back() -> None:
    weights = (0.5, 0.7, 1.0)
    kinds = [FACE_UP, FACE_UP, FACE_DOWN, FACE_DOWN, STRIP]
    sure = face_confidence(face_evidence(faces(kinds), np.array([0.9, 0.1, 0.9, 0.1, 0.9])), weights)
    assert sure[0] > sure[1]
    assert sure[3] > sure[2]
    assert sure[0] == pytest.approx(sure[3])
    assert sure[0] == sure[4]
    assert ((sure > 0) & (sure < 1)).all()


def test_a_doubtful_card_has_a_doubtful_side() -> None:
    weights = (0.5, 0.7, 1.0)
    clear, dim = (
        face_confidence(face_evidence(faces([0], s), np.array([0.5])), weights) for s in (0.99, 0.4)
    )
    assert clear > dim
    certain = face_confidence(face_evidence(faces([0], 1.0), np.array([1.0])), weights)
    assert 0.99 < certain < 1


def test_a_side_that_the_detector_is_sure_it_is_not_is_doubtful() -> None:
    weights = (0.4, 0.8, 2.4)
    found, shown = faces([0, 0, 1], 1.0), np.array([0.6, 0.6, 0.02])
    with_it, against_it, also_against = side_confidence(found, np.array([True, False, True]), shown, weights)
    assert with_it > 0.95
    assert max(against_it, also_against) < 0.05


def test_print_that_shows_outweighs_a_detector_that_saw_a_back() -> None:
    sure = side_confidence(faces([1], 0.6), np.array([True]), np.array([0.999]), (0.4, 0.8, 2.4))
    assert sure > 0.9
