"""The strips of a photo's cards, each cut once for each place where its card was thought to lie."""

from __future__ import annotations

from dataclasses import dataclass

from vision.common.arrays import Floats, Floats32, Picture
from vision.photo.pyramid import Pyramid
from vision.strips import rectify
from vision.strips.marks import Marks, maps_of, marks_on


@dataclass(frozen=True)
class Strips:
    """The strips of n cards, and what the network that finds marks says of them.

    ``corners`` [n, 4, 2]: of the cards, in pixels of the photo. ``pictures``: uint8 [n, 152, 344, 3].
    ``maps``: as `vision.strips.marks.maps_of` gives them.
    """

    corners: Floats
    pictures: Picture
    maps: Floats32

    @classmethod
    def cut(cls, photo: Pyramid, corners: Floats, before: Strips | None = None) -> Strips:
        """The strips of cards with these ``corners``; what was cut there ``before`` is taken over."""
        if before is None or len(before.corners) == 0:
            pictures = rectify.strips(photo, corners)
            return cls(corners, pictures, maps_of(pictures))
        same = (corners[:, None] == before.corners[None]).all(axis=(2, 3))
        known, at = same.any(axis=1), same.argmax(axis=1)
        pictures, maps = before.pictures[at], before.maps[at]
        if not known.all():
            pictures[~known] = rectify.strips(photo, corners[~known])
            maps[~known] = maps_of(pictures[~known])
        return cls(corners, pictures, maps)

    def marks(self) -> Marks:
        """The letter, the number and the icons of each card."""
        return marks_on(self.maps)
