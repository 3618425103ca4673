"""From a photo to a reading, end to end, with the networks that come with the program."""

from __future__ import annotations

import io
import json
import struct
import zlib
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from typer.testing import CliRunner

from scorer.cards import Deck
from scorer.cli import app
from scorer.shelf import Shelf
from vision import Legend, PhotoReader
from vision.decode import most_cards
from vision.detect import Detector
from vision.detections import CATEGORY, FACE_DOWN, FACE_UP, STRIP, Detections, joined
from vision.lattice import Placement
from vision.photo import PhotoError, load_photo
from vision.print_tells import DOUBTED, book_cards, loners, of_odd_size
from vision.reading import FIELDS, CardReading, PhotoReading
from vision.sureness import Calibration
from vision.whole import most_likely, side_by_side, whole_cards

SAMPLES = Path(__file__).parents[2] / "samples"
SHELVES = ("ana", "bo", "cleo", "dmitri", "two-players")

#: Shares that the reader must reach on the samples; with their deck known, letter, number and icons are read
#: together.
LEAST_PLACED = 1.0
LEAST_FACES = 1.0
LEAST_BY_DECK = {"letter": 0.98, "order": 0.98, "of": 0.98, "categories": 0.98}
LEAST_CATEGORIES_BY_LEGEND = 0.95
#: How far corners may differ when a photo is stored turned, in card widths: its JPEG blocks lie otherwise.
SAME_CORNER = 0.03
#: A true card and a read one are the same when their middles (in a pile their upper edges) are this near.
REACH, REACH_IN_PILE = 0.4, 0.15

Card = dict[str, Any]


def photo(name: str) -> Path:
    return SAMPLES / "photos" / f"{name}.jpg"


def truth(name: str) -> list[list[Card]]:
    return list(json.loads(photo(name).with_suffix(".json").read_text())["shelves"])


@cache
def legend() -> Legend:
    return Legend.from_photo(SAMPLES / "legend.jpg")


@cache
def read(name: str, deck: bool = True) -> PhotoReading:
    """A sample as it is read with its legend, and with the house deck if ``deck``."""
    reader = PhotoReader(legend(), Deck.house() if deck else None)
    return reader.read(photo(name), kind="pile" if name == "solo-pile" else "shelf")


def shelves_of(reading: PhotoReading) -> list[list[CardReading]]:
    return [shelf.cards for shelf in reading.shelves] or [reading.pile]


def width(corners: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(corners[1] - corners[0]))


def pairs(name: str, deck: bool = True) -> list[tuple[Card, CardReading]]:
    """Each true card of a sample with the one read at its place; fails when one is missed or invented."""
    found, pile, home = [], name == "solo-pile", dict[int, int]()
    cards = [(n, card) for n, shelf in enumerate(shelves_of(read(name, deck))) for card in shelf]
    corners = [np.array(card.corners) for _, card in cards]
    for number, shelf in enumerate(truth(name)):
        for true in shelf:
            at = np.array(true["corners"])
            shown, reach = (slice(0, 2), REACH_IN_PILE) if pile else (slice(0, 4), REACH)
            apart = [np.linalg.norm(c[shown].mean(axis=0) - at[shown].mean(axis=0)) for c in corners]
            nearest = int(np.argmin(apart))
            assert apart[nearest] < reach * width(at), (
                f"{name}: {true['letter']}{true['order']} was not found"
            )
            assert home.setdefault(number, cards[nearest][0]) == cards[nearest][0]
            found.append((true, cards[nearest][1]))
    assert len(set(home.values())) == len(home)
    assert len({id(card) for _, card in found}) == len(found) == len(cards)
    return found


def share(hits: list[bool]) -> float:
    return sum(hits) / len(hits)


# --- right on the samples ---


@pytest.mark.parametrize("name", [*SHELVES, "solo-pile"])
def test_every_card_is_found_in_its_place(name: str) -> None:
    both = pairs(name)
    placed = [(true["row"], true["column"]) == (card.row, card.column) for true, card in both]
    assert share(placed) >= LEAST_PLACED
    assert share([true["face_up"] == card.face_up for true, card in both]) >= LEAST_FACES


