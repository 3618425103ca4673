"""Pictures of an explanation: the photo washed out with outlines on it, and sheets of strips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.common.arrays import Bools, Floats, Picture
from vision.overlay import Colour, draw_sides, paste, text_picture
from vision.photo.pyramid import Pyramid


@dataclass(frozen=True)
class ExplainStyle:
    """Colours and sizes of an explanation. Colours are Okabe and Ito's (2008)."""

    #: The longest side of a picture of the photo, in pixels, at least half of it.
    side: int = 1800
    #: How much of the photo's contrast stays behind the outlines.
    wash: float = 0.6
    #: By kind: a face, a back, a strip, a category card, nothing.
    kinds: tuple[Colour, ...] = ((0, 114, 178), (120, 72, 30), (0, 130, 95), (170, 78, 132), (140, 140, 140))
    #: By mark: a letter, a number, an icon.
    marks: tuple[Colour, ...] = ((0, 114, 178), (213, 94, 0), (0, 130, 95))
    ink: Colour = (32, 25, 19)
    paper: Colour = (250, 247, 240)
    #: The colour of what cannot be seen.
    hidden: Colour = (204, 60, 120)
    #: The height of text, in pixels.
    text: int = 17
    #: Tiles of a sheet stand this many pixels apart.
    gap: int = 14
    #: A mark of less than this probability has a thin outline.
    clear: float = 0.5
    #: The colour of grids.
    grid: Colour = (213, 94, 0)
    #: Likely values that are shown of each mark.
    values: int = 3


STYLE = ExplainStyle()


class Canvas:
    """A photo washed out, to draw on in the photo's own pixels."""

    def __init__(self, photo: Pyramid) -> None:
        image, halvings = photo.level(STYLE.side / max(photo.size))
        self._scale = 2.0**halvings
        self.picture = np.asarray(255 - STYLE.wash * (255 - image.astype(np.float32)), np.uint8)
        self._thick = max(2, round(max(image.shape[:2]) / 700))

    def outline(
        self, quad: NDArray[np.floating], colour: Colour, dashed: bool = False, thin: bool = False
    ) -> None:
        """The outline of a quad [4, 2]."""
        thick = 1 if thin else self._thick
        draw_sides(self.picture, self._here(quad), colour, thick, dash=4.0 * self._thick if dashed else None)

    def label(self, quad: NDArray[np.floating], lines: Sequence[str], colour: Colour) -> None:
        """Text in the middle of a quad [4, 2]."""
        here = self._here(quad)
        across = float(np.linalg.norm(here[1] - here[0]))
        size = int(np.clip(0.15 * across, 10, 1.6 * STYLE.text))
        text = text_picture(tuple(lines), size, colour, STYLE.paper)
        paste(self.picture, text, here.mean(axis=0))

    def _here(self, quad: NDArray[np.floating]) -> Floats:
        return np.asarray((np.asarray(quad, np.float64) + 0.5) / self._scale - 0.5)


def strip_tile(
    strip: Picture, lines: Sequence[str], boxes: Sequence[tuple[NDArray[np.float32], Colour]]
) -> Picture:
    """A strip under ``lines`` of text, with a box for each mark: probability, x, y, width, height; and its
    colour.
    """
    height, width = strip.shape[:2]
    line = round(1.5 * STYLE.text)
    head = line * len(lines)
    tile = np.full((head + height, width, 3), STYLE.paper[::-1], np.uint8)
    tile[head:] = strip
    for (probability, x, y, across, down), colour in boxes:
        half = np.array([across, down]) / 2
        low, high = (np.round((x, head + y) + way * half).astype(int).tolist() for way in (-1, 1))
        cv2.rectangle(tile, low, high, colour[::-1], 2 if probability >= STYLE.clear else 1, cv2.LINE_AA)
    page = Image.fromarray(np.ascontiguousarray(tile[:, :, ::-1]))
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(STYLE.text)
    for number, text in enumerate(lines):
        draw.text((2, (number + 0.5) * line), text, STYLE.ink, font, "lm")
    return np.asarray(page, np.uint8)[:, :, ::-1].copy()


def hatched(tile: Picture, strip: Bools) -> None:
    """Hatches the strip at the foot of a tile where ``strip`` [h, w] is true: nothing can be seen there."""
    height, width = strip.shape
    rows, columns = np.mgrid[:height, :width]
    lines = strip & ((rows + columns) % 9 < 3)
    tile[-height:][lines] = STYLE.hidden[::-1]


def sheet(tiles: Sequence[Picture], across: int) -> Picture:
    """Tiles in rows of ``across``; each row is as high as its highest tile."""
    if not tiles:
        return np.full((STYLE.gap, STYLE.gap, 3), STYLE.paper[::-1], np.uint8)
    wide, gap = max(tile.shape[1] for tile in tiles), STYLE.gap
    rows = [tiles[k : k + across] for k in range(0, len(tiles), across)]
    high = [max(tile.shape[0] for tile in row) for row in rows]
    size = (sum(high) + gap * (len(rows) + 1), min(across, len(tiles)) * (wide + gap) + gap, 3)
    page, top = np.full(size, STYLE.paper[::-1], np.uint8), gap
    for row, down in zip(rows, high, strict=True):
        for k, tile in enumerate(row):
            left = gap + k * (wide + gap)
            page[top : top + tile.shape[0], left : left + tile.shape[1]] = tile
        top += down + gap
    return page
