"""Draws the cards of a look: faces, the back (an empty stretch of shelf) and the six category cards.

Every picture is uint8 ``[height, width, 4]`` in BGRA order, alpha 0 outside the rounded corners.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scorer.cards import BookCard, Category
from vision.synth import fonts
from vision.synth.looks import CATEGORIES, Banner, Colour, Look, number_right

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]
TITLE_WORDS = (
    *("Almanac", "Bestiary", "Codex", "Digest", "Elegy", "Fable", "Grimoire", "History", "Index"),
    *("Journal", "Key", "Lexicon", "Manual", "Notes", "Omnibus", "Primer", "Quest", "Riddles"),
    *("Saga", "Tome", "Ulysses", "Verses", "Wonders", "Xylograph", "Yearbook", "Zodiac"),
)


def draw_card(look: Look, card: BookCard, width: int) -> Picture:
    """The face of ``card``, ``width`` pixels wide and ``width * look.aspect`` high."""
    paint = _Painter(look, width)
    rng = np.random.default_rng((look.seed, ord(card.letter), card.order))
    paint.body(card, rng)
    paint.strip()
    paint.banner(card)
    paint.icons(card)
    return paint.finish(rng)


def draw_back(look: Look, width: int) -> Picture:
    """The back: boards of an empty shelf."""
    paint = _Painter(look, width)
    rng = np.random.default_rng((look.seed, 77))
    paint.back(rng)
    return paint.finish(rng)


def draw_category_card(look: Look, category: Category, width: int) -> Picture:
    """A category card: the category's icon, large, on a plain ground with a border in its colour."""
    paint = _Painter(look, width)
    rng = np.random.default_rng((look.seed, 99))  # the same for all six cards of a look
    paint.category(CATEGORIES.index(category), rng)
    return paint.finish(np.random.default_rng((look.seed, 100, CATEGORIES.index(category))))


def icon_boxes(look: Look, books: int) -> list[Box]:
    """The icons' places on a card with ``books`` books, in card widths: x, y of the middle, width, height."""
    style = look.icons
    span = books * style.size + (books - 1) * style.gap
    step = style.size + style.gap
    left = style.left
    if style.align == "right":
        left = style.right - span
    elif style.align == "centre":
        left = (style.left + style.right - span) / 2
    elif style.align == "spread" and books > 1:
        step = min((style.right - style.left - style.size) / (books - 1), step * 1.7)
    return [(left + style.size / 2 + i * step, style.middle, style.size, style.size) for i in range(books)]


def category_icon_box(look: Look) -> tuple[float, float, float]:
    """The icon's place on a category card: x and y of the middle and the size, in card widths."""
    rng = np.random.default_rng((look.seed, 98))
    return 0.5, look.aspect * rng.uniform(0.36, 0.54), rng.uniform(0.35, 0.7)


def stand_in_title(card: BookCard, index: int) -> str:
    """A stand-in title that begins with the card's letter (RULES 1)."""
    pick = (card.order * 5 + index * 7) % 26
    return f"{card.letter} {TITLE_WORDS[pick]} of {TITLE_WORDS[(pick * 3 + index) % 26]}"


@lru_cache(maxsize=4096)
def _text_mask(font: str, text: str, box: tuple[int, int], stroke: int = 0) -> Picture:
    """``text`` as large as fits into ``box`` (width, height in pixels), cropped to its ink: uint8 [h, w]."""
    trial = 64
    face = fonts.load(font, trial)
    x0, y0, x1, y1 = face.getbbox(text, stroke_width=stroke)
    scale = min(box[0] / max(x1 - x0, 1), box[1] / max(y1 - y0, 1))
    face = fonts.load(font, max(4, int(trial * scale)))
    x0, y0, x1, y1 = (int(v) for v in face.getbbox(text, stroke_width=stroke))
    image = Image.new("L", (max(1, x1 - x0), max(1, y1 - y0)))
    ImageDraw.Draw(image).text((-x0, -y0), text, font=face, fill=255, stroke_width=stroke)
    return np.asarray(image)


@lru_cache(maxsize=2048)
def _glyph_mask(glyph: fonts.Glyph | int, size: int, outlined: bool) -> Picture:
    """An icon's ink inside a ``size`` pixel square: uint8 ``[h, w]``."""
    if isinstance(glyph, int):
        mask = _shape_mask(glyph, size)
    else:
        mask = _text_mask(glyph[0], glyph[1], (size, size))
    if outlined and size >= 16:
        thin = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, size // 20))
        mask = np.asarray(cv2.subtract(mask, thin), np.uint8)
    return mask