@pytest.mark.parametrize("field", LEAST_BY_DECK)
def test_a_known_deck_gives_right_cards(field: str) -> None:
    hits = []
    for name in (*SHELVES, "solo-pile"):
        for true, card in pairs(name):
            if true["face_up"]:
                value = card.model_dump(mode="json")[field]
                hits.append(
                    sorted(value) == sorted(true[field]) if field == "categories" else value == true[field]
                )
    assert share(hits) >= LEAST_BY_DECK[field]


def test_a_legend_alone_gives_right_categories() -> None:
    hits = [
        sorted(card.categories) == sorted(true["categories"])
        for name in ("cleo", "two-players")
        for true, card in pairs(name, deck=False)
        if true["face_up"]
    ]
    assert share(hits) >= LEAST_CATEGORIES_BY_LEGEND


def test_without_a_legend_and_a_deck_no_category_is_guessed() -> None:
    cards = shelves_of(PhotoReader().read(photo("dmitri")))[0]
    assert not any(card.categories for card in cards)
    assert not any("categories" in card.confidence or "categories" in card.review for card in cards)
    assert all(card.letter for card in cards if card.face_up)


# --- the contract of a reading ---


@pytest.mark.parametrize("name", ["ana", "two-players", "solo-pile"])
def test_a_reading_has_every_key_and_only_possible_values(name: str) -> None:
    document = json.loads(read(name).model_dump_json())
    assert set(document) == {"shelves", "pile", "seconds"}
    assert bool(document["pile"]) != bool(document["shelves"])
    assert all(seconds >= 0 for seconds in document["seconds"].values())
    picture = cv2.imread(str(photo(name)))
    assert picture is not None
    limits = np.array(picture.shape[1::-1])
    for shelf in document["shelves"] or [{"cards": document["pile"]}]:
        cards = shelf["cards"]
        for card in cards:
            assert set(card) == {*FIELDS, "row", "column", "confidence", "review", "corners", "photo"}
            assert set(card["review"]) <= set(card["confidence"]) <= set(FIELDS)
            assert all(0 <= sure <= 1 for sure in card["confidence"].values())
            assert card["photo"] == 0
            corners = np.array(card["corners"])
            assert corners.shape == (4, 2)
            assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0  # clockwise in the photo
            assert (corners > -0.1 * limits).all()
            assert (corners < 1.1 * limits).all()
            if card["face_up"]:
                assert len(card["categories"]) in (2, 3, 4)
                assert 1 <= card["order"] <= card["of"]
                assert set(card["confidence"]) == set(FIELDS)
            else:
                assert (card["letter"], card["order"], card["of"], card["categories"]) == (
                    None,
                    None,
                    None,
                    [],
                )
        places = [(card["row"], card["column"]) for card in cards]
        assert len(set(places)) == len(places)
        assert min(row for row, _ in places) == min(column for _, column in places) == 0
    keys = [(c.letter, c.order) for shelf in shelves_of(read(name)) for c in shelf if c.face_up]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("name", SHELVES)
def test_the_notation_says_what_the_cards_say(name: str) -> None:
    for shelf in read(name).shelves:
        lying = {(row, column): card for row, column, card in Shelf.parse(shelf.notation).cells()}
        assert set(lying) == {(card.row, card.column) for card in shelf.cards}
        for card in shelf.cards:
            written = lying[card.row, card.column]
            assert written.face_up == card.face_up
            if card.face_up:
                assert written.card is not None
                assert written.card.key == (card.letter, card.order)
                assert list(written.card.categories) == card.categories


def test_the_corners_begin_at_the_printed_top_left() -> None:
    for true, card in pairs("two-players"):
        off = np.linalg.norm(np.array(card.corners) - np.array(true["corners"]), axis=1)
        assert off.max() < 0.12 * width(np.array(true["corners"]))


def test_a_pile_is_given_column_by_column_from_the_top() -> None:
    pile = read("solo-pile").pile
    assert [(card.column, card.row) for card in pile] == sorted((card.column, card.row) for card in pile)
    for above, below in pairwise(pile):
        assert below.row == (above.row + 1 if below.column == above.column else 0)


