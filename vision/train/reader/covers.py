"""Whole cards for training the book reader: drawn cards seen through a bad camera, some half covered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES, BookCard
from vision.common.arrays import Picture
from vision.icons.books import BODY_ROWS, STRIP_ROWS, WIDTH, balanced
from vision.icons.encode import cut_icon
from vision.icons.legend import Legend
from vision.strips import rectify
from vision.synth.card.cards import draw_back, draw_card, icon_boxes
from vision.synth.look.anatomy import make_printed_look
from vision.synth.look.looks import Look, make_look
from vision.synth.scene.clutter import paint
from vision.train.reader.camera import photograph
from vision.train.reader.strips import random_card

Rng = np.random.Generator

DRAWN = 256  #: width of the drawn cards, in pixels
CARDS = 6  #: drawn of each look
TOGETHER = 64  #: cards of a batch
WAITING = 320  #: cards that a batch is drawn from
INVENTED = 0.15  #: the share of cards of invented looks, which do not fit
COVERED = 0.35  #: how often another card covers the lower part, as in a pile; and the right side
BESIDE = 0.15
ACROSS = 0.15  #: how often a cord lies across the icons
BARE = 0.2  #: how often no spine shows, and no icon
ICONS_DRAWN, FIRST_LOOK = 340, 300  #: width of the legend's cards in pixels, and the seed of its first look
SOFT = 0.25  #: how often the photo is out of focus


@dataclass
class Books:
    """The book reader's input of ``n`` cards at one step, and the truth."""

    books: NDArray[np.uint8]  #: [n, 128, 172, 3]
    count: NDArray[np.int64]  #: [n] books less two; -1 where the card does not fit
    categories: NDArray[np.int64]  #: [n, 4] by number, -1 where there is no book
    fits: NDArray[np.float32]  #: [n]


Sample = tuple[Picture, int, NDArray[np.int64], bool]


def book_batches(seed: int, held_out: bool = False) -> Iterator[Books]:
    """Endless batches of cards of new looks."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    waiting: list[Sample] = []
    while True:
        while len(waiting) < WAITING:
            waiting += _samples_of_a_look(rng, held_out)
        rng.shuffle(waiting)  # type: ignore[arg-type]
        now, waiting = waiting[:TOGETHER], waiting[TOGETHER:]
        pictures, counts, categories, fits = zip(*now, strict=True)
        yield Books(
            np.stack(pictures), np.array(counts, np.int64), np.stack(categories), np.array(fits, np.float32)
        )


def _samples_of_a_look(rng: Rng, held_out: bool) -> list[Sample]:
    fits = bool(rng.random() >= INVENTED)
    seed = int(rng.integers(1 << 40))
    look = make_printed_look(seed, held_out) if fits else make_look(seed, held_out)
    cards = [random_card(rng, fits) for _ in range(CARDS)]
    drawn = [draw_card(look, card, DRAWN) for card in cards]
    drawn.append(draw_back(look, DRAWN))
    out: list[Sample] = []
    for which, card in enumerate(cards):
        for _ in range(2):
            categories = np.full(4, -1, np.int64)
            if fits:
                categories[: len(card.categories)] = [CATEGORIES.index(each) for each in card.categories]
            count = len(card.categories) - 2 if fits else -1
            out.append((_seen(look, drawn, which, rng), count, categories, fits))
    return out


def _seen(look: Look, drawn: list[Picture], which: int, rng: Rng) -> Picture:
    """One card with its neighbours, cut out as `vision.icons.books` does: uint8 [128, 172, 3]."""
    margin, tall = round(0.12 * DRAWN), drawn[which].shape[0]
    canvas = np.empty((tall + 2 * margin, DRAWN + 2 * margin, 3), np.uint8)
    canvas[:] = rng.integers(0, 256, 3)

    def lay(what: Picture, x: float, y: float) -> None:
        x0, y0 = round(x), round(y)
        a0, b0 = max(0, -y0), max(0, -x0)
        part = what[a0 : canvas.shape[0] - y0, b0 : canvas.shape[1] - x0]
        if part.size:
            place = canvas[y0 + a0 : y0 + a0 + part.shape[0], x0 + b0 : x0 + b0 + part.shape[1]]
            solid = np.asarray(part[..., 3] > 127, np.uint8)
            place[:] = cv2.copyTo(np.ascontiguousarray(part[..., :3]), solid, place.copy())

    def other() -> Picture:
        return drawn[int(rng.integers(len(drawn)))]

    for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if rng.random() < 0.6:
            gap = rng.uniform(-0.01, 0.06) * DRAWN
            lay(other(), margin + x * (DRAWN + gap), margin + y * (tall + gap))
    lay(drawn[which], margin, margin)
    if rng.random() < COVERED:
        shows = look.border + look.strip_height * rng.uniform(0.95, 2.5)
        lay(other(), margin + rng.normal(0, 5), margin + shows * DRAWN)
    if rng.random() < BESIDE:
        lay(other(), margin + rng.uniform(0.7, 1.0) * DRAWN, margin + rng.uniform(-0.5, 0.8) * DRAWN)
    if rng.random() < ACROSS:
        _lay_cord(canvas, margin, rng)
    return _cut_out(canvas, margin, tall, rng)


def _lay_cord(canvas: Picture, margin: int, rng: Rng) -> None:
    """A cord or a stick over the card's upper part, lit from above."""
    x, y, heading = rng.uniform(0.15, 0.9), rng.uniform(0.1, 0.3), rng.uniform(0, np.pi)
    middle = np.array([x, y]) * DRAWN + margin
    reach = np.array([np.cos(heading), np.sin(heading)]) * DRAWN * rng.choice([0.2, 2.0])
    bend = rng.normal(0, 0.06, 2) * DRAWN
    path = np.array([middle - reach + bend, middle, middle + reach + bend]).round().astype(np.int32)
    thick, tint = rng.uniform(0.03, 0.12) * DRAWN, paint(rng)
    for share, light in ((1.0, 0.6), (0.6, 1.0)):
        cv2.polylines(canvas, [path], False, (tint * light).tolist(), round(thick * share), cv2.LINE_AA)


