"""From a photo to a reading, end to end, with the networks that come with the program."""

from __future__ import annotations

import io
import json
import struct
import zlib
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

from scorer.cards import BookCard, Category, Deck
from scorer.cli.main import app
from scorer.deck.printed import printed_deck
from scorer.shelf import Shelf
from tests.vision import photos
from tests.vision.photos import SAMPLES, Card, legend, photo, shelves_of, truth, width
from vision import PhotoReader
from vision.common.fields import FIELDS
from vision.decode.calibration import Calibration
from vision.photo.errors import PhotoError
from vision.reading import CardReading, PhotoReading
from vision.synth.card.cards import draw_card
from vision.synth.look.anatomy import make_printed_look

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


@cache
def read(name: str, deck: bool = True) -> PhotoReading:
    """The reading of a sample with its legend, and with the house deck if ``deck``."""
    reader = PhotoReader(legend(), photos.deck() if deck else None)
    return reader.read(photo(name), kind="pile" if name == "solo-pile" else "shelf")


def pairs(name: str, deck: bool = True) -> list[tuple[Card, CardReading]]:
    """Each true card of a sample with the card read at its place; fails if a card is missed or invented."""
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
def test_a_known_deck_gives_the_right_cards(field: str) -> None:
    hits = []
    for name in (*SHELVES, "solo-pile"):
        for true, card in pairs(name):
            if true["face_up"]:
                value = card.model_dump(mode="json")[field]
                hits.append(
                    sorted(value) == sorted(true[field]) if field == "categories" else value == true[field]
                )
    assert share(hits) >= LEAST_BY_DECK[field]


def test_a_legend_alone_gives_the_right_categories() -> None:
    hits = [
        sorted(card.categories) == sorted(true["categories"])
        for name in ("cleo", "two-players")
        for true, card in pairs(name, deck=False)
        if true["face_up"]
    ]
    assert share(hits) >= LEAST_CATEGORIES_BY_LEGEND


def test_without_a_legend_and_a_deck_no_category_is_guessed() -> None:
    cards = shelves_of(PhotoReader().read(photo("dmitri")))[0]
    known = {card.key for card in printed_deck().known}
    unknown = [card for card in cards if (card.letter, card.order) not in known]
    assert not any(card.categories for card in unknown)
    assert not any("categories" in card.confidence or "categories" in card.review for card in unknown)
    assert all(card.letter for card in cards if card.face_up)


def test_the_deck_of_the_samples_is_told_by_its_counts() -> None:
    known = {"printed": printed_deck().letters, "house": Deck.house().letters}
    name = next((name for name, letters in known.items() if letters == photos.deck().letters), "other")
    assert {read(each, deck=False).deck for each in SHELVES} == {name}


# --- the contract of a reading ---


@pytest.mark.parametrize("name", ["ana", "two-players", "solo-pile"])
def test_a_reading_has_every_key_and_only_possible_values(name: str) -> None:
    document = json.loads(read(name).model_dump_json())
    assert set(document) == {"shelves", "deck", "pile", "seconds"}
    assert all(set(shelf) == {"cards", "notation", "holes", "review"} for shelf in document["shelves"])
    assert document["deck"] == "file"
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
    reader = PhotoReader(legend(), photos.deck())
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
    reader = PhotoReader(legend(), photos.deck())
    expected, got = reader.read(upright), reader.read(stream.getvalue())
    assert [s.notation for s in got.shelves] == [s.notation for s in expected.shelves]
    for a, b in zip(got.shelves[0].cards, expected.shelves[0].cards, strict=True):
        off = np.linalg.norm(np.array(a.corners) - np.array(b.corners), axis=1).max()
        assert off < SAME_CORNER * width(np.array(b.corners))


@pytest.mark.parametrize("turn", [cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE])
def test_a_photo_from_another_side_of_the_table_reads_the_same(turn: int) -> None:
    reader = PhotoReader(legend(), photos.deck())
    got = reader.read(np.asarray(cv2.rotate(small("dmitri"), turn), np.uint8))
    assert [s.notation for s in got.shelves] == [s.notation for s in read("dmitri").shelves]


# --- bad input: one sentence, exit status 1 ---


@pytest.mark.parametrize("seed", [2, 5, 8])
def test_one_card_that_fills_the_picture_is_read_where_it_lies(seed: int) -> None:
    look, card = make_printed_look(seed, held_out=True), BookCard("G", 4, 5, tuple(Category)[:3])
    drawn = draw_card(look, card, 420)
    alpha = drawn[..., 3:].astype(np.float32) / 255
    picture = (np.full(3, 90) * (1 - alpha) + drawn[..., :3] * alpha).astype(np.uint8)
    ((seen,),) = (shelf.cards for shelf in PhotoReader().read(picture).shelves)
    assert (seen.letter, seen.order, seen.of) == ("G", 4, 5)
    high, wide = picture.shape[:2]
    assert np.abs(np.array(seen.corners) - [(0, 0), (wide, 0), (wide, high), (0, high)]).max() < 0.03 * wide


def huge_png() -> bytes:
    """A small PNG file with 30,000 x 30,000 pixels."""

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
    with pytest.raises(PhotoError, match=says):
        PhotoReader().read(path, kind="shelf")
    with pytest.raises(PhotoError, match=says):
        PhotoReader().read(path.read_bytes(), kind="pile")
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
    arguments = ["read", str(photo("dmitri")), "--json", "--overlay", str(drawn)]
    arguments += ["--legend", str(SAMPLES / "legend.jpg"), "--deck", str(SAMPLES / "house_deck.json")]
    outcome = CliRunner().invoke(app, arguments)
    assert outcome.exit_code == 0
    got = PhotoReading.model_validate(json.loads(outcome.stdout))
    assert without_time(got) == without_time(read("dmitri"))
    picture = cv2.imread(str(drawn))
    assert picture is not None
    assert picture.shape == (1512, 2016, 3)


def test_shelves_that_were_told_otherwise_are_asked_about() -> None:
    reader = PhotoReader(legend())
    wrong, right, most = (reader.read(photo("two-players"), shelves=n) for n in (1, 2, range(1, 5)))
    assert [shelf.review for shelf in wrong.shelves] == [["parted"], ["parted"]]
    for reading in (right, most, read("two-players")):
        assert [shelf.review for shelf in reading.shelves] == [[], []]
    assert [shelf.review for shelf in wrong.in_photo(0).shelves] == [["parted"], ["parted"]]


@pytest.mark.parametrize("told", ["1", "0"])
def test_the_command_is_told_how_many_shelves_there_are(told: str) -> None:
    outcome = CliRunner().invoke(app, ["read", str(photo("two-players")), "--shelves", told])
    assert outcome.exit_code == (0 if told == "1" else 2)
    assert outcome.stdout.count("Look at the shelf: it may be part of another shelf.") == 2 * int(told)


def test_steps_are_announced_and_doubtful_fields_have_a_second_value() -> None:
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


def test_a_photo_is_halved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, ...]] = []
    halve = cv2.resize

    def counted(picture: NDArray[np.uint8], size: tuple[int, int], *rest: Any, **named: Any) -> Any:
        made.append(size)
        return halve(picture, size, *rest, **named)

    picture = cv2.imread(str(photo("ana")))
    half = picture.shape[1] // 2, picture.shape[0] // 2
    monkeypatch.setattr(cv2, "resize", counted)
    PhotoReader(legend()).read(np.asarray(picture, np.uint8))
    assert made.count(half) == 1
