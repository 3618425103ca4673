"""How wide the cards of a pile are."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pile.piles import TILT, columns, found
from vision.detect.detections import STRIP
from vision.geometry.plane import lengths_there
from vision.pile.cards import pile_cards, uncovered

SIZE = (1000, 1000)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("share", [0.05, 0.15, 0.25])
def test_strips_that_another_column_covers_get_their_whole_width(share: float, side: str) -> None:
    true, _ = columns([0, 1 - share, 2.3])
    shown = true.copy()
    hidden, ends, by = (slice(0, 6), [1, 2], -share) if side == "right" else (slice(6, 12), [0, 3], share)
    shown[hidden, ends] += np.array([by, 0]) @ TILT.T * 100
    corners, seen = uncovered(shown, np.ones(len(true), np.bool_))
    if share > 0.1:
        assert np.abs(corners - true).max() < 3
        assert np.allclose(seen[hidden, int(side == "right")], share, atol=0.02)
    else:
        assert (corners == shown).all()
        assert not seen.any()


def test_two_pieces_of_a_strip_are_one_card() -> None:
    corners, kinds = columns([0, 1.2])
    whole = corners[2].copy()
    cut = 0.4 * (whole[1] - whole[0])
    piece = whole.copy()
    piece[[0, 3]] += cut
    corners[2][[1, 2]] = whole[[0, 3]] + cut
    pieces = np.concatenate([corners, piece[None]])
    seen, hidden = pile_cards(found(pieces, np.append(kinds, np.int8(STRIP))), SIZE)
    assert len(seen) == len(corners)
    apart = np.abs(seen.corners[:, None, :2] - columns([0, 1.2])[0][None, :, :2]).max(axis=(2, 3))
    assert (apart.min(axis=0) < 3).all()
    assert hidden.any()


@pytest.mark.parametrize("side", [0, 1])
def test_a_piece_of_a_strip_is_as_wide_as_its_column(side: int) -> None:
    true, _ = columns([0, 1.2])
    shown = true.copy()
    ends = ([0, 3], [1, 2])[side]
    shown[2][ends] += (1 - 2 * side) * 0.4 * (true[2, 1] - true[2, 0])
    corners, hidden = uncovered(shown, np.ones(len(true), np.bool_))
    assert np.abs(corners - true).max() < 3
    assert hidden[2, side] > 0.3


def test_cards_are_as_wide_as_most_of_those_around() -> None:
    x, y = np.meshgrid(np.arange(6.0), np.arange(4.0))
    left = np.stack([x.ravel(), y.ravel()], axis=1) * 130
    width = 100 * (1 + 0.02 * x.ravel())
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    corners = left[:, None] + width[:, None, None] * square
    few = np.random.default_rng(1).choice(24, 5, replace=False)
    corners[few, 1] -= (30, 0)
    seen, middles = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1), corners[:, :2].mean(axis=1)
    assert np.allclose(seen * np.exp(-lengths_there(seen, middles)), width, rtol=0.02)
    assert len(lengths_there(seen[:0], middles[:0])) == 0
