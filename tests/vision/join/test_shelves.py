"""Shelves in several photos: parts are put together, shared cards count once, other shelves stay apart."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.join.sights import Card, Cell, different_cards, window
from vision.common.evidence import Evidence
from vision.common.probability import MISREADING
from vision.decide import PlaceReviewSettings, decide
from vision.decode.calibration import Calibration
from vision.join.joining import join_shelves
from vision.join.seen import Seen
from vision.reading import CardReading
from vision.shelf.placing import Hole

#: A card as sure as one that was found by its print.
FOUND = 0.9

seeds = st.integers(0, 2**32 - 1)


def full_shelf(rng: np.random.Generator, rows: int, columns: int, face_down: float = 0.1) -> dict[Cell, Card]:
    """Every cell taken."""
    cards = different_cards(rng, rows * columns, face_down)
    return {(n // columns, n % columns): card for n, card in enumerate(cards)}


def obvious(photos: list[list[Card]]) -> list[frozenset[tuple[int, int]]]:
    """Which sightings are of one card, for cards that all lie face up and are read without a fault: the same
    letter and number mean the same card."""
    same = defaultdict(set)
    for photo, cards in enumerate(photos):
        for i, card in enumerate(cards):
            same[card].add((photo, i))
    return sorted((frozenset(group) for group in same.values()), key=sorted)


def groups(seen: list[Seen]) -> list[frozenset[tuple[int, int]]]:
    return sorted((frozenset(card.sightings) for card in join_shelves(seen)), key=sorted)


def right(seen: list[Seen], cells: list[list[Cell]]) -> bool:
    """Whether one shelf comes out, every card in its cell of the whole."""
    cards = join_shelves(seen)
    places = {
        look: (card.row, card.column)
        for card in cards
        for look in card.sightings
        if card.shelf == cards[0].shelf
    }
    true = {(photo, i): cell for photo, own in enumerate(cells) for i, cell in enumerate(own)}
    corner = [min(cell[axis] for cell in true.values()) for axis in (0, 1)]
    return places == {look: (cell[0] - corner[0], cell[1] - corner[1]) for look, cell in true.items()}


@given(seeds, st.integers(1, 3), st.integers(5, 9), st.floats(1.6, 3.6))
@settings(max_examples=30, deadline=None)
def test_clear_photos_are_joined_as_letters_and_numbers_say(
    seed: int, rows: int, columns: int, left: float
) -> None:
    rng = np.random.default_rng(seed)
    shelf = full_shelf(rng, rows, columns, face_down=0.0)
    (a, first), (b, second) = window(shelf, -0.1, -0.1, rng), window(shelf, left, -0.1, rng)
    assert set(first) & set(second)
    expected = obvious([[shelf[cell] for cell in first], [shelf[cell] for cell in second]])
    assert groups([a, b]) == expected


@given(seeds, st.integers(2, 3), st.integers(5, 9), st.floats(1.6, 2.6), st.floats(0, 0.3))
@settings(max_examples=40, deadline=None)
def test_unclear_photos_are_joined_by_all_cards_together(
    seed: int, rows: int, columns: int, left: float, wrong: float
) -> None:
    rng = np.random.default_rng(seed)
    shelf = full_shelf(rng, rows, columns)
    photos = [window(shelf, start, -0.1, rng, clear=4.0, wrong=wrong) for start in (-0.1, left)]
    assert right([photo for photo, _ in photos], [cells for _, cells in photos])


@given(seeds, st.permutations(range(3)))
@settings(max_examples=20, deadline=None)
def test_three_photos_in_any_order_make_one_shelf(seed: int, order: list[int]) -> None:
    rng = np.random.default_rng(seed)
    shelf = full_shelf(rng, 3, 10)
    photos = [window(shelf, start, -0.1, rng) for start in (-0.1, 3.4, 5.9)]
    chosen = [photos[i] for i in order]
    assert not set(photos[0][1]) & set(photos[2][1])
    assert right([photo for photo, _ in chosen], [cells for _, cells in chosen])


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_shelves_without_a_common_card_stay_apart(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cards = different_cards(rng, 24, face_down=0.3)
    seen = []
    for half in (cards[:12], cards[12:]):
        shelf = {(n // 4, n % 4): card for n, card in enumerate(half)}
        seen.append(window(shelf, -0.5, -0.2, rng)[0])
    joined = join_shelves(seen)
    assert len(joined) == 24
    assert {(card.shelf, card.sightings[0][0]) for card in joined} == {(0, 0), (1, 1)}


@pytest.mark.parametrize("seed", range(8))
def test_one_card_alike_does_not_join_shelves_on_a_free_table(seed: int) -> None:
    """Two games with one deck: the photos show that nothing lies beside either shelf."""
    rng = np.random.default_rng(seed)
    cards = different_cards(rng, 23, face_down=0.0)
    size = (900, 700)
    seen = [
        window({(n // 4, n % 4): card for n, card in enumerate(half)}, -2, -0.8, rng, size)[0]
        for half in (cards[:12], [*cards[12:], cards[5]])
    ]
    assert len(join_shelves(seen)) == 24


def test_one_row_that_shares_a_single_card_is_put_together() -> None:
    rng = np.random.default_rng(4)
    shelf = full_shelf(rng, 1, 11, face_down=0.0)
    photos = [window(shelf, start, -0.6, rng, clear=9.0) for start in (-0.1, 4.9)]
    assert len(set(photos[0][1]) & set(photos[1][1])) == 1
    assert right([photo for photo, _ in photos], [cells for _, cells in photos])


def test_a_card_missed_in_one_photo_does_not_keep_the_shelf_apart() -> None:
    rng = np.random.default_rng(7)
    shelf = full_shelf(rng, 3, 6)
    whole, cells = window(shelf, -0.1, -0.1, rng)
    less = dict(shelf)
    del less[1, 2]
    part, seen_cells = window(less, -0.1, -0.1, rng)
    assert right([whole, part], [cells, seen_cells])
    assert len(join_shelves([whole, part])) == 18


def test_backs_alone_do_not_join() -> None:
    rng = np.random.default_rng(2)
    backs = {(0, n): ("A", n + 1, False) for n in range(4)}
    seen = [window(backs, -0.5, -0.5, rng)[0] for _ in range(2)]
    assert len(join_shelves(seen)) == 8


def test_the_shelves_of_one_photo_stay_as_they_are() -> None:
    rng = np.random.default_rng(3)
    one, _ = window(full_shelf(rng, 2, 3), -0.5, -0.5, rng)
    two = np.array([0, 0, 0, 1, 1, 1])
    parted = replace(one, shelf=two, row=one.row * 0)
    assert [card.shelf for card in join_shelves([parted])] == two.tolist()


# --- what two photos say of one card ---


def readings(seen: list[Seen], faint: float = PlaceReviewSettings.faint) -> list[CardReading]:
    review = PlaceReviewSettings(faint=faint)
    return [card for _, card in decide(seen, join_shelves(seen), Calibration(), None, settings=review).cards]


def shots(clear: tuple[float, float], seed: int = 5) -> tuple[list[Seen], dict[Cell, Card]]:
    """A shelf of 12 cards in two photos, each this clear."""
    rng = np.random.default_rng(seed)
    shelf = full_shelf(rng, 3, 4, face_down=0.0)
    return [window(shelf, -0.5, -0.2, rng, clear=c)[0] for c in clear], shelf


def least(cards: list[CardReading]) -> float:
    return float(np.mean([card.confidence["letter"] for card in cards]))


def test_the_same_shelf_shot_twice_raises_confidence() -> None:
    (a, b), shelf = shots((2.5, 2.5))
    once, twice = readings([a]), readings([a, b])
    assert len(twice) == len(shelf)
    assert least(twice) > least(once)
    assert least(twice) > least(readings([b]))


def test_two_photos_say_less_than_two_independent_photos() -> None:
    (a, _), _ = shots((2.5, 2.5))
    again = readings([a, a])
    assert len(again) == 12
    # by its full weight the evidence would count as two photos': this must stay between one and two
    independent = replace(a, evidence=doubled(a))
    assert least(readings([a])) < least(again) < least(readings([independent]))


def doubled(seen: Seen) -> Evidence:
    one = seen.evidence
    return Evidence(2 * one.letter, 2 * one.order, 2 * one.of, 2 * one.count)


def test_n_photos_count_for_more_than_one_and_less_than_n() -> None:
    totals = [n * MISREADING.weight(n) for n in range(1, 6)]
    assert totals[0] == 1
    assert all(a < b < n + 1 for n, (a, b) in enumerate(pairwise(totals), 1))


def test_photos_that_disagree_leave_a_doubt() -> None:
    rng = np.random.default_rng(1)
    shelf = full_shelf(rng, 3, 4, face_down=0.0)
    a, cells = window(shelf, -0.5, -0.2, rng, clear=8.0)
    other = dict(shelf)
    at = cells[5]
    there = {card[:2] for card in shelf.values()}
    letter = next(card[0] for card in shelf.values() if (card[0], shelf[at][1]) not in there)
    other[at] = (letter, shelf[at][1], True)
    b, _ = window(other, -0.5, -0.2, rng, clear=8.0)
    alone, together = readings([a]), readings([a, b])
    assert len(together) == 12
    assert together[5].confidence["letter"] < 0.9 < alone[5].confidence["letter"]
    assert "letter" in together[5].review
    assert "letter" not in {*together[4].review, *alone[4].review}


def test_a_card_that_one_photo_takes_for_a_back_is_flagged() -> None:
    (a, b), _ = shots((6.0, 6.0))
    up = b.up.copy()
    up[3] = -4.0
    face_up = b.face_up.copy()
    face_up[3] = False
    cards = readings([a, replace(b, up=up, face_up=face_up)])
    assert len(cards) == 12
    assert "face_up" in cards[3].review
    assert not any("face_up" in card.review for i, card in enumerate(cards) if i != 3)


@pytest.mark.parametrize(("score", "looked_at"), [(0.6, True), (0.85, True), (FOUND, False)])
def test_a_faint_back_is_flagged(score: float, looked_at: bool) -> None:
    (a, _), _ = shots((6.0, 6.0))
    scores, up, face_up = a.score.copy(), a.up.copy(), a.face_up.copy()
    scores[[3, 5]] = np.float32(score)  # as detections keep it
    up[[3, 7]], face_up[[3, 7]] = -7.0, False
    cards = readings([replace(a, score=scores, up=up, face_up=face_up)])
    assert [i for i, card in enumerate(cards) if "face_up" in card.review] == [3] * looked_at


def test_the_score_below_which_a_card_is_flagged_is_a_setting() -> None:
    (a, _), _ = shots((6.0, 6.0))
    back = replace(a, score=np.full(12, 0.6), up=np.full(12, -7.0), face_up=np.zeros(12, np.bool_))
    assert all("face_up" in card.review for card in readings([back]))
    assert not any("face_up" in card.review for card in readings([back], faint=0.5))


@pytest.mark.parametrize(("score", "looked_at"), [(0.6, True), (0.85, True), (FOUND, False)])
def test_a_faint_face_without_a_legible_letter_is_flagged(score: float, looked_at: bool) -> None:
    (a, _), _ = shots((6.0, 6.0))
    scores, letter = a.score.copy(), a.evidence.letter.copy()
    scores[[3, 5]] = np.float32(score)
    letter[[3, 7]] = -np.log(26)
    cards = readings([replace(a, score=scores, up=a.up + 3, evidence=replace(a.evidence, letter=letter))])
    assert [i for i, card in enumerate(cards) if "face_up" in card.review] == [3] * looked_at


# --- cards cut by the edge, and games that are not one ---


def cut(seen: Seen, card: int, share: float = 0.6) -> Seen:
    """The same photo with one card's upper left part outside it."""
    banner, icons, gone = seen.banner.copy(), seen.icons.copy(), seen.cut.copy()
    banner[card] = icons[card] = False
    gone[card] = share
    return replace(seen, banner=banner, icons=icons, cut=gone)


