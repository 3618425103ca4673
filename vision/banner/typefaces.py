"""What the typefaces that are known tell of a table's letters: one of them may be the table's own.

A printing sets all its letters in one typeface, and either as capitals or as small letters: these are two
typefaces here. ``models/typefaces.npz`` holds how each letter of each known one looks to the two letter
networks. What they saw of a table's cards says how likely these are set in each typeface, or in none; and a
typeface says which of its letters a card shows, though another's I, J or V may look the same. So a table is a
mixture over typefaces (Bishop, Pattern Recognition and Machine Learning, 2006, chapter 9), of which one more
says nothing: where none is like the table, letters stay what they were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.networks import sessions as networks
from vision.networks.files import model_path
from vision.probability import softmax, unit

FILE, NUMBERS = "typefaces.npz", "number_typefaces.npz"
SMALL = ", small"  #: ends the name of a font file's small letters
KNOWN = 0.5  #: how likely a table is set in one of the known typefaces, before its letters are seen
#: The cosine of a letter's look and a typeface's letter at which that typeface is as likely as none. Fitted
#: on 192 photos of typefaces that are among the known and 576 of others.
NONE = 0.7
#: The same of a number's look, and the share of what it says that counts: those of one table err together.
#: Fitted on 288 photos of typefaces that are among the known and 288 of others.
NONE_OF_NUMBERS, TOGETHER = 0.57, 0.7
#: A table of which every letter is likelier than this needs no typeface.
SURE = 0.999
LIKELIEST = 100  #: typefaces that are weighed exactly: of thousands, hardly more are like any table
#: The log-probability from which a letter is looked up in all typefaces, to know which are likeliest.
PLAUSIBLE = float(np.log(0.01))


@dataclass(frozen=True)
class Typefaces:
    """The known typefaces.

    ``names`` [t]: of font files, with `SMALL` of their small letters. ``looks`` [26, t, d]: of their letters
    A to Z, as int8 or of any length; `told` gives unit vectors. ``matrix`` [f, d] and ``offset`` [d]: from
    what the two networks saw of a letter, as unit vectors side by side, to its look. ``sharpness``: the nats
    that each 1 of two looks' cosine says, and ``none`` the cosine that says nothing. Of numbers likewise,
    with the 14 values of an order or a count in place of 26 letters.
    """

    names: tuple[str, ...]
    looks: NDArray[np.int8] | NDArray[np.float32]
    matrix: NDArray[np.float32]
    offset: NDArray[np.float32]
    sharpness: float
    none: float = NONE
    #: One letter in all typefaces as `told` gives it: every table asks for the same, and it takes a while.
    _told: dict[int, NDArray[np.float32]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, file: Mapping[str, NDArray[np.generic]], what: str = "") -> Typefaces:
        """Those of an opened file, which keeps looks as int8 [t, values, d]; ``what`` begins the names of its
        arrays but for ``names``.
        """
        looks = np.ascontiguousarray(np.asarray(file[what + "looks"], np.int8).transpose(1, 0, 2))
        matrix, offset = (np.asarray(file[what + name], np.float32) for name in ("matrix", "offset"))
        names = tuple(str(name) for name in file["names"])
        return cls(names, looks, matrix, offset, float(np.float64(file[what + "sharpness"])))

    def told(self, which: int | tuple[slice, NDArray[np.intp]]) -> NDArray[np.float32]:
        """The looks of a letter in all typefaces, or of all letters in some, as unit vectors [..., d]."""
        if isinstance(which, tuple):
            return unit(np.asarray(self.looks[which], np.float32))
        if which not in self._told:
            self._told[which] = unit(np.asarray(self.looks[which], np.float32))
        return self._told[which]

    def look(self, first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
        """The looks [n, d] of letters of which the two networks saw ``first`` and ``second``, [n, f] each."""
        return unit(side_by_side(first, second) @ self.matrix + self.offset)


@cache
def known() -> Typefaces:
    """The typefaces of letters that come with the program.

    Raises ModelError where their file is missing or not the delivered one.
    """
    with np.load(model_path(FILE)) as file:
        return Typefaces.of(file)


@cache
def known_for_numbers() -> tuple[Typefaces, Typefaces]:
    """Those of orders and of counts, which have the same names.

    Raises ModelError where their file is missing or not the delivered one.
    """
    with np.load(model_path(NUMBERS)) as file:
        order, of = (
            replace(each, none=NONE_OF_NUMBERS, sharpness=TOGETHER * each.sharpness)
            for each in (Typefaces.of(file, what) for what in ("order_", "of_"))
        )
    return order, of


def side_by_side(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """What two networks saw, [..., f] each, as unit vectors, one after the other: [..., 2 f]."""
    return np.concatenate([unit(first), unit(second)], axis=-1)


def told_of_letters(letter: Floats, look: Floats, typefaces: Typefaces | None = None) -> Floats:
    """What the known typefaces tell of a table's letters, to be added to their log-probabilities, [n, 26].

    ``letter`` [n, 26]: all that is known of each letter otherwise. ``look`` [n, d]: of each as
    `Typefaces.look` gives it, zeros where it was not seen. ``typefaces``: those that come with the program,
    if left out.
    """
    return _told([_Marks(letter, look, typefaces or known())])[0]


def told_of_numbers(
    order: Floats,
    of: Floats,
    order_look: Floats,
    of_look: Floats,
    typefaces: tuple[Typefaces, Typefaces] | None = None,
) -> tuple[Floats, Floats]:
    """The same of a table's orders and counts, [n, 14] each: both are set in one typeface."""
    for_order, for_of = typefaces or known_for_numbers()
    told = _told([_Marks(order, order_look, for_order), _Marks(of, of_look, for_of)])
    return told[0], told[1]


