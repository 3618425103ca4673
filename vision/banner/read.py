"""Letter, order and count from strips: cut out where the finder saw them, each at one size, then read.

So an E is the same E whether it fills the banner or stands small beside it. A dim banner gets full contrast
by itself, whatever lies around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.common.arrays import Floats32, Picture
from vision.common.fields import LETTERS, ORDERS
from vision.common.probability import log_softmax
from vision.networks import sessions as networks
from vision.strips.marks import Marks, find_marks

Cut = Callable[[Picture, Floats32], Picture]
Relocate = Callable[[Floats32], Floats32]  #: from the boxes of a table's marks, ``[n, 5]``, to others

FEATURES = 96  #: the length of a network's features, before its last layer
LETTER_SIDE = 40  #: pixels of a letter's picture, as the networks take it
LETTER_INK = 28  #: the longer side of the letter in it
NUMBER_SIZE = (96, 56)  #: width and height of a number's picture, as the networks take it
NUMBER_INK = (82, 42)  #: the largest width and height of the number in it

# When a mark is read again, and in which crops.
#: A mark read with less than this probability is read again, in other crops.
DOUBTFUL_MARK = 0.99
#: A letter is read again this share of its size aside, on either side.
LETTER_ASIDE = 0.045
#: A number is read again wider by these factors, as another font might have it.
NUMBER_WIDER = (1.15, 0.9)
#: A mark read with less than this probability cannot be made out.
LEGIBLE = 0.5


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
        high: a letter is high from this share of the table's typical height on.
        quantile: this quantile of the table's heights is the typical height.
    """
    out = boxes.copy()
    height = boxes[:, 4]
    among = height >= high * np.quantile(height, quantile)
    top = np.median((boxes[:, 2] - height / 2)[among])
    bottom = np.median((boxes[:, 2] + height / 2)[among])
    out[:, 2], out[:, 4] = (top + bottom) / 2, bottom - top
    out[:, 3] *= np.maximum(out[:, 4] / height, 1)
    return out


@dataclass(frozen=True)
class _Reader:
    """How letters, or numbers, are read."""

    #: The name of the network.
    network: str
    #: Cuts a mark out of a strip.
    cut: Cut
    #: The number of answers that a network gives.
    heads: int
    #: A doubtful mark is read again in these crops and boxes.
    again: Sequence[tuple[Cut, Relocate]]


def _as_found(boxes: Floats32) -> Floats32:
    """The boxes as the finder saw them."""
    return boxes


LETTER_READER = _Reader(
    network="letter_reader",
    cut=cut_letter,
    heads=1,
    again=[
        (cut_letter, partial(moved, by=-LETTER_ASIDE)),
        (cut_letter, partial(moved, by=LETTER_ASIDE)),
        (cut_letter, on_one_line),
    ],
)
NUMBER_READER = _Reader(
    network="number_reader",
    cut=cut_number,
    heads=2,
    again=[(partial(cut_number, wider=factor), _as_found) for factor in NUMBER_WIDER],
)


@dataclass(frozen=True)
class BannerEvidence:
    """The evidence of the banners of ``n`` cards, as natural logs of probabilities.

    Attributes:
        letter: ``[n, 26]``.
        order: ``[n, 14]`` for 1 to 14.
        of: ``[n, 14]``, the count, for 1 to 14.
        features: the networks' features of each letter, order and count, ``[n, f]``, for
            ``vision.adapt``; None where a network gives none.
    """

    letter: Floats32
    order: Floats32
    of: Floats32
    features: tuple[Floats32, ...] | None = None

    def without_number(self) -> NDArray[np.bool_]:
        """Which cards, ``[n]``, have no legible number: the finder may have taken an icon for it."""
        best = np.maximum(self.order.max(axis=1), self.of.max(axis=1))
        return np.asarray(best < float(np.log(LEGIBLE)), np.bool_)


def read_banners(strips: Picture, marks: Marks | None = None) -> BannerEvidence:
    """Reads strips as ``vision.strips.rectify.strips`` cuts them, uint8 ``[n, 152, 344, 3]``.

    ``marks``: the marks of the strips (``vision.strips.marks.find_marks``); looked for if left out.
    """
    if len(strips) == 0:
        sizes = (len(LETTERS), ORDERS, FEATURES)
        letter, number, seen = (np.zeros((0, size), np.float32) for size in sizes)
        return BannerEvidence(letter, number, number, (seen, seen, seen))
    marks = marks or find_marks(strips)
    letters, numbers = _read(LETTER_READER, strips, marks.letter), _read(NUMBER_READER, strips, marks.number)
    letters = _read_again(LETTER_READER, strips, marks.letter, letters)
    numbers = _read_again(NUMBER_READER, strips, marks.number, numbers)
    (letter,), (order, of) = letters.logs, numbers.logs
    scales = networks.scales()
    features = (*letters.features, *numbers.features)
    with_features = len(features) == len((letter, order, of))
    return BannerEvidence(
        log_softmax(letter / scales.letter),
        log_softmax(order / scales.order),
        log_softmax(of / scales.of),
        features if with_features else None,
    )


@dataclass(frozen=True)
class _Answers:
    """Marks as a network read them.

    ``logs``: log-probabilities of each answer, ``[n, values]``. ``features``: of each answer, ``[n, f]``;
    empty where the network gives none.
    """

    logs: list[Floats32]
    features: list[Floats32]


def read_letters(pictures: Picture, boxes: Floats32) -> Floats32:
    """Natural logs of letter probabilities, ``[n, 26]``.

    Each letter stands in its box ``[n, 5]`` of its own picture, uint8 ``[n, h, w, 3]``.
    """
    return _read(LETTER_READER, pictures, boxes).logs[0]


def _read(reader: _Reader, strips: Picture, boxes: Floats32) -> _Answers:
    """The marks in these ``boxes`` of strips."""
    outputs = networks.run(reader.network, _cut_all(reader.cut, strips, boxes))
    return _Answers([log_softmax(out) for out in outputs[: reader.heads]], outputs[reader.heads :])


def _read_again(reader: _Reader, strips: Picture, boxes: Floats32, read: _Answers) -> _Answers:
    """Marks that were ``read`` in these boxes, doubtful ones read again; the mean of all answers counts."""
    doubtful = _below(read.logs, DOUBTFUL_MARK)
    if len(doubtful) == 0:
        return read
    cuts = [_cut_all(cut, strips[doubtful], relocate(boxes)[doubtful]) for cut, relocate in reader.again]
    answers = [networks.run(reader.network, cut)[: reader.heads] for cut in cuts]
    logs = [mine.copy() for mine in read.logs]
    for mine, *others in zip(logs, *answers, strict=True):
        total = mine[doubtful] + sum(log_softmax(other) for other in others)
        mine[doubtful] = total / (1 + len(others))
    return replace(read, logs=logs)


def _cut_all(cut: Cut, strips: Picture, boxes: Floats32) -> Picture:
    return np.stack([cut(strip, box) for strip, box in zip(strips, boxes, strict=True)])


def _below(logs: list[Floats32], probability: float) -> NDArray[np.intp]:
    """The marks of which some head's likeliest value is less likely than ``probability``."""
    return np.flatnonzero(np.min([each.max(axis=1) for each in logs], axis=0) < float(np.log(probability)))
