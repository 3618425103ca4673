"""The legend: the six categories' icons of one printing, and how icons of a table are compared with it.

Icons of one category look more alike on one table than they look like the legend, which was photographed in
other light. So the mean vector of a table's icons of a category, its prototype, is compared too.

Cosines are multiplied by a scale, and a softmax makes probabilities of them. ``models/scales.json`` holds the
scale that was fitted on all tables. The scales here are factors to it, for one table and for one icon.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from scorer.errors import phrase
from scorer.files import read_json
from scorer.limits import LEGEND
from scorer.whole import write_whole
from vision.common.arrays import Floats32, Picture
from vision.common.probability import log_softmax, unit
from vision.icons.encode import (
    ICON_SIDE,
    VECTOR,
    background_colours,
    cut_icon,
    embed,
    encoder_checksum,
    on_background,
)
from vision.icons.legend_photo import LegendError, category_icons
from vision.networks import sessions as networks
from vision.networks.files import FOLDER

PRINTED = "printed_legend.json"  #: in the folder of the models

# How much a difference of cosines means on a table, and of an icon.
#: How far icons of one category lie apart, as 1 less their cosine, where the fitted scale holds.
DISTANCE = 0.048
#: The scale of a table grows with this power of the ratio of distances.
TABLE_POWER = 0.75
#: The distance that is expected before a table is seen.
EXPECTED_DISTANCE = 0.02
#: The expected distance counts as so many icons.
EXPECTED_ICONS = 10.0
#: The cosine of an icon with the nearest icon of the legend where the fitted scale holds.
LIKENESS = 0.81
#: The scale of an icon grows with this power of the ratio of cosines.
ICON_POWER = 5

# How prototypes form.
#: Rounds of refinement.
ROUNDS = 3
#: The legend counts as so many icons of the table.
LEGEND_WEIGHT = 0.8
#: The share of the table in a score where a category has many icons; the legend has the rest.
TABLE_SHARE = 0.6
#: How far the deck's even mixture of categories speaks against a table with few icons of one, 0 to 1.
EVENNESS = 0.6
#: So many icons of each category count as seen before: people collect some categories and avoid others.
PRIOR_ICONS = 3.0
#: An icon forms prototypes if it is this like the legend, as a share of the median likeness.
LEAST_LIKENESS = 0.6


def _unit_vectors(stored: object) -> Floats32:
    """Vectors of a legend's file, ``[k, 48]``. Raises ValueError: they are none."""
    with np.errstate(over="ignore"):  # too large a number becomes infinite, and is refused below
        vectors = np.asarray(stored, np.float32)
    if vectors.ndim != 2 or vectors.shape[1] != VECTOR or not len(vectors):
        raise ValueError(f"vectors {vectors.shape}")
    if not np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=0.01):
        raise ValueError("vectors of another length")
    return vectors


def _icon(stored: object) -> Picture:
    """A picture of a legend's file, ``[32, 32, 3]``. Raises ValueError, OverflowError: it is none."""
    picture = np.asarray(stored, np.uint8)
    if picture.shape != (ICON_SIDE, ICON_SIDE, 3):
        raise ValueError(f"picture {picture.shape}")
    return picture


