"""Things beside the cards on a games table: wooden pieces, dice, cups, pens, paper, other games' cards,
hands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synth.scene.paint import Canvas
from vision.synth.scene.surfaces import Image, colour_within, noise

Rng = np.random.Generator
Points = NDArray[np.float64]


def _ring(x: float, y: float, radius: float, corners: int = 40) -> Points:
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])


def at_height(flat: Points, z: float) -> Points:
    return np.column_stack([flat, np.full(len(flat), z)])


def turned(shape: Points, x: float, y: float, angle: float) -> Points:
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(shape @ np.array([[c, s], [-s, c]]) + (x, y))


def paint(rng: Rng) -> NDArray[np.float32]:
    """Colours of game pieces: bright, pastel, black, white or plain wood."""
    kind = rng.random()
    if kind < 0.45:
        return colour_within(rng, saturation=(0.6, 1), value=(0.4, 0.95))
    if kind < 0.75:
        return colour_within(rng, saturation=(0.2, 0.6), value=(0.6, 0.98))
    if kind < 0.87:
        return colour_within(rng, saturation=(0, 0.08), value=(0.05, 0.98))
    return colour_within(rng, (0.05, 0.11), (0.3, 0.6), (0.5, 0.85))


def _wall(canvas: Canvas, lower: Points, upper: Points, tint: Any, gloss: float) -> None:
    """The sides of a solid between two outlines, as its silhouette."""
    seen = canvas.camera.project(np.concatenate([lower, upper])).astype(np.float32)
    order = cv2.convexHull(seen, returnPoints=False)[:, 0]
    canvas.solid(np.concatenate([lower, upper])[order], tint, gloss)


def _prism(canvas: Canvas, outline: Points, height: float, tint: NDArray[Any], gloss: float = 0.4) -> None:
    """A solid with straight sides that stands on a convex outline [n, 2]."""
    canvas.cast(outline, height)
    lower, upper = at_height(outline, 0), at_height(outline, height)
    _wall(canvas, lower, upper, tint * 0.68, gloss)
    canvas.solid(upper, np.minimum(tint * 1.05, 255), gloss)


def disc(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A wooden disc, a coin or a poker chip."""
    radius, tint = rng.uniform(0.1, 0.45), paint(rng)
    height = radius * rng.uniform(0.1, 0.7)
    _prism(canvas, _ring(x, y, radius), height, tint)
    if rng.random() < 0.35:
        canvas.solid(at_height(_ring(x, y, radius * rng.uniform(0.4, 0.8)), height), paint(rng))


