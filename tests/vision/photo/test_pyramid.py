"""Pictures of parts of a photo, warped from the levels of a pyramid."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.photo.errors import PhotoError
from vision.photo.load import HalfDecoded, PhotoLimits, load_half, load_photo
from vision.photo.pyramid import GREY, Pyramid

LARGE = PhotoLimits(half_first=300_000)


def jpeg(width: int, height: int, orientation: int = 1) -> bytes:
    """A smooth photo that differs from side to side."""
    y, x = np.mgrid[:height, :width].astype(float)
    pixels = np.stack([x / width, y / height, (x + y) / (width + height)], axis=2)
    exif, file = Image.Exif(), io.BytesIO()
    exif[0x0112] = orientation
    Image.fromarray((255 * pixels).astype(np.uint8)).save(file, "JPEG", quality=95, exif=exif)
    return file.getvalue()


@pytest.mark.parametrize("scale", [1.0, 0.43, 0.11, 0.031])
def test_a_picture_of_any_size_keeps_things_where_they_are(scale: float) -> None:
    photo = np.zeros((1203, 1601, 3), np.uint8)
    photo[400:800, 600:1000] = 200
    shift = (scale - 1) / 2
    matrix = np.array([[scale, 0, shift], [0, scale, shift]])
    size = (int(1601 * scale), int(1203 * scale))
    seen = Pyramid(photo).picture(matrix, size)[..., 0].astype(float)
    assert seen.shape == size[::-1]
    seen[-2:], seen[:, -2:] = 0, 0  # at the rim it is already grey
    ys, xs = np.mgrid[: size[1], : size[0]]
    middle = np.array([(xs * seen).sum(), (ys * seen).sum()]) / seen.sum()
    expected = np.array([799.5, 599.5]) * scale + shift
    assert np.abs(middle - expected).max() < 0.1
    assert seen.sum() / 200 == pytest.approx((400 * scale) ** 2, rel=0.03)


def test_a_picture_is_grey_outside_the_photo() -> None:
    seen = Pyramid(np.zeros((40, 50, 3), np.uint8)).picture(np.array([[1.0, 0, 100], [0, 1, 0]]), (64, 64))
    assert (seen == GREY).all()


@pytest.mark.parametrize("orientation", [1, 6, 8])
def test_a_large_jpeg_is_decoded_as_a_whole_only_where_a_picture_needs_it(orientation: int) -> None:
    data = jpeg(801, 601, orientation)
    whole, half = load_photo(data), load_half(data, LARGE)
    assert isinstance(half, HalfDecoded)
    decoded = list[int]()

    def all_of_it() -> np.ndarray:  # type: ignore[type-arg]
        decoded.append(1)
        return half.whole()

    lazy, eager = Pyramid(HalfDecoded(half.half, half.size, all_of_it)), Pyramid(whole)
    assert lazy.size == eager.size
    for scale in (0.1, 0.25, 0.5):
        matrix = np.array([[scale, 0, 0], [0, scale, 0]])
        size = int(lazy.width * scale) - 2, int(lazy.height * scale) - 2
        seen, expected = (each.picture(matrix, size).astype(float) for each in (lazy, eager))
        assert np.abs(seen - expected)[2:-2, 2:-2].mean() < 1.5
    assert not decoded
    assert np.array_equal(lazy.level(1.0)[0], whole)
    assert np.array_equal(lazy.level(0.9)[0], whole)
    assert decoded == [1]


@pytest.mark.parametrize("kind", [".png", ".jpg"])
def test_small_photos_and_other_kinds_are_decoded_at_once(kind: str) -> None:
    pixels = cv2.imdecode(np.frombuffer(jpeg(401, 301), np.uint8), cv2.IMREAD_COLOR)
    data = cv2.imencode(kind, pixels)[1].tobytes()
    limits = PhotoLimits() if kind == ".jpg" else LARGE
    assert np.array_equal(np.asarray(load_half(data, limits)), load_photo(data))


def test_a_damaged_large_jpeg_is_refused_at_once() -> None:
    with pytest.raises(PhotoError, match="damaged"):
        load_half(jpeg(801, 601)[:-400], LARGE)


def test_a_huge_photo_is_halved_once_more() -> None:
    small = PhotoLimits(pixels=200_000, half_first=100_000)
    half = load_half(jpeg(801, 601), small)
    assert isinstance(half, HalfDecoded)
    assert half.size == load_photo(jpeg(801, 601), limits=small).shape[1::-1] == (401, 301)
    assert half.half.shape == (151, 201, 3)
