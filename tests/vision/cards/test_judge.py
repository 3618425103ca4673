"""The judge: its closer look, the detector's mistakes, and what print makes of them."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scorer.cards import Deck
from tests.vision.cards.tables import Sees, believing, seeing
from tests.vision.photos import SAMPLES, photo, truth, width
from tests.vision.shelf.shelves import card_at, grid
from vision import PhotoReader
from vision.cards.judge import CLOSER_EVIDENCE, PrintShown, after_closer_look, closer_rows, turned_to_print
from vision.common.arrays import Floats
from vision.cutting import Kind
from vision.decode.joint import most_cards
from vision.detect.detections import (
    CATEGORY,
    FACE_DOWN,
    FACE_UP,
    OUTCOMES,
    STRIP,
    Detections,
    joined,
)
from vision.detect.detector import Detector
from vision.detect.score import by_itself
from vision.photo.errors import PhotoError
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid

#: Sample photos, which look as the printed game does.
PRINTED = Path(__file__).parents[3] / "samples" / "photos"


def doubtful(corners: NDArray[np.float32], kind: int) -> Detections:
    """A detection of which the detector is half sure, with unclear edges, and nothing for the second look."""
    find = Detections.of(corners, np.array([kind]), np.array([0.5]))
    return replace(find, corner_error=np.full(1, 0.03, np.float32), verifier_odds=np.full(1, -2, np.float32))


@pytest.mark.parametrize(("kind", "never"), [("shelf", STRIP), ("pile", FACE_DOWN)])
def test_the_detector_looks_for_what_shelves_and_piles_hold(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, never: int
) -> None:
    """Rows of dots on the books make the detector see a pile where a shelf lies."""
    asked = list[tuple[int, ...]]()
    believing(monkeypatch, grid())
    sees = Sees(grid())
    monkeypatch.setattr(Sees, "without", lambda self, *kinds: asked.append(kinds) or self)
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: sees))
    PhotoReader(anyway=True).read(np.full((900, 1600, 3), 90, np.uint8), kind=kind)
    assert (never,) in asked


def test_a_patch_of_the_table_taken_for_a_face_moves_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = load_photo(photo("ana"))
    at = {(card["row"], card["column"]): np.array(card["corners"], np.float32) for card in truth("ana")[0]}
    found = Detector.default().detect(picture)
    below = 2 * at[2, 0] - at[1, 0]  # where a fourth row would begin
    patch = doubtful(below[None], FACE_UP)
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
    picture = believing(monkeypatch, Detections.of(corners, np.full(count, STRIP), score))
    pile = PhotoReader(deck=deck, anyway=True).read(picture, kind="pile").pile
    assert len(pile) == most_cards(deck)
    assert len({(card.letter, card.order) for card in pile}) == len(pile)


def test_category_cards_are_no_books(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grid()
    picture = believing(monkeypatch, Detections.of(found.corners, np.full(6, CATEGORY), found.score))
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(picture)


def backs_only(count: int, score: float) -> Detections:
    return Detections.of(grid().corners[:count], np.full(count, FACE_DOWN), np.full(count, score))


@pytest.mark.parametrize(("count", "score"), [(1, 0.9), (1, 1.0), (2, 0.6), (3, 0.1), (3, 0.9)])
def test_faint_backs_alone_are_no_shelf(monkeypatch: pytest.MonkeyPatch, count: int, score: float) -> None:
    picture = believing(monkeypatch, backs_only(count, score))
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(picture)


def test_clear_backs_alone_are_a_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    (shelf,) = PhotoReader().read(believing(monkeypatch, backs_only(3, 0.99))).shelves
    assert [card.face_up for card in shelf.cards] == [False] * 3


FINDS = st.tuples(
    st.integers(0, 5),  # column
    st.integers(0, 3),  # row
    st.floats(-0.6, 0.6),  # how far beside its place, in widths
    st.sampled_from([FACE_UP, FACE_DOWN, STRIP, CATEGORY]),
    st.floats(0.05, 1.0),
)


@given(st.lists(FINDS, min_size=1, max_size=16), st.sampled_from(["shelf", "pile"]), st.booleans())
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_detector_says_a_photo_is_read_or_refused(
    monkeypatch: pytest.MonkeyPatch,
    detections: list[tuple[int, int, float, int, float]],
    kind: Kind,
    ink: bool,
) -> None:
    corners = np.stack([card_at(column + off, row + off / 3) for column, row, off, _, _ in detections])
    kinds, scores = (
        np.array([each[3] for each in detections], np.int8),
        np.array([each[4] for each in detections]),
    )
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
    taken = by_itself(replace(found, kind=kind, corners=corners))
    seen = after_closer_look(Pyramid(load_photo(photo("two-players"))), taken)
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
    sees = Sees(doubtful(cards.corners[:1] + 40, FACE_DOWN))
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
    picture = load_photo(PRINTED / "cleo.jpg")
    found = Detector.default().detect(picture)
    backs = np.full(len(found), FACE_DOWN, np.int8)
    corners = found.corners.copy()
    corners[:, :2] += cut * (corners[:, [3, 2]] - corners[:, :2])
    seeing(monkeypatch, replace(found, kind=backs, corners=np.roll(corners, turn, axis=1)))
    (shelf,) = PhotoReader().read(picture).shelves
    (cards,) = json.loads((PRINTED / "cleo.json").read_text())["shelves"]
    true = {(c["row"], c["column"]): (c["letter"], c["order"]) for c in cards if c["face_up"]}
    read = {(c.row, c.column): (c.letter, c.order) for c in shelf.cards if c.face_up}
    assert true.items() <= read.items()
    assert len(read) <= len(true) + 1, "a back may be taken for a face where all seem alike"


def test_a_photo_of_the_category_cards_has_no_faces() -> None:
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader(anyway=True).look(SAMPLES / "legend.jpg")


TABLE, BACK = (150, 160, 150), (90, 40, 30)


def laid(doubtful: tuple[int, int, int]) -> Floats:
    """The evidence of a doubtful find of this colour below two clear backs."""
    picture = np.random.default_rng(3).normal(TABLE, 2, (900, 1000, 3)).clip(0, 255).astype(np.uint8)
    lefts, tops = (300, 420, 300), (200, 200, 360)
    for left, top, colour in zip(lefts, tops, (BACK, BACK, doubtful), strict=True):
        picture[top : top + 140, left : left + 100] = colour
    quads = np.array(
        [[(x, y), (x + 99, y), (x + 99, y + 139), (x, y + 139)] for x, y in zip(lefts, tops, strict=True)]
    )
    cards = Detections.of(quads, np.full(3, FACE_DOWN), np.array([0.9, 0.9, 0.4]))
    belief = np.zeros((3, len(OUTCOMES)))
    belief[:, FACE_DOWN], belief[:, -1] = (0.99, 0.99, 0.4), (0.01, 0.01, 0.6)
    cards = replace(cards, belief=belief.astype(np.float32))
    unknown = PrintShown(*np.full((2, 3), np.nan))
    seen = closer_rows(Pyramid(picture), cards, belief, np.array([2]), unknown)
    assert np.isnan(seen[:2, CLOSER_EVIDENCE.index("unlike backs")]).all()  # nobody asked for the clear backs
    return np.asarray(seen[2], np.float64)


def test_a_back_looks_like_the_backs_and_a_patch_of_the_table_like_the_table() -> None:
    back, patch = laid(BACK), laid(TABLE)
    unlike, table = CLOSER_EVIDENCE.index("unlike backs"), CLOSER_EVIDENCE.index("colour off the table")
    assert back[unlike] < 2 < patch[unlike]
    assert patch[table] < 2 < back[table]


def test_a_card_is_turned_to_its_print() -> None:
    picture = Pyramid(load_photo(photo("ana")))
    cards = [card["corners"] for row in truth("ana") for card in row if card["face_up"]]
    true = np.array(cards[:4], np.float32)
    turns = np.arange(4)
    asked = np.stack([np.roll(quad, turn, axis=0) for quad, turn in zip(true, turns, strict=True)])
    found, shown, upright = turned_to_print(picture, asked, np.zeros((4, 1)))
    assert np.allclose(found, true)
    assert shown.min() > 2
    assert upright[0] == shown[0]
    assert (upright[1:] < shown[1:]).all()


def test_a_banner_cut_off_is_found_beyond_the_edge() -> None:
    picture = Pyramid(load_photo(photo("ana")))
    card = next(card["corners"] for row in truth("ana") for card in row if card["face_up"])
    whole = np.array([card], np.float32)
    cut = whole.copy()
    cut[:, :2] += 0.12 * (whole[:, [3, 2]] - whole[:, :2])
    (short,), (longer,) = (
        turned_to_print(picture, cut, np.array([by]))[1] for by in ([0.0], [0.0, 0.1, 0.2])
    )
    assert longer > short + 0.5
