"""Endless batches of drawn strips for training the reader's networks; no batch comes twice.

Every process draws its looks, so nothing is stored on disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.cards import CATEGORIES
from vision.banner.read import cut_letter, cut_number
from vision.icons.encode import cut_icon
from vision.strips import marks as finder
from vision.synth.card.cards import category_icon_box
from vision.train.reader.strips import (
    BANNER_SHARE,
    PrintedLook,
    StripSample,
    category_sample,
    print_banners,
    print_look,
    strip_sample,
)

Rng = np.random.Generator
View = tuple[NDArray[np.uint8], NDArray[np.float32]]  #: a picture that the finder sees, and its target
LOOKS, STRIPS = 16, 4  #: looks in a batch, strips of each
#: A category card is shown to the finder this small: its icon is then as large as a strip's.
CATEGORY_SCALE = 38 / 112
MOST_ICONS = 128  #: icons of a batch that the encoder sees
POOL = 60  #: printed looks kept by each process
COVERED = 0.25  #: how often the next column of a pile covers a card's right side
GLARED = 0.12  #: how often a lamp's reflection hides some of a strip's print
#: The shares of a mark that must show to be found, and of an icon to be recognised; and a map's target where
#: a mark may or may not be found.
FOUND, RECOGNISED, UNSETTLED = 0.2, 0.45, 0.999
REPLAY = 12  #: batches between one use and the next
USES = 3  #: of a batch: drawing costs more than learning
CARDS, PHOTOS = 12, 2  #: of each look whose banners alone are drawn; of each such card
SEEN_TOGETHER = 480  #: banners at least that a batch is drawn from
RENEW = 0.6  #: looks printed anew for each batch
PLACES = finder.VIEW_HEIGHT // finder.CELL_SIDE, finder.VIEW_WIDTH // finder.CELL_SIDE


@dataclass
class Banners:
    """The letter and number readers' input of ``n`` strips at one step, and the truth."""

    labels: NDArray[np.int64]  #: [n, 3] letter, order - 1, of - 1
    letters: NDArray[np.uint8]  #: [n, 40, 40, 3]
    numbers: NDArray[np.uint8]  #: [n, 56, 96, 3]


@dataclass
class Views:
    """The strip finder's input of ``f`` strips and category cards at one step, and the truth."""

    finder: NDArray[np.uint8]  #: [f, 76, 172, 3]
    heat: NDArray[
        np.float32
    ]  #: [f, 8, 19, 43] heat of icons, letter, number; x, y, log width, height; weight


@dataclass
class Batch(Views, Banners):
    """The input of all networks at one step, and the truth: ``n`` strips, ``m`` icons of ``k`` looks."""

    icons: NDArray[np.uint8]  #: [m, 32, 32, 3]
    icon_labels: NDArray[np.int64]  #: [m] look in batch * 6 + category
    legends: NDArray[np.uint8]  #: [k * 6, 32, 32, 3]


B = TypeVar("B", Banners, Views, Batch)


def heat_target(
    marks: Sequence[tuple[int, NDArray[np.float32]]],
    hidden: Sequence[tuple[int, NDArray[np.float32]]] = (),
    maps: int = 3,
    places: tuple[int, int] = PLACES,
) -> NDArray[np.float32]:
    """The target of a network that finds marks, float32 ``[maps + 5, *places]``; by default the strip
    finder's.

    There is a map for each kind of mark, on a grid of ``places`` (rows, columns). ``marks``: the map
    (``finder.ICON`` …), and x, y, width, height in pixels of the input. ``hidden``: the same for almost
    hidden marks, which may or may not be found.
    """
    out = np.zeros((maps + 5, *places), np.float32)
    for which, box in hidden:
        out[which] = np.maximum(out[which], UNSETTLED * _blob(box / finder.CELL_SIDE, places))
    for which, box in marks:
        gx, gy, width, height = box / finder.CELL_SIDE
        column, row = int(np.floor(gx)), int(np.floor(gy))
        if not (0 <= column < places[1] and 0 <= row < places[0]):
            continue
        out[which] = np.maximum(out[which], _blob(box / finder.CELL_SIDE, places))
        out[which, row, column] = 1
        size = np.log(max(width, 0.3)), np.log(max(height, 0.3))
        out[maps:, row, column] = gx - column, gy - row, *size, 1
    return out


