"""The legend: the six categories' icons of one printing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorer.errors import phrase
from scorer.whole import write_whole
from vision.arrays import Floats32, Picture
from vision.banner.read import log_softmax
from vision.icons.encode import CATEGORIES, cut_icon, embed, encoder_checksum, grounds, laid_on
from vision.icons.kinds import clearness, rivals, settled, sharpness
from vision.icons.legend_photo import LegendError
from vision.networks import sessions as networks

#: How near a table's icons are looked at, as shares of their size: a legend may show them without the frame
#: or plate that they have on the cards, and as large.
NEARER = (1.0, 0.8, 0.65)
#: The cosine of two categories' icons in the legend from which one may be taken for the other, and how often
#: then: of 798 faces of 32 sets that show such an icon (20 of 768 looks) 38 were read wrongly; of 37,592
#: others 115, ten of them surely. (How an icon is cut out of the legend moves the cosine by 0.01.)
LIKE, MISTAKEN = 0.965, 0.04
LEAST = 1e-9  #: the least probability of a category: its logarithm is asked for


@dataclass(frozen=True)
class Legend:
    """The six categories' icons of one printing.

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
                    "A legend needs an icon for each of the six categories, not for {found}; photograph all "
                    "six category cards.",
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
        from vision.icons.legend_photo import category_icons

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
        looks = [self._compared(strips, boxes, places, near) for near in NEARER]
        seen = np.concatenate([each for each, _ in looks], axis=1) / np.sqrt(len(NEARER))
        shown = np.mean([each for _, each in looks], axis=0)
        scores = settled(seen, shown)
        scale = networks.scales().icon * sharpness(seen, scores.argmax(axis=1)) * clearness(shown)
        category = np.exp(log_softmax((scores * scale[:, None]).astype(np.float32)))
        other = MISTAKEN * rivals(shown, scores.argmax(axis=1))
        category = (1 - other.sum(axis=1, keepdims=True)) * (category @ self.mistaken) + other
        out[places[:, 0], places[:, 1]] = np.log(np.maximum(category, LEAST))
        return out

    @property
    def mistaken(self) -> Floats32:
        """How often an icon of each category is taken for each, ``[6, 6]``, rows sum to 1.

        Two that the legend shows nearly alike are told apart by what a table's pictures happen to share.
        """
        nearest = [[(one @ other.T).max() for other in self.vectors] for one in self.vectors]
        like = (np.array(nearest) > LIKE) & ~np.eye(len(nearest), dtype=bool)
        return np.asarray(np.diag(1 - MISTAKEN * like.sum(axis=1)) + MISTAKEN * like, np.float32)

    def _compared(
        self, strips: Picture, boxes: Floats32, places: NDArray[np.intp], near: float
    ) -> tuple[Floats32, Floats32]:
        """The unit vectors ``[m, 48]`` of the icons at ``places`` ``[m, 2]`` of ``boxes``, cut at ``near`` of
        their size, and their cosines ``[m, 6]`` with the legend's, as it shows them or on the table's ground.
        """
        x, y, size = boxes[places[:, 0], places[:, 1]].T
        each = zip(places[:, 0], x.tolist(), y.tolist(), (size * near).tolist(), strict=True)
        cuts = np.stack([cut_icon(strips[i], *box) for i, *box in each])
        there = np.median(grounds(cuts), axis=0)
        pictures = embed(np.concatenate([cuts, laid_on(np.stack(self.pictures), there)]))
        seen, moved = pictures[: len(cuts)], pictures[len(cuts) :]
        icons = [np.vstack([own, other]) for own, other in zip(self.vectors, moved, strict=True)]
        return seen, np.stack([(seen @ icon.T).max(axis=1) for icon in icons], axis=1)

    def save(self, path: str | Path) -> None:
        """Writes the legend as JSON: vectors as they are, pictures as lists of bytes, and whose vectors."""
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
        """Reads what ``save`` wrote. Vectors of another encoder mean nothing: pictures are then encoded anew.

        Raises:
            LegendError: the file is missing or no legend.
            ModelError: the icon encoder, which another one's legend asks for, is missing or damaged.
        """
        try:
            table = json.loads(Path(path).read_text(encoding="utf-8"))
            vectors = tuple(np.asarray(table[c.value]["vectors"], np.float32) for c in CATEGORIES)
            pictures = tuple(np.asarray(table[c.value]["picture"], np.uint8) for c in CATEGORIES)
            known = table.get("encoder") == encoder_checksum()
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LegendError(
                phrase(
                    "{path} is no legend that Shelfmark saved; photograph the category cards again.",
                    path=path,
                )
            ) from error
        return cls(vectors if known else tuple(embed(picture[None]) for picture in pictures), pictures)
