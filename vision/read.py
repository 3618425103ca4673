"""Letter, order and count from strips: each is cut out where the finder saw it, at one size, and read.

Cut so, an E is an E whether it fills the banner or stands small beside it, and a dim banner is brought to
full contrast by itself, whatever lies around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import networks
from vision.finder import Marks, find_marks
from vision.typefaces import Typefaces, known, known_for_numbers

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
View = tuple[float, float, float]  #: how much wider and higher a mark is cut; how soft it is made, in pixels
Cut = Callable[..., Picture]

STRAIGHT: View = (1.0, 1.0, 0.0)
FEATURES = 96  #: numbers that a network has of what it saw, before its last layer
HIGHEST = 14  #: orders and counts that the network knows: 1 to this
LETTER_SIDE, LETTER_INK = 40, 28  #: pixels of a letter's picture; of its ink, the longer side
NUMBER_SIZE = (96, 56)  #: width and height of a number's picture
NUMBER_INK = (82, 42)  #: the largest that its ink may be
#: Other cuts of what is doubtful, as another font and printer might have set it: where they read otherwise,
#: none is trusted alone. Dots and broken strokes run together in a small and soft one.
LETTER_VIEWS: tuple[View, ...] = ((0.8, 0.8, 1.8), (1.25, 1.0, 0.0))
NUMBER_VIEWS: tuple[View, ...] = ((0.85, 0.85, 0.0), (1.15, 1.0, 0.0))
#: The log-probabilities below which a second, larger network reads a mark too, and below which it reads other
#: cuts of it.
UNSURE, DOUBTFUL = float(np.log(0.9997)), float(np.log(0.99))
TRUST = 0.8  #: of what two networks say, the second one's share


@dataclass(frozen=True)
class BannerEvidence:
    """What the banners of ``n`` cards say, as natural logs of probabilities.

    ``letter`` is ``[n, 26]``; ``order`` and ``of`` are ``[n, 14]`` for 1 to 14. ``features``: what the
    networks saw of each (letter, order, of), ``[n, f]`` before their last layer, for ``vision.adapt``; None
    where a network does not tell. ``looks``: of each likewise, ``[n, d]``, for ``vision.typefaces``; zeros
    where no letter, or no number, left a doubt, None where a network does not tell.
    """

    letter: Floats
    order: Floats
    of: Floats
    features: tuple[Floats, ...] | None = None
    looks: tuple[Floats, ...] | None = None


def read_banners(strips: Picture, marks: Marks | None = None) -> BannerEvidence:
    """Reads strips as ``vision.rectify.strips`` cuts them, uint8 ``[n, 152, 344, 3]``.

    ``marks``: what ``vision.finder.find_marks`` found on them; looked for if left out.
    """
    if len(strips) == 0:
        letter, number, seen = (np.zeros((0, size), np.float32) for size in (26, HIGHEST, FEATURES))
        looks = tuple(np.zeros((0, each.offset.size), np.float32) for each in (known(), *known_for_numbers()))
        return BannerEvidence(letter, number, number, (seen, seen, seen), looks)
    marks = marks or find_marks(strips)
    read = _evidence(strips, marks)
    if marks.otherwise is None:
        return read
    return max(read, _evidence(strips, marks.otherwise), key=_clarity)


def _clarity(read: BannerEvidence) -> float:
    """How sure the readers are: of a number read as a letter, or a letter as a number, they are not."""
    return float(sum(each.max(axis=1).sum() for each in (read.letter, read.order, read.of)))


def _evidence(strips: Picture, marks: Marks) -> BannerEvidence:
    letters = _read("letter_reader", strips, marks.letter, cut_letter, LETTER_VIEWS, 1)
    numbers = _read("number_reader", strips, marks.number, cut_number, NUMBER_VIEWS, 2)
    (letter,), (order, of) = letters.logs, numbers.logs
    scales = networks.scales()
    features = (*letters.seen, *numbers.seen)
    told = len(features) == len((letter, order, of))
    return BannerEvidence(
        log_softmax(letter / scales.letter),
        log_softmax(order / scales.order),
        log_softmax(of / scales.of),
        features if told else None,
        (*_looks(letters, [known()]), *_looks(numbers, known_for_numbers())) if told else None,
    )


@dataclass(frozen=True)
class _Read:
    """Log-probabilities of a network's answers, [n, values] each; and what it and the second network saw of
    each mark, [n, f]: none where they do not tell, or where the second was not asked.
    """

    logs: list[Floats]
    seen: list[Floats]
    seen_again: list[Floats]


def _looks(read: _Read, typefaces: Sequence[Typefaces]) -> list[Floats]:
    """The looks of what was read, to be compared with these ``typefaces``, one for each of its answers."""
    if not read.seen_again:
        return [np.zeros((len(read.seen[0]), each.offset.size), np.float32) for each in typefaces]
    both = zip(typefaces, read.seen, read.seen_again, strict=True)
    return [each.look(first, second) for each, first, second in both]


def _read(
    name: str,
    strips: Picture,
    boxes: Floats,
    cut: Cut,
    views: Sequence[View],
    heads: int,
) -> _Read:
    """What a network that gives ``heads`` answers reads in these ``boxes`` of strips.

    Two networks read all marks where the first is unsure of one; what both doubt is looked at thrice.
    """
    pictures = np.stack([cut(strip, box) for strip, box in zip(strips, boxes, strict=True)])
    outputs = networks.run(name, pictures)
    logs = [log_softmax(out) for out in outputs[:heads]]
    unsure = _below(logs, UNSURE)
    seen_again: list[Floats] = []
    if len(unsure):
        others = networks.run(f"second_{name}", pictures)
        seen_again = others[heads:]
        for mine, other in zip(logs, others[:heads], strict=True):
            both = (1 - TRUST) * mine[unsure] + TRUST * log_softmax(other[unsure])
            mine[unsure] = log_softmax(np.asarray(both, np.float32))
    doubtful = _below(logs, DOUBTFUL)
    if len(doubtful):
        cuts = [np.stack([cut(strips[i], boxes[i], view) for i in doubtful]) for view in views]
        looks = networks.run(f"second_{name}", np.concatenate(cuts))[:heads]
        for mine, look in zip(logs, looks, strict=True):
            each = log_softmax(look).reshape(len(views), len(doubtful), -1)
            mine[doubtful] = (mine[doubtful] + each.sum(axis=0)) / (1 + len(views))
    return _Read(logs, outputs[heads:], seen_again)


def _below(logs: list[Floats], least: float) -> NDArray[np.intp]:
    """The marks of which some head's likeliest value is less likely than ``least``."""
    return np.flatnonzero(np.min([each.max(axis=1) for each in logs], axis=0) < least)


