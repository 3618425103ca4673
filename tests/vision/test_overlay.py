"""The overlay and the crops: where something is drawn, and how it differs from the photo."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.cards import Category
from vision.common.arrays import Picture
from vision.overlay import OverlayStyle, crop_card, draw_overlay
from vision.reading import CardReading, HoleReading, PhotoReading, ShelfReading

Corners = list[tuple[float, float]]


def rectangle(left: float, top: float, width: float = 200, height: float = 280) -> Corners:
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]


def card(
    corners: Corners, letter: str | None = "E", review: list[str] | None = None, column: int = 0
) -> CardReading:
    return CardReading(
        row=0,
        column=column,
        face_up=letter is not None,
        letter=letter,
        order=None if letter is None else 2,
        of=None if letter is None else 7,
        categories=[] if letter is None else [Category.HISTORIC_VOLUMES, Category.SPELLS_POTIONS],
        review=review or [],
        corners=corners,
    )


def shelves(*cards: list[CardReading]) -> PhotoReading:
    return PhotoReading(shelves=[ShelfReading(cards=each) for each in cards])


def grey(width: int = 800, height: int = 600) -> Picture:
    return np.full((height, width, 3), 90, dtype=np.uint8)


def drawn(photo: Picture, reading: PhotoReading) -> NDArray[np.bool_]:
    """Where the overlay differs from the photo."""
    return np.asarray((draw_overlay(photo, reading) != photo).any(axis=2))


def doubtful(picture: Picture) -> int:
    """How many pixels have the colour of doubt."""
    return int((np.abs(picture.astype(int) - OverlayStyle.doubt[::-1]).max(axis=2) < 12).sum())


def test_the_photo_itself_is_left_alone() -> None:
    photo = grey()
    draw_overlay(photo, shelves([card(rectangle(100, 100))]))
    assert (photo == 90).all()
    assert not drawn(photo, PhotoReading()).any()


def test_outline_and_label_are_on_the_card_and_nowhere_else() -> None:
    marks = drawn(grey(), shelves([card(rectangle(100, 100))]))
    for x, y in ((103, 240), (297, 240), (200, 104), (200, 376)):
        assert marks[y - 5 : y + 6, x - 5 : x + 6].any()
    assert marks[100 + 174 - 10 : 100 + 174 + 10, 190:210].any()  # the label, on the books
    assert not marks[115:200, 115:285].any()  # the banner stays free
    marks[95:386, 95:306] = False
    assert not marks.any()


@pytest.mark.parametrize("field", ["letter", "order", "of", "categories", "face_up"])
def test_a_doubtful_card_differs_in_colour_and_in_shape(field: str) -> None:
    sure = draw_overlay(grey(), shelves([card(rectangle(100, 100))]))
    doubt = draw_overlay(grey(), shelves([card(rectangle(100, 100), review=[field])]))
    assert doubtful(sure) == 0
    assert doubtful(doubt) > 1000

    def changes(picture: Picture) -> int:
        """How often the left side's outline changes between light and dark."""
        light = picture[130:350, 100:105].max(axis=(1, 2)) > 160
        return int((light[1:] != light[:-1]).sum())

    assert changes(sure) <= 2
    assert changes(doubt) >= 8  # dashed
    assert not (sure[80:118, 285:320] == doubt[80:118, 285:320]).all()  # the badge on the corner


def test_each_field_in_doubt_is_marked_in_its_own_place() -> None:
    pictures = [
        draw_overlay(grey(), shelves([card(rectangle(100, 100), review=[field])]))[220:330, 105:295]
        for field in ("letter", "order", "of", "categories", "face_up")
    ]
    for i, one in enumerate(pictures):
        for other in pictures[i + 1 :]:
            assert (one != other).any()


def test_a_back_says_less_than_a_face() -> None:
    back = drawn(grey(), shelves([card(rectangle(100, 100), letter=None)]))[200:350, 110:290]
    face = drawn(grey(), shelves([card(rectangle(100, 100))]))[200:350, 110:290]
    assert 0 < back.sum() < face.sum() / 2


def test_two_shelves_have_two_colours_and_numbers() -> None:
    left, right = card(rectangle(100, 150)), card(rectangle(500, 150))
    one = draw_overlay(grey(), shelves([left, right]))
    two = draw_overlay(grey(), shelves([left], [right]))
    assert (one[:130] == 90).all()
    assert (two[:130, 100:300] != 90).any()
    assert (two[:130, 500:700] != 90).any()
    assert (one[200:300, 495:506] != two[200:300, 495:506]).any()
    assert (one[200:300, 95:106] == two[200:300, 95:106]).all()