@dataclass(frozen=True)
class _Marks:
    """Letters, orders or counts of a table: log-probabilities ``own`` [n, values], their ``look`` [n, d] and
    the typefaces that they may be set in.
    """

    own: Floats
    look: Floats
    typefaces: Typefaces

    @property
    def seen(self) -> NDArray[np.intp]:
        """The numbers of those that were seen."""
        return np.flatnonzero(self.look.any(axis=1))

    @property
    def clear(self) -> bool:
        """Whether there is nothing that a typeface could tell."""
        return len(self.seen) == 0 or bool(self.own[self.seen].max(axis=1).min() > np.log(SURE))

    def likely(self) -> NDArray[np.float32]:
        """How likely they are set in each typeface, [t], if each is what it then looks most like."""
        own, look = self.own[self.seen], self.look[self.seen].astype(np.float32)
        plausible = (own > PLAUSIBLE) | (own == own.max(axis=1, keepdims=True))

        def among(some: slice) -> NDArray[np.float32]:
            best = np.full((len(own), some.stop - some.start), -np.inf, np.float32)
            for value in np.flatnonzero(plausible.any(axis=0)):
                cards = np.flatnonzero(plausible[:, value])
                alike = self.typefaces.sharpness * (look[cards] @ self.typefaces.told(int(value))[some].T)
                alike += own[cards, value, None].astype(np.float32)
                best[cards] = np.maximum(best[cards], alike)
            return np.asarray(best.sum(axis=0), np.float32)

        return np.concatenate(networks.side_by_side(among, len(self.typefaces.names)))

    def weighed(self, some: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """How likely each is set in each of ``some`` typefaces, [seen, k], and what each of these adds to its
        values if it is, [seen, k, values]: natural logs, against no typeface at all.
        """
        own, look = self.own[self.seen], self.look[self.seen].astype(np.float32)
        looks = self.typefaces.told((slice(None), some))
        cosine = (look @ looks.reshape(-1, look.shape[1]).T).reshape(len(own), len(looks), len(some))
        alike = self.typefaces.sharpness * (
            cosine.transpose(0, 2, 1).astype(np.float64) - self.typefaces.none
        )
        each = own[:, None] + alike
        peak = each.max(axis=2)
        total = peak + np.log(np.exp(each - peak[:, :, None]).sum(axis=2))
        return total, alike - total[:, :, None]


def _told(marks: Sequence[_Marks]) -> list[Floats]:
    """What the known typefaces tell of marks that are all set in one, to be added to log-probabilities."""
    told = [np.zeros_like(each.own) for each in marks]
    if all(each.clear for each in marks):
        return told
    likely = np.sum([each.likely() for each in marks], axis=0)
    some = np.argpartition(-likely, min(LIKELIEST, len(likely)) - 1)[:LIKELIEST]
    totals, adds = zip(*(each.weighed(some) for each in marks), strict=True)
    table = np.sum([total.sum(axis=0) for total in totals], axis=0) + np.log(KNOWN / len(likely))
    *weight, none = softmax(np.append(table, np.log(1 - KNOWN)))
    for out, each, add in zip(told, marks, adds, strict=True):
        out[each.seen] = np.log(np.einsum("t,ntv->nv", weight, np.exp(add)) + none)
    return told