def _cut_out(canvas: Picture, margin: int, tall: int, rng: Rng) -> Picture:
    """The card's picture through a bad camera, its corners a few per cent off."""
    scale = rectify.SCALE / 2
    corners = np.array([[0, 0], [DRAWN, 0], [DRAWN, tall], [0, tall]], np.float64) + margin
    corners += rng.normal(0, 1, (4, 2)) * rng.choice([0.004, 0.01, 0.02], p=[0.4, 0.4, 0.2]) * DRAWN
    left, top = -rectify.LEFT * scale, -rectify.TOP * scale
    high = scale * tall / DRAWN
    target = np.array([[left, top], [left + scale, top], [left + scale, top + high], [left, top + high]])
    resolution = float(np.exp(rng.uniform(np.log(0.4), np.log(1.6))))  # photo pixels a picture pixel
    rows = round(top + high)
    matrix = np.diag([resolution, resolution, 1.0]) @ cv2.getPerspectiveTransform(
        corners.astype(np.float32), target.astype(np.float32)
    )
    size = round(WIDTH * resolution), round(rows * resolution)
    small = cv2.warpPerspective(
        canvas, matrix, size, flags=cv2.INTER_AREA if resolution > 0.8 else cv2.INTER_LINEAR
    )
    warm = rng.normal(0, rng.choice([0.06, 0.2])) * np.array([-1.0, 0.15, 1.0])
    warm = np.exp(warm + rng.normal(0, rng.choice([0.03, 0.12]), 3))
    small = np.clip(small * warm * min(1.0, 1 / warm.max() + 0.15), 0, 255).astype(np.uint8)
    if rng.random() < SOFT:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), rng.uniform(0.8, 2.6) * resolution), np.uint8)
    seen = photograph(small, rng)
    whole = cv2.resize(seen, (WIDTH, rows), interpolation=cv2.INTER_LINEAR)
    body = cv2.resize(whole[STRIP_ROWS:], (WIDTH, BODY_ROWS), interpolation=cv2.INTER_AREA)
    if rng.random() < BARE:  # each part must tell alone
        body[:] = rng.integers(0, 120, 3)
    elif rng.random() < BARE:
        whole[8:STRIP_ROWS, 52:] = np.median(whole[8:STRIP_ROWS], axis=(0, 1)) if rng.random() < 0.5 else 245
    joined = np.concatenate([whole[:STRIP_ROWS], body])
    return balanced(np.asarray(joined[None], np.uint8))[0]


def drawn_legend(looks: int) -> Legend:
    """The icons of printed looks, each between two others as on a card."""
    icons: list[list[Picture]] = [[] for _ in CATEGORIES]
    for seed in range(FIRST_LOOK, FIRST_LOOK + looks):
        look = make_printed_look(seed)
        for number, own in enumerate(icons):
            beside = (CATEGORIES[(number + step) % len(CATEGORIES)] for step in (1, 3))
            books = (next(beside), CATEGORIES[number], next(beside))
            face = np.ascontiguousarray(draw_card(look, BookCard("A", 1, 7, books), ICONS_DRAWN)[..., :3])
            x, y, size, _ = (side * ICONS_DRAWN for side in icon_boxes(look, len(books))[1])
            own.append(cut_icon(face, x, y, size))
    return Legend.from_icons(icons)
