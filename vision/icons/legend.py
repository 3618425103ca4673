"""The legend: the six categories' icons of one printing."""

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
from vision.common.probability import log_softmax
from vision.icons.certainty import icon_scale, table_scale
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
from vision.icons.prototypes import refined
from vision.networks import sessions as networks
from vision.networks.files import FOLDER

PRINTED = "printed_legend.json"  #: in the folder of the models


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
