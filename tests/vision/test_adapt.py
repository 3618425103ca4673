"""What was learned is kept in a file, and a damaged file is read as if it were not there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorer.cards import CATEGORIES
from vision.adapt import FILE, Adaptation, fingerprint, replay_strips
from vision.icons.encode import ICON_SIDE, VECTOR
from vision.networks.files import ModelError


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of an adaptation."""
    icons = tuple(np.eye(6, VECTOR, dtype=np.float32)[number, None] for number in range(len(CATEGORIES)))
    pictures = tuple(np.full((ICON_SIDE, ICON_SIDE, 3), number, np.uint8) for number in range(6))
    Adaptation({}, icons, pictures, fingerprint()).save(tmp_path / FILE)
    return tmp_path / FILE


def test_a_damaged_adaptation_is_read_as_none(kept: Path) -> None:
    whole = kept.read_bytes()
    assert Adaptation.load(kept) is not None
    for end in range(0, len(whole), 101):
        kept.write_bytes(whole[:end])
        assert Adaptation.load(kept) is None, f"cut off after {end} bytes"
    rng = np.random.default_rng(7)
    for _ in range(300):
        at, value = int(rng.integers(len(whole))), int(rng.integers(256))
        kept.write_bytes(whole[:at] + bytes([value]) + whole[at + 1 :])
        Adaptation.load(kept)  # some bytes say nothing of the arrays: what counts is that nothing is raised
    with kept.open("wb") as file:
        np.save(file, np.zeros(3))
    assert Adaptation.load(kept) is None


def test_damaged_general_strips_are_refused_in_a_sentence(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-100])
    with pytest.raises(ModelError, match="install the program again"):
        replay_strips(kept)
