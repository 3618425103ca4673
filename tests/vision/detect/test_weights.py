"""The fitted weights of the evidence for a card."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP
from vision.detect.weights import BACK_TERMS, FILE, TERMS, CardWeights
from vision.networks.files import ModelError


def test_saved_weights_are_loaded_again(tmp_path: Path) -> None:
    fitted = replace(CardWeights.default(), backs=tuple(map(float, range(BACK_TERMS))))
    fitted.save(tmp_path)
    assert CardWeights.load(tmp_path) == fitted


def test_every_kind_has_weights() -> None:
    by_kind = CardWeights.default().by_kind
    assert {len(by_kind[kind]) for kind in (FACE_UP, FACE_DOWN, STRIP, CATEGORY)} == {TERMS}


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        CardWeights.load(tmp_path)
    CardWeights.default().save(tmp_path)
    file = tmp_path / FILE
    file.write_text(file.read_text(encoding="utf-8").replace("1.43", "1.44"), encoding="utf-8")
    with pytest.raises(ModelError, match="damaged"):
        CardWeights.load(tmp_path)


def test_weights_that_do_not_fit_the_evidence_are_refused() -> None:
    with pytest.raises(ValueError, match="12 for each kind"):
        replace(CardWeights.default(), strip=(1.0, 2.0))
