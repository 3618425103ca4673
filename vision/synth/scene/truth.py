"""The truth of a scene: which cards are in the photo, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard
from vision.synth.look.looks import Look
from vision.synth.scene.camera import Camera
from vision.synth.scene.laying import card_corners
from vision.synth.scene.layout import Layout, Placement
from vision.synth.scene.paint import Canvas

#: The kinds of a SceneObject, by number.
FACE_UP, FACE_DOWN, STRIP, CATEGORY_CARD = range(4)
#: A card with a smaller share uncovered and in the photo is left out of the truth: no person could read it.
LEAST_VISIBLE = 0.3
#: A detection is the true card whose middle (a strip: its top edge's middle) is this near, in card widths.
REACH, REACH_OF_STRIP = 0.4, 0.15


@dataclass(frozen=True, slots=True)
class SceneObject:
    """A card in the photo.

    ``kind``: 0 face up, 1 face down, 2 strip (only the card's top strip shows), 3 category card.
    ``corners``: float32 [4, 2], top-left, top-right, bottom-right, bottom-left as printed, in pixels; for
    a strip the corners of the strip. ``card_corners``: the whole card's. ``visible_fraction``: the share of
    the area within ``corners`` that is in the photo and not covered, 0 to 1.
    """

    kind: int
    corners: NDArray[np.float32]
    card_corners: NDArray[np.float32]
    visible_fraction: float
    placement: Placement

    @property
    def card(self) -> BookCard | None:
        """The book card; None for a category card."""
        return self.placement.card


def _strip_bottom(table: Layout, placement: Placement) -> tuple[float, float] | None:
    """Where the card above begins, right and left, from 0 to 1 of the card's height; None if nothing covers
    it.
    """
    if placement.covered_by is None:
        return None
    above = table.placements[placement.covered_by]
    a, b = (placement.local(*above.point(u, 0, table.aspect), table.aspect) for u in (0.0, 1.0))
    slope = (b[1] - a[1]) / (b[0] - a[0])
    right, left = (float(np.clip(a[1] + slope * (u - a[0]), 0.02, 1)) for u in (1.0, 0.0))
    return right, left


def objects_of(canvas: Canvas, table: Layout) -> list[SceneObject]:
    objects = []
    for number, placement in enumerate(table.placements):
        bottom = _strip_bottom(table, placement)
        whole = canvas.camera.project(card_corners(placement, table.aspect))
        corners = (
            whole if bottom is None else canvas.camera.project(card_corners(placement, table.aspect, bottom))
        )
        if placement.category is not None:
            kind = CATEGORY_CARD
        elif bottom is not None:
            kind = STRIP
        else:
            kind = FACE_UP if placement.face_up else FACE_DOWN
        visible = _visible(canvas, corners, number)
        objects.append(
            SceneObject(kind, corners.astype(np.float32), whole.astype(np.float32), visible, placement)
        )
    return objects


def _visible(canvas: Canvas, corners: NDArray[np.float64], number: int) -> float:
    box = canvas.box(corners)
    if box is None:
        return 0.0
    inside = canvas.coverage(corners, box) > 127
    seen = int(np.count_nonzero(inside & (canvas.owner[box[1] : box[3], box[0] : box[2]] == number)))
    area = abs(cv2.contourArea(corners.astype(np.float32)))
    return float(min(1.0, seen / max(area, 1.0)))


def truth_of(table: Layout, look: Look, camera: Camera, objects: Sequence[SceneObject]) -> dict[str, Any]:
    """The scene's truth file; cards that cannot be seen are left out."""
    shelves: dict[int, list[dict[str, Any]]] = {}
    categories = []
    for thing in objects:
        place, card = thing.placement, thing.card
        if thing.visible_fraction < LEAST_VISIBLE:
            continue
        corners = [[round(float(x), 1), round(float(y), 1)] for x, y in thing.card_corners]
        if card is None:
            categories.append({"category": str(place.category), "corners": corners})
            continue
        entry = {
            "row": place.row,
            "column": place.column,
            "face_up": place.face_up,
            "letter": card.letter,
            "order": card.order,
            "of": card.of,
            "categories": [str(c) for c in card.categories],
            "corners": corners,
            "visible_fraction": round(thing.visible_fraction, 3),
        }
        shelves.setdefault(place.shelf, []).append(entry)
    by_place = ("column", "row") if table.kind == "spread" else ("row", "column")
    for shelf in shelves.values():
        shelf.sort(key=lambda entry: tuple(entry[name] for name in by_place))
    truth: dict[str, Any] = {
        "look": look.name,
        "kind": table.kind,
        "tilt_degrees": round(camera.tilt, 1),
        "spin_degrees": round(camera.spin, 1),
        "size": list(camera.size),
        "shelves": [shelves[number] for number in sorted(shelves)],
    }
    if categories:
        truth["categories_cards"] = categories
    return truth
