"""Letter, order and count from strips: each is cut out where the finder saw it (``vision.banner.crops``) and
read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Picture
from vision.banner.crops import (
    SMALL_AND_SOFT,
    WIDE_LETTER,
    WIDE_NUMBER,
    cut_close_number,
    cut_letter,
    cut_number,
    larger,
    on_one_line,
)
from vision.banner.typefaces import Typefaces, known, known_for_numbers
from vision.networks import sessions as networks
from vision.strips.marks import Marks, find_marks

Cut = Callable[[Picture, Floats32], Picture]
Where = Callable[[Floats32], Floats32]  #: which boxes of a table's marks, [n, 5], are cut

FEATURES = 96  #: numbers that a network has of what it saw, before its last layer
HIGHEST = 14  #: orders and counts that the network knows: 1 to this
#: The log-probability below which a mark is looked at again, in other cuts and, a number, closely by a third
#: network.
DOUBTFUL = float(np.log(0.99))
TRUST = 0.8  #: of what two networks say, the second one's share
#: The least log-probability of what can be made out. Where neither order nor count can, there may be none:
#: of 20 such cards in 21 sets six show icons where one was taken to be.
LEGIBLE = float(np.log(0.5))
#: By how much, in nats a letter, other boxes must read more clearly; of a table clearer than that none are
#: tried.
CLEARER = 0.05


@dataclass(frozen=True)
class _Kind:
    """How letters, or numbers, are read: their networks' name, how they are cut, how many answers the
    networks give, and the probability below which a second, larger network reads a mark too. ``again``: which
    network looks at what is doubtful at which other cuts of it, and in which boxes.
    """

    name: str
    cut: Cut
    heads: int
    unsure: float
    again: Sequence[tuple[str, Cut, Where]]


def _found(boxes: Floats32) -> Floats32:
    """The boxes as the finder saw them."""
    return boxes


LETTERS = _Kind(
    "letter",
    cut_letter,
    1,
    0.9999,
    [
        ("second_letter_reader", partial(cut_letter, view=SMALL_AND_SOFT), _found),
        ("second_letter_reader", partial(cut_letter, view=WIDE_LETTER), _found),
        ("second_letter_reader", cut_letter, on_one_line),
    ],
)
NUMBERS = _Kind(
    "number",
    cut_number,
    2,
    0.9997,
    [
        ("second_number_reader", partial(cut_number, view=WIDE_NUMBER), _found),
        ("close_number_reader", partial(cut_close_number, view=WIDE_NUMBER), _found),
    ],
)


@dataclass(frozen=True)
class BannerEvidence:
    """What the banners of ``n`` cards say, as natural logs of probabilities.

    ``letter`` is ``[n, 26]``; ``order`` and ``of`` are ``[n, 14]`` for 1 to 14. ``features``: what the
    networks saw of each (letter, order, of), ``[n, f]`` before their last layer, for ``vision.learn.adapt``;
    None where a network does not tell. ``looks``: of each likewise, ``[n, d]``, for
    ``vision.banner.typefaces``; zeros where no letter, or no number, left a doubt, None where a network does
    not tell.
    """

    letter: Floats32
    order: Floats32
    of: Floats32
    features: tuple[Floats32, ...] | None = None
    looks: tuple[Floats32, ...] | None = None

    @property
    def without_number(self) -> NDArray[np.bool_]:
        """Which cards, [n], show no number where one was taken to be: an icon may be there."""
        return np.asarray(np.maximum(self.order.max(axis=1), self.of.max(axis=1)) < LEGIBLE, np.bool_)


def read_banners(strips: Picture, marks: Marks | None = None) -> BannerEvidence:
    """Reads strips as ``vision.strips.rectify.strips`` cuts them, uint8 ``[n, 152, 344, 3]``.

    ``marks``: what ``vision.strips.marks.find_marks`` found on them; looked for if left out.
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
    letters = _doubts_settled(LETTERS, strips, *_clearest_letters(strips, marks.letter))
    numbers = _doubts_settled(NUMBERS, strips, marks.number, _straight(NUMBERS, strips, marks.number))
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

    logs: list[Floats32]
    seen: list[Floats32]
    seen_again: list[Floats32]

    @property
    def clearness(self) -> float:
        """The mean log-probability of what is likeliest."""
        return float(np.mean([each.max(axis=1).mean() for each in self.logs]))