# --- any way to give a photo ---


def small(name: str, longest: int = 1344) -> NDArray[np.uint8]:
    picture = cv2.imread(str(photo(name)))
    assert picture is not None
    scale = longest / max(picture.shape[:2])
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def without_time(reading: PhotoReading) -> dict[str, Any]:
    return reading.model_dump(exclude={"seconds"})


def test_a_path_bytes_and_pixels_are_read_alike() -> None:
    reader = PhotoReader(legend(), Deck.house())
    by_path = without_time(read("dmitri"))
    assert without_time(reader.read(str(photo("dmitri")))) == by_path
    assert without_time(reader.read(photo("dmitri").read_bytes())) == by_path
    picture = cv2.imread(str(photo("dmitri")))
    assert picture is not None
    assert without_time(reader.read(np.asarray(picture, np.uint8))) == by_path


#: EXIF orientation, and the turn by which the stored pixels must be changed so that it sets them right again.
STORED = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}


@pytest.mark.parametrize("orientation", STORED)
def test_a_photo_turned_by_its_exif_reads_the_same(orientation: int) -> None:
    upright = small("dmitri")
    exif = Image.Exif()
    exif[0x0112] = orientation
    stream = io.BytesIO()
    turned = cv2.rotate(upright, STORED[orientation])
    Image.fromarray(turned[:, :, ::-1]).save(stream, "JPEG", quality=95, exif=exif)
    reader = PhotoReader(legend(), Deck.house())
    expected, got = reader.read(upright), reader.read(stream.getvalue())
    assert [s.notation for s in got.shelves] == [s.notation for s in expected.shelves]
    for a, b in zip(got.shelves[0].cards, expected.shelves[0].cards, strict=True):
        off = np.linalg.norm(np.array(a.corners) - np.array(b.corners), axis=1).max()
        assert off < SAME_CORNER * width(np.array(b.corners))


@pytest.mark.parametrize("turn", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE])
def test_a_photo_from_another_side_of_the_table_reads_the_same(turn: int) -> None:
    reader = PhotoReader(legend(), Deck.house())
    got = reader.read(np.asarray(cv2.rotate(small("dmitri"), turn), np.uint8))
    assert [s.notation for s in got.shelves] == [s.notation for s in read("dmitri").shelves]


# --- bad input: one sentence, exit status 1 ---


