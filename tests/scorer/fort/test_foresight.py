"""What is foreseen of an action is what comes of it, whatever is left out to ask the same question once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorer.fort.actions import SUITS, parse
from scorer.fort.cards import CardSet, Level
from scorer.fort.foresight import Order, Side, best_of, foresee, outcomes
from scorer.fort.means import Means, Powers, Terms, payments
from scorer.fort.play.table import any_count, faces_of

HOUSE = CardSet.house()
#: Orders that the house set has not, and that an owner's set may have.
MORE = [
    ("(remove then remove) × 9", "point × glue"),
    ("(recruit then lookout × 2) × book", "advance(-1) then convert × 3"),
    ("copy rival pack × 2", "spend resource × 3 then pack × fort"),
    ("remove × lookout then recruit × pack", "remove rival × any suit"),
]
ORDERS = [order for face in faces_of(HOUSE) for order in face.orders.values()]
for first, second in MORE:
    sides = Side.of(parse(first), True), Side.of(parse(second), False)
    ORDERS += [Order.of(pair, HOUSE.levels) for pair in (sides, sides[::-1])]

means = st.tuples(
    *[st.integers(0, 4)] * 2, *[st.integers(0, 3)] * 2, st.integers(0, 5), st.integers(0, 6),
    st.integers(0, 5), st.integers(0, 30), st.integers(0, 12), st.integers(0, 50), st.integers(0, 1),
).map(Means._make)  # fmt: skip
packs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=3).map(tuple)


@given(
    st.sampled_from(ORDERS),
    means,
    st.dictionaries(st.sampled_from(SUITS), st.integers(0, 9)),
    st.sampled_from([Powers(), Powers(pack_bonus=2), Powers(light_fingers=True), Powers(bribery=True)]),
    packs,
    st.sampled_from([None, 0, 1]),
)
def test_nothing_that_matters_is_left_out(order, means, counts, powers, packs, taken) -> None:  # type: ignore[no-untyped-def]
    any_suit = any_count(counts)
    terms = Terms(HOUSE.levels, counts, any_suit, powers, packs)
    found = best_of(outcomes(order.sides, means, terms, taken))
    seen = foresee(order, means, counts, any_suit, powers, packs, taken)
    assert sorted(seen.outcomes, key=str) == sorted(found, key=str)


@given(
    st.builds(Level, st.just(1), st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)),
    st.integers(-2, 2),
    st.tuples(*[st.integers(0, 4)] * 4),
)
def test_every_payment_is_the_price_and_no_way_to_pay_is_missing(
    level: Level, dearer: int, has: tuple[int, int, int, int]
) -> None:
    price = max(0, level.pizza + level.toys + level.either + dearer)
    ways = payments(level, dearer, has)
    assert len(set(ways)) == len(ways)
    every = [
        (a, b, c, d)
        for a in range(has[0] + 1)
        for b in range(has[1] + 1)
        for c in range(has[2] + 1)
        for d in range(has[3] + 1)
        if a + b + c + d == price
        and max(0, level.pizza - a - c) + max(0, level.toys - b - d) <= max(0, -dearer)
    ]
    assert sorted(ways) == sorted(every)