def _blob(box: NDArray[np.float32], places: tuple[int, int]) -> NDArray[np.float32]:
    """1 in the middle of a mark, less around it; ``box``: x, y, width, height in places of the map."""
    x, y, width, height = box
    across, down = max(width / 6, 0.45), max(height / 6, 0.45)
    yy, xx = np.mgrid[: places[0], : places[1]].astype(np.float32)
    blob = np.exp(-(((xx + 0.5 - x) / across) ** 2 + ((yy + 0.5 - y) / down) ** 2) / 2)
    return np.asarray(blob, np.float32)


def strip_view(sample: StripSample) -> View:
    """A strip as the finder sees it, half as large, and its target."""
    size = (finder.VIEW_WIDTH, finder.VIEW_HEIGHT)
    view = np.asarray(cv2.resize(sample.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    kinds = [finder.ICON] * len(sample.icons) + [finder.LETTER, finder.NUMBER]
    boxes = [*sample.icons[:, [0, 1, 2, 2]] / 2, *sample.marks / 2]
    marks = list(zip(kinds, boxes, [*sample.shown, *sample.marks_shown], strict=True))
    found = [(kind, box) for kind, box, shown in marks if shown >= FOUND]
    hidden = [(kind, box) for kind, box, shown in marks if 0 < shown < FOUND]
    return view, heat_target(found, hidden)


def category_view(printed: PrintedLook, card: NDArray[np.uint8], rng: Rng) -> View:
    """A category card as the finder sees it, small on an even ground, and its target."""
    scale = CATEGORY_SCALE * rng.uniform(0.85, 1.25)
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows, columns = finder.VIEW_HEIGHT, finder.VIEW_WIDTH
    view = np.empty((rows, columns, 3), np.uint8)
    view[:] = np.median(card.reshape(-1, 3), axis=0)
    small = small[:rows]
    left, top = int(rng.integers(0, columns - small.shape[1])), int(rng.integers(0, rows - len(small) + 1))
    view[top : top + small.shape[0], left : left + small.shape[1]] = small
    x, y, size = category_icon(printed)
    place = np.array([left + x * scale, top + y * scale, size * scale, size * scale], np.float32)
    return view, heat_target([(finder.ICON, place)])


def category_icon(printed: PrintedLook) -> tuple[float, float, float]:
    """x, y and size of a category card's icon in its picture, 112 pixels wide (``vision.synth.card.cards``
    draws it).
    """
    x, y, size = category_icon_box(printed.look)
    return x * 112, y * 112, size * 112


def make_batch(pool: list[PrintedLook], rng: Rng) -> Batch:
    """A batch of looks from ``pool``."""
    strips: list[StripSample] = []
    icons, icon_labels, legends, views = [], [], [], []
    for index, which in enumerate(rng.choice(len(pool), LOOKS, replace=False)):
        printed = pool[which]
        for _ in range(STRIPS):
            sample = strip_sample(printed, rng, covered=COVERED)
            strips.append(sample)
            views.append(strip_view(sample))
            for (x, y, size), category, shown in zip(
                sample.icons, sample.card.categories, sample.shown, strict=True
            ):
                if shown < RECOGNISED:
                    continue
                dx, dy = rng.normal(0, 0.05, 2) * size
                icons.append(cut_icon(sample.picture, x + dx, y + dy, size * np.exp(rng.normal(0, 0.07))))
                icon_labels.append(index * 6 + CATEGORIES.index(category))
        x, y, size = category_icon(printed)
        shown = int(rng.integers(6))
        for category in range(6):
            card = category_sample(printed, category, rng)
            dx, dy = rng.normal(0, 0.04, 2) * size
            legends.append(cut_icon(card, x + dx, y + dy, size * np.exp(rng.normal(0, 0.06))))
            if category == shown:
                views.append(category_view(printed, card, rng))
    some = rng.permutation(len(icons))[:MOST_ICONS]
    return Batch(
        **vars(make_banners(strips, rng)),
        **vars(stacked(views)),
        icons=np.stack([icons[i] for i in some]),
        icon_labels=np.array([icon_labels[i] for i in some], np.int64),
        legends=np.stack(legends),
    )


def make_views(pool: list[PrintedLook], rng: Rng) -> Views:
    """The finder's input alone of looks from ``pool``: as much, and drawn sooner."""
    views = []
    for which in rng.choice(len(pool), LOOKS, replace=False):
        printed = pool[which]
        samples = [strip_sample(printed, rng, covered=COVERED, glared=GLARED) for _ in range(STRIPS)]
        views += map(strip_view, samples)
        card = category_sample(printed, int(rng.integers(6)), rng)
        views.append(category_view(printed, card, rng))
    return stacked(views)


def stacked(views: Sequence[View]) -> Views:
    """Single views as one batch."""
    pictures, heat = zip(*views, strict=True)
    return Views(np.stack(pictures), np.stack(heat))


def make_banners(samples: Sequence[StripSample], rng: Rng) -> Banners:
    """The readers' input of these strips."""
    labels = [(ord(s.card.letter) - 65, s.card.order - 1, (s.card.of or 1) - 1) for s in samples]
    return Banners(
        labels=np.array(labels, np.int64),
        letters=np.stack([cut_letter(s.picture, about(s.marks[0], rng)) for s in samples]),
        numbers=np.stack([cut_number(s.picture, about(s.marks[1], rng)) for s in samples]),
    )


def about(box: NDArray[np.float32], rng: Rng) -> NDArray[np.float32]:
    """A mark's place as the finder would give it: a little off. ``box``: x, y, width, height."""
    off = rng.normal(0, 0.08, 2) * box[3]
    size = box[2:] * np.exp(rng.normal(0, rng.choice([0.07, 0.18]), 2))
    return np.array([1, *(box[:2] + off), *size], np.float32)


def batches(seed: int, held_out: bool = False) -> Iterator[Batch]:
    """Endless batches; looks are printed anew all the time."""
    return _of_many_looks(make_batch, seed, held_out)


def view_batches(seed: int, held_out: bool = False) -> Iterator[Views]:
    """Endless batches for the strip finder alone: half as many again in the same time."""
    return _of_many_looks(make_views, seed, held_out)


def _of_many_looks(make: Callable[[list[PrintedLook], Rng], B], seed: int, held_out: bool) -> Iterator[B]:
    """Endless batches that ``make`` draws of a pool of looks, which are printed anew all the time."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)

    def fresh() -> PrintedLook:
        return print_look(int(rng.integers(1 << 40)), held_out, cards=12)

    pool = [fresh() for _ in range(LOOKS + 4)]
    while True:
        grow = len(pool) < POOL
        for _ in range(2 if grow else int(rng.poisson(RENEW * 4))):
            if grow:
                pool.append(fresh())
            else:
                pool[int(rng.integers(len(pool)))] = fresh()
        yield make(pool, rng)


def banner_batches(seed: int, held_out: bool = False) -> Iterator[Banners]:
    """Endless batches for the letter and number readers alone, of strips that show only their banners: twice
    as many in the same time.
    """
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    waiting: list[tuple[PrintedLook, int]] = []
    while True:
        while len(waiting) < SEEN_TOGETHER:
            printed = print_banners(int(rng.integers(1 << 40)), held_out, cards=CARDS)
            waiting += [(printed, card) for card in range(CARDS)] * PHOTOS
        rng.shuffle(waiting)
        now, waiting = waiting[: LOOKS * STRIPS], waiting[LOOKS * STRIPS :]
        yield make_banners([strip_sample(p, rng, which, share=BANNER_SHARE) for p, which in now], rng)


def repeated(draw: Callable[[], B]) -> Iterator[tuple[B, bool]]:
    """Each batch that is drawn `USES` times, always others between, and whether it was seen before: then it
    is to be seen otherwise (``vision.train.reader.restyle``).
    """
    waiting: deque[tuple[B, int]] = deque()  # and how often each is still to be seen
    for step in count():
        if step % USES == 0 or len(waiting) <= REPLAY:
            drawn = draw()
            waiting.append((drawn, USES - 1))
            yield drawn, False
        else:
            drawn, left = waiting.popleft()
            if left > 1:
                waiting.append((drawn, left - 1))
            yield drawn, True