def cone(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A cone, standing."""
    radius, tint = rng.uniform(0.12, 0.3), paint(rng)
    height = radius * rng.uniform(1.2, 3.2)
    base = at_height(_ring(x, y, radius), 0)
    tip = np.array([[x, y, height]])
    canvas.cast(_ring(x, y, radius * 0.6), height * 0.8)
    _wall(canvas, base, tip, tint * 0.85, 0.4)
    side = np.concatenate([tip, base[: len(base) // 2]])
    seen = canvas.camera.project(side).astype(np.float32)
    canvas.solid(side[cv2.convexHull(seen, returnPoints=False)[:, 0]], np.minimum(tint * 1.05, 255), 0.4)


def cube(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A wooden cube or a die with spots."""
    side, tint = rng.uniform(0.12, 0.32), paint(rng)
    angle = rng.uniform(0, 2 * np.pi)
    square = turned(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2, x, y, angle)
    canvas.cast(square, side)
    upper = at_height(square, side)
    _wall(canvas, at_height(square, 0), upper, tint * 0.6, 0.4)
    faces = [
        np.stack([upper[i], upper[(i + 1) % 4], upper[(i + 1) % 4] * (1, 1, 0), upper[i] * (1, 1, 0)])
        for i in range(4)
    ]
    # walls turned to the camera go the other way round in the photo
    for face, light in zip(faces, rng.uniform(0.5, 0.85, 4), strict=True):
        seen = canvas.camera.project(face)
        a, b = seen[1] - seen[0], seen[3] - seen[0]
        if a[0] * b[1] - a[1] * b[0] < 0:
            canvas.solid(face, tint * light)
    canvas.solid(upper, np.minimum(tint * 1.05, 255))
    if rng.random() < 0.5:
        spot = np.array([255.0, 255, 255]) if tint.mean() < 128 else np.array([20.0, 20, 20])
        for dx, dy in rng.permutation([(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)])[
            : int(rng.integers(1, 6))
        ]:
            px, py = turned(np.array([[dx, dy]]) * side * 0.27, x, y, angle)[0]
            canvas.solid(at_height(_ring(px, py, side * 0.09, 12), side), spot)


_MEEPLE = np.array(
    [(-0.12, -0.5), (0.12, -0.5), (0.2, -0.28), (0.5, -0.1), (0.46, 0.06), (0.22, 0.08), (0.4, 0.5),
     (0.1, 0.5), (0, 0.3), (-0.1, 0.5), (-0.4, 0.5), (-0.22, 0.08),
     (-0.46, 0.06), (-0.5, -0.1), (-0.2, -0.28)]
)  # fmt: skip


def meeple(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A meeple, lying."""
    tint, size = paint(rng), rng.uniform(0.25, 0.5)
    outline = turned(_MEEPLE * size, x, y, rng.uniform(0, 2 * np.pi))
    canvas.cast(outline, size * 0.3)
    height = size * rng.uniform(0.2, 0.4)
    for z in np.linspace(0, height, 5):
        canvas.solid(at_height(outline, float(z)), tint * 0.65)
    canvas.solid(at_height(outline, height), np.minimum(tint * 1.05, 255))


def token(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A flat cardboard token with a drawing."""
    corners = int(rng.choice([4, 6, 8, 40]))
    size = rng.uniform(0.15, 0.7)
    outline = turned(_ring(0, 0, size, corners), x, y, rng.uniform(0, 2 * np.pi))
    _prism(canvas, outline, 0.03, paint(rng))
    for _ in range(int(rng.integers(1, 5))):
        dx, dy = rng.uniform(-0.4, 0.4, 2) * size
        ring = _ring(x + dx, y + dy, size * rng.uniform(0.1, 0.35), int(rng.choice([3, 4, 24])))
        canvas.solid(at_height(ring, 0.03), paint(rng))


def pen(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A pen or pencil."""
    length, thick = rng.uniform(1.6, 2.6), rng.uniform(0.1, 0.16)
    angle, tint = rng.uniform(0, 2 * np.pi), paint(rng)
    parts = [(-0.5, 0.38, 1.0), (0.38, 0.46, 0.6), (-0.5, -0.42, 0.5)]
    whole = np.array([(-0.5, -0.5), (0.46, -0.5), (0.5, 0), (0.46, 0.5), (-0.5, 0.5)]) * (length, thick)
    outline = turned(whole, x, y, angle)
    canvas.cast(outline, thick)
    canvas.solid(at_height(outline, thick / 2), colour_within(rng, saturation=(0, 0.5), value=(0.2, 0.9)))
    for start, end, light in parts:
        box = np.array([[start, -0.5], [end, -0.5], [end, 0.5], [start, 0.5]]) * (length, thick)
        canvas.solid(at_height(turned(box, x, y, angle), thick / 2), tint * light)
    shine = np.array([[-0.48, -0.22], [0.36, -0.22], [0.36, -0.1], [-0.48, -0.1]]) * (length, thick)
    canvas.solid(at_height(turned(shine, x, y, angle), thick / 2), np.minimum(tint * 1.5 + 30, 255))


def cup(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A cup or glass with a drink in it, perhaps on a saucer."""
    radius, tint = rng.uniform(0.45, 0.75), colour_within(rng, saturation=(0, 0.6), value=(0.3, 1))
    if rng.random() < 0.4:
        _prism(canvas, _ring(x, y, radius * 1.7), 0.12, tint, 0.8)
    height = radius * rng.uniform(0.8, 1.8)
    canvas.cast(_ring(x, y, radius), height)
    upper = at_height(_ring(x, y, radius), height)
    _wall(canvas, at_height(_ring(x, y, radius * 0.8), 0), upper, tint * 0.7, 0.8)
    canvas.solid(upper, tint, 0.8)
    canvas.solid(at_height(_ring(x, y, radius * 0.9), height), tint * 0.5, 0.5)
    drink = colour_within(rng, (0.02, 0.12), (0.4, 1), (0.1, 0.8))
    canvas.solid(at_height(_ring(x, y, radius * 0.86), height * 0.85), drink, 0.9)


def lines(rng: Rng, picture: Image, ink: Any, top: int, bottom: int) -> None:
    """Rows of writing in a picture."""
    height, width = picture.shape[:2]
    step = max(3, int(height * rng.uniform(0.03, 0.08)))
    for y in range(top, bottom, step):
        x = int(width * 0.08)
        end = width * rng.uniform(0.5, 0.95)
        while x < end:
            word = int(step * rng.uniform(0.6, 3))
            cv2.line(picture, (x, y), (min(x + word, int(end)), y), ink, max(1, step // 3), cv2.LINE_AA)
            x += word + max(2, step // 2)


def sheet(
    rng: Rng, canvas: Canvas, picture: Image, x: float, y: float, width: float, turn: float, height: float
) -> None:
    aspect = picture.shape[0] / picture.shape[1]
    flat = turned(
        np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, width * aspect / 2), x, y, turn
    )
    canvas.cast(flat, height, softness=2, strength=0.8)
    whole = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    canvas.texture(whole, at_height(flat, height), gloss=float(rng.uniform(0.2, 0.9)))


def paper(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A sheet with text, a score pad or a rulebook page."""
    tint = colour_within(rng, (0.05, 0.2), (0, 0.15), (0.8, 1))
    picture = np.full((280, 200, 3), tint, np.uint8)
    ink = colour_within(rng, saturation=(0, 0.8), value=(0, 0.4)).tolist()
    if rng.random() < 0.3:
        for v in range(20, 280, 22):
            cv2.line(picture, (10, v), (190, v), ink, 1, cv2.LINE_AA)
        for v in range(10, 200, 36):
            cv2.line(picture, (v, 20), (v, 262), ink, 1, cv2.LINE_AA)
    else:
        lines(rng, picture, ink, 24, 260)
    if rng.random() < 0.4:
        a, b = rng.integers(20, 120, 2)
        cv2.rectangle(picture, (int(a), int(b)), (int(a) + 60, int(b) + 70), paint(rng).tolist(), -1)
    sheet(rng, canvas, picture, x, y, rng.uniform(1.2, 3.2), rng.uniform(0, 2 * np.pi), 0.01)


def other_card(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A card of another game, or a stack of them: a frame, a picture, a name, some text."""
    w, h = 130, int(130 * rng.choice([1.0, 1.4, 1.55, 0.68]))
    picture = np.full((h, w, 3), colour_within(rng, saturation=(0, 0.8), value=(0.2, 1)), np.uint8)
    style = rng.integers(4)
    rim = int(rng.integers(0, 10))
    inner = picture[rim : h - rim, rim : w - rim]
    if style == 0:  # a back: a pattern all over
        share = noise(rng, max(inner.shape[:2]), (6, 6), 2)[: inner.shape[0], : inner.shape[1], None]
        inner[:] = np.clip(paint(rng) * (1 + 0.4 * np.sign(share)), 0, 255)
    elif style == 1:  # a playing card
        picture[:] = 245
        ink = (30, 30, 190) if rng.random() < 0.5 else (30, 30, 30)
        name = str(rng.choice(list("A23456789JQK")))
        cv2.putText(picture, name, (6, 26), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA)
        for _ in range(int(rng.integers(1, 9))):
            centre = (int(rng.integers(30, w - 30)), int(rng.integers(20, max(21, h - 20))))
            cv2.circle(picture, centre, 9, ink, -1, cv2.LINE_AA)
    else:
        split = int(h * rng.uniform(0.35, 0.7))
        art = noise(rng, w, (4, 4), 3)
        inner[:split] = np.clip(
            paint(rng) * (0.8 + 0.5 * cv2.resize(art, inner.shape[1::-1])[:split, :, None]), 0, 255
        )
        for _ in range(int(rng.integers(1, 6))):
            centre = (int(rng.integers(w)), int(rng.integers(split)))
            axes = (int(rng.integers(4, 40)), int(rng.integers(4, 40)))
            cv2.ellipse(
                inner, centre, axes, rng.uniform(0, 180), 0, 360, paint(rng).tolist(), -1, cv2.LINE_AA
            )
        if rng.random() < 0.5:
            cv2.rectangle(picture, (rim, rim), (w - rim, rim + 20), colour_within(rng).tolist(), -1)
            cv2.putText(picture, "".join(rng.choice(list("abcdefghiklmnoprstu"), 8)), (rim + 4, rim + 14),
                        cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1, cv2.LINE_AA)  # fmt: skip
        lines(rng, picture, (30, 30, 30), split + rim + 12, h - 8)
    turn, width = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.25)
    for level in range(int(rng.choice([1, 1, 1, 4]))):
        dx, dy, slip = rng.normal(0, 0.01, 3)
        sheet(rng, canvas, picture, x + dx, y + dy, width, turn + slip, 0.006 * (level + 1))


def gadget(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A phone, a box or a book: a dull block."""
    w, h = rng.uniform(1.0, 2.6), rng.uniform(1.6, 3)
    box = turned(
        np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (w / 2, h / 2), x, y, rng.uniform(0, 2 * np.pi)
    )
    height = rng.uniform(0.08, 0.5)
    tint = colour_within(rng, saturation=(0, 0.7), value=(0.03, 0.9))
    _prism(canvas, box, height, tint, 0.8)
    inner = box + (box.mean(0) - box) * rng.uniform(0.04, 0.25)
    canvas.solid(at_height(inner, height), colour_within(rng, saturation=(0, 0.7), value=(0.03, 0.9)), 0.9)


def hand(rng: Rng, canvas: Canvas, x: float, y: float) -> None:
    """A hand that reaches in from outside the picture towards (x, y)."""
    skin = colour_within(rng, (0.02, 0.09), (0.25, 0.6), (0.25, 0.95))
    middle = canvas.camera.ground(np.array([[canvas.image.shape[1] / 2, canvas.image.shape[0] / 2]]))[0]
    out = np.array([x, y]) - middle
    heading = np.arctan2(out[1], out[0]) + rng.normal(0, 0.4)
    size = rng.uniform(1.0, 1.35)

    def limb(start: Points, end: Points, thick: float, height: float, shade: float) -> None:
        capsule = np.concatenate(
            [_ring(start[0], start[1], thick / 2, 16), _ring(end[0], end[1], thick * 0.42, 16)]
        )
        hull = cv2.convexHull(capsule.astype(np.float32))[:, 0].astype(np.float64)
        canvas.cast(hull, height, softness=1.5)
        canvas.solid(at_height(hull, height), skin * shade * 0.8, 0.1)
        canvas.solid(at_height(hull + (hull.mean(0) - hull) * 0.18, height), skin * shade, 0.1)

    along, side = np.array([np.cos(heading), np.sin(heading)]), np.array([-np.sin(heading), np.cos(heading)])
    palm = np.array([x, y]) + along * size * 0.9
    limb(palm + along * size * 0.5, palm + along * 12, size * 0.75, 0.4, 0.9)
    limb(palm, palm + along * size * 0.4, size * 0.95, 0.35, 0.97)
    for i in range(4):
        root = palm + side * (i - 1.5) * size * 0.23
        reach = size * rng.uniform(0.6, 0.95)
        limb(
            root,
            root - along * reach + side * (i - 1.5) * size * 0.08,
            size * 0.2,
            0.3,
            rng.uniform(0.95, 1.05),
        )
    limb(palm + side * size * 0.45, palm + side * size * 0.8 - along * size * 0.45, size * 0.23, 0.3, 1.0)


Thing = Callable[[Rng, Canvas, float, float], None]
#: Things that lie under or beside cards, with their radius in card widths and how often they come.
FLAT: dict[Thing, tuple[float, float]] = {paper: (2.0, 0.5), other_card: (0.95, 1.0)}
SOLID: dict[Thing, tuple[float, float]] = {
    disc: (0.5, 1.0),
    cone: (0.4, 0.6),
    cube: (0.3, 1.0),
    meeple: (0.3, 0.8),
    token: (0.7, 0.6),
    pen: (1.4, 0.4),
    cup: (1.1, 0.35),
    gadget: (1.8, 0.25),
    hand: (1.2, 0.2),
}


def strew(
    rng: Rng, canvas: Canvas, things: dict[Thing, tuple[float, float]], count: int, taken: Points, over: float
) -> None:
    """Puts ``count`` things in the picture, clear of the cards' middles [n, 3] (x, y, radius).

    A share ``over`` of the things, all small, may lie over cards.
    """
    height, width = canvas.image.shape[:2]
    kinds = list(things)
    chances = np.array([things[kind][1] for kind in kinds])
    for _ in range(count):
        kind = kinds[rng.choice(len(kinds), p=chances / chances.sum())]
        covers = rng.random() < over
        if covers:
            small = [k for k in kinds if things[k][0] <= 0.5]
            kind = small[rng.integers(len(small))] if small else kind
        for _ in range(8):
            pixel = rng.uniform(-0.05, 1.05, 2) * (width, height)
            x, y = (float(v) for v in canvas.camera.ground(pixel[None])[0])
            gap = np.hypot(taken[:, 0] - x, taken[:, 1] - y) - taken[:, 2] - things[kind][0]
            if covers or gap.min(initial=1) > 0:
                kind(rng, canvas, x, y)
                break
