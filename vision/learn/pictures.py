"""Pictures as the archive keeps them: JPEGs and plain numbers, to pixels and arrays and back."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Ints, Picture
from vision.geometry.quads import Quads

if TYPE_CHECKING:  # reading loads no database
    from scorer.confirmed.corrections import ConfirmedPhoto

#: Of kept JPEGs, 0 to 100.
QUALITY = 95


def jpeg(picture: Picture) -> bytes:
    """The JPEG of a picture, uint8 BGR [h, w, 3].

    >>> pixels(jpeg(np.full((8, 16, 3), 90, np.uint8))).shape
    (8, 16, 3)

    Raises:
        ValueError: it is another array.
    """
    picture = np.asarray(picture)
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3:
        raise ValueError(f"a picture is uint8 [h, w, 3], not {picture.dtype} {list(picture.shape)}")
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def pixels(kept: bytes) -> Picture:
    """The picture of a JPEG, uint8 BGR [h, w, 3]; the bytes are as `jpeg` made them."""
    return np.asarray(cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def to_keep(name: str, picture: Picture, kinds: Ints, corners: Quads, when: datetime) -> ConfirmedPhoto:
    """A photo whose cards are of ``kinds`` [n] and lie at ``corners`` [n, 4, 2], as the archive keeps it.

    Raises:
        ValueError: the picture is not uint8 [h, w, 3], or kinds and corners do not fit together.
    """
    from scorer.confirmed.corrections import ConfirmedPhoto

    if kinds.ndim != 1 or corners.shape != (len(kinds), 4, 2):
        raise ValueError(f"{list(kinds.shape)} kinds do not fit {list(corners.shape)} corners")
    return ConfirmedPhoto(name, jpeg(picture), kinds.tolist(), corners.tolist(), when)


def cards_of(photo: ConfirmedPhoto) -> tuple[Ints, Quads]:
    """The kinds, int64 [n], and corners, float32 [n, 4, 2], of a kept photo's cards."""
    return np.array(photo.kinds, np.int64), np.array(photo.corners, np.float32).reshape(-1, 4, 2)
