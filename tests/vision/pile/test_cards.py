"""Which finds in a photo of a pile are cards, and how wide these are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.vision.pile.piles import PILE, TILT, columns, found
from vision.detect.detections import FACE_UP, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.geometry.sizes import lengths_there
from vision.photo.load import load_photo
from vision.pile.cards import between_strips, in_endless_columns, pile_cards, uncovered, without_print
from vision.pile.columns import columns_of_pile

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


@pytest.mark.parametrize("score", [0.6, 0.95])
def test_strips_in_a_column_without_end_are_no_cards_unless_they_are_clear(score: float) -> None:
    corners, kinds = columns([0, 1.2, 3.5])
    kinds[-6:] = STRIP
    scores = np.where(np.arange(18) < 12, 1.0, score)
    out = in_endless_columns(found(corners, kinds, scores), SIZE)
    assert out.tolist() == [False] * 12 + [score < 0.9] * 6
    last = int(corners[-1, :, 1].max())
    assert not in_endless_columns(
        found(corners, kinds, scores), (1000, last + 20)
    ).any()  # the photo ends there


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


def test_an_unsure_find_without_print_is_no_card() -> None:
    photo = load_photo(PILE)
    pile = Detector.default().detect(photo)
    strips = pile[pile.kind == STRIP]
    whole = pile[pile.kind == FACE_UP].corners
    bodies = whole.copy()
    bodies[:, :2] += 0.45 * (whole[:, 3] - whole[:, 0])[:, None]
    bodies[:, 2:] -= 0.15 * (whole[:, 3] - whole[:, 0])[:, None]
    corners = np.concatenate([strips.corners, bodies])
    unsure = Detections.of(corners, np.full(len(corners), STRIP, np.int8), np.full(len(corners), 0.9))
    said = without_print(photo, unsure)
    assert len(strips) > 20
    assert not said[: len(strips)].any()
    assert said[len(strips) :].mean() > 0.7, "but for titles that look like print"
    # the body of a last card, under its own strip, may look almost like a card
    nearly = replace(unsure, score=np.full(len(corners), 0.996, np.float32))
    assert np.array_equal(without_print(photo, nearly), said)
    assert not without_print(photo, replace(unsure, score=np.full(len(corners), 0.999, np.float32))).any()


def test_a_pattern_between_two_strips_is_no_card() -> None:
    photo = load_photo(PILE)
    pile, _ = pile_cards(Detector.default().detect(photo), (photo.shape[1], photo.shape[0]))
    strip = np.array([STRIP], np.int8)
    columns = columns_of_pile(pile.corners, pile.kind)
    assert not between_strips(photo, pile, columns).any()
    upper = int(np.flatnonzero((columns.column == 0) & (columns.place == 1))[0])
    lower = int(np.flatnonzero((columns.column == 0) & (columns.place == 2))[0])
    halfway = (pile.corners[upper] + pile.corners[lower])[None] / 2
    more = joined([pile, found(halfway, strip)])
    said = between_strips(photo, more, columns_of_pile(more.corners, more.kind))
    assert said.tolist() == [False] * len(pile) + [True]
    # nor is it a card where the pattern halves every step
    order = np.lexsort((columns.place, columns.column))
    pairs = [(a, b) for a, b in pairwise(order.tolist()) if columns.column[a] == columns.column[b]]
    shares = np.random.default_rng(1).uniform(0.44, 0.56, len(pairs))
    halfway = np.stack(
        [x * pile.corners[a] + (1 - x) * pile.corners[b] for x, (a, b) in zip(shares, pairs, strict=True)]
    )
    many = joined([pile, found(halfway, np.full(len(pairs), STRIP, np.int8))])
    said = between_strips(photo, many, columns_of_pile(many.corners, many.kind))
    assert said.tolist() == [False] * len(pile) + [True] * len(pairs)
    # a strip just below another that shows the print of a card is a card
    twice = joined([pile, found(pile.corners[lower][None] + (0, 4), strip)])
    assert not between_strips(photo, twice, columns_of_pile(twice.corners, twice.kind))[:-1].any()
    # a find just above a card has no banner of its own, however far the card above lies
    above = pile.corners[lower] + 0.4 * (pile.corners[upper] - pile.corners[lower])
    apart = pile[np.arange(len(pile)) != upper]
    more = joined([apart, found(above[None], strip)])
    said = between_strips(photo, more, columns_of_pile(more.corners, more.kind))
    assert said.tolist() == [False] * len(apart) + [True]
