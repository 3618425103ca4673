"""The detector's mistakes, and what print makes of them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scorer.cards import Deck
from tests.vision.cards.tables import Sees, seeing
from tests.vision.photos import SAMPLES, photo, shelves_of, truth, width
from tests.vision.shelf.shelves import card_at, grid
from vision import PhotoReader
from vision.cards.book_cards import PrintSettings, book_cards, lone_strangers, of_odd_size
from vision.cards.placed import Placement
from vision.cutting import Kind
from vision.decode.joint import most_cards
from vision.detect.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP, Detections, joined
from vision.detect.detector import Detector
from vision.photo.load import PhotoError, load_photo
from vision.strips import rectify

#: Strips of one colour.
PALE_STRIPS = np.full((5, rectify.HEIGHT, rectify.WIDTH, 3), (200, 225, 220), np.uint8)


@pytest.mark.parametrize(("kind", "never"), [("shelf", STRIP), ("pile", FACE_DOWN)])
def test_the_detector_looks_for_what_shelves_and_piles_hold(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, never: int
) -> None:
    """Rows of dots on the books make the detector see a pile where a shelf lies."""
    asked = list[tuple[int, ...]]()
    sees = Sees(grid())
    monkeypatch.setattr(Sees, "without", lambda self, *kinds: asked.append(kinds) or self)
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: sees))
    PhotoReader().read(np.full((900, 1600, 3), 90, np.uint8), kind=kind)
    assert (never,) in asked


def test_a_patch_of_the_table_taken_for_a_face_moves_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = load_photo(photo("ana"))
    at = {(card["row"], card["column"]): np.array(card["corners"], np.float32) for card in truth("ana")[0]}
    found = Detector.default().detect(picture)
    below = 2 * at[2, 0] - at[1, 0]  # where a fourth row would begin
    patch = Detections.of(below[None], np.array([FACE_UP]), np.array([0.5]))
    seeing(monkeypatch, joined([found, patch]))
    (shelf,) = PhotoReader().read(picture).shelves
    assert sorted((card.row, card.column) for card in shelf.cards) == sorted(at)


def test_a_card_found_too_high_is_read_where_its_print_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = load_photo(photo("ana"))
    found = Detector.default().detect(picture)
    high = found.corners.copy()
    z2 = next(card for row in truth("ana") for card in row if (card["letter"], card["order"]) == ("Z", 2))
    first = int(np.abs(found.corners - np.array(z2["corners"])).max(axis=(1, 2)).argmin())
    up = high[first, :2] - high[first, [3, 2]]
    high[first, :2] += 0.09 * width(high[first]) * up / np.linalg.norm(up, axis=1, keepdims=True)
    seeing(monkeypatch, replace(found, corners=high))
    (shelf,) = PhotoReader().read(picture).shelves
    here = min(shelf.cards, key=lambda card: np.abs(np.subtract(card.corners, found.corners[first])).max())
    assert np.abs(np.subtract(here.corners, found.corners[first])).max() < 0.04 * width(high[first])
    true = {(card["row"], card["column"]): card for card in truth("ana")[0]}[here.row, here.column]
    assert (here.letter, here.order) == (true["letter"], true["order"])


def test_more_cards_than_the_deck_has_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = Deck.house()
    count = most_cards(deck) + 3
    corners = np.stack([card_at(n % 52, n // 52) / 4 for n in range(count)]).astype(np.float32)
    score = np.linspace(0.9, 0.5, count)
    picture = seeing(monkeypatch, Detections.of(corners, np.full(count, STRIP), score))
    pile = PhotoReader(deck=deck).read(picture, kind="pile").pile
    assert len(pile) == most_cards(deck)
    assert len({(card.letter, card.order) for card in pile}) == len(pile)


def test_category_cards_are_no_books(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grid()
    picture = seeing(monkeypatch, Detections.of(found.corners, np.full(6, CATEGORY), found.score))
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(picture)


def backs_only(count: int, score: float) -> Detections:
    return Detections.of(grid().corners[:count], np.full(count, FACE_DOWN), np.full(count, score))


@pytest.mark.parametrize(("count", "score"), [(1, 0.9), (1, 1.0), (2, 0.3), (3, 0.1), (3, 0.3)])
def test_faint_backs_alone_are_no_shelf(monkeypatch: pytest.MonkeyPatch, count: int, score: float) -> None:
    picture = seeing(monkeypatch, backs_only(count, score))
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(picture)


def test_clear_backs_alone_are_a_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    (shelf,) = PhotoReader().read(seeing(monkeypatch, backs_only(3, 0.9))).shelves
    assert [card.face_up for card in shelf.cards] == [False] * 3


FINDS = st.tuples(
    st.integers(0, 5),  # column
    st.integers(0, 3),  # row
    st.floats(-0.6, 0.6),  # how far beside its place, in widths
    st.sampled_from([FACE_UP, FACE_DOWN, STRIP, CATEGORY]),
    st.floats(0.05, 1.0),
)


@given(st.lists(FINDS, min_size=1, max_size=16), st.sampled_from(["shelf", "pile"]), st.booleans())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_detector_says_a_photo_is_read_or_refused(
    monkeypatch: pytest.MonkeyPatch, finds: list[tuple[int, int, float, int, float]], kind: Kind, ink: bool
) -> None:
    corners = np.stack([card_at(column + off, row + off / 3) for column, row, off, _, _ in finds])
    kinds, scores = np.array([find[3] for find in finds], np.int8), np.array([find[4] for find in finds])
    picture = seeing(monkeypatch, Detections.of(corners, kinds, scores))
    if ink:
        picture = np.random.default_rng(3).integers(0, 255, picture.shape, np.uint8)
    with suppress(PhotoError):
        reading = PhotoReader().read(picture, kind=kind)
        assert reading.pile or any(shelf.cards for shelf in reading.shelves)


def test_a_book_card_that_looks_like_a_category_card_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Detector.default().find(load_photo(photo("two-players")))
    books = np.flatnonzero(found.kind == FACE_UP)[:2]
    kind, corners = found.kind.copy(), found.corners.copy()
    kind[books], corners[books[1]] = CATEGORY, np.roll(corners[books[1]], 2, axis=0)
    taken = replace(found, kind=kind, corners=corners)
    seen = book_cards(load_photo(photo("two-players")), taken)
    assert seen.kind.tolist() == found.kind.tolist()
    assert np.allclose(seen.corners, found.corners)


def test_where_only_category_cards_are_found_book_cards_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = load_photo(photo("ana"))
    cards = Detector.default().find(picture)
    part = np.array([0.3, 0.6])[:, None, None]  # panels of the first two cards, taken for category cards
    corners = cards.corners[:2]
    panels = corners[:, :1] + part * (corners - corners[:, :1]) + part * (corners[:, 2:3] - corners[:, :1])
    sees = Sees(Detections.of(panels, np.full(2, CATEGORY), cards.score[:2]))
    monkeypatch.setattr(sees, "without", lambda *kinds: Sees(cards[:2]))
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: sees))
    reading = PhotoReader().read(picture)
    assert sum(len(shelf.cards) for shelf in reading.shelves) == 2


def test_where_only_faint_backs_are_found_faces_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = load_photo(photo("ana"))
    cards = Detector.default().detect(picture)
    sees = Sees(Detections.of(cards.corners[:1] + 40, np.array([FACE_DOWN]), np.array([0.9])))
    monkeypatch.setattr(sees, "without", lambda *kinds: Sees(cards) if FACE_DOWN in kinds else sees)
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: sees))
    read = [card for shelf in PhotoReader().read(picture).shelves for card in shelf.cards]
    true = [card["letter"] for card in truth("ana")[0] if card["face_up"]]
    assert sorted(card.letter or "" for card in read if card.face_up) == sorted(true)


@pytest.mark.parametrize(("turn", "cut"), [(1, 0.0), (2, 0.0), (2, 0.12)])
def test_a_shelf_of_backs_is_looked_at_from_all_sides(
    monkeypatch: pytest.MonkeyPatch, turn: int, cut: float
) -> None:
    """Faces with stripes from top to bottom seem to be backs, and their shelf seems to lie on its side. Two
    faces among backs are found without their banners, and their shelf seems to lie upside down."""
    picture = load_photo(photo("ana"))
    found = Detector.default().detect(picture)
    backs = np.full(len(found), FACE_DOWN, np.int8)
    corners = found.corners.copy()
    corners[:, :2] += cut * (corners[:, [3, 2]] - corners[:, :2])
    seeing(monkeypatch, replace(found, kind=backs, corners=np.roll(corners, turn, axis=1)))
    (shelf,) = PhotoReader().read(picture).shelves
    true = sorted(truth("ana")[0], key=lambda card: (card["row"], card["column"]))
    assert [(c.row, c.column, c.face_up, c.letter, c.order) for c in shelf.cards] == [
        (c["row"], c["column"], c["face_up"], *((c["letter"], c["order"]) if c["face_up"] else (None, None)))
        for c in true
    ]


@pytest.mark.parametrize("score", [0.85, 0.99])
def test_a_patch_of_the_table_beside_clear_backs_is_no_card(
    monkeypatch: pytest.MonkeyPatch, score: float
) -> None:
    """A square of a parquet beside backs would move their shelf by a column."""
    monkeypatch.setattr("vision.cards.book_cards.card_probability", lambda found: found.score.copy())
    found = Detector.default().detect(load_photo(photo("ana")))
    beside = found.corners[:, 0, 0].argmin()  # the leftmost card of the last row: nothing lies beside it
    patch = found.corners[[beside]] - 1.02 * (found.corners[beside, 1] - found.corners[beside, 0])
    seeing(monkeypatch, joined([found, Detections.of(patch, np.array([FACE_DOWN]), np.array([score]))]))
    (shelf,) = PhotoReader().read(load_photo(photo("ana"))).shelves
    assert (len(shelf.cards) == len(truth("ana")[0])) == (score < 0.9)


def where_scores_are_beliefs(monkeypatch: pytest.MonkeyPatch) -> NDArray[np.uint8]:
    """An empty table; each find's score is its probability."""
    monkeypatch.setattr("vision.cards.book_cards.card_probability", lambda found: found.score.copy())
    return np.full((700, 1300, 3), 120, np.uint8)


