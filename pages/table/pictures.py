"""Pictures for the browser: a photo scaled to the screen, its cards cut out and upright."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pages.table.state import Photo
from vision.overlay import crop_card, mark_hole
from vision.photo.load import Bgr

#: The longest side of the photo as the page shows it; a phone's screen has no more pixels either.
SHOWN_SIDE = 1600
#: The width of a card close up.
CROP_WIDTH = 360
#: So much is shown around a hole, in its own sizes.
AROUND_HOLE = 0.6
_JPEG_QUALITY = 82


def photo_for_page(name: str, file: Path, photo: Bgr, corners: NDArray[np.float64]) -> Photo:
    """The photo with an outline and a crop for each card in it, ``corners`` [n, 4, 2]."""
    height, width = photo.shape[:2]
    outlines = [[(round(x, 2), round(y, 2)) for x, y in quad] for quad in corners.tolist()]
    page = Photo(name, file, width, height, outlines)
    draw(page, photo)
    return page


def draw(page: Photo, photo: Bgr) -> None:
    """Draws the photo and its cards for the page."""
    page.picture = data_uri(photo, SHOWN_SIDE)
    page.crops = [
        data_uri(crop_card(photo, corners, CROP_WIDTH)) if corners else "" for corners in page.outlines
    ]


def hole_picture(page: Photo, corners: tuple[tuple[float, float], ...]) -> str:
    """A place of the photo where a card may lie, marked, with what lies around it; "" without a picture."""
    if not page.picture:
        return ""
    jpeg = base64.b64decode(page.picture.partition(",")[2])
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if shown is None:
        return ""
    picture = np.asarray(shown, np.uint8)
    quad = np.array(corners) * (picture.shape[1] / page.width)
    mark_hole(picture, quad)
    low, high = quad.min(axis=0), quad.max(axis=0)
    low, high = low - AROUND_HOLE * (high - low), high + AROUND_HOLE * (high - low)
    size = np.array(picture.shape[1::-1])
    (left, top), (right, bottom) = np.clip([low, high], 0, size).round().astype(int).tolist()
    return data_uri(picture[top:bottom, left:right]) if right > left and bottom > top else ""


def data_uri(picture: Bgr, longest_side: int | None = None) -> str:
    """A JPEG of the picture, scaled down when a side is longer than ``longest_side`` pixels."""
    scale = longest_side / max(picture.shape[:2]) if longest_side else 1
    if scale < 1:
        picture = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return jpeg_uri(jpeg.tobytes())


def jpeg_uri(jpeg: bytes) -> str:
    """A JPEG as an address that holds it."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()
