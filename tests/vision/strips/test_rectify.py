"""Cutting strips: the geometry that the networks were trained on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.strips import rectify


def quad(
    width: float, aspect: float = 1.4, turn: float = 0.0, at: tuple[float, float] = (200, 150)
) -> np.ndarray:
    """A card's corners, turned clockwise by ``turn`` degrees about its top-left corner."""
    corners = np.array([[0, 0], [1, 0], [1, aspect], [0, aspect]]) * width
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return corners @ np.array([[c, s], [-s, c]]) + at


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 33])
@pytest.mark.parametrize("width", [100, 240, 700])
def test_a_mark_on_the_card_lands_on_its_place_in_the_strip(turn: int, width: int) -> None:
    photo = np.zeros((1700, 1700, 3), np.uint8)
    corners = quad(width, turn=turn, at=(850, 850))
    mark = np.array([0.3, 0.15])  # in card widths
    place = corners[0] + mark[0] * (corners[1] - corners[0]) + mark[1] * (corners[3] - corners[0]) / 1.4
    cv2.circle(photo, (round(place[0]), round(place[1])), max(3, width // 40), (255, 255, 255), -1)
    strip = rectify.strips(photo, corners[None])[0]
    ys, xs = np.nonzero(strip[..., 0] > 100)
    expected = (mark - (rectify.LEFT, rectify.TOP)) * rectify.SCALE
    assert np.abs(np.array([xs.mean(), ys.mean()]) - expected).max() < 3


def test_a_strip_is_cut_the_same_from_a_whole_card_and_from_what_shows_of_it() -> None:
    whole = quad(300)[None]
    shows = whole.copy()
    shows[0, 2:] = shows[0, :2][::-1] + (shows[0, 2:] - shows[0, :2][::-1]) * 0.15
    assert np.allclose(rectify.strip_corners(whole), rectify.strip_corners(shows))


def test_no_cards_give_no_strips() -> None:
    assert rectify.strips(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2))).shape == (
        0,
        rectify.HEIGHT,
        rectify.WIDTH,
        3,
    )


def test_a_card_at_the_photos_edge_is_cut_without_an_error() -> None:
    photo = np.full((200, 200, 3), 90, np.uint8)
    assert rectify.strips(photo, quad(150, at=(120, 120))[None]).shape == (
        1,
        rectify.HEIGHT,
        rectify.WIDTH,
        3,
    )


def test_a_strip_comes_back_from_its_jpeg_nearly_as_it_was() -> None:
    shades = np.linspace(0, 255, rectify.HEIGHT, dtype=np.uint8)
    strip = np.repeat(np.repeat(shades[:, None, None], rectify.WIDTH, axis=1), 3, axis=2)
    again = rectify.from_jpeg(rectify.to_jpeg(strip))
    assert again is not None
    assert np.abs(again.astype(int) - strip).max() <= 3


def test_an_array_that_is_no_strip_is_refused() -> None:
    for shape in ((4, 4), (4, 4, 3)):
        with pytest.raises(ValueError, match="a strip is uint8"):
            rectify.to_jpeg(np.zeros(shape, np.uint8))


def test_damaged_bytes_hold_no_strip() -> None:
    shades = np.random.default_rng(3).integers(0, 256, (rectify.HEIGHT, rectify.WIDTH, 3), np.uint8)
    kept = rectify.to_jpeg(shades)
    for damaged in (b"", b"mice", kept[: len(kept) // 2], kept[:100], b"\0" * len(kept)):
        assert rectify.from_jpeg(damaged) is None
    small = cv2.imencode(".jpg", shades[:100])[1].tobytes()
    assert rectify.from_jpeg(small) is None