def test_a_photo_of_the_category_cards_has_no_book_cards() -> None:
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(SAMPLES / "legend.jpg")


@pytest.mark.parametrize(("score", "kind"), [(0.97, FACE_UP), (0.6, FACE_DOWN)])
def test_a_clear_face_stays_a_face_without_print(
    monkeypatch: pytest.MonkeyPatch, score: float, kind: int
) -> None:
    table = where_scores_are_beliefs(monkeypatch)
    seen = book_cards(table, replace(grid(), score=np.full(6, score, np.float32)))
    assert seen.kind.tolist() == [kind] * 6


def test_cards_of_a_player_at_the_side_are_not_odd_where_the_camera_looks_aslant() -> None:
    shorter = np.array([1, 0.85], np.float32)  # all that stands is so much lower
    own = np.stack([card_at(x, y) for y in range(2) for x in range(4)])
    turned = np.stack([card_at(x, y)[:, ::-1] for y in range(6, 8) for x in range(2)])
    turned = np.roll(turned, 1, axis=1)[:, ::-1]  # corners run clockwise
    corners = (np.concatenate([own, turned]) * shorter).astype(np.float32)
    assert not of_odd_size(corners, np.ones(len(corners), np.float32)).any()
    corners[3] = corners[3].mean(axis=0) + 1.2 * (corners[3] - corners[3].mean(axis=0))
    odd = of_odd_size(corners, np.ones(len(corners), np.float32))
    assert np.flatnonzero(odd).tolist() == [3]


