"""A reading drawn over its photo, and single cards cut out upright.

Sizes follow the cards and the photo, so that labels can be read when the whole photo fits on a screen.
Doubt shows in shape as well as in colour: a dashed outline, a question mark after the field, a badge on a
corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.common.arrays import Floats
from vision.photo.load import Bgr
from vision.reading import CardReading, PhotoReading

Colour = tuple[int, int, int]  # red, green, blue

#: OpenCV draws between pixels, in units of 1 / 2 ** 4.
_SHIFT = 4


@dataclass(frozen=True)
class OverlayStyle:
    """Colours and sizes of an overlay."""

    #: Each shelf has one of Okabe and Ito's colours (2008), which colour-blind people tell apart. The colour
    #: that means doubt is left out.
    shelves: tuple[Colour, ...] = ((0, 114, 178), (0, 138, 100), (170, 78, 132), (60, 52, 120))
    #: The colour of doubt.
    doubt: Colour = (255, 191, 60)
    #: The colour of text on `doubt`, and of a face's label.
    ink: Colour = (32, 25, 19)
    #: The colour of text on other labels.
    paper: Colour = (250, 245, 235)
    #: The colour of the label of a face-down card.
    back: Colour = (120, 108, 94)
    #: The height of text, as a part of the card's width.
    text: float = 0.16
    #: The least height of text, as a part of the photo's longer side.
    least_text: float = 1 / 90
    #: The place of a label, as a part of the card's height: on the books, for it repeats the strip above.
    down_the_card: float = 0.62
    #: A card whose height is less than this part of its width is a strip.
    strip: float = 0.6
    #: The longest label of a strip, as a part of its width; it lies at the right end.
    along_a_strip: float = 0.5


STYLE = OverlayStyle()


def draw_overlay(bgr: Bgr, reading: PhotoReading) -> Bgr:
    """A copy of the photo ``bgr`` with each card's outline and reading.

    The cards of a shelf have one colour. Several shelves are numbered. A question mark stands where a card
    may lie that was not read. ``reading`` must be of this photo.

    >>> card = CardReading(row=0, column=0, face_up=False, corners=[(9, 9), (69, 9), (69, 93), (9, 93)])
    >>> photo = np.zeros((100, 80, 3), np.uint8)
    >>> bool(draw_overlay(photo, PhotoReading(pile=[card])).any())
    True
    """
    canvas = bgr.copy()
    groups = [shelf.cards for shelf in reading.shelves] or [[]]
    groups[0] = groups[0] + reading.pile
    shown = [[card for card in cards if len(card.corners) == 4] for cards in groups]
    for number, cards in enumerate(shown):
        for card in sorted(cards, key=lambda card: bool(card.review)):  # doubtful outlines lie on top
            _outline(canvas, card, STYLE.shelves[number % len(STYLE.shelves)])
    for number, cards in enumerate(shown):
        for card in cards:
            _label(canvas, card)
        if len(shown) > 1 and cards:
            _number(canvas, min(cards, key=lambda card: (card.row, card.column)), number)
    for shelf in reading.shelves:
        for hole in shelf.places:
            _ask(canvas, np.array(hole.corners))
    return canvas


def crop_card(bgr: Bgr, corners: ArrayLike, width: int = 360) -> Bgr:
    """The card with these ``corners`` [4, 2] (as printed, from the top left) upright, ``width`` pixels wide.

    The crop is as high as the card looks in the photo, at most three times and at least a tenth of its width;
    what of the card lies outside the photo is black.
    """
    quad = np.asarray(corners, np.float64).reshape(4, 2)
    across, down = _size(quad)
    height = int(np.clip(round(width * down / max(across, 1e-6)), max(1, width // 10), 3 * width))
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 3, bgr.shape[1::-1])
    if right <= left or bottom <= top:  # the card lies outside the photo
        return np.zeros((height, width, 3), np.uint8)
    part = bgr[top:bottom, left:right]
    source = quad - [left, top]
    shrink = min(1.0, 1.5 * width / max(across, 1e-6))
    if shrink < 0.75:  # warping looks at single points, so a much larger card is averaged first
        size = (max(1, round(part.shape[1] * shrink)), max(1, round(part.shape[0] * shrink)))
        source = (source + 0.5) * (np.array(size) / part.shape[1::-1]) - 0.5
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(cv2.warpPerspective(part, matrix, (width, height), flags=cv2.INTER_LINEAR), np.uint8)


def _size(quad: Floats) -> tuple[float, float]:
    """Mean width and height of a card in pixels."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2