def test_a_strip_s_label_stays_on_the_strip() -> None:
    strip = card(rectangle(100, 100, 300, 60))
    marks = drawn(grey(), PhotoReading(pile=[strip]))
    assert marks[115:145, 260:395].any()
    assert not marks[110:150, 110:240].any()
    marks[95:166, 95:406] = False
    assert not marks.any()


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize("size", [(64, 64), (320, 240), (4032, 3024)])
def test_any_size_and_turn_is_drawn_within_the_photo(size: tuple[int, int], turn: int) -> None:
    width, height = size
    corners = rectangle(0.2 * width, 0.1 * height, 0.3 * width, 0.42 * width)
    corners = corners[turn:] + corners[:turn]
    outside = rectangle(0.9 * width, 0.9 * height, 0.3 * width, 0.4 * width)
    strip = rectangle(-0.1 * width, 0.8 * height, 0.4 * width, 0.06 * width)
    reading = shelves([card(corners, review=["order"]), card(outside, column=1)], [card(strip)])
    photo = grey(width, height)
    result = draw_overlay(photo, reading)
    assert result.shape == photo.shape
    assert result.dtype == np.uint8
    assert (result != photo).any()


def test_labels_grow_with_the_photo() -> None:
    def share(scale: int) -> float:
        corners = rectangle(100 * scale, 100 * scale, 60 * scale, 84 * scale)
        return float(drawn(grey(800 * scale, 600 * scale), shelves([card(corners)])).mean())

    assert share(5) == pytest.approx(share(2), rel=0.25)


# --- crops ---


def painted(turn: int = 0) -> tuple[Picture, Corners]:
    """A photo of a card in perspective, four colours in its quarters; the corners as printed."""
    face = np.zeros((280, 200, 3), dtype=np.uint8)
    face[:140, :100], face[:140, 100:], face[140:, 100:], face[140:, :100] = (
        (255, 0, 0),
        (0, 255, 0),
        (0, 0, 255),
        (255, 255, 255),
    )
    corners: Corners = [(300.0, 200.0), (720.0, 260.0), (700.0, 830.0), (250.0, 760.0)]
    corners = corners[turn:] + corners[:turn]
    source = np.array([[0, 0], [200, 0], [200, 280], [0, 280]], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, np.array(corners, dtype=np.float32))
    return np.asarray(cv2.warpPerspective(face, matrix, (1000, 1000)), dtype=np.uint8), corners


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize("width", [40, 200, 600])
def test_a_crop_is_upright_whatever_the_turn(turn: int, width: int) -> None:
    photo, corners = painted(turn)
    crop = crop_card(photo, corners, width)
    height = crop.shape[0]
    assert crop.shape[1] == width
    assert (height > width) == (turn % 2 == 0)
    quarters = [
        crop[round(height * y), round(width * x)].tolist()
        for x, y in ((0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75))
    ]
    assert quarters == [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
    assert crop.min(axis=2).max() == 255 or width == 40  # the whole face is there,
    assert (crop.max(axis=2) < 60).mean() < 0.02  # and hardly any table


def test_a_small_crop_of_a_large_card_is_averaged() -> None:
    board = np.indices((1200, 900)).sum(axis=0) % 2 * 255
    photo = np.repeat(board[:, :, None], 3, axis=2).astype(np.uint8)
    crop = crop_card(photo, rectangle(3, 3, 800, 1100), 80)
    assert abs(float(crop.mean()) - 127.5) < 10
    assert crop.std() < 40


def test_crops_of_nothing_are_black_and_do_not_fail() -> None:
    photo = grey()
    assert not crop_card(photo, rectangle(5000, 5000), 100).any()
    cut = crop_card(photo, rectangle(-50, -50), 100)
    assert cut.shape == (140, 100, 3)
    assert (cut[0, 0].any(), cut[-1, -1].all()) == (False, True)
    assert crop_card(photo, [(10, 10)] * 4, 100).shape[1] == 100


def test_a_hole_that_is_asked_about_is_marked() -> None:
    hole = HoleReading(row=0, column=0, corners=((60, 60), (160, 60), (160, 200), (60, 200)))
    shelf = ShelfReading(cards=[], places=[hole])
    marks = drawn(grey(), PhotoReading(shelves=[shelf]))
    rows, columns = np.nonzero(marks)
    assert 55 < columns.min() < 75
    assert 55 < rows.min() < 75
    assert 145 < columns.max() < 165
    assert not drawn(grey(), PhotoReading(shelves=[shelf]).in_photo(1)).any()
