"""Loosely laid shelves."""

from __future__ import annotations

import numpy as np
import pytest

from vision.synth.scene.decks import random_deck
from vision.synth.scene.layout import Layout, one_shelf
from vision.synth.scene.spacing import (
    LOOSE,
    MOST_ASKEW,
    Spacing,
    joined,
    loose_spacing,
    without_a_middle_card,
)


def test_gaps_are_wide_between_columns_or_rows_or_both() -> None:
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(60):
        spacing = loose_spacing(rng, 3, 5)
        assert (len(spacing.rows), len(spacing.columns)) == (3, 5)
        wide = tuple(min(gaps) >= LOOSE[0] for gaps in (spacing.columns, spacing.rows))
        assert max(*spacing.columns, *spacing.rows) <= LOOSE[1]
        seen.add((*wide, len(set(spacing.columns)) == 1))
    assert {wide[:2] for wide in seen} == {(True, True), (True, False), (False, True)}
    assert {wide[2] for wide in seen} == {True, False}


def test_middles_keep_the_gaps() -> None:
    xs, ys = Spacing((0.2, 0.8, 0.0), (0.5, 0.0), 0.0).middles(1.4)
    assert np.allclose(np.diff(xs), [1.2, 1.8])
    assert np.allclose(np.diff(ys), [1.5 * 1.4])


@pytest.mark.parametrize(("gap", "most"), [(0.0, 0.0), (0.8, MOST_ASKEW)])
def test_a_card_turns_as_far_as_its_gaps_have_room(gap: float, most: float) -> None:
    assert Spacing((gap,) * 3, (gap,) * 2, MOST_ASKEW).room(0, 1, 1.4) == most


def test_the_card_in_hand_lay_in_the_middle_and_leaves_the_others_joined() -> None:
    block = [(r, c) for r in range(3) for c in range(3)]
    left = without_a_middle_card(np.random.default_rng(2), block)
    (gone,) = set(block) - set(left)
    assert gone[1] == 1
    assert joined(set(left))
    row = [(0, c) for c in range(4)]
    assert without_a_middle_card(np.random.default_rng(2), row) == row


def test_cards_of_a_loose_shelf_do_not_lie_on_one_another() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        table = one_shelf(rng, random_deck(rng), 1.4, loose=True)
        at = np.array([(card.x, card.y) for card in table.placements])
        apart = np.abs(at[:, None] - at[None]) / (1, 1.4)
        beside = apart.max(axis=2)[~np.eye(len(at), dtype=bool)]
        assert (beside > 0.9).all()
        assert isinstance(table, Layout)
