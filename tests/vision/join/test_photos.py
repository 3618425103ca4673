"""Photos of one table, from pixels to a reading: parts of the samples, which have the samples' truth."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image
from pillow_heif import register_heif_opener
from typer.testing import CliRunner

from scorer.cards import Deck
from scorer.cli.main import app
from vision import Legend, PhotoReader
from vision.common.arrays import Picture
from vision.photo.errors import PhotoError
from vision.reading import CardReading, PhotoReading

SAMPLES = Path(__file__).parents[1] / "invented"


@cache
def reader() -> PhotoReader:
    return PhotoReader(Legend.from_photo(SAMPLES / "legend.jpg"), Deck.load(SAMPLES / "house_deck.json"))


@cache
def picture(name: str) -> Picture:
    pixels = cv2.imread(str(SAMPLES / "photos" / f"{name}.jpg"))
    assert pixels is not None
    return np.asarray(pixels, np.uint8)


def truth(name: str) -> list[list[dict[str, object]]]:
    return list(json.loads((SAMPLES / "photos" / f"{name}.json").read_text())["shelves"])


def part(name: str, across: tuple[float, float], down: tuple[float, float] = (0, 1)) -> Picture:
    """A part of a sample, in shares of its width and height."""
    whole = picture(name)
    height, width = whole.shape[:2]
    rows = slice(round(down[0] * height), round(down[1] * height))
    return np.ascontiguousarray(whole[rows, round(across[0] * width) : round(across[1] * width)])


def keys(cards: list[CardReading]) -> list[tuple[object, object]]:
    return sorted((card.letter, card.order) for card in cards if card.face_up)  # type: ignore[type-var]


def true_keys(name: str) -> list[tuple[object, object]]:
    return sorted((c["letter"], c["order"]) for s in truth(name) for c in s if c["face_up"])  # type: ignore[type-var]


@cache
def whole(name: str) -> PhotoReading:
    return reader().read(picture(name))


@cache
def parts() -> tuple[Picture, Picture]:
    """Two photos of one shelf."""
    return part("ana", (0, 0.68)), part("ana", (0.3, 1))


@cache
def together() -> PhotoReading:
    return reader().read_table(parts())


@cache
def two_players() -> PhotoReading:
    return reader().read_table([picture("cleo"), picture("dmitri")])


def test_a_shelf_in_two_photos_is_the_shelf() -> None:
    reading = together()
    assert [shelf.notation for shelf in reading.shelves] == [whole("ana").shelves[0].notation]
    cards = reading.shelves[0].cards
    assert {card.photo for card in cards} == {0, 1}
    assert any(card.elsewhere for card in cards)
    for number in (0, 1):
        shown = reading.in_photo(number).shelves[0].cards
        assert all(card.photo == number for card in shown)
        assert 6 <= len(shown) <= len(cards)


def test_photos_looked_at_one_by_one_give_the_same_reading() -> None:
    looked = [reader().look(each).seen for each in parts()]
    assert reader().read_table(looked).shelves == together().shelves


def test_the_same_photo_twice_changes_nothing() -> None:
    twice = reader().read_table([picture("cleo"), picture("dmitri"), picture("cleo")])
    assert [s.cards for s in twice.shelves] == [s.cards for s in two_players().shelves]


def test_photos_of_two_players_are_two_shelves() -> None:
    both = two_players()
    assert [s.notation for s in both.shelves] == [whole(n).shelves[0].notation for n in ("cleo", "dmitri")]
    assert [{card.photo for card in s.cards} for s in both.shelves] == [{0}, {1}]


def test_a_card_cut_by_the_edge_is_flagged_and_never_guessed() -> None:
    true = {(c["letter"], c["order"]): c for c in truth("ana")[0]}
    for across in ((0.0, 0.55), (0.45, 1.0)):
        seen = part("ana", across)
        left = round(across[0] * picture("ana").shape[1])
        cards = reader().read(seen).shelves[0].cards
        whole_ones = 0
        for card in cards:
            if not card.face_up:
                continue
            middle = np.array(card.corners).mean(axis=0) + np.array([left, 0])
            at = min(
                true.values(), key=lambda c: np.linalg.norm(np.array(c["corners"]).mean(axis=0) - middle)
            )
            corners = np.array(at["corners"]) - [left, 0]
            inside = (corners[:, 0] >= 0).all() and (corners[:, 0] < seen.shape[1]).all()
            whole_ones += bool(inside)
            if not inside:
                assert "face_up" in card.review
            wrong = (card.letter, card.order) != (at["letter"], at["order"])
            assert not wrong or {"letter", "order"} & set(card.review)
        assert whole_ones >= 5


def test_a_pile_in_three_photos_is_the_pile() -> None:
    single = reader().read(picture("solo-pile"), kind="pile")
    three = [part("solo-pile", across) for across in ((0, 0.6), (0.25, 0.8), (0.45, 1))]
    reading = reader().read_table(three, kind="pile")
    assert keys(reading.pile) == keys(single.pile) == true_keys("solo-pile")
    assert [(c.column, c.row, c.letter) for c in reading.pile] == [
        (c.column, c.row, c.letter) for c in single.pile
    ]


def test_the_command_puts_photos_together_and_draws_each(tmp_path: Path) -> None:
    names = []
    for n, seen in enumerate(parts()):
        names.append(str(tmp_path / f"{n}.png"))
        assert cv2.imwrite(names[-1], seen)
    deck = str(SAMPLES / "house_deck.json")
    arguments = ["read", *names, "--deck", deck, "--json", "--overlay", str(tmp_path / "seen.jpg")]
    outcome = CliRunner().invoke(app, [*arguments, "--legend", str(SAMPLES / "legend.jpg")])
    assert outcome.exit_code == 0, outcome.output
    got = json.loads(outcome.stdout)
    assert [shelf["notation"] for shelf in got["shelves"]] == [whole("ana").shelves[0].notation]
    assert "elsewhere" not in got["shelves"][0]["cards"][0]
    for n in (1, 2):
        drawn, plain = cv2.imread(str(tmp_path / f"seen-{n}.jpg")), cv2.imread(names[n - 1])
        assert drawn is not None
        assert plain is not None
        assert drawn.shape == plain.shape


def test_a_photo_without_cards_among_others_is_named(tmp_path: Path) -> None:
    bare = np.random.default_rng(3).normal((60, 90, 70), 4, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    path = tmp_path / "bare.png"
    assert cv2.imwrite(str(path), bare)
    with pytest.raises(PhotoError, match=r"No cards were found in photo 2 of 2 \(bare.png\)"):
        reader().read_table([picture("dmitri"), path])
    with pytest.raises(PhotoError, match="no photo"):
        reader().read_table([])


# --- any way to give a photo ---


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_a_photo_turned_without_exif_reads_the_same(turn: int) -> None:
    turned = np.asarray(cv2.rotate(picture("cleo"), turn), np.uint8)
    assert [s.notation for s in reader().read(turned).shelves] == [s.notation for s in whole("cleo").shelves]


@pytest.mark.parametrize(
    ("form", "soonest"), [("PNG", {}), ("WEBP", {}), ("HEIF", {"enc_params": {"preset": "ultrafast"}})]
)
def test_every_kind_of_file_reads_the_same(form: str, soonest: dict[str, Any], tmp_path: Path) -> None:
    register_heif_opener()
    stream = io.BytesIO()
    small = cv2.resize(picture("dmitri"), None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    Image.fromarray(small[:, :, ::-1]).save(stream, form, quality=92, **soonest)
    path = tmp_path / "photo"
    path.write_bytes(stream.getvalue())
    assert [s.notation for s in reader().read(path).shelves] == [s.notation for s in whole("dmitri").shelves]


def test_two_players_in_one_photo_from_any_side() -> None:
    for turn in (None, cv2.ROTATE_180):
        seen = picture("two-players") if turn is None else cv2.rotate(picture("two-players"), turn)
        shelves = reader().read(np.asarray(seen, np.uint8)).shelves
        read = sorted(keys(shelf.cards) for shelf in shelves)
        assert read == sorted(
            sorted((c["letter"], c["order"]) for c in s if c["face_up"])  # type: ignore[type-var]
            for s in truth("two-players")
        )
