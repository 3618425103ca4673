"""The files of the networks are the files that were delivered."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.networks import files as models
from vision.networks.files import ModelError, list_model, model_path


def test_a_missing_unlisted_or_changed_network_is_refused(tmp_path: Path) -> None:
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


def test_every_listed_file_is_there() -> None:
    listed = models.checksums()
    assert {"card_detector.onnx", "card_edges.onnx"} <= set(listed)
    for name in listed:
        assert model_path(name).stat().st_size > 100
