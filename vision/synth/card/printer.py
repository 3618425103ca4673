"""Prints one side of a card: body, strip, banner, icons, border and wear."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scorer.cards import CATEGORIES, BookCard
from vision.common.arrays import Picture
from vision.synth.card.canvas import Canvas
from vision.synth.look import fonts
from vision.synth.look.banners import banner_boxes, filled, outline
from vision.synth.look.icons import (
    OUTLINES,
    category_icon_box,
    colour_picture,
    glyph_mask,
    icon_boxes,
    silhouette,
)
from vision.synth.look.lettering import Box, Setting, ink, place_letter, place_number, text_mask
from vision.synth.look.looks import Look
from vision.synth.look.style import Banner, Colour, Effect

TITLE_WORDS = (
    *("Almanac", "Bestiary", "Codex", "Digest", "Elegy", "Fable", "Grimoire", "History", "Index"),
    *("Journal", "Key", "Lexicon", "Manual", "Notes", "Omnibus", "Primer", "Quest", "Riddles"),
    *("Saga", "Tome", "Ulysses", "Verses", "Wonders", "Xylograph", "Yearbook", "Zodiac"),
)


def stand_in_title(card: BookCard, index: int) -> str:
    """A stand-in title that begins with the card's letter (RULES 1)."""
    pick = (card.order * 5 + index * 7) % 26
    return f"{card.letter} {TITLE_WORDS[pick]} of {TITLE_WORDS[(pick * 3 + index) % 26]}"


