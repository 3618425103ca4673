"""Slips with a camera are told, each by its sentence, and photos without slips are read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from scorer.cli.main import app
from tests.vision.photos import SAMPLES, legend, photo
from vision import PhotoReader
from vision.banner.read import read_banners
from vision.cutting import Kind
from vision.photo.errors import PhotoError, Slip, SlipError
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid
from vision.slips import SlipSettings, SlipWatch
from vision.synth.look.anatomy import make_printed_look
from vision.synth.scene.scenes import make_scene

Picture = NDArray[np.uint8]
Change = Callable[[Picture], Picture]


def mirrored(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[:, ::-1])


def smaller(times: float) -> Change:
    def scaled(picture: Picture) -> Picture:
        small = cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)

    return scaled


def blurred(pixels: float) -> Change:
    return lambda picture: np.asarray(cv2.GaussianBlur(picture, (0, 0), pixels), np.uint8)


def darker(share: float) -> Change:
    def dimmed(picture: Picture) -> Picture:
        noise = np.random.default_rng(0).normal(0, 2, picture.shape)
        return np.clip(picture * share + noise, 0, 255).astype(np.uint8)

    return dimmed


@cache
def printed_shelf() -> Picture:
    """A shelf of the printed game's look, 9 cards, in the light of a room."""
    look = make_printed_look(6, held_out=True)
    return make_scene(12, look=look, size=(1600, 1200), kind="shelf", whole=True, careful=True).image


@cache
def faces_in_it() -> int:
    return sum(card.face_up for shelf in PhotoReader().read(printed_shelf()).shelves for card in shelf.cards)


def other_game() -> Picture:
    """A grid of cards with pictures and lines of text, as many games have them."""
    rng = np.random.default_rng(4)
    table = np.full((900, 1200, 3), (70, 90, 60), np.uint8)
    for row, column in np.ndindex(2, 4):
        y, x = 60 + 400 * row, 60 + 280 * column
        table[y : y + 350, x : x + 240] = (40, 50, 60)
        table[y + 12 : y + 338, x + 12 : x + 228] = (205, 220, 230)
        table[y + 40 : y + 180, x + 24 : x + 216] = rng.integers(0, 255, (140, 192, 3))
        cv2.putText(table, "Dragon", (x + 24, y + 33), cv2.FONT_HERSHEY_TRIPLEX, 0.7, (20, 20, 20), 1)
        for line in range(5):
            cv2.putText(
                table, "deals 3 damage", (x + 24, y + 210 + 24 * line), cv2.FONT_HERSHEY_PLAIN, 1.2, (0, 0, 0)
            )
    return table


def slip_of(name: str, kind: Kind, change: Change) -> SlipError:
    with pytest.raises(SlipError) as told:
        PhotoReader().read(change(load_photo(SAMPLES / name)), kind)
    assert len(str(told.value)) < 300
    return told.value


def as_it_is(picture: Picture) -> Picture:
    return picture


@pytest.mark.parametrize(
    ("name", "kind", "change", "slip"),
    [
        ("photos/dmitri.jpg", "shelf", mirrored, Slip.MIRRORED),
        ("photos/solo-pile.jpg", "pile", mirrored, Slip.MIRRORED),
        ("photos/solo-pile.jpg", "shelf", as_it_is, Slip.PILE),
        ("photos/two-players.jpg", "pile", as_it_is, Slip.SHELF),
        ("legend.jpg", "shelf", as_it_is, Slip.CATEGORY_CARDS),
        ("legend.jpg", "pile", as_it_is, Slip.CATEGORY_CARDS),
        ("photos/cleo.jpg", "shelf", darker(0.02), Slip.DARK),
    ],
)
def test_what_can_only_be_read_wrongly_is_refused(name: str, kind: Kind, change: Change, slip: Slip) -> None:
    assert slip_of(name, kind, change).slip is slip


@pytest.mark.parametrize(
    ("name", "kind", "slip"), [("solo-pile", "shelf", Slip.PILE), ("ana", "pile", Slip.SHELF)]
)
def test_whoever_looks_at_a_photo_may_say_what_it_shows(name: str, kind: Kind, slip: Slip) -> None:
    reader = PhotoReader()
    seen = reader.look(photo(name), kind).seen
    assert seen.slip is not None
    assert seen.slip.slip is slip
    reading = reader.read_table([seen], kind)
    assert [each.slip for each in reading.slips] == [slip]


def test_cards_of_another_game_are_told_as_that() -> None:
    with pytest.raises(PhotoError, match=r"No card of Ex Libris|No cards were found"):
        PhotoReader().read(other_game())


