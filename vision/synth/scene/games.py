"""Things of the printed game that are no book cards, and tables of other games."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.scene.clutter import (
    Rng,
    Thing,
    at_height,
    lines,
    other_card,
    paint,
    paper,
    sheet,
    turned,
)
from vision.synth.scene.paint import Canvas
from vision.synth.scene.surfaces import Image, colour_within, noise


def tile(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A location or library tile: a picture in a frame, a banner with a battlement, lines of text."""
    width, height = (320, 190) if rng.random() < 0.8 else (190, 320)
    picture = np.full((height, width, 3), colour_within(rng, saturation=(0, 0.2), value=(0.75, 1)), np.uint8)
    art = noise(rng, max(width, height), (int(rng.integers(3, 9)),) * 2, 3)[:height, :width, None]
    rim = int(rng.integers(4, 12))
    picture[rim:-rim, rim:-rim] = np.clip(paint(rng) * (0.4 + 0.9 * art), 0, 255)[rim:-rim, rim:-rim]
    for _ in range(int(rng.integers(1, 6))):
        centre = int(rng.integers(width)), int(rng.integers(height))
        axes = int(rng.integers(8, 60)), int(rng.integers(8, 60))
        cv2.ellipse(picture, centre, axes, rng.uniform(0, 180), 0, 360, paint(rng).tolist(), -1, cv2.LINE_AA)
    left, right, top = width // 5, width * 4 // 5, rim
    tint = paint(rng).tolist()
    cv2.rectangle(picture, (left, top), (right, top + 36), tint, -1)
    for notch in range(left + 10, right - 10, 28):
        cv2.rectangle(picture, (notch, top), (notch + 12, top + 9), (40, 30, 30), -1)
    name = "".join(rng.choice(list("ABCDEGILMNORST"), int(rng.integers(5, 11))))
    cv2.putText(
        picture, name, (left + 12, top + 30), cv2.FONT_HERSHEY_DUPLEX, 0.6, (240, 240, 240), 1, cv2.LINE_AA
    )
    number = str(int(rng.integers(1, 19)))
    cv2.putText(
        picture, number, (rim + 6, rim + 24), cv2.FONT_HERSHEY_DUPLEX, 0.7, (250, 250, 250), 1, cv2.LINE_AA
    )
    lines(rng, picture, (30, 30, 30) if rng.random() < 0.5 else (240, 240, 240), height // 2, height - 16)
    wide = rng.uniform(1.4, 2.4) * (1.0 if width > height else 0.6)
    sheet(rng, canvas, picture, x, y, wide, rng.uniform(0, 2 * np.pi), 0.03)


def cord(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A cable across the table, over whatever lies there."""
    heading = rng.uniform(0, 2 * np.pi)
    steps = np.cumsum(rng.normal(0, 0.12, 40)) + heading
    path = np.cumsum(np.column_stack([np.cos(steps), np.sin(steps)]) * 0.25, axis=0)
    path = path - path[len(path) // 2] + (x, y)
    thick, tint = rng.uniform(0.02, 0.07), paint(rng)
    normal = np.column_stack([-np.sin(steps), np.cos(steps)]) * thick
    for share, light in ((1.0, 0.55), (0.6, 1.0)):
        for i in range(len(path) - 1):
            quad = np.array(
                [path[i] - normal[i] * share, path[i + 1] - normal[i + 1] * share,
                 path[i + 1] + normal[i + 1] * share, path[i] + normal[i] * share]
            )  # fmt: skip
            canvas.solid(at_height(quad, 0.03), tint * light)


def figure(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A wooden figure with a silhouette of its own, lying."""
    angle = np.linspace(0, 2 * np.pi, 18, endpoint=False)
    radius = rng.uniform(0.5, 1.0, 18)
    radius = (radius + radius[::-1]) / 2
    outline = np.column_stack([np.cos(angle) * 0.7, np.sin(angle)]) * radius[:, None]
    size, tint = rng.uniform(0.2, 0.4), paint(rng)
    outline = turned(np.asarray(outline * size, np.float64), x, y, rng.uniform(0, 2 * np.pi))
    canvas.cast(outline, size * 0.3)
    for z, light in ((0.0, 0.6), (0.05, 0.65), (0.1, 1.05)):
        canvas.solid(at_height(outline, z), np.minimum(tint * light, 255))


OWN_FLAT: dict[Thing, tuple[float, float]] = {tile: (1.2, 1.5), paper: (2.0, 0.7), other_card: (0.95, 1.0)}
OWN_SOLID: dict[Thing, tuple[float, float]] = {figure: (0.3, 1.5), cord: (0.4, 0.25)}


def _face(rng: Rng, style: int, rim: int, ground: NDArray[Any]) -> Image:
    """A card of another game, 200 by 280 pixels: a frame with art and a text box, a suit, or a board."""
    picture = np.full((280, 200, 3), ground, np.uint8)
    art = noise(rng, 280, (int(rng.integers(3, 8)),) * 2, 3)[:280, :200, None]
    if style == 0:  # art above, rules below
        split = int(rng.integers(130, 170))
        picture[rim + 22 : split, rim:-rim] = np.clip(paint(rng) * (0.4 + 0.9 * art), 0, 255)[
            rim + 22 : split, rim:-rim
        ]
        for _ in range(3):
            centre = int(rng.integers(40, 160)), int(rng.integers(50, split))
            axes = int(rng.integers(8, 50)), int(rng.integers(8, 40))
            cv2.ellipse(
                picture, centre, axes, rng.uniform(0, 180), 0, 360, paint(rng).tolist(), -1, cv2.LINE_AA
            )
        name = "".join(rng.choice(list("abcdeghiklmnorstuv"), 9)).capitalize()
        cv2.putText(
            picture, name, (rim + 4, rim + 17), cv2.FONT_HERSHEY_COMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA
        )
        for i in range(int(rng.integers(0, 5))):  # costs at the right
            cv2.circle(picture, (185 - rim - 17 * i, rim + 11), 8, paint(rng).tolist(), -1, cv2.LINE_AA)
        lines(rng, picture, (25, 25, 25), split + 16, 262 - rim)
    elif style == 1:  # a suit
        ink = (30, 30, 190) if rng.random() < 0.5 else (30, 30, 30)
        picture[:] = 246
        name = str(rng.choice(["A", "2", "3", "7", "10", "J", "Q", "K"]))
        cv2.putText(picture, name, (8, 34), cv2.FONT_HERSHEY_DUPLEX, 1.0, ink, 2, cv2.LINE_AA)
        for _ in range(int(rng.integers(1, 9))):
            centre = int(rng.integers(40, 160)), int(rng.integers(40, 240))
            cv2.circle(picture, centre, 12, ink, -1, cv2.LINE_AA)
    else:  # art all over, with a number in a corner
        picture[rim:-rim, rim:-rim] = np.clip(paint(rng) * (0.3 + 1.0 * art), 0, 255)[rim:-rim, rim:-rim]
        cv2.circle(picture, (rim + 24, rim + 26), 20, paint(rng).tolist(), -1, cv2.LINE_AA)
        number = str(int(rng.integers(0, 13)))
        cv2.putText(
            picture,
            number,
            (rim + 14, rim + 35),
            cv2.FONT_HERSHEY_TRIPLEX,
            0.8,
            (250, 250, 250),
            2,
            cv2.LINE_AA,
        )
        for i in range(int(rng.integers(0, 4))):
            cv2.circle(picture, (rim + 64 + 30 * i, rim + 24), 13, paint(rng).tolist(), -1, cv2.LINE_AA)
    return picture


def other_game(rng: Rng, canvas: Canvas) -> None:
    """Cards of another game in rows, in a fan or strewn, some of them face down."""
    style, rim, ground = int(rng.integers(3)), int(rng.integers(0, 14)), paint(rng)
    back = np.full((280, 200, 3), paint(rng), np.uint8)
    back[14:-14, 14:-14] = np.clip(
        paint(rng) * (0.6 + 0.5 * noise(rng, 280, (6, 6), 2)[14:266, 14:186, None]), 0, 255
    )
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 9))
    gap, aspect, lean = rng.uniform(-0.1, 0.5), 1.4, rng.uniform(0, 2 * np.pi)
    sloppy = float(rng.choice([0.01, 0.05, 0.2]))
    width = rng.uniform(0.5, 1.1)
    faces = [_face(rng, style, rim, ground) for _ in range(6)]
    for row in range(rows):
        for column in range(columns):
            if rng.random() < 0.1:
                continue
            at = (
                np.array([(column - (columns - 1) / 2) * (1 + gap), (row - (rows - 1) / 2) * (aspect + gap)])
                * width
            )
            x, y = turned(at[None] + rng.normal(0, sloppy, 2), 0, 0, lean)[0]
            picture = back if rng.random() < 0.15 else faces[int(rng.integers(len(faces)))]
            sheet(rng, canvas, picture, float(x), float(y), width, lean + rng.normal(0, sloppy), 0.006)
