"""The likelihoods of orders and counts by known typefaces: a table may be set in one of them.

A printing sets all its numbers in one typeface. ``models/number_typefaces.npz`` holds the look of each number
in each known typeface: the features of the number networks. The looks of a table's cards say how likely each
typeface is. A typeface then says which of its numbers a card shows, though the 1 of another may look like its
7. A table is a mixture over typefaces (Bishop, Pattern Recognition and Machine Learning, 2006, chapter 9),
with one more that says nothing: where no typeface is like the table, numbers stay as they were read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Floats32
from vision.networks.files import model_path
from vision.probability import softmax, unit

FILE = "number_typefaces.npz"


@dataclass(frozen=True)
class TypefaceSettings:
    """When typefaces are compared, and how much they say."""

    #: The probability that a table is set in a known typeface, before its marks are seen.
    prior: float = 0.5
    #: A table needs no typeface if each of its marks is likelier than this.
    certain: float = 0.999
    #: Only so many of the likeliest typefaces are weighed in full.
    candidates: int = 100
    #: To find these, a mark is compared with the values that are likelier than this.
    plausible: float = 0.01
    #: The cosine of a number's look and a typeface's at which the typeface is as likely as no typeface.
    neutral: float = 0.57
    #: The weight of numbers: the errors of one table's numbers are correlated.
    weight: float = 0.7


TYPEFACES = TypefaceSettings()


@dataclass(frozen=True)
class Typefaces:
    """The known typefaces of orders or of counts.

    Attributes:
        names: ``[t]`` of font files.
        looks: ``[14, t, d]`` of the numbers, as int8 or of any length.
        matrix: ``[f, d]``, and
        offset: ``[d]``: from the networks' features of a mark, side by side, to its look.
        sharpness: the log-likelihood that a difference of 1 in cosine makes.
        neutral: the cosine at which a typeface is as likely as no typeface.
    """

    names: tuple[str, ...]
    looks: NDArray[np.int8] | Floats32
    matrix: Floats32
    offset: Floats32
    sharpness: float
    neutral: float
    #: The unit vectors of one value in all typefaces: slow to make, and the same for all tables.
    _cached: dict[int, Floats32] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        file: Mapping[str, NDArray[np.generic]],
        prefix: str = "",
        neutral: float = TYPEFACES.neutral,
        weight: float = 1.0,
    ) -> Typefaces:
        """The typefaces of an opened file, which holds looks as int8 ``[t, values, d]``.

        Args:
            file: its arrays by name.
            prefix: begins the names of the arrays, but for ``names``.
            neutral: as in the class.
            weight: multiplies the sharpness.
        """
        looks = np.ascontiguousarray(np.asarray(file[prefix + "looks"], np.int8).transpose(1, 0, 2))
        matrix, offset = (np.asarray(file[prefix + name], np.float32) for name in ("matrix", "offset"))
        names = tuple(str(name) for name in file["names"])
        sharpness = float(np.float64(file[prefix + "sharpness"]))
        return cls(names, looks, matrix, offset, weight * sharpness, neutral)

    def of_value(self, value: int) -> Floats32:
        """The looks of one number in all typefaces, as unit vectors ``[t, d]``."""
        if value not in self._cached:
            self._cached[value] = unit(np.asarray(self.looks[value], np.float32))
        return self._cached[value]

    def of_some(self, typefaces: NDArray[np.intp]) -> Floats32:
        """The looks of all values in some ``typefaces`` ``[k]``, as unit vectors ``[values, k, d]``."""
        return unit(np.asarray(self.looks[:, typefaces], np.float32))

    def look(self, first: Floats32, second: Floats32) -> Floats32:
        """The looks ``[n, d]`` of marks, from the features of two networks, ``[n, f]`` each."""
        return unit(side_by_side(first, second) @ self.matrix + self.offset)


@cache
def number_typefaces() -> tuple[Typefaces, Typefaces]:
    """The delivered typefaces of orders and of counts, with the same names.

    Raises:
        ModelError: their file is missing or not the delivered one.
    """
    neutral, weight = TYPEFACES.neutral, TYPEFACES.weight
    with np.load(model_path(FILE)) as file:
        order, of = (Typefaces.of(file, prefix, neutral, weight) for prefix in ("order_", "of_"))
    return order, of


def side_by_side(first: Floats32, second: Floats32) -> Floats32:
    """The features of two networks, ``[..., f]`` each, as unit vectors side by side: ``[..., 2 f]``."""
    return np.concatenate([unit(first), unit(second)], axis=-1)


def number_likelihoods(
    order: Floats,
    of: Floats,
    order_look: Floats,
    of_look: Floats,
    typefaces: tuple[Typefaces, Typefaces] | None = None,
) -> tuple[Floats, Floats]:
    """Log-likelihoods of a table's orders and counts, ``[n, 14]`` each: both are set in one typeface."""
    for_order, for_of = typefaces or number_typefaces()
    marks = [_Marks(order, order_look, for_order), _Marks(of, of_look, for_of)]
    told = _likelihoods(marks)
    return told[0], told[1]