def test_a_cut_card_is_flagged_and_not_guessed() -> None:
    (a, _), _ = shots((6.0, 6.0))
    card = readings([cut(a, 2)])[2]
    assert card.face_up
    assert (card.letter, card.order, card.of, card.categories) == (None, None, None, [])
    assert card.review == ["face_up", "letter", "order", "of", "categories"]
    assert set(card.confidence) == set(card.review)
    assert max(card.confidence.values()) <= 0.5


def test_a_card_cut_below_its_banner_is_read_and_flagged() -> None:
    (a, _), shelf = shots((6.0, 6.0))
    gone = a.cut.copy()
    gone[2] = 0.3
    card = readings([replace(a, cut=gone)])[2]
    assert (card.letter, card.order) == shelf[0, 2][:2]
    assert card.review == ["face_up"]


def test_another_photo_that_shows_the_card_settles_it() -> None:
    (a, b), shelf = shots((8.0, 8.0))
    cards = readings([cut(a, 2), b])
    assert len(cards) == 12
    assert (cards[2].letter, cards[2].order, cards[2].review, cards[2].photo) == (*shelf[0, 2][:2], [], 1)
    assert list(cards[2].elsewhere) == [0]


def test_a_card_on_two_tables_is_flagged_on_both() -> None:
    rng = np.random.default_rng(9)
    cards = different_cards(rng, 23, face_down=0.0)
    size = (900, 700)
    seen = [
        window({(n // 4, n % 4): card for n, card in enumerate(half)}, -2, -0.8, rng, size, clear=9.0)[0]
        for half in (cards[:12], [*cards[12:], cards[5]])
    ]
    read = readings(seen)
    same = [card for card in read if (card.letter, card.order) == cards[5][:2]]
    assert [card.photo for card in same] == [0, 1]
    assert all(card.review == ["letter", "order"] for card in same)
    assert [(c.letter, c.order) for c in read] == [c[:2] for c in [*cards, cards[5]]]


def test_photos_of_one_game_are_decided_together() -> None:
    """A card that one shelf surely holds is not also on the other."""
    rng = np.random.default_rng(11)
    cards = different_cards(rng, 24, face_down=0.0)
    first = {(n // 4, n % 4): card for n, card in enumerate(cards[:12])}
    second = {(n // 4, n % 4): card for n, card in enumerate(cards[12:])}
    size = (900, 700)
    a, b = (window(shelf, -2, -0.8, rng, size, clear=9.0)[0] for shelf in (first, second))
    taken, true = cards[0], cards[12]
    # the second photo leaves it open, a little in favour of a card that lies on the first table
    letter, order = b.evidence.letter.copy(), b.evidence.order.copy()
    for values, mine, its in (
        (letter, ord(true[0]) - 65, ord(taken[0]) - 65),
        (order, true[1] - 1, taken[1] - 1),
    ):
        values[0] = -12.0
        values[0, mine], values[0, its] = -0.8, -0.6
    unsure = replace(b, evidence=replace(b.evidence, letter=letter, order=order))
    assert (readings([unsure])[0].letter, readings([unsure])[0].order) == taken[:2]
    together = readings([a, unsure])
    assert (together[0].letter, together[0].order) == taken[:2]
    assert (together[12].letter, together[12].order) != taken[:2]


def test_backs_alone_are_a_shelf_too() -> None:
    rng = np.random.default_rng(2)
    backs = {(0, n): ("A", n + 1, False) for n in range(4)}
    cards = readings([window(backs, -0.5, -0.5, rng)[0]])
    assert [card.letter for card in cards] == [None] * 4


def test_a_hole_in_one_photo_where_another_shows_a_card_is_none() -> None:
    rng = np.random.default_rng(11)
    cards = full_shelf(rng, 2, 3, face_down=0.0)
    whole, _ = window(cards, -0.5, -0.5, rng)
    part, _ = window({cell: card for cell, card in cards.items() if cell != (0, 1)}, -0.5, -0.5, rng)
    hole = Hole(0, 0, 1, np.array([[1.0, 2.0], [3.0, 2.0], [3.0, 5.0], [1.0, 5.0]]))
    part = replace(part, holes=(hole,))
    assert {card.holes for card in join_shelves([part, whole])} == {()}
    (holes,) = {card.holes for card in join_shelves([part])}
    assert [(each.row, each.column, photo) for photo, each in holes] == [(0, 1, 0)]
    assert holes[0][1].corners.tolist() == [[1.0, 2.0], [3.0, 2.0], [3.0, 5.0], [1.0, 5.0]]
