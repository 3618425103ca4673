"""Shelves laid loosely: gaps, cards askew, a card taken away. One grid fits them; letters tell the rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.shelf.tables import Table, right
from vision.common.arrays import Floats
from vision.common.fields import LETTERS
from vision.decode.deck_prior import DECK_PRIOR
from vision.decode.shelf_order import order_evidence
from vision.detect.detections import FACE_UP, Detections
from vision.shelf.lattice import place_cards
from vision.shelf.parting import Order
from vision.shelf.placing import on_shelves, placed_by_order

seeds = st.integers(0, 2**32 - 1)


def loose_table(rng: np.random.Generator, gaps: str, askew: float, lacking: bool) -> Table:
    """A shelf of two or three rows laid loosely: "even" or "uneven" gaps, "columns" or "rows" apart."""
    table = Table(rng, 1.4, jitter=0.03, twist=askew)
    rows, columns = int(rng.integers(2, 4)), int(rng.integers(3, 7))
    cells = [(r, c) for r in range(rows) for c in range(columns) if not lacking or (r, c) != (1, 1)]
    table.lay(cells)

    def places(count: int, loose: bool) -> Floats:
        size = 1 if gaps == "even" else count
        drawn = rng.uniform(0.2, 0.8, size) if loose else np.zeros(size)
        return np.cumsum(np.broadcast_to(drawn, count))

    across, down = places(columns, gaps != "rows"), 1.4 * places(rows, gaps != "columns")
    for i, (_, row, column) in enumerate(table.places):
        table.quads[i] = table.quads[i] + np.array([across[column], down[row]])
    return table


@pytest.mark.parametrize("told", [None, 1])
@pytest.mark.parametrize("lacking", [False, True])
@pytest.mark.parametrize("gaps", ["even", "uneven", "columns", "rows"])
@given(seeds, st.floats(0, 30), st.floats(0, 360), st.floats(0, 20))
@settings(max_examples=25, deadline=None)
def test_a_loose_shelf_stays_one_or_is_asked_about(
    gaps: str, lacking: bool, told: int | None, seed: int, tilt: float, spin: float, askew: float
) -> None:
    table = loose_table(np.random.default_rng(seed), gaps, askew, lacking)
    placed = place_cards(table.photo(tilt, spin, 0.02), table.face_up, shelves=told)
    assert right(table, placed).all() or any(placed.doubts)
    if told:
        assert right(table, placed).all()


@pytest.mark.parametrize("number", range(3))
def test_most_loose_shelves_stay_one(number: int) -> None:
    whole = []
    for seed in range(40):
        rng = np.random.default_rng((number, seed))
        gaps = ("even", "uneven", "columns", "rows")[seed % 4]
        table = loose_table(rng, gaps, rng.uniform(0, 20), seed % 3 == 0)
        seen = table.photo(rng.uniform(0, 30), rng.uniform(0, 360), 0.02)
        whole.append(right(table, place_cards(seen, table.face_up)).all())
    assert np.mean(whole) >= 0.9  # letters say the rest (`test_letters_tell_one_shelf_from_two`)


def in_order(table: Table, letters: dict[int, str]) -> Order:
    """How likely cards lie in this order, by their letters, all of number 1."""
    likely = np.full((len(table.places), 26, 14), -20.0)
    for card, letter in letters.items():
        likely[card, LETTERS.index(letter), 0] = 0.0
    flat = likely.reshape(len(likely), -1)
    return lambda cards: order_evidence(flat[list(cards)], DECK_PRIOR.decks.orders.ravel())


@pytest.mark.parametrize(("rows", "shelves"), [(("ACEG", "IKMO", "QSUW"), 1), (("ACBD", "FHGL", "KMPZ"), 2)])
def test_letters_tell_one_shelf_from_two(rows: tuple[str, ...], shelves: int) -> None:
    table = Table(np.random.default_rng(3), 1.4, jitter=0.02, twist=1)
    table.lay([(r, c) for r in range(3) for c in range(4)])
    table.face_up = [True] * 12
    for i, (_, _, column) in enumerate(table.places):
        table.quads[i] = table.quads[i] + np.array([0.35 * (column > 1), 0])
    letters = {i: rows[row][column] for i, (_, row, column) in enumerate(table.places)}
    seen = table.photo(10, 0, 0.01)
    placed = place_cards(seen, table.face_up, order=in_order(table, letters))
    assert placed.shelf.max() + 1 == shelves
    assert not any(placed.doubts)
    assert any(place_cards(seen, table.face_up).doubts)  # the cards' places alone do not tell


def test_more_pieces_than_told_are_asked_about() -> None:
    table = Table(np.random.default_rng(4), 1.4)
    table.lay([(r, c) for r in range(3) for c in range(4)], (-4, 0))
    table.lay([(r, c) for r in range(3) for c in range(4)], (4, 0), 90)
    seen = table.photo(10, 0, 0.01)
    placed = place_cards(seen, table.face_up, shelves=1)
    assert right(table, placed).all()
    assert placed.doubts == (("parted",), ("parted",))
    for fits in (None, 2, range(1, 5)):
        assert place_cards(seen, table.face_up, shelves=fits).doubts == ((), ())


@pytest.mark.parametrize(("shelves", "doubt"), [(None, ("parted",)), (1, ("parted",)), (2, ())])
def test_k1_a_find_that_may_be_a_card_between_two_parts_raises_doubt(
    shelves: int | None, doubt: tuple[str, ...]
) -> None:
    """Cards were overlooked between two parts, which are too far apart to be neighbours."""
    table = Table(np.random.default_rng(5), 1.4, jitter=0.02, twist=1)
    table.lay([(0, column) for column in range(10)])
    table.face_up = [True] * 10
    every = Detections.of(table.photo(10, 0, 0.0), np.full(10, FACE_UP, np.int8), np.ones(10))
    every = replace(every, belief=np.tile([0.5, 0, 0, 0, 0.5], (10, 1)).astype(np.float32))
    cards, between = every[np.array([0, 1, 2, 8, 9])], every[np.arange(3, 8)]
    placed = on_shelves(cards)
    up, order = np.ones(5, np.bool_), in_order(table, {})
    assert placed_by_order(placed, up, order, shelves).doubts == ((), ()) or shelves == 1
    asked = placed_by_order(placed, up, order, shelves, between)
    assert asked.shelf.tolist() == [0, 0, 0, 1, 1]
    assert asked.doubts == (doubt, doubt)
    on_a_card = placed_by_order(placed, up, order, 2, cards[np.array([2])])
    assert on_a_card.doubts == ((), ())
