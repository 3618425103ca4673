"""The model files that come with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.networks import files as models
from vision.networks.files import ModelError, list_model, model_path


def test_a_model_must_be_the_delivered_one(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        model_path("card_detector.onnx", tmp_path)
    file = tmp_path / "card_detector.onnx"
    file.write_bytes(b"network")
    with pytest.raises(ModelError, match="not listed"):
        model_path("card_detector.onnx", tmp_path)
    list_model("card_detector.onnx", tmp_path)
    assert model_path("card_detector.onnx", tmp_path) == file
    file.write_bytes(b"netw")
    with pytest.raises(ModelError, match="damaged"):
        model_path("card_detector.onnx", tmp_path)


def test_every_listed_model_is_there() -> None:
    listed = models.checksums()
    assert {"card_detector.onnx", "card_edges.onnx"} <= set(listed)
    for name in listed:
        assert model_path(name).stat().st_size > 10_000