def _at(quad: Floats, across: float, down: float) -> Floats:
    """The point of a card this far across and down, as parts of its width and height."""
    top = quad[0] + across * (quad[1] - quad[0])
    bottom = quad[3] + across * (quad[2] - quad[3])
    return np.asarray(top + down * (bottom - top))


def _text_size(canvas: Bgr, width: float) -> float:
    return max(STYLE.text * width, STYLE.least_text * max(canvas.shape[:2]), 9.0)


def _outline(canvas: Bgr, card: CardReading, colour: Colour) -> None:
    quad = np.array(card.corners)
    middle = quad.mean(axis=0)
    quad = middle + 0.985 * (quad - middle)  # neighbours touch: their outlines should not
    thick = max(2, round(max(canvas.shape[:2]) / 650))
    if card.review:
        draw_sides(canvas, quad, STYLE.ink, thick + 2)
        draw_sides(canvas, quad, STYLE.doubt, thick + 1, dash=5.0 * thick)
    else:
        draw_sides(canvas, quad, STYLE.paper, thick + 2)
        draw_sides(canvas, quad, colour, thick)


def draw_sides(canvas: Bgr, quad: Floats, colour: Colour, thick: int, dash: float | None = None) -> None:
    """Draws the four sides, whole or in dashes of about the length ``dash``."""
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        count = 1 if dash is None else 2 * max(1, round(float(np.linalg.norm(end - start)) / dash / 2)) + 1
        stops = np.linspace(start, end, count + 1)
        for i in range(0, count, 2):
            a, b = np.round(stops[i : i + 2] * 2**_SHIFT).astype(int).tolist()
            cv2.line(canvas, a, b, colour[::-1], thick, cv2.LINE_AA, _SHIFT)


def _label(canvas: Bgr, card: CardReading) -> None:
    quad = np.array(card.corners)
    across, down = _size(quad)
    lines = _words(card)
    flat = down < STYLE.strip * across
    if flat:
        lines = (" ".join(lines),)
    if card.review:
        paper, ink = STYLE.doubt, STYLE.ink
    else:
        paper, ink = STYLE.ink if card.face_up else STYLE.back, STYLE.paper
    size = _text_size(canvas, across)
    direction = quad[1] - quad[0]
    if flat:  # along the strip, or the label would lie over the next strips
        size, room = min(size, 0.5 * down), STYLE.along_a_strip * across
    else:
        room = across if abs(direction[0]) >= abs(direction[1]) else down
    pill = text_picture(lines, max(8, round(size)), paper, ink)
    if pill.shape[1] > room:
        pill = text_picture(lines, max(8, int(size * room / pill.shape[1])), paper, ink)
    if flat:
        place = _at(quad, 0.98 - 0.5 * pill.shape[1] / max(across, 1.0), 0.5)
        paste(canvas, _turned(pill, direction), place)
    else:
        paste(canvas, pill, _at(quad, 0.5, STYLE.down_the_card))
    if card.review:
        badge = text_picture(("!",), max(9, round(0.9 * size)), STYLE.doubt, STYLE.ink)
        paste(canvas, badge, quad[1])


