"""Confidences, and the fields that a person should look at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.decode.tables import dealt, dimly
from vision.decode.calibration import (
    DOUBT_CARDS,
    TYPICAL_DOUBT,
    Calibration,
    calibrated,
    doubt_of_others,
    review_fields,
)
from vision.decode.joint import decode


def test_review_names_doubtful_fields_in_order() -> None:
    thresholds = {"face_up": 0.5, "letter": 0.9, "order": 0.9}
    assert review_fields({"order": 0.8, "letter": 0.89, "face_up": 0.6}, thresholds) == ["letter", "order"]
    assert review_fields({"letter": 0.9, "of": 1.0}, thresholds) == ["of"]  # no threshold was fitted
    assert review_fields({"face_up": float("nan")}, thresholds) == ["face_up"]
    assert review_fields({}, thresholds) == []


def test_a_calibration_is_kept_in_a_file(tmp_path: Path) -> None:
    calibration = Calibration(1.7, 5.0, [14.0, 0.9], [2.0, 0.95], {"letter": 0.8})
    calibration.save(tmp_path / "calibration.json")
    assert Calibration.load(tmp_path / "calibration.json") == calibration


def test_temperature_lowers_confidence_and_changes_no_value() -> None:
    cards = dealt(3, 20)
    evidence = dimly(np.random.default_rng(3), cards, None)
    cold, warm = decode(evidence, Calibration(1.0)), decode(evidence, Calibration(3.0))
    assert cold.letter == warm.letter
    assert warm.confidence["letter"].mean() < cold.confidence["letter"].mean()


@given(st.lists(st.floats(0, 1), max_size=8))
def test_doubt_of_others_is_their_mean_doubt_by_the_usual_doubt(sure: list[float]) -> None:
    for i, doubt in enumerate(doubt_of_others(np.array(sure))):
        others = [1 - each for k, each in enumerate(sure) if k != i and each > 0]
        count = max(sum(each > 0 for each in sure) - 1, 0) + DOUBT_CARDS  # unread cards do not count
        if sure[i] > 0:
            assert np.exp(doubt) == pytest.approx(
                (sum(others) + DOUBT_CARDS * TYPICAL_DOUBT) / count / TYPICAL_DOUBT
            )


def test_a_card_is_trusted_less_among_doubtful_cards() -> None:
    among_sure = calibrated(np.array([0.95, 0.99, 0.99]), 1.0, 0.0, -0.5)[0]
    among_doubtful = calibrated(np.array([0.95, 0.6, 0.5]), 1.0, 0.0, -0.5)[0]
    assert among_doubtful < 0.95 < among_sure
    assert calibrated(np.array([0.0, 0.9]), 1.0, 0.0, -0.5)[0] == 0  # nothing was read
