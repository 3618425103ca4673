"""The backs of one deck are printed alike, and what lies among them and is not is none of them."""

import cv2
import numpy as np
import pytest

from vision.backs import unlike_the_backs
from vision.verify import EDGE, SIDE

TABLE, DARK, PALE = (120, 140, 150), (60, 40, 90), (180, 200, 210)


def cutout(pattern: str, light: float = 1.0, contrast: float = 1.0, turns: int = 0) -> np.ndarray:
    """A card's back, or a piece of table, as it is cut out of a photo, with a camera's noise."""
    low, high = round(EDGE), SIDE - round(EDGE)
    inside = np.full((high - low, high - low, 3), DARK, np.uint8)
    if pattern == "rings":
        for radius in (5, 11, 17):
            cv2.circle(inside, (20, 16), radius, PALE, 2)
    elif pattern == "planks":
        inside[np.arange(len(inside)) % 8 < 3] = PALE
    inside = np.rot90(inside, turns)
    picture = np.full((SIDE, SIDE, 3), TABLE, np.uint8)
    picture[low:high, low:high] = inside
    noise = np.random.default_rng([turns, *pattern.encode()]).normal(0, 3, picture.shape)
    middle = picture.mean()
    return np.clip(light * (middle + contrast * (picture - middle)) + noise, 0, 255).astype(np.uint8)


RINGS, PLANKS = cutout("rings"), cutout("planks")


@pytest.mark.parametrize(
    ("what", "picture"),
    [
        ("another such back", RINGS),
        ("one upside down", cutout("rings", turns=2)),
        ("one that lies across", cutout("rings", turns=1)),
        ("one in shadow", cutout("rings", light=0.5)),
        ("one whose print is lost in glare", cutout("planks", contrast=0.2)),
    ],
)
def test_what_looks_like_the_clear_backs_or_shows_little_may_be_one(what: str, picture: np.ndarray) -> None:
    pictures = np.stack([RINGS, RINGS, picture])
    assert not unlike_the_backs(pictures, np.float32([0.99, 0.99, 0.7])).any(), what


def test_what_lies_among_clear_backs_and_shows_another_print_is_none() -> None:
    pictures = np.stack([RINGS, PLANKS, RINGS, PLANKS])
    told = unlike_the_backs(pictures, np.float32([0.99, 0.7, 0.99, 0.95]))
    assert told.tolist() == [False, True, False, False]  # the last is too probable a card


@pytest.mark.parametrize(
    ("why", "pictures", "score"),
    [
        ("one clear back is no usual one", [RINGS, PLANKS], [0.99, 0.7]),
        ("none is clear", [RINGS, RINGS, PLANKS], [0.9, 0.9, 0.7]),
        ("clear backs unlike each other", [RINGS, PLANKS, cutout("plain")], [0.99, 0.99, 0.7]),
        ("nothing lies face down", [], []),
    ],
)
def test_without_a_print_that_two_clear_backs_share_all_may_be_backs(
    why: str, pictures: list[np.ndarray], score: list[float]
) -> None:
    shown = np.array(pictures, np.uint8).reshape(-1, SIDE, SIDE, 3)
    assert not unlike_the_backs(shown, np.float32(score)).any(), why