def huge_png() -> bytes:
    """A PNG that says it has 30,000 x 30,000 pixels, and holds them: packed, they are small."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def bare_table() -> bytes:
    cloth = np.random.default_rng(3).normal((60, 90, 70), 4, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", cloth)[1])


BAD = {
    "not an image": (lambda: b"Dear diary, today we played Ex Libris again.\n" * 40, "not a photo"),
    "truncated": (lambda: photo("bo").read_bytes()[:120_000], "cut off"),
    "empty": (lambda: b"", "empty"),
    "30,000 x 30,000": (huge_png, "too large"),
    "without cards": (bare_table, "No cards were found"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_photo_that_cannot_be_read_is_refused_in_one_sentence(what: str, tmp_path: Path) -> None:
    make, says = BAD[what]
    path = tmp_path / "table.jpg"
    path.write_bytes(make())
    for kind in ("shelf", "pile"):
        for source in (path, path.read_bytes()):
            with pytest.raises(PhotoError, match=says):
                PhotoReader().read(source, kind=kind)  # type: ignore[arg-type]
    outcome = CliRunner().invoke(app, ["read", str(path), "--json"])
    assert outcome.exit_code == 1
    assert outcome.stdout == ""
    assert len(outcome.stderr.splitlines()) == 1
    assert says in outcome.stderr
    assert outcome.stderr.rstrip().endswith(".")
    assert "Traceback" not in outcome.output


def test_a_missing_photo_and_a_bad_legend_are_refused_too(tmp_path: Path) -> None:
    missing = CliRunner().invoke(app, ["read", str(tmp_path / "nowhere.jpg")])
    assert (missing.exit_code, len(missing.stderr.splitlines())) == (1, 1)
    legend = CliRunner().invoke(app, ["read", str(photo("bo")), "--legend", str(photo("bo"))])
    assert (legend.exit_code, len(legend.stderr.splitlines())) == (1, 1)
    assert "category cards" in legend.stderr


def test_the_command_prints_the_reading_and_draws_it(tmp_path: Path) -> None:
    drawn = tmp_path / "seen.jpg"
    arguments = ["read", str(photo("dmitri")), "--deck", "house", "--json", "--overlay", str(drawn)]
    arguments += ["--legend", str(SAMPLES / "legend.jpg")]
    outcome = CliRunner().invoke(app, arguments)
    assert outcome.exit_code == 0
    got = PhotoReading.model_validate(json.loads(outcome.stdout))
    assert without_time(got) == without_time(read("dmitri"))
    picture = cv2.imread(str(drawn))
    assert picture is not None
    assert picture.shape == (1512, 2016, 3)


# --- what the detector may say by mistake ---


def card_at(column: float, row: float, height: float = 1.4) -> NDArray[np.float32]:
    """A card 100 pixels wide in a grid seen a little from the side."""
    x, y = 60 + 106 * column, 50 + 148 * row
    return np.array(
        [[x, y], [x + 100, y], [x + 103, y + 100 * height], [x + 3, y + 100 * height]], np.float32
    )


def grid(strips: set[int] = frozenset(), height: float = 0.25) -> Detections:  # type: ignore[assignment]
    """Two rows of three cards, some of which only as strips."""
    cards = [card_at(n % 3, n // 3, height if n in strips else 1.4) for n in range(6)]
    kinds = np.array([STRIP if n in strips else FACE_UP for n in range(6)])
    return Detections.of(np.stack(cards), kinds, np.linspace(0.9, 0.8, 6))


def test_a_strip_on_a_shelf_is_a_whole_card() -> None:
    found = whole_cards(grid({1, 3}))
    assert found.kind.tolist() == [FACE_UP] * 6
    assert np.abs(found.corners - grid().corners).max() < 1


def test_strips_alone_take_the_usual_shape_in_any_turn() -> None:
    turn = np.array([[0, 1], [-1, 0]], np.float32)
    flat = grid({0, 1, 2, 3, 4, 5})
    turned = Detections.of(flat.corners @ turn, flat.kind, flat.score)
    long = whole_cards(turned).corners @ turn.T
    sides = np.linalg.norm(long[:, 3] - long[:, 0], axis=1)
    assert np.allclose(sides, 140, atol=1)
    assert (long[:, 3, 1] > long[:, 0, 1]).all()


def test_a_strip_on_a_whole_card_is_left_out() -> None:
    whole = grid()
    twice = np.concatenate([whole.corners, card_at(1, 0.02, 0.25)[None]])
    found = whole_cards(Detections.of(twice, np.append(whole.kind, STRIP), np.append(whole.score, 0.95)))
    assert np.array_equal(found.corners, whole.corners)


def test_of_two_cards_on_one_another_the_surer_is_kept() -> None:
    whole = grid(set())
    over = whole.corners[:1] + 0.25 * (whole.corners[:1, 3:] - whole.corners[:1, :1])
    score = np.append(whole.score, whole.score.min() - 0.2)
    both = Detections.of(np.concatenate([whole.corners, over]), np.append(whole.kind, 0), score)
    assert np.array_equal(side_by_side(both).corners, whole.corners)
    assert len(side_by_side(whole)) == len(whole)


def test_without_strips_nothing_changes() -> None:
    assert np.array_equal(whole_cards(grid()).corners, grid().corners)


def test_of_too_many_cards_the_least_likely_go() -> None:
    found = grid()
    down = Detections.of(found.corners, np.where(np.arange(6) == 5, FACE_DOWN, FACE_UP), found.score)
    assert most_likely(down, 3).score.tolist() == [*found.score[:3].tolist(), found.score[5]]
    assert len(most_likely(found, 6)) == 6


class Sees:
    """Stands in for the detector: sees what it is told."""

    def __init__(self, found: Detections) -> None:
        self.found = found

    def without(self, *kinds: int) -> Sees:
        other = np.where(np.isin(self.found.kind, kinds), FACE_UP, self.found.kind)
        return Sees(replace(self.found, kind=other))

    def find(self, bgr: NDArray[np.uint8]) -> Detections:
        sides = np.full(len(self.found), 0.005, np.float32)
        return replace(self.found, spread=sides, checked=np.full(len(self.found), 6, np.float32))

    def likely(self, bgr: NDArray[np.uint8], quads: NDArray[np.float32], hopeless: float) -> Detections:
        return self.found[np.zeros(0, np.intp)]

    def edges(self, bgr: NDArray[np.uint8], quads: NDArray[np.float32], kind: int) -> Detections:
        return self.found[np.zeros(0, np.intp)]


def seeing(monkeypatch: pytest.MonkeyPatch, found: Detections) -> NDArray[np.uint8]:
    monkeypatch.setattr(Detector, "default", staticmethod(lambda: Sees(found)))
    return np.full((900, 1600, 3), 90, np.uint8)


def test_a_shelf_with_a_strip_stays_one_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = seeing(monkeypatch, grid({2, 4}))
    reading = PhotoReader().read(picture)
    assert [[(c.row, c.column) for c in shelf.cards] for shelf in reading.shelves] == [
        [(row, column) for row in range(2) for column in range(3)]
    ]


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
    first = int(np.flatnonzero(found.kind == FACE_UP)[0])
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
    score = np.linspace(0.9, 0.4, count)
    picture = seeing(monkeypatch, Detections.of(corners, np.full(count, STRIP), score))
    pile = PhotoReader(deck=deck).read(picture, kind="pile").pile
    assert len(pile) == most_cards(deck)
    assert len({(card.letter, card.order) for card in pile}) == len(pile)


def test_category_cards_are_no_books(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grid()
    picture = seeing(monkeypatch, Detections.of(found.corners, np.full(6, CATEGORY), found.score))
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(picture)


def test_a_book_card_that_looks_like_a_category_card_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Detector.default().find(load_photo(photo("two-players")))
    books = np.flatnonzero(found.kind == FACE_UP)[:2]
    kind, corners = found.kind.copy(), found.corners.copy()
    kind[books], corners[books[1]] = CATEGORY, np.roll(corners[books[1]], 2, axis=0)
    taken = replace(found, kind=kind, corners=corners)
    seen = book_cards(load_photo(photo("two-players")), taken)
    assert seen.kind.tolist() == found.kind.tolist()
    assert np.allclose(seen.corners, found.corners)


def test_where_only_category_cards_are_seen_it_is_looked_for_book_cards(
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


def test_a_photo_of_the_category_cards_has_no_book_cards() -> None:
    with pytest.raises(PhotoError, match="No cards were found"):
        PhotoReader().read(SAMPLES / "legend.jpg")


@pytest.mark.parametrize(("score", "kind"), [(0.97, FACE_UP), (0.6, FACE_DOWN)])
def test_what_is_clearly_a_face_stays_one_where_no_print_shows(
    monkeypatch: pytest.MonkeyPatch, score: float, kind: int
) -> None:
    table = np.full((700, 1300, 3), 120, np.uint8)
    monkeypatch.setattr("vision.print_tells.belief", lambda found: found.score.copy())
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


def test_icons_tell_a_face_of_which_no_letter_and_no_number_show() -> None:
    picture = load_photo(photo("ana"))
    card = next(card for card in shelves_of(PhotoReader().read(picture))[0] if card.letter == "M")
    flat = np.array([[0, 0], [320, 0], [320, 448], [0, 448]], np.float32)
    onto = cv2.getPerspectiveTransform(flat, np.array(card.corners, np.float32))
    banner = np.array([[10, 6], [100, 6], [100, 90], [10, 90], [110, 20]], np.float32)
    *painted, beside = cv2.perspectiveTransform(banner[None], onto)[0].round().astype(int)
    cv2.fillConvexPoly(picture, np.array(painted), picture[beside[1], beside[0]].tolist())
    again = next(c for c in shelves_of(PhotoReader().read(picture))[0] if (c.row, c.column) == (1, 1))
    assert again.face_up
    assert {"letter", "order"} <= set(again.review)


@pytest.mark.parametrize(("shown", "kind"), [(1.5, FACE_DOWN), (2.3, FACE_UP)])
def test_what_is_larger_than_cards_are_there_is_a_face_only_where_print_shows(
    monkeypatch: pytest.MonkeyPatch, shown: float, kind: int
) -> None:
    table = np.full((700, 1300, 3), 120, np.uint8)
    cards = grid()
    corners = cards.corners.copy()
    corners[5] = corners[5].mean(axis=0) + 1.2 * (corners[5] - corners[5].mean(axis=0))
    monkeypatch.setattr("vision.print_tells.belief", lambda found: found.score.copy())
    monkeypatch.setattr("vision.print_tells.print_at", lambda photo, quads: np.full(len(quads), shown))
    monkeypatch.setattr("vision.print_tells.banner_in_glare", lambda photo, quads: np.ones(6, np.bool_))
    found = replace(cards, corners=corners, score=np.full(6, 0.86, np.float32))
    seen = book_cards(table, found)
    assert seen.kind.tolist() == [FACE_UP] * 5 + [kind]
    assert seen.score[5] <= DOUBTED < seen.score[:5].min()


@pytest.mark.parametrize(
    ("shelf", "score", "shown", "none"),
    [
        ([0, 0, 0, 1], 0.8, 1.0, True),  # a leaflet
        ([0, 0, 0, 1], 0.8, 2.5, False),  # it shows letter, number and icons
        ([0, 0, 0, 1], 1.0, 1.0, False),  # in glare, but clearly a card
        ([0, 0, 0, 0], 0.8, 1.0, False),  # it lies with the others
        ([0, 1, 2, 3], 0.8, 1.0, False),  # as do all
    ],
)
def test_what_lies_by_itself_and_shows_little_print_is_no_card(
    shelf: list[int], score: float, shown: float, none: bool
) -> None:
    zeros = np.zeros(4, np.int64)
    cards = Detections.of(np.zeros((4, 4, 2)), zeros, np.array([1, 1, 1, score]))
    places = Placement(np.array(shelf), zeros, zeros, zeros, np.ones(4))
    told = loners(cards, places, np.array([2.6, 2.7, 2.5, shown], np.float32))
    assert told.tolist() == [False, False, False, none]


def test_strict_thresholds_flag_every_field(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = seeing(monkeypatch, grid())
    strict = Calibration(thresholds=dict.fromkeys(FIELDS, 1.1))
    cards = shelves_of(PhotoReader(deck=Deck.house(), calibration=strict).read(picture))[0]
    assert all(card.review == list(FIELDS) for card in cards)


def test_a_back_that_may_be_a_face_leaves_every_field_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grid()
    backs = Detections.of(found.corners, np.full(6, FACE_DOWN), found.score)
    strict = Calibration(thresholds=dict.fromkeys(FIELDS, 0.0) | {"face_up": 1.1})
    cards = shelves_of(PhotoReader(calibration=strict).read(seeing(monkeypatch, backs)))[0]
    assert not any(card.face_up for card in cards)
    assert all(card.review == list(FIELDS) for card in cards)


def test_cards_of_a_pile_lie_face_up_even_where_glare_hides_their_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = grid()
    blank = Detections.of(found.corners, np.full(6, FACE_DOWN), found.score)
    pile = PhotoReader().read(seeing(monkeypatch, blank), kind="pile").pile
    assert len(pile) == 6
    assert all(card.face_up and {"letter", "order"} <= {*card.review} for card in pile)


def test_the_steps_are_told_as_they_begin_and_doubts_have_another_value_to_ask_about() -> None:
    told: list[str] = []
    strict = Calibration(thresholds=dict.fromkeys(FIELDS, 1.1))
    reading = PhotoReader(calibration=strict).read(photo("ana"), progress=told.append)
    assert told == list(reading.seconds)
    cards = [card for shelf in shelves_of(reading) for card in shelf]
    assert any(card.second for card in cards)
    for card in cards:
        doubtful = {"letter", "order"} & set(card.review) if card.face_up else set()
        assert set(card.second) == doubtful
        assert all(value != getattr(card, name) for name, value in card.second.items())
