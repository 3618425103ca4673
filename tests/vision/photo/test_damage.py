"""Photos that are damaged in their middle are refused like those that are cut off, whatever their kind."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from vision.photo import jpeg
from vision.photo.errors import PhotoError
from vision.photo.load import load_half, load_photo

#: How a format is written soonest.
SOONEST: dict[str, dict[str, Any]] = {"HEIF": {"enc_params": {"preset": "ultrafast"}}, "AVIF": {"speed": 10}}


def encoded(image: Image.Image, file_format: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, file_format, **SOONEST.get(file_format, {}) | options)
    return file.getvalue()


@cache
def whole(file_format: str, **options: Any) -> bytes:
    """A photo that can be read; drawn once for all that befalls it."""
    register_heif_opener()
    data = encoded(camera_like(), file_format, **options)
    assert load_photo(data).shape == (700, 700, 3)
    return data


def camera_like(side: int = 700) -> Image.Image:
    """A picture with detail at every scale, as a photo has."""
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 256, (side, side, 3), dtype=np.uint8)
    return Image.fromarray(cv2.GaussianBlur(noise, (0, 0), 1.2) // 2 + noise // 2)


DAMAGE = {
    "a part is missing": lambda data, at: data[:at] + data[at + 9000 :],
    "zeros in the middle": lambda data, at: data[:at] + bytes(9000) + data[at + 9000 :],
    "zeros up to the end": lambda data, at: data[:at] + bytes(len(data) - at - 2) + data[-2:],
}


@pytest.mark.parametrize(
    ("file_format", "options"),
    [
        ("JPEG", {"quality": 88}),
        ("JPEG", {"quality": 88, "progressive": True}),
        ("JPEG", {"quality": 88, "restart_marker_rows": 4}),
        ("PNG", {}),
        ("WEBP", {"quality": 80}),
        ("HEIF", {"quality": 80}),
        ("AVIF", {"quality": 80}),
    ],
)
@pytest.mark.parametrize("how", DAMAGE)
def test_a_file_damaged_in_its_middle_is_refused(file_format: str, options: dict[str, Any], how: str) -> None:
    """A copy that broke off, an upload that went on at the wrong place, a bad block of a memory card."""
    data = whole(file_format, **options)
    damaged = DAMAGE[how](data, len(data) // 2)
    for load in (load_photo, load_half):
        with pytest.raises(PhotoError, match="damaged or cut off"):
            load(damaged)


def test_a_damaged_jpeg_with_a_whole_picture_behind_it_is_refused() -> None:
    """Phones hang a gain map, or a film, on a photo."""
    data = encoded(camera_like(), "JPEG", quality=88)
    damaged = DAMAGE["a part is missing"](data, len(data) // 2)
    with pytest.raises(PhotoError, match="damaged"):
        load_photo(damaged + encoded(camera_like(96), "JPEG"))
    assert load_photo(data + encoded(camera_like(96), "JPEG")).shape == (700, 700, 3)


def test_stray_bytes_before_a_marker_are_no_damage() -> None:
    data = encoded(camera_like(), "JPEG", quality=88)
    assert (load_photo(data[:-2] + b"\x10\x20\x30" + data[-2:]) == load_photo(data)).all()


@pytest.mark.parametrize("step", [1, 2, 4, 8])
@pytest.mark.parametrize("size", [(700, 700), (701, 467)])
def test_a_reduced_jpeg_has_the_size_that_others_give_it(step: int, size: tuple[int, int]) -> None:
    data = encoded(camera_like().resize(size), "JPEG", quality=88)
    pixels = jpeg.decoded(data, size, step)
    assert pixels is not None
    assert pixels.shape == (-(-size[1] // step), -(-size[0] // step), 3)


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_jpegs_of_all_colour_modes_are_read_alike(mode: str) -> None:
    image = camera_like().convert(mode)
    expected = cv2.imdecode(np.frombuffer(encoded(image, "JPEG"), np.uint8), cv2.IMREAD_COLOR)
    assert expected is not None
    read = load_photo(encoded(image, "JPEG"))
    assert np.abs(read.astype(int) - expected.astype(int)).mean() < 1