def _looks(read: _Read, typefaces: Sequence[Typefaces]) -> list[Floats32]:
    """The looks of what was read, to be compared with these ``typefaces``, one for each of its answers."""
    if not read.seen_again:
        return [np.zeros((len(read.seen[0]), each.offset.size), np.float32) for each in typefaces]
    both = zip(typefaces, read.seen, read.seen_again, strict=True)
    return [each.look(first, second) for each, first, second in both]


def _clearest_letters(strips: Picture, found: Floats32) -> tuple[Floats32, _Read]:
    """The letters as they were ``found`` or, where that reads more clearly, as they stand on one line: their
    boxes, and what two networks read in these.
    """
    read = _straight(LETTERS, strips, found)
    if read.clearness > -CLEARER:
        return found, read
    on_line = on_one_line(found)
    others = [(boxes, _straight(LETTERS, strips, boxes)) for boxes in (on_line, larger(on_line))]
    boxes, clearest = max(others, key=lambda other: other[1].clearness)
    return (boxes, clearest) if clearest.clearness > read.clearness + CLEARER else (found, read)


def read_letters(pictures: Picture, boxes: Floats32) -> Floats32:
    """What both networks together say of the letter in each box [n, 5] of its own picture, uint8
    [n, h, w, 3]: natural logs of probabilities, [n, 26].
    """
    return _straight(LETTERS, pictures, boxes).logs[0]


def _straight(kind: _Kind, strips: Picture, boxes: Floats32) -> _Read:
    """What is read in these ``boxes`` of strips: by two networks where the first is unsure of a mark."""
    pictures = _cut_all(kind.cut, strips, boxes)
    outputs = networks.run(f"{kind.name}_reader", pictures)
    logs = [log_softmax(out) for out in outputs[: kind.heads]]
    unsure = _below(logs, float(np.log(kind.unsure)))
    seen_again: list[Floats32] = []
    if len(unsure):
        others = networks.run(f"second_{kind.name}_reader", pictures)
        seen_again = others[kind.heads :]
        for mine, other in zip(logs, others[: kind.heads], strict=True):
            both = (1 - TRUST) * mine[unsure] + TRUST * log_softmax(other[unsure])
            mine[unsure] = log_softmax(np.asarray(both, np.float32))
    return _Read(logs, outputs[kind.heads :], seen_again)


def _doubts_settled(kind: _Kind, strips: Picture, boxes: Floats32, read: _Read) -> _Read:
    """What was ``read`` in these boxes, what is doubtful looked at again; each look's word counts alike."""
    doubtful = _below(read.logs, DOUBTFUL)
    if len(doubtful) == 0:
        return read
    looks = [
        networks.run(network, _cut_all(cut, strips[doubtful], where(boxes)[doubtful]))[: kind.heads]
        for network, cut, where in kind.again
    ]
    logs = [mine.copy() for mine in read.logs]
    for mine, *others in zip(logs, *looks, strict=True):
        said = mine[doubtful] + sum(log_softmax(other) for other in others)
        mine[doubtful] = said / (1 + len(others))
    return replace(read, logs=logs)


def _cut_all(cut: Cut, strips: Picture, boxes: Floats32) -> Picture:
    return np.stack([cut(strip, box) for strip, box in zip(strips, boxes, strict=True)])


def _below(logs: list[Floats32], least: float) -> NDArray[np.intp]:
    """The marks of which some head's likeliest value is less likely than ``least``."""
    return np.flatnonzero(np.min([each.max(axis=1) for each in logs], axis=0) < least)


def log_softmax(logits: Floats32) -> Floats32:
    """Natural logs of the probabilities along the last axis."""
    top = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(top - np.log(np.exp(top).sum(axis=-1, keepdims=True)), np.float32)