def test_icons_alone_make_a_card_a_face() -> None:
    picture = load_photo(photo("ana"))
    card = next(card for card in shelves_of(PhotoReader().read(picture))[0] if card.letter == "M")
    flat = np.array([[0, 0], [320, 0], [320, 448], [0, 448]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, np.array(card.corners, np.float32))
    banner = np.array([[10, 6], [100, 6], [100, 90], [10, 90], [110, 20]], np.float32)
    *painted, beside = cv2.perspectiveTransform(banner[None], onto)[0].round().astype(int)
    cv2.fillConvexPoly(picture, np.array(painted), picture[beside[1], beside[0]].tolist())
    again = next(c for c in shelves_of(PhotoReader().read(picture))[0] if (c.row, c.column) == (1, 1))
    assert again.face_up
    assert again.letter == "M", "its titles say so"
    assert {"order", "of"} <= set(again.review)


def test_a_card_like_the_backs_is_a_back_whatever_its_icons(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ornament of all backs looks like an icon on a back that the detector takes for a face."""
    picture = load_photo(photo("ana"))
    found = Detector.default().detect(picture)
    kind = found.kind.copy()
    kind[np.flatnonzero(kind == FACE_DOWN)[0]] = FACE_UP
    seeing(monkeypatch, replace(found, kind=kind))
    monkeypatch.setattr("vision.strips.marks.BARE", 0.0)  # nothing is too bare for a face
    read = [card for shelf in PhotoReader().read(picture).shelves for card in shelf.cards]
    assert sum(not card.face_up for card in read) == sum(not card["face_up"] for card in truth("ana")[0])


@pytest.mark.parametrize(("shown", "kind"), [(1.5, FACE_DOWN), (2.3, FACE_UP)])
def test_a_find_larger_than_cards_is_a_face_only_with_print(
    monkeypatch: pytest.MonkeyPatch, shown: float, kind: int
) -> None:
    table = np.full((700, 1300, 3), 120, np.uint8)
    cards = grid()
    corners = cards.corners.copy()
    corners[5] = corners[5].mean(axis=0) + 1.2 * (corners[5] - corners[5].mean(axis=0))
    monkeypatch.setattr("vision.cards.book_cards.card_probability", lambda found: found.score.copy())
    monkeypatch.setattr("vision.cards.book_cards.print_at", lambda photo, quads: np.full(len(quads), shown))
    found = replace(cards, corners=corners, score=np.full(6, 0.86, np.float32))
    seen = book_cards(table, found)
    assert seen.kind.tolist() == [FACE_UP] * 5 + [kind]
    assert seen.score[5] <= PrintSettings.doubted < seen.score[:5].min()


@pytest.mark.parametrize(("corner_error", "sure"), [(0.004, True), (0.0214, False)])
def test_a_back_with_unsure_edges_is_flagged_however_likely_it_is(
    monkeypatch: pytest.MonkeyPatch, corner_error: float, sure: bool
) -> None:
    """A hole among backs on a table of their colour looks like a back."""
    table = where_scores_are_beliefs(monkeypatch)
    kinds = np.array([FACE_UP] * 4 + [FACE_DOWN] * 2, np.int8)
    edges = np.array([0.03] * 4 + [0.004, corner_error], np.float32)
    seen = book_cards(
        table, replace(grid(), kind=kinds, corner_error=edges, score=np.full(6, 0.995, np.float32))
    )
    assert (seen.score[:5] > PrintSettings.doubted).all()
    assert (seen.score[5] > PrintSettings.doubted) == sure


@pytest.mark.parametrize(("verifier_odds", "cards"), [(-3.6, 5), (0.2, 6), (np.nan, 6)])
def test_print_does_not_count_where_the_second_look_sees_nothing(
    monkeypatch: pytest.MonkeyPatch, verifier_odds: float, cards: int
) -> None:
    """NaN: there was no second look."""
    table = where_scores_are_beliefs(monkeypatch)
    monkeypatch.setattr("vision.cards.book_cards.print_at", lambda photo, quads: np.full(len(quads), 2.2))
    score = np.array([1, 1, 1, 1, 1, 0.07], np.float32)
    found = replace(grid(), score=score, verifier_odds=np.array([9, 9, 9, 9, 9, verifier_odds], np.float32))
    assert len(book_cards(table, found)) == cards


@pytest.mark.parametrize(
    ("shelf", "score", "shown", "none"),
    [
        ([0, 0, 0, 1], 0.8, 1.0, True),  # a leaflet
        ([0, 0, 0, 1], 1.0, 1.0, True),  # however clear it is: a category card
        ([0, 0, 0, 1], 0.8, 1.7, False),  # pale, or a little off
        ([0, 0, 0, 1], 0.8, 2.5, False),  # it shows letter, number and icons
        ([0, 0, 0, 0], 0.8, 1.0, False),  # it lies with the others
        ([0, 1, 2, 3], 0.8, 1.0, False),  # as do all
    ],
)
def test_a_find_alone_with_little_print_is_no_card(
    shelf: list[int], score: float, shown: float, none: bool
) -> None:
    zeros = np.zeros(4, np.int64)
    cards = Detections.of(np.zeros((4, 4, 2)), zeros, np.array([1, 1, 1, score]))
    places = Placement(np.array(shelf), zeros, zeros, zeros, np.ones(4))
    told = lone_strangers(cards, places, np.array([2.6, 2.7, 2.5, shown], np.float32), PALE_STRIPS[:4])
    assert told.tolist() == [False, False, False, none]


@pytest.mark.parametrize(("shown", "none"), [(1.2, True), (2.5, False)])
def test_a_pair_beside_a_shelf_without_print_is_no_shelf(shown: float, none: bool) -> None:
    """Category cards with large icons beside a shelf."""
    zeros = np.zeros(5, np.int64)
    cards = Detections.of(np.zeros((5, 4, 2)), zeros, np.array([1, 1, 1, 0.98, 0.9]))
    places = Placement(np.array([0, 0, 0, 1, 1]), zeros, zeros, zeros, np.ones(5))
    told = lone_strangers(cards, places, np.array([2.6, 2.7, 2.5, shown, 1.0], np.float32), PALE_STRIPS)
    assert told.tolist() == [False, False, False, none, none]


@pytest.mark.parametrize(
    ("colour", "shown", "none"),
    [((90, 160, 60), 1.95, True), ((90, 160, 60), 2.2, False), ((170, 195, 190), 1.95, False)],
    ids=["less print, other colours", "hardly less print", "the same colours in a shadow"],
)
def test_a_find_alone_with_other_colours_and_less_print_is_no_card(
    colour: tuple[int, int, int], shown: float, none: bool
) -> None:
    """A category card beside a shelf."""
    zeros = np.zeros(4, np.int64)
    cards = Detections.of(np.zeros((4, 4, 2)), zeros, np.full(4, 0.99))
    places = Placement(np.array([0, 0, 0, 1]), zeros, zeros, zeros, np.ones(4))
    strips = PALE_STRIPS[:4].copy()
    strips[3] = colour
    told = lone_strangers(cards, places, np.array([2.6, 2.7, 2.5, shown], np.float32), strips)
    assert told.tolist() == [False, False, False, none]
