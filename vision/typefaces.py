"""What the typefaces that are known tell of a table's letters: one of them may be the table's own.

A printing sets all its letters in one typeface, and either as capitals or as small letters: these are two
typefaces here. ``models/typefaces.npz`` holds how each letter of each known one looks to the two letter
networks. What they saw of a table's cards says how likely these are set in each typeface, or in none; and a
typeface says which of its letters a card shows, though another's I, J or V may look the same. So a table is a
mixture over typefaces (Bishop, Pattern Recognition and Machine Learning, 2006, chapter 9), of which one more
says nothing: where none is like the table, letters stay what they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.alike import unit
from vision.assign import Floats
from vision.counts import log_softmax, softmax
from vision.models import model_path

FILE = "typefaces.npz"
SMALL = ", small"  #: ends the name of a font file's small letters
KNOWN = 0.5  #: how likely a table is set in one of the known typefaces, before its letters are seen
#: The cosine of a letter's look and a typeface's letter at which that typeface is as likely as none. Fitted
#: on 192 photos of typefaces that are among the known and 576 of others.
NONE = 0.7
#: A table of which every letter is likelier than this needs no typeface.
SURE = 0.999
LIKELIEST = 100  #: typefaces that are weighed exactly: of thousands, hardly more are like any table
#: The log-probability from which a letter is looked up in all typefaces, to know which are likeliest.
PLAUSIBLE = float(np.log(0.01))
LEAST = 1e-12  #: probability of a letter: less is as good as none


@dataclass(frozen=True)
class Typefaces:
    """The known typefaces.

    ``names`` [t]: of font files, with `SMALL` of their small letters. ``looks`` [26, t, d]: of their letters
    A to Z, as int8 or of any length; `told` gives unit vectors. ``matrix`` [f, d] and ``offset`` [d]: from
    what the two networks saw of a letter, as unit vectors side by side, to its look. ``sharpness``: the nats
    that each 1 of two looks' cosine says.
    """

    names: tuple[str, ...]
    looks: NDArray[np.int8] | NDArray[np.float32]
    matrix: NDArray[np.float32]
    offset: NDArray[np.float32]
    sharpness: float
    #: One letter in all typefaces as `told` gives it: every table asks for the same, and it takes a while.
    _told: dict[int, NDArray[np.float32]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, file: Mapping[str, NDArray[np.generic]]) -> Typefaces:
        """Those of an opened ``typefaces.npz``, which keeps looks as int8 [t, 26, d]."""
        looks = np.ascontiguousarray(np.asarray(file["looks"], np.int8).transpose(1, 0, 2))
        matrix, offset = (np.asarray(file[name], np.float32) for name in ("matrix", "offset"))
        names = tuple(str(name) for name in file["names"])
        return cls(names, looks, matrix, offset, float(np.float64(file["sharpness"])))

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
    """The typefaces that come with the program.

    Raises ModelError where their file is missing or not the delivered one.
    """
    with np.load(model_path(FILE)) as file:
        return Typefaces.of(file)


def side_by_side(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """What two networks saw, [..., f] each, as unit vectors, one after the other: [..., 2 f]."""
    return np.concatenate([unit(first), unit(second)], axis=-1)


def as_set(letter: Floats, look: Floats, typefaces: Typefaces | None = None) -> Floats:
    """The log-probabilities of a table's letters, [n, 26], with what the known typefaces tell of them.

    ``letter`` [n, 26]: what is known of each letter otherwise. ``look`` [n, d]: of each as `Typefaces.look`
    gives it, zeros where it was not seen. ``typefaces``: those that come with the program, if left out.
    """
    seen = np.flatnonzero(look.any(axis=1))
    if len(seen) == 0 or letter[seen].max(axis=1).min() > np.log(SURE):
        return letter
    typefaces = typefaces or known()
    own = letter[seen]
    vectors = np.asarray(look[seen], np.float32)
    looks = typefaces.told((slice(None), _likeliest(own, vectors, typefaces)))
    cosine = (vectors @ looks.reshape(-1, vectors.shape[1]).T).reshape(len(seen), 26, -1)
    told = typefaces.sharpness * (cosine.transpose(0, 2, 1).astype(np.float64) - NONE)
    each = own[:, None] + told  # [n, typefaces, 26]
    peak = each.max(axis=2, keepdims=True)
    share = np.exp(each - peak)
    total = share.sum(axis=2, keepdims=True)
    table = (peak + np.log(total)).sum(axis=(0, 2)) + np.log(KNOWN / len(typefaces.names))
    *weight, none = softmax(np.append(table, np.log(1 - KNOWN)))
    mixed = np.einsum("t,ntv->nv", weight, share / total) + none * np.exp(own)
    out = letter.copy()
    out[seen] = log_softmax(np.log(np.maximum(mixed, LEAST)))
    return out


def _likeliest(own: Floats, look: NDArray[np.float32], typefaces: Typefaces) -> NDArray[np.intp]:
    """The numbers of the typefaces that a table is likeliest set in, by the letters that its cards may show.

    ``own`` [n, 26] and ``look`` [n, d] as for `as_set`.
    """
    plausible = (own > PLAUSIBLE) | (own == own.max(axis=1, keepdims=True))
    best = np.full((len(own), len(typefaces.names)), -np.inf, np.float32)
    for letter in np.flatnonzero(plausible.any(axis=0)):
        cards = np.flatnonzero(plausible[:, letter])
        alike = typefaces.sharpness * (look[cards] @ typefaces.told(int(letter)).T)
        alike += own[cards, letter, None].astype(np.float32)
        best[cards] = np.maximum(best[cards], alike)
    total = best.sum(axis=0)
    return np.argpartition(-total, min(LIKELIEST, len(total)) - 1)[:LIKELIEST]


def with_typeface(own: Floats, believed: Floats, look: Floats) -> Floats:
    """The log-probabilities of each card by itself, ``own`` [n, 26], with what the table's typeface tells.

    Which one that is follows from what is ``believed`` of them [n, 26], by all that a table tells.
    """
    return log_softmax(own + as_set(believed, look) - believed)
