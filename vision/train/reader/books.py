"""Draws books for training the title finder: cards with titles set in any way, seen through a bad camera."""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from PIL import Image, ImageDraw

from scorer.cards import CATEGORIES, BookCard
from vision.banner.title_starts import BOOKS_SIDE, turned
from vision.common.arrays import Floats, Picture
from vision.synth.card.printer import TITLE_WORDS, Printer, stand_in_title
from vision.synth.look import fonts
from vision.synth.look.lettering import Box
from vision.synth.look.looks import Look, make_look
from vision.synth.look.style import Colour, luminance, random_font
from vision.train.reader.camera import photograph
from vision.train.reader.strips import random_card, seen_boxes

Rng = np.random.Generator

DRAWN = 400  #: width of the drawn cards, in pixels
CARDS = 6  #: drawn of each look
WITH_BOOKS = 0.92  #: how often a look has books, whatever else it was to have
WRONG_WAY = 0.2  #: how often a picture is turned so that its titles stand on their heads
DARK, LIGHT = (30, 25, 20), (245, 240, 230)
LEAST_CONTRAST = 0.25  #: of a title and its book, in brightness
SMALL_WORDS = ("of", "the", "and", "for")
#: Pixels of the photo for a pixel of the picture, least and most; and the deviations of well, less well and
#: badly found corners, in card widths.
RESOLUTION, OFF = (0.42, 1.2), (0.006, 0.012, 0.025)


@dataclass(frozen=True)
class Titles:
    """How a look's titles are set.

    They may run down the books. They stand somewhere from the foot (0) to the head (1) of a book. Their
    greatest thickness is in card widths, and a share of the book. They may be in capitals, and may begin with
    the letter as a separate word.
    """

    downwards: bool
    place: float
    thick: float
    share: float
    capitals: bool
    apart: bool

    @classmethod
    def random(cls, rng: Rng) -> Titles:
        """Any setting."""
        return cls(
            downwards=bool(rng.random() < 0.35),
            place=float(rng.choice([0.5, 0.5, 0.0, 1.0])),
            thick=rng.uniform(0.05, 0.13),
            share=rng.uniform(0.3, 0.75),
            capitals=bool(rng.random() < 0.25),
            apart=bool(rng.random() < 0.5),
        )

    def of(self, card: BookCard, rng: Rng) -> str:
        """A title that begins with the card's letter (RULES 1)."""
        if self.apart:
            text = stand_in_title(card, int(rng.integers(26)))
        else:
            letters = rng.choice(list("aeiou" + string.ascii_lowercase), int(rng.integers(1, 9)))
            more = [str(rng.choice(TITLE_WORDS)) for _ in range(int(rng.integers(0, 3)))]
            small = [str(rng.choice(SMALL_WORDS))] if more else []
            text = " ".join([card.letter + "".join(letters), *small, *more])
        return text.upper() if self.capitals else text


@dataclass(frozen=True)
class BookSample:
    """A picture of a card's books as `vision.banner.title_starts.initials` takes it, uint8 [320, 320, 3]; the
    card's letter; and the first letters of the titles that read from the left there, x and y of the middle,
    width and height in pixels, [k, 4].
    """

    picture: Picture
    letter: str
    initials: Floats