@pytest.mark.parametrize("change", [smaller(6), blurred(6)])
def test_an_illegible_look_that_is_not_printed_is_another_game(change: Change) -> None:
    picture = change(load_photo(photo("ana")))
    with pytest.raises(SlipError) as told:
        PhotoReader().read(picture)
    assert told.value.slip is Slip.OTHER_GAME
    assert PhotoReader(legend=legend()).read(picture).shelves, "a legend says that the look is another"


@pytest.mark.parametrize(
    ("change", "slip"),
    [(smaller(6), Slip.FAR), (blurred(6), Slip.BLURRED), (darker(0.1), Slip.DARK)],
)
def test_what_shows_less_than_it_could_is_read_and_told(change: Change, slip: Slip) -> None:
    reading = PhotoReader().read(change(printed_shelf()))
    (told,) = reading.slips
    assert (told.photo, told.slip) == (0, slip)
    assert told.said.startswith(("The photo is too", "The cards in the photo are too"))
    assert sum(card.face_up for shelf in reading.shelves for card in shelf.cards) >= 0.8 * faces_in_it()


def test_whoever_wants_a_reading_anyway_is_told_nothing() -> None:
    assert PhotoReader(anyway=True).read(darker(0.1)(printed_shelf())).slips == []


def test_a_photo_too_far_away_says_how_much_nearer() -> None:
    far = smaller(6)(printed_shelf())
    (told,) = PhotoReader().read_table([photo("bo"), far]).slips
    assert told.photo == 1
    assert told.said.startswith("The cards in photo 2 of 2 are too small to read well: ")
    assert "photograph from 30 % of the distance" in told.said


@pytest.mark.parametrize("change", [smaller(2), blurred(1), darker(0.3)])
def test_a_photo_that_can_still_be_read_has_no_slip(change: Change) -> None:
    seen = PhotoReader().look(change(load_photo(photo("ana")))).seen
    assert seen.slip is None
    assert len(seen) == 13


def test_a_few_cards_side_by_side_may_be_a_pile() -> None:
    seen = PhotoReader().look(photo("dmitri"), "pile").seen
    assert seen.slip is None
    assert 1 <= len(seen) < SlipSettings().spread


def test_a_dark_table_with_cards_in_the_light_is_not_dark() -> None:
    picture = np.zeros((600, 800, 3), np.uint8)
    picture[100:300, 100:240] = 200
    watch = SlipWatch("the photo", "shelf")
    watch.light(Pyramid(picture))
    assert watch.slip is None


def test_the_command_tells_a_slip_and_reads_it_anyway(tmp_path: Path) -> None:
    path = tmp_path / "selfie.png"
    cv2.imwrite(str(path), mirrored(load_photo(photo("ana"))))
    done = CliRunner().invoke(app, ["read", str(path)])
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "is mirrored" in done.stderr
    done = CliRunner().invoke(app, ["read", str(path), "--anyway"])
    assert done.exit_code == 0
    assert "Shelf 1: " in done.stdout


def test_the_command_tells_beside_the_reading(tmp_path: Path) -> None:
    path = tmp_path / "far.png"
    cv2.imwrite(str(path), smaller(6)(printed_shelf()))
    done = CliRunner().invoke(app, ["read", str(path)])
    assert done.exit_code == 0
    assert "Shelf 1: " in done.stdout
    assert done.stderr.startswith("The cards in the photo are too small to read well")
    done = CliRunner().invoke(app, ["read", str(path), "--json"])
    assert done.stderr.startswith("The cards in the photo are too small to read well")
    assert "slips" not in json.loads(done.stdout)  # told beside the reading, not in it


def test_the_command_says_how_a_pile_is_handed_in() -> None:
    done = CliRunner().invoke(app, ["read", str(photo("solo-pile"))])
    assert done.exit_code == 1
    assert done.stderr.strip().endswith("(--pile)")


def test_a_photo_that_reads_is_not_mirrored_though_its_mirror_image_reads_better() -> None:
    """H, I, M, O and their like are letters both ways."""
    cut = PhotoReader().look(photo("ana")).cut
    banners = read_banners(cut.strips.pictures[cut.up])
    letter = banners.letter.copy()
    letter[: len(letter) * 4 // 10] = -np.log(letter.shape[1])
    watch = SlipWatch("the photo", "shelf")
    seen_mirrored = cut.strips.pictures[:, :, ::-1]  # its mirror image is as printed
    there = replace(cut, strips=replace(cut.strips, pictures=seen_mirrored))
    watch.readable(there, replace(banners, letter=letter), ours=True)
    assert watch.slip is None
