"""Pictures for the browser: a photo scaled to the screen, its cards cut out and upright."""

from __future__ import annotations

import base64
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from pages.table.state import Photo
from vision.overlay import crop_card
from vision.photo.load import Bgr

#: The longest side of the photo as the page shows it; a phone's screen has no more pixels either.
SHOWN_SIDE = 1600
#: The width of a card close up.
CROP_WIDTH = 360
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


def data_uri(picture: Bgr, longest_side: int | None = None) -> str:
    """A JPEG of the picture, scaled down when a side is longer than ``longest_side`` pixels."""
    scale = longest_side / max(picture.shape[:2]) if longest_side else 1
    if scale < 1:
        picture = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(jpeg.tobytes()).decode()