class TitlePrinter(Printer):
    """A card with its ``titles``. ``initials``: the boxes of their first letters' ink."""

    def __init__(self, look: Look, width: int, titles: Titles) -> None:
        super().__init__(look, width)
        self.titles = titles
        self.initials: list[Box] = []

    def _spines(self, card: BookCard, rng: Rng, top: float, bottom: float) -> None:
        look = self.look
        left, right = look.border + 0.05, 0.95 - look.border
        shares = rng.uniform(0.8, 1.2, len(card.categories)).cumsum()
        edges = left + (right - left) * np.append(0.0, shares / shares[-1])
        for x, end, category in zip(edges, edges[1:], card.categories, strict=False):
            colour = look.spine_colours[CATEGORIES.index(category)]
            head = top + rng.uniform(0.3, 1.7) * look.body_gap * (bottom - top)
            right = x + (end - x) * rng.uniform(0.9, 1.0)
            self.rectangle((x, head, right, bottom), colour, 0, look.outline)
            ink = look.title_ink
            if abs(luminance(ink) - luminance(colour)) < LEAST_CONTRAST or rng.random() < 0.2:
                ink = DARK if luminance(colour) > 0.5 else LIGHT
            free = self._ornaments((x, head, right, bottom), ink, rng)
            self._title(self.titles.of(card, rng), ink, free)

    def _ornaments(self, book: Box, ink: Colour, rng: Rng) -> Box:
        """Draws rules and a publisher's mark on a book; gives the space left for its title."""
        left, head, right, foot = book
        high, low = head + 0.03, foot - 0.03
        if rng.random() < 0.7:
            line = head + rng.uniform(0.03, 0.08)
            self.rectangle((left, line, right, line + 0.012), ink)
            high = line + 0.03
        if rng.random() < 0.7:
            line = foot - rng.uniform(0.04, 0.1)
            self.rectangle((left, line, right, line + 0.012), ink)
            low = line - 0.02
        if rng.random() < 0.12:
            r, middle = (right - left) * rng.uniform(0.1, 0.25), (left + right) / 2
            self.rectangle((middle - r, low - 2 * r, middle + r, low), ink, r)
            low -= 2 * r + 0.02
        return left, high, right, low

    def _title(self, text: str, ink: Colour, box: Box) -> None:
        left, high, right, low = (value * self.unit for value in box)
        long = low - high
        thick = min((right - left) * self.titles.share, self.titles.thick * self.unit)
        x0, y0, x1, y1 = fonts.load(self.look.title_font, 64).getbbox(text)
        if long < 20 or thick < 5 or x1 <= x0 or y1 <= y0:
            return
        scale = min(long / (x1 - x0), thick / (y1 - y0), 4.0)
        size = max(4, int(64 * scale))
        whole, first = (self._written(text, shown, size) for shown in (text, text[0]))
        ys, xs = np.nonzero(first > 60)
        if len(xs) == 0:
            return
        height, width = whole.shape
        down = self.titles.downwards
        free = max(long - width, 0.0) * self.titles.place
        x, y = round((left + right) / 2) - height // 2, round(high + free if down else low - free - width)
        standing = np.ascontiguousarray(np.rot90(whole, -1 if down else 1))
        self.image.paste(ink, (x, y), Image.fromarray(standing))
        u, v = np.array([xs.min(), xs.max() + 1]), np.array([ys.min(), ys.max() + 1])
        across, along = (x + height - v[::-1], y + u) if down else (x + v, y + width - u[::-1])
        box_of_first = np.array([across[0], along[0], across[1], along[1]]) / self.unit
        self.initials.append((box_of_first[0], box_of_first[1], box_of_first[2], box_of_first[3]))

    def _written(self, text: str, shown: str, size: int) -> Picture:
        """The ``shown`` beginning of a text on a sheet as large as all of its ink."""
        face = fonts.load(self.look.title_font, size)
        x0, y0, x1, y1 = (int(value) for value in face.getbbox(text))
        sheet = Image.new("L", (max(1, x1 - x0), max(1, y1 - y0)))
        ImageDraw.Draw(sheet).text((-x0, -y0), shown, font=face, fill=255)
        return np.asarray(sheet)


def book_samples(seed: int, held_out: bool, rng: Rng) -> Iterator[BookSample]:
    """Cards of one look."""
    look = replace(make_look(seed, held_out), title_font=random_font(rng, held_out))
    if rng.random() < WITH_BOOKS:
        look = replace(look, body="spines")
    titles = Titles.random(rng)
    for _ in range(CARDS):
        card = random_card(rng)
        paint = TitlePrinter(look, DRAWN, titles)
        paint.body(card, rng)
        paint.strip()
        paint.banner(card)
        drawn = np.ascontiguousarray(np.asarray(paint.image)[:, :, ::-1])
        picture, boxes = _photographed(drawn, np.array(paint.initials).reshape(-1, 4), rng)
        right_way = rng.random() >= WRONG_WAY
        downwards = titles.downwards == right_way
        boxes = _turned_boxes(boxes, downwards) if right_way else boxes[:0]
        inside = ((boxes[:, :2] > 0) & (boxes[:, :2] < BOOKS_SIDE)).all(axis=1)
        yield BookSample(turned(picture[None], downwards)[0], card.letter, boxes[inside])


def _photographed(drawn: Picture, boxes: Floats, rng: Rng) -> tuple[Picture, Floats]:
    """A drawn card's books as a photo shows them, and ``boxes`` on the card (left, top, right, bottom in card
    widths) there: x and y of the middle, width and height.
    """
    tall = drawn.shape[0] / DRAWN
    off = rng.normal(0, rng.choice(OFF, p=[0.4, 0.4, 0.2]), (4, 2))
    quad = (np.array([[0, 0], [1, 0], [1, tall], [0, tall]]) + off) * DRAWN
    seen = tall * rng.uniform(0.85, 1.05)  # foreshortened
    target = np.array([[0, 1 - seen], [1, 1 - seen], [1, 1], [0, 1]]) * BOOKS_SIDE
    matrix = np.asarray(
        cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32)), np.float64
    )
    resolution = float(np.exp(rng.uniform(*np.log(RESOLUTION))))
    size = (round(BOOKS_SIDE * resolution), round(BOOKS_SIDE * resolution))
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.4 * DRAWN / BOOKS_SIDE / resolution, 0.3))
    shrink = np.diag([resolution, resolution, 1.0])
    small = cv2.warpPerspective(soft, shrink @ matrix, size, borderMode=cv2.BORDER_REPLICATE)
    photo = photograph(np.asarray(small, np.uint8), rng)
    picture = np.asarray(
        cv2.resize(photo, (BOOKS_SIDE, BOOKS_SIDE), interpolation=cv2.INTER_LINEAR), np.uint8
    )
    if len(boxes) == 0:
        return picture, boxes
    return picture, seen_boxes(boxes * DRAWN, matrix).astype(np.float64)


def _turned_boxes(boxes: Floats, downwards: bool) -> Floats:
    """Boxes (x and y of the middle, width, height) where `vision.banner.title_starts.turned` brings them."""
    x, y, width, height = boxes.T
    x, y = (y, BOOKS_SIDE - x) if downwards else (BOOKS_SIDE - y, x)
    return np.stack([x, y, height, width], axis=1)