def _shape_mask(number: int, size: int) -> Picture:
    """One of twelve drawn shapes, for machines without symbol fonts and for plain icon families."""
    mask = np.zeros((size, size), np.uint8)
    half, radius = size / 2, size * 0.48

    def star(points: int, inner: float, turn: float = -90) -> Any:
        radii = np.where(np.arange(2 * points) % 2 == 0, radius, radius * inner)
        angle = np.radians(turn + np.arange(2 * points) * 180 / points)
        return np.stack([half + radii * np.cos(angle), half + radii * np.sin(angle)], 1).astype(np.int32)

    stars = {0: (5, 0.45), 1: (3, 0.5), 2: (4, 0.35), 3: (6, 0.58), 4: (8, 0.75), 5: (4, 0.72), 6: (12, 0.6)}
    middle = (int(half), int(half))
    if number in stars:
        cv2.fillPoly(mask, [star(*stars[number])], 255)
    elif number == 7:  # ring
        cv2.circle(mask, middle, int(radius), 255, max(2, size // 6))
    elif number == 8:  # moon
        cv2.circle(mask, middle, int(radius), 255, -1)
        cv2.circle(mask, (int(half * 1.45), int(half * 0.8)), int(radius * 0.85), 0, -1)
    elif number == 9:  # cross
        cv2.rectangle(mask, (int(half * 0.7), 0), (int(half * 1.3), size), 255, -1)
        cv2.rectangle(mask, (0, int(half * 0.7)), (size, int(half * 1.3)), 255, -1)
    elif number == 10:  # drop
        cv2.circle(mask, (int(half), int(size * 0.62)), int(size * 0.34), 255, -1)
        cv2.fillPoly(
            mask, [np.array([[half, 0], [size * 0.2, size * 0.5], [size * 0.8, size * 0.5]], np.int32)], 255
        )
    else:  # hourglass
        cv2.fillPoly(mask, [np.array([[0, 0], [size, 0], [0, size], [size, size]], np.int32)], 255)
    return mask


class _Painter:
    """One card on its way: an RGB canvas that shapes, text and icons are put on, in card widths."""

    def __init__(self, look: Look, width: int) -> None:
        self.look = look
        self.width, self.height = width, max(2, round(width * look.aspect))
        self.scale = (
            2 if width < 260 else 1
        )  # small cards are drawn twice as large: Pillow's shapes have hard edges
        self.unit = width * self.scale
        self.image = Image.new("RGB", (self.width * self.scale, self.height * self.scale), look.body_colour)
        self.draw = ImageDraw.Draw(self.image)

    def px(self, *values: float) -> list[int]:
        return [round(v * self.unit) for v in values]

    def rectangle(self, box: Box, colour: Colour, radius: float = 0.0, edge: Colour | None = None) -> None:
        """A box given as left, top, right, bottom."""
        x0, y0, x1, y1 = self.px(*box)
        if x1 > x0 and y1 > y0:
            line = max(1, self.unit // 120) if edge else 0
            self.draw.rounded_rectangle(
                (x0, y0, x1, y1), round(radius * self.unit), fill=colour, outline=edge, width=line
            )

    def polygon(self, points: list[tuple[float, float]], colour: Colour, edge: Colour | None = None) -> None:
        pixels = [(round(x * self.unit), round(y * self.unit)) for x, y in points]
        self.draw.polygon(pixels, fill=colour, outline=edge, width=max(1, self.unit // 120) if edge else 0)

    def text(
        self, text: str, font: str, box: Box, ink: Colour, align: str = "centre", stroke: int = 0
    ) -> None:
        """``text`` as large as fits into the box (left, top, right, bottom)."""
        x0, y0, x1, y1 = self.px(*box)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        mask = _text_mask(font, text, (x1 - x0, y1 - y0), stroke)
        dx = 0 if align == "left" else (x1 - x0 - mask.shape[1]) // 2
        self.image.paste(ink, (x0 + dx, y0 + (y1 - y0 - mask.shape[0]) // 2), Image.fromarray(mask))

    # -- the parts of a face
    # ------------------------------------------------------------------------------------------

    def body(self, card: BookCard, rng: np.random.Generator) -> None:
        look = self.look
        top, bottom = look.border + look.strip_height, look.aspect - look.border
        if look.body == "spines":
            self._spines(card, rng, top, bottom - look.board)
        elif look.body == "picture":
            for _ in range(6):
                x, y, r = rng.uniform(0, 1), rng.uniform(top, bottom), rng.uniform(0.05, 0.3)
                colour = look.spine_colours[rng.integers(6)]
                self.rectangle(
                    (x - r, y - r, x + r, y + r * rng.uniform(0.4, 1)), colour, r if rng.random() < 0.5 else 0
                )
        elif look.body == "stripes":
            for x in np.arange(0, 1, 0.08):
                self.rectangle((x, top, x + 0.03, bottom), look.spine_colours[0])
        if look.board:
            self.rectangle((0, bottom - look.board, 1, bottom), look.board_colour)
            if rng.random() < 0.3:
                self.rectangle((0, 0, 0.5 * look.board, bottom), look.board_colour)

    def _spines(self, card: BookCard, rng: np.random.Generator, top: float, bottom: float) -> None:
        look = self.look
        books = max(1, len(card.categories))
        left, right = look.border + 0.05, 0.95 - look.border
        each = (right - left) / books
        for i, category in enumerate(card.categories):
            colour = look.spine_colours[CATEGORIES.index(category)]
            x, y = left + i * each, top + rng.uniform(0.02, 0.25) * (bottom - top)
            self.rectangle((x, y, x + each * 0.97, bottom), colour, 0, look.outline)
            for line in (y + 0.06, bottom - 0.06):
                self.rectangle((x, line, x + each * 0.97, line + 0.012), look.title_ink)
            long, thick = int((bottom - y - 0.16) * self.unit), int(min(each * 0.4, 0.11) * self.unit)
            if long > 8 and thick > 4:
                mask = np.ascontiguousarray(
                    np.rot90(_text_mask(look.title_font, stand_in_title(card, i), (long, thick)))
                )
                place = (
                    round((x + each * 0.48) * self.unit) - mask.shape[1] // 2,
                    round((y + bottom) / 2 * self.unit) - mask.shape[0] // 2,
                )
                self.image.paste(look.title_ink, place, Image.fromarray(mask))

    def strip(self) -> None:
        look = self.look
        y0, y1 = look.border, look.border + look.strip_height
        self.rectangle((look.border, y0, 1 - look.border, y1), look.strip_colour)
        if look.strip_fade:
            x0, top, x1, bottom = self.px(look.border, y0, 1 - look.border, y1)
            patch = np.asarray(self.image.crop((x0, top, x1, bottom)), np.float32)
            ramp = 1 + look.strip_fade * np.linspace(-1, 1, patch.shape[1], dtype=np.float32)[None, :, None]
            self.image.paste(Image.fromarray(np.clip(patch * ramp, 0, 255).astype(np.uint8)), (x0, top))
        if look.strip_edge:
            self.rectangle((look.border, y1 - 0.008, 1 - look.border, y1), look.strip_edge)

    def banner(self, card: BookCard) -> None:
        style = self.look.banner
        self._banner_shape(style)
        letter, number = banner_boxes(style)
        stroke = max(1, self.unit // 160) if style.heavy_letter else 0
        label = style.number_format.format(order=card.order, of=card.of)
        self.text(card.letter, style.letter_font, letter, style.ink, stroke=stroke)
        self.text(
            label,
            style.number_font,
            number,
            style.number_ink,
            "left" if style.arrangement == "outside_right" else "centre",
        )

    def _banner_shape(self, style: Banner) -> None:
        x, y, w, h = style.x, style.y, style.width, style.height
        box: Box = (x, y, x + w, y + h)
        shapes: dict[str, list[tuple[float, float]]] = {
            "ribbon": [
                (x, y), (x + w, y), (x + w, y + h * 1.12), (x + w / 2, y + h * 0.96), (x, y + h * 1.12),
            ],
            "pennant": [(x, y), (x + w, y), (x + w, y + h), (x + w / 2, y + h * 1.2), (x, y + h)],
            "shield": [
                (x, y), (x + w, y), (x + w, y + h * 0.75), (x + w / 2, y + h * 1.12), (x, y + h * 0.75),
            ],
            "arrow": [(x, y), (x + w, y), (x + w * 1.15, y + h / 2), (x + w, y + h), (x, y + h)],
            "slant": [(x, y), (x + w * 1.12, y), (x + w * 0.97, y + h), (x, y + h)],
            "hexagon": [
                (x - w * 0.05, y + h / 2), (x + w * 0.1, y), (x + w * 0.9, y), (x + w * 1.05, y + h / 2),
                (x + w * 0.9, y + h), (x + w * 0.1, y + h),
            ],
            "diamond": [
                (x - w * 0.1, y + h / 2), (x + w / 2, y - h * 0.12),
                (x + w * 1.1, y + h / 2), (x + w / 2, y + h * 1.12),
            ],
        }  # fmt: skip
        if style.shape in shapes:
            self.polygon(shapes[style.shape], style.colour, style.edge)
        elif style.shape == "disc":
            r = max(w, h) * 0.56
            cx, cy = x + w / 2, y + h / 2
            self.rectangle((cx - r, cy - r, cx + r, cy + r), style.colour, r, style.edge)
        elif style.shape != "none":
            radius = {"rounded": 0.03, "tab": 0.06}.get(style.shape, 0.0)
            self.rectangle(box, style.colour, radius, style.edge)

    def icons(self, card: BookCard) -> None:
        for category, (x, y, size, _) in zip(
            card.categories, icon_boxes(self.look, len(card.categories)), strict=True
        ):
            self.icon(CATEGORIES.index(category), x, y, size)

    def icon(self, category: int, x: float, y: float, size: float, edge_scale: float = 1.0) -> None:
        """The icon of a category with its backing; x and y are its middle."""
        style = self.look.icons
        r = size / 2
        colour, ink = style.colours[category], style.inks[category]
        line = max(1, int(self.unit * size / 16 * edge_scale)) if style.edge else 0
        x0, y0, x1, y1 = self.px(x - r, y - r, x + r, y + r)
        if style.backing == "disc":
            self.draw.ellipse((x0, y0, x1, y1), fill=colour, outline=style.edge, width=line)
        elif style.backing == "ring":
            self.draw.ellipse((x0, y0, x1, y1), outline=colour, width=max(1, (x1 - x0) // 12))
        elif style.backing in ("square", "rounded"):
            radius = (x1 - x0) // 4 if style.backing == "rounded" else 0
            self.draw.rounded_rectangle((x0, y0, x1, y1), radius, fill=colour, outline=style.edge, width=line)
        elif style.backing != "none":
            outline = {
                "diamond": [(0, -1.08), (1.08, 0), (0, 1.08), (-1.08, 0)],
                "hexagon": [(-0.5, -0.9), (0.5, -0.9), (1, 0), (0.5, 0.9), (-0.5, 0.9), (-1, 0)],
                "shield": [(-0.9, -0.95), (0.9, -0.95), (0.9, 0.3), (0, 1.05), (-0.9, 0.3)],
            }[style.backing]
            self.polygon([(x + u * r, y + v * r) for u, v in outline], colour, style.edge)
        share = {"none": 1.0, "diamond": style.glyph_share * 0.85}.get(style.backing, style.glyph_share)
        mask = _glyph_mask(style.glyphs[category], max(3, round(size * share * self.unit)), style.outlined)
        middle = self.px(x, y)
        self.image.paste(
            ink, (middle[0] - mask.shape[1] // 2, middle[1] - mask.shape[0] // 2), Image.fromarray(mask)
        )

    # -- other sides
    # --------------------------------------------------------------------------------------------------

    def back(self, rng: np.random.Generator) -> None:
        look = self.look
        self.rectangle((0, 0, 1, look.aspect), look.back_colour)
        for i in range(look.back_boards):
            y = look.aspect * (i + 1) / (look.back_boards + 1)
            self.rectangle((0, y, 1, y + rng.uniform(0.005, 0.02)), look.board_colour)
        if look.board:
            self.rectangle((0, look.aspect - look.board, 1, look.aspect), look.board_colour)
            self.rectangle((0, 0, 1, look.board * 0.7), look.board_colour)
        if look.back_mark:
            x, y = self.px(rng.uniform(0.05, 0.2), rng.uniform(0.05, 0.2))
            for r in (0.04, 0.07, 0.1, 0.13):
                s = round(r * self.unit)
                self.draw.arc(
                    (x - s, y - s, x + s, y + s), 0, 100, fill=look.title_ink, width=max(1, self.unit // 150)
                )

    def category(self, category: int, rng: np.random.Generator) -> None:
        look, style = self.look, self.look.icons
        ground: Colour = (
            look.strip_colour if style.backing == "none" or rng.random() < 0.6 else (238, 225, 192)
        )
        self.rectangle(
            (0, 0, 1, look.aspect), style.colours[category] if rng.random() < 0.6 else look.border_colour
        )
        inset = rng.uniform(0.0, 0.06)
        self.rectangle((inset, inset, 1 - inset, look.aspect - inset), ground)
        x, y, size = category_icon_box(look)
        self.icon(category, x, y, size, edge_scale=0.6)
        if rng.random() < 0.4:
            word = TITLE_WORDS[(category * 4 + 1) % 26]
            self.text(
                word, look.title_font, (0.15, look.aspect * 0.86, 0.85, look.aspect * 0.95), (40, 30, 25)
            )

    def finish(self, rng: np.random.Generator) -> Picture:
        """Border, outline, wear and the rounded corners' alpha."""
        look = self.look
        if look.border:
            line = max(1, round(look.border * self.unit))
            w, h = self.image.size
            for box in ((0, 0, w, line), (0, h - line, w, h), (0, 0, line, h), (w - line, 0, w, h)):
                self.draw.rectangle(box, fill=look.border_colour)
        if look.outline:
            self.draw.rectangle(
                (0, 0, self.image.size[0] - 1, self.image.size[1] - 1), outline=look.outline, width=self.scale
            )
        rgb = np.asarray(self.image)
        if self.scale > 1:
            rgb = cv2.resize(rgb, (self.width, self.height), interpolation=cv2.INTER_AREA)
        out = np.empty((self.height, self.width, 4), np.uint8)
        out[..., :3] = _worn(rgb, look.wear, rng)[..., ::-1]
        out[..., 3] = _corners(self.width, self.height, round(look.corner * self.width))
        return out


def banner_boxes(style: Banner) -> tuple[Box, Box]:
    """Where the letter and the number stand: two boxes of left, top, right, bottom in card widths."""
    s = style.number_scale
    whole = (0.12, 0.1, 0.88, 0.9)
    if style.arrangement == "outside_right":
        beside = (style.x + style.width * 1.12, style.y + style.height * 0.28)
        return _part(style, whole), (*beside, number_right(style), style.y + style.height * 0.75)
    if style.arrangement == "outside_below":
        top, bottom = style.y + style.height * 1.1, style.y + style.height * 1.42
        return _part(style, whole), (style.x, top, style.x + max(style.width, 0.16), bottom)
    letter, number = {  # in shares of the banner's width and height
        "stacked": ((0.1, 0.06, 0.9, 0.93 - s), (0.08, 1 - s, 0.92, 0.94)),
        "number_first": ((0.1, 0.07 + s, 0.9, 0.94), (0.08, 0.06, 0.92, s)),
        "beside": ((0.05, 0.12, 0.46, 0.88), (0.52, 0.22, 0.95, 0.78)),
        "reversed": ((0.54, 0.12, 0.95, 0.88), (0.05, 0.22, 0.48, 0.78)),
        "diagonal": ((0.06, 0.06, 0.52, 0.7), (0.46, 0.95 - s, 0.95, 0.95)),
    }[style.arrangement]
    return _part(style, letter), _part(style, number)


def _part(style: Banner, shares: Box) -> Box:
    """A box inside the banner, given in shares of its width and height."""
    left, top, right, bottom = shares
    x, y, w, h = style.x, style.y, style.width, style.height
    return x + w * left, y + h * top, x + w * right, y + h * bottom


def _worn(rgb: NDArray[np.uint8], wear: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Whitened edges and a few scratches: ``wear`` 0 (new) to 1."""
    if wear < 0.2:
        return rgb
    out = rgb.copy()
    h, w = out.shape[:2]
    for _ in range(int(wear * 14)):
        along, side = rng.random(), int(rng.integers(4))
        x, y = [(along * w, 0), (along * w, h - 1), (0, along * h), (w - 1, along * h)][side]
        radius = max(1, int(rng.uniform(0.004, 0.018) * w))
        cv2.circle(out, (int(x), int(y)), radius, (230, 225, 215), -1, cv2.LINE_AA)
    for _ in range(int(wear * 2.5)):
        a = rng.uniform(0, 1, 4) * (w, h, w, h)
        b = a[:2] + (a[2:] - a[:2]) * rng.uniform(0.05, 0.3)
        cv2.line(out, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), (190, 185, 178), 1, cv2.LINE_AA)
    return out


@lru_cache(maxsize=256)
def _corners(width: int, height: int, radius: int) -> Picture:
    """Alpha of a card with rounded corners."""
    if radius < 1:
        return np.full((height, width), 255, np.uint8)
    mask = Image.new("L", (width * 2, height * 2))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 2 - 1, height * 2 - 1), radius * 2, fill=255)
    return np.asarray(cv2.resize(np.asarray(mask), (width, height), interpolation=cv2.INTER_AREA), np.uint8)
