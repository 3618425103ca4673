"""Photographed tables: drawn from where they are installed, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest

from vision.synth.look.fonts import is_held_out
from vision.synth.scene import surfaces, textures

LISTED = textures.listed()
SIZE, UNIT = 160, 40.0
HELD_OUT = is_held_out(LISTED[7], textures.ONE_HELD_OUT_IN)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """No test is told by another what is installed."""
    textures.at_hand.cache_clear()
    textures.picture.cache_clear()
    yield
    textures.at_hand.cache_clear()
    textures.picture.cache_clear()


@pytest.fixture
def green(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> np.ndarray:
    """The package with one listed picture, which is green with a white edge, and one that is not listed."""
    image = np.full((24, 32, 3), (20, 160, 20), np.uint8)
    image[0] = 255
    with ZipFile(tmp_path / "textures.pk3", "w") as archive:
        for name in (LISTED[7], "tex_pics/not_listed.png"):
            archive.writestr(f"textures/{name}", cv2.imencode(".png", image)[1].tobytes())
    monkeypatch.setattr(textures, "ARCHIVE", tmp_path / "textures.pk3")
    return image


def surface(seed: int) -> np.ndarray:
    return surfaces.make_surface(np.random.default_rng(seed), SIZE, UNIT, held_out=HELD_OUT)


def test_each_picture_is_listed_once() -> None:
    assert len(LISTED) == len(set(LISTED)) > 150


def test_of_the_installed_pictures_those_listed_are_at_hand(green: np.ndarray) -> None:
    assert textures.at_hand(HELD_OUT) == (LISTED[7],)
    assert textures.at_hand(not HELD_OUT) == ()
    assert np.array_equal(textures.picture(LISTED[7]), green)


def test_a_photographed_table_is_covered_by_its_picture(green: np.ndarray) -> None:
    table = textures.photographed(np.random.default_rng(1), SIZE, UNIT, HELD_OUT)
    assert table.shape == (SIZE, SIZE, 3)
    assert table.dtype == np.float32
    assert np.median(table[..., 1] / np.maximum(table[..., 0], 1)) == pytest.approx(160 / 20, rel=0.1)
    rows_and_columns = [(table[..., 0] > 100).mean(axis=axis).max() for axis in (0, 1)]
    assert max(rows_and_columns) > 0.8, "the white edge runs across the table"


def test_as_many_tables_as_wanted_are_photographed(
    green: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(
        textures,
        "photographed",
        lambda rng, size, unit, held_out: asked.append(unit) or np.ones((size, size, 3), np.float32),
    )
    for seed in range(200):
        surface(seed)
    assert len(asked) == pytest.approx(200 * surfaces.PHOTOGRAPHED, abs=25)


def test_without_the_package_every_table_is_drawn_and_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textures, "ARCHIVE", tmp_path / "not there")
    assert textures.at_hand(True) == textures.at_hand(False) == ()
    without = [surface(seed) for seed in range(5)]
    monkeypatch.setattr(surfaces, "PHOTOGRAPHED", 1.0)
    assert all(np.array_equal(first, surface(seed)) for seed, first in enumerate(without))
