"""Letters and numbers cut out of strips, each where the finder saw it and at one size.

So an E is the same E whether it fills the banner or stands small beside it. A dim banner gets full contrast
by itself, whatever lies around it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.common.arrays import Floats32, Picture

LETTER_SIDE = 40  #: pixels of a letter's picture, as the networks take it
LETTER_INK = 28  #: the longer side of the letter in it
NUMBER_SIZE = (96, 56)  #: width and height of a number's picture, as the networks take it
NUMBER_INK = (82, 42)  #: the largest width and height of the number in it


def cut_letter(strip: Picture, box: Floats32) -> Picture:
    """The letter of a strip, uint8 ``[40, 40, 3]``; ``box`` is probability, x, y, width, height."""
    scale = LETTER_INK / max(float(box[3]), float(box[4]), 4.0)
    return _cut(strip, box, scale, (LETTER_SIDE, LETTER_SIDE))


def cut_number(strip: Picture, box: Floats32, wider: float = 1.0) -> Picture:
    """The number of a strip, uint8 ``[56, 96, 3]``; ``box`` is probability, x, y, width, height.

    It is stretched across by ``wider``, as another font might have it.
    """
    return _cut(strip, box, _number_scale(box), NUMBER_SIZE, wider)


def _number_scale(box: Floats32) -> float:
    return min(NUMBER_INK[0] / max(float(box[3]), 4.0), NUMBER_INK[1] / max(float(box[4]), 3.0))


def _cut(strip: Picture, box: Floats32, scale: float, size: tuple[int, int], wider: float = 1.0) -> Picture:
    x, y = float(box[1]), float(box[2])
    across = scale * wider
    matrix = np.array(
        [[across, 0, (size[0] - 1) / 2 - across * x], [0, scale, (size[1] - 1) / 2 - scale * y]], np.float64
    )
    if scale < 0.6:  # shrink a large letter first: warping would skip pixels
        strip = np.asarray(cv2.blur(strip, (2, 2)), np.uint8)
    cut = cv2.warpAffine(strip, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def moved(boxes: Floats32, by: float) -> Floats32:
    """The boxes, ``[n, 5]``, moved to the right and down by this share of their sizes."""
    out = boxes.copy()
    out[:, 1:3] += by * boxes[:, 3:]
    return out


def on_one_line(boxes: Floats32, high: float = 0.9, quantile: float = 0.8) -> Floats32:
    """The boxes of one table's letters, ``[n, 5]``, with the line and height that the high ones share.

    Of a fat letter the finder may see a part: the space inside, or a part that differs from the background.

    Args:
        boxes: probability, x, y, width, height of each letter.
        high: a letter is high from this share of the table's usual height on.
        quantile: this quantile of the table's heights is the usual height.
    """
    out = boxes.copy()
    height = boxes[:, 4]
    among = height >= high * np.quantile(height, quantile)
    top = np.median((boxes[:, 2] - height / 2)[among])
    bottom = np.median((boxes[:, 2] + height / 2)[among])
    out[:, 2], out[:, 4] = (top + bottom) / 2, bottom - top
    out[:, 3] *= np.maximum(out[:, 4] / height, 1)
    return out
