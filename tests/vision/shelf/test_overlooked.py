"""Overlooked cards of a shelf: where they can lie, and that they are found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.vision.shelf.shelves import shelf
from vision import PhotoReader
from vision.decide import PlaceReviewSettings
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.detector import Detector, DetectorSettings
from vision.photo.load import load_photo
from vision.shelf.lattice import place_cards
from vision.shelf.overlooked import OverlookedSettings, cards_beside, places_beside
from vision.strips.marks import Marks

PHOTO = Path(__file__).parents[3] / "samples" / "photos" / "ana.jpg"
SIZE = (1000, 800)
HOPELESS, HOPELESS_BACK = DetectorSettings.hopeless, OverlookedSettings.hopeless_back
Colour = tuple[int, int, int]


def painted(table: Colour, cards: dict[tuple[int, int], Colour]) -> np.ndarray:
    """A photo of a table with cards of these colours on it."""
    photo = np.full((SIZE[1], SIZE[0], 3), table, np.uint8)
    for quad, colour in zip(shelf(list(cards)).astype(int), cards.values(), strict=True):
        photo[quad[0, 1] : quad[2, 1], quad[0, 0] : quad[2, 0]] = colour
    return photo


def test_places_share_an_edge_with_a_card_and_are_empty() -> None:
    corners = shelf([(0, 0), (1, 0), (3, 0), (0, 1), (1, 1), (2, 1)])
    beside = places_beside(corners, place_cards(corners), SIZE)
    places = {(round((x - 300) / 104), round((y - 200) / 146)) for x, y in beside[:, 0].tolist()}
    assert {(2, 0), (-1, 0), (3, 1), (0, 2), (2, 2)} <= places
    assert not places & {(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)}


def test_places_stay_within_three_rows_and_the_photo() -> None:
    corners = shelf([(x, y) for x in range(3) for y in range(3)], top=300)
    beside = places_beside(corners, place_cards(corners), SIZE)
    assert len(beside) == 6  # left and right of each row: a fourth row breaks K2
    left = shelf([(x, y) for x in range(3) for y in range(3)], left=50, top=300)
    assert len(places_beside(left, place_cards(left), SIZE)) == 3


def test_a_wrong_side_of_a_card_does_not_move_other_places() -> None:
    cells = [(x, y) for x in range(4) for y in range(2)]
    true = shelf(cells)
    wrong = true.copy()
    wrong[0, 2:, 1] -= 35  # its lower side a quarter of a card too high
    place = place_cards(true)
    assert np.allclose(places_beside(wrong, place, SIZE), places_beside(true, place, SIZE), atol=0.5)


def test_a_place_under_another_shelf_is_left_out() -> None:
    alone = shelf([(0, 0), (1, 0), (2, 0)])
    both = np.concatenate([alone, shelf([(0, 0), (1, 0)], 640, 240)])

    def right_of_the_three(corners: np.ndarray) -> bool:
        beside = places_beside(corners, place_cards(corners), SIZE)
        return any(np.abs(place.mean(axis=0) - (662, 270)).max() < 20 for place in beside)

    assert right_of_the_three(alone)
    assert not right_of_the_three(both)


def test_a_single_card_gives_the_places_beside_it() -> None:
    """The places have the card's turn."""
    turn = np.deg2rad(20)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    card = ((shelf([(0, 0)])[0] - (350, 270)) @ matrix + (500, 400)).astype(np.float32)
    beside = places_beside(card[None], place_cards(card[None]), SIZE)
    steps = sorted(np.round((beside.mean(axis=1) - card.mean(axis=0)) @ matrix.T).tolist())
    assert [(abs(x) > abs(y), x + y > 0) for x, y in steps] == [
        (True, False),
        (False, False),
        (False, True),
        (True, True),
    ]
    assert [max(abs(x), abs(y)) for x, y in steps] == pytest.approx([100, 140, 140, 100], rel=0.08)


