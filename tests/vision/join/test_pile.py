"""One pile in several photos: every card once, in its column, whatever the cameras."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.join.sights import Card, different_cards, seen
from vision.geometry.quads import moved
from vision.join.joining import join_pile
from vision.join.seen import Seen
from vision.pile.cards import columns_of_pile

Place = tuple[int, int]
STEP, ACROSS, STRIP_HIGH, WIDE = 0.28, 1.12, 0.28, 120.0
seeds = st.integers(0, 2**32 - 1)


def pile(rng: np.random.Generator, columns: int, longest: int) -> dict[Place, Card]:
    """Column and place to card, all face up."""
    cards = different_cards(rng, columns * longest, face_down=0.0)
    return {(n // longest, n % longest): card for n, card in enumerate(cards)}


def photo(
    rng: np.random.Generator,
    cards: dict[Place, Card],
    across: tuple[int, int],
    down: tuple[int, int],
    clear: float = 7.0,
    wrong: float = 0.0,
    tilt: float = 0.1,
) -> tuple[Seen, list[Place]]:
    """The photo of some columns and places, from a somewhat different side each time."""
    shown = sorted(p for p in cards if across[0] <= p[0] <= across[1] and down[0] <= p[1] <= down[1])
    shown = [shown[i] for i in rng.permutation(len(shown))]
    quads = []
    for column, place in shown:
        x, y = column * ACROSS, place * STEP
        jitter = rng.normal(0, 0.01, (4, 2))
        quads.append(np.array([[x, y], [x + 1, y], [x + 1, y + STRIP_HIGH], [x, y + STRIP_HIGH]]) + jitter)
    flat = (np.array(quads) * WIDE).astype(np.float32)
    angle = np.radians(rng.uniform(-8, 8) + rng.choice([0, 90, 180]))
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, 1, 0], [*rng.uniform(-tilt, tilt, 2) / 3000, 1]])
    middle = np.eye(3)
    middle[:2, 2] = -flat.mean(axis=(0, 1))
    placed = moved(flat, lean @ turn @ middle).astype(np.float64)
    placed = placed - placed.min(axis=(0, 1)) + 30
    width, height = placed.max(axis=(0, 1)).astype(int).tolist()
    columns = columns_of_pile(placed, np.full(len(placed), 2))
    own = [(0, place, column) for place, column in zip(columns.place, columns.column, strict=True)]
    size = (width + 30, height + 30)
    strips = seen(placed, [cards[p] for p in shown], rng, own, size, clear, wrong)
    return strips, shown


def check(photos: list[tuple[Seen, list[Place]]]) -> None:
    """Checks that every card comes out once, with all its sightings, in its column and order."""
    joined = join_pile([one for one, _ in photos])
    true = [{photos[p][1][i] for p, i in card.sightings} for card in joined]
    assert all(len(places) == 1 for places in true)
    places = [place for (place,) in true]
    assert len(set(places)) == len(places) == len({place for _, shown in photos for place in shown})
    first = min(place[0] for place in places)
    assert [card.column for card in joined] == [place[0] - first for place in places]
    lowest = {c: min(place[1] for place in places if place[0] == c) for c, _ in places}
    assert [card.row for card in joined] == [place[1] - lowest[place[0]] for place in places]


@given(seeds, st.floats(0, 0.1))
@settings(max_examples=4, deadline=None)
def test_152_cards_in_four_photos(seed: int, wrong: float) -> None:
    rng = np.random.default_rng(seed)
    cards = pile(rng, 12, 13)
    parts = [((0, 6), (0, 7)), ((5, 11), (0, 7)), ((0, 6), (5, 12)), ((5, 11), (5, 12))]
    check([photo(rng, cards, *part, wrong=wrong) for part in parts])


@given(seeds, st.floats(0, 0.25))
@settings(max_examples=8, deadline=None)
def test_cards_that_are_read_wrongly_are_still_one(seed: int, wrong: float) -> None:
    rng = np.random.default_rng(seed)
    cards = pile(rng, 5, 9)
    check([photo(rng, cards, *part, clear=5.0, wrong=wrong) for part in [((0, 3), (0, 8)), ((1, 4), (0, 8))]])


@given(seeds)
@settings(max_examples=4, deadline=None)
def test_a_column_longer_than_a_photo(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = pile(rng, 3, 16)
    check([photo(rng, cards, (0, 2), part) for part in [(0, 9), (6, 15)]])


def test_photos_that_share_no_card_lie_beside_each_other() -> None:
    rng = np.random.default_rng(3)
    cards = pile(rng, 6, 5)
    parts = [photo(rng, cards, columns, (0, 4)) for columns in ((0, 2), (3, 5))]
    joined = join_pile([one for one, _ in parts])
    assert len(joined) == 30
    assert len({(card.column, card.row) for card in joined}) == 30
    assert {card.column for card in joined} == set(range(6))


def test_a_few_cards_moved_between_two_photos_are_counted_once() -> None:
    """Cards that are clearly the same are one card, wherever they lie."""
    rng = np.random.default_rng(5)
    cards = pile(rng, 1, 3)
    mixed = dict(zip(cards, [cards[0, 2], cards[0, 0], cards[0, 1]], strict=True))
    joined = join_pile([photo(rng, those, (0, 0), (0, 2), clear=9.0)[0] for those in (cards, mixed)])
    assert len(joined) == 3
    assert len({(card.column, card.row) for card in joined}) == 3


def test_no_photo_joins_its_own_cards() -> None:
    rng = np.random.default_rng(6)
    cards = pile(rng, 2, 4)
    same = dict.fromkeys(cards, ("A", 1, True))
    joined = join_pile([photo(rng, same, (0, 1), (0, 3))[0] for _ in range(2)])
    assert len(joined) >= 8
    assert all(len({p for p, _ in card.sightings}) == len(card.sightings) for card in joined)


def test_one_photo_gives_what_its_columns_say() -> None:
    rng = np.random.default_rng(8)
    one, shown = photo(rng, pile(rng, 4, 6), (0, 3), (0, 5))
    alone = columns_of_pile(one.corners, np.full(len(one), 2))
    joined = sorted(join_pile([one]), key=lambda card: card.sightings[0][1])
    assert [(c.column, c.row) for c in joined] == list(
        zip(alone.column.tolist(), alone.place.tolist(), strict=True)
    )
    assert [(c.column, c.row) for c in joined] == shown