@dataclass(frozen=True)
class Legend:
    """The six categories' icons of one printing.

    >>> legend = Legend.from_photo("samples/legend.jpg")
    >>> [picture.shape for picture in legend.pictures]
    [(32, 32, 3), (32, 32, 3), (32, 32, 3), (32, 32, 3), (32, 32, 3), (32, 32, 3)]

    Attributes:
        vectors: for each category in RULES 1 order, float32 ``[k, 48]``: a unit vector for each picture of
            its icon.
        pictures: for each category one picture of its icon, uint8 ``[32, 32, 3]``, to show.
    """

    vectors: tuple[Floats32, ...]
    pictures: tuple[Picture, ...]

    @classmethod
    def from_icons(cls, icons: Sequence[Sequence[Picture]]) -> Legend:
        """From one or more icon pictures (as ``cut_icon`` makes them) of each category, in RULES 1 order.

        Raises:
            LegendError: there are not six categories, or one has no picture.
        """
        if len(icons) != len(CATEGORIES) or not all(len(each) for each in icons):
            raise LegendError(
                phrase(
                    "Icons are known for {found} of the six categories: photograph all six category cards.",
                    found=sum(map(bool, icons)),
                )
            )
        vectors = tuple(embed(np.stack(each)) for each in icons)
        return cls(vectors, tuple(np.asarray(each[0], np.uint8) for each in icons))

    @classmethod
    def from_photo(cls, source: str | Path | bytes | Picture) -> Legend:
        """From a photo of the six category cards in two rows of three, in RULES 1 order (left to right, top
        first).

        Raises:
            PhotoError: ``source`` is no photo.
            LegendError: the photo does not show six category cards.
        """
        return cls.from_icons(category_icons(source))

    def match(self, strips: Picture, boxes: Floats32) -> Floats32:
        """Natural logs of each icon's category probabilities.

        Args:
            strips: uint8 ``[n, 152, 344, 3]``.
            boxes: ``[n, 4, 3]`` x, y, size; size 0 for none.

        Returns:
            float32 ``[n, 4, 6]``.
        """
        out = np.full((*boxes.shape[:2], len(CATEGORIES)), -np.log(len(CATEGORIES)), np.float32)
        places = np.argwhere(boxes[..., 2] > 0)
        if len(places) == 0:
            return out
        seen, cosines = self._compared(strips, boxes, places)
        scores = refined(seen, cosines)
        scale = networks.scales().icon * table_scale(seen, scores.argmax(axis=1)) * icon_scale(cosines)
        category = log_softmax((scores * scale[:, None]).astype(np.float32))
        out[places[:, 0], places[:, 1]] = np.maximum(category, np.log(1e-9))  # no category is impossible
        return out

    def _compared(
        self, strips: Picture, boxes: Floats32, places: NDArray[np.intp]
    ) -> tuple[Floats32, Floats32]:
        """The unit vectors ``[m, 48]`` of icons, and their cosines ``[m, 6]`` with the legend's icons, on the
        legend's background or on the table's.

        ``places`` ``[m, 2]``: the icons' indices in ``boxes``.
        """
        x, y, size = boxes[places[:, 0], places[:, 1]].T
        each = zip(places[:, 0], x.tolist(), y.tolist(), size.tolist(), strict=True)
        cuts = np.stack([cut_icon(strips[i], *box) for i, *box in each])
        table = np.median(background_colours(cuts), axis=0)
        vectors = embed(np.concatenate([cuts, on_background(np.stack(self.pictures), table)]))
        seen, moved = vectors[: len(cuts)], vectors[len(cuts) :]
        icons = [np.vstack([own, other]) for own, other in zip(self.vectors, moved, strict=True)]
        return seen, np.stack([(seen @ icon.T).max(axis=1) for icon in icons], axis=1)

    def save(self, path: str | Path) -> None:
        """Writes the legend as JSON: vectors, pictures as lists of bytes, and the checksum of the encoder."""
        table: dict[str, object] = {
            category.value: {
                "vectors": np.round(self.vectors[i], 5).tolist(),
                "picture": self.pictures[i].tolist(),
            }
            for i, category in enumerate(CATEGORIES)
        }
        write_whole(Path(path), json.dumps(table | {"encoder": encoder_checksum()}).encode("utf-8"))

    @classmethod
    def load(cls, path: str | Path) -> Legend:
        """Reads what ``save`` wrote. Vectors of another encoder mean nothing: their pictures are encoded
        anew.

        Raises:
            LegendError: the file is missing or no legend.
            ModelError: the legend is of another encoder, and the delivered encoder is missing or damaged.
        """
        try:
            table = read_json(Path(path), LEGEND, LegendError)
            vectors = tuple(_unit_vectors(table[c.value]["vectors"]) for c in CATEGORIES)
            pictures = tuple(_icon(table[c.value]["picture"]) for c in CATEGORIES)
            known = table.get("encoder") == encoder_checksum()
        except (ValueError, KeyError, TypeError, OverflowError) as error:
            raise LegendError(
                phrase(
                    "{path} does not hold icons that Shelfmark saved: photograph the six category cards "
                    "again.",
                    path=path,
                )
            ) from error
        return cls(vectors if known else tuple(embed(picture[None]) for picture in pictures), pictures)