@pytest.mark.parametrize("lost", [[(0, 0)], [(1, 1)], [(4, 2)], [(1, 0)], [(3, 2), (4, 2), (4, 1)]], ids=str)
def test_cards_that_were_overlooked_are_found_beside_the_others(
    lost: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``lost``: columns and rows. The last of three in a corner lies beside an overlooked card only."""
    photo = load_photo(PHOTO)
    whole = Detector.default().detect(photo)
    placed = place_cards(whole.corners, whole.kind != 1)
    cells = list(zip(placed.column.tolist(), placed.row.tolist(), strict=True))
    without = np.array([number for number, cell in enumerate(cells) if cell not in lost])
    assert len(without) == len(whole) - len(lost)
    monkeypatch.setattr(Detector, "detect", lambda self, bgr: replace(whole)[without])
    found = PhotoReader().read(photo).shelves
    monkeypatch.setattr(Detector, "detect", lambda self, bgr: whole)
    assert cards(found) == cards(PhotoReader().read(photo).shelves)


def test_nothing_is_found_on_the_bare_table() -> None:
    photo = load_photo(PHOTO)
    whole = Detector.default().detect(photo)
    seen = place_cards(whole.corners, whole.kind != 1)
    assert len(places_beside(whole.corners, seen, (photo.shape[1], photo.shape[0])))
    assert len(cards_beside(photo, Detector.default(), whole, seen)) == 0


def test_two_lone_cards_lead_to_the_cards_beside_them_only() -> None:
    photo = load_photo(PHOTO)
    whole = Detector.default().detect(photo)
    few = whole[np.arange(2)]
    again = cards_beside(photo, Detector.default(), few, place_cards(few.corners)).corners.mean(axis=1)
    assert len(again) >= 3
    apart = np.linalg.norm(again[:, None] - whole.corners[2:].mean(axis=1), axis=2).min(axis=1)
    assert apart.max() < 20


def clear(corners: np.ndarray, kind: int = FACE_UP) -> Detections:
    return Detections.of(corners, np.full(len(corners), kind, np.int8), np.ones(len(corners)))


def seeing(monkeypatch: pytest.MonkeyPatch, place: Detections, probability: float = 0.1) -> Detector:
    """A detector that finds this place only, with a print of this ``probability``."""

    def find_marks(strips: np.ndarray, guessed: bool) -> Marks:
        mark = np.repeat(np.array([[probability, 50, 50, 20, 20]], np.float32), len(strips), axis=0)
        return Marks(icons=np.repeat(mark[:, None], 8, axis=1), letter=mark, number=mark)

    monkeypatch.setattr("vision.shelf.overlooked.find_marks", find_marks)
    return SimpleNamespace(likely=lambda photo, places, hopeless: place)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("corner_error", "verifier_odds", "probability", "kinds"),
    [
        (0.012, 0, 0.5, []),
        (0.012, 0, 0.8, [FACE_UP]),
        (0.008, 0, 0.5, [FACE_UP]),
        (0.008, 0, 0.2, [FACE_DOWN]),
        (0.012, 8, 0.2, [FACE_DOWN]),
        (0.018, 8, 0.2, []),
        (0.03, 8, 0.8, []),
    ],
)
def test_clear_sides_clear_print_or_a_sure_second_look_make_a_place_a_card(
    corner_error: float,
    verifier_odds: float,
    probability: float,
    kinds: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corners = shelf([(0, 0), (1, 0), (2, 0)])
    place = clear(shelf([(3, 0)]), FACE_DOWN)
    place = replace(place, corner_error=np.array([corner_error]), verifier_odds=np.array([verifier_odds]))
    photo = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    detector = seeing(monkeypatch, place, probability)
    found = cards_beside(photo, detector, clear(corners), place_cards(corners))
    assert found.kind.tolist() == kinds


@pytest.mark.parametrize(("backs", "doubted"), [(0, True), (1, False)])
def test_a_back_told_by_its_edges_alone_is_doubted_without_clear_backs(
    backs: int, doubted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hole with planks for its sides looks like a back, and nothing else on the shelf tells."""
    cards = clear(shelf([(0, 0), (1, 0), (2, 0)]))
    cards.kind[:backs] = FACE_DOWN
    place = replace(
        clear(shelf([(3, 0)]), FACE_DOWN), corner_error=np.array([0.008]), verifier_odds=np.array([0.0])
    )
    photo = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    detector = seeing(monkeypatch, place, 0.2)
    (score,) = cards_beside(photo, detector, cards, place_cards(cards.corners)).score
    assert (score < PlaceReviewSettings.faint) == doubted


@pytest.mark.parametrize(
    ("table", "there"), [((150, 160, 150), True), ((90, 40, 30), False)], ids=["another", "the same"]
)
def test_a_place_like_the_clear_backs_is_a_back_unless_the_table_is_like_them(
    table: tuple[int, int, int], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = [(0, 0), (1, 0), (2, 0), (3, 0)]
    photo = painted(table, dict.fromkeys(cells, (90, 40, 30)))
    place = replace(
        clear(shelf(cells[3:]), FACE_DOWN), corner_error=np.array([0.02]), verifier_odds=np.array([0.0])
    )
    corners = shelf(cells[:3])
    placed, detector = place_cards(corners), seeing(monkeypatch, place)
    found = cards_beside(photo, detector, clear(corners, FACE_DOWN), placed)
    assert found.kind.tolist() == [FACE_DOWN] * there
    assert len(cards_beside(photo, detector, clear(corners, FACE_UP), placed)) == 0


@pytest.mark.parametrize(("corner_error", "doubted"), [(0.015, False), (0.03, True)])
def test_another_back_with_unsure_edges_is_doubted(
    corner_error: float, doubted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lit patch of the table looks like another back, and would move the others by a column."""
    cells = [(0, 0), (1, 0), (2, 0), (3, 0)]
    photo = painted((150, 160, 150), dict.fromkeys(cells, (90, 40, 30)))
    place = replace(
        clear(shelf(cells[3:]), FACE_DOWN),
        corner_error=np.array([corner_error]),
        verifier_odds=np.array([0.0]),
    )
    corners = shelf(cells[:3])
    detector = seeing(monkeypatch, place)
    (score,) = cards_beside(photo, detector, clear(corners, FACE_DOWN), place_cards(corners)).score
    assert (score < PlaceReviewSettings.faint) == doubted


def test_the_table_is_looked_at_beyond_the_nearest_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Backs that meet without an edge are missed, and their places must not pass for the table."""
    seen = [(1, 1), (2, 1)]
    beside = [(0, 1), (3, 1), (1, 0), (2, 0), (1, 2), (2, 2)]
    photo = painted((150, 160, 150), dict.fromkeys(seen + beside, (90, 40, 30)))
    cards = clear(shelf(seen), FACE_DOWN)
    place = replace(
        clear(shelf([(0, 1)]), FACE_DOWN), corner_error=np.array([0.02]), verifier_odds=np.array([0.0])
    )
    found = cards_beside(photo, seeing(monkeypatch, place), cards, place_cards(cards.corners))
    assert found.kind.tolist() == [FACE_DOWN]


@pytest.mark.parametrize(
    ("shows", "backs", "probability", "kinds"),
    [
        ("table", 1, 0.2, [FACE_DOWN]),
        ("table", 3, 0.5, [FACE_UP]),
        ("backs", 3, 0.2, [FACE_DOWN]),
        ("worn", 3, 0.2, [FACE_DOWN]),
        ("other", 3, 0.2, [FACE_DOWN]),
    ],
)
def test_a_place_with_clear_edges_is_a_card_however_it_looks(
    shows: str, backs: int, probability: float, kinds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    colours = {"table": (150, 160, 150), "backs": (90, 40, 30), "worn": (110, 70, 60), "other": (40, 60, 60)}
    cells = [(0, 0), (1, 0), (2, 0), (3, 0)]
    photo = painted(
        colours["table"], {**dict.fromkeys(cells[:3], colours["backs"]), cells[3]: colours[shows]}
    )
    place = replace(
        clear(shelf(cells[3:]), FACE_DOWN), corner_error=np.array([0.008]), verifier_odds=np.array([0.0])
    )
    cards = clear(shelf(cells[:3]))
    cards.kind[:backs] = FACE_DOWN
    detector = seeing(monkeypatch, place, probability)
    found = cards_beside(photo, detector, cards, place_cards(cards.corners))
    assert found.kind.tolist() == kinds


@pytest.mark.parametrize(("backs", "least"), [(1, HOPELESS), (2, HOPELESS_BACK)])
def test_beside_several_clear_backs_the_second_look_gives_up_later(backs: int, least: float) -> None:
    corners = shelf([(0, 0), (1, 0), (2, 0)])
    cards = replace(clear(corners), kind=np.array([FACE_UP, FACE_UP, FACE_UP], np.int8))
    cards.kind[:backs] = FACE_DOWN
    asked: list[float] = []

    def likely(photo: np.ndarray, places: np.ndarray, hopeless: float) -> Detections:
        asked.append(hopeless)
        return cards[:0]

    photo, detector = np.zeros((SIZE[1], SIZE[0], 3), np.uint8), SimpleNamespace(likely=likely)
    cards_beside(photo, detector, cards, place_cards(corners))  # type: ignore[arg-type]
    assert asked == [least]


def test_an_unlikely_card_covers_no_place() -> None:
    corners = shelf([(0, 0), (1, 0), (2, 0)])
    middle = shelf([(3, 0)])[0].mean(axis=0)
    turn = np.deg2rad(35)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    askew = ((shelf([(3, 0)]) - middle) @ matrix + middle).astype(np.float32)
    both = np.concatenate([corners, askew])
    placed = place_cards(both)
    assert placed.shelf[3] != placed.shelf[0]

    def beside(clear: list[bool]) -> bool:
        places = places_beside(both, placed, SIZE, np.array(clear))
        return any(np.abs(place.mean(axis=0) - middle).max() < 15 for place in places)

    assert not beside([True, True, True, True])
    assert beside([True, True, True, False])


def cards(shelves: list) -> list[tuple[str | None, int | None, bool]]:
    return [(card.letter, card.order, card.face_up) for shelf in shelves for card in shelf.cards]