def cut_letter(strip: Picture, box: Floats, view: View = STRAIGHT) -> Picture:
    """The letter of a strip, uint8 ``[40, 40, 3]``; ``box`` is probability, x, y, width, height."""
    scale = LETTER_INK / max(float(box[3]), float(box[4]), 4.0)
    return _cut(strip, box, scale, (LETTER_SIDE, LETTER_SIDE), view)


def cut_number(strip: Picture, box: Floats, view: View = STRAIGHT) -> Picture:
    """The number of a strip, uint8 ``[56, 96, 3]``; ``box`` is probability, x, y, width, height."""
    scale = min(NUMBER_INK[0] / max(float(box[3]), 4.0), NUMBER_INK[1] / max(float(box[4]), 3.0))
    return _cut(strip, box, scale, NUMBER_SIZE, view)


def _cut(strip: Picture, box: Floats, scale: float, size: tuple[int, int], view: View) -> Picture:
    across, down, soft = scale * view[0], scale * view[1], view[2]
    x, y = float(box[1]), float(box[2])
    matrix = np.array(
        [[across, 0, (size[0] - 1) / 2 - across * x], [0, down, (size[1] - 1) / 2 - down * y]], np.float64
    )
    if scale < 0.6:  # a letter as large as the strip: shrink first, so that warping does not skip pixels
        strip = np.asarray(cv2.blur(strip, (2, 2)), np.uint8)
    cut = cv2.warpAffine(strip, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(cut, (0, 0), soft) if soft else cut, np.uint8)


def log_softmax(logits: Floats) -> Floats:
    """Natural logs of the probabilities along the last axis."""
    top = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(axis=-1, keepdims=True)), np.float32)
