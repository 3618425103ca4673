"""Pictures as the archive keeps them: JPEGs, to pixels and back."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture

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
