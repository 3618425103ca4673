"""Letters and numbers cut out of strips, each where the finder saw it and at one size.

Cut so, an E is an E whether it fills the banner or stands small beside it, and a dim banner is brought to
full contrast by itself, whatever lies around it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats32, Picture

View = tuple[float, float, float]  #: how much wider and higher a mark is cut; how soft it is made, in pixels

STRAIGHT: View = (1.0, 1.0, 0.0)
LETTER_SIDE, LETTER_INK = 40, 28  #: pixels of a letter's picture; of its ink, the longer side
NUMBER_SIZE = (96, 56)  #: width and height of a number's picture
NUMBER_INK = (82, 42)  #: the largest that its ink may be
CLOSER = 1.25  #: how much larger a number's picture is where it is looked at closely
CLOSE_NUMBER_SIZE = (round(CLOSER * NUMBER_SIZE[0]), round(CLOSER * NUMBER_SIZE[1]))
#: Other cuts of what is doubtful, as another font and printer might have set it: where they read otherwise,
#: none is trusted alone. Dots and broken strokes run together in a small and soft one.
SMALL_AND_SOFT, WIDE_LETTER, WIDE_NUMBER = (0.8, 0.8, 1.8), (1.25, 1.0, 0.0), (1.15, 1.0, 0.0)
#: Which letters of a table are high: from which share of the height that so many do not reach.
HIGH, HIGH_ONES = 0.9, 0.8
LARGER = 1.3  #: how much larger the boxes are that are tried too


def cut_letter(strip: Picture, box: Floats32, view: View = STRAIGHT) -> Picture:
    """The letter of a strip, uint8 ``[40, 40, 3]``; ``box`` is probability, x, y, width, height."""
    scale = LETTER_INK / max(float(box[3]), float(box[4]), 4.0)
    return _cut(strip, box, scale, (LETTER_SIDE, LETTER_SIDE), view)


def cut_number(strip: Picture, box: Floats32, view: View = STRAIGHT) -> Picture:
    """The number of a strip, uint8 ``[56, 96, 3]``; ``box`` is probability, x, y, width, height."""
    return _cut(strip, box, _number_scale(box), NUMBER_SIZE, view)


def cut_close_number(strip: Picture, box: Floats32, view: View = STRAIGHT) -> Picture:
    """The same a quarter larger, uint8 ``[70, 120, 3]``."""
    return _cut(strip, box, CLOSER * _number_scale(box), CLOSE_NUMBER_SIZE, view)


def _number_scale(box: Floats32) -> float:
    return min(NUMBER_INK[0] / max(float(box[3]), 4.0), NUMBER_INK[1] / max(float(box[4]), 3.0))


def _cut(strip: Picture, box: Floats32, scale: float, size: tuple[int, int], view: View) -> Picture:
    across, down, soft = scale * view[0], scale * view[1], view[2]
    x, y = float(box[1]), float(box[2])
    matrix = np.array(
        [[across, 0, (size[0] - 1) / 2 - across * x], [0, down, (size[1] - 1) / 2 - down * y]], np.float64
    )
    if scale < 0.6:  # a letter as large as the strip: shrink first, so that warping does not skip pixels
        strip = np.asarray(cv2.blur(strip, (2, 2)), np.uint8)
    cut = cv2.warpAffine(strip, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(cut, (0, 0), soft) if soft else cut, np.uint8)


def on_one_line(boxes: Floats32) -> Floats32:
    """The boxes [n, 5] of one table's letters with the line and height that the high ones share.

    Of a fat letter but a part may be found: the space inside, or what stands out from a ground like its own.
    """
    out = boxes.copy()
    height = boxes[:, 4]
    high = height >= HIGH * np.quantile(height, HIGH_ONES)
    top = np.median((boxes[:, 2] - height / 2)[high])
    bottom = np.median((boxes[:, 2] + height / 2)[high])
    out[:, 2], out[:, 4] = (top + bottom) / 2, bottom - top
    out[:, 3] *= np.maximum(out[:, 4] / height, 1)
    return out


def larger(boxes: Floats32) -> Floats32:
    """The boxes, `LARGER` about their middles."""
    return boxes * np.array([1, 1, 1, LARGER, LARGER], np.float32)
