"""Pictures of parts of a photo, warped from the levels of a pyramid."""

from __future__ import annotations

import numpy as np
import pytest

from vision.photo.pyramid import GREY, Pyramid


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