class Printer(Canvas):
    """One side of a card that is being printed."""

    def __init__(self, look: Look, width: int) -> None:
        super().__init__(width, look.aspect, look.body_colour)
        self.look = look

    def face(self, card: BookCard, rng: np.random.Generator) -> tuple[Box, Box]:
        """Draws all of a face; gives the boxes of the letter's and the number's ink."""
        self.body(card, rng)
        self.strip()
        ink = self.banner(card)
        self.icons(card)
        return ink

    def body(self, card: BookCard, rng: np.random.Generator) -> None:
        look = self.look
        top, bottom = look.border + look.strip_height, look.aspect - look.border
        if look.body_ground:
            self.printed((0, top, 1, look.aspect), look.body_colour, look.body_ground, None)
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
            x, y = left + i * each, top + rng.uniform(0.3, 1.7) * look.body_gap * (bottom - top)
            self.rectangle((x, y, x + each * 0.97, bottom), colour, 0, look.outline)
            for line in (y + 0.06, bottom - 0.06):
                self.rectangle((x, line, x + each * 0.97, line + 0.012), look.title_ink)
            long, thick = int((bottom - y - 0.16) * self.unit), int(min(each * 0.4, 0.11) * self.unit)
            if long > 8 and thick > 4:
                mask = np.ascontiguousarray(
                    np.rot90(text_mask(look.title_font, stand_in_title(card, i), (long, thick)))
                )
                place = (
                    round((x + each * 0.48) * self.unit) - mask.shape[1] // 2,
                    round((y + bottom) / 2 * self.unit) - mask.shape[0] // 2,
                )
                self.image.paste(look.title_ink, place, Image.fromarray(mask))

    def strip(self) -> None:
        look = self.look
        y0, y1 = look.border, look.border + look.strip_height
        self.printed((look.border, y0, 1 - look.border, y1), look.strip_colour, look.strip_ground, None)
        if look.strip_fade:
            x0, top, x1, bottom = self.px(look.border, y0, 1 - look.border, y1)
            patch = np.asarray(self.image.crop((x0, top, x1, bottom)), np.float32)
            ramp = 1 + look.strip_fade * np.linspace(-1, 1, patch.shape[1], dtype=np.float32)[None, :, None]
            self.image.paste(Image.fromarray(np.clip(patch * ramp, 0, 255).astype(np.uint8)), (x0, top))
        if look.strip_edge:
            self.rectangle((look.border, y1 - 0.008, 1 - look.border, y1), look.strip_edge)

    def banner(self, card: BookCard) -> tuple[Box, Box]:
        """Draws banner, letter and number; gives the boxes of the letter's and the number's ink."""
        style = self.look.banner
        letter, number = set_banner(style, card)
        self._banner_ground(style)
        heavy: Effect = (
            "heavy" if style.heavy_letter and style.letter_effect == "none" else style.letter_effect
        )
        self.setting(letter, style.letter_font, style.ink, style.ink, heavy, style.effect_ink)
        effect = (
            "shadow" if style.number_effect == "outline" else style.number_effect
        )  # it would fill figures
        count_ink = style.count_ink or style.number_ink
        self.setting(number, style.number_font, style.number_ink, count_ink, effect, style.effect_ink)
        return ink(letter, style.letter_font), ink(number, style.number_font)

    def _banner_ground(self, style: Banner) -> None:
        x, y, right, low = filled(style)
        w, h = right - x, low - y
        corners = outline(style)
        if style.shape == "double" and style.edge:
            self.polygon(corners, style.edge)
            self.printed((x, y + 0.01, x + w, y + h - 0.01), style.colour, style.ground, None)
        elif style.shape == "frame" and style.edge:
            self.rectangle((x, y, x + w, y + h), self.look.strip_colour, 0.02, style.edge)
        elif corners:
            if style.ground:
                xs, ys = zip(*corners, strict=True)
                self.printed((min(xs), min(ys), max(xs), max(ys)), style.colour, style.ground, corners)
                if style.edge:
                    line = max(1, self.unit // 120)
                    pixels = [(round(u * self.unit), round(v * self.unit)) for u, v in corners]
                    self.draw.polygon(pixels, outline=style.edge, width=line)
            else:
                self.polygon(corners, style.colour, style.edge)
        if style.second:
            _, (left, top, right, bottom) = banner_boxes(style)
            if style.arrangement == "two_tone":
                self.rectangle((x, top - 0.03 * h, x + w, y + h), style.second)
            elif style.arrangement == "two_tone_beside":
                self.rectangle((x + 0.51 * w, y, x + w, y + h), style.second)
            else:
                pad = 0.015
                self.rectangle((left - pad, top - pad, right + pad, bottom + pad), style.second, 0.015)

    def icons(self, card: BookCard) -> None:
        boxes = icon_boxes(self.look, len(card.categories))
        if self.look.icons.plate and boxes:
            (left, y, size, _), (right, *_) = boxes[0], boxes[-1]
            r = 0.58 * size
            self.rectangle((left - r, y - r, right + r, y + r), self.look.icons.plate, 0.6 * r)
        for category, (x, y, size, _) in zip(card.categories, boxes, strict=True):
            self.icon(CATEGORIES.index(category), x, y, size)

    def icon(self, category: int, x: float, y: float, size: float, edge_scale: float = 1.0) -> None:
        """The icon of a category with its backing; x and y are its middle."""
        style = self.look.icons
        r = size / 2
        colour, ink = style.colours[category], style.inks[category]
        line = max(1, int(self.unit * size / 16 * edge_scale)) if style.edge else 0
        x0, y0, x1, y1 = self.px(x - r, y - r, x + r, y + r)
        if style.backing == "disc":
            if style.shadow:
                self.draw.ellipse((x0 + 2, y0 + 2, x1 + 2, y1 + 2), fill=(30, 26, 24))
            self.draw.ellipse((x0, y0, x1, y1), fill=colour, outline=style.edge, width=line)
        elif style.backing == "ring":
            self.draw.ellipse((x0, y0, x1, y1), outline=colour, width=max(1, (x1 - x0) // 12))
        elif style.backing == "frame":
            self.draw.rectangle((x0, y0, x1, y1), outline=colour, width=max(1, (x1 - x0) // 14))
        elif style.backing in ("square", "rounded"):
            radius = (x1 - x0) // 4 if style.backing == "rounded" else 0
            self.draw.rounded_rectangle((x0, y0, x1, y1), radius, fill=colour, outline=style.edge, width=line)
        elif style.backing != "none":
            self.polygon([(x + u * r, y + v * r) for u, v in OUTLINES[style.backing]], colour, style.edge)
        share = {"none": 1.0, "diamond": 0.85 * style.glyph_share, "burst": 0.9 * style.glyph_share,
                 "drop": 0.85 * style.glyph_share}.get(style.backing, style.glyph_share)  # fmt: skip
        self.glyph(category, self.px(x, y), max(3, round(size * share * self.unit)), ink)

    def glyph(self, category: int, middle: list[int], size: int, ink: Colour) -> None:
        """An icon's drawing, ``size`` pixels large: the colour beneath it, then its ink."""
        style = self.look.icons
        glyph = style.glyphs[category]
        thick = max(1, size // 14)

        def paste(mask: Picture, colour: Colour, off: int = 0) -> None:
            at = (middle[0] - mask.shape[1] // 2 + off, middle[1] - mask.shape[0] // 2 + off)
            self.image.paste(colour, at, Image.fromarray(mask))

        if style.under or style.halo:
            size -= 2 * thick
        size = max(size, 3)
        if style.shadow and style.backing == "none":
            paste(silhouette(glyph, size, 0), (40, 34, 30), thick)
        if style.under:
            paste(silhouette(glyph, size, thick), style.under[category])
        elif style.halo:
            paste(silhouette(glyph, size, thick), style.halo)
        if isinstance(glyph, int) or glyph[0] != fonts.COLOURED:
            paste(glyph_mask(glyph, size, style.outlined), ink)
            return
        picture = Image.fromarray(colour_picture(glyph, size))
        self.image.paste(picture, (middle[0] - picture.width // 2, middle[1] - picture.height // 2), picture)

    def back(self, rng: np.random.Generator) -> None:
        look = self.look
        self.printed((0, 0, 1, look.aspect), look.back_colour, look.back_ground, None)
        if frame := look.back_frame:
            box = (frame, frame, 1 - frame, look.aspect - frame)
            self.rectangle(box, None, 0.3 * frame, look.board_colour)
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


def set_banner(style: Banner, card: BookCard) -> tuple[Setting, Setting]:
    """The letter and the number of a card in their places."""
    letter, number = banner_boxes(style)
    align = "left" if style.arrangement == "outside_right" else "centre"
    return (
        place_letter(style, card.letter, letter),
        place_number(style, card.order, card.of or card.order, number, align),
    )


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
