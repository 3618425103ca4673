"""Slips with a camera are told, each by its sentence, and photos without slips are read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from scorer.cli.main import app
from tests.vision.photos import SAMPLES, photo
from vision import PhotoReader
from vision.cutting import Kind
from vision.photo.load import load_photo
from vision.photo.pyramid import Pyramid
from vision.reading import Slip
from vision.slips import SlipError, SlipSettings, SlipWatch

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
        ("photos/ana.jpg", "shelf", mirrored, Slip.MIRRORED),
        ("photos/dmitri.jpg", "shelf", mirrored, Slip.MIRRORED),
        ("photos/solo-pile.jpg", "pile", mirrored, Slip.MIRRORED),
        ("photos/solo-pile.jpg", "shelf", as_it_is, Slip.PILE),
        ("photos/ana.jpg", "pile", as_it_is, Slip.SHELF),
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


@pytest.mark.parametrize(
    ("name", "change", "slip", "faces"),
    [
        ("two-players", smaller(6), Slip.FAR, 21),
        ("ana", blurred(6), Slip.BLURRED, 11),
        ("ana", darker(0.1), Slip.DARK, 11),
    ],
)
def test_what_shows_less_than_it_could_is_read_and_told(
    name: str, change: Change, slip: Slip, faces: int
) -> None:
    picture = change(load_photo(photo(name)))
    reading = PhotoReader().read(picture)
    (told,) = reading.slips
    assert (told.photo, told.slip) == (0, slip)
    assert told.said.startswith(("The photo is too", "The cards in the photo are too"))
    assert sum(card.face_up for shelf in reading.shelves for card in shelf.cards) == faces
    assert PhotoReader(anyway=True).read(picture).slips == []


def test_a_photo_too_far_away_says_how_much_nearer() -> None:
    far = smaller(6)(load_photo(photo("ana")))
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
    cv2.imwrite(str(path), smaller(6)(load_photo(photo("ana"))))
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
