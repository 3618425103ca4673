"""Slips with a camera are told, each by its sentence, and photos without slips are read."""

from __future__ import annotations

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
from vision.slips import Slip, SlipError, SlipSettings, SlipWatch

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
        PhotoReader().look(change(load_photo(SAMPLES / name)), kind)
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
        ("photos/two-players.jpg", "shelf", smaller(6), Slip.FAR),
        ("photos/ana.jpg", "shelf", blurred(6), Slip.BLURRED),
        ("photos/cleo.jpg", "shelf", darker(0.08), Slip.DARK),
    ],
)
def test_a_slip_is_told(name: str, kind: Kind, change: Change, slip: Slip) -> None:
    assert slip_of(name, kind, change).slip is slip


def test_a_photo_too_far_away_says_how_much_nearer() -> None:
    told = str(slip_of("photos/ana.jpg", "shelf", smaller(6)))
    assert told.startswith("The cards in the photo are too small to read: ")
    assert "photograph from 30 % of the distance" in told


@pytest.mark.parametrize("change", [smaller(2), blurred(1), darker(0.3)])
def test_a_photo_that_can_still_be_read_has_no_slip(change: Change) -> None:
    assert len(PhotoReader().look(change(load_photo(photo("ana")))).corners) == 13


def test_a_few_cards_side_by_side_may_be_a_pile() -> None:
    seen = PhotoReader().look(photo("dmitri"), "pile")
    assert 1 <= len(seen.corners) < SlipSettings().spread


def test_a_dark_table_with_cards_in_the_light_is_not_dark() -> None:
    picture = np.zeros((600, 800, 3), np.uint8)
    picture[100:300, 100:240] = 200
    SlipWatch("the photo", "shelf").light(Pyramid(picture))


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


def test_the_command_says_how_a_pile_is_handed_in() -> None:
    done = CliRunner().invoke(app, ["read", str(photo("solo-pile"))])
    assert done.exit_code == 1
    assert done.stderr.strip().endswith("(--pile)")