def _turned(picture: NDArray[np.uint8], direction: Floats) -> NDArray[np.uint8]:
    """An RGBA picture turned to run along ``direction``, or against it where it would be upside down."""
    along = direction / max(float(np.linalg.norm(direction)), 1e-6)
    cos, sin = (along if along[0] >= 0 else -along).tolist()
    height, width = picture.shape[:2]
    size = (int(width * abs(cos) + height * abs(sin)) + 2, int(width * abs(sin) + height * abs(cos)) + 2)
    turn = np.array([[cos, -sin], [sin, cos]])
    shift = (np.array(size) - 1) / 2 - turn @ [(width - 1) / 2, (height - 1) / 2]
    matrix = np.column_stack([turn, shift])
    # The colours go on where the picture is transparent, or its edge would turn dark.
    colour = cv2.warpAffine(picture[:, :, :3], matrix, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(picture[:, :, 3], matrix, size)
    return np.dstack([colour, cover]).astype(np.uint8)


def _words(card: CardReading) -> tuple[str, ...]:
    """The label's lines, with a question mark after every field under review."""

    def field(name: str, value: object) -> str:
        return f"{'–' if value is None else value}{'?' if name in card.review else ''}"

    if not card.face_up:
        return (field("face_up", "#"),)
    name = f"{field('letter', card.letter)}{field('order', card.order)}/{field('of', card.of)}"
    codes = field("categories", "".join(category.code for category in card.categories))
    face = "face?" if "face_up" in card.review else ""
    return tuple(line for line in (name, codes, face) if line)


def mark_hole(canvas: Bgr, quad: Floats) -> None:
    """Outlines a place, [4, 2], where a card may lie that was not read, in the picture itself."""
    thick = max(2, round(max(canvas.shape[:2]) / 650))
    middle = quad.mean(axis=0)
    inner = middle + 0.92 * (quad - middle)
    draw_sides(canvas, inner, STYLE.ink, thick + 2)
    draw_sides(canvas, inner, STYLE.doubt, thick + 1, dash=5.0 * thick)


def _ask(canvas: Bgr, quad: Floats) -> None:
    """A place where a card may lie that was not read."""
    mark_hole(canvas, quad)
    size = round(2 * _text_size(canvas, _size(quad)[0]))
    paste(canvas, text_picture(("?",), size, STYLE.doubt, STYLE.ink), quad.mean(axis=0))


def _number(canvas: Bgr, first: CardReading, number: int) -> None:
    """The shelf's number beside the top left of its first card."""
    quad = np.array(first.corners)
    size = round(1.1 * _text_size(canvas, _size(quad)[0]))
    colour = STYLE.shelves[number % len(STYLE.shelves)]
    pill = text_picture((f"Shelf {number + 1}",), size, colour, STYLE.paper)
    away = 0.7 * pill.shape[0] / max(_size(quad)[1], 1.0)
    paste(canvas, pill, _at(quad, 0.35, -away))


@lru_cache(maxsize=512)
def text_picture(
    lines: tuple[str, ...], size: int, paper: Colour, ink: Colour, smooth: int = 3
) -> NDArray[np.uint8]:
    """Lines of text on a rounded ground, RGBA. The first line is ``size`` pixels high, the others less.

    ``smooth``: text is drawn this many times as large and then reduced.
    """
    sizes = [size * smooth if i == 0 else round(0.82 * size * smooth) for i in range(len(lines))]
    fonts = [ImageFont.load_default(s) for s in sizes]
    bold = [max(1, round(s / 45)) for s in sizes]
    boxes = [font.getbbox(line, stroke_width=b) for font, line, b in zip(fonts, lines, bold, strict=True)]
    wide = max(box[2] - box[0] for box in boxes)
    line_height = [round(1.12 * s) for s in sizes]
    pad = round(0.32 * sizes[0])
    height = sum(line_height) + 2 * round(0.55 * pad)
    width = max(round(wide) + 2 * pad, height if len(lines) == 1 and len(lines[0]) == 1 else 0)
    width += -width % smooth
    height += -height % smooth
    image = Image.new("RGBA", (width, height), (*paper, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), min(height / 2, 0.45 * sizes[0]), (*paper, 232))
    top = round(0.55 * pad)
    for line, font, stroke, tall in zip(lines, fonts, bold, line_height, strict=True):
        draw.text((width / 2, top + tall / 2), line, (*ink, 255), font, "mm", stroke_width=stroke)
        top += tall
    return np.asarray(image.resize((width // smooth, height // smooth), Image.Resampling.BOX))


def paste(canvas: Bgr, picture: NDArray[np.uint8], middle: Floats) -> None:
    """Blends an RGBA picture in, moved so that it lies within the photo."""
    height, width = picture.shape[:2]
    if height > canvas.shape[0] or width > canvas.shape[1]:
        picture = picture[: canvas.shape[0], : canvas.shape[1]]
        height, width = picture.shape[:2]
    left, top = np.round(middle - [width / 2, height / 2]).astype(int)
    left = int(np.clip(left, 0, canvas.shape[1] - width))
    top = int(np.clip(top, 0, canvas.shape[0] - height))
    under = canvas[top : top + height, left : left + width]
    share = picture[:, :, 3:].astype(np.float32) / 255
    under[:] = np.round(share * picture[:, :, 2::-1] + (1 - share) * under).astype(np.uint8)
