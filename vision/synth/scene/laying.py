"""Lays the cards of a table into a photo: in sleeves or not, bent, with their thickness and shadows."""

from __future__ import annotations

from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import BookCard, Category
from vision.synth.look.looks import Look
from vision.synth.scene import layout
from vision.synth.scene.layout import Layout, Placement
from vision.synth.scene.paint import Canvas, Relief

Image = NDArray[Any]
Rng = np.random.Generator

_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class Painter(Protocol):
    """Draws cards as uint8 [width * aspect, width, 4] BGRA; the module vision.synth.card.cards is one."""

    def draw_card(self, look: Look, card: BookCard, width: int) -> NDArray[np.uint8]: ...

    def draw_back(self, look: Look, width: int) -> NDArray[np.uint8]: ...

    def draw_category_card(self, look: Look, category: Category, width: int) -> NDArray[np.uint8]: ...


def card_corners(
    placement: Placement, aspect: float, bottom: tuple[float, float] = (1.0, 1.0)
) -> NDArray[np.float64]:
    """A card's corners in space, float [4, 3]; ``bottom``: where its lower corners are, right and left, 1 at
    its foot.
    """
    uv = (*_CORNERS[:2], (1.0, bottom[0]), (0.0, bottom[1]))
    # a bent card stands on its middle or on its edges: see Relief
    z = placement.z + max(placement.bend, 0.0)
    return np.array([(*placement.point(u, v, aspect), z) for u, v in uv])


def lay_cards(rng: Rng, canvas: Canvas, table: Layout, look: Look, painter: Painter) -> None:
    gloss, rim = rng.uniform(0.5, 1.0), rng.choice([40, 90, 200])
    sleeve = _sleeve(rng) if rng.random() < 0.18 else None
    drawn: dict[tuple[Any, int], Image] = {}
    for number, placement in enumerate(table.placements):
        corners = card_corners(placement, table.aspect)
        quad = canvas.camera.project(corners)
        sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
        width = max(sides[0], sides[2], sides[1] / table.aspect, sides[3] / table.aspect)
        # few widths, so that equal backs are drawn once
        width = int(np.ceil(min(max(width * 1.1, 24), 1600) / 8) * 8)
        what = placement.category or (placement.card.key if placement.face_up and placement.card else None)
        if (what, width) not in drawn:
            drawn[what, width] = _draw(painter, look, placement, width)
        flat, brightness, shine = corners[:, :2], rng.uniform(0.95, 1.04), gloss * rng.uniform(0.7, 1.15)
        if sleeve:
            shine = rng.uniform(0.85, 1.0)
            paint_sleeve(canvas, placement, table.aspect, sleeve)
        canvas.cast(flat, placement.z + abs(placement.bend) + 0.012, softness=2.5)
        _paint_rim(canvas, corners, float(rim) * brightness)
        relief = None
        if placement.bend:
            shade = float(rng.normal(0, 3) * placement.bend)
            relief = Relief(-placement.bend, placement.bend_across, shade)
        canvas.texture(
            drawn[what, width],
            corners,
            owner=number,
            gloss=shine,
            relief=relief,
            brightness=float(brightness),
        )


def _sleeve(rng: Rng) -> tuple[float, float, float]:
    """Clear sleeves: how far they reach beyond the card (card widths), how milky and how bright their rims
    are.
    """
    return float(rng.uniform(0.012, 0.05)), float(rng.uniform(0.03, 0.22)), float(rng.uniform(0.15, 0.7))


def paint_sleeve(
    canvas: Canvas, placement: Placement, aspect: float, sleeve: tuple[float, float, float]
) -> None:
    """The clear margin of a sleeve around a card, with the light that its welded rims catch.

    ``sleeve``: how far it reaches beyond the card (card widths), how milky it is and how bright its rims are
    (0 to 1).
    """
    margin, milk, rim = sleeve
    x, y = margin, margin / aspect
    around = [(-x, -y), (1 + x, -y), (1 + x, 1 + y), (-x, 1 + y)]
    z = placement.z + max(placement.bend, 0.0)
    space = np.array([(*placement.point(u, v, aspect), z) for u, v in around])
    canvas.cast(space[:, :2], z + 0.008, softness=2.0, strength=0.4)
    seen = canvas.camera.project(space)
    box = canvas.box(seen)
    if box is None:
        return
    inside = canvas.coverage(seen, box).astype(np.float32) / 255
    canvas.blend(box, (235, 238, 240), inside * np.float32(milk))
    line = np.zeros(inside.shape, np.uint8)
    points = np.round((seen - box[:2]) * 16).astype(np.int32)
    thick = max(1, round(canvas.scale_at(space[:, :2].mean(0)) * 0.006))
    cv2.polylines(line, [points], True, 255, thick, cv2.LINE_AA, 4)
    canvas.blend(box, (245, 247, 250), line.astype(np.float32) * np.float32(rim / 255))
    left, top, right, bottom = box
    canvas.gloss[top:bottom, left:right][inside > 0.5] = 230


def _draw(painter: Painter, look: Look, placement: Placement, width: int) -> Image:
    if placement.category is not None:
        return painter.draw_category_card(look, placement.category, width)
    if placement.face_up and placement.card is not None:
        return painter.draw_card(look, placement.card, width)
    return painter.draw_back(look, width)


def _paint_rim(canvas: Canvas, corners: NDArray[np.float64], grey: float) -> None:
    """The card's thickness: its outline a little lower, seen past the face's near edge."""
    below = corners - (0, 0, layout.THICKNESS)
    seen = canvas.camera.project(np.concatenate([below, corners]))
    if np.abs(seen[:4] - seen[4:]).max() < 0.3:
        return
    # pulled in by a hair: the face has round corners and hides all but the near edge
    middle = corners.mean(0)
    inner = corners + (middle - corners) * 0.012
    canvas.solid(np.stack([*(inner - (0, 0, layout.THICKNESS))]), (grey, grey, grey), 0.3)