@cache
def printed_legend() -> Legend:
    """The legend that everybody has: the printed game's six icons, in many drawings of our own; read once.

    >>> [len(vectors) > 10 for vectors in printed_legend().vectors]
    [True, True, True, True, True, True]

    Raises LegendError: the file is missing or no legend.
    """
    return Legend.load(FOLDER / PRINTED)


def table_scale(seen: Floats32, category: NDArray[np.intp]) -> float:
    """The factor of a table's scale: how much more a difference of cosines means on this table.

    In sharp, even light all pictures of an icon are nearly the same, so that a slight likeness to another
    category says much. In grain and glare it says little.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        category: the likeliest category of each, ``[m]``.
    """
    distances, icons = EXPECTED_DISTANCE * EXPECTED_ICONS, EXPECTED_ICONS
    for own in (seen[category == each] for each in np.unique(category)):
        n = len(own)
        if n > 1:
            together = float(np.square(own.sum(axis=0)).sum())
            distances += n * (1 - (together - n) / (n * (n - 1)))  # the mean cosine of all pairs
            icons += n
    return float((DISTANCE * icons / max(distances, 1e-6)) ** TABLE_POWER)


def icon_scale(scores: Floats32) -> Floats32:
    """The factor of each icon's scale, ``[m]``.

    Icons that are washed out or covered look nearly as much like all categories: their differences say
    little.

    Args:
        scores: the icons' cosines with the legend, ``[m, 6]``.
    """
    ratio = np.maximum(scores.max(axis=1), 0) / LIKENESS
    return np.asarray(ratio**ICON_POWER, np.float32)


def refined(seen: Floats32, scores: Floats32) -> Floats32:
    """Scores after the icons of a table have helped each other.

    Each category's prototype moves from the legend towards the icons that are likely its own, a few times
    (prototype refinement, Ren et al. 2018). Of two categories with similar icons one could so take all icons.
    So a category with few icons takes icons more easily (logit adjustment, Menon et al. 2021).

    Icons that are washed out or covered form no prototypes: a few of them look like each other alone, and
    would take a category.

    Args:
        seen: unit vectors of the table's icons, ``[m, f]``.
        scores: their cosines with the legend, ``[m, 6]``.

    Returns:
        The refined scores ``[m, 6]``, as cosines.
    """
    if len(seen) == 0:
        return scores
    scale = networks.scales().icon
    likeness = scores.max(axis=1)
    clear = likeness >= LEAST_LIKENESS * np.median(likeness)
    table = seen[clear]
    out = scores
    ease = np.zeros(scores.shape[1], np.float32)
    for _ in range(ROUNDS):
        share = np.exp(log_softmax(out[clear] * scale + ease))
        weight = share.sum(axis=0) + PRIOR_ICONS
        ease = -EVENNESS * np.log(weight / weight.mean())
        out = _drawn_towards(seen, scores, table, share)
    out = out + ease / scale
    return np.asarray(out, np.float32)


def _drawn_towards(seen: Floats32, scores: Floats32, table: Floats32, share: Floats32) -> Floats32:
    """The ``scores`` ``[m, 6]`` of icons, mixed with their cosines with the prototypes of the ``table``.

    ``table`` ``[k, f]`` are vectors of icons, each with its ``share`` ``[k, 6]`` in the categories. A
    category with few icons keeps to the legend.
    """
    weight = share.sum(axis=0)
    trust = TABLE_SHARE * weight / (weight + LEGEND_WEIGHT)
    return np.asarray((1 - trust) * scores + trust * (seen @ unit(share.T @ table).T), np.float32)