@dataclass(frozen=True)
class _Marks:
    """Orders or counts of a table.

    ``own``: log-probabilities ``[n, values]``. ``look``: ``[n, d]``. ``typefaces``: the known ones.
    """

    own: Floats
    look: Floats
    typefaces: Typefaces

    @property
    def seen(self) -> NDArray[np.intp]:
        """The indices of the marks that were seen."""
        return np.flatnonzero(self.look.any(axis=1))

    def certain(self, least: float) -> bool:
        """Whether all marks are likelier than ``least``: typefaces can tell nothing."""
        return len(self.seen) == 0 or bool(self.own[self.seen].max(axis=1).min() > np.log(least))

    def likely(self, plausible: float) -> Floats32:
        """The log-likelihood of each typeface, ``[t]``, if each mark is the value that it looks most like.

        Only values that are likelier than ``plausible`` are compared.
        """
        own, look = self.own[self.seen], self.look[self.seen].astype(np.float32)
        compared = (own > np.log(plausible)) | (own == own.max(axis=1, keepdims=True))

        best = np.full((len(own), len(self.typefaces.names)), -np.inf, np.float32)
        for value in np.flatnonzero(compared.any(axis=0)):
            cards = np.flatnonzero(compared[:, value])
            alike = self.typefaces.sharpness * (look[cards] @ self.typefaces.of_value(int(value)).T)
            best[cards] = np.maximum(best[cards], alike + own[cards, value, None].astype(np.float32))
        return np.asarray(best.sum(axis=0), np.float32)

    def weighed(self, some: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Log-likelihoods of ``some`` typefaces ``[k]`` against no typeface.

        Of each mark that was seen, ``[seen, k]``; and what the typeface then adds to the mark's values,
        ``[seen, k, values]``.
        """
        own, look = self.own[self.seen], self.look[self.seen].astype(np.float32)
        looks = self.typefaces.of_some(some)
        cosine = (look @ looks.reshape(-1, look.shape[1]).T).reshape(len(own), len(looks), len(some))
        alike = self.typefaces.sharpness * (
            cosine.transpose(0, 2, 1).astype(np.float64) - self.typefaces.neutral
        )
        each = own[:, None] + alike
        peak = each.max(axis=2)
        total = peak + np.log(np.exp(each - peak[:, :, None]).sum(axis=2))
        return total, alike - total[:, :, None]


def _likelihoods(marks: Sequence[_Marks]) -> list[Floats]:
    """Log-likelihoods of marks that are all set in one typeface, to be added to their log-probabilities."""
    told = [np.zeros_like(each.own) for each in marks]
    if all(each.certain(TYPEFACES.certain) for each in marks):
        return told
    likely = np.sum([each.likely(TYPEFACES.plausible) for each in marks], axis=0)
    count = TYPEFACES.candidates
    some = np.argpartition(-likely, min(count, len(likely)) - 1)[:count]
    totals, adds = zip(*(each.weighed(some) for each in marks), strict=True)
    table = np.sum([total.sum(axis=0) for total in totals], axis=0) + np.log(TYPEFACES.prior / len(likely))
    *weight, none = softmax(np.append(table, np.log(1 - TYPEFACES.prior)))
    for out, each, add in zip(told, marks, adds, strict=True):
        out[each.seen] = np.log(np.einsum("t,ntv->nv", weight, np.exp(add)) + none)
    return told
