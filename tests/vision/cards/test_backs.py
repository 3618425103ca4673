"""The backs of one deck are printed alike, and what lies among them and is not is none of them."""

import cv2
import numpy as np
import pytest

from vision.cards.backs import like_the_backs
from vision.detect.detections import FACE_DOWN, FACE_UP, Detections
from vision.detect.verifier import EDGE, SIDE
from vision.strips.marks import Marks

TABLE, DARK, PALE, WOOD = (120, 140, 150), (60, 40, 90), (180, 200, 210), (60, 120, 170)


def cutout(pattern: str, light: float = 1.0, contrast: float = 1.0, turns: int = 0) -> np.ndarray:
    """A card's back, or a piece of table, as it is cut out of a photo, with a camera's noise."""
    low, high = round(EDGE), SIDE - round(EDGE)
    inside = np.full((high - low, high - low, 3), DARK, np.uint8)
    if pattern == "rings":
        for radius in (5, 11, 17):
            cv2.circle(inside, (20, 16), radius, PALE, 2)
    elif pattern == "planks":
        inside[np.arange(len(inside)) % 8 < 3] = PALE
    elif pattern == "parquet":
        inside[:] = WOOD
        inside[np.arange(len(inside)) % 8 < 3] = PALE
    inside = np.rot90(inside, turns)
    picture = np.full((SIDE, SIDE, 3), TABLE, np.uint8)
    picture[low:high, low:high] = inside
    noise = np.random.default_rng([turns, *pattern.encode()]).normal(0, 3, picture.shape)
    middle = picture.mean()
    return np.clip(light * (middle + contrast * (picture - middle)) + noise, 0, 255).astype(np.uint8)


RINGS, PLANKS = cutout("rings"), cutout("planks")


def laid(patterns: list[str]) -> tuple[np.ndarray, Detections]:
    """A photo of cards side by side, and these: clear backs but for the last, which was taken for a face."""
    photo = np.full((SIDE, SIDE * len(patterns), 3), TABLE, np.uint8)
    low, high = round(EDGE), SIDE - round(EDGE)
    quads = []
    for n, pattern in enumerate(patterns):
        photo[:, SIDE * n : SIDE * (n + 1)] = cutout(pattern)
        left, right = SIDE * n + low, SIDE * n + high - 1
        quads.append([(left, low), (right, low), (right, high - 1), (left, high - 1)])
    kind = np.array([FACE_DOWN] * (len(patterns) - 1) + [FACE_UP], np.int8)
    return photo, Detections.of(np.array(quads, np.float32), kind, np.full(len(patterns), 0.99))


def marks(shown: list[float]) -> Marks:
    """Marks of cards that show so much print, 0 to 3."""
    each = np.zeros((len(shown), 5), np.float32)
    each[:, 0] = np.array(shown) / 3
    return Marks(icons=np.repeat(each[:, None], 8, axis=1), letter=each, number=each)


@pytest.mark.parametrize(
    ("last", "shown", "down"),
    [("rings", 1.2, True), ("rings", 2.4, False), ("planks", 1.2, False)],
    ids=["like the backs", "like the backs but printed", "of another print"],
)
def test_what_shows_little_print_and_looks_as_the_backs_do_lies_face_down(
    last: str, shown: float, down: bool
) -> None:
    photo, cards = laid(["rings", "rings", last])
    told = like_the_backs(photo, cards, marks([0.2, 0.2, shown]), np.array([False, False, True]))
    assert told.tolist() == [False, False, down]


def test_without_a_clear_back_nothing_looks_like_one() -> None:
    photo, cards = laid(["rings", "rings"])
    alone = cards[np.array([1])]
    assert not like_the_backs(photo, alone, marks([1.2]), np.array([True])).any()
